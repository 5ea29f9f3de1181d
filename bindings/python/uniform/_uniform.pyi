"""
The extension module of the package uniform, which documents what is here.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from .types import (
    CheckEdition,
    Component,
    DataPlace,
    Edition,
    Excess,
    FindEdition,
    FoundSchemes,
    HostRules,
    HostType,
    Identifier,
    Level,
    Like,
    LintEdition,
    NormalizeEdition,
    ParameterValue,
    ParseEdition,
    Production,
    ResolveEdition,
    Severity,
    URLEdition,
    URNEdition,
    URNRules,
    ValidationLevel,
)
from .urllib import DefragResult, ParseResult, SplitResult

__version__: str



def complete_class(of: type, name: str, value: object) -> None: ...

class Reference:
    """
    A URI-reference (RFC 3986 4.1). Immutable. The components are as written, absent ones are None; `str()` is the text. Equal with the same text and edition; ordered by the text, then the edition.
    """

    def __init__(self) -> None: ...

    @property
    def text(self) -> str:
        """The whole text."""

    @property
    def edition(self) -> Edition:
        """The edition by which it was parsed: "rfc3986"."""

    @property
    def scheme(self) -> str | None:
        """RFC 3986 3.1, without ":"."""

    @property
    def authority(self) -> str | None:
        """RFC 3986 3.2, without "//"."""

    @property
    def userinfo(self) -> str | None:
        """RFC 3986 3.2.1, without "@"."""

    @property
    def user(self) -> str | None:
        """The userinfo up to its first ":"."""

    @property
    def password(self) -> str | None:
        """The userinfo after its first ":", which RFC 3986 3.2.1 deprecates."""

    @property
    def host(self) -> str | None:
        """RFC 3986 3.2.2, an IP literal with its brackets."""

    @property
    def host_type(self) -> HostType | None:
        """"reg-name", "ipv4", "ipv6" or "ipvfuture"."""

    @property
    def address(self) -> str | None:
        """The host's IP address, an IPv6 one by RFC 5952 and without brackets."""

    @property
    def port(self) -> str | None:
        """RFC 3986 3.2.3, without ":": digits, or ""."""

    @property
    def port_number(self) -> int | None:
        """The port as a number; None without one. UniformError above 65535."""

    @property
    def path(self) -> str:
        """RFC 3986 3.3: never absent, maybe ""."""

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path, as written."""

    @property
    def query(self) -> str | None:
        """RFC 3986 3.4, without "?"."""

    @property
    def fragment(self) -> str | None:
        """RFC 3986 3.5, without "#"."""

    @property
    def without_fragment(self) -> Reference:
        """The same without a fragment."""

    @property
    def redacted(self) -> str:
        """The text with the password replaced by "***" (RFC 3986 7.5)."""

    def where(self, component: Component) -> tuple[int, int] | None:
        """
        The bytes of the text, in UTF-8, where the component is: scheme, authority, userinfo, host, port, path, query or fragment.
        """

    def parameters(self, *, plus: bool = False) -> list[tuple[str, str | None]]:
        """
        The parameters of the query as data; a key without "=" has the value None. `plus`: form data, in which "+" stands for a space and an empty sequence is no parameter.
        """

    def normalize(self, *, level: Level = 'syntax', ignore_fragment: bool = False, rfc5952: bool = False) -> Reference:
        """
        The normal form (RFC 3986 6.2). `level`: simple, case, percent, path, syntax or scheme.
        """

    def is_normal(self, *, level: Level = 'syntax') -> bool:
        """Whether normalize() would change nothing."""

    def equivalent(self, other: Identifier, *, level: Level = 'syntax', ignore_fragment: bool = False) -> bool:
        """Whether both have the same normal form at that level."""

    def to_uri(self) -> Reference:
        """RFC 3987 3.1: characters beyond US-ASCII are percent-encoded."""

    def to_iri(self) -> Reference:
        """RFC 3987 3.2: what an IRI may have is decoded."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __lt__(self, arg: Reference, /) -> bool: ...

    def __le__(self, arg: Reference, /) -> bool: ...

    def __gt__(self, arg: Reference, /) -> bool: ...

    def __ge__(self, arg: Reference, /) -> bool: ...

    def replace(self, **components: str | bytes | None) -> Reference:
        """
        The reference with other components. A str is text as written, bytes are data, which is percent-encoded once; None removes the component. UniformError, and no change, where the result would not be a reference with exactly these components.
        """

    def append_segment(self, segment: str) -> Reference:
        """
        A segment, as data, after the last one of the path; in its place if that is empty.
        """

    def insert_segment(self, index: int, segment: str) -> Reference:
        """A segment, as data, before the one with that index, from 0."""

    def replace_segment(self, index: int, segment: str) -> Reference:
        """A segment, as data, in the place of the one with that index."""

    def erase_segment(self, index: int) -> Reference:
        """Without the segment with that index."""

    def pop_segment(self) -> Reference:
        """The path without its last segment."""

    def append_parameter(self, key: str, value: str | None = None) -> Reference:
        """A parameter, as data, at the end of the query."""

    def set_parameter(self, key: str, value: str | None = None) -> Reference:
        """
        The first parameter of that name gets the value, further ones are removed; without any it is appended.
        """

    def remove_parameter(self, key: str) -> Reference:
        """Without any parameter of that name."""

    def remove_parameters_matching(self, pattern: str) -> Reference:
        """Without the parameters whose name matches the pattern: "utm_*"."""

    def keep_parameters_matching(self, pattern: str) -> Reference:
        """Only with the parameters whose name matches the pattern."""

    def merge_parameters(self, query: str) -> Reference:
        """
        Every name in the given query, as written, has the values there and no others.
        """

    def sort_parameters(self) -> Reference:
        """With the parameters sorted by name."""

