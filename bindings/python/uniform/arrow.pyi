"""Functions over columns of texts: see arrow.py. The kinds of columns are told apart by their methods, so that nobody
needs all of these libraries."""

from collections.abc import Iterator
from typing import Any, Protocol, overload

import pandas
import polars
import pyarrow

from ._arrow_table import *
from .types import (
    Edition,
    FindEdition,
    FoundSchemes,
    HostRules,
    Level,
    Like,
    NormalizeEdition,
    ParseEdition,
    Production,
    Severity,
    URNEdition,
    URNRules,
    ValidEdition,
    ValidationLevel,
)


class _PolarsSeries(Protocol):
    def to_physical(self) -> object: ...
    def to_frame(self, *args: Any, **kwargs: Any) -> Any: ...


class _PandasSeries(Protocol):
    @property
    def iloc(self) -> Any: ...
    def to_frame(self, *args: Any, **kwargs: Any) -> Any: ...


class _ChunkedArray(Protocol):
    @property
    def num_chunks(self) -> int: ...
    @property
    def chunks(self) -> Any: ...


class _Array(Protocol):
    def buffers(self) -> Any: ...
    def dictionary_encode(self, *args: Any, **kwargs: Any) -> Any: ...


class _OtherArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class _OtherStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class Column:
    def arrays(self) -> list[Any]: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


def functions() -> Iterator[str]: ...


