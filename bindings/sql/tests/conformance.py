"""The conformance cases as SQL: a case becomes expressions with the values that they must have.

The cases are tests/data/from_seeds.jsonl, and the larger collections in the folder that UNIFORM_CONFORMANCE_DIR names, as
for tests/conformance. A database is a Dialect; what it has no function for is counted.
"""

import json
import os
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
URN_EDITIONS = {"draft-16": "urnbis-16", "draft-2015-11": "urnbis-14"}
LARGER = ("parse", "host", "resolve", "normalize", "equivalence", "urn", "urn_equivalence", "extract")


class NotExposed(Exception):
    """The database has no function for it, or no text that has these characters: says what is missing."""


# The types of cases that no function of the extensions is about.
NO_FUNCTION = {
    "url_scheme": "the fields of a URL by its scheme",
    "scheme_name": "URLs by an edition of URLs",
    "ftp_plan": "what a client sends",
    "gopher_request": "what a client sends",
    "gopher_plus_string": "what a client sends",
}


class Dialect:
    """The differences between the databases."""

    def literal(self, text):
        """The text, or bytes, as an SQL literal."""
        raise NotImplementedError

    def uri(self, literal):
        """The literal as an argument of a function that takes a URI."""
        return literal

    def by_edition(self, function, default, edition, *arguments):
        """A call of a function that follows an edition."""
        raise NotImplementedError

    def at_level(self, function, level, edition, *arguments):
        """A call of a function that has a level, by an edition."""
        if edition != "rfc3986":
            raise NotExposed("normalization by an edition")
        return f"{function}({', '.join(arguments)}, '{level}')"

    def address(self, literal):
        """Whether the host of the reference is an IP address."""
        raise NotExposed("the type of a host")

    def uris_found(self, text):
        """The URIs that uri_find() finds, as JSON."""
        raise NotImplementedError


def text_of(case, member):
    value = case[member]
    return value.encode("latin-1") if case.get("bytes") else value


def components(db, case, default, functions, edition):
    text = db.literal(text_of(case, "input"))
    for member, function in functions.items():
        if member in case:
            expected = case[member]
            if member == "port":
                expected = int(expected) if expected and int(expected) <= 65535 else None
            try:
                yield db.by_edition(function, default, edition, text), expected
            except NotExposed:
                return


def parse(db, case):
    edition = case.get("spec", "rfc3986")
    text = db.literal(text_of(case, "input"))
    valid = f"uri_valid({text}, '{edition}')"

    def has(component):
        return db.by_edition(component, "rfc3986", edition, text) + " IS NOT NULL"

    kind = case["kind"]
    if kind == "uri-reference":
        yield valid, case["valid"]
    else:
        # A component of a text that is invalid may be an error, so it is asked for only of valid ones.
        wanted = {"uri": "{s}", "absolute-uri": "{s} AND NOT ({f})", "relative-ref": "NOT ({s})"}
        condition = wanted[kind].format(s=has("uri_scheme"), f=has("uri_fragment"))
        yield f"CASE WHEN {valid} THEN {condition} ELSE false END", case["valid"]
    if case["valid"]:
        names = {c: "uri_" + c for c in ("scheme", "userinfo", "host", "port", "path", "query", "fragment")}
        yield from components(db, case, "rfc3986", names, edition)


def host(db, case):
    kind = case.get("rule", case["type"])
    if case.get("spec", "rfc3986") != "rfc3986" or kind == "hostname":
        raise NotExposed("the type of a host")
    if kind == "ipv4":
        yield db.address(db.literal("//" + case["input"])), case["valid"]
        return
    text = case["input"] if kind == "host" else f"[{case['input']}]"
    literal = db.literal("//" + text)
    # The whole text is the host, and for an IP literal of the right kind.
    uri = db.uri(literal)
    whole = (f"CASE WHEN uri_valid({literal}) THEN uri_host({uri}) = {db.literal(text)} AND uri_userinfo({uri}) IS NULL "
             f"AND uri_authority({uri}) = {db.literal(text)} ELSE false END")
    future = text[1:2] in ("v", "V")
    if (kind == "ipv6" and future) or (kind == "ipvfuture" and not future):
        whole = "false"
    yield whole, case["valid"]


def resolve(db, case):
    if not case.get("strict", True):
        raise NotExposed("resolution that is not strict")
    base, reference = db.literal(text_of(case, "base")), db.literal(text_of(case, "ref"))
    yield db.by_edition("uri_resolve", "rfc3986", case.get("spec", "rfc3986"), base, reference), text_of(case, "target")


