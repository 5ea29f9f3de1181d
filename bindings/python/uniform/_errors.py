"""The exception of this package."""

from __future__ import annotations

from typing import Any

from . import _uniform


class UniformError(ValueError):
    """Why a text is not valid, or an operation failed: what, where, and by which rule of which document.

    >>> import uniform
    >>> try:
    ...     uniform.parse("http://a b/")
    ... except uniform.UniformError as e:
    ...     print(e)
    ...     print(e.code, e.offset, e.rule, e.document, e.section)
    a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)
    invalid_character 8 reg-name RFC 3986 3.2.2
    """

    reason: str
    """One sentence: "a space is not allowed here"."""
    code: str
    """A stable identifier for programs: "invalid_character"."""
    offset: int
    """Where, in bytes of the text in UTF-8."""
    index: int
    """Where, in code points: an index into the str."""
    rule: str
    """The production that fails there: "reg-name"; "" for a limit or a policy."""
    document: str
    """The document that has the rule: "RFC 3986"."""
    section: str
    """The section of the rule: "3.2.2"; may be ""."""

    def __init__(self, reason: str, code: str = "", offset: int = 0, index: int = 0, rule: str = "", document: str = "",
                 section: str = "") -> None:
        super().__init__(reason, code, offset, index, rule, document, section)
        self.reason, self.code, self.offset, self.index = reason, code, offset, index
        self.rule, self.document, self.section = rule, document, section

    def __str__(self) -> str:
        return _uniform.sentence(self.reason, self.rule, self.document, self.section, self.offset)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args
