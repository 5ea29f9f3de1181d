#!/usr/bin/env python3
"""The OpenAPI document without the service: its schemas and examples, and that it contradicts neither itself nor RFC 9457.

    openapi_test.py --print build/dev/bin/openapi_print [--lint] [--schema FILE]

With --lint, Redocly's linter checks the document (`npm ci` in this folder installs it).

The rules of OpenAPI 3.1.0 that matter here are checked by name below; schemas are checked as JSON Schema 2020-12, and
examples by their schemas. With --schema (or in UNIFORM_OPENAPI_SCHEMA), the document must also be valid by the OpenAPI
Initiative's own schema of version 3.1, which is no part of this project.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
mistakes = []


def check(condition, what):
    if not condition:
        mistakes.append(what)


def at(document, value):
    while isinstance(value, dict) and "$ref" in value:
        ref = value["$ref"]
        value = document
        for name in ref[2:].split("/"):
            value = value[name.replace("~1", "/").replace("~0", "~")]
    return value


def examples_fit(document, schema, where):
    for example in schema.get("examples", []) + ([schema["example"]] if "example" in schema else []):
        whole = {"allOf": [schema], "components": document["components"]}
        for error in jsonschema.Draft202012Validator(whole).iter_errors(example):
            check(False, f"{where}: the example does not fit: {error.message}")


# The members that a response adds to the stored form: those of the version, or computed when they are asked for.
ADDED = {"version", "event", "prefixes", "also_requested_in", "possible_actions", "received", "rules"}


def stored_forms(document):
    """The history shows the stored forms, which have every member that the resource itself has."""
    schemas = document["components"]["schemas"]
    resources = [name for name in schemas if f"stored_{name}" in schemas]
    check(resources, "no stored form is described")
    for name in resources:
        for member in schemas[name]["properties"].keys() - schemas[f"stored_{name}"]["properties"].keys() - ADDED:
            check(False, f"schemas/stored_{name} lacks {member}")


def whole(document):
    check(document["openapi"] == "3.1.0", "openapi is not 3.1.0")
    check(re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", document["info"]["version"]), "info.version")
    for name, schema in document["components"]["schemas"].items():
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as e:
            check(False, f"schemas/{name}: {e.message}")
        examples_fit(document, schema, f"schemas/{name}")
    for template, item in document["paths"].items():
        check(template.startswith("/"), f"{template} does not begin with /")
        for method, o in item.items():
            if method == "parameters":
                continue
            where = o["operationId"]
            parameters = [at(document, p) for p in item.get("parameters", []) + o.get("parameters", [])]
            names = [(p["name"], p["in"]) for p in parameters]
            check(len(set(names)) == len(names), f"{where}: a parameter is there twice")
            for p in parameters:
                check(p["in"] in ("path", "query", "header"), f"{where}: {p['name']} is in {p['in']}")
                check(p["in"] != "path" or p.get("required") is True, f"{where}: {p['name']} must be required")
                check("schema" in p, f"{where}: {p['name']} has no schema")
                examples_fit(document, p.get("schema", {}), f"{where}: {p['name']}")
                if "example" in p:
                    examples_fit(document, {**p["schema"], "example": p["example"]}, f"{where}: {p['name']}")
            check(any(s.startswith(("2", "3", "default")) for s in o["responses"]), f"{where} never succeeds")
            for status, response in o["responses"].items():
                response = at(document, response)
                check(response.get("description"), f"{where}: {status} has no description")
                # 410 may be the page, or the links, of a name that was withdrawn
                if status[0] in "45" and status != "410":
                    check("application/problem+json" in response.get("content", {}) or method == "head"
                          or where in ("isReady",), f"{where}: {status} is no problem of RFC 9457")
            if "requestBody" in o:
                check(method in ("post", "put", "patch"), f"{where}: {method} has a body")
                for kind, content in at(document, o["requestBody"])["content"].items():
                    examples_fit(document, content.get("schema", {}), f"{where}: {kind}")
            needs = bool(o["x-roles"]) and "x-opened-by" not in o
            check(({} in o["security"]) != needs, f"{where}: security is not what x-roles and x-opened-by say")


def lint(text):
    """The output of the linter."""
    if not (HERE / "node_modules").exists():
        check(False, "the linter is not installed: npm's registry was not reached, or ./test did not run: "
                     f"run `npm ci` in {HERE}")
        return
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run(["node", HERE / "openapi_lint.mjs", file.name], capture_output=True, text=True, check=False)
    check(done.returncode == 0, done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--print", required=True)
    parser.add_argument("--lint", action="store_true")
    parser.add_argument("--schema", default=os.environ.get("UNIFORM_OPENAPI_SCHEMA"))
    options = parser.parse_args()
    text = subprocess.run([options.print], capture_output=True, text=True, check=True).stdout
    document = json.loads(text)
    if options.lint:
        lint(text)
    else:
        stored_forms(document)
        whole(document)
    if options.schema:
        schema = json.loads(pathlib.Path(options.schema).read_text(encoding="utf-8"))
        for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
            check(False, f"OpenAPI: {error.json_path}: {error.message[:200]}")
    for m in mistakes:
        print(m)
    print(f"{len(document['paths'])} paths, {len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
