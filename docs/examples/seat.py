"""A seat at a table opened by `sleight host`. Standard library only.

    seat = Seat.of(link)               # the link that the host sent
    seat.join()
    while not seat.over():
        news = seat.turn()             # waits until the seat may act
        print(seat.act(news["view"]["offers"][0]["command"]))

The client rejoins when the connection is lost, and repeats a command whose answer
was lost; the host does it only once. docs/hosting.md describes the messages. Given
links on the command line, this program plays their seats at random to the end of
the game:

    python3 seat.py LINK...
"""
import http.client
import json
import random
import sys
import threading
import time
from urllib.parse import urlsplit

FORBIDDEN, TOO_MUCH, STALE = -32002, -32003, -32006  # error codes
SOONEST, LATEST = 0.25, 5.0  # seconds until the next attempt
SILENCE = 40  # seconds before a silent stream is closed; the host sends something every 15


class Refused(Exception):
    """The table refused a call; code says why."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.data = error.get("data") or {}


class Lost(Exception):
    """The host cannot be reached at the moment."""


class Seat:
    """One seat. Methods may be called from any thread."""

    def __init__(self, base, token):
        parts = urlsplit(base)
        self.secure, self.host, self.path = parts.scheme == "https", parts.netloc, parts.path
        self.table = self.path.rstrip("/").split("/")[-1]
        self.token = token
        self.player = self.seats = 0
        self.news = None  # what the seat sees
        self.presence = None  # who is there
        self.listeners = []  # called with the name and the params of every notification
        self.changed = threading.Condition()  # guards the fields below
        self.client = ""  # the name of this connection
        self.seated = False
        self.gone = ""  # why the seat is lost for good
        self.once = 0
        self.calls = 0
        self.line = threading.local()

    @classmethod
    def of(cls, link):
        """Returns the seat of a link."""
        base, _, token = link.partition("#")
        return cls(base, token)

    def connect(self):
        kind = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
        return kind(self.host, timeout=SILENCE)

    def join(self):
        """Takes the seat and keeps it; returns the seat's view."""
        threading.Thread(target=self._keep, daemon=True).start()
        with self.changed:
            self.changed.wait_for(lambda: self.seated or self.gone)
            if self.gone:
                raise Refused({"code": FORBIDDEN, "message": self.gone})
            return self.news

    def leave(self):
        """Gives the seat back."""
        self._end("you have left")
        try:
            self.call("seat/leave")
        except (Refused, Lost):
            pass

    def _end(self, reason):
        with self.changed:
            self.gone = self.gone or reason
            self.seated = False
            self.changed.notify_all()

    def _keep(self):
        wait = SOONEST
        while not self.gone:
            try:
                self._listen()
                wait = SOONEST
            except (OSError, http.client.HTTPException, ValueError):
                pass
            with self.changed:
                self.client, self.seated = "", False
                self.changed.notify_all()
            if not self.gone:
                time.sleep(wait)
                wait = min(2 * wait, LATEST)

    def _listen(self):
        """Reads notifications until the stream ends."""
        connection = self.connect()
        connection.request("GET", self.path + "events", headers={"Accept": "text/event-stream"})
        response = connection.getresponse()
        if response.status != 200:
            raise OSError(response.read().decode(errors="replace"))
        event = ""
        for raw in response:
            line = raw.decode().rstrip("\n")
            if line.startswith("event: "):
                event = line[len("event: "):]
            elif line.startswith("data: ") and event == "client":
                with self.changed:
                    self.client = line[len("data: "):]
                threading.Thread(target=self._take, daemon=True).start()
            elif line.startswith("data: "):
                message = json.loads(line[len("data: "):])
                self._hear(message["method"], message["params"])
            elif not line:
                event = ""
            if self.gone:
                break
        connection.close()

    def _take(self):
        try:
            joined = self.call("seat/join", table=self.table, token=self.token)
        except Lost:
            return  # the stream has ended as well
        except Refused as e:
            if e.code == FORBIDDEN:
                self._end(str(e))
            return
        with self.changed:
            self.player, self.seats = joined.get("player", 0), joined["seats"]
            self.once = max(self.once, joined["once"])
            self.seated = True
        self._hear("presence", joined["presence"])
        self._hear("news", joined["news"])

    def _hear(self, name, params):
        if name == "gone":
            self._end(params["reason"])
        with self.changed:
            if name == "presence":
                self.presence = params
            if name == "news" and (self.news is None or params["version"] >= self.news["version"]):
                self.news = params
            self.changed.notify_all()
        for listener in self.listeners:
            listener(name, params)

    def call(self, method, **params):
        """Calls a method of the protocol."""
        with self.changed:
            self.calls += 1
            message = {"jsonrpc": "2.0", "id": self.calls, "method": method, "params": params}
            headers = {"Content-Type": "application/json", "Sleight-Client": self.client}
        kept, self.line.connection = getattr(self.line, "connection", None), None
        for connection in filter(None, (kept, self.connect())):
            try:
                connection.request("POST", self.path + "rpc", json.dumps(message), headers)
                response = connection.getresponse()
                body = response.read()
                break
            except (OSError, http.client.HTTPException) as e:
                connection.close()
                if connection is not kept:  # not just a stale connection; every call may be repeated
                    raise Lost(str(e)) from e
        self.line.connection = connection  # the next call of this thread uses it
        if response.status != 200:
            raise Lost(body.decode(errors="replace").strip())
        answer = json.loads(body)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def act(self, command, version=0):
        """Gives a complete command and returns its result: done, or refusal and
        code. Waits while the connection is lost."""
        with self.changed:
            once = self.once = max(self.once + 1, int(time.time() * 1000))
        sent = False  # whether the command may have arrived
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.seated or self.gone)
                if self.gone:
                    raise Refused({"code": FORBIDDEN, "message": self.gone})
            try:
                return self.call("seat/act", command=command, once=once, version=version)
            except Refused as e:
                if e.code == STALE and e.data.get("once", 0) >= once and not sent:
                    once = self.once = e.data["once"] + 1  # another device's clock is ahead
                elif e.code == TOO_MUCH:
                    time.sleep(SOONEST)
                else:
                    raise
            except Lost:
                sent = True
                time.sleep(SOONEST)

    def choose(self, command, picked=()):
        """Returns the next choice of a command, without doing it."""
        return self.call("seat/choose", command=command, picked=list(picked))

    def preview(self, command, picked=()):
        """Returns the certain effects of a command, without doing it."""
        return self.call("seat/preview", command=command, picked=list(picked))

    def legal(self, limit=200):
        """Lists complete commands that are legal now."""
        return self.call("seat/legal", limit=limit)["commands"]

    def log(self, start=0):
        """Lists the events since a turn."""
        return self.call("seat/log", **{"from": start})["entries"]

    def over(self):
        """Reports whether the game is over."""
        return self.news is not None and "ending" in self.news["view"]

    def turn(self, after=-1, timeout=None):
        """Waits until the seat may act, or the game is over, in a version
        greater than after, and returns the news."""
        with self.changed:
            self.changed.wait_for(lambda: self.gone or self.news["version"] > after and (self.news["acts"] or self.over()), timeout)
            return self.news


def play(link, chance, most=2000):
    """Plays one seat at random until the game is over."""
    seat = Seat.of(link)
    version = seat.join()["version"] - 1
    done = 0
    while done < most:
        news = seat.turn(version)
        version = news["version"]
        if seat.over() or seat.gone:
            break
        commands = seat.legal()
        if commands and seat.act(chance.choice(commands)).get("done"):
            done += 1
        else:
            version -= 1  # try this version again: another seat was faster
    ending = seat.news["view"].get("ending", {"outcome": "not over"})
    line = f"Player {seat.player} of {seat.seats}, after {done} commands: {ending['outcome']} {ending.get('text', '')}\n"
    print(line, end="", flush=True)  # in one piece, because other threads print too
    seat.leave()


def main(*links):
    players = [threading.Thread(target=play, args=(link, random.Random(i))) for i, link in enumerate(links)]
    for p in players:
        p.start()
    for p in players:
        p.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
