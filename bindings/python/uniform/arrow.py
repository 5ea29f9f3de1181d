"""Functions over columns of texts: the loops run in C++, without copies and without the interpreter's lock.

A column is a pyarrow Array or ChunkedArray, a pandas or Polars Series, or any object with `__arrow_c_array__` or
`__arrow_c_stream__`. The result is of the same kind; for other objects it is a `Column`, which has these methods too.

>>> import pyarrow, uniform.arrow
>>> uniform.arrow.host(pyarrow.array(["http://a.example/b", "mailto:c@d", None])).to_pylist()
['a.example', None, None]

Texts of which a function has nothing to say give null: see docs/guide/columns.md. Functions of components and of hosts read IRIs,
too; normalize, valid and error do so with edition="rfc3987".

>>> iris = pyarrow.array(["http://münchen.de/"])
>>> uniform.arrow.host(iris).to_pylist(), uniform.arrow.normalize(iris).to_pylist()
(['münchen.de'], [None])
>>> uniform.arrow.normalize(iris, edition="rfc3987").to_pylist()
['http://münchen.de/']

Errors: TypeError for a column that is
not one of texts; ValueError for an option that does not exist, or a malformed array.
"""

from __future__ import annotations

import functools as _functools
import sys as _sys
from typing import Any as _Any, Iterator as _Iterator, Union as _Union

from . import _functions, _uniform, types as _types
from ._arrays import Array as _Array, Column

del annotations  # dir() shows what there is to call

_functions.belong_to(__name__, Column)
_Function = _Union[_uniform.ColumnFunction, _uniform.ColumnFinder]
# The function of pyarrow that makes the type of each kind of result.
_TYPES = {"text": "string", "boolean": "bool_", "int32": "int32"}


@_functools.lru_cache(maxsize=256)
def _function(name: str, options: tuple[tuple[str, str], ...]) -> _uniform.ColumnFunction:
    return _uniform.ColumnFunction(name, dict(options))