class URI(Reference):
    """A URI (RFC 3986 3): a Reference that has a scheme."""

    def __init__(self) -> None: ...

    @property
    def scheme(self) -> str:
        """RFC 3986 3.1, without ":"."""

    def resolve(self, reference: Identifier, *, strict: bool = True, excess: Excess = '') -> URI:
        """
        RFC 3986 5.2: what the reference refers to, with this URI as the base. `excess` says what becomes of ".." above the root: keep, drop or refuse; "" is what the edition says.
        """

    def relativize(self, target: Identifier) -> Reference:
        """
        The shortest reference that resolves to the target, with this URI as the base.
        """

def parse(text: Identifier, production: Production = '', edition: ParseEdition = '', zone_ids: bool = False) -> Reference:
    """
    The text as a URI-reference, or as the production that is named. A Reference is read again by its own edition unless another one is named.

    >>> parse("http://a/b?c").query
    'c'
    """

def valid(text: Identifier, production: Production = '', edition: CheckEdition = '', zone_ids: bool = False) -> bool:
    """
    Whether the text is a URI-reference, or the production that is named; by "url-06" or "rfc1738", a URL.

    >>> valid("http://a b/"), valid("//a", "uri")
    (False, False)
    """

def matches(rule: str, text: str, edition: Edition = '', zone_ids: bool = False) -> bool:
    """
    Whether the whole text matches that production of the edition's grammar: "IPv6address", "pchar", "NID".

    >>> matches("IPv6address", "::1")
    True
    """

def parse_authority(text: str, edition: ParseEdition = '', zone_ids: bool = False) -> tuple[str | None, str | None, str | None]: ...

def parse_host(text: str, edition: ParseEdition = '', zone_ids: bool = False) -> HostType:
    """
    The alternative of host (RFC 3986 3.2.2) that the text is: "reg-name", "ipv4", "ipv6" or "ipvfuture".

    >>> parse_host("127.0.0.1")
    'ipv4'
    """

def normalize(text: Identifier, level: Level = 'syntax', edition: NormalizeEdition = '', ignore_fragment: bool = False, rfc5952: bool = False) -> str:
    """
    The normal form of a URI-reference (RFC 3986 6.2). `level`: simple, case, percent, path, syntax or scheme. `rfc5952`: IPv6 addresses in their recommended form. By "url-06" or "rfc1738", that of a URL.

    >>> normalize("HTTP://EXAMPLE.com/a/../%62")
    'http://example.com/b'
    """

