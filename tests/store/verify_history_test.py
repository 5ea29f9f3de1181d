#!/usr/bin/env python3
"""scripts/verify_history.py finds what is done to an export: verify_history_test.py SCRIPT EXPORT NUMBER:HASH.

EXPORT is a good export (`uniform store history`) with the head NUMBER:HASH, of a store with every kind of event. The
hashes are computed here again, by docs/reference/history-format.md, and not by the script that is tested.
"""
import copy
import hashlib
import json
import os
import subprocess
import sys
import tempfile

SCRIPT, EXPORT, HEAD = sys.argv[1:4]
FOLDER = tempfile.mkdtemp()
FILE = os.path.join(FOLDER, "history.ndjson")


def rehash(events, start=0):
    """The forgery of somebody who can write to the database: all hashes are right again."""
    last = bytes.fromhex(events[start - 1]["hash"]) if start else bytes(32)
    for e in events[start:]:
        b = last + e["number"].to_bytes(8, "big") + e["at"].to_bytes(8, "big", signed=True) + e["before"].to_bytes(8, "big")
        body = bytes.fromhex(e["record"]) if "record" in e else e["text"].encode()
        for t in [e[m].encode() for m in ("who", "from", "action", "kind", "id")] + [body]:
            b += len(t).to_bytes(4, "big") + t
        last = hashlib.sha256(b).digest()
        e["hash"] = last.hex()
    return events


def renumber(events):
    """The same after events were removed or inserted: numbers and chains of subjects are right, too."""
    last = {}
    for number, e in enumerate(events, 1):
        e["number"], e["before"] = number, last.get((e["kind"], e["id"]), 0)
        last[e["kind"], e["id"]] = number
    return rehash(events)


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def lines_of(events):
    head = f"{len(events)}:{events[-1]['hash']}" if events else "0:" + 64 * "0"
    return [line(FIRST), *map(line, events), line({"events": len(events), "head": head})]


def pages(events, size):
    """The events as a service shows them: without secrets, and with the head of all after each page."""
    head = f"{EVENTS[-1]['number']}:{EVENTS[-1]['hash']}"
    out, after = [], "0:" + 64 * "0"
    for start in range(0, len(events), size):
        out.append(line({**FIRST_LINE, "after": after}))
        for e in events[start:start + size]:
            if e["kind"] == "token":
                e = {**e, "text": "{}", "withheld": True}
            out.append(line(e))
            after = f"{e['number']}:{e['hash']}"
        out.append(line({"events": len(events), "head": head}))
    return out


def run(content, *options):
    with open(FILE, "wb") as f:
        f.write(content if isinstance(content, bytes) else "".join(content).encode())
    r = subprocess.run([sys.executable, "-B", SCRIPT, *options, FILE], capture_output=True, text=True, check=False)
    assert "Traceback" not in r.stderr, r.stderr
    return r


FIRST_LINE = {"format": "uniform-history", "version": 1}
with open(EXPORT, encoding="utf-8", newline="") as f:
    WHOLE = f.readlines()
FIRST, EVENTS = json.loads(WHOLE[0]), [json.loads(one) for one in WHOLE[1:-1]]
assert lines_of(copy.deepcopy(EVENTS)) == WHOLE, "the export is not what the page describes"
assert rehash(copy.deepcopy(EVENTS)) == EVENTS, "the hashes of the export are not those that the page describes"

# A name that was assigned and changed later, and one that was withdrawn.
changed = next(e for e in EVENTS if e["kind"] == "name" and e["action"] == "change")
CHANGE, ASSIGN = changed["number"] - 1, changed["before"] - 1
assert EVENTS[ASSIGN]["action"] == "assign"
WITHDRAW = next(e["number"] - 1 for e in EVENTS if e["kind"] == "name" and e["action"] == "withdraw" and e["before"])
MINTED = next(e["number"] - 1 for e in EVENTS if e["kind"] == "name" and e["action"] == "mint" and e["record"][2:4] == "02")
COUNTER = [e["number"] - 1 for e in EVENTS if e["kind"] == "counter" and e["before"]][-1]
DELEGATED = next(e["number"] - 1 for e in EVENTS if e["kind"] == "delegated" and e["action"] == "transfer"
                 and "ended" in e["text"])
