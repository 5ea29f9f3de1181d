"""Every face gives the same answers: functions.json says how each calls each function, and this asks all of them.

faces_test.py FACES [--spark] [--only NAME]; FACES as faces_given.py says. What is not given is not asked, with a message.

The corpus: corpus.py. The first of C, Python, JavaScript and SQLite that has a function answers for all: the others give the
same value, or the same code, offset and rule of an error, or the same sentence where they have only that, or no value where
they report nothing.
"""

import contextlib
import re
import sys

import askers
import faces_given
import table
from askers import UNREPORTED, Refusal
from corpus import TEXTS, questions_of

FIRST = ("c", "python", "javascript", "sqlite", "columns", "postgresql", "command", "duckdb", "spark")


def asked(row, face, asker, question):
    """Whether the face is asked: the options are its own, and no limit of the table names the text."""
    limit = table.limit(row, face)
    return askers.at_defaults(row, question, asker.uses(row)) and not (
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
    order = [f for f in FIRST if table.cell(row, f) is not None and f in faces]
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


def examples(row, faces):
    """The faults of the answers to the row's example, which documents of the faces show."""
    if "example" not in row:
        return
    gives = row["example"]["gives"]
    question = {name: of["default"] for name, of in row["options"].items()} | row["example"]
    del question["gives"]
    for face in faces:
        if table.cell(row, face) is not None and asked(row, face, faces[face], question):
            got, = faces[face].answers(row, [question])
            if got != gives:
                yield f"{row['name']} {question}: the example gives {gives!r}, {face} {got!r}"


def defaults(row, faces):
    """The defaults that are not those of the row: without options, a written function gives what it gives with all of them."""
    if "example" not in row or not row["options"]:
        return
    question = {row["arguments"][0]: row["example"][row["arguments"][0]]} | {name: of["default"] for name, of in row["options"].items()}
    for face in faces.keys() & row["generated"].keys() - {"c", "columns"}:
        bare = row | {"faces": {face: table.generated_call(row | {"options": {}}, face, row["generated"][face])}}
        (without,), (with_all,) = faces[face].answers(bare, [question]), faces[face].answers(row, [question])
        if without != with_all:
            yield f"{row['name']} {question}: {face} without options {without!r}, with their defaults {with_all!r}"


def refused_editions(row, faces):
    """The faults of the messages by which the faces refuse editions that the row does not have: the message names the
    edition and those that there are, so the words of the row are the ones of the library's table
    (uniform/syntax/edition_use.hpp)."""
    if "edition" not in row["options"] or row["arguments"][-1].endswith("urn"):
        return
    option = row["options"]["edition"]
    question = next(q for q in questions_of(row))
    for face in set(faces) - {"command", "duckdb", "spark", "postgresql"}:
        if table.cell(row, face) is None or not faces[face].uses(row)("edition") or face in option.get("any", {}):
            continue
        for edition in set(table.TABLE["editions"]) - set(option["words"]) - set(option.get("also", [])):
            try:
                said = f"accepted, {faces[face].answers(row, [question | {'edition': edition}])[0]!r}"
            except askers.Misuse as e:
                said = str(e)
            words = set(re.findall(r"[a-z0-9-]+", said.partition(f'"{edition}"')[2]))
            if f'"{edition}"' not in said or words & set(table.TABLE["editions"]) != {*option["words"], *option.get("also", [])}:
                yield f"{row['name']}: {face} by {edition}: {said}"


def main():
    parser = faces_given.parser(__doc__)
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--only")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        faces = {}
        if given.library:
            faces["c"] = askers.C(given.library, table.TABLE["c_words"])
        try:
            import uniform
            import uniform.arrow
            faces |= {"python": askers.Python(uniform), "columns": askers.Columns(uniform.arrow)}
        except ModuleNotFoundError as e:
            print(f"python, columns: not asked: {e}")
        with contextlib.suppress(ModuleNotFoundError):
            import duckdb
            import uniform.duckdb
            faces["duckdb"] = askers.DuckDB(uniform, duckdb)
        if given.spark:
            import uniform.spark
            faces["spark"] = stack.enter_context(askers.Spark(uniform))
        if given.sqlite:
            faces["sqlite"] = askers.SQLite(*given.sqlite)
        if given.postgresql:
            faces["postgresql"] = askers.PostgreSQL(stack.enter_context(faces_given.server(given)))
        if faces_given.has_javascript(given):
            faces["javascript"] = askers.JavaScript(*given.node)
        if given.command:
            faces["command"] = askers.Command(given.command)
        for face in sorted(set(table.FACES) - faces.keys()):
            print(f"{face}: not asked: it is not part of this build")
        wrong = []
        if "spark" in faces:
            names = {name.removeprefix("uniform_") for name in faces["spark"].names()}
            wrong = [f"spark: {name} is registered and in no row, or in a row and not registered" for name in sorted(
                names ^ ({faces["spark"].call(row)[0] for row in table.ROWS if table.cell(row, "spark")} | table.outside("spark").keys()))]
            print("".join(line + "\n" for line in wrong), end="")
        for row in table.ROWS:
            if given.only in (None, row["name"]):
                found = [*compare(row, faces), *examples(row, faces), *defaults(row, faces), *refused_editions(row, faces)]
                for line in found[:5]:
                    print("DIFFERS", line[:600])
                if len(found) > 5:
                    print(f"DIFFERS {row['name']}: {len(found) - 5} more")
                wrong += found
    print(f"{len(table.ROWS)} functions, {len(TEXTS)} texts, faces: {', '.join(faces)}; {len(wrong)} answers differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
