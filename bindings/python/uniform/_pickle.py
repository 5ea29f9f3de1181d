"""What pickled objects are made of again: functions of the extension module cannot be pickled themselves."""

from __future__ import annotations

from . import _uniform


def parse(text: str, edition: str, zone_ids: bool) -> _uniform.Reference:
    return _uniform.parse(text, "", edition, zone_ids)


def parse_urn(text: str, edition: str) -> _uniform.URN:
    return _uniform.parse_urn(text, edition)


def parse_web(href: str) -> _uniform.WebURL:
    return _uniform.parse_web(href)
