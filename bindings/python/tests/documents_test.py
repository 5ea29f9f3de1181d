"""The examples in the doc strings of the package and in its guides."""

import doctest
import importlib
from pathlib import Path

import pytest

GUIDES = Path(__file__).resolve().parents[3] / "docs" / "guide"
OPTIONS = doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", ["uniform", "uniform._functions", "uniform.arrow", "uniform.duckdb", "uniform.urllib"])
def test_doc_strings(name):
    done = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert done.attempted > 0
    assert done.failed == 0


def extension_cases():
    # doctest does not see functions that are not made in Python.
    import uniform
    import uniform.urllib
    return [(m, n) for m in (uniform, uniform.urllib) for n in m.__all__
            if getattr(m, n) is getattr(uniform._uniform, n, None) and callable(getattr(m, n))
            and not isinstance(getattr(m, n), type)]


@pytest.mark.parametrize("module, name", extension_cases(), ids=lambda of: getattr(of, "__name__", of))
def test_doc_strings_of_the_extension(module, name):
    text = getattr(module, name).__doc__
    test = doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, None, None)
    assert test.examples, f"{name} has no example"
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


README = Path(__file__).resolve().parents[1] / "README.md"


@pytest.mark.parametrize("file", [GUIDES / "python.md", GUIDES / "columns.md", GUIDES / "migrating-urllib.md", README],
                         ids=lambda file: file.name)
def test_guides(file):
    done = doctest.testfile(str(file), module_relative=False, optionflags=OPTIONS)
    assert done.attempted > 0
    assert done.failed == 0


def test_every_public_name_has_a_doc_string():
    import uniform
    import uniform.arrow
    import uniform.duckdb
    import uniform.spark
    import uniform.urllib
    for module in (uniform, uniform.arrow, uniform.duckdb, uniform.spark, uniform.urllib):
        assert module.__doc__
        public = getattr(module, "__all__", None) or [n for n, v in vars(module).items() if not n.startswith("_")
                                                      and getattr(v, "__module__", "") == module.__name__]
        for name in public:
            assert getattr(module, name).__doc__, f"{module.__name__}.{name}"
