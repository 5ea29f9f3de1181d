#!/usr/bin/env python3
"""Verify the history of a Uniform store, without Uniform.

    verify_history.py [--known NUMBER:HASH]... [--tree SIZE:ROOT]... [--prove URN]... [--memory N] [--quiet] FILE

FILE is an export (`uniform store history`), pages of a service one after another, a backup or store in
SQLite, or a proof of single names (`uniform store proof`); "-" is an export or a proof on standard input. The
script follows docs/reference/history-format.md and nothing else, and needs only Python 3.11. A backup with compressed
rows also needs a decoder of Zstandard: Python 3.14, or the program `zstd`.

--known is a head that was noted earlier: the event must still be there, with this hash. Without it, the chain only shows
that the history agrees with itself: whoever can write to the database can compute all hashes again. Events whose secrets
were withheld are counted: their contents are not proven, only their places. So are hidden events, of which a part of a
history has number and hash alone.

--tree is the head of the Merkle tree over the history, which was noted earlier: the tree of an export had that root, and
that of a proof is the same or continues it. --prove writes a proof of a name, by its key (its normal form), to standard
output instead of a report, as `uniform store proof` does; it needs 32 bytes an event in a temporary file. A proof shows
that its events are in the history, but not that no later event changed the name.

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
import tempfile
import urllib.parse

MOST_FINDINGS = 1000
IN_MEMORY = 500_000  # subjects, about 500 bytes each
NO_HASH = bytes(32)
TEXTS = ("who", "from", "action", "kind", "id")
MAKES_NAMES = {"assign", "mint", "import", "reserve"}
RESERVED, ACTIVE, WITHDRAWN = 1, 2, 3
STATES = {RESERVED: "reserved", ACTIVE: "active", WITHDRAWN: "withdrawn"}
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


# "The tree"

def leaf_hash(entry):
    return hashlib.sha256(b"\0" + entry).digest()


def node_hash(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def split_of(n):
    """The largest power of two smaller than n."""
    return 1 << (n - 1).bit_length() - 1


class Tree:
    """Grows, event after event. With `leaves`, a file for their hashes, it can make paths."""
    KEPT = 10  # the level from which subtrees stay in memory

    def __init__(self, leaves=None):
        self.size, self.complete, self.leaves, self.kept = 0, [], leaves, {}

    def add(self, entry):
        node, level, index = leaf_hash(entry), 0, self.size
        if self.leaves:
            self.leaves.write(node)
        while index % 2:
            node, level, index = node_hash(self.complete.pop(), node), level + 1, index // 2
            if self.leaves and level >= self.KEPT:
                self.kept[level, index] = node
        self.complete.append(node)
        self.size += 1

    def root(self):
        if not self.complete:
            return hashlib.sha256(b"").digest()
        node = self.complete[-1]
        for left in reversed(self.complete[:-1]):
            node = node_hash(left, node)
        return node

    def of(self, begin, count):
        """The hash of the leaves from `begin` on."""
        level = count.bit_length() - 1
        if count == 1 << level and level >= self.KEPT:
            return self.kept[level, begin >> level]
        if count == 1:
            self.leaves.seek(32 * begin)
            return self.leaves.read(32)
        left = split_of(count)
        return node_hash(self.of(begin, left), self.of(begin + left, count - left))

    def inclusion(self, index):
        path, begin, count = [], 0, self.size
        while count > 1:
            left = split_of(count)
            if index - begin < left:
                path.append(self.of(begin + left, count - left))
                count = left
            else:
                path.append(self.of(begin, left))
                begin, count = begin + left, count - left
        return path[::-1]

    def consistency(self, smaller):
        path, begin, count = [], 0, self.size
        while smaller - begin < count:
            left = split_of(count)
            if smaller - begin <= left:
                path.append(self.of(begin + left, count - left))
                count = left
            else:
                path.append(self.of(begin, left))
                begin, count = begin + left, count - left
        return path[::-1] if begin == 0 else [self.of(begin, count), *path[::-1]]


def root_by_inclusion(node, index, size, path):
    """RFC 9162 section 2.1.3.2; None if the path has another length."""
    last = size - 1
    if not 0 <= index <= last:
        return None
    for p in path:
        if last == 0:
            return None
        if index % 2 or index == last:
            node = node_hash(p, node)
            while index and index % 2 == 0:
                index, last = index // 2, last // 2
        else:
            node = node_hash(node, p)
        index, last = index // 2, last // 2
    return node if last == 0 else None


def is_consistent(smaller, larger, path):
    """RFC 9162 section 2.1.4.2; each tree is its size and its root."""
    (size, root), (larger_size, larger_root) = smaller, larger
    if size == 0 or size > larger_size:
        return False
    if size == larger_size:
        return not path and root == larger_root
    at, last = size - 1, larger_size - 1
    while at % 2:
        at, last = at // 2, last // 2
    if size & (size - 1) == 0:
        path = [root, *path]
    if not path:
        return False
    old = new = path[0]
    for p in path[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            old, new = node_hash(p, old), node_hash(p, new)
            while at and at % 2 == 0:
                at, last = at // 2, last // 2
        else:
            new = node_hash(new, p)
        at, last = at // 2, last // 2
    return last == 0 and (old, new) == (root, larger_root)


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

    def __init__(self, findings, known, in_memory=IN_MEMORY, trees=(), proven=()):
        self.findings, self.known, self.trees = findings, dict(known), dict(trees)
        self.tree = Tree(tempfile.TemporaryFile() if proven else None)
        self.consistent = ()  # sizes of smaller trees of which a proof shows that the tree continues them
        self.proven = {("name", key): [] for key in proven}  # events with the hash of the event before
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
        if (e["kind"], e["id"]) in self.proven:
            self.proven[e["kind"], e["id"]].append((e, self.hash))
        self.tree.add(computed)
        if self.tree.size in self.trees and self.trees.pop(self.tree.size) != self.tree.root():
            complain(where, f"the tree of the first {self.tree.size} events does not have the known root")
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
        for size in sorted(self.trees):
            if size > 0:
                self.findings.add(where, f"the history ends with event {self.number}, before those of the known tree, {size}")

    def head(self):
        return f"{self.number}:{self.hash.hex()}"


    def tree_head(self):
        return f"{self.tree.size}:{self.tree.root().hex()}"


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
    """Returns the proof, if it is one."""
    complain = chain.findings.add
    first = lines.readline()
    try:
        header = read_line(first)
    except Malformed:
        header = {}
    if header.get("format") == PROOF["format"]:
        return verify_proof(lines, header, name, chain)
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
    return None


# "Proofs"

PROOF = {"format": "uniform-proof", "version": 1}


def write_line(out, value):
    out.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def write_proof(out, chain):
    tree = chain.tree

    def digits(path):
        return [p.hex() for p in path]

    events = [pair for pairs in chain.proven.values() for pair in pairs]
    write_line(out, {**PROOF, "tree": chain.tree_head()})
    for size in sorted(chain.consistent):
        write_line(out, {"consistency": size, "path": digits(tree.consistency(size))})
    for e, previous in events:
        write_line(out, {**{m: e[m] for m in ("number", "at", *TEXTS, "before")}, "record": e["body"].hex(),
                         "hash": hash_of(previous, e).hex()})
        write_line(out, {"inclusion": e["number"], "previous": previous.hex(),
                         "path": digits(tree.inclusion(e["number"] - 1))})
    write_line(out, {"events": len(events)})


class Proof:
    """Verifies a proof, line after line."""

    def __init__(self, header, chain, where):
        self.chain, self.event, self.ended, self.events = chain, None, False, 0
        self.known = dict(chain.trees)
        if set(header) != {*PROOF, "tree"} or any(header[m] != PROOF[m] for m in PROOF) or not isinstance(header["tree"], str):
            raise Unreadable(f"{where}: not a proof in version 1 of the format")
        try:
            self.tree = head_from(header["tree"])
        except argparse.ArgumentTypeError as why:
            raise Unreadable(f"{where}: the tree is {why}") from None
        if self.known.get(self.tree[0]) == self.tree[1]:
            del self.known[self.tree[0]]

    def take(self, value, where):
        if self.ended:
            raise Malformed("a line follows the last one")
        if "inclusion" in value:
            self.inclusion(value, where)
        elif self.event:
            raise Malformed(f"event {self.event['number']} has no path")
        elif "consistency" in value:
            self.consistency(value)
        elif set(value) == {"events"}:
            if whole(value, "events", 0, 2**63 - 1) != self.events:
                raise Malformed("events are missing, or are too many")
            self.ended = True
        else:
            self.event = event_from(value)

    def consistency(self, value):
        if set(value) != {"consistency", "path"}:
            raise Malformed("it does not have the members of a consistency")
        size = whole(value, "consistency", 1, 2**63 - 1)
        path = hashes(value)
        if size in self.known:
            if not is_consistent((size, self.known[size]), self.tree, path):
                raise Malformed(f"the tree does not continue the known one of {size} events")
            del self.known[size]

    def inclusion(self, value, where):
        e, self.event = self.event, None
        if e is None or value["inclusion"] != e["number"]:
            raise Malformed("a path has no event")
        if set(value) != {"inclusion", "previous", "path"}:
            raise Malformed("it does not have the members of an inclusion")
        previous, path = hexadecimal(value, "previous", 64), hashes(value)
        if e["withheld"]:
            self.chain.withheld += 1
        elif hash_of(previous, e) != e["hash"]:
            raise Malformed(f"the hash of event {e['number']} is not that of its content")
        if root_by_inclusion(leaf_hash(e["hash"]), e["number"] - 1, self.tree[0], path) != self.tree[1]:
            raise Malformed(f"event {e['number']} is not in the tree")
        self.events += 1
        key = (e["kind"], e["id"])
        if e["before"] and not self.chain.subjects.find(key):  # the proof has its last events alone
            self.chain.subjects.put(key, (e["before"], b"", 0, ""), True)
        self.chain.subject(e, where)

    def end(self, where):
        complain = self.chain.findings.add
        if not self.ended:
            complain(where, "the last line is missing: the proof is cut off")
        for size in sorted(self.known):
            complain(where, f"it does not prove that its tree, of {self.tree[0]} events, continues the known one of {size}")


def hashes(value):
    if not isinstance(value["path"], list) or len(value["path"]) > 65:
        raise Malformed('"path" is no list of hashes')
    return [hexadecimal({"path": p}, "path", 64) for p in value["path"]]


def verify_proof(lines, header, name, chain):
    """Each finding is one of the whole proof: it proves nothing."""
    proof, number = Proof(header, chain, f"{name}:1"), 1
    for number, line in enumerate(lines, 2):
        where = f"{name}:{number}"
        try:
            if not line.endswith(b"\n"):
                raise Malformed("the line does not end with a line feed: the proof is cut off")
            proof.take(read_line(line), where)
        except (Malformed, UnicodeEncodeError) as why:
            chain.findings.add(where, str(why))
    proof.end(f"{name}:{number}")
    return proof


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


def key_from(text):
    return text[4:] if text[:4].lower() == "urn:" else text


def main():
    about = __doc__.split("\n\n")
    parser = argparse.ArgumentParser(description=about[0], epilog="\n\n".join(about[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--known", metavar="NUMBER:HASH", type=head_from, action="append", default=[],
                        help="a head that was noted earlier; may be repeated")
    parser.add_argument("--tree", metavar="SIZE:ROOT", type=head_from, action="append", default=[],
                        help="the head of a tree that was noted earlier; may be repeated")
    parser.add_argument("--prove", metavar="URN", type=key_from, action="append", default=[],
                        help="write a proof of this name, by its normal form; may be repeated")
    parser.add_argument("--memory", metavar="N", type=int, default=IN_MEMORY,
                        help="how many names and documents to keep in memory, about 500 bytes each (default: %(default)s)")
    parser.add_argument("--quiet", action="store_true", help="print nothing: the result is only the exit code")
    parser.add_argument("file", metavar="FILE", help='an export or a store in SQLite; "-": standard input')
    o = parser.parse_args()
    findings = Findings(o.quiet)
    chain = Chain(findings, o.known, max(o.memory, 1), o.tree, o.prove)
    proof = None
    try:
        if o.file == "-":
            proof = verify_export(sys.stdin.buffer, "standard input", chain)
        else:
            with open(o.file, "rb") as f:
                if f.read(16) == b"SQLite format 3\0":
                    verify_database(o.file, chain)
                else:
                    f.seek(0)
                    proof = verify_export(f, o.file, chain)
        if proof:
            return report_proof(proof, o)
        chain.end(o.file)
        if o.prove:
            return prove(chain, o)
    except (OSError, Unreadable) as why:
        print(f"verify_history.py: {why}", file=sys.stderr)
        return 2
    if not o.quiet:
        print(f"{chain.number} events, {chain.subjects.names} names, {chain.subjects.count - chain.subjects.names} documents")
        print("head " + chain.head())
        print("tree " + chain.tree_head())
        if chain.withheld:
            print(f"{chain.withheld} events without their secrets: what they say is not proven")
        if chain.hidden:
            print(f"{chain.hidden} hidden events, which are not about the prefixes that were asked for")
        if findings.count:
            print(f"{findings.count} findings")
        else:
            print("the history agrees with itself" + (" and with the known heads" if o.known or o.tree else ""))
    return 1 if findings.count else 0


def report_proof(proof, o):
    if o.known or o.prove:
        raise Unreadable("--known and --prove need the whole history, and this is a proof: --tree is a head of its tree")
    chain = proof.chain
    if not o.quiet and not chain.findings.count:
        for (kind, name), (last, _, state, _) in chain.subjects.all():
            subject = f"urn:{name}" if kind == "name" else f"{kind} {name}"
            print(f"{subject}: event {last}" + (f", {STATES[state]}" if kind == "name" else ""))
        print(f"tree {proof.tree[0]}:{proof.tree[1].hex()}")
        if chain.withheld:
            print(f"{chain.withheld} events without their secrets: what they say is not proven")
        print("the proof agrees with the known tree" if o.tree else
              "the proof agrees with itself: compare the tree with one that was noted, by --tree")
    return 1 if chain.findings.count else 0


def prove(chain, o):
    if chain.findings.count:
        return 1
    for (_, name), events in chain.proven.items():
        if not events:
            raise Unreadable(f"urn:{name} is not in the history")
    chain.consistent = {size for size, _ in o.tree if size}
    write_proof(sys.stdout.buffer, chain)
    return 0


if __name__ == "__main__":
    sys.exit(main())
