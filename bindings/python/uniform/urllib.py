"""Functions with the shapes of urllib.parse, by RFC 3986.

What differs from urllib.parse is on purpose, and listed in docs/guide/migrating-urllib.md: a text that is not valid raises
`uniform.UniformError`, a ValueError, instead of being split somehow; nothing is stripped or changed silently.

>>> from uniform.urllib import urlsplit, urljoin
>>> urlsplit("http://user@Example.com:80/a?b#c")
SplitResult(scheme='http', netloc='user@Example.com:80', path='/a', query='b', fragment='c')
>>> urljoin("http://a/b/c/d;p?q", "../g")
'http://a/b/g'
"""

from __future__ import annotations

from typing import NamedTuple as _NamedTuple

from . import Reference as _Reference, _uniform, parse as _parse

del annotations  # dir() shows what there is to call

__all__ = [
    "DefragResult", "ParseResult", "SplitResult", "parse_qs", "parse_qsl", "quote", "quote_plus", "unquote",
    "unquote_plus", "unquote_to_bytes", "urldefrag", "urlencode", "urljoin", "urlparse", "urlsplit", "urlunparse",
    "urlunsplit",
]


class _Authority:
    """The subcomponents of the authority."""

    __slots__ = ()

    def geturl(self) -> str:
        raise NotImplementedError

    @property
    def _reference(self) -> _Reference:
        return _parse(self.geturl())

    @property
    def username(self) -> str | None:
        return self._reference.user

    @property
    def password(self) -> str | None:
        return self._reference.password

    @property
    def hostname(self) -> str | None:
        """In lower case, without the brackets of an IP literal."""
        host = self._reference.host
        return host.lower().strip("[]") if host else None

    @property
    def port(self) -> int | None:
        return self._reference.port_number


class _SplitParts(_NamedTuple):
    scheme: str
    netloc: str
    path: str
    query: str
    fragment: str


class SplitResult(_Authority, _SplitParts):
    """The five parts of a URL, "" where one is absent; as in urllib.parse, that loses whether it was empty."""

    __slots__ = ()

    def geturl(self) -> str:
        """The URL put together again."""
        return urlunsplit(self)


class _ParseParts(_NamedTuple):
    scheme: str
    netloc: str
    path: str
    params: str
    query: str
    fragment: str


class ParseResult(_Authority, _ParseParts):
    """The parts of a URL with the parameters of its last segment apart, "" where one is absent."""

    __slots__ = ()

    def geturl(self) -> str:
        """The URL put together again."""
        return urlunparse(self)


class DefragResult(_NamedTuple):
    """A URL without its fragment, and the fragment, "" if it is absent."""

    url: str
    fragment: str

    def geturl(self) -> str:
        """The URL put together again."""
        return f"{self.url}#{self.fragment}" if self.fragment else self.url


_uniform.use_results(SplitResult, ParseResult, DefragResult)

urlsplit = _uniform.urlsplit
urlunsplit = _uniform.urlunsplit
urlparse = _uniform.urlparse
urlunparse = _uniform.urlunparse
urldefrag = _uniform.urldefrag
urljoin = _uniform.urljoin
quote = _uniform.quote
quote_plus = _uniform.quote_plus
unquote = _uniform.unquote
unquote_plus = _uniform.unquote_plus
unquote_to_bytes = _uniform.unquote_to_bytes
parse_qsl = _uniform.parse_qsl
parse_qs = _uniform.parse_qs
urlencode = _uniform.urlencode
