"""The types of options, to annotate what hands them on: `def clean(url: str, level: types.Level) -> str`.

Made of the extension module's own lists by tests/stubs.py.
"""

from typing import Literal as _Literal, Optional as _Optional, Union as _Union

from ._uniform import URN as _URN, Reference as _Reference, WebURL as _WebURL

Identifier = _Union[str, _Reference, _URN, _WebURL]
"""The argument of functions of identifiers: the text, or an object that has it. A Reference or a URN is read by its own
edition unless another one is named."""

ParameterValue = _Union[str, None, list[str], list[_Optional[str]], tuple[_Optional[str], ...]]
"""The value of a parameter of a query; None if it has none, not even an empty one. Several: a parameter for each."""

Level = _Literal["simple", "case", "percent", "path", "syntax", "scheme"]
"""The levels of normalization and comparison (RFC 3986 6.2)."""

Production = _Literal["uri-reference", "uri", "absolute-uri", "relative-ref", "absolute-uri-reference",
    "relative-uri", ""]
"""The production that a text has to match, of RFC 3986 or of an older edition."""

Component = _Literal["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"]
"""The components that have a place in a reference (RFC 3986 3)."""

DataPlace = _Literal["user", "password", "host", "path", "segment", "query", "parameter", "fragment"]
"""The places of a reference that data can be put into."""

HostType = _Literal["reg-name", "ipv4", "ipv6", "ipvfuture", "hostname"]
"""The alternatives of host (RFC 3986 3.2.2); hostname is that of rfc2396bis-01."""

HostRules = _Literal["uts46", "idna2008", "browser"]
"""The rules for host names in any script."""

Excess = _Literal["keep", "drop", "refuse", ""]
"""The treatment of ".." above the root."""

Like = _Literal["rfc3987", "whatwg", "typed"]
"""By which reading a text that is no URI stands for one."""

Severity = _Literal["note", "warning", "error"]
"""The severities of the linter's findings."""

FoundSchemes = _Literal["likely", "registered", "any"]
"""The schemes that make a URI of a text without delimiters."""

URNRules = _Literal["namespace", "lexical"]
"""By which rules URNs are compared."""

ValidationLevel = _Literal["lenient", "normal", "strict"]
"""The strictness with which the names of a namespace are checked."""

Edition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", "rfc8141", "urnbis-16", "urnbis-14", "rfc2141",
    "url-06", "rfc1738", "rfc2397", "rfc4156", "rfc4157", "rfc4248", "rfc4266", "rfc4516", "rfc5538", "rfc6068",
    "rfc6455", "rfc8089", "rfc9110", ""]
"""The editions by which some function does something; "" is the current one."""

ParseEdition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", ""]
"""The editions by which a URI-reference is parsed, edited, built or relativized; "" is the current one."""

ValidEdition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", "rfc8141", "urnbis-16", "urnbis-14",
    "rfc2141", "url-06", "rfc1738", "rfc2397", "rfc4156", "rfc4157", "rfc4248", "rfc4266", "rfc4516", "rfc5538",
    "rfc6068", "rfc6455", "rfc8089", "rfc9110", ""]
"""The editions by which columns are judged; "" is the current one."""

CheckEdition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", "url-06", "rfc1738", ""]
"""The editions by which a text is judged as a URI-reference or a URL; "" is the current one."""

NormalizeEdition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", "url-06", "rfc1738", ""]
"""The editions by which identifiers are normalized and compared; "" is the current one."""

ResolveEdition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", "rfc8141", "urnbis-16", "urnbis-14",
    "rfc2141", "url-06", "rfc1738", ""]
"""The editions by which references are resolved; "" is the current one."""

FindEdition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", "rfc8141", "urnbis-16", "urnbis-14",
    "rfc2141", "url-06", "rfc1738", ""]
"""The editions by which identifiers are found in a text; "" is the current one."""

ExplainEdition = _Literal["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396", "rfc8141", "urnbis-16", "urnbis-14",
    "rfc2141", "url-06", "rfc1738", ""]
"""The editions by which a text is read by several documents at once; "" is the current one."""

LintEdition = _Literal["rfc3986", "rfc3987", "rfc8141", "urnbis-16", "urnbis-14", "rfc2141", ""]
"""The editions by which an identifier is examined; "" is the current one."""

URNEdition = _Literal["rfc8141", "urnbis-16", "urnbis-14", "rfc2141", ""]
"""The editions by which a URN is read; "" is the current one."""

URLEdition = _Literal["url-06", "rfc1738", "rfc2397", "rfc4156", "rfc4157", "rfc4248", "rfc4266", "rfc4516",
    "rfc5538", "rfc6068", "rfc6455", "rfc8089", "rfc9110", ""]
"""The editions by which a URL is read, scheme by scheme; "" is the current one."""

__all__ = [
    "CheckEdition", "Component", "DataPlace", "Edition", "Excess", "ExplainEdition", "FindEdition", "FoundSchemes",
    "HostRules", "HostType", "Identifier", "Level", "Like", "LintEdition", "NormalizeEdition", "ParameterValue",
    "ParseEdition", "Production", "ResolveEdition", "Severity", "URLEdition", "URNEdition", "URNRules",
    "ValidEdition", "ValidationLevel"
]