TOKEN = next(e["number"] - 1 for e in EVENTS if e["kind"] == "token")


def with_event(index, **members):
    def change(events):
        events[index].update(members)
        return events
    return change


def removed(first, last=None):
    def change(events):
        del events[first:last or first + 1]
        return events
    return change


def swapped(events):
    events[CHANGE], events[CHANGE - 1] = events[CHANGE - 1], events[CHANGE]
    return events


def inserted(events):
    events.insert(CHANGE, copy.deepcopy(events[CHANGE - 1]))
    return events


def assigned_twice(events):
    again = copy.deepcopy(events[ASSIGN])
    again.update(number=len(events) + 1, at=events[-1]["at"], before=0, who="token:other")
    return rehash([*events, again], len(events))


def assigned_over(events):
    again = copy.deepcopy(events[ASSIGN])
    last = max(e["number"] for e in events if (e["kind"], e["id"]) == ("name", again["id"]))
    again.update(number=len(events) + 1, at=events[-1]["at"], before=last)
    return rehash([*events, again], len(events))


def appended(**members):
    """An event after the last one, with a right hash."""
    def change(events):
        e = {"number": len(events) + 1, "at": events[-1]["at"], "who": "token:1", "from": "", **members}
        e.setdefault("before", max((x["number"] for x in events if (x["kind"], x["id"]) == (e["kind"], e["id"])), default=0))
        order = ["number", "at", "who", "from", "action", "kind", "id", "before", *(["record"] if "record" in e else ["text"]), "hash"]
        e["hash"] = ""
        return rehash([*events, {m: e[m] for m in order}], len(events))
    return change


def then(*steps):
    def change(events):
        for step in steps:
            events = step(events)
        return events
    return change


WITHDRAWN, NAME_MINTED = EVENTS[WITHDRAW]["id"], EVENTS[MINTED]["id"]
REINSTATED = EVENTS[EVENTS[WITHDRAW]["before"] - 1]["record"]  # its record before the withdrawal
HOLDER, MOVED = EVENTS[DELEGATED]["id"].split("/", 1)

