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

    def sizes(self):
        """Rows and bytes of each table."""
        with sqlite3.connect(f"file:{self.location}?mode=ro", uri=True, timeout=30) as c:
            names = [name for name, in c.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            out = {}
            for name in names:
                columns = [row[1] for row in c.execute(f'PRAGMA table_info("{name}")')]
                size = " + ".join(f'length(CAST(coalesce("{column}", \'\') AS BLOB))' for column in columns)
                out[name] = c.execute(f'SELECT count(*), coalesce(sum({size}), 0) FROM "{name}"').fetchone()
        c.close()
        return out


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

    def sizes(self):
        """Rows and bytes of each table."""
        names = self.server.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", self.name).split()
        out = {}
        for name in names:
            row = self.server.sql(f'SELECT count(*), coalesce(sum(length(t::text)), 0) FROM "{name}" t', self.name)
            out[name] = tuple(int(value) for value in row.strip().split("|"))
        return out


@contextlib.contextmanager
def stores(kind, folder):
    """A function that makes a database of this kind by its name."""
    if kind == "sqlite":
        yield lambda name: SQLite(os.path.join(folder, name + ".db"))
    else:
        with Server("pg_config") as server:
            yield lambda name: PostgreSQL(server, name)
