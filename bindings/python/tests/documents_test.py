"""The examples in the doc strings of the package and in its guides."""

import doctest
import importlib
from pathlib import Path

import pytest

GUIDES = Path(__file__).resolve().parents[3] / "docs" / "guide"
OPTIONS = doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", ["uniform", "uniform._errors", "uniform.arrow", "uniform.duckdb", "uniform.urllib"])
def test_doc_strings(name):
    done = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert done.attempted > 0
    assert done.failed == 0


README = Path(__file__).resolve().parents[1] / "README.md"


@pytest.mark.parametrize("file", [GUIDES / "python.md", GUIDES / "columns.md", GUIDES / "migrating-urllib.md", README],
                         ids=lambda file: file.name)
def test_guides(file):
    done = doctest.testfile(str(file), module_relative=False, optionflags=OPTIONS)
    assert done.attempted > 0
    assert done.failed == 0


def test_every_public_function_has_a_doc_string():
    import uniform
    for name in uniform.__all__:
        assert getattr(uniform, name).__doc__, name
