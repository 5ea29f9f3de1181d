"""The databases on which the tests of the running service have its store: a file of SQLite, and databases of a
PostgreSQL server that the test starts and stops."""
import contextlib
import os
import sqlite3
import sys
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bindings/postgresql/tests"))
from server import Server  # noqa: E402


KINDS = ["sqlite", "postgresql"]


class SQLite:
    def __init__(self, location):
        self.location = location

    def sql(self, statement, *values):
        """Carries out a statement with "?" for each value."""
        with sqlite3.connect(self.location, timeout=30) as connection:
            connection.execute(statement, values)
        connection.close()


class PostgreSQL:
    """An empty database of a server."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        server.sql(f"CREATE DATABASE {name}")
        self.location = f"postgresql://postgres@{urllib.parse.quote(str(server.folder), safe='')}/{name}"

    def sql(self, statement, *values):
        def literal(value):
            return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)

        first, *rest = statement.split("?")
        self.server.sql(first + "".join(literal(v) + part for v, part in zip(values, rest, strict=True)), self.name)


@contextlib.contextmanager
def stores(kind, folder):
    """A function that makes a database of this kind by its name."""
    if kind == "sqlite":
        yield lambda name: SQLite(os.path.join(folder, name + ".db"))
    else:
        with Server("pg_config") as server:
            yield lambda name: PostgreSQL(server, name)
