"""Functions for Spark, for lists too large for one machine: vectorized UDFs over Arrow, and equivalent URLs dropped.

    uniform.spark.register(session)
    session.sql("SELECT uniform_registrable_domain(url) AS domain, count(*) FROM urls GROUP BY domain")
    uniform.spark.unique(urls, "url", level="scheme")

The package has to be installed on the executors, too. docs/guide/spark.md has measurements and a guide to sizes.
"""

from __future__ import annotations

from collections.abc import Mapping as _Mapping
from typing import Any as _Any

from . import _uniform, arrow as _arrow
from .duckdb import _by_value, _known, _need

del annotations  # dir() shows what there is to call

__all__ = ["register", "udf", "unique"]

_SQL = {"text": "string", "boolean": "boolean", "int32": "int",
        "found": "array<struct<uri:string,begin:bigint,end:bigint,delimited:string>>"}


def register(session: _Any, *, prefix: str = "uniform_",
             options: _Mapping[str, _Mapping[str, object]] | None = None) -> None:
    """Registers every function of `uniform.arrow`, `find` too, for SQL as PREFIX + its name. A function that requires an
    option has it as its second argument: `uniform_resolve(reference, base)`, null where the base is no URI; not if it is
    given here. Other options are given here, for all calls: `options={"normalize": {"level": "scheme"}}`. All functions are
    registered or none: ValueError for an option or a function that does not exist.
    """
    given = {name: dict(of) for name, of in (options or {}).items()}
    made = {name: udf(name, **given.pop(name, {})) for name in (*_arrow.functions(), "find")}
    if given:
        raise ValueError(f"no function of columns has the name {next(iter(given))!r}")
    for name, function in made.items():
        session.udf.register(prefix + name, function)


def udf(name: str, **options: object) -> _Any:
    """One function as a UDF for the DataFrame API: `frame.select(udf("host")("url"))`. An option that the function
    requires is a second column, unless it is given here."""
    _need("spark", "pyspark", "pyarrow")
    known = {row[0]: (row[1], [o for o, (fallback, _) in row[2].items() if not fallback and o not in options])
             for row in _uniform.column_functions()} | {"find": ("found", [])}
    if name not in known:
        raise ValueError(f"no function of columns has the name {name!r}")
    kind, required = known[name]
    _known(name, options)
    if not required:
        import pyarrow as pa
        getattr(_arrow, name)(pa.array([], pa.string()), **options)  # options that do not exist are refused now
    two = bool(required)
    try:
        from pyspark.sql.functions import arrow_udf  # Spark 4.1
        return arrow_udf(_two_arrays(name, required[0], options) if two else _one_array(name, options), _SQL[kind])
    except ImportError:
        from pyspark.sql.functions import pandas_udf
        return pandas_udf(_two_series(name, required[0], options) if two else _one_series(name, options), _SQL[kind])


# The functions that the executors run. Spark reads the annotations, so these are types and not names.

def _one_array(name: str, options: _Mapping[str, object]) -> _Any:
    import pyarrow as pa

    def of_array(texts):  # type: ignore[no-untyped-def]
        return _as_spark(getattr(_arrow, name)(texts, **options))

    of_array.__annotations__ = {"texts": pa.Array, "return": pa.Array}
    return of_array


def _two_arrays(name: str, option: str, options: _Mapping[str, object]) -> _Any:
    import pyarrow as pa
    does = _by_value(getattr(_arrow, name), option, options)

    def of_arrays(texts, values):  # type: ignore[no-untyped-def]
        return _as_spark(does(texts, values))

    of_arrays.__annotations__ = {"texts": pa.Array, "values": pa.Array, "return": pa.Array}
    return of_arrays


def _one_series(name: str, options: _Mapping[str, object]) -> _Any:
    import pandas as pd

    def of_series(texts):  # type: ignore[no-untyped-def]
        return getattr(_arrow, name)(texts, **options)

    of_series.__annotations__ = {"texts": pd.Series, "return": pd.Series}
    return of_series


