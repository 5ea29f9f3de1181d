#!/usr/bin/env python3
"""Writes what is made of the extension module's own tables: python3 tests/stubs.py [--check]

uniform/_uniform.pyi is made by nanobind of the extension module, uniform/types.py of the words that options take, and
uniform/arrow.pyi of the table of functions over columns. --check compares them with what is there. The package has to be
importable.
"""

import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from uniform import _uniform

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
from generate_bindings import KINDS_OF_COLUMNS, functions_of, name_of_editions, overloads  # noqa: E402

PACKAGE = Path(__file__).resolve().parents[1] / "uniform"
# The types of which "" is the default: what the function does without the option.
WITH_A_DEFAULT = ("Production", "Excess")
SAYS = {
    "Level": "The levels of normalization and comparison (RFC 3986 6.2).",
    "Production": "The production that a text has to match, of RFC 3986 or of an older edition.",
    "Component": "The components that have a place in a reference (RFC 3986 3).",
    "DataPlace": "The places of a reference that data can be put into.",
    "HostType": "The alternatives of host (RFC 3986 3.2.2); hostname is that of rfc2396bis-01.",
    "HostRules": "The rules for host names in any script.",
    "Excess": 'The treatment of ".." above the root.',
    "Like": "By which reading a text that is no URI stands for one.",
    "Severity": "The severities of the linter's findings.",
    "FoundSchemes": "The schemes that make a URI of a text without delimiters.",
    "URNRules": "By which rules URNs are compared.",
    "ValidationLevel": "The strictness with which the names of a namespace are checked.",
}
SAYS_OF_EDITIONS = {
    "": "some function does something", "parse": "a URI-reference is parsed, edited, built or relativized",
    "valid": "columns are judged", "check": "a text is judged as a URI-reference or a URL",
    "normalize": "identifiers are normalized and compared", "resolve": "references are resolved",
    "find": "identifiers are found in a text", "explain": "a text is read by several documents at once",
    "lint": "an identifier is examined", "urn": "a URN is read", "url": "a URL is read, scheme by scheme",
}
HEAD = '''"""The types of options, to annotate what hands them on: `def clean(url: str, level: types.Level) -> str`.

Made of the extension module's own lists by tests/stubs.py.
"""

from typing import Literal as _Literal, Optional as _Optional, Union as _Union

from ._uniform import URN as _URN, Reference as _Reference, WebURL as _WebURL

Identifier = _Union[str, _Reference, _URN, _WebURL]
"""The argument of functions of identifiers: the text, or an object that has it. A Reference or a URN is read by its own
edition unless another one is named."""

ParameterValue = _Union[str, None, list[str], list[_Optional[str]], tuple[_Optional[str], ...]]
"""The value of a parameter of a query; None if it has none, not even an empty one. Several: a parameter for each."""
'''


def words():
    """The words of each type."""
    return _uniform.option_words() | {name_of_editions(use): names for use, names in _uniform.edition_words().items()}


def literal(name, values, says):
    lines, line = [], f"{name} = _Literal["
    for value in values:
        part = f'"{value}", '
        if len(line + part) > 118:
            lines.append(line.rstrip())
            line = "    "
        line += part
    return "\n".join([*lines, line.rstrip(", ") + "]"]) + f'\n"""{says}"""\n'


def types():
    text = [HEAD]
    for name, values in _uniform.option_words().items():
        text.append(literal(name, [*values, *([""] if name in WITH_A_DEFAULT else [])], SAYS[name]))
    for use, values in _uniform.edition_words().items():
        text.append(literal(name_of_editions(use), [*values, ""], f'The editions by which {SAYS_OF_EDITIONS[use]}; "" is the current one.'))
    listed = ", ".join(f'"{name}"' for name in sorted(["Identifier", "ParameterValue", *words()]))
    text.append("\n".join(["__all__ = [", *textwrap.wrap(listed, 118, initial_indent="    ", subsequent_indent="    "), "]", ""]))
    return "\n".join(text)


def imported(names):
    return ["from .types import (", *(f"    {name}," for name in sorted(names)), ")"]


def extension():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "_uniform.pyi"
        subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "uniform._uniform", "-o", str(file)], check=True)
        lines = file.read_text().splitlines()
    end = lines.index('"""', 1) + 1
    rest = "\n".join(lines[end:]).replace("functions_of_table: dict = ...", "functions_of_table: dict[str, Any]")
    used = [name for name in sorted(["Identifier", "ParameterValue", *words()]) if re.search(rf"\b{name}\b", rest)]
    imports = ["", "from collections.abc import Iterable, Mapping", "from typing import Any", "",
               *imported(used),
               "from .urllib import DefragResult, ParseResult, SplitResult", "", "__version__: str"]
    return "\n".join(lines[:end] + imports) + "\n" + rest + "\n"


def type_of_option(function, name, fallback, values, known):
    """The type of an option of a function over columns. The table has more than its words: what they mean."""
    if fallback in ("true", "false"):
        return "bool"
    said = set(re.findall(r"[\w-]+", values))
    fitting = [type_ for type_, of in known.items() if fallback in of and said.issuperset(of)]
    if not fitting:
        raise SystemExit(f"no type has the words of the option {name} of {function}: {values}")
    return max(fitting, key=lambda type_: (len(known[type_]), type_ == name_of_editions(function)))


def arrow():
    known = words()
    lines, used = [], {"FindEdition", "FoundSchemes"}
    for kind, _, *members in KINDS_OF_COLUMNS:
        lines += ["", "", f"class {kind}(Protocol):", *("    " + member for member in members)]
    lines += ["", "", "class Column:", "    def arrays(self) -> list[Any]: ...",
              "    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...", "", "",
              "def functions() -> Iterator[str]: ..."]
    lines += overloads("find", ', *, edition: FindEdition = "", schemes: FoundSchemes = "likely", abbreviated: bool = False,\n'
                       "         join_lines: bool = False",
                       "The URIs in each text: a list of structs, each with uri, begin, end, delimited. (RFC 3986 appendix C)")
    written = {f.name for f in functions_of("columns")}  # which scripts/generate_bindings.py writes
    for name, _, options, says, document in _uniform.column_functions():
        if name in written:
            continue
        parameters = "".join(f", {option}: str" for option, (fallback, _) in options.items() if not fallback)
        optional = {option: type_of_option(name, option, fallback, values, known)
                    for option, (fallback, values) in options.items() if fallback}
        used.update(type_ for type_ in optional.values() if type_ != "bool")
        if optional:
            parameters += ", *, " + ", ".join(f"{option}: {type_} | None = None" for option, type_ in optional.items())
        lines += overloads(name, parameters, f"{says} ({document})")
    head = ['"""Functions over columns of texts: see arrow.py. The kinds of columns are told apart by their methods, so that nobody',
            'needs all of these libraries."""', "", "from collections.abc import Iterator", "from typing import Any, Protocol, overload", "",
            "import pandas", "import polars", "import pyarrow", "", "from ._arrow_table import *", *imported(used)]
    return "\n".join(head + lines).replace('""""', '"\\"""') + "\n"


def main():
    wrong = False
    for name, text in (("types.py", types()), ("_uniform.pyi", extension()), ("arrow.pyi", arrow())):
        file = PACKAGE / name
        if "--check" in sys.argv:
            if not file.exists() or file.read_text() != text:
                wrong = True
                print(f"{file} is not what stubs.py writes")
        else:
            file.write_text(text)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