def _texts(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _found_type(pa: _Any, large: bool = False) -> _Any:
    """The type of the results of `find`: see there."""
    text = pa.large_string() if large else pa.string()
    item = pa.struct([pa.field(name, type_, nullable=False) for name, type_ in (
        ("uri", text), ("begin", pa.int64()), ("end", pa.int64()), ("delimited", text))])
    item = pa.field("item", item, nullable=False)
    return pa.large_list(item) if large else pa.list_(item)


def _run_array(does: _Function, column: _Any) -> _Array:
    return _Array(does.run_array(*column.__arrow_c_array__()))


def _pyarrow_chunked(does: _Function, kind: str, chunks: _Any) -> _Any:
    pa = _sys.modules["pyarrow"]
    done = [pa.array(_run_array(does, chunk)) for chunk in chunks]
    types = {array.type for array in done}
    # Chunks of one column have one type: large_string as soon as one of them is that large.
    if kind == "found":
        to = _found_type(pa, large=True) if len(types) > 1 else next(iter(types), _found_type(pa))
    else:
        to = pa.large_string() if len(types) > 1 else next(iter(types), getattr(pa, _TYPES[kind])())
    return pa.chunked_array([array if array.type == to else array.cast(to) for array in done], type=to)


def _call(name: str, kind: str, column: _Any, options: dict[str, _Any]) -> _Any:
    does = _function(name, tuple(sorted((key, _texts(value)) for key, value in options.items() if value is not None)))
    return _run(does, kind, column)


def _run(does: _Function, kind: str, column: _Any) -> _Any:
    library = type(column).__module__.partition(".")[0]
    if library == "pyarrow":
        import pyarrow as pa
        if isinstance(column, pa.ChunkedArray):
            return _pyarrow_chunked(does, kind, column.chunks)
        _require(column, pa.Array, "a pyarrow Array or ChunkedArray")
        return pa.array(_run_array(does, column))
    if library == "pandas":
        import pandas as pd
        _require(column, pd.Series, "a pandas Series")
        return _pandas(does, kind, column)
    if library == "polars":
        import polars as pl
        _require(column, pl.Series, "a polars Series")
        return pl.Series(column.name, _stream(does, column, lambda arrays: _polars(pl, kind, arrays)))
    if hasattr(column, "__arrow_c_array__"):
        return Column([_run_array(does, column)])
    if hasattr(column, "__arrow_c_stream__"):
        return _stream(does, column, Column)
    raise TypeError(f"a column is expected, with __arrow_c_array__ or __arrow_c_stream__, not {type(column).__name__}")


def _require(column: _Any, type_: type, named: str) -> None:
    if not isinstance(column, type_):
        raise TypeError(f"{named} is expected, not {type(column).__name__}")


def _stream(does: _Function, column: _Any, make: _Any) -> _Any:
    return make([_Array(capsules) for capsules in does.run_stream(column.__arrow_c_stream__())])


def _polars(pl: _Any, kind: str, arrays: list[_Array]) -> _Any:
    if not arrays:
        if kind == "found":
            return pl.Series([], dtype=pl.List(pl.Struct(
                {"uri": pl.String, "begin": pl.Int64, "end": pl.Int64, "delimited": pl.String})))
        return pl.Series([], dtype={"text": pl.String, "boolean": pl.Boolean, "int32": pl.Int32}[kind])
    return pl.concat([pl.Series(array) for array in arrays], rechunk=False)


def _pandas(does: _Function, kind: str, column: _Any) -> _Any:
    import pandas as pd
    import pyarrow as pa
    # A Series of Python objects, of dictionaries or of Arrow's strings: pyarrow knows all; of the last it copies nothing.
    try:
        array = pa.array(column, from_pandas=True)
    except pa.ArrowInvalid as e:  # of several types
        raise TypeError(f"a column of texts is expected: {e}") from e
    chunks = array.chunks if isinstance(array, pa.ChunkedArray) else [array]
    if pa.types.is_floating(array.type) and array.null_count == len(array):  # read_csv() makes it of an empty column
        chunks = [pa.nulls(len(array))]
    result = _pyarrow_chunked(does, kind, chunks)
    if kind in ("text", "found"):
        texts = column.dtype.categories.dtype if isinstance(column.dtype, pd.CategoricalDtype) else column.dtype
        keeps = kind == "text" and isinstance(texts, pd.StringDtype)
        values: Any = texts.__from_arrow__(result) if keeps else pd.arrays.ArrowExtensionArray(result)
        return pd.Series(values, index=column.index, name=column.name)
    dtype = {"boolean": "boolean", "int32": "Int32"}[kind]
    return pd.Series(pd.array(result.to_pandas().array, dtype=dtype), index=column.index, name=column.name)


def find(column: _Any, *, edition: _types.FindEdition = "", schemes: _types.FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> _Any:
    """The URIs in each text, as `uniform.find` finds them, which has these options, too: for each row a list, empty where
    there is none. Each has `uri`; `begin` and `end`, where it stands in the text, in bytes of UTF-8; and `delimited`, by
    what: angle, url-prefix, quotes, bare or abbreviated. (RFC 3986 appendix C)

    >>> import pyarrow
    >>> find(pyarrow.array(["see <http://a.example/b>", "nothing"])).to_pylist()
    [[{'uri': 'http://a.example/b', 'begin': 5, 'end': 23, 'delimited': 'angle'}], []]
    """
    return _run(_uniform.ColumnFinder(edition, schemes, abbreviated, join_lines), "found", column)


def functions() -> _Iterator[str]:
    """The names of the functions of this module that give one value for each text: all but `find`."""
    return (row[0] for row in _uniform.column_functions())


def _add(name: str, kind: str, options: dict[str, tuple[str, str]], says: str, document: str) -> None:
    required = [option for option, (fallback, _) in options.items() if not fallback]
    optional = [option for option, (fallback, _) in options.items() if fallback]
    positional = ", ".join(["column", *required])
    named = "".join(f", {option}=None" for option in optional)
    space: dict[str, _Any] = {"_call": _call}
    exec(  # one real signature for each function, for help() and for checks of arguments
        f"def {name}({positional}{', *' + named if named else ''}):\n"
        f"    return _call({name!r}, {kind!r}, column, {{{', '.join(f'{o!r}: {o}' for o in options)}}})\n", space)
    function = space[name]
    function.__module__ = __name__
    lines = [says + f" ({document})"]
    lines += [f"\n`{option}`: {values}" + (f"; by default {fallback}." if fallback else ".")
              for option, (fallback, values) in options.items()]
    function.__doc__ = "\n".join(lines)
    globals()[name] = function


for _row in _uniform.column_functions():
    _add(*_row)
del _row
__all__ = ["Column", "find", "functions", *functions()]
