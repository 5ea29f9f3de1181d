"""Every face gives the same answers: functions.json says how each calls each function, and this asks all of them.

faces_test.py [--library LIBUNIFORM-C] [--sqlite PYTHON UNIFORM.SO] [--postgresql PG_CONFIG LIBRARY SCRIPT...] [--node NODE PACKAGE]
[--command UNIFORM] [--only NAME]; the module uniform is in PYTHONPATH. What is not given is not asked, with a message.

The corpus: the texts of tests/data/from_seeds.jsonl, of the files in UNIFORM_CONFORMANCE_DIR, and mutations of these. The
first of C, Python, JavaScript and SQLite that has a function answers for all: the others give the same value, or the same
code, offset and rule of an error, or the same sentence where they have only that, or no value where they report nothing.
"""

import argparse
import contextlib
import json
import os
import random
import re
import sys
from pathlib import Path

import askers
from askers import ROOT, UNREPORTED, Refusal

HERE = Path(__file__).resolve().parent
TABLE = json.loads((HERE / "functions.json").read_text(encoding="utf-8"))
FIRST = ("c", "python", "javascript", "sqlite", "columns", "postgresql", "command")
# Texts that no file of cases has: what two readings may split differently.
OWN = ["", "http://[::1]:80/", "http://a:65536/", "http://a:/", "http://u:p@h:8080/a/../b?c#d", "//h", "?q", "#f", "a:b", "./a:b",
       "http://EXAMPLE.com/%7Eb", "http://münchen.example/ä?ö#ü", "http://a b/", "http://a/%zz", "http://a/%2", "http://[::1", "1:a",
       "ftp://h/a?b", "URN:EXAMPLE:a%2cb?+r?=q#f", "urn:isbn:978-951-0-18435-7", "urn:a", "urn:example:", "http://h/\u0085", "x:/a/..//b"]
PIECES = [":", "/", "//", "?", "#", "@", "[", "]", "%", "%41", "%e4", "%C3%A9", "..", "/../", ".", " ", "\\", "\t", "é", "+", "&", "="]


def texts_of_cases():
    found = dict.fromkeys(OWN)
    files = [ROOT / "tests/data/from_seeds.jsonl"]
    if folder := os.environ.get("UNIFORM_CONFORMANCE_DIR"):
        files += sorted(Path(folder).glob("*.jsonl"))
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if not case.get("bytes"):
                found |= dict.fromkeys(case[m] for m in ("input", "a", "b", "base", "ref", "target") if isinstance(case.get(m), str))
    return [t for t in found if len(t) < 2000 and "\0" not in t and not re.search("[\ud800-\udfff]", t)]


def corpus():
    rng = random.Random(19)
    texts = texts_of_cases()
    mutations = []
    for _ in range(600):
        text = rng.choice(texts)
        at = rng.randrange(len(text) + 1)
        mutations.append(text[:at] + rng.choice(PIECES) + text[at + rng.randrange(3):])
    return list(dict.fromkeys(texts + mutations))


TEXTS = corpus()
URNS = [t for t in TEXTS if t[:4].lower() == "urn:"] + ["", "urn", "a:b"]
BASES = ["http://a/b/c/d;p?q", "file:///a/b", "urn:example:a", "ftp://h/a/b", "x:y/z", "http://a", "g", "http://a b/"]


def questions_of(row):
    """The defaults with every text; each other word of each option with some."""
    rng = random.Random(row["name"])
    defaults = {name: of["default"] for name, of in row["options"].items()}
    settings = [(defaults, None)]
    settings += [(defaults | {name: word}, 200) for name, of in row["options"].items() for word in of["words"] if word != of["default"]]
    subject = "urn" if "urn" in row["arguments"] else "text"
    for options, count in settings:
        all_texts = URNS if subject == "urn" else TEXTS
        for text in all_texts if count is None else rng.sample(all_texts, min(count, len(all_texts))):
            question = {subject: text}
            for argument in row["arguments"]:
                if argument == "base":
                    question = {"base": rng.choice(BASES), **question}
                elif argument != subject:
                    same = rng.random() < 0.5
                    question[argument] = (text.replace("example", "EXAMPLE").replace("%7E", "~") if same else rng.choice(all_texts))
            yield question | options


