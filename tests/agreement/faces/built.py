"""The names that each face offers, by what was built: exported symbols, modules, and lists of functions of databases."""

import json
import re
import subprocess
import types

import askers
import faces_given


def c(given):
    """The symbols that the shared library exports."""
    listed = subprocess.run(["nm", "-D", "--defined-only", given.library], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines() if " T " in line}


def python():
    """The names that dir() shows of the module, without the modules in it."""
    import uniform
    return {name for name in dir(uniform) if (name in uniform.__all__ or not name.startswith("_"))
            and not isinstance(getattr(uniform, name), types.ModuleType)}


def javascript(given):
    """The exports of the package's entry for Node, and of that for domains."""
    node, package = given.node
    entries = json.dumps([f"file://{package}/{name}.js" for name in ("node", "domains")])
    code = f"const all = await Promise.all({entries}.map((e) => import(e))); console.log(JSON.stringify(all.flatMap(Object.keys)))"
    done = subprocess.run([node, "--input-type=module", "-e", code], stdout=subprocess.PIPE, check=True)
    return set(json.loads(done.stdout))


def sqlite(given):
    """The functions and the tables that loading the extension adds."""
    return set(json.loads(subprocess.run([given.sqlite[0], "-c", """
import json, sqlite3, sys
database = sqlite3.connect(":memory:")
def names():
    return {name for of in ("function", "module") for name, in database.execute(f"SELECT name FROM pragma_{of}_list")}
before = names()
database.enable_load_extension(True)
database.load_extension(sys.argv[1])
print(json.dumps(sorted(names() - before)))
""", given.sqlite[1]], stdout=subprocess.PIPE, check=True).stdout))


def postgresql(server, version=None, column="proname"):
    """The functions that belong to a version of the extension, or to the newest one: their names, or symbols (prosrc)."""
    create = "CREATE EXTENSION uniform" + (f" VERSION '{version}'" if version else "")
    listed = server.sql(f"SET client_min_messages = warning; DROP EXTENSION IF EXISTS uniform CASCADE; {create}; "
                        f"SELECT DISTINCT {column} FROM pg_proc JOIN pg_depend ON classid = 'pg_proc'::regclass "
                        "AND objid = pg_proc.oid AND deptype = 'e' JOIN pg_extension ON refclassid = 'pg_extension'::regclass "
                        "AND refobjid = pg_extension.oid WHERE extname = 'uniform';")
    return set(listed.split())


def columns():
    from uniform import _uniform
    return {name for name, *_ in _uniform.column_functions()} | {"find"}


def duckdb():
    import duckdb
    import uniform
    import uniform.arrow
    import uniform.duckdb
    return {name.removeprefix("uniform_") for name in askers.DuckDB(uniform, duckdb).names()}


def command(given):
    """The commands that the help lists."""
    text = subprocess.run([given.command, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return set(re.findall(r"^  ([a-z][a-z -]*?)  +\S", text.split("Usage:")[1].split("The inputs are")[0], re.MULTILINE))


def offered(given):
    """The names by face, of the faces that there are."""
    result = {"python": python(), "columns": columns(), "duckdb": duckdb()}
    if given.library:
        result["c"] = c(given)
    if given.sqlite:
        result["sqlite"] = sqlite(given)
    if given.postgresql:
        with faces_given.server(given) as server:
            result["postgresql"] = postgresql(server)
    if faces_given.has_javascript(given):
        result["javascript"] = javascript(given)
    if given.command:
        result["command"] = command(given)
    return result
