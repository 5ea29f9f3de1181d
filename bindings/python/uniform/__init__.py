"""URIs, URLs, IRIs and URNs by their documents.

>>> import uniform
>>> u = uniform.parse("HTTP://user@Example.com:80/a/../b?q=1#top")
>>> u
URI('HTTP://user@Example.com:80/a/../b?q=1#top')
>>> u.host, u.port, u.path, u.query
('Example.com', '80', '/a/../b', 'q=1')
>>> str(u.normalize(level="scheme"))
'http://user@example.com/b?q=1#top'

Functions return str and take str, or where an identifier is expected an object that has one. Objects are immutable, hashable
and can be pickled, and so can functions. Whatever is not valid raises `UniformError`, a ValueError. `edition` names a document
("rfc3986", "rfc3987", "rfc2396", ...); "" is the current one.
"""

from __future__ import annotations

from dataclasses import dataclass as _dataclass
from typing import Any as _Any

from . import _functions, _table, _uniform, types
from ._documents import Base, Finder, Found, HTMLReference, HTMLReferences, establish_base, find, find_html
from ._errors import UniformError
from ._naming import NID, CheckCharacter, Namespace, check_urn, describe_nid, namespace, namespaces
from ._table import *  # noqa: F403
from ._uniform import URI, URN, Reference, Template, WebURL, __version__

del annotations  # dir() shows what there is to call

_functions.complete()
_functions.belong_to(__name__, Base, CheckCharacter, Finder, Found, HTMLReference, HTMLReferences, Namespace, NID,
                     UniformError, check_urn, describe_nid, establish_base, find, find_html, namespace, namespaces,
                     *map(globals().get, _table.__all__))

__all__ = [
    "NID", "URI", "URN", "Authority", "Base", "CheckCharacter", "Completion", "Domain", "Finder", "Finding", "Found",
    "HTMLReference", "HTMLReferences", "LintCheck", "Namespace", "ReadingDifference", "Reference", "Repaired",
    "ShownName", "Template", "UniformError", "ValidationError", "WebURL", "__version__", "build", "build_urn",
    "can_parse_web", "check_urn", "classify_nid", "complete", "decode", "decode_bytes", "describe_nid", "display_host",
    "domain_of", "edition_document", "encode", "encode_parameters", "equivalent", "establish_base", "find",
    "find_html", "guess_urns", "lint", "lint_checks", "lookup_name", "lowest_equivalent_level",
    "make_url", "matches", "namespace", "namespaces", "new_uuid_urn", "normal_changes", "normal_hash", "normalize",
    "parameters", "parse", "parse_authority", "parse_host", "parse_iri", "parse_uri", "parse_urn", "parse_web",
    "reading_differences", "relativize", "repair", "resolve", "url_fields",
    "urn_addresses", "urn_from_display", "urn_from_name", "urn_to_name", "valid", "web_errors", *_table.__all__,
]

parse = _uniform.parse
valid = _uniform.valid
matches = _uniform.matches
normalize = _uniform.normalize
resolve = _uniform.resolve
relativize = _uniform.relativize
lowest_equivalent_level = _uniform.lowest_equivalent_level
build = _uniform.build
parameters = _uniform.parameters
encode = _uniform.encode
decode = _uniform.decode
decode_bytes = _uniform.decode_bytes
parse_host = _uniform.parse_host
parse_urn = _uniform.parse_urn
build_urn = _uniform.build_urn
urn_from_display = _uniform.urn_from_display
classify_nid = _uniform.classify_nid
lookup_name = _uniform.lookup_name
parse_web = _uniform.parse_web
can_parse_web = _uniform.can_parse_web
url_fields = _uniform.url_fields
make_url = _uniform.make_url
encode_parameters = _uniform.encode_parameters
normal_changes = _uniform.normal_changes
normal_hash = _uniform.normal_hash
edition_document = _uniform.edition_document
urn_from_name = _uniform.urn_from_name
urn_to_name = _uniform.urn_to_name
guess_urns = _uniform.guess_urns
urn_addresses = _uniform.urn_addresses
new_uuid_urn = _uniform.new_uuid_urn