@overload
def find(column: _PolarsSeries, *, edition: FindEdition = "", schemes: FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> polars.Series: ...


@overload
def find(column: _PandasSeries, *, edition: FindEdition = "", schemes: FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> pandas.Series[Any]: ...


@overload
def find(column: _ChunkedArray, *, edition: FindEdition = "", schemes: FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> pyarrow.ChunkedArray[Any]: ...


@overload
def find(column: _Array, *, edition: FindEdition = "", schemes: FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> pyarrow.Array[Any]: ...


@overload
def find(column: _OtherArray, *, edition: FindEdition = "", schemes: FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> Column: ...


@overload
def find(column: _OtherStream, *, edition: FindEdition = "", schemes: FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> Column:
    """The URIs in each text: a list of structs, each with uri, begin, end, delimited. (RFC 3986 appendix C)"""


@overload
def authority(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def authority(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def authority(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def authority(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def authority(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def authority(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The text between "//" and the path. (RFC 3986 3.2)"""


@overload
def decode(column: _PolarsSeries, *, plus: bool | None = None) -> polars.Series: ...


@overload
def decode(column: _PandasSeries, *, plus: bool | None = None) -> pandas.Series[Any]: ...


@overload
def decode(column: _ChunkedArray, *, plus: bool | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def decode(column: _Array, *, plus: bool | None = None) -> pyarrow.Array[Any]: ...


@overload
def decode(column: _OtherArray, *, plus: bool | None = None) -> Column: ...


@overload
def decode(column: _OtherStream, *, plus: bool | None = None) -> Column:
    """The data that the text stands for: percent-encoding decoded; null where that is not UTF-8. (RFC 3986 2.1)"""


@overload
def display_host(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def display_host(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def display_host(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def display_host(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def display_host(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def display_host(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The host with U-labels, as far as they cannot be mistaken for something else. (UTS 39 5.2)"""


@overload
def domain_label(column: _PolarsSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> polars.Series: ...


@overload
def domain_label(column: _PandasSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pandas.Series[Any]: ...


@overload
def domain_label(column: _ChunkedArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def domain_label(column: _Array, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.Array[Any]: ...


@overload
def domain_label(column: _OtherArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column: ...


@overload
def domain_label(column: _OtherStream, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column:
    """The label of the host before its public suffix; null for an address and for a public suffix. (publicsuffix.org/list)"""


@overload
def error(column: _PolarsSeries, *, edition: Edition | None = None, production: Production | None = None) -> polars.Series: ...


@overload
def error(column: _PandasSeries, *, edition: Edition | None = None, production: Production | None = None) -> pandas.Series[Any]: ...


@overload
def error(column: _ChunkedArray, *, edition: Edition | None = None, production: Production | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def error(column: _Array, *, edition: Edition | None = None, production: Production | None = None) -> pyarrow.Array[Any]: ...


@overload
def error(column: _OtherArray, *, edition: Edition | None = None, production: Production | None = None) -> Column: ...


@overload
def error(column: _OtherStream, *, edition: Edition | None = None, production: Production | None = None) -> Column:
    """Why the text is not valid: the sentence, the production, the document, the offset in bytes; null where it is. (RFC 3986 4.1)"""


@overload
def fragment(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def fragment(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def fragment(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def fragment(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def fragment(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def fragment(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The fragment, without "#". (RFC 3986 3.5)"""


@overload
def host(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def host(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def host(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def host(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def host(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def host(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The host as written, an IP literal with its brackets. (RFC 3986 3.2.2)"""


@overload
def host_type(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def host_type(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def host_type(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def host_type(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def host_type(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def host_type(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """reg-name, ipv4, ipv6 or ipvfuture. (RFC 3986 3.2.2)"""


@overload
def lint(column: _PolarsSeries, *, severity: Severity | None = None) -> polars.Series: ...


@overload
def lint(column: _PandasSeries, *, severity: Severity | None = None) -> pandas.Series[Any]: ...


@overload
def lint(column: _ChunkedArray, *, severity: Severity | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def lint(column: _Array, *, severity: Severity | None = None) -> pyarrow.Array[Any]: ...


@overload
def lint(column: _OtherArray, *, severity: Severity | None = None) -> Column: ...


@overload
def lint(column: _OtherStream, *, severity: Severity | None = None) -> Column:
    """The checks that find something misleading or dangerous, separated by spaces; "" where none does. (RFC 3986 7)"""


@overload
def normalize(column: _PolarsSeries, *, level: Level | None = None, ignore_fragment: bool | None = None, edition: NormalizeEdition | None = None) -> polars.Series: ...


@overload
def normalize(column: _PandasSeries, *, level: Level | None = None, ignore_fragment: bool | None = None, edition: NormalizeEdition | None = None) -> pandas.Series[Any]: ...


@overload
def normalize(column: _ChunkedArray, *, level: Level | None = None, ignore_fragment: bool | None = None, edition: NormalizeEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def normalize(column: _Array, *, level: Level | None = None, ignore_fragment: bool | None = None, edition: NormalizeEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def normalize(column: _OtherArray, *, level: Level | None = None, ignore_fragment: bool | None = None, edition: NormalizeEdition | None = None) -> Column: ...


@overload
def normalize(column: _OtherStream, *, level: Level | None = None, ignore_fragment: bool | None = None, edition: NormalizeEdition | None = None) -> Column:
    """The normal form; names of URNs that RFC 8141 3.1 keeps apart stay apart. (RFC 3986 6.2)"""


@overload
def path(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def path(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def path(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def path(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def path(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def path(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The path, which may be "". (RFC 3986 3.3)"""


@overload
def port(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def port(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def port(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def port(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def port(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def port(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The port as a number; null without one, and where it is greater than 65535. (RFC 3986 3.2.3)"""


@overload
def public_suffix(column: _PolarsSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> polars.Series: ...


@overload
def public_suffix(column: _PandasSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pandas.Series[Any]: ...


@overload
def public_suffix(column: _ChunkedArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def public_suffix(column: _Array, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.Array[Any]: ...


@overload
def public_suffix(column: _OtherArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column: ...


@overload
def public_suffix(column: _OtherStream, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column:
    """The public suffix of the host, by the Public Suffix List, in lower case and with A-labels; null for an address. With icann, by the rules of registries alone. (publicsuffix.org/list)"""


@overload
def query(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def query(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def query(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def query(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def query(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def query(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The query, without "?". (RFC 3986 3.4)"""


@overload
def query_parameter(column: _PolarsSeries, key: str, *, plus: bool | None = None, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def query_parameter(column: _PandasSeries, key: str, *, plus: bool | None = None, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def query_parameter(column: _ChunkedArray, key: str, *, plus: bool | None = None, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def query_parameter(column: _Array, key: str, *, plus: bool | None = None, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def query_parameter(column: _OtherArray, key: str, *, plus: bool | None = None, edition: ParseEdition | None = None) -> Column: ...


@overload
def query_parameter(column: _OtherStream, key: str, *, plus: bool | None = None, edition: ParseEdition | None = None) -> Column:
    """The value, decoded, of the first parameter of that name; "" if it has no value; null without one, and where the value is not UTF-8. (RFC 3986 3.4)"""


@overload
def registrable_domain(column: _PolarsSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> polars.Series: ...


@overload
def registrable_domain(column: _PandasSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pandas.Series[Any]: ...


@overload
def registrable_domain(column: _ChunkedArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def registrable_domain(column: _Array, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.Array[Any]: ...


@overload
def registrable_domain(column: _OtherArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column: ...


@overload
def registrable_domain(column: _OtherStream, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column:
    """The public suffix of the host and one label more, in lower case and with A-labels; null for an address and for a public suffix. (publicsuffix.org/list)"""


@overload
def relativize(column: _PolarsSeries, base: str) -> polars.Series: ...


@overload
def relativize(column: _PandasSeries, base: str) -> pandas.Series[Any]: ...


@overload
def relativize(column: _ChunkedArray, base: str) -> pyarrow.ChunkedArray[Any]: ...


@overload
def relativize(column: _Array, base: str) -> pyarrow.Array[Any]: ...


@overload
def relativize(column: _OtherArray, base: str) -> Column: ...


@overload
def relativize(column: _OtherStream, base: str) -> Column:
    """The shortest reference that resolves to the URI against the base. (RFC 3986 5.2)"""


@overload
def repair(column: _PolarsSeries, *, like: Like | None = None, production: Production | None = None) -> polars.Series: ...


@overload
def repair(column: _PandasSeries, *, like: Like | None = None, production: Production | None = None) -> pandas.Series[Any]: ...


@overload
def repair(column: _ChunkedArray, *, like: Like | None = None, production: Production | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def repair(column: _Array, *, like: Like | None = None, production: Production | None = None) -> pyarrow.Array[Any]: ...


@overload
def repair(column: _OtherArray, *, like: Like | None = None, production: Production | None = None) -> Column: ...


@overload
def repair(column: _OtherStream, *, like: Like | None = None, production: Production | None = None) -> Column:
    """The URI that the text stands for; null where it stands for none or for more than one. (RFC 3987 3.1)"""


@overload
def resolve(column: _PolarsSeries, base: str) -> polars.Series: ...


@overload
def resolve(column: _PandasSeries, base: str) -> pandas.Series[Any]: ...


@overload
def resolve(column: _ChunkedArray, base: str) -> pyarrow.ChunkedArray[Any]: ...


@overload
def resolve(column: _Array, base: str) -> pyarrow.Array[Any]: ...


@overload
def resolve(column: _OtherArray, base: str) -> Column: ...


@overload
def resolve(column: _OtherStream, base: str) -> Column:
    """The target of the reference against the base. (RFC 3986 5.2)"""


@overload
def scheme(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def scheme(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def scheme(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def scheme(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def scheme(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def scheme(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The scheme as written. (RFC 3986 3.1)"""


@overload
def subdomain(column: _PolarsSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> polars.Series: ...


@overload
def subdomain(column: _PandasSeries, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pandas.Series[Any]: ...


@overload
def subdomain(column: _ChunkedArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def subdomain(column: _Array, *, edition: ParseEdition | None = None, icann: bool | None = None) -> pyarrow.Array[Any]: ...


@overload
def subdomain(column: _OtherArray, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column: ...


@overload
def subdomain(column: _OtherStream, *, edition: ParseEdition | None = None, icann: bool | None = None) -> Column:
    """The labels of the host before its registrable domain; null where there is none. (publicsuffix.org/list)"""


@overload
def to_ascii_host(column: _PolarsSeries, *, rules: HostRules | None = None, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def to_ascii_host(column: _PandasSeries, *, rules: HostRules | None = None, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def to_ascii_host(column: _ChunkedArray, *, rules: HostRules | None = None, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def to_ascii_host(column: _Array, *, rules: HostRules | None = None, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def to_ascii_host(column: _OtherArray, *, rules: HostRules | None = None, edition: ParseEdition | None = None) -> Column: ...


@overload
def to_ascii_host(column: _OtherStream, *, rules: HostRules | None = None, edition: ParseEdition | None = None) -> Column:
    """The name of the host, percent-encoding decoded, in lower case and with A-labels; null for what the rules refuse. An address stays as it is. (UTS 46 4)"""


@overload
def urn_assigned_name(column: _PolarsSeries, *, edition: URNEdition | None = None) -> polars.Series: ...


@overload
def urn_assigned_name(column: _PandasSeries, *, edition: URNEdition | None = None) -> pandas.Series[Any]: ...


@overload
def urn_assigned_name(column: _ChunkedArray, *, edition: URNEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def urn_assigned_name(column: _Array, *, edition: URNEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def urn_assigned_name(column: _OtherArray, *, edition: URNEdition | None = None) -> Column: ...


@overload
def urn_assigned_name(column: _OtherStream, *, edition: URNEdition | None = None) -> Column:
    """The URN without r-, q- and f-component, as written. (RFC 8141 2)"""


@overload
def urn_nid(column: _PolarsSeries, *, edition: URNEdition | None = None) -> polars.Series: ...


@overload
def urn_nid(column: _PandasSeries, *, edition: URNEdition | None = None) -> pandas.Series[Any]: ...


@overload
def urn_nid(column: _ChunkedArray, *, edition: URNEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def urn_nid(column: _Array, *, edition: URNEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def urn_nid(column: _OtherArray, *, edition: URNEdition | None = None) -> Column: ...


@overload
def urn_nid(column: _OtherStream, *, edition: URNEdition | None = None) -> Column:
    """The namespace identifier as written. (RFC 8141 2.1)"""


@overload
def urn_normalize(column: _PolarsSeries, *, rules: URNRules | None = None, edition: URNEdition | None = None) -> polars.Series: ...


@overload
def urn_normalize(column: _PandasSeries, *, rules: URNRules | None = None, edition: URNEdition | None = None) -> pandas.Series[Any]: ...


@overload
def urn_normalize(column: _ChunkedArray, *, rules: URNRules | None = None, edition: URNEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def urn_normalize(column: _Array, *, rules: URNRules | None = None, edition: URNEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def urn_normalize(column: _OtherArray, *, rules: URNRules | None = None, edition: URNEdition | None = None) -> Column: ...


@overload
def urn_normalize(column: _OtherStream, *, rules: URNRules | None = None, edition: URNEdition | None = None) -> Column:
    """The assigned-name in the normal form of all equivalent ones. (RFC 8141 3)"""


@overload
def urn_nss(column: _PolarsSeries, *, edition: URNEdition | None = None) -> polars.Series: ...


@overload
def urn_nss(column: _PandasSeries, *, edition: URNEdition | None = None) -> pandas.Series[Any]: ...


@overload
def urn_nss(column: _ChunkedArray, *, edition: URNEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def urn_nss(column: _Array, *, edition: URNEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def urn_nss(column: _OtherArray, *, edition: URNEdition | None = None) -> Column: ...


@overload
def urn_nss(column: _OtherStream, *, edition: URNEdition | None = None) -> Column:
    """The namespace-specific string as written. (RFC 8141 2.2)"""


@overload
def urn_valid(column: _PolarsSeries, *, level: ValidationLevel | None = None, edition: URNEdition | None = None) -> polars.Series: ...


@overload
def urn_valid(column: _PandasSeries, *, level: ValidationLevel | None = None, edition: URNEdition | None = None) -> pandas.Series[Any]: ...


@overload
def urn_valid(column: _ChunkedArray, *, level: ValidationLevel | None = None, edition: URNEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def urn_valid(column: _Array, *, level: ValidationLevel | None = None, edition: URNEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def urn_valid(column: _OtherArray, *, level: ValidationLevel | None = None, edition: URNEdition | None = None) -> Column: ...


@overload
def urn_valid(column: _OtherStream, *, level: ValidationLevel | None = None, edition: URNEdition | None = None) -> Column:
    """Whether the text is a URN of a known namespace that has such names. (RFC 8141 5)"""


@overload
def userinfo(column: _PolarsSeries, *, edition: ParseEdition | None = None) -> polars.Series: ...


@overload
def userinfo(column: _PandasSeries, *, edition: ParseEdition | None = None) -> pandas.Series[Any]: ...


@overload
def userinfo(column: _ChunkedArray, *, edition: ParseEdition | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def userinfo(column: _Array, *, edition: ParseEdition | None = None) -> pyarrow.Array[Any]: ...


@overload
def userinfo(column: _OtherArray, *, edition: ParseEdition | None = None) -> Column: ...


@overload
def userinfo(column: _OtherStream, *, edition: ParseEdition | None = None) -> Column:
    """The userinfo, without "@". (RFC 3986 3.2.1)"""


@overload
def valid(column: _PolarsSeries, *, edition: ValidEdition | None = None, production: Production | None = None) -> polars.Series: ...


@overload
def valid(column: _PandasSeries, *, edition: ValidEdition | None = None, production: Production | None = None) -> pandas.Series[Any]: ...


@overload
def valid(column: _ChunkedArray, *, edition: ValidEdition | None = None, production: Production | None = None) -> pyarrow.ChunkedArray[Any]: ...


@overload
def valid(column: _Array, *, edition: ValidEdition | None = None, production: Production | None = None) -> pyarrow.Array[Any]: ...


@overload
def valid(column: _OtherArray, *, edition: ValidEdition | None = None, production: Production | None = None) -> Column: ...


@overload
def valid(column: _OtherStream, *, edition: ValidEdition | None = None, production: Production | None = None) -> Column:
    """Whether the text is a URI-reference, or what the options say. (RFC 3986 4.1)"""


@overload
def whatwg_host(column: _PolarsSeries) -> polars.Series: ...


@overload
def whatwg_host(column: _PandasSeries) -> pandas.Series[Any]: ...


@overload
def whatwg_host(column: _ChunkedArray) -> pyarrow.ChunkedArray[Any]: ...


@overload
def whatwg_host(column: _Array) -> pyarrow.Array[Any]: ...


@overload
def whatwg_host(column: _OtherArray) -> Column: ...


@overload
def whatwg_host(column: _OtherStream) -> Column:
    """The host, without a port, of the URL that a browser makes of the text. (URL Standard, URL parsing)"""


@overload
def whatwg_href(column: _PolarsSeries) -> polars.Series: ...


@overload
def whatwg_href(column: _PandasSeries) -> pandas.Series[Any]: ...


@overload
def whatwg_href(column: _ChunkedArray) -> pyarrow.ChunkedArray[Any]: ...


@overload
def whatwg_href(column: _Array) -> pyarrow.Array[Any]: ...


@overload
def whatwg_href(column: _OtherArray) -> Column: ...


@overload
def whatwg_href(column: _OtherStream) -> Column:
    """The URL that a browser makes of the text. (URL Standard, URL parsing)"""


@overload
def whatwg_origin(column: _PolarsSeries) -> polars.Series: ...


@overload
def whatwg_origin(column: _PandasSeries) -> pandas.Series[Any]: ...


@overload
def whatwg_origin(column: _ChunkedArray) -> pyarrow.ChunkedArray[Any]: ...


@overload
def whatwg_origin(column: _Array) -> pyarrow.Array[Any]: ...


@overload
def whatwg_origin(column: _OtherArray) -> Column: ...


@overload
def whatwg_origin(column: _OtherStream) -> Column:
    """The origin of the URL that a browser makes of the text; "null" for an opaque one. (URL Standard, origin)"""
