"""Functions over columns of texts: see arrow.py."""

from collections.abc import Iterator
from typing import Any


class Column:
    def arrays(self) -> list[Any]: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


def find(column: Any, *, edition: str = "", schemes: str = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> Any:
    """The URIs in each text: a list of structs, each with uri, begin, end, delimited. (RFC 3986 appendix C)"""


def functions() -> Iterator[str]: ...


def authority(column: Any, *, edition: str | None = None) -> Any:
    """What stands between "//" and the path. (RFC 3986 3.2)"""


def decode(column: Any, *, plus: bool | None = None) -> Any:
    """What the text stands for, its percent-encoding decoded; null where that is not UTF-8. (RFC 3986 2.1)"""


def display_host(column: Any, *, edition: str | None = None) -> Any:
    """The host with U-labels, as far as they cannot be mistaken for something else. (UTS 39 5.2)"""


def error(column: Any, *, edition: str | None = None, production: str | None = None) -> Any:
    """Why the text is not valid: the sentence, the production, the document, the offset in bytes; null where it is. (RFC 3986 4.1)"""


def fragment(column: Any, *, edition: str | None = None) -> Any:
    """The fragment, without "#". (RFC 3986 3.5)"""


def host(column: Any, *, edition: str | None = None) -> Any:
    """The host as written, an IP literal with its brackets. (RFC 3986 3.2.2)"""


def host_type(column: Any, *, edition: str | None = None) -> Any:
    """reg-name, ipv4, ipv6 or ipvfuture. (RFC 3986 3.2.2)"""


def iri_to_uri(column: Any) -> Any:
    """The URI of an IRI-reference: characters beyond US-ASCII percent-encoded. (RFC 3987 3.1)"""


def lint(column: Any, *, severity: str | None = None) -> Any:
    """The checks that find something misleading or dangerous, separated by spaces; "" where none does. (RFC 3986 7)"""


def normalize(column: Any, *, level: str | None = None, ignore_fragment: bool | None = None, edition: str | None = None) -> Any:
    """The normal form; names of URNs that RFC 8141 3.1 keeps apart stay apart. (RFC 3986 6.2)"""


def path(column: Any, *, edition: str | None = None) -> Any:
    """The path, which may be "". (RFC 3986 3.3)"""


def port(column: Any, *, edition: str | None = None) -> Any:
    """The port as a number; null without one, and where it is greater than 65535. (RFC 3986 3.2.3)"""


def public_suffix(column: Any, *, edition: str | None = None) -> Any:
    """The public suffix of the host, by the Public Suffix List, in lower case and with A-labels; null for an address. (publicsuffix.org/list)"""


def query(column: Any, *, edition: str | None = None) -> Any:
    """The query, without "?". (RFC 3986 3.4)"""


def query_parameter(column: Any, key: str, *, plus: bool | None = None, edition: str | None = None) -> Any:
    """The value, decoded, of the first parameter of that name; "" if it has no value; null without one, and where the value is not UTF-8. (RFC 3986 3.4)"""


def redact(column: Any) -> Any:
    """The reference with its password replaced by "***". (RFC 3986 7.5)"""


def registrable_domain(column: Any, *, edition: str | None = None) -> Any:
    """The public suffix of the host and one label more, in lower case and with A-labels; null for an address and for a public suffix. (publicsuffix.org/list)"""


def relativize(column: Any, base: str) -> Any:
    """The shortest reference that resolves to the URI against the base. (RFC 3986 5.2)"""


def repair(column: Any, *, like: str | None = None, production: str | None = None) -> Any:
    """The URI that the text stands for; null where it stands for none or for more than one. (RFC 3987 3.1)"""


def resolve(column: Any, base: str) -> Any:
    """The target of the reference against the base. (RFC 3986 5.2)"""


def scheme(column: Any, *, edition: str | None = None) -> Any:
    """The scheme as written. (RFC 3986 3.1)"""


def to_ascii_host(column: Any, *, rules: str | None = None, edition: str | None = None) -> Any:
    """The name of the host, percent-encoding decoded, in lower case and with A-labels; null for what the rules refuse. An address stays as it is. (UTS 46 4)"""


def uri_to_iri(column: Any) -> Any:
    """The IRI of a URI-reference: percent-encoded characters decoded where an IRI may have them. (RFC 3987 3.2)"""


def urn_assigned_name(column: Any, *, edition: str | None = None) -> Any:
    """The URN without r-, q- and f-component, as written. (RFC 8141 2)"""


def urn_nid(column: Any, *, edition: str | None = None) -> Any:
    """The namespace identifier as written. (RFC 8141 2.1)"""


def urn_normalize(column: Any, *, rules: str | None = None, edition: str | None = None) -> Any:
    """The assigned-name in the normal form of all equivalent ones. (RFC 8141 3)"""


def urn_nss(column: Any, *, edition: str | None = None) -> Any:
    """The namespace-specific string as written. (RFC 8141 2.2)"""


def urn_valid(column: Any, *, level: str | None = None, edition: str | None = None) -> Any:
    """Whether the text is a URN of a known namespace that has such names. (RFC 8141 5)"""


def userinfo(column: Any, *, edition: str | None = None) -> Any:
    """The userinfo, without "@". (RFC 3986 3.2.1)"""


def valid(column: Any, *, edition: str | None = None, production: str | None = None) -> Any:
    """Whether the text is a URI-reference, or what the options say. (RFC 3986 4.1)"""


def whatwg_host(column: Any) -> Any:
    """The host, without a port, of the URL that a browser makes of the text. (URL Standard, URL parsing)"""


def whatwg_href(column: Any) -> Any:
    """The URL that a browser makes of the text. (URL Standard, URL parsing)"""


def whatwg_origin(column: Any) -> Any:
    """The origin of the URL that a browser makes of the text; "null" for an opaque one. (URL Standard, origin)"""