def level_of(case):
    if case["level"] == "remove-dot-segments":
        raise NotExposed("normalization of a bare path")
    return case["level"]


def normalize(db, case):
    text = db.uri(db.literal(text_of(case, "input")))
    level, edition = level_of(case), case.get("spec", "rfc3986")
    yield db.at_level("uri_normalize", level, edition, text), text_of(case, "expected")
    if edition == "rfc3986" and level == "all-syntax":
        yield f"uri_normalize({text})", text_of(case, "expected")


def equivalence(db, case):
    a, b = db.uri(db.literal(text_of(case, "a"))), db.uri(db.literal(text_of(case, "b")))
    yield db.at_level("uri_equivalent", level_of(case), case.get("spec", "rfc3986"), a, b), case["equivalent"]


def urn(db, case):
    edition = URN_EDITIONS.get(case["spec"], case["spec"])
    text = db.literal(text_of(case, "input"))
    yield f"uri_valid({text}, '{edition}')", case["valid"]
    if case["valid"]:
        names = {"nid": "urn_nid", "nss": "urn_nss", "r": "urn_r_component", "q": "urn_q_component",
                 "f": "urn_f_component", "normalized": "urn_normalize"}
        yield from components(db, case, "rfc8141", names, edition)


def urn_equivalence(db, case):
    edition = URN_EDITIONS.get(case["spec"], case["spec"])
    a, b = db.literal(text_of(case, "a")), db.literal(text_of(case, "b"))
    yield db.by_edition("urn_equivalent", "rfc8141", edition, a, b), case["equivalent"]


def nid(db, case):
    if "syntax_valid" not in case:
        raise NotExposed("kinds of NIDs")
    edition = URN_EDITIONS.get(case["spec"], case["spec"])
    yield f"uri_valid({db.literal('urn:' + case['nid'] + ':a')}, '{edition}')", case["syntax_valid"]


def extract(db, case):
    if case.get("rule") == "line-break":
        raise NotExposed("URIs over several lines")
    yield db.uris_found(db.literal(case["text"])), case["found"]


def regex_split(db, case):
    # The groups that are components.
    names = {"2": "uri_scheme", "4": "uri_authority", "5": "uri_path", "7": "uri_query", "9": "uri_fragment"}
    text = db.literal(case["input"])
    for group, function in names.items():
        yield db.by_edition(function, "rfc3986", "rfc2396bis-01", text), case["groups"][group]


def default_port(db, case):
    without, given = (db.uri(db.literal(f"{case['scheme']}://h{port}/")) for port in ("", f":{case['port']}"))
    yield f"uri_equivalent({without}, {given}, 'scheme')", True


def scheme_case(db, case):
    a, b = (db.uri(db.literal(case[member] + "://h/")) for member in ("a", "b"))
    yield f"uri_equivalent({a}, {b}, 'case')", case["equivalent"]


QUESTIONS = {f.__name__: f for f in (parse, host, resolve, normalize, equivalence, urn, urn_equivalence, nid, extract,
                                     regex_split, default_port, scheme_case)}


def questions(db):
    """(id, expression, expected) of every case; how many cases were asked by their type, and not by type and why."""
    asked, not_exposed, result = Counter(), Counter(), []
    files = [(ROOT / "tests/data/from_seeds.jsonl", None)]
    if folder := os.environ.get("UNIFORM_CONFORMANCE_DIR"):
        files += [(Path(folder) / f"{name}.jsonl", name) for name in LARGER]
    for path, kind in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            name = kind or case["type"]
            try:
                if name in NO_FUNCTION:
                    raise NotExposed(NO_FUNCTION[name])
                pairs = list(QUESTIONS[name](db, case))
            except NotExposed as e:
                not_exposed[name, str(e)] += 1
                continue
            asked[name] += 1
            result += [(case["id"], *pair) for pair in pairs]
    return result, asked, not_exposed


def report(results, asked, not_exposed, at_least):
    """Prints what was asked, and the cases of (id, expression, expected, got) that differ; returns how many."""
    def same(a, b):
        return a == b or (isinstance(b, bool) and a in (0, 1) and bool(a) == b)

    wrong = [r for r in results if not same(r[3], r[2])]
    print(f"{sum(asked.values())} cases asked, {len(wrong)} of {len(results)} answers wrong;", dict(asked))
    for (name, why), count in sorted(not_exposed.items()):
        print(f"{name}: no function for {count}: {why}")
    for case, expression, expected, got in wrong[:40]:
        print(f"FAILED {case}: {expression}: expected {expected!r}, got {got!r}")
    # No example of the documents may go missing.
    assert sum(asked.values()) >= at_least, "cases are missing"
    return len(wrong)