def resolve(base: Identifier, reference: Identifier, edition: ResolveEdition = '', strict: bool = True, excess: Excess = '') -> str:
    """
    RFC 3986 5.2: what the reference refers to. `excess` says what becomes of ".." above the root: keep, drop or refuse; "" is what the edition says. By "url-06" or "rfc1738", a URL is its own target.

    >>> resolve("http://a/b/c", "../g")
    'http://a/g'
    """

def relativize(base: Identifier, target: Identifier, edition: ParseEdition = '') -> str:
    """
    The shortest reference that resolves to the target against the base.

    >>> relativize("http://a/b/c", "http://a/g")
    '/g'
    """

def encode(data: str | bytes, component: DataPlace) -> str:
    """
    The data as text of that component: "user", "password", "host", "path", "segment", "query", "parameter" (a key or a value) or "fragment". Every byte that the component does not keep is percent-encoded, "%" included; an IPv6 address gets its brackets. UniformError for "." and ".." as a segment, which have no encoding, and for a host that is not UTF-8 or has brackets.

    >>> encode("a/b c", "segment"), encode("a/b c", "path")
    ('a%2Fb%20c', 'a/b%20c')
    """

def decode(text: str, *, plus: bool = False) -> str:
    """
    The decoded text. UniformError for a "%" without two hexadecimal digits, and if the bytes are not UTF-8 (see `decode_bytes`). `plus`: "+" stands for a space.

    >>> decode("a%2Fb+c", plus=True)
    'a/b c'
    """

def decode_bytes(text: str, *, plus: bool = False) -> bytes:
    """
    The bytes that the text stands for. UniformError for a "%" without two hexadecimal digits.

    >>> decode_bytes("%FF")
    b'\\xff'
    """

def parameters(query: str, plus: bool = False) -> list[tuple[str, str | None]]:
    """
    The parameters of a query as data; a key without "=" has the value None. `plus`: form data, in which "+" stands for a space and an empty sequence is no parameter.

    >>> parameters("a=1&b")
    [('a', '1'), ('b', None)]
    """

def build(**components: str | None) -> Reference:
    """
    RFC 3986 5.3: the components put together: scheme, userinfo, host, port (or authority), path, query, fragment, as written. UniformError unless the result has exactly these components. `edition` names the document.

    >>> build(scheme="mailto", path="a@example.com")
    URI('mailto:a@example.com')
    """

