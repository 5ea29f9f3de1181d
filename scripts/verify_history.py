#!/usr/bin/env python3
"""Verify the history of a Uniform store, without Uniform.

    verify_history.py [--known NUMBER:HASH]... [--memory N] [--quiet] FILE

FILE is an export (`uniform store history`), pages of a service one after another, or a backup or store in
SQLite; "-" is an export on standard input. The
script follows docs/reference/history-format.md and nothing else, and needs only Python 3.11. A backup with compressed
rows also needs a decoder of Zstandard: Python 3.14, or the program `zstd`.

--known is a head that was noted earlier: the event must still be there, with this hash. Without it, the chain only shows
that the history agrees with itself: whoever can write to the database can compute all hashes again. Events whose secrets
were withheld are counted: their contents are not proven, only their places. So are hidden events, of which a part of a
history has number and hash alone.

Of a large history, the last event of each name is kept in a temporary file (in TMPDIR, else /var/tmp), about 150 bytes a
name; --memory says how many subjects stay in memory.

Each finding is a line on standard error, with the line of the export or the row of the table. The exit code is 0 if
there is none, 1 if there are findings, 2 if the arguments are wrong or the file cannot be read.
"""
import argparse
import hashlib
import heapq
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import urllib.parse

MOST_FINDINGS = 1000
IN_MEMORY = 500_000  # subjects, about 500 bytes each
NO_HASH = bytes(32)
TEXTS = ("who", "from", "action", "kind", "id")
MAKES_NAMES = {"assign", "mint", "import", "reserve"}
RESERVED, ACTIVE, WITHDRAWN = 1, 2, 3
WITHHELD = {"token", "request", "draft", "webhook"}  # the kinds of events that may be without their secrets


class Unreadable(Exception):
    """The file is not what this script reads."""


class Malformed(Exception):
    """A part of it has not the form that the page describes."""


class Findings:
    def __init__(self, quiet):
        self.quiet, self.count = quiet, 0

    def add(self, where, what):
        self.count += 1
        if self.quiet or self.count > MOST_FINDINGS:
            return
        line = f"{where}: {what}"
        print("".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in line), file=sys.stderr)


# "The hash"

def hash_of(previous, e):
    def sized(b):
        return len(b).to_bytes(4, "big") + b

    parts = [previous, e["number"].to_bytes(8, "big"), e["at"].to_bytes(8, "big", signed=True),
             e["before"].to_bytes(8, "big")]
    parts += [sized(e[name].encode()) for name in TEXTS]
    return hashlib.sha256(b"".join(parts) + sized(e["body"])).digest()


# "The record of a name"