# The change; the message of the script; the event at whose line the script reports it; whether only a noted head
# reveals it.
ROWS = [
    ("the principal of an event", with_event(CHANGE, who="token:innocent"), "the hash of event", CHANGE, False),
    ("the time of an event", with_event(CHANGE, at=EVENTS[CHANGE]["at"] + 1), "the hash of event", CHANGE, False),
    ("the place of an event", with_event(CHANGE, **{"from": "192.0.2.1"}), "the hash of event", CHANGE, False),
    ("the action", with_event(CHANGE, action="succeed"), "the hash of event", CHANGE, False),
    ("the body of a name", with_event(CHANGE, record="02"), "the hash of event", CHANGE, False),
    ("the body of a document", with_event(TOKEN, text="{}"), "the hash of event", TOKEN, False),
    ("the subject", with_event(CHANGE, id=EVENTS[CHANGE]["id"] + "x"), "names event", CHANGE, False),
    ("the subject's event before", with_event(CHANGE, before=EVENTS[CHANGE]["before"] - 1), "names event", CHANGE, False),
    ("the hash", with_event(CHANGE, hash=64 * "7"), "the hash of event", CHANGE, False),
    ("the last hash", with_event(-1, hash=64 * "7"), "the hash of event", len(EVENTS) - 1, False),
    ("an event is removed", removed(CHANGE), "events are missing", CHANGE, False),
    ("the first event is removed", removed(0), "events are missing", 0, False),
    ("two events change places", swapped, "in another order", CHANGE - 1, False),
    ("an event is inserted", inserted, "events are missing, repeated", CHANGE, False),
    ("a name is assigned twice", assigned_twice, "is made a second time", len(EVENTS), False),
    ("a name is assigned again by a later event", assigned_over, "the action assign of event", len(EVENTS), False),
    ("a name comes into being by a change",
     appended(action="change", kind="name", id="example:never-assigned", record="02"), "the name was not there",
     len(EVENTS), False),
    ("a withdrawn name is active again", appended(action="change", kind="name", id=WITHDRAWN, record="02"),
     "its state goes back from 3 to 2", len(EVENTS), False),
    ("a withdrawn name is reinstated as a reserved one",
     appended(action="reinstate", kind="name", id=WITHDRAWN, record="01"), "its state goes back from 3 to 1", len(EVENTS), False),
    ("a name gets another owner", appended(action="change", kind="name", id=NAME_MINTED, record="02" "02" "05" + b"thief".hex()),
     "its registrar changes", len(EVENTS), False),
    ("a prefix gets a second owner",
     appended(action="delegate", kind="delegated", id="thief/" + MOVED, text='{"state":"active"}'),
     "has several registrars", len(EVENTS), False),
    ("a counter goes back", appended(action="count", kind="counter", id=EVENTS[COUNTER]["id"], text="0"),
     "goes back to 0", len(EVENTS), False),
    ("two events supersede the same one",
     appended(action="change", kind="name", id=EVENTS[CHANGE]["id"], record="02", before=ASSIGN + 1), "names event",
     len(EVENTS), False),
    ("time goes back", then(with_event(CHANGE, at=EVENTS[CHANGE - 1]["at"] - 1), rehash), "is earlier than", CHANGE, False),
    ("a record that nobody can read", then(with_event(CHANGE, record="0220"), rehash), "the body is malformed", CHANGE, False),
    ("a document that nobody can read", then(with_event(TOKEN, text="{"), rehash), "the body is malformed", TOKEN, False),
    ("somebody else did it, says the whole chain", then(with_event(CHANGE, who="token:innocent"), rehash),
     "does not have the known hash", len(EVENTS) - 1, True),
    ("another locator, says the whole chain", then(with_event(ASSIGN, record="02" "04" "01" "61"), rehash),
     "does not have the known hash", len(EVENTS) - 1, True),
    ("an event is removed, and the rest is made to fit", then(removed(CHANGE), renumber),
     "before the known event", len(EVENTS) - 2, True),
    ("the last event is removed", removed(-1, len(EVENTS)), "before the known event", len(EVENTS) - 2, True),
    ("nothing ever happened", removed(0, len(EVENTS)), "before the known event", -1, True),
]