def _two_series(name: str, option: str, options: _Mapping[str, object]) -> _Any:
    import pandas as pd
    does = _by_value(getattr(_arrow, name), option, options)

    def of_series(texts, values):  # type: ignore[no-untyped-def]
        import pyarrow as pa
        return does(pa.array(texts, pa.string(), from_pandas=True), pa.array(values, pa.string(), from_pandas=True)).to_pandas()

    of_series.__annotations__ = {"texts": pd.Series, "values": pd.Series, "return": pd.Series}
    return of_series


def _as_spark(array: _Any) -> _Any:
    import pyarrow as pa
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):  # of find(); Spark's own types are nullable
        text, place = pa.string(), pa.int64()
        return array.cast(pa.list_(pa.struct([("uri", text), ("begin", place), ("end", place), ("delimited", text)])))
    return array.cast(pa.string()) if pa.types.is_large_string(array.type) else array


def unique(frame: _Any, column: str, level: str = "syntax", *, order: str | None = None, edition: str = "rfc3986",
           ignore_fragment: bool = False, invalid: str = "drop") -> _Any:
    """The rows of the DataFrame without those whose text in `column` is equivalent to that of another, at the level of
    `normalize`: simple, case, percent, path, syntax or scheme.

    Of equivalent rows, the one with the least value of the column `order` stays (null is the greatest), as `uniform unique`
    keeps the first line; without `order`, any of them. Texts that are not valid, and nulls, are dropped, or kept all with
    `invalid="keep"`. Exact: normal forms are compared, not hashes. Lazy; one shuffle, before which each partition drops
    its own. The columns are those of the frame.
    """
    _need("spark", "pyspark", "pyarrow")
    from pyspark.sql import functions as F
    if invalid not in ("drop", "keep"):
        raise ValueError('invalid is "drop" or "keep"')
    column = _named(frame, column)
    order = order and _named(frame, order)
    normalize = udf("normalize", level=level, edition=edition, ignore_fragment=ignore_fragment)
    key, row = "__uniform_key", "__uniform_row"
    while {key, row} & {c.lower() for c in frame.columns}:
        key, row = key + "_", row + "_"
    keyed = frame.withColumn(key, normalize(_column(column)))
    kept = keyed.where(F.col(key).isNotNull())
    # Most texts are normal already. Then only the key is sent.
    slim = F.when(_column(column) != F.col(key), _column(column)).alias(column)
    packed = kept.select(key, F.struct(*[slim if c == column else _column(c) for c in frame.columns]).alias(row),
                         *([_ranked(frame, order).alias(row + "_order")] if order else []))
    first = F.min_by(row, row + "_order") if order else F.first(row)
    result = packed.groupBy(key).agg(first.alias(row)).select(
        *[F.coalesce(F.col(row)[c], F.col(key)).alias(c) if c == column else F.col(row)[c].alias(c) for c in frame.columns])
    return result if invalid == "drop" else result.unionByName(keyed.where(F.col(key).isNull()).drop(key))


def _column(name: str) -> _Any:
    """A column by its name, whatever characters that has."""
    from pyspark.sql import functions as F
    return F.col("`" + name.replace("`", "``") + "`")


def _named(frame: _Any, name: str) -> str:
    """The name of a column as the DataFrame has it: Spark ignores case, unless spark.sql.caseSensitive is set."""
    if name in frame.columns:
        return name
    if frame.sparkSession.conf.get("spark.sql.caseSensitive") != "true":
        for known in frame.columns:
            if known.lower() == name.lower():
                return known  # type: ignore[no-any-return]
    raise ValueError(f"the DataFrame has no column {name!r}")


def _ranked(frame: _Any, order: str) -> _Any:
    """The value that rows are ordered by: null comes last, which min_by() would leave out, the row with it."""
    from pyspark.sql import functions as F
    value = _column(order)
    return F.struct(value.isNull(), value) if frame.schema[order].nullable else value