@_dataclass(frozen=True, slots=True)
class Authority:
    """The parts of an authority (RFC 3986 3.2), as written."""

    userinfo: str | None
    host: str | None
    port: str | None


@_dataclass(frozen=True, slots=True)
class Domain:
    """The parts of a host name that the Public Suffix List tells apart."""

    suffix: str
    """The public suffix: "co.uk"."""
    registrable: str | None
    """The suffix and one label more: "example.co.uk"; None for a public suffix itself."""
    label: str | None
    """The label before the suffix: "example"; None for a public suffix itself."""
    subdomain: str | None
    """The labels before the registrable domain: "www"; None where there is none."""
    listed: bool
    """Whether a rule of the list names the suffix."""
    private: bool
    """Whether the rule is of the list's section of those who are no registries: "github.io"."""


@_dataclass(frozen=True, slots=True)
class ShownName:
    """A host name as it may be shown to people."""

    text: str
    why: str
    """Why a label is shown as its A-label; "" if none is."""


@_dataclass(frozen=True, slots=True)
class Finding:
    """Something misleading or dangerous, at one place of an identifier."""

    check: str
    """The id of the check: "rare-ipv4" (docs/reference/lint-checks.md)."""
    severity: types.Severity
    """"note", "warning" or "error"."""
    begin: int
    """Where it begins, as an index into the str."""
    end: int
    explanation: str
    document: str
    section: str
    safer: str | None
    """The whole identifier without this finding, where there is such a form."""


@_dataclass(frozen=True, slots=True)
class LintCheck:
    """A check of lint()."""

    id: str
    """The name of the check, as in Finding.check: "rare-ipv4"."""
    severity: types.Severity
    summary: str
    document: str
    section: str


@_dataclass(frozen=True, slots=True)
class Repaired:
    """The URI that a text stands for."""

    uri: str
    changed: bool
    """False: the text was a URI already."""
    host_before: str | None
    """The host as the text has it, where the repaired one is another."""


@_dataclass(frozen=True, slots=True)
class Completion:
    """The URI that an abbreviated reference may stand for."""

    uri: str
    rule: str
    """The heuristic: "www-host"."""
    guess: bool
    """False when it was a URI already."""


@_dataclass(frozen=True, slots=True)
class ValidationError:
    """A validation error of the URL Standard."""

    name: str
    """The standard's name: "invalid-reverse-solidus"."""
    offset: int
    """Where, in bytes of the text in UTF-8."""
    index: int
    """Where, in code points."""
    message: str


@_dataclass(frozen=True, slots=True)
class ReadingDifference:
    """Where RFC 3986 and browsers read a text differently."""

    part: str
    """"scheme", "host", "path", "query" or "rejected"."""
    begin: int
    """The beginning of its cause, as an index into the str."""
    end: int
    by_rfc3986: str
    by_browser: str


def parse_uri(text: types.Identifier, edition: types.ParseEdition = "") -> URI:
    """The text as a URI: it has a scheme (RFC 3986 3).

    >>> parse_uri("urn:example:a").path
    'example:a'
    """
    uri = parse(text, "uri", edition)
    assert isinstance(uri, URI)
    return uri


def parse_iri(text: types.Identifier) -> Reference:
    """The text as an IRI-reference (RFC 3987 2.2).

    >>> parse_iri("http://münchen.example/").host
    'münchen.example'
    """
    return parse(text, "", "rfc3987")


def parse_authority(text: str, edition: types.ParseEdition = "", zone_ids: bool = False) -> Authority:
    """RFC 3986 3.2: authority = [ userinfo "@" ] host [ ":" port ].

    >>> parse_authority("user@[::1]:80")
    Authority(userinfo='user', host='[::1]', port='80')
    """
    return Authority(*_uniform.parse_authority(text, edition, zone_ids))


