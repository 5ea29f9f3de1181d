#!/usr/bin/env python3
"""No table, column or alias in the SQL of src/ is a reserved word of SQLite or of PostgreSQL.

    sql_words_test.py

In the sources the keywords of SQL are in capital letters, names in small ones. Each name of a statement and of the DDL
scripts is asked for as an alias of a table and as one of a column, on both databases. A word that only one reserves fails
in the statements that only the other's tests carry out.
"""
import re
import sqlite3
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings/postgresql/tests"))
from server import Server  # noqa: E402

LITERAL = re.compile(r'R"\((.*?)\)"|"((?:[^"\\\n]|\\.)*)"', re.S)
STATEMENT = re.compile(r"\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN|WHERE|ORDER BY|CREATE TABLE|VALUES|LIMIT) ")
# Keywords that are meant as such: a function, and a format of COPY.
MEANT = {"binary", "current_schema"}


def statements():
    """(file, text) of each text with SQL."""
    for file in sorted((ROOT / "src").rglob("*.[ch]pp")):
        for found in LITERAL.finditer(re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))):
            text = found.group(1) or found.group(2) or ""
            if STATEMENT.search(text):
                yield file, text
    for file in sorted((ROOT / "src").rglob("*.sql")):
        yield file, re.sub(r"--[^\n]*", "", file.read_text(encoding="utf-8"))


def uses(word):
    """Statements that use the word as a name."""
    return (f"SELECT {word}.n FROM (SELECT 1 AS n) AS {word} WHERE {word}.n = 1",
            f"SELECT {word} FROM (SELECT 1 AS {word}) AS t ORDER BY {word}")


def refused_by_sqlite(words):
    connection = sqlite3.connect(":memory:")
    for word in words:
        try:
            for statement in uses(word):
                connection.execute(statement)
        except sqlite3.Error:
            yield word


def refused_by_postgresql(words):
    with Server("pg_config") as server:
        asked = "".join(f"\\echo word {word}\n{';'.join(uses(word))};\n" for word in words)
        said = server.sql(asked, words=("-v", "ON_ERROR_STOP=0"), check=False)
    for part in said.split("word ")[1:]:
        if "ERROR" in part:
            yield part.split()[0]


def main():
    used = {}
    for file, text in statements():
        for word in re.findall(r"(?<![\w$@:%\\])[a-z_][a-z0-9_]*(?!\w)", re.sub(r"'[^']*'|\$\$.*?\$\$", "", text, flags=re.S)):
            used.setdefault(word, file.relative_to(ROOT))
    words = sorted(used.keys() - MEANT)
    wrong = []
    for name, refused_by in (("SQLite", refused_by_sqlite), ("PostgreSQL", refused_by_postgresql)):
        refused = list(refused_by([*words, "order"]))  # which both reserve
        if refused.pop() != "order":
            wrong.append(f"{name} accepts every word")
        wrong += [f"{used[w]}: {name} reserves {w}" for w in refused]
    print("\n".join(wrong) or f"{len(words)} names in SQL, none reserved")
    sys.exit(1 if wrong else 0)


main()
