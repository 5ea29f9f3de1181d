"""The stubs are those of the modules, and can be read."""

import ast
import subprocess
import sys
from pathlib import Path

import uniform
import uniform.arrow

HERE = Path(__file__).resolve().parent.parent


def test_stubs_are_up_to_date():
    done = subprocess.run([sys.executable, HERE / "tests" / "stubs.py", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_name_everything():
    def names(stub):
        return {node.name for node in ast.parse((HERE / "uniform" / stub).read_text()).body
                if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert names("_uniform.pyi") == {name for name in vars(uniform._uniform) if not name.startswith("__")}
    assert names("arrow.pyi") == set(uniform.arrow.__all__)
