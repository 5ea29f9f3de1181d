"""The faces that a build has, as arguments: [--library LIBUNIFORM-C] [--sqlite PYTHON UNIFORM.SO]
[--postgresql PG_CONFIG LIBRARY SCRIPT...] [--node NODE PACKAGE] [--command UNIFORM]; the module uniform is in PYTHONPATH."""

import argparse
from pathlib import Path

import askers  # noqa: F401 (makes the next import possible)
from server import Server


def parser(description):
    result = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("--library")
    result.add_argument("--sqlite", nargs=2, metavar=("PYTHON", "LIBRARY"))
    result.add_argument("--postgresql", nargs="+")
    result.add_argument("--node", nargs=2)
    result.add_argument("--command")
    return result


def server(given):
    """A server of PostgreSQL that has the extension."""
    pg_config, library, *scripts = given.postgresql
    return Server(pg_config, scripts, library)


def has_javascript(given):
    """Whether the package of JavaScript is built: another preset does it."""
    return bool(given.node) and Path(given.node[1], "uniform.wasm").exists()
