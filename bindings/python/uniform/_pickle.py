"""The functions that make pickled objects again: those of the extension module cannot be pickled themselves."""

from __future__ import annotations

from . import _uniform, types


def parse(text: str, edition: types.ParseEdition, zone_ids: bool) -> _uniform.Reference:
    return _uniform.parse(text, "", edition, zone_ids)


def parse_urn(text: str, edition: types.URNEdition) -> _uniform.URN:
    return _uniform.parse_urn(text, edition)


def parse_web(href: str) -> _uniform.WebURL:
    return _uniform.parse_web(href)
