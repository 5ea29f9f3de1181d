"""Askers: one class for each face. answers(row, questions) gives an answer for each question, a dict of arguments and
options: a value of JSON, a Refusal where the face reports why there is none, or UNREPORTED where it does not report."""

import ctypes
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings/postgresql/tests"))


@dataclass(frozen=True)
class Refusal:
    """The error that a face reports. `sentence` is all that SQL and columns have."""

    code: str = ""
    offset: int = 0
    rule: str = ""
    sentence: str = ""


UNREPORTED = "<no result>"  # NULL, or an SQL error of the type's own


def at_defaults(row, face, question, uses):
    """Whether the options that the face's call does not have are at their defaults in the question."""
    return all(uses(name) or question[name] == of["default"] for name, of in row["options"].items())


class C:
    """libuniform-c through ctypes: the calls' arguments are made by the words of the table."""

    class Text(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("capacity", ctypes.c_size_t)]

    class Error(ctypes.Structure):
        _fields_ = [("struct_size", ctypes.c_uint32), ("status", ctypes.c_int32), ("offset", ctypes.c_uint64),
                    ("argument", ctypes.c_uint32), ("edition", ctypes.c_int32), ("code", ctypes.c_char * 48),
                    ("rule", ctypes.c_char * 40), ("document", ctypes.c_char * 48), ("section", ctypes.c_char * 24),
                    ("message", ctypes.c_char * 256)]

    COMPONENT_SIZES = {"uniform_parse": 116, "uniform_urn_parse": 56}
    REFUSED, NONE = 1, 2

    def __init__(self, library, words):
        self.library, self.words = ctypes.CDLL(str(library)), words
        self.levels = {number: word for word, number in words["level"].items()}

    def uses(self, row):
        used = json.dumps(row["faces"]["c"]["with"])
        return lambda option: f'"{option}"' in used

    def number(self, word, question):
        value = question.get(word, word)
        return int(self.words[word][value] if word in self.words and word in question else value)

    def answers(self, row, questions):
        return [self.answer(row["faces"]["c"], q) for q in questions]

    def answer(self, call, question):
        out, error, number = self.Text(), self.Error(), ctypes.c_int32()
        error.struct_size = ctypes.sizeof(error)
        words, components, made = [], None, None
        for word in call["with"]:
            if isinstance(word, list):
                made = (ctypes.c_int32 * (len(word) + 1))(4 * (len(word) + 1), *(self.number(w, question) for w in word))
                words.append(ctypes.byref(made))
            elif isinstance(word, dict):
                size = self.COMPONENT_SIZES[call["call"]]
                components = (ctypes.c_uint32 * (size // 4))(size)
                words.append(ctypes.byref(components))
            elif word in ("out", "error", "int32"):
                words.append(ctypes.byref({"out": out, "error": error, "int32": number}[word]))
            elif word == "null":
                words.append(None)
            elif isinstance(question.get(word), str) and word not in self.words:
                data = question[word].encode()
                words += [data, ctypes.c_size_t(len(data))]
            else:
                words.append(ctypes.c_int32(self.number(word, question)))
        status = getattr(self.library, call["call"])(*words)
        gives = call["gives"]
        if status == self.NONE:
            return None
        if status == self.REFUSED:
            citation = f"{error.document.decode()} section {error.section.decode()}" if error.section else error.document.decode()
            source = ", ".join(part for part in (error.rule.decode(), citation) if part)
            sentence = error.message.decode() + (f": {source}" if source else "") + f" (offset {error.offset})"
            why = Refusal(error.code.decode(), error.offset, error.rule.decode(), sentence)
            return False if gives == "accepted" else why
        if status:
            raise AssertionError(f"{call['call']} returned {status} for {question}")
        if gives == "text":
            text = ctypes.string_at(out.data, out.size).decode("utf-8", "replace")
            self.library.uniform_string_free(ctypes.byref(out))
            return text
        if gives == "range":
            index = next(w["components"] for w in call["with"] if isinstance(w, dict))
            begin, end = components[2 + 2 * index], components[3 + 2 * index]
            text = question["urn" if "urn" in question else "text"].encode()
            return None if begin == 0xFFFFFFFF else text[begin:end].decode()
        if gives == "number":  # of the port
            port = ctypes.c_int32(components[23]).value
            return None if port < 0 else port
        return {"accepted": True, "error": None, "boolean": bool(number.value), "level": self.levels.get(number.value)}[gives]


class Python:
    def __init__(self, uniform):
        self.uniform = uniform

    def uses(self, row):
        return lambda option: re.search(rf"\b{option}\b", row["faces"]["python"]) is not None

    def refused(self, function):
        try:
            function()
            return None
        except self.uniform.UniformError as e:
            return self.refusal(e)

    @staticmethod
    def refusal(e):
        return Refusal(e.code, e.offset, e.rule, str(e))

    def answers(self, row, questions):
        code = compile(row["faces"]["python"], row["name"], "eval")
        names = {"uniform": self.uniform, "refused": self.refused}
        result = []
        for question in questions:
            try:
                result.append(eval(code, {**names, **question}))
            except self.uniform.UniformError as e:
                result.append(self.refusal(e))
        return result


class Columns:
    """uniform.arrow: one column for each set of options."""

    def __init__(self, arrow):
        self.arrow = arrow
        self.known = arrow.functions()

    def call(self, row):
        of = row["faces"]["columns"]
        return (of, {}) if isinstance(of, str) else (of["function"], of.get("options", {}))

    def uses(self, row):
        import inspect
        name, given = self.call(row)
        has = inspect.signature(getattr(self.arrow, name)).parameters
        return lambda option: option in has and option not in given

    def answers(self, row, questions):
        import pyarrow as pa
        name, given = self.call(row)
        uses = self.uses(row)
        subject = row["arguments"][-1]
        groups = {}
        for at, question in enumerate(questions):
            options = {k: v for k, v in question.items() if k != subject and uses(k)} | given
            groups.setdefault(json.dumps(options), []).append(at)
        result = [None] * len(questions)
        for options, places in groups.items():
            column = pa.array([questions[at][subject] for at in places], pa.string())
            try:
                rows = getattr(self.arrow, name)(column, **json.loads(options)).to_pylist()
            except ValueError:  # of a base that is no URI
                rows = [None] * len(places)
            for at, value in zip(places, rows):
                if row["result"] == "error" and value is not None:
                    value = Refusal(sentence=value)
                elif row["result"] == "list" and value is not None:
                    value = value.split()
                elif value is None:
                    value = UNREPORTED
                result[at] = value
        return result


def sql_uses(expression):
    return lambda option: re.search(rf"(?<!:):{option}\b", expression) is not None


def from_sql(row, value):
    if value is None:
        return UNREPORTED
    if row["result"] == "error":
        return Refusal(sentence=value)
    if row["result"] == "boolean":
        return bool(value)
    return value


class SQLite:
    def __init__(self, python, library):
        self.words = [python, str(Path(__file__).with_name("ask_sqlite.py")), str(library)]

    def uses(self, row):
        return sql_uses(row["faces"]["sqlite"])

    def answers(self, row, questions):
        asked = json.dumps({"call": row["faces"]["sqlite"], "questions": questions})
        done = subprocess.run(self.words, input=asked.encode(), stdout=subprocess.PIPE, check=True)
        values = json.loads(done.stdout)
        if row["result"] == "list":
            values = [v and (json.loads(v) if v.startswith("[") else v.split(",")) for v in values]
            values = [[] if v == "" else v for v in values]
        return [from_sql(row, v) for v in values]


class PostgreSQL:
    """A function of PL/pgSQL for each row of the table; what a type refuses is an SQL error there."""

    def __init__(self, server):
        self.server = server
        server.sql("CREATE EXTENSION uniform;")

    def uses(self, row):
        return sql_uses(row["faces"]["postgresql"])

    def answers(self, row, questions):
        expression = re.sub(r"(?<!:):(?!:)([a-z_]+)", r"(q->>'\1')", row["faces"]["postgresql"])
        lines = "".join(json.dumps(q).replace("\\", "\\\\") + "\n" for q in questions)
        answers = self.server.sql(
            "SET client_min_messages = warning;\nCREATE OR REPLACE FUNCTION ask(q json) RETURNS text LANGUAGE plpgsql AS $ask$ BEGIN\n"
            f"RETURN coalesce(to_json({expression})::text, 'null');\n"
            "EXCEPTION WHEN data_exception OR invalid_text_representation THEN RETURN 'null'; END $ask$;\n"
            "DROP TABLE IF EXISTS questions; CREATE TABLE questions (id serial, q json);\n"
            f"COPY questions (q) FROM STDIN;\n{lines}\\.\n"
            "SELECT ask(q) FROM questions ORDER BY id;\n").split("\n")
        assert len(answers) == len(questions), f"{row['name']}: {len(answers)} answers for {len(questions)} questions"
        values = [json.loads(a) for a in answers]
        if row["result"] == "list":
            values = [[] if v is None and row["errors"] == "none" else v for v in values]
        return [from_sql(row, v) for v in values]


class JavaScript:
    def __init__(self, node, package):
        self.words = [node, str(Path(__file__).with_name("ask.mjs")), str(package)]

    def uses(self, row):
        return lambda option: re.search(rf"\b{option}\b", row["faces"]["javascript"]) is not None

    def answers(self, row, questions):
        asked = {"call": row["faces"]["javascript"], "names": list(questions[0]), "questions": questions}
        done = subprocess.run(self.words, input=json.dumps(asked).encode(), stdout=subprocess.PIPE, check=True)
        return [Refusal(**a["refusal"]) if "refusal" in a else a["value"] for a in json.loads(done.stdout)]


class Command:
    """The command with --json: one run for each set of options."""

    def __init__(self, command):
        self.command = command

    def uses(self, row):
        return lambda option: option in row["faces"]["command"]["options"]

    def answers(self, row, questions):
        of = row["faces"]["command"]
        groups, result = {}, [None] * len(questions)
        for at, question in enumerate(questions):
            words = [w for name, option in of["options"].items() for w in (option, str(question[name]))]
            groups.setdefault(tuple(words), []).append(at)
        for words, places in groups.items():
            given = "".join(questions[at][name] + "\0" for at in places for name in row["arguments"])
            first, *more = of["verb"]
            done = subprocess.run([self.command, *first.split(), *more, *words, "--json", "-0"], input=given.encode(),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            answers = [json.loads(line) for line in re.split(r"[\n\0]+", done.stdout.decode()) if line]
            assert len(answers) == len(places), f"{of['verb']} {words}: {len(answers)} answers for {len(places)}: {done.stderr[-300:]}"
            for at, answer in zip(places, answers):
                result[at] = self.value(row, of["member"], answer)
        return result

    @staticmethod
    def value(row, member, answer):
        error = answer.get("error")
        if error and row["result"] != "boolean" or member == "error":
            return error and Refusal(error.get("code", ""), error["offset"], error["rule"] or "")
        if error and member == "equivalent":
            return Refusal(error.get("code", ""), error["offset"], error["rule"] or "")
        return answer.get(member)
