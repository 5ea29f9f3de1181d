"""The texts of the questions: those of the conformance cases, texts of our own, and mutations of both.

The cases are tests/data/from_seeds.jsonl and the files in UNIFORM_CONFORMANCE_DIR (tests/conformance/runner.hpp). A case of
two texts, such as a base and a reference, is asked as a pair, too.
"""

import json
import os
import random
import re
from pathlib import Path

from table import ROOT

# Texts that no file of cases has: what two readings may split differently.
OWN = ["", "http://[::1]:80/", "http://a:65536/", "http://a:/", "http://u:p@h:8080/a/../b?c#d", "//h", "?q", "#f", "a:b", "./a:b",
       "http://EXAMPLE.com/%7Eb", "http://münchen.example/ä?ö#ü", "http://a b/", "http://a/%zz", "http://a/%2", "http://[::1", "1:a",
       "ftp://h/a?b", "URN:EXAMPLE:a%2cb?+r?=q#f", "urn:isbn:978-951-0-18435-7", "urn:a", "urn:example:", "http://h/\u0085", "x:/a/..//b",
       "http://[::127.0.0.1]/", "http://[::ffff:192.0.2.1]/?a=%F0%9F%BF%BF", "http://[v7.a:b]/", "http://192.0.2.1/?a&b=&=c&a=%2B+d;e",
       "?&a=b", "?&", "?&&=&a", "?a&&b=+", "?=x&"]
# Texts that the two documents of 1994 read in another way than RFC 3986, or refuse (draft-ietf-uri-url-06 and RFC 1738, 2 to 5).
OF_1994 = ["http://h.x/~a", "http://h.x/a[1]{b}|c", "HTTP://H.x:80", "http://h.x/", "http://u@h.x/", "http://h.x/a?b?c", "http://h.x/#a",
           "ftp://u:p@H.x/a/../b;type=D", "ftp://h.x/a/b;type=d", "ftp://h.x?x@y.z/f", "gopher://h.x/1", "gopher://h.x/7a%09b%2e", "news:12.Ab@H.dom",
           "news:*", "news://h.x/a", "nntp://h.x/a.b/1", "telnet://u:p@h.x:23/", "telnet://h.x", "wais://h.x/db?a", "file://localhost/a/./b",
           "file:///a/./b", "file://", "prospero://h.x:1525//a;b=c", "mailto:a@b.c", "mailto:a?to=b", "https://H.x/a/./b", "3x:y", "urn:a:%7eb", "../a",
           "http://h.x/%7Ea%2f%3A", "http://h/", "http://1.2.3.4/", "http://[::1]/", "http://h.x:0/", "x:", "http:", "http:///a"]
PIECES = [":", "/", "//", "?", "#", "@", "[", "]", "%", "%41", "%e4", "%C3%A9", "..", "/../", ".", " ", "\\", "\t", "é", "+", "&", "="]
MEMBERS = ("input", "a", "b", "base", "ref", "target", "expected", "text", "url", "href")
PAIRS = {("base", "text"): [("base", "ref"), ("base", "input")], ("text", "other"): [("a", "b")], ("urn", "other_urn"): [("a", "b")]}
BASES = ["http://a/b/c/d;p?q", "file:///a/b", "urn:example:a", "ftp://h/a/b", "x:y/z", "http://a", "g", "http://a b/"]


def is_text(value):
    """Whether the value is a text for every face: without NUL, which ends a text for some, and halves of surrogate pairs."""
    return isinstance(value, str) and len(value) < 2000 and "\0" not in value and not re.search("[\ud800-\udfff]", value)


def cases():
    files = [ROOT / "tests/data/from_seeds.jsonl"]
    if folder := os.environ.get("UNIFORM_CONFORMANCE_DIR"):
        more = sorted(Path(folder).glob("*.jsonl"))
        if not more:
            raise SystemExit(f"UNIFORM_CONFORMANCE_DIR has no cases: {folder}")
        files += more
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if not case.get("bytes"):
                yield case


