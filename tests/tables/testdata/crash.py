"""Acts while the host is away: crash.py ROOT LINK LINK"""
import sys
import threading

sys.path.insert(0, sys.argv[1] + "/docs/examples")
from seat import Refused, Seat  # noqa: E402


def ask(word):
    print(word, flush=True)
    sys.stdin.readline()


one, two = Seat.of(sys.argv[2]), Seat.of(sys.argv[3])
news = one.join()
two.join()
command = one.legal()[0]
ask("down")
outcome = []
actor = threading.Thread(target=lambda: outcome.append(one.act(command)))
actor.start()
ask("up")
actor.join()
assert outcome[0]["done"] and outcome[0]["version"] == news["version"] + 1, outcome
assert [e["command"] for e in one.log(1)] == [command], one.log()
with two.changed:
    assert two.changed.wait_for(lambda: two.news["version"] == outcome[0]["version"], 20), "the other seat hears of it"
try:
    Seat.of(sys.argv[2] + "x").join()
    raise AssertionError("a wrong token is taken")
except Refused as e:
    assert e.code == -32002, e
one.leave()
try:
    one.act("end_turn")
    raise AssertionError("a seat that was left acts")
except Refused:
    pass
ask("done")
