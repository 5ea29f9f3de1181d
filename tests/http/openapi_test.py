#!/usr/bin/env python3
"""The OpenAPI document by itself: what it is made of, that it is whole, and that what is not whole is refused.

    openapi_test.py [--schema FILE]

The rules of OpenAPI 3.1.0 that matter here are checked by name below; schemas are checked as JSON Schema 2020-12, and
examples by their schemas. With --schema (or in UNIFORM_OPENAPI_SCHEMA), the document must also be valid by the OpenAPI
Initiative's own schema of version 3.1, which is no part of this project.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts" / "make_openapi.py"
mistakes = []


def check(condition, what):
    if not condition:
        mistakes.append(what)


def make(folder):
    return subprocess.run([sys.executable, "-B", SCRIPT, folder, "1.2.3"], capture_output=True, text=True, check=False)


def operation(**more):
    return {"operationId": "a", "summary": "A", "tags": ["t"], "x-roles": [], "responses": {"200": {"description": "x"}},
            **more}


def refusals():
    """Fragments that must be refused, and what is said."""
    answers = {name: {"description": name} for name in ("unauthenticated", "forbidden", "too_many", "internal", "unavailable")}
    common = {"tags": [{"name": "t"}], "components": {"responses": answers}}
    good = {"paths": {"/a": {"get": operation()}}}
    a_parameter = {"name": "x", "in": "path", "required": True, "schema": {}}
    rows = [
        ([good], None),
        ([good, good], "described twice"),
        ([good, {"paths": {"/b": {"get": operation()}}}], "same operationId"),
        ([{"paths": {"/a": {"get": operation(responses={"200": {"$ref": "#/components/responses/none"}})}}}], "leads nowhere"),
        ([{"paths": {"/a": {"get": operation(responses={"200": {"$ref": "other.json#/x"}})}}}], "leads out"),
        ([{"paths": {"/a": {"get": {k: v for k, v in operation().items() if k != "x-roles"}}}}], "has no x-roles"),
        ([{"paths": {"/a": {"get": {k: v for k, v in operation().items() if k != "operationId"}}}}], "has no operationId"),
        ([{"paths": {"/a": {"get": operation(**{"x-roles": ["king"]})}}}], "x-roles is a list"),
        ([{"paths": {"/a": {"get": operation(**{"x-scope": "all"})}}}], "x-scope is one of"),
        ([{"paths": {"/a": {"get": operation(tags=["other"])}}}], "tag 'other'"),
        ([{"paths": {"/a/{x}": {"get": operation()}}}], "the path has the parameters"),
        ([{"paths": {"/a/{x}": {"get": operation(parameters=[a_parameter])}}}], None),
        ([{"paths": {"/a": {"get": operation(parameters=[a_parameter])}}}], "the path has the parameters"),
        ([good, {"components": {"responses": {"forbidden": {"description": "again"}}}}], "is there twice"),
        ([good, {"tags": [{"name": "t"}]}], "is there twice"),
        ([good, {"path": {}}], "no member 'path'"),
        ([good, '{"paths":{},"paths":{}}'], "is there twice"),
        ([good, "{"], "fragment2.json"),
    ]
    for fragments, says in rows:
        with tempfile.TemporaryDirectory() as folder:
            for i, fragment in enumerate([common, *fragments]):
                text = fragment if isinstance(fragment, str) else json.dumps(fragment)
                pathlib.Path(folder, f"fragment{i}.json").write_text(text, encoding="utf-8")
            done = make(folder)
            if says is None:
                check(done.returncode == 0, f"refused: {fragments}: {done.stderr}")
            else:
                check(done.returncode != 0 and says in done.stderr, f"not refused with {says!r}: {done.stderr!r}")


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


def whole(document):
    check(document["openapi"] == "3.1.0", "openapi is not 3.1.0")
    check(document["info"]["version"] == "1.2.3", "info.version")
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
            needs = bool(o["x-roles"])
            check(({} in o["security"]) != needs, f"{where}: security is not what x-roles says")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--schema", default=os.environ.get("UNIFORM_OPENAPI_SCHEMA"))
    options = parser.parse_args()
    refusals()
    done = make(ROOT / "src" / "http" / "openapi")
    check(done.returncode == 0, done.stderr)
    if done.returncode == 0:
        document = json.loads(done.stdout)
        whole(document)
        if options.schema:
            schema = json.loads(pathlib.Path(options.schema).read_text(encoding="utf-8"))
            for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
                check(False, f"OpenAPI: {error.json_path}: {error.message[:200]}")
    for m in mistakes:
        print(m)
    print(f"{len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
