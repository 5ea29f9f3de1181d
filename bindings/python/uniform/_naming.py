"""URNs, the names of other identifier systems, and what is known of namespaces."""

from __future__ import annotations

from dataclasses import dataclass

from . import _uniform, types


@dataclass(frozen=True, slots=True)
class Namespace:
    """The registration of a URN namespace."""

    nid: str
    kind: str
    """"formal" or "informal"."""
    status: str
    """"registered" or "unregistered"."""
    title: str
    registrant: str
    references: tuple[str, ...]
    date: str
    examples: tuple[str, ...]
    abnf: str
    """The syntax of its NSSs in ABNF, with the rule NSS; "" if it is not known."""
    system: str
    """The identifier system of its names: "International Standard Book Number"; "" if it is not known."""


@dataclass(frozen=True, slots=True)
class NID:
    """The kind of namespace that a NID can name (RFC 8141 5.1, 5.2)."""

    kind: str
    """"formal", "informal", "country-code", "experimental", ...; "malformed"."""
    well_formed: bool
    registered: bool
    available_as_formal: bool
    """Whether a new formal namespace could have it."""
    document: str
    section: str
    explanation: str


@dataclass(frozen=True, slots=True)
class CheckCharacter:
    """The check character of a name, and what it should be."""

    state: str
    """"correct", "incorrect", "unchecked" where names of that form have none, "none" where the namespace has none."""
    strict: bool
    """Whether an incorrect one makes the name invalid."""
    where: tuple[int, int] | None
    """Where it is in the URN."""
    expected: str | None
    algorithm: str | None


def namespace(nid: str) -> Namespace | None:
    """The registration of the URN namespace in IANA's registry; None if it has none of that NID.

    >>> namespace("isbn").title
    'Books by International Standard Book Number'
    """
    row = _uniform.namespace_row(nid)
    return None if row is None else Namespace(*row)


def namespaces() -> list[Namespace]:
    """All namespaces that are known, by NID.

    >>> [n.nid for n in namespaces() if n.nid.startswith("is")]
    ['isan', 'isbn', 'isni', 'iso', 'issn']
    """
    return [Namespace(*row) for row in _uniform.namespace_rows()]


def describe_nid(nid: str, edition: types.URNEdition = "") -> NID:
    """The kind of namespace that a NID can name, and by which rule.

    >>> d = describe_nid("us-gov")
    >>> d.kind, d.available_as_formal
    ('country-code', False)
    """
    return NID(*_uniform.nid_row(nid, edition))


def check_urn(urn: types.Identifier, edition: types.URNEdition = "") -> CheckCharacter:
    """Checks the check character that the registration of the namespace defines.

    >>> check_urn("urn:isbn:978-951-0-18435-7").expected
    '6'
    """
    return CheckCharacter(*_uniform.check_row(urn, edition))