class URN:
    """
    A URN (RFC 8141 2). Immutable. The components are as written, absent ones are None; `str()` is the text.
    """

    def __init__(self) -> None: ...

    def __lt__(self, arg: URN, /) -> bool: ...

    def __le__(self, arg: URN, /) -> bool: ...

    def __gt__(self, arg: URN, /) -> bool: ...

    def __ge__(self, arg: URN, /) -> bool: ...

    @property
    def text(self) -> str:
        """The whole text."""

    @property
    def edition(self) -> Edition:
        """The edition by which it was parsed: "rfc8141"."""

    @property
    def scheme(self) -> str:
        """"urn", as written."""

    @property
    def nid(self) -> str:
        """RFC 8141 2.1, as written."""

    @property
    def nss(self) -> str:
        """RFC 8141 2.2. Never ""."""

    @property
    def assigned_name(self) -> str:
        """"urn:" NID ":" NSS, as written."""

    @property
    def r_component(self) -> str | None:
        """RFC 8141 2.3.1, without its delimiter."""

    @property
    def q_component(self) -> str | None:
        """RFC 8141 2.3.2, without its delimiter."""

    @property
    def f_component(self) -> str | None:
        """RFC 8141 2.3.3, without "#"."""

    @property
    def uri(self) -> URI:
        """The same text as a URI, which every URN is."""

    def normalize(self, *, rules: URNRules = 'namespace') -> URN:
        """
        The assigned-name in the normal form of all equivalent ones: by the rules of its namespace, or by RFC 8141 3.1 alone ("lexical").
        """

    def equivalent(self, other: Identifier, *, rules: URNRules = 'namespace') -> bool:
        """
        Whether both name the same: by the rules of the namespace, or by RFC 8141 3.1 alone ("lexical").
        """

    def validate(self, *, level: ValidationLevel = 'normal') -> None:
        """
        UniformError if the namespace is not known, or has no such names. `level`: lenient, normal or strict.
        """

    def display(self) -> str:
        """
        For people: between guillemets, with percent-encoded characters decoded.
        """

    def convert(self, edition: URNEdition) -> URN:
        """The same name, with the same components, in another edition's syntax."""

    def replace(self, **components: str | None) -> URN:
        """
        The URN with other components: nid, nss, r_component, q_component, f_component; None removes one.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def parse_urn(text: Identifier, edition: URNEdition = '') -> URN:
    """
    The text as a URN (RFC 8141 2), or by another edition.

    >>> parse_urn("urn:isbn:978-951-0-18435-6").nid
    'isbn'
    """

def build_urn(nid: str, nss: str, r_component: str | None = None, q_component: str | None = None, f_component: str | None = None, edition: URNEdition = '') -> URN:
    """
    RFC 8141 2: the components put together, as written. UniformError unless the result has exactly these.

    >>> build_urn("example", "a", q_component="b")
    URN('urn:example:a?=b')
    """

def urn_from_display(shown: str) -> URN:
    """
    RFC 8141 4.4: the URN of which people are shown this text.

    >>> urn_from_display("urn:example:é")
    URN('urn:example:%C3%A9')
    """

def classify_nid(nid: str) -> str:
    """
    The kind of namespace that a NID can name: "formal", "informal", "country-code", "experimental", ...; "malformed" if it is none.

    >>> classify_nid("us-gov")
    'country-code'
    """

class WebURL:
    """
    A URL as browsers read it (the URL Standard). Immutable. Members are those of the standard's class URL: "" where there is nothing.
    """

    def __init__(self) -> None: ...

    def __lt__(self, arg: WebURL, /) -> bool: ...

    def __le__(self, arg: WebURL, /) -> bool: ...

    def __gt__(self, arg: WebURL, /) -> bool: ...

    def __ge__(self, arg: WebURL, /) -> bool: ...

    @property
    def href(self) -> str:
        """The serialized URL."""

    @property
    def origin(self) -> str:
        """The origin; "null" for an opaque one."""

    @property
    def protocol(self) -> str:
        """The scheme and ":"."""

    @property
    def username(self) -> str: ...

    @property
    def password(self) -> str: ...

    @property
    def host(self) -> str:
        """The host, and ":" and the port if there is one."""

    @property
    def hostname(self) -> str: ...

    @property
    def port(self) -> str:
        """"" for the default port of the scheme."""

    @property
    def pathname(self) -> str: ...

    @property
    def search(self) -> str:
        """"?" and the query."""

    @property
    def hash(self) -> str:
        """"#" and the fragment."""

    @property
    def search_params(self) -> tuple[tuple[str, str], ...]:
        """The names and values of the query, as forms write them."""

    def replace(self, **members: str) -> WebURL:
        """
        The URL after the standard's setters, in the order of the arguments: what one cannot use changes nothing, as in a browser.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def parse_web(text: Identifier, base: Identifier | None = None) -> WebURL:
    """
    The URL that a browser makes of the text (the URL Standard), which may be relative where there is a base.

    >>> parse_web("../c", "https://example.com/a/b/").href
    'https://example.com/a/c'
    """

def can_parse_web(text: Identifier, base: Identifier | None = None) -> bool:
    """
    Whether a browser makes a URL of the text.

    >>> can_parse_web("http://a b/")
    False
    """

def web_errors(text: Identifier) -> list[tuple[str, int, int, str]]: ...

def reading_differences(text: Identifier) -> list[tuple[str, int, int, str, str]]: ...

