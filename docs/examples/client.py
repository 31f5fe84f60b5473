"""Play a game of Sleight from Python: python3 client.py [GAME] [SEED]

Starts `sleight serve --stdio` (or what $SLEIGHT names) and plays commands at
random until the game is over. Standard library only.
"""
import json
import os
import random
import subprocess
import sys


class Sleight:
    """A server, one message a line."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.last = 0

    def call(self, method, **params):
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") != self.last:
                continue  # a notification, such as "changed"
            if "error" in answer:
                raise RuntimeError(answer["error"]["message"])
            return answer["result"]
        raise RuntimeError("the server is gone")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main(game="manipulation", seed="7", most=2000):
    chance = random.Random(seed)
    sleight = Sleight(os.environ.get("SLEIGHT", "sleight"))
    opened = sleight.call("session/new", game=game, seed=seed)
    session, view = opened["session"], opened["view"]
    print(view["title"] + ":", view["text"])
    while "ending" not in view and view["turn"] < most:
        command = chance.choice(sleight.call("legal", session=session)["commands"])
        # confirmed: a random player ignores warnings.
        reply = sleight.call("do", session=session, command=command, confirmed=True)
        if not reply["done"]:
            raise RuntimeError(reply)
        view = reply["view"]
    ending = view.get("ending", {"outcome": "not over"})
    print("After", view["turn"], "commands:", ending["outcome"], ending.get("text", ""))
    sleight.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