def equivalent(a: types.Identifier, b: types.Identifier, level: types.Level = "syntax", *,
               edition: types.NormalizeEdition = "", ignore_fragment: bool = False) -> bool:
    """Whether both have the same normal form at that level (RFC 3986 6); by "url-06" or "rfc1738", as URLs of that document.

    >>> equivalent("http://a/%7Eb", "HTTP://a/~b"), equivalent("http://a:80/", "http://a")
    (True, False)
    >>> equivalent("http://a:80/", "http://a", "scheme")
    True
    """
    return _uniform.are_equivalent(a, b, level, edition, ignore_fragment)


def display_host(name: str) -> ShownName:
    """A host name with U-labels, as far as they cannot be mistaken for something else.

    >>> display_host("xn--mnchen-3ya.example").text
    'münchen.example'
    >>> display_host("xn--pple-43d.example").text
    'xn--pple-43d.example'
    """
    return ShownName(*_uniform.display_host(name))


def domain_of(host: str, *, icann: bool = False) -> Domain | None:
    """The parts of a host name, by the Public Suffix List, in lower case and with A-labels; None for an address and for
    what is no name. With `icann`, by the rules of registries alone.

    >>> domain_of("WWW.Example.CO.UK")
    Domain(suffix='co.uk', registrable='example.co.uk', label='example', subdomain='www', listed=True, private=False)
    >>> domain_of("a.github.io").registrable, domain_of("a.github.io", icann=True).registrable
    ('a.github.io', 'github.io')
    """
    row = _uniform.domain_of(host, icann)
    return None if row is None else Domain(*row)


def lint_checks() -> list[LintCheck]:
    """The checks of lint().

    >>> next(c.severity for c in lint_checks() if c.id == "rare-ipv4")
    'error'
    """
    return [LintCheck(*row) for row in _uniform.check_rows()]


def lint(text: types.Identifier, *, edition: types.LintEdition = "", severity: types.Severity = "note") -> list[Finding]:
    """The parts of an identifier that may mislead or harm; it need not be valid. `severity`: of the mildest finding.

    >>> [f.check for f in lint("http://www.example.com&x@10.0.0.1/", severity="warning")]
    ['userinfo-like-host', 'private-address']
    """
    return [Finding(*row) for row in _uniform.lint(text, edition, severity)]


def repair(text: types.Identifier, like: types.Like = "rfc3987", production: types.Production = "") -> Repaired:
    """The URI that a text stands for, by a reading: rfc3987, whatwg or typed. UniformError where it stands for none, or
    for more than one.

    >>> repair("http://a.example/café 1").uri
    'http://a.example/caf%C3%A9%201'
    """
    return Repaired(*_uniform.repair(text, like, production))


def complete(typed: str, default_scheme: str = "http") -> Completion | None:
    """The URI that an abbreviated reference may stand for; None if there is none.

    >>> complete("www.w3.org/Addressing/", "https").uri
    'https://www.w3.org/Addressing/'
    """
    row = _uniform.complete(typed, default_scheme)
    return None if row is None else Completion(*row)


def web_errors(text: types.Identifier) -> list[ValidationError]:
    """The validation errors of the URL Standard, also of a text that browsers accept.

    >>> [e.name for e in web_errors("http:\\\\\\\\a.example")][0]
    'special-scheme-missing-following-solidus'
    """
    return [ValidationError(*row) for row in _uniform.web_errors(text)]


def reading_differences(text: types.Identifier) -> list[ReadingDifference]:
    """Where RFC 3986 and browsers read the text differently.

    >>> d = reading_differences("http://a.example\\\\@b.example/")[0]
    >>> d.part, d.by_rfc3986, d.by_browser
    ('host', 'b.example', 'a.example')
    """
    return [ReadingDifference(*row) for row in _uniform.reading_differences(text)]


def __getattr__(name: str) -> _Any:
    # uniform.arrow, uniform.duckdb, ... are imported when they are named: they import what not everybody has.
    if name in ("arrow", "duckdb", "spark", "urllib"):
        import importlib
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