def lookup_name(host: str, rules: HostRules = 'browser') -> str:
    """
    The name that is looked up for the host of a URI or an IRI: percent-encoding decoded, in lower case, with A-labels.

    >>> lookup_name("m%C3%BCnchen.example")
    'xn--mnchen-3ya.example'
    """

def display_host(name: str) -> tuple[str, str]: ...

def domain_of(host: str, icann: bool) -> tuple[str, str | None, str | None, str | None, bool, bool] | None: ...

def lint(text: Identifier, edition: LintEdition = '', severity: Severity = 'note') -> list[tuple[Any, ...]]: ...

def find(text: str, edition: FindEdition = '', schemes: FoundSchemes = 'likely', abbreviated: bool = False, join_lines: bool = False) -> list[tuple[Any, ...]]: ...

def repair(text: Identifier, like: Like = 'rfc3987', production: Production = '') -> tuple[str, bool, str | None]: ...

def complete(typed: str, default_scheme: str = 'http') -> tuple[str, str, bool] | None: ...

def url_fields(text: Identifier, edition: URLEdition = '') -> dict[str, Any]:
    """
    The parts of a URL by its scheme's own document (RFC 1738 and its successors), decoded, with defaults filled in: user, port, cwd, to, ...

    >>> url_fields("ftp://h/a;type=i")["typecode"]
    'i'
    """

