"""ask_sqlite.py UNIFORM.SO: the values of an expression of SQL for the questions of standard input, {"call", "questions"}. A
program of its own, because not every Python loads extensions into SQLite."""

import json
import sqlite3
import sys

database = sqlite3.connect(":memory:")
database.enable_load_extension(True)
database.load_extension(sys.argv[1])
asked = json.load(sys.stdin)
try:
    json.dump([database.execute("SELECT " + asked["call"], question).fetchone()[0] for question in asked["questions"]], sys.stdout)
except sqlite3.OperationalError as e:  # of an argument that no text makes valid
    json.dump({"misuse": str(e)}, sys.stdout)
