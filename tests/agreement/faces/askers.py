"""Askers: one class for each face. answers(row, questions) gives an answer for each question, a dict of arguments and
options: a value of JSON, a Refusal where the face reports why there is none, or UNREPORTED where it does not report."""

import ctypes
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from table import ROOT, cell

sys.path.insert(0, str(ROOT / "bindings/postgresql/tests"))


@dataclass(frozen=True)
class Refusal:
    """The error that a face reports. `sentence` is all that SQL and columns have."""

    code: str = ""
    offset: int = 0
    rule: str = ""
    sentence: str = ""


UNREPORTED = "<no result>"  # NULL, or an SQL error of the type's own


class Misuse(Exception):
    """The error of a face for an argument that no text makes valid, such as an edition that it does not offer."""


def at_defaults(row, question, uses):
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
    REFUSED, NONE, BAD_ARGUMENT = 1, 2, 4

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

    def sentence(self, error, question):
        """The last line that uniform_error_print() gives."""
        lines, text = self.Text(), list(question.values())[error.argument].encode()
        self.library.uniform_error_print(ctypes.byref(error), text, ctypes.c_size_t(len(text)), ctypes.c_size_t(0), ctypes.byref(lines))
        text = ctypes.string_at(lines.data, lines.size).decode("utf-8", "replace")
        self.library.uniform_string_free(ctypes.byref(lines))
        return text.splitlines()[-1]

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
            elif word in ("component", "production"):
                words.append(question[word].encode())
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
            why = Refusal(error.code.decode(), error.offset, error.rule.decode(), self.sentence(error, question))
            return False if gives == "accepted" else why
        if status == self.BAD_ARGUMENT:
            raise Misuse(error.message.decode())
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
            except ValueError as e:
                raise Misuse(str(e)) from e
        return result


class Columns:
    """uniform.arrow: one column for each set of options. `own` are the options that are an argument of each call."""

    face = "columns"

    def __init__(self, arrow):
        self.arrow = arrow

    def call(self, row):
        of = cell(row, self.face)
        return (of, {}) if isinstance(of, str) else (of["function"], of.get("options", {}))

    def options(self, name):
        return inspect.signature(getattr(self.arrow, name)).parameters

    def uses(self, row):
        name, given = self.call(row)
        has = self.options(name)
        return lambda option: option in has and option not in given

    def answers(self, row, questions):
        name, given = self.call(row)
        has = self.options(name).keys() - given.keys()
        subject = next(a for a in reversed(row["arguments"]) if a not in has)
        groups = {}
        for at, question in enumerate(questions):
            options = {k: v for k, v in question.items() if k != subject and k in has} | given
            value = self.taken(name, options)
            groups.setdefault(json.dumps(options), []).append((at, question[subject], value))
        result = [None] * len(questions)
        for options, group in groups.items():
            places, texts, values = zip(*group)
            for at, value in zip(places, self.rows(name, json.loads(options), list(texts), list(values))):
                result[at] = self.answer(row, value)
        return result

    def taken(self, name, options):
        """Takes the value of the argument of each call from the options."""
        return None

    def rows(self, name, options, texts, values):
        import pyarrow as pa
        try:
            return getattr(self.arrow, name)(pa.array(texts, pa.string()), **options).to_pylist()
        except ValueError as e:  # of a base that is no URI
            if "edition" in str(e):
                raise Misuse(str(e)) from e
            return [None] * len(texts)

    @staticmethod
    def answer(row, value):
        if value is None:
            return UNREPORTED
        if row["result"] == "error":
            return Refusal(sentence=value)
        if row["result"] == "list":
            return value.split() if isinstance(value, str) else [found["uri"] for found in value]
        return value