class Template:
    """A URI template (RFC 6570), all four levels. Immutable."""

    def __init__(self, text: str) -> None: ...

    @property
    def text(self) -> str:
        """As it was read."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables, each once, in their order."""

    @property
    def level(self) -> int:
        """The lowest level of RFC 6570 1.2 that has all its expressions."""

    def expand(self, variables: dict[str, Any]) -> str:
        """
        The URI-reference that it makes of the values: str, numbers, sequences and dicts. None is undefined, as a value and as a member of one. Bytes are a TypeError: templates expand characters.

        >>> Template("{?a*}").expand({"a": ["b", None]})
        '?a=b'
        """

    def match(self, uri: Identifier) -> dict[str, Any]:
        """The values that expand to exactly that URI-reference."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def urn_from_name(nid: str, name: str, *, encoded: bool = False, complete_check: bool = False, any_check: bool = False) -> str:
    """
    The URN of a name of another identifier system (RFC 8141 2.2). `encoded`: the name is the NSS; `complete_check`: its check character is missing and is computed; `any_check`: a wrong one is no error.

    >>> urn_from_name("ietf", "RFC 2141")
    'urn:ietf:rfc:2141'
    """

def urn_to_name(urn: Identifier, edition: URNEdition = '') -> str | None:
    """
    The name in the form of its identifier system; None if there is none.

    >>> urn_to_name("urn:doi:10.1000/456%23789")
    '10.1000/456#789'
    """

def guess_urns(text: str) -> list[str]:
    """
    The URNs that a bare text could stand for, ordered by NID; often none.

    >>> guess_urns("978-951-0-18435-6")
    ['urn:isbn:978-951-0-18435-6']
    """

def urn_addresses(urn: Identifier, edition: URNEdition = '') -> list[str]:
    """
    The well-known addresses that resolve a URN, the most specific first. Nothing is fetched.

    >>> urn_addresses("urn:ietf:rfc:2141")[0]
    'https://www.rfc-editor.org/rfc/rfc2141'
    """

def new_uuid_urn(by_time: bool = False) -> str:
    """
    A new UUID as a URN (RFC 9562), of random numbers; with `by_time`, beginning with the time.

    >>> new_uuid_urn()[:9]
    'urn:uuid:'
    """

def check_row(urn: Identifier, edition: URNEdition = '') -> tuple[Any, ...]: ...

def nid_row(nid: str, edition: URNEdition = '') -> tuple[Any, ...]: ...

def namespace_row(nid: str) -> tuple[Any, ...] | None: ...

def namespace_rows() -> list[tuple[Any, ...]]: ...

def normal_changes(text: Identifier, level: Level = 'syntax', edition: ParseEdition = '', ignore_fragment: bool = False) -> tuple[str, ...]:
    """
    The components that normalize() would change.

    >>> normal_changes("HTTP://a/%7Eb")
    ('scheme', 'path')
    """

def normal_hash(text: Identifier, level: Level = 'syntax', edition: ParseEdition = '', ignore_fragment: bool = False) -> int:
    """
    A hash of 64 bits of the normal form, equal for equivalent references. Not to be stored: it may differ between versions.

    >>> normal_hash("HTTP://a/") == normal_hash("http://a/")
    True
    """

def are_equivalent(a: Identifier, b: Identifier, level: Level, edition: NormalizeEdition, ignore_fragment: bool) -> bool: ...

def lowest_equivalent_level(a: Identifier, b: Identifier, edition: NormalizeEdition = '') -> Level | None:
    """
    The lowest level at which both are equivalent: simple, case, percent, path, syntax or scheme; None if they differ at all of them.

    >>> lowest_equivalent_level("http://a", "http://a:80/")
    'scheme'
    """

def encode_parameters(pairs: Mapping[str, ParameterValue] | Iterable[tuple[str, ParameterValue]], *, plus: bool = False, separator: str = '&', semicolon: bool = False) -> str:
    """
    The query of which parameters() gives these pairs, or those of a mapping. A list or tuple of values makes a parameter of each. `plus`: a space is written "+"; `semicolon`: ";" separates, too, and is encoded.

    >>> encode_parameters([("a", "1&2"), ("b", None)])
    'a=1%262&b'
    >>> encode_parameters({"a": "1", "b": None})
    'a=1&b'
    >>> encode_parameters({"a": ["1", "2"]})
    'a=1&a=2'
    """

def make_url(scheme: str, fields: dict[str, Any], edition: URLEdition = '') -> str:
    """
    The URL of a scheme with such fields; url_fields() of it gives them again.

    >>> make_url("mailto", {"to": ["a@example.com"]})
    'mailto:a@example.com'
    """

def sentence(says: str, production: str, document: str, section: str, offset: int) -> str:
    """One sentence of the parts of an error."""

def check_rows() -> list[tuple[str, Severity, str, str, str]]: ...

def edition_document(edition: Edition = '') -> str:
    """
    The document of an edition.

    >>> edition_document(), edition_document("rfc8141")
    ('RFC 3986', 'RFC 8141')
    """

def use_results(split: type, parse: type, defrag: type) -> None: ...

def urlsplit(url: str, scheme: str = '', allow_fragments: bool = True) -> SplitResult:
    """
    The five parts, the scheme in lower case.

    >>> urlsplit("//a/b", "https").scheme
    'https'
    """

def urlparse(url: str, scheme: str = '', allow_fragments: bool = True) -> ParseResult:
    """
    As urlsplit(), with the parameters of the last segment, after its first ";", apart where urllib.parse takes them from the path. RFC 3986 has no such part.

    >>> urlparse("http://a/b;c/d;e=1?f").params
    'e=1'
    """

def urlunsplit(parts: Iterable[str | None]) -> str:
    """
    The URL with these five parts; "" and None are absent. UniformError where they make no URI-reference, or one of other parts.

    >>> urlunsplit(("http", "a", "/b", "", "c"))
    'http://a/b#c'
    """

def urlunparse(parts: Iterable[str | None]) -> str:
    """
    The URL with these six parts, as urlparse() returns them.

    >>> urlunparse(("http", "a", "/b", "c", "", "d"))
    'http://a/b;c#d'
    """

def urljoin(base: str, url: str, allow_fragments: bool = True) -> str:
    """
    RFC 3986 5.2: what the reference refers to. The base may be relative: then the result is, too. With "" as one of both, the result is the other.

    >>> urljoin("http://a/b/c", "//d"), urljoin("http://a/b/c", ""), urljoin("/a/b", "../c")
    ('http://d', 'http://a/b/c', '/c')
    """

def urldefrag(url: str) -> DefragResult:
    """
    The URL without its fragment, and the fragment.

    >>> urldefrag("http://a/#b")
    DefragResult(url='http://a/', fragment='b')
    """

def quote(string: str | bytes, safe: str | bytes = '/') -> str:
    """
    Percent-encoded; unreserved characters and those of `safe` stay.

    >>> quote("a b/é~"), quote("a/b", safe="")
    ('a%20b/%C3%A9~', 'a%2Fb')
    """

def quote_plus(string: str | bytes, safe: str | bytes = '') -> str:
    """
    As quote(), with "+" for a space, as in HTML forms.

    >>> quote_plus("a b+c")
    'a+b%2Bc'
    """

def unquote(string: str, encoding: str = 'utf-8', errors: str = 'replace') -> str:
    """
    Decoded. UniformError for a "%" without two hexadecimal digits, which urllib.parse leaves as it is.

    >>> unquote("a%20b%2F"), unquote("%FF"), unquote("%FF", "latin-1")
    ('a b/', '\\ufffd', 'ÿ')
    """

def unquote_plus(string: str, encoding: str = 'utf-8', errors: str = 'replace') -> str:
    """
    As unquote(), with "+" for a space.

    >>> unquote_plus("a+b%2B")
    'a b+'
    """

def unquote_to_bytes(string: str | bytes) -> bytes:
    """
    The decoded bytes.

    >>> unquote_to_bytes("%FF")
    b'\\xff'
    """

def parse_qsl(qs: str, keep_blank_values: bool = False, strict_parsing: bool = False, separator: str = '&') -> list[tuple[str, str]]:
    """
    The names and values of a query, "+" being a space. `strict_parsing`: a pair without "=" raises ValueError.

    >>> parse_qsl("a=1+2&b=&c=%26"), parse_qsl("b=", keep_blank_values=True)
    ([('a', '1 2'), ('c', '&')], [('b', '')])
    """

def parse_qs(qs: str, keep_blank_values: bool = False, strict_parsing: bool = False, separator: str = '&') -> dict[str, list[str]]:
    """
    As parse_qsl(), by name.

    >>> parse_qs("a=1&a=2")
    {'a': ['1', '2']}
    """

def urlencode(query: Mapping[Any, Any] | Iterable[tuple[Any, Any]], doseq: bool = False) -> str:
    """
    A query of names and values, " " being "+". `doseq`: a sequence is a pair for each of its elements.

    >>> urlencode({"a": "1 2", "b": "&"}), urlencode({"a": [1, 2]}, doseq=True)
    ('a=1+2&b=%26', 'a=1&a=2')
    """

class ColumnFunction:
    """A function over columns; thread-safe."""

    def __init__(self, name: str, options: dict[str, str]) -> None: ...

    def run_array(self, schema: object, array: object) -> tuple[object, object]: ...

    def run_stream(self, stream: object) -> list[tuple[object, object]]: ...

class ColumnFinder:
    """Finds URIs in columns of texts; thread-safe."""

    def __init__(self, edition: FindEdition, schemes: FoundSchemes, abbreviated: bool, join_lines: bool) -> None: ...

    def run_array(self, schema: object, array: object) -> tuple[object, object]: ...

    def run_stream(self, stream: object) -> list[tuple[object, object]]: ...

def column_functions() -> list[tuple[str, str, dict[str, tuple[str, str]], str, str]]: ...

def html_rows(document: str | bytes, retrieved_from: Identifier | None = None) -> tuple[str | None, list[tuple[Any, ...]]]: ...

def base_row(content: Identifier | None, entities: list[Identifier | None], retrieval: list[Identifier], application: Identifier | None, edition: ParseEdition) -> tuple[str, str]: ...

class FinderOfRows:
    """Finds URIs in a text that comes in pieces, as rows."""

    def __init__(self, edition: FindEdition, schemes: FoundSchemes, abbreviated: bool, join_lines: bool) -> None: ...

    def feed(self, piece: bytes) -> list[tuple[Any, ...]]: ...

    def finish(self) -> list[tuple[Any, ...]]: ...

functions_of_table: dict[str, Any]

def option_words() -> dict[str, list[str]]: ...

def edition_words() -> dict[str, list[str]]: ...
