"""Functions for DuckDB: one call registers them, and DuckDB hands them whole columns.

>>> import duckdb, uniform.duckdb
>>> connection = duckdb.connect()
>>> uniform.duckdb.register(connection)
>>> connection.sql("SELECT uniform_host('http://a.example/b') AS host").fetchall()
[('a.example',)]
>>> connection.sql("SELECT uniform_query_parameter('/?q=1%2F2', 'q')").fetchall()
[('1/2',)]
>>> connection.sql("SELECT f.uri, f.begin FROM (SELECT unnest(uniform_find('see <http://a.example/b>')) AS f)").fetchall()
[('http://a.example/b', 5)]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _uniform, arrow

_FOUND = 'STRUCT("uri" VARCHAR, "begin" BIGINT, "end" BIGINT, "delimited" VARCHAR)[]'
_SQL = {"text": "VARCHAR", "boolean": "BOOLEAN", "int32": "INTEGER"}


def register(connection: Any, *, prefix: str = "uniform_",
             options: Mapping[str, Mapping[str, object]] | None = None) -> None:
    """Registers every function of `uniform.arrow`, `find` too, as PREFIX + its name, with a VARCHAR as its first argument.
    A function that requires an option has it as its second argument: `uniform_resolve(reference, base)`. Other options
    are given here, for all calls: `options={"normalize": {"level": "scheme"}}`.

    ValueError for an option that does not exist; what DuckDB raises when a function of that name is there already.
    """
    given = {name: dict(of) for name, of in (options or {}).items()}
    for name, kind, known, _, _ in _uniform.column_functions():
        required = [option for option, (fallback, _) in known.items() if not fallback]
        function = _function(name, required, given.pop(name, {}))
        connection.create_function(prefix + name, function, ["VARCHAR"] * (1 + len(required)), _SQL[kind], type="arrow",
                                   null_handling="special")
    of_find = given.pop("find", {})
    arrow.find(_empty(), **of_find)  # what does not exist is refused now
    connection.create_function(prefix + "find", lambda column: arrow.find(column, **of_find), ["VARCHAR"], _FOUND,
                               type="arrow", null_handling="special")
    if given:
        raise ValueError(f"no function of columns has the name {next(iter(given))!r}")


def _function(name: str, required: list[str], options: dict[str, object]) -> Any:
    of = getattr(arrow, name)
    if not required:
        if options:
            of(_empty(), **options)  # what does not exist is refused now
        return lambda column: of(column, **options)
    option = required[0]

    def with_option(column: Any, values: Any) -> Any:
        return _by_value(lambda value: of(column, **{option: value}, **options), column, values)

    return with_option


def _empty() -> Any:
    import pyarrow as pa
    return pa.array([], pa.string())


def _by_value(compute: Any, column: Any, values: Any) -> Any:
    """The rows of the column by the value of their option, which mostly is one for all of them; null for null."""
    import pyarrow as pa
    import pyarrow.compute as pc
    distinct = pc.unique(values).to_pylist()
    if len(distinct) == 1 and distinct[0] is not None:
        return compute(distinct[0])
    result = None
    for value in distinct:
        if value is None:
            continue
        rows = compute(value)
        here = pc.equal(values, pa.scalar(value))
        result = pc.if_else(here, rows, pa.nulls(len(column), rows.type) if result is None else result)
    return result if result is not None else pa.nulls(len(column), pa.string())