class DuckDB(Columns):
    """uniform.duckdb: SQL over a table of the texts. What a function requires is its second argument."""

    face = "duckdb"

    def __init__(self, uniform, duckdb):
        super().__init__(uniform.arrow)
        self.uniform, self.connect = uniform, duckdb.connect

    def names(self):
        """The functions that registering adds to a connection."""
        with self.connect() as connection:
            def known():
                return {name for name, in connection.execute("SELECT function_name FROM duckdb_functions()").fetchall()}
            before = known()
            self.uniform.duckdb.register(connection)
            return known() - before

    def taken(self, name, options):
        required = [o for o, p in self.options(name).items() if o != "column" and p.default is inspect.Parameter.empty]
        return options.pop(required[0]) if required else None

    def rows(self, name, options, texts, values):
        import pyarrow as pa
        with self.connect() as connection:
            self.uniform.duckdb.register(connection, options={name: options})
            asked = pa.table({"id": range(len(texts)), "text": pa.array(texts, pa.string()), "value": pa.array(values, pa.string())})
            connection.register("asked", asked)
            arguments = "text" if values[0] is None else "text, value"
            return [v for v, in connection.execute(f"SELECT uniform_{name}({arguments}) FROM asked ORDER BY id").fetchall()]


class Spark(DuckDB):
    """uniform.spark: SQL with the registered functions, or UDFs where there are options, on this machine."""

    face = "spark"

    def __init__(self, uniform):
        Columns.__init__(self, uniform.arrow)
        self.spark = uniform.spark

    def __enter__(self):
        from pyspark.sql import SparkSession
        os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        self.folder = tempfile.TemporaryDirectory(prefix="uniform_spark_")
        self.session = (SparkSession.builder.master("local[1]").appName("uniform").config("spark.ui.enabled", "false")
                        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                        .config("spark.driver.memory", "512m").config("spark.local.dir", self.folder.name)
                        .config("spark.sql.warehouse.dir", self.folder.name + "/warehouse")
                        .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
                        .config("spark.log.level", "OFF").getOrCreate())
        self.before = self.known()
        self.spark.register(self.session)
        return self

    def __exit__(self, *_):
        self.session.stop()
        self.folder.cleanup()

    def known(self):
        return {row.function for row in self.session.sql("SHOW USER FUNCTIONS").collect()}

    def names(self):
        return {name.rpartition(".")[2] for name in self.known() - self.before}

    def rows(self, name, options, texts, values):
        arguments = ["text"] if values[0] is None else ["text", "value"]
        frame = self.session.createDataFrame(list(zip(range(len(texts)), texts, values)), "id int, text string, value string").coalesce(1)
        if options:
            asked = frame.select("id", self.spark.udf(name, **options)(*arguments).alias("answer"))
        else:
            asked = frame.selectExpr("id", f"uniform_{name}({', '.join(arguments)}) AS answer")
        return [row.answer for row in sorted(asked.collect())]


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
        if isinstance(values, dict):
            raise Misuse(values["misuse"])
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
            f"RETURN encode(convert_to(coalesce(to_json({expression})::text, 'null'), 'UTF8'), 'hex');\n"
            "EXCEPTION WHEN data_exception OR invalid_text_representation THEN RETURN encode('null', 'hex'); END $ask$;\n"
            "DROP TABLE IF EXISTS questions; CREATE TABLE questions (id serial, q json);\n"
            f"COPY questions (q) FROM STDIN;\n{lines}\\.\n"
            "SELECT ask(q) FROM questions ORDER BY id;\n").split("\n")
        assert len(answers) == len(questions), f"{row['name']}: {len(answers)} answers for {len(questions)} questions"
        values = [json.loads(bytes.fromhex(a)) for a in answers]  # psql leaves out what it takes for no character
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
        answers = json.loads(done.stdout)
        if misuse := next((a["misuse"] for a in answers if "misuse" in a), None):
            raise Misuse(misuse)
        return [Refusal(**a["refusal"]) if "refusal" in a else a["value"] for a in answers]


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
            words = [w for name, option in of["options"].items() for w in self.option(option, question[name])]
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
    def option(option, value):
        """The words of an option: none where a flag is not set; the value alone where the option is an argument, ""."""
        if isinstance(value, bool):
            return [option] if value else []
        return [w for w in (option, str(value)) if w != ""]

    @staticmethod
    def value(row, member, answer):
        error = answer.get("error")
        if error and row["errors"] == "none" and row["result"] == "text":
            return None
        if error and row["result"] != "boolean" or member == "error":
            return error and Refusal(error.get("code", ""), error["offset"], error.get("rule") or "")
        if error and member == "equivalent":
            return Refusal(error.get("code", ""), error["offset"], error.get("rule") or "")
        return answer.get(member)
