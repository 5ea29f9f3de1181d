"""The findings of mypy in programs that use the package: wrong words of options, and the types of results."""

import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import uniform

# A program; behind "#" what mypy says of the line: of an error its code, of reveal_type() the end of the type.
OPTIONS = """
import uniform
from uniform import types

uniform.normalize("http://a", "scheme")
uniform.normalize("http://a", level="schema")  # arg-type
uniform.normalize("http://a", edition="rfc2141")  # arg-type
uniform.equivalent("http://a", uniform.parse("http://b"), level="schema")  # arg-type
uniform.parse("http://a", "URI")  # arg-type
uniform.parse("http://a").where("hots")  # arg-type
uniform.parse("http://a").normalize(level="scheme", ignore_fragment=True)
uniform.parse_urn("urn:example:a", "rfc3986")  # arg-type
uniform.parse_urn("urn:example:a").normalize(rules="lexikal")  # arg-type
uniform.parse_urn("urn:example:a").validate(level="none")  # arg-type
uniform.encode("a", "argument")  # arg-type
uniform.to_ascii("a", "uts64")  # arg-type
uniform.resolve("http://a", "b", excess="ignore")  # arg-type
uniform.lint("http://a", severity="bad")  # arg-type
uniform.repair("http://a", like="browser")  # arg-type
uniform.find("http://a", schemes="all")  # arg-type
uniform.Finder(edition="rfc6068")  # arg-type
uniform.normalize(uniform.parse_web("http://a"))
uniform.normalize(uniform.parse_urn("urn:example:a"))
uniform.normalize(b"http://a")  # arg-type
uniform.make_url("ftp", {}, edition="rfc3986")  # arg-type


def clean(identifier: types.Identifier, level: types.Level = "syntax") -> str:
    return uniform.normalize(identifier, level)
"""
COLUMNS = """
import pandas
import polars
import pyarrow
import uniform.arrow


class Exported:
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...  # empty-body


urls = ["http://a.example:80/"]
reveal_type(uniform.arrow.host(pandas.Series(urls)))  # Series[Any]
reveal_type(uniform.arrow.port(pandas.Series(urls)))  # Series[Any]
reveal_type(uniform.arrow.find(pandas.Series(urls), abbreviated=True))  # Series[Any]
reveal_type(uniform.arrow.host(polars.Series(urls)))  # polars.series.series.Series
reveal_type(uniform.arrow.find(polars.Series(urls)))  # polars.series.series.Series
reveal_type(uniform.arrow.host(pyarrow.array(urls)))  # Array[Any]
reveal_type(uniform.arrow.query_parameter(pyarrow.chunked_array([urls]), "q"))  # ChunkedArray[Any]
reveal_type(uniform.arrow.host(Exported()))  # uniform.arrow.Column
uniform.arrow.host(urls)  # call-overload
uniform.arrow.normalize(polars.Series(urls), level="schema")  # call-overload
uniform.arrow.normalize(polars.Series(urls), level="scheme", edition="rfc1738")
uniform.arrow.urn_valid(pandas.Series(urls), level="syntax")  # call-overload
uniform.arrow.resolve(pandas.Series(urls))  # call-overload
"""


PACKAGE = Path(uniform.__file__).parent


def mypy(what, folder, config=""):
    """The lines that mypy prints."""
    (folder / "mypy.ini").write_text("[mypy]\n" + config)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--config-file", "mypy.ini", "--cache-dir", folder / "cache", what],
                          cwd=folder, capture_output=True, text=True, check=False, env={"MYPYPATH": str(PACKAGE.parent), "PATH": ""})
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout.splitlines()


def said(program, folder, config=""):
    """By line, what mypy says: the code of an error, the type of reveal_type()."""
    (folder / "program.py").write_text(program)
    found = {}
    for line in mypy("program.py", folder, config):
        match = re.fullmatch(r'program.py:(\d+): (?:error: .* \[([\w-]+)\]|note: Revealed type is "(.*)")', line)
        if match:
            found[int(match[1])] = match[2] or match[3]
        else:
            assert re.match(r"program.py:\d+: note:|Found \d+ errors? in 1 file|Success", line), line
    return found


def test_the_package(tmp_path):
    """pyspark is installed for the longer tests only."""
    assert mypy(PACKAGE, tmp_path, "[mypy-pyspark.*]\nignore_missing_imports = True\n")[-1].startswith("Success")


def expected(program):
    return {number: line.split("  # ")[1] for number, line in enumerate(program.splitlines(), 1) if "  # " in line}


@pytest.mark.parametrize("program", [OPTIONS, COLUMNS], ids=["options", "columns"])
def test_a_program(program, tmp_path):
    found, wanted = said(program, tmp_path), expected(program)
    assert {line: wanted[line] if text.endswith(wanted.get(line, "nothing")) else text for line, text in found.items()} == wanted


@pytest.mark.parametrize("library, missing", [("pandas", "polars pyarrow"), ("polars", "pandas pyarrow"), ("pyarrow", "pandas polars")])
def test_the_other_libraries_are_not_needed(library, missing, tmp_path):
    config = "".join(f"[mypy-{name}.*]\nfollow_imports = skip\nfollow_imports_for_stubs = True\n" for name in missing.split())
    program = "\n".join(line if not re.search(rf"\b({missing.replace(' ', '|')})\b", line) else "" for line in COLUMNS.splitlines())
    found, wanted = said(program, tmp_path, config), expected(program)
    assert {line: wanted[line] if text.endswith(wanted.get(line, "nothing")) else text for line, text in found.items()} == wanted
    assert any(type_.endswith(("Series", "Array[Any]", "Series[Any]")) for type_ in wanted.values())


def test_the_types_have_the_words_of_the_library():
    """The functions accept exactly these; "" is what they do without the option."""
    words = {name: {*typing.get_args(type_)} for name, type_ in vars(uniform.types).items() if typing.get_origin(type_) is typing.Literal}
    accepted = {"Level": lambda w: uniform.normalize("http://a", w), "Production": lambda w: uniform.valid("a", w),
                "DataPlace": lambda w: uniform.encode("a", w), "HostRules": lambda w: uniform.to_ascii("a", w),
                "Excess": lambda w: uniform.resolve("http://a", "b", excess=w), "Like": lambda w: uniform.repair("http://a/", w),
                "Severity": lambda w: uniform.lint("a", severity=w), "FoundSchemes": lambda w: uniform.find("a", schemes=w),
                "URNRules": lambda w: uniform.parse_urn("urn:example:a").normalize(rules=w),
                "ValidationLevel": lambda w: uniform.parse_urn("urn:isbn:0451450523").validate(level=w),
                "CheckEdition": lambda w: uniform.valid("a", edition=w), "NormalizeEdition": lambda w: uniform.equivalent("http://a/", "http://a/", edition=w),
                "ParseEdition": lambda w: uniform.parse("a", edition=w), "ResolveEdition": lambda w: uniform.resolve("http://a/", "http://b/", w),
                "FindEdition": lambda w: uniform.find("a", edition=w), "LintEdition": lambda w: uniform.lint("a", edition=w),
                "URNEdition": lambda w: uniform.parse_urn("urn:example:a", w), "Edition": lambda w: uniform.edition_document(w),
                "ValidEdition": lambda w: uniform._uniform.ColumnFunction("valid", {"edition": w} if w else {})}
    every = set.union(*words.values()) | {"nothing"}
    for name, call in accepted.items():
        for word in every:
            try:
                call(word)
            except uniform.UniformError:
                pass  # of the text, by an edition that there is
            except ValueError:
                assert word not in words[name], (name, word)
                continue
            assert word in words[name], (name, word)