def of_cases(found, pairs):
    for case in cases():
        found |= dict.fromkeys(case[m] for m in MEMBERS if is_text(case.get(m)))
        for names, of in PAIRS.items():
            for first, second in of:
                if is_text(case.get(first)) and is_text(case.get(second)):
                    pairs[names][case[first], case[second]] = None
    return list(found), {names: list(of) for names, of in pairs.items()}


def mutated(texts):
    rng = random.Random(19)
    for _ in range(600):
        text = rng.choice(texts)
        at = rng.randrange(len(text) + 1)
        yield text[:at] + rng.choice(PIECES) + text[at + rng.randrange(3):]


CASES, PAIRS_OF_CASES = of_cases(dict.fromkeys(OWN), {names: {} for names in PAIRS})
TEXTS = list(dict.fromkeys([*CASES, *mutated(CASES)]))
URNS = [t for t in TEXTS if t[:4].lower() == "urn:"] + ["", "urn", "a:b"]


def answers_of_hosts():
    lines = (ROOT / "tests/agreement/hosts.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines if not line.startswith("#")]


# The values that an argument of a row may have, by its name.
VALUES = {
    "text": TEXTS,
    "urn": URNS,
    "name": [n for n in answers_of_hosts() if is_text(n)] + ["", "münchen.example", "xn--mnchen-3ya.example", "a.b.c.co.uk",
             "comcom.1", "a.0x1", "a.09", "ü.1", "0x7f.1", "127.1.", "1.2.3.4.5", "256.1.1.1", "4294967296", "１２７.1", "Üco.ukب\u200cß", "1.2.3.4",
             "0a.א", "."],
    "data": ["", "a b", "a/b?c#d", "100%", "a+b&c=d", "é", "\U0001ffff", "~-._", "\r\n", *TEXTS[:300]],
    "key": ["a", "b", "", "q", "d;e", "nothing"],
    "nid": ["isbn", "urn-1", "URN-0", "X-a", "us-gov", "example", "a", "-a", "a-", "a.b", "", "urn", "iso-3166", "ISSN", "a" * 32, "a" * 33],
}


def questions_of(row):
    """The defaults with every text and every pair of the cases; each other word of each option with some."""
    rng = random.Random(row["name"])
    defaults = {name: of["default"] for name, of in row["options"].items()}
    settings = [(defaults, None)]
    settings += [(defaults | {name: word}, 200) for name, of in row["options"].items() for word in of["words"] if word != of["default"]]
    subject = next((a for a in row["arguments"] if a in ("text", "urn")), row["arguments"][-1])
    values = VALUES[subject]
    pairs = PAIRS_OF_CASES.get(tuple(row["arguments"]), [])
    for options, count in settings:
        if "key" in row["arguments"]:  # of few texts every key, also those that only one reading of the query has
            yield from ({"text": text, "key": key} | options for text in OWN for key in VALUES["key"])
        for pair in pairs if count is None else rng.sample(pairs, min(count, len(pairs))):
            yield dict(zip(row["arguments"], pair)) | options
        asked = values if count is None else rng.sample(values, min(count, len(values)))
        if options.get("edition") in ("url-06", "rfc1738"):
            asked = [*OF_1994, *asked]
        for text in asked:
            question = {}
            for argument in row["arguments"]:
                if argument == subject:
                    question[argument] = text
                elif argument == "base":
                    question[argument] = rng.choice(BASES if asked is values or rng.random() < 0.5 else OF_1994)
                elif argument in VALUES:
                    question[argument] = rng.choice(VALUES[argument])
                else:  # another text of the same kind, often nearly the same
                    same = rng.random() < 0.5
                    near = text.replace("example", "EXAMPLE").replace("%7E", "~").replace("h.x", "H.X")
                    question[argument] = near if same else rng.choice(asked)
            yield question | options
