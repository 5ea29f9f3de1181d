"""Identifiers in texts and documents, and the base of a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from . import _uniform, types


@dataclass(frozen=True, slots=True)
class Found:
    """An identifier in a text."""

    uri: str
    """The URI; of an abbreviated reference what it may stand for."""
    text: str
    """As it stands there, without white space inside."""
    begin: int
    """Where it begins, as an index into the str; of a Finder, in bytes of the whole text."""
    end: int
    delimited: str
    """"angle", "url-prefix", "quotes", "bare" or "abbreviated"."""
    guess: bool
    """Whether it is an abbreviated reference."""
    cut_before: str
    """The character before which it was cut although the text goes on there; or ""."""
    doubtful_hyphens: int
    """The number of hyphens before a line break that may not belong to it (RFC 3986 appendix C)."""
    cleaned: bool
    """Whether white space was removed."""


class Finder:
    """Finds the identifiers in a text that comes in pieces of bytes in UTF-8; what it finds does not depend on where they
    end. The options are those of find(). For one thread at a time.

    >>> finder = Finder()
    >>> [f.uri for piece in (b"see http://a.exa", b"mple/b, or", b" urn:example:c") for f in finder.feed(piece)]
    ['http://a.example/b']
    >>> [(f.uri, f.begin) for f in finder.finish()]
    [('urn:example:c', 27)]
    """

    def __init__(self, *, edition: types.FindEdition = "", schemes: types.FoundSchemes = "likely", abbreviated: bool = False,
                 join_lines: bool = False) -> None:
        self._rows = _uniform.FinderOfRows(edition, schemes, abbreviated, join_lines)

    def feed(self, piece: bytes) -> list[Found]:
        """Reads the next piece: the identifiers whose end is known by now."""
        return [Found(*row) for row in self._rows.feed(piece)]

    def finish(self) -> list[Found]:
        """Ends the text: the rest. After that, a new text can be fed."""
        return [Found(*row) for row in self._rows.finish()]


def find(text: str, *, edition: types.FindEdition = "", schemes: types.FoundSchemes = "likely", abbreviated: bool = False,
         join_lines: bool = False) -> list[Found]:
    """The identifiers in a text. `schemes`: likely, registered or any. `abbreviated`: "www.w3.org", too.

    >>> [f.uri for f in find("see <http://a.example/b>, or urn:isbn:0451450523.")]
    ['http://a.example/b', 'urn:isbn:0451450523']
    """
    return [Found(*row) for row in _uniform.find(text, edition, schemes, abbreviated, join_lines)]


@dataclass(frozen=True, slots=True)
class HTMLReference:
    """A reference in an HTML document."""

    element: str
    """"img"."""
    attribute: str
    """"src"; "" for the text of a style element."""
    value: str
    """The text that is resolved: decoded, without white space around it."""
    target: str | None
    """The URI it refers to; None if there is none."""
    problem: str | None
    """Why there is none."""
    begin: int
    """Where it is in the document, in bytes, as it is written there."""
    end: int
    line: int
    """From 1."""
    column: int
    """From 1, in bytes."""
    same_document: bool
    """Whether the target is the base, aside from the fragment (RFC 3986 4.4)."""


@dataclass(frozen=True, slots=True)
class HTMLReferences:
    """The references of an HTML document, in their order."""

    base: str | None
    """The URI that they are resolved against (RFC 3986 5.1); None if there is no base."""
    references: tuple[HTMLReference, ...]


def find_html(document: str | bytes, retrieved_from: types.Identifier | None = None) -> HTMLReferences:
    """Every reference of an HTML document, resolved against its base element, else against the URI that it was retrieved
    from. UniformError for a document that is too large or has an encoding that is not known.

    >>> found = find_html("<base href='/b/'><a href='c d'>", "http://a.example/")
    >>> found.base, found.references[-1].value, found.references[-1].target
    ('http://a.example/b/', 'c d', None)
    >>> find_html("<img src=x.png>", "http://a.example/").references[0].target
    'http://a.example/x.png'
    """
    base, rows = _uniform.html_rows(document, retrieved_from)
    return HTMLReferences(base, tuple(HTMLReference(*row) for row in rows))


@dataclass(frozen=True, slots=True)
class Base:
    """The base URI of a document."""

    uri: str
    """An absolute-URI: without a fragment."""
    section: str
    """The section of RFC 3986 that says where it is from: "5.1.1" to "5.1.4"."""


def establish_base(*, content: types.Identifier | None = None, entities: Iterable[types.Identifier | None] = (),
                   retrieval: Iterable[types.Identifier] = (), application: types.Identifier | None = None,
                   edition: types.ParseEdition = "") -> Base:
    """RFC 3986 5.1: the base URI of a document, of what its content declares; what the entities around it declare, the
    inner ones first; the URI it was retrieved from and the redirects; the application's own.

    >>> establish_base(content="/b/", retrieval=["http://a.example/x"])
    Base(uri='http://a.example/b/', section='5.1.1')
    """
    return Base(*_uniform.base_row(content, list(entities), list(retrieval), application, edition))