def asked(row, face, asker, question):
    """Whether the face is asked: the options are its own, and no limit of the table names the text."""
    limit = row.get("limits", {}).get(face, {})
    return askers.at_defaults(row, face, question, asker.uses(row)) and not (
        "texts" in limit and any(re.search(limit["texts"], question[a]) for a in row["arguments"]))


def same(row, want, got):
    if isinstance(want, Refusal):
        if got == UNREPORTED:
            return row["result"] != "error"
        if not isinstance(got, Refusal):
            return False
        if not got.code:  # a sentence, or the errors of repair, which have no code
            return got.sentence == want.sentence if got.sentence else (got.offset, got.rule) == (want.offset, want.rule)
        if not want.code:
            return want.sentence == got.sentence
        return (got.code, got.offset, got.rule) == (want.code, want.offset, want.rule)
    if got == UNREPORTED or want == UNREPORTED:
        return {want, got} <= {None, UNREPORTED} if not isinstance(want, list) and not isinstance(got, list) else False
    return want == got and type(want) is type(got)


def compare(row, faces):
    questions = list(questions_of(row))
    order = [f for f in FIRST if f in row["faces"] and f in faces]
    if len(order) < 2:
        return []
    answers = {}
    for face in order:
        places = [at for at, q in enumerate(questions) if asked(row, face, faces[face], q)]
        given = faces[face].answers(row, [questions[at] for at in places]) if places else []
        answers[face] = dict(zip(places, given))
    wrong = []
    for at, question in enumerate(questions):
        there = [f for f in order if at in answers[f]]
        for face in there[1:]:
            want, got = answers[there[0]][at], answers[face][at]
            if not same(row, want, got):
                wrong.append(f"{row['name']} {question}: {there[0]} {want!r}, {face} {got!r}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library")
    parser.add_argument("--sqlite", nargs=2, metavar=("PYTHON", "LIBRARY"))
    parser.add_argument("--postgresql", nargs="+")
    parser.add_argument("--node", nargs=2)
    parser.add_argument("--command")
    parser.add_argument("--only")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        faces = {}
        if given.library:
            faces["c"] = askers.C(given.library, TABLE["c_words"])
        try:
            import uniform
            import uniform.arrow
            faces |= {"python": askers.Python(uniform), "columns": askers.Columns(uniform.arrow)}
        except ModuleNotFoundError as e:
            print(f"python, columns: not asked: {e}")
        if given.sqlite:
            faces["sqlite"] = askers.SQLite(*given.sqlite)
        if given.postgresql:
            from server import Server
            faces["postgresql"] = askers.PostgreSQL(
                stack.enter_context(Server(given.postgresql[0], given.postgresql[2:], given.postgresql[1])))
        if given.node and Path(given.node[1], "uniform.wasm").exists():
            faces["javascript"] = askers.JavaScript(*given.node)
        if given.command:
            faces["command"] = askers.Command(given.command)
        for face in sorted(TABLE["faces"].keys() - faces.keys()):
            print(f"{face}: not asked: it is not part of this build")
        wrong = []
        for row in TABLE["functions"]:
            if given.only in (None, row["name"]):
                found = compare(row, faces)
                for line in found[:5]:
                    print("DIFFERS", line[:600])
                if len(found) > 5:
                    print(f"DIFFERS {row['name']}: {len(found) - 5} more")
                wrong += found
    print(f"{len(TABLE['functions'])} functions, {len(TEXTS)} texts, faces: {', '.join(faces)}; {len(wrong)} answers differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
