#!/usr/bin/env python3
"""Writes the stubs of the modules whose functions no type checker can read: python3 tests/stubs.py [--check]

uniform/_uniform.pyi is made by nanobind of the extension module, uniform/arrow.pyi of the table of functions over columns.
--check compares them with what is there. The package has to be importable.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from uniform import _uniform

PACKAGE = Path(__file__).resolve().parents[1] / "uniform"


def extension():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "_uniform.pyi"
        subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "uniform._uniform", "-o", str(file)], check=True)
        lines = file.read_text().splitlines()
    end = lines.index('"""', 1) + 1
    imports = ["", "from collections.abc import Iterable, Mapping", "from typing import Any", "",
               "from .urllib import DefragResult, ParseResult, SplitResult"]
    return "\n".join(lines[:end] + imports + lines[end:]) + "\n"


def arrow():
    lines = ['"""Functions over columns of texts: see arrow.py."""', "", "from collections.abc import Iterator",
             "from typing import Any", "", "", "class Column:",
             "    def arrays(self) -> list[Any]: ...",
             "    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...", "", "",
             'def find(column: Any, *, edition: str = "", schemes: str = "likely", abbreviated: bool = False,',
             "         join_lines: bool = False) -> Any:",
             '    """The URIs in each text: a list of structs, each with uri, begin, end, delimited. (RFC 3986 appendix C)"""',
             "", "", "def functions() -> Iterator[str]: ..."]
    for name, _, options, says, document in _uniform.column_functions():
        required = [f", {option}: str" for option, (fallback, _) in options.items() if not fallback]
        optional = [f"{option}: {'bool' if fallback in ('true', 'false') else 'str'} | None = None"
                    for option, (fallback, _) in options.items() if fallback]
        named = f", *, {', '.join(optional)}" if optional else ""
        lines += ["", "", f"def {name}(column: Any{''.join(required)}{named}) -> Any:", f'    """{says} ({document})"""']
    return "\n".join(lines).replace('""""', '"\\"""') + "\n"


def main():
    wrong = False
    for name, text in (("_uniform.pyi", extension()), ("arrow.pyi", arrow())):
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
