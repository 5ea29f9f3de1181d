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

import importlib as _importlib
import inspect as _inspect
from collections.abc import Mapping as _Mapping
from typing import Any as _Any

from . import _uniform, arrow as _arrow

del annotations  # dir() shows what there is to call

__all__ = ["register"]

_FOUND = 'STRUCT("uri" VARCHAR, "begin" BIGINT, "end" BIGINT, "delimited" VARCHAR)[]'
_SQL = {"text": "VARCHAR", "boolean": "BOOLEAN", "int32": "INTEGER"}


def register(connection: _Any, *, prefix: str = "uniform_",
             options: _Mapping[str, _Mapping[str, object]] | None = None) -> None:
    """Registers every function of `uniform.arrow`, `find` too, as PREFIX + its name, with a VARCHAR as its first argument.
    A function that requires an option has it as its second argument: `uniform_resolve(reference, base)`, null where the
    base is no URI; not if it is given here. Other options are given here, for all calls: `options={"normalize": {"level": "scheme"}}`.

    Once for each prefix on a connection. All functions are registered or none: ValueError for an option or a function that
    does not exist, and where the connection has a function of one of these names already.
    """
    _need("duckdb", "pyarrow")
    given = {name: dict(of) for name, of in (options or {}).items()}
    functions = []
    for name, kind, known, _, _ in _uniform.column_functions():
        options_of = _known(name, given.pop(name, {}))
        required = [option for option, (fallback, _) in known.items() if not fallback and option not in options_of]
        functions.append((prefix + name, _function(name, required, options_of), 1 + len(required), _SQL[kind]))
    of_find: dict[str, _Any] = _known("find", given.pop("find", {}))
    _arrow.find(_empty(), **of_find)  # values that do not exist are refused now
    functions.append((prefix + "find", lambda column: _arrow.find(column, **of_find), 1, _FOUND))
    if given:
        raise ValueError(f"no function of columns has the name {next(iter(given))!r}")
    there = {name.lower() for name, in connection.execute("SELECT function_name FROM duckdb_functions()").fetchall()}
    for name, *_ in functions:
        if name.lower() in there:
            raise ValueError(f"the connection has a function {name!r} already: register once, or with another prefix")
    for name, function, arguments, result in functions:
        connection.create_function(name, function, ["VARCHAR"] * arguments, result, type="arrow", null_handling="special")


def _function(name: str, required: list[str], options: dict[str, object]) -> _Any:
    of = getattr(_arrow, name)
    if not required:
        if options:
            of(_empty(), **options)  # values that do not exist are refused now
        return lambda column: of(column, **options)
    return _by_value(of, required[0], options)


def _need(module: str, *packages: str) -> None:
    """ModuleNotFoundError that says what to install, if a package is missing."""
    for package in packages:
        try:
            _importlib.import_module(package)
        except ModuleNotFoundError as e:
            if e.name != package:
                raise
            raise ModuleNotFoundError(f"uniform.{module} needs {package}: pip install {package}, or the package with its extra, "
                                      f"uniform-identifiers[{module}]", name=package) from None


def _known(name: str, options: dict[str, object]) -> dict[str, object]:
    """The options, all of which that function has. ValueError for another."""
    has = _inspect.signature(getattr(_arrow, name)).parameters.keys() - {"column"}
    for option in options.keys() - has:
        raise ValueError(f"the function {name!r} has no option {option!r}" + (f", but {', '.join(sorted(has))}" if has else ""))
    return options


def _empty() -> _Any:
    import pyarrow as pa
    return pa.array([], pa.string())


def _by_value(of: _Any, option: str, options: _Mapping[str, object]) -> _Any:
    """The function of two columns of pyarrow that has the values of an option in the second: its rows by the value, and
    null for null and for a value that is refused, which is data here. ValueError now for other options that do not exist."""
    import pyarrow as pa
    import pyarrow.compute as pc
    kind = of(_empty(), **{option: "a:"}, **options).type  # "a:" is a name and a URI

    def rows_of(value: str, rows: _Any) -> _Any:
        try:
            return of(rows, **{option: value}, **options)
        except ValueError:
            return pa.nulls(len(rows), kind)

    def with_option(column: _Any, values: _Any) -> _Any:
        column, values = _whole(column), _whole(values)
        if values.null_count == len(values):  # of any type: a plain NULL of SQL has that of nulls
            return pa.nulls(len(column), kind)
        coded = values.dictionary_encode()
        if len(coded.dictionary) == 1 and not values.null_count:  # as for most calls
            return rows_of(coded.dictionary[0].as_py(), column)
        order = pc.sort_indices(coded.indices)  # the rows of each value side by side, those of null last
        counted = pc.value_counts(coded.indices.drop_null())
        counts = dict(zip(counted.field("values").to_pylist(), counted.field("counts").to_pylist()))
        by_value, parts, begin = column.take(order), [], 0
        for code, value in enumerate(coded.dictionary.to_pylist()):
            parts.append(rows_of(value, by_value.slice(begin, counts[code])))
            begin += counts[code]
        parts.append(pa.nulls(len(column) - begin, kind))
        to = next((part.type for part in parts if part.type != kind), kind)  # large_string if one part is that large
        return pa.concat_arrays([part if part.type == to else part.cast(to) for part in parts]).take(pc.sort_indices(order))

    return with_option


def _whole(column: _Any) -> _Any:
    import pyarrow as pa
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
