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

from typing import Iterable, Mapping, NamedTuple, Sequence

from . import Reference, _uniform, build, decode_bytes, parse

__all__ = ["SplitResult", "parse_qs", "parse_qsl", "quote", "quote_plus", "unquote", "unquote_plus", "unquote_to_bytes",
           "urldefrag", "urlencode", "urljoin", "urlsplit", "urlunsplit"]


class SplitResult(NamedTuple):
    """The five parts of a URL, "" where one is absent; as in urllib.parse, that loses whether it was empty."""

    scheme: str
    netloc: str
    path: str
    query: str
    fragment: str

    def geturl(self) -> str:
        """The URL put together again."""
        return urlunsplit(self)

    @property
    def _reference(self) -> Reference:
        return parse(self.geturl())

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


def urlsplit(url: str, scheme: str = "", allow_fragments: bool = True) -> SplitResult:
    """The five parts, the scheme in lower case.

    >>> urlsplit("//a/b", "https").scheme
    'https'
    """
    parts = _uniform.split(url, scheme)
    if not allow_fragments and parts[4]:
        # "#" is then part of what stands before it, which RFC 3986 allows nowhere: it is what urllib.parse returns.
        before = 3 if parse(url).query is not None else 2
        parts = (*parts[:before], f"{parts[before]}#{parts[4]}", *parts[before + 1:4], "")
    return tuple.__new__(SplitResult, parts)


def urlunsplit(parts: Sequence[str]) -> str:
    """The URL with these five parts; "" is absent. UniformError where they make no URI-reference.

    >>> urlunsplit(("http", "a", "/b", "", "c"))
    'http://a/b#c'
    """
    scheme, netloc, path, query, fragment = parts
    # RFC 8089: a file URL with an empty authority keeps its "//", as urllib.parse does.
    authority = netloc or ("" if scheme == "file" and path.startswith("/") else None)
    return str(build(scheme=scheme or None, authority=authority, path=path, query=query or None,
                     fragment=fragment or None))


def urljoin(base: str, url: str, allow_fragments: bool = True) -> str:
    """RFC 3986 5.2: what the reference refers to. `base` may be "", and then the reference is returned.

    >>> urljoin("http://a/b/c", "//d"), urljoin("http://a/b/c", "")
    ('http://d', 'http://a/b/c')
    """
    if not base:
        return url
    if not url:
        return base
    return _uniform.resolve(base, url)


def urldefrag(url: str) -> tuple[str, str]:
    """The URL without its fragment, and the fragment.

    >>> urldefrag("http://a/#b")
    ('http://a/', 'b')
    """
    r = parse(url)
    return str(r.without_fragment), r.fragment or ""


def quote(string: str | bytes, safe: str = "/") -> str:
    """Percent-encoded; unreserved characters and those of `safe` stay.

    >>> quote("a b/é~"), quote("a/b", safe="")
    ('a%20b/%C3%A9~', 'a%2Fb')
    """
    data = string.encode() if isinstance(string, str) else string
    keep = _KEEP_SLASH if safe == "/" else _KEEP | frozenset(safe.encode("ascii", "ignore")) if safe else _KEEP
    return "".join([chr(b) if b in keep else _HEX[b] for b in data])


_KEEP = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_KEEP_SLASH = _KEEP | frozenset(b"/")
_HEX = [f"%{b:02X}" for b in range(256)]


def quote_plus(string: str | bytes, safe: str = "") -> str:
    """As quote(), with "+" for a space, as in HTML forms.

    >>> quote_plus("a b+c")
    'a+b%2Bc'
    """
    return quote(string, safe + " ").replace(" ", "+")


def unquote(string: str, encoding: str = "utf-8", errors: str = "replace") -> str:
    """Decoded. UniformError for a "%" without two hexadecimal digits, which urllib.parse leaves as it is.

    >>> unquote("a%20b%2F"), unquote("%FF")
    ('a b/', '\\ufffd')
    """
    return decode_bytes(string).decode(encoding, errors)


def unquote_plus(string: str, encoding: str = "utf-8", errors: str = "replace") -> str:
    """As unquote(), with "+" for a space.

    >>> unquote_plus("a+b%2B")
    'a b+'
    """
    return decode_bytes(string, plus=True).decode(encoding, errors)


def unquote_to_bytes(string: str) -> bytes:
    """The decoded bytes.

    >>> unquote_to_bytes("%FF")
    b'\\xff'
    """
    return decode_bytes(string)


def parse_qsl(qs: str, keep_blank_values: bool = False, strict_parsing: bool = False,
              separator: str = "&") -> list[tuple[str, str]]:
    """The names and values of a query, "+" being a space. `strict_parsing`: a pair without "=" raises ValueError.

    >>> parse_qsl("a=1+2&b=&c=%26"), parse_qsl("b=", keep_blank_values=True)
    ([('a', '1 2'), ('c', '&')], [('b', '')])
    """
    if separator != "&":
        if len(separator) != 1 or separator not in "!$'()*,;:@/?":
            raise ValueError("the separator is one of ! $ ' ( ) * , ; : @ / ?")
        qs = qs.replace("&", "%26").replace(separator, "&")
    out = []
    for name, value in _uniform.parameters(qs, True):
        if value is None:
            if strict_parsing:
                raise ValueError(f"a pair without \"=\": {name!r}")
            if not name:
                continue
            value = ""
        if value or keep_blank_values:
            out.append((name, value))
    return out


def parse_qs(qs: str, keep_blank_values: bool = False, strict_parsing: bool = False,
             separator: str = "&") -> dict[str, list[str]]:
    """As parse_qsl(), by name.

    >>> parse_qs("a=1&a=2")
    {'a': ['1', '2']}
    """
    out: dict[str, list[str]] = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, separator):
        out.setdefault(name, []).append(value)
    return out


def urlencode(query: Mapping[str, object] | Iterable[tuple[str, object]], doseq: bool = False) -> str:
    """A query of names and values, " " being "+". `doseq`: a sequence is a pair for each of its elements.

    >>> urlencode({"a": "1 2", "b": "&"}), urlencode({"a": [1, 2]}, doseq=True)
    ('a=1+2&b=%26', 'a=1&a=2')
    """
    pairs = query.items() if isinstance(query, Mapping) else query
    out = []
    for name, value in pairs:
        many = doseq and not isinstance(value, (str, bytes)) and isinstance(value, Iterable)
        for one in value if many else (value,):  # type: ignore[union-attr]
            text = one if isinstance(one, (str, bytes)) else str(one)
            out.append(f"{quote_plus(str(name))}={quote_plus(text)}")
    return "&".join(out)
