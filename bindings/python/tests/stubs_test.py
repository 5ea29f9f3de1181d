"""The stubs are those of the modules, and can be read."""

import ast
import subprocess
import sys
from pathlib import Path

import uniform
import uniform.arrow

HERE = Path(__file__).resolve().parent.parent
PACKAGE = Path(uniform.__file__).parent  # with the modules that the build writes


def test_stubs_are_up_to_date():
    done = subprocess.run([sys.executable, HERE / "tests" / "stubs.py", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_name_everything():
    def names(stub):
        body = ast.parse((PACKAGE / stub).read_text()).body
        return ({node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")}
                | {node.target.id for node in body if isinstance(node, ast.AnnAssign) and not node.target.id.startswith("_")})
    assert names("_uniform.pyi") == {name for name in vars(uniform._uniform) if not name.startswith("__")}
    written = names("_arrow_table.pyi")
    assert written and not written & names("arrow.pyi")
    assert names("arrow.pyi") | written == set(uniform.arrow.__all__)