class Bytes:
    """Reads from the front."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def more(self):
        return self.at < len(self.data)

    def take(self, n):
        if n > len(self.data) - self.at:
            raise Malformed(f"it ends too early, at byte {len(self.data)}")
        self.at += n
        return self.data[self.at - n:self.at]

    def byte(self):
        return self.take(1)[0]

    def varint(self):
        n = shift = 0
        while True:
            b = self.byte()
            n |= (b & 0x7F) << shift
            if n >= 1 << 64 or (b == 0 and shift > 0):
                raise Malformed(f"a number is too long, at byte {self.at - 1}")
            if b < 0x80:
                return n
            shift += 7

    def text(self):
        start = self.at
        try:
            return self.take(self.varint()).decode()
        except UnicodeDecodeError:
            raise Malformed(f"a text is not UTF-8, at byte {start}") from None

    def fields(self, places, repeated):
        """Tags with their values, in the order that `places` gives them."""
        last = 0
        while self.more():
            tag = self.byte()
            place = places(tag)
            if place == 0 or place < last or (place == last and tag not in repeated):
                raise Malformed(f"the tag {tag} is unknown or in the wrong place, at byte {self.at - 1}")
            last = place
            yield tag, self.take(self.varint())


def unzigzag(n):
    return n >> 1 if n % 2 == 0 else -(n >> 1) - 1


def check_locator(value):
    b = Bytes(value)
    b.text()
    for tag, part in b.fields(lambda t: t if 1 <= t <= 6 else 0, ()):
        check_value(part, tag >= 4)


def check_value(value, is_number):
    if not is_number:
        try:
            value.decode()
        except UnicodeDecodeError:
            raise Malformed("a text of the record is not UTF-8") from None
        return
    b = Bytes(value)
    b.varint()
    if b.more():
        raise Malformed("bytes follow a number of the record")


def read_record(body):
    """State and registrar of a name."""
    b = Bytes(body)
    state, registrar = b.byte(), ""
    if state not in (RESERVED, ACTIVE, WITHDRAWN):
        raise Malformed(f"the state {state} is unknown")
    for tag, value in b.fields(lambda t: 3 if t in (4, 5) else t if t <= 14 else 0, (3, 4, 5, 7, 14)):
        if tag == 5:
            check_locator(value)
        elif tag == 14:
            typed = Bytes(value)
            if not typed.text():
                raise Malformed("a typed value has no type")
            check_value(typed.take(len(value) - typed.at), False)
        else:
            check_value(value, tag in (12, 13))
        if tag == 2:
            registrar = value.decode()
    return state, registrar


class Subjects:
    """The state of each subject after its last event: its number, the hash of the body, and what the kind needs (of a name
    state and registrar, of a counter its number as the latter). Those that were used last are in memory; when there are too many, all of
    them go to a temporary database, in the order of its keys. It has no name, and vanishes with the process."""

    def __init__(self, most):
        self.most, self.recent, self.count, self.names, self.db = most, {}, 0, 0, None

    def find(self, key):
        """The state, or None."""
        if key in self.recent or self.db is None:
            return self.recent.get(key)
        return self.db.execute("SELECT last, content, state, holder FROM subjects WHERE kind = ? AND id = ?", key).fetchone()

    def put(self, key, state, is_new):
        if is_new:
            self.count += 1
            self.names += key[0] == "name"
        self.recent[key] = state
        if len(self.recent) > self.most:
            self.spill()

    def spill(self):
        if self.db is None:
            self.db = sqlite3.connect("", isolation_level=None)
            self.db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"
                                  "CREATE TABLE subjects (kind TEXT, id TEXT, last INTEGER, content BLOB, state INTEGER,"
                                  " holder TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID")
        self.db.execute("BEGIN")
        self.db.executemany("INSERT INTO subjects (kind, id, last, content, state, holder) VALUES (?, ?, ?, ?, ?, ?) "
                            "ON CONFLICT (kind, id) DO UPDATE SET last = excluded.last, content = excluded.content, "
                            "state = excluded.state, holder = excluded.holder",
                            (key + self.recent[key] for key in sorted(self.recent)))
        self.db.execute("COMMIT")
        self.recent.clear()

    def all(self):
        """Each with its state, in the order of the bytes of their keys."""
        if self.db is None:
            yield from sorted(self.recent.items(), key=lambda item: order(*item[0]))
            return
        self.spill()
        for kind, name, *state in self.db.execute("SELECT * FROM subjects ORDER BY kind, id"):
            yield (kind, name), tuple(state)


def order(kind, name):
    """That of SQLite, whatever the types are."""
    return tuple(x if isinstance(x, bytes) else str(x).encode(errors="surrogateescape") for x in (kind, name))


# "What holds in every history"

class Chain:
    """Checks the events, one after another."""

    def __init__(self, findings, known, in_memory=IN_MEMORY):
        self.findings, self.known = findings, dict(known)
        self.number, self.at, self.hash = 0, None, NO_HASH
        self.withheld = 0   # events whose bodies lack their secrets
        self.hidden = 0     # events of which only number and hash are known
        self.subjects = Subjects(in_memory)
        self.holders = {}   # of each prefix: the registrars whose delegation is active
        if self.known.get(0, NO_HASH) != NO_HASH:
            findings.add("--known 0", "the hash of an empty history is 64 zeros")

    def add(self, e, where):
        """`e` may have a hash; the chain continues with the hash that its content has."""
        complain = self.findings.add
        if e["number"] != self.number + 1:
            complain(where, f"event {e['number']} follows event {self.number}: events are missing, repeated or in "
                            "another order")
        if "hidden" in e or (e["withheld"] and e["kind"] == "hidden"):
            self.hidden += 1
            if self.known.pop(e["number"], e["hash"]) != e["hash"]:
                complain(where, f"event {e['number']} does not have the known hash")
            self.number, self.hash = e["number"], e["hash"]
            return
        if self.at is not None and e["at"] < self.at:
            complain(where, f"event {e['number']} is earlier than the event before it")
        if e["withheld"]:
            self.withheld += 1
        computed = e["hash"] if e["withheld"] else hash_of(self.hash, e)
        if "hash" in e and e["hash"] != computed:
            complain(where, f"the hash of event {e['number']} is not that of its content and of the event before it")
            computed = e["hash"]  # one change is one finding
        if self.known.pop(e["number"], computed) != computed:
            complain(where, f"event {e['number']} does not have the known hash")
        self.subject(e, where)
        self.number, self.at, self.hash = e["number"], e["at"], computed

    def subject(self, e, where):
        complain = self.findings.add
        key = (e["kind"], e["id"])
        was = self.subjects.find(key)
        before = was[0] if was else 0
        state, holder = was[2:] if was else (0, "")
        if e["before"] == 0 and before != 0:
            complain(where, f"{e['kind']} {e['id']} is made a second time: event {before} made or changed it")
        elif e["before"] != before:
            complain(where, f"{e['kind']} {e['id']}: event {e['number']} names event {e['before']} as the one before "
                            f"it, which is event {before}")
        try:
            if e["kind"] == "name":
                state, holder = self.name(e, before, state, holder, where)
            elif e["kind"] == "counter":
                holder = self.counter(e, holder, where)
            else:
                document = json.loads(e["body"])
                if e["kind"] == "delegated":
                    self.delegated(e, document, where)
        except (Malformed, UnicodeDecodeError, ValueError, AttributeError, RecursionError) as why:
            complain(where, f"{e['kind']} {e['id']}: the body is malformed: {why}")
        self.subjects.put(key, (e["number"], hashlib.sha256(e["body"]).digest(), state, holder), was is None)

    def name(self, e, before, was, holder, where):
        complain = self.findings.add
        if (e["action"] in MAKES_NAMES) != (before == 0):
            complain(where, f"name {e['id']}: the action {e['action']} of event {e['number']} is wrong, as the name " +
                     ("was there" if before else "was not there"))
        state, registrar = read_record(e["body"])
        if state < was and (e["action"], was, state) != ("reinstate", WITHDRAWN, ACTIVE):
            complain(where, f"name {e['id']}: its state goes back from {was} to {state}")
        if was >= ACTIVE and registrar != holder:
            complain(where, f"name {e['id']}: its registrar changes from {holder!r} to {registrar!r}")
        return state, registrar

    def counter(self, e, was, where):
        number = int(e["body"].decode())
        if number < int(was or 0):
            self.findings.add(where, f"counter {e['id']} goes back to {number}")
        return str(number)

    def delegated(self, e, document, where):
        registrar, _, prefix = e["id"].partition("/")
        holders = self.holders.setdefault(prefix, set())
        if document.get("state") != "active":
            return holders.discard(registrar)
        holders.add(registrar)
        if len(holders) > 1:
            self.findings.add(where, f"the prefix {prefix} has several registrars: {', '.join(sorted(holders))}")

    def end(self, where):
        for number in sorted(self.known):
            if number > 0:
                self.findings.add(where, f"the history ends with event {self.number}, before the known event {number}")

    def head(self):
        return f"{self.number}:{self.hash.hex()}"


# "The export"

def without_repetition(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise Malformed("a member is repeated")
    return dict(pairs)


def read_line(line):
    try:
        value = json.loads(line.decode(), object_pairs_hook=without_repetition)
    except (UnicodeDecodeError, ValueError, RecursionError) as why:
        raise Malformed(f"not JSON: {why}") from None
    if not isinstance(value, dict):
        raise Malformed("not an object")
    return value


def whole(value, name, least, most):
    n = value.get(name)
    if type(n) is not int or not least <= n <= most:
        raise Malformed(f'"{name}" is not a number from {least} to {most}')
    return n


def hexadecimal(value, name, length):
    text = value.get(name)
    if not isinstance(text, str) or not re.fullmatch("(?:[0-9a-f]{2})*", text) or length not in (None, len(text)):
        raise Malformed(f'"{name}" has not the form of hexadecimal digits')
    return bytes.fromhex(text)


def hidden_from(value):
    """An event that is not about the prefixes that were asked for: only number and hash are known."""
    if set(value) != {"number", "hidden", "hash"} or value["hidden"] is not True:
        raise Malformed("a hidden event has a number and a hash alone")
    return {"number": whole(value, "number", 1, 2**63 - 1), "hash": hexadecimal(value, "hash", 64), "hidden": True}


def event_from(value):
    if "hidden" in value:
        return hidden_from(value)
    body = "record" if value.get("kind") == "name" else "text"
    withheld = value.pop("withheld", False)
    if withheld is not False and (withheld is not True or value.get("kind") not in WITHHELD):
        raise Malformed("an event of this kind is never without its body")
    if set(value) != {"number", "at", "before", "hash", body, *TEXTS}:
        raise Malformed("it does not have the members of an event")
    if not all(isinstance(value[name], str) for name in TEXTS) or not isinstance(value[body], str):
        raise Malformed("a member that is a text has another type")
    e = {name: value[name] for name in TEXTS}
    e["withheld"] = withheld
    e["number"] = whole(value, "number", 1, 2**63 - 1)
    e["at"] = whole(value, "at", -2**63, 2**63 - 1)
    e["before"] = whole(value, "before", 0, 2**63 - 1)
    e["hash"] = hexadecimal(value, "hash", 64)
    e["body"] = hexadecimal(value, body, None) if body == "record" else value[body].encode()
    return e


FORMAT = {"format": "uniform-history", "version": 1}


def verify_export(lines, name, chain):
    complain = chain.findings.add
    first = lines.readline()
    try:
        header = read_line(first)
    except Malformed:
        header = {}
    after = header.pop("after", chain.head())
    if header != FORMAT:
        raise Unreadable(f"{name}:1: not an export of a history in version 1 of the format")
    if after != chain.head():
        complain(f"{name}:1", f"the page goes on after {after}, and the events before it are missing")
    number, end = 1, None
    for number, line in enumerate(lines, 2):
        where = f"{name}:{number}"
        try:
            if not line.endswith(b"\n"):
                complain(where, "the line does not end with a line feed: the export is cut off")
            value = read_line(line)
            if end is not None and "format" not in value:
                complain(where, "a line follows the last one")
            if set(value) == {"events", "head"}:
                end = value
            elif "format" in value:
                if value != {**FORMAT, "after": chain.head()} or end is None:
                    complain(where, f"the page does not go on after {chain.head()}")
                end = None
            else:
                chain.add(event_from(value), where)
        except (Malformed, UnicodeEncodeError) as why:
            complain(where, f"the line is malformed: {why}")
    where = f"{name}:{number}"
    if end is None:
        complain(where, "the last line with the head is missing: the export is cut off")
    elif end != {"events": chain.number, "head": chain.head()}:
        complain(where, f"the last line does not have the head of the events before it, {chain.head()}")


# "In the database"

def decompress(data):
    try:
        from compression import zstd  # Python 3.14
        return zstd.decompress(data)
    except ImportError:
        pass
    if shutil.which("zstd") is None:
        raise Unreadable("a row of the history is compressed: install the program zstd, or use Python 3.14")
    done = subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=False)
    if done.returncode != 0:
        raise Malformed("its events cannot be decompressed")
    return done.stdout


def events_of(data, first, count):
    if not isinstance(data, bytes) or not data or data[0] > 1:
        raise Malformed("its events are not encoded as version 1 does")
    if data[0] == 0:
        b = Bytes(data[1:])
    else:
        if hashlib.sha256(data[9:]).digest()[:8] != data[1:9]:
            raise Malformed("its compressed events do not have their hash")
        b = Bytes(decompress(data[9:]))
    last = {"at": 0}
    for number in range(first, first + count):
        flags = b.byte()
        if flags > 63 or (number == first and flags & 15):
            raise Malformed(f"unknown flags, at byte {b.at - 1} of its events")
        time = b.varint()
        e = {"number": number, "at": unzigzag(time) if number == first else last["at"] + time,
             "before": 0 if flags & 16 else number - b.varint()}
        for bit, name in ((1, "who"), (2, "from"), (4, "action"), (8, "kind")):
            e[name] = last[name] if flags & bit else b.text()
        e["id"] = b.text()
        e["body"] = b.take(b.varint())
        e["withheld"] = bool(flags & 32)
        if e["withheld"]:
            e["hash"] = b.take(32)
            if e["kind"] not in (*WITHHELD, "hidden"):
                raise Malformed(f"event {number}, of kind {e['kind']}, is without its body")
        if not 0 <= e["before"] < number:
            raise Malformed(f"event {number} has no event before it in the history")
        yield e
        last = e
    if b.more():
        raise Malformed(f"bytes follow its events, at byte {b.at}")


def verify_rows(path, db, chain):
    """Each subject has one row, with the body of its last event. Both are read once, in the same order."""
    complain = chain.findings.add
    subjects = chain.subjects.all()
    names = db.execute("SELECT 'name', key, event, record FROM names ORDER BY key")
    documents = db.execute("SELECT kind, id, event, body FROM documents ORDER BY kind, id")
    expected = next(subjects, None)

    def without_rows(end):
        nonlocal expected
        while expected is not None and (end is None or order(*expected[0]) < end):
            (kind, key), state = expected
            complain(f"{path}, {kind} {key}", f"it is in the history (event {state[0]}), but has no row")
            expected = next(subjects, None)

    for kind, key, event, body in heapq.merge(names, documents, key=lambda row: order(*row[:2])):
        where = f"{path}, {kind} {key}"
        body = body.encode(errors="surrogateescape") if isinstance(body, str) else body
        without_rows(order(kind, key))
        last = None
        if expected is not None and expected[0] == (kind, key):
            last, expected = expected[1], next(subjects, None)
        if last is None or last[0] != event:
            complain(where, f"event {event} is not its last event, or it has two rows")
        elif not isinstance(body, bytes) or hashlib.sha256(body).digest() != last[1]:
            complain(where, f"its row does not have the body of its last event, {event}")
    without_rows(None)


def verify_database(path, chain):
    complain = chain.findings.add
    try:
        db = sqlite3.connect(f"file:{urllib.parse.quote(path)}?mode=ro", uri=True)
        # a text that is not UTF-8 matches no event
        db.text_factory = lambda text: text.decode(errors="surrogateescape") 
        rows = db.execute("SELECT first, count, head, events FROM history ORDER BY first")
        for first, count, head, data in rows:
            where = f"{path}, row {first} of history"
            try:
                if type(first) is not int or type(count) is not int or first < 1 or count < 1:
                    raise Malformed("first or count is not a number from 1")
                for e in events_of(data, first, count):
                    chain.add(e, f"{where}, event {e['number']}")
            except Malformed as why:
                complain(where, f"the row is malformed: {why}")
            if chain.hash != head:
                complain(where, "the hash of the row is not that of its last event")
                chain.hash = head if isinstance(head, bytes) and len(head) == 32 else chain.hash
        verify_rows(path, db, chain)
    except (sqlite3.Error, sqlite3.Warning) as why:
        raise Unreadable(f"{path}: {why}") from None


def head_from(text):
    m = re.fullmatch(r"([0-9]{1,19}):([0-9a-fA-F]{64})", text)
    if not m:
        raise argparse.ArgumentTypeError("not of the form NUMBER:HASH, with 64 hexadecimal digits")
    return int(m[1]), bytes.fromhex(m[2])


def main():
    about = __doc__.split("\n\n")
    parser = argparse.ArgumentParser(description=about[0], epilog="\n\n".join(about[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--known", metavar="NUMBER:HASH", type=head_from, action="append", default=[],
                        help="a head that was noted earlier; may be repeated")
    parser.add_argument("--memory", metavar="N", type=int, default=IN_MEMORY,
                        help="how many names and documents to keep in memory, about 500 bytes each (default: %(default)s)")
    parser.add_argument("--quiet", action="store_true", help="print nothing: the result is only the exit code")
    parser.add_argument("file", metavar="FILE", help='an export or a store in SQLite; "-": standard input')
    o = parser.parse_args()
    findings = Findings(o.quiet)
    chain = Chain(findings, o.known, max(o.memory, 1))
    try:
        if o.file == "-":
            verify_export(sys.stdin.buffer, "standard input", chain)
        else:
            with open(o.file, "rb") as f:
                if f.read(16) == b"SQLite format 3\0":
                    verify_database(o.file, chain)
                else:
                    f.seek(0)
                    verify_export(f, o.file, chain)
    except (OSError, Unreadable) as why:
        print(f"verify_history.py: {why}", file=sys.stderr)
        return 2
    chain.end(o.file)
    if not o.quiet:
        print(f"{chain.number} events, {chain.subjects.names} names, {chain.subjects.count - chain.subjects.names} documents")
        print("head " + chain.head())
        if chain.withheld:
            print(f"{chain.withheld} events without their secrets: what they say is not proven")
        if chain.hidden:
            print(f"{chain.hidden} hidden events, which are not about the prefixes that were asked for")
        if findings.count:
            print(f"{findings.count} findings")
        else:
            print("the history agrees with itself" + (" and with the known heads" if o.known else ""))
    return 1 if findings.count else 0


if __name__ == "__main__":
    sys.exit(main())
