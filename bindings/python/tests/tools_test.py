"""The reports of users' own tools on the package, each in a process of its own: the interpreter at its end."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDES = Path(__file__).resolve().parents[3] / "docs" / "guide"


def script_of(guide, library):
    """The examples of a guide that begin with the import of that library."""
    block, = re.findall(rf"```pycon\n(>>> import {library}\b.*?)```", (GUIDES / guide).read_text(), re.DOTALL)
    return "".join(example.source for example in doctest.DocTestParser().get_examples(block))


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars", "duckdb"])
def test_nothing_is_reported_when_the_interpreter_ends(library):
    """Each library alone: with pandas, what polars keeps is released."""
    done = subprocess.run([sys.executable, "-c", script_of("columns.md", library)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