def main():
    good = run(WHOLE)
    assert good.returncode == 0 and "agrees with itself\n" in good.stdout, (good.stdout, good.stderr)
    good = run(WHOLE, "--known", HEAD, "--known", f"{CHANGE + 1}:{EVENTS[CHANGE]['hash']}", "--known", "0:" + 64 * "0")
    assert good.returncode == 0 and "head " + HEAD in good.stdout and "known heads" in good.stdout, good.stderr
    assert run(WHOLE, "--quiet").stdout == ""
    # An erroneous withdrawal that is reverted is the one way back (history-format.md).
    good = run(lines_of(appended(action="reinstate", kind="name", id=WITHDRAWN, record=REINSTATED)(copy.deepcopy(EVENTS))))
    assert good.returncode == 0 and "agrees with itself\n" in good.stdout, (good.stdout, good.stderr)

    for what, how, says, at, needs_head in ROWS:
        events = how(copy.deepcopy(EVENTS))
        content = lines_of(events)
        assert content != WHOLE, what
        alone, known = run(content), run(content, "--known", HEAD)
        assert alone.returncode == (0 if needs_head else 1), (what, alone.stderr)
        assert known.returncode == 1, (what, known.stdout)
        assert says in known.stderr, (what, known.stderr)
        if not says.startswith("before the known"):
            assert any(f"{FILE}:{at + 2}: " in one and says in one for one in known.stderr.splitlines()), (what, known.stderr)

    # The text of the export.
    for what, content, says in [
            ("without its end", WHOLE[:-1], "cut off"),
            ("cut off in an event", "".join(WHOLE[:-1])[:-10], "cut off"),
            ("without the last line feed", "".join(WHOLE)[:-1], "line feed"),
            ("something follows", WHOLE + [WHOLE[1]], "follows the last one"),
            ("another head", WHOLE[:-1] + [line({"events": len(EVENTS), "head": f"{len(EVENTS)}:" + 64 * "7"})], "the head"),
            ("another number of events", WHOLE[:-1] + [line({"events": 1, "head": HEAD})], "the head"),
            ("a repeated member", [WHOLE[0], WHOLE[1].replace('"who":', '"number":1,"who":'), *WHOLE[2:]], "repeated"),
            ("a member more", [WHOLE[0], WHOLE[1].replace('"who":', '"x":1,"who":'), *WHOLE[2:]], "members"),
            ("a number as text", [WHOLE[0], WHOLE[1].replace('"number":1', '"number":"1"'), *WHOLE[2:]], "number"),
            ("a number too large", [WHOLE[0], WHOLE[1].replace('"before":0', '"before":' + 30 * "9"), *WHOLE[2:]], "before"),
            ("no JSON", [WHOLE[0], "{\n", *WHOLE[2:]], "not JSON"),
            ("no object", [WHOLE[0], "7\n", *WHOLE[2:]], "not an object"),
            ("half a surrogate pair", [WHOLE[0], WHOLE[1].replace('"from":"', r'"from":"\ud800'), *WHOLE[2:]], "malformed"),
            ("deep", [WHOLE[0], 100000 * "[" + "\n", *WHOLE[2:]], "not JSON"),
            ("not UTF-8", "".join(WHOLE[:1]).encode() + b"\xff\n" + "".join(WHOLE[1:]).encode(), "not JSON")]:
        r = run(content)
        assert r.returncode == 1 and says in r.stderr, (what, r.returncode, r.stderr[:2000])

    # Pages of a service, one after another, and the events that have no secrets there.
    good = run(pages(EVENTS, 7), "--known", HEAD)
    assert good.returncode == 0 and "without their secrets" in good.stdout, (good.stdout, good.stderr)
    assert "without their secrets" not in run(WHOLE).stdout
    whole_pages = pages(EVENTS, 7)
    for what, content, says in [
            ("a page is missing", whole_pages[:9] + whole_pages[18:], "does not go on after"),
            ("the first page is missing", whole_pages[9:], "goes on after"),
            ("a page comes twice", whole_pages[:9] + whole_pages, "does not go on after"),
            ("an event follows the last line of a page", whole_pages[:9] + whole_pages[10:], "follows the last one"),
            ("the last page is cut off", whole_pages[:-1], "cut off"),
            ("a name without its body", pages([{**e, "withheld": True} if e is EVENTS[CHANGE] else e for e in EVENTS], 7),
             "never without its body"),
            ("a token as a whole that is none", [one.replace(',"withheld":true', "") for one in whole_pages], "the hash of event"),
            ("another hash of a withheld event",
             [one.replace(EVENTS[TOKEN]["hash"], 64 * "7") if '"withheld"' in one else one for one in whole_pages], "the hash of event")]:
        r = run(content)
        assert r.returncode == 1 and says in r.stderr, (what, r.returncode, r.stderr[:2000])

    # Not a history, or not an argument.
    for content in [b"", b"hello\n", b'{"format":"uniform-history","version":2}\n', b"SQLite format 3\0" + bytes(100)]:
        r = run(content)
        assert r.returncode == 2 and r.stderr, (content, r.returncode)
    for options in [["--known", "7"], ["--known", "7:7"], ["--unknown"]]:
        assert run(WHOLE, *options).returncode == 2, options
    absent = subprocess.run([sys.executable, "-B", SCRIPT, os.path.join(FOLDER, "absent")], capture_output=True, check=False)
    assert absent.returncode == 2, absent
    empty = run([line(FIRST), line({"events": 0, "head": "0:" + 64 * "0"})])
    assert empty.returncode == 0, empty.stderr
    shown = subprocess.run([sys.executable, "-B", SCRIPT, "--help"], capture_output=True, text=True, check=False)
    assert shown.returncode == 0 and "--known" in shown.stdout
    os.remove(FILE)
    os.rmdir(FOLDER)
    print(f"{len(ROWS)} manipulations were found")


main()
