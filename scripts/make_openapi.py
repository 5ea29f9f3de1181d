#!/usr/bin/env python3
"""Merges the fragments of the API's description (src/http/openapi/*.json) into one OpenAPI 3.1 document.

    make_openapi.py FOLDER VERSION [--json FILE] [--source FILE]

Each fragment is {"paths": {...}, "components": {...}, "tags": [...]}. Refused are: two descriptions of one operation,
component, operationId or tag; a $ref that leads nowhere; an operation without operationId, x-roles, summary, tags or
responses; a parameter of the path that is not described, or described twice. Components that nothing leads to are left
out.

Answers that every operation can give (401, 429, 500, 503, and 403 where a role is needed) are added where a fragment
does not describe them itself, and so is what follows from x-roles: security. A GET whose answer has an ETag gets what
belongs to conditional requests: If-Match, If-None-Match, 304 and 412.
"""
import argparse
import json
import pathlib
import re
import sys

ROLES = ["reader", "registrar", "manager", "expert", "administrator"]
SCOPES = ["none", "prefix", "own"]
METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]


class Mistake(Exception):
    pass


def load(path):
    def no_duplicates(pairs):
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise Mistake(f"{path.name}: the member {name!r} is there twice in one object")
        return dict(pairs)

    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=no_duplicates)
    except ValueError as e:
        raise Mistake(f"{path.name}: {e}") from e


def merge(folder, version):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Uniform", "version": version},
        "servers": [{"url": "/", "description": "the service that gave this document"}],
        "tags": [],
        "paths": {},
        "components": {},
    }
    files = sorted(pathlib.Path(folder).glob("*.json"))
    if not files:
        raise Mistake(f"no fragment in {folder}")
    for path in files:
        fragment = load(path)
        for name in fragment:
            if name not in ("paths", "components", "tags", "info"):
                raise Mistake(f"{path.name}: a fragment has no member {name!r}")
        document["info"].update(fragment.get("info", {}))
        for template, item in fragment.get("paths", {}).items():
            there = document["paths"].setdefault(template, {})
            for name, value in item.items():
                if name in there:
                    raise Mistake(f"{path.name}: {name} {template} is described twice")
                there[name] = value
        for kind, components in fragment.get("components", {}).items():
            there = document["components"].setdefault(kind, {})
            for name, value in components.items():
                if name in there:
                    raise Mistake(f"{path.name}: components/{kind}/{name} is there twice")
                there[name] = value
        for tag in fragment.get("tags", []):
            if tag["name"] in [t["name"] for t in document["tags"]]:
                raise Mistake(f"{path.name}: the tag {tag['name']!r} is there twice")
            document["tags"].append(tag)
    return document


def operations(document):
    for template, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield template, method, item[method]


def complete(document):
    """Adds what follows from the rest, and refuses what is not whole."""
    ids = {}
    tags = [t["name"] for t in document["tags"]]
    for template, method, operation in operations(document):
        where = f"{method} {template}"
        for name in ("operationId", "summary", "tags", "responses", "x-roles"):
            if name not in operation:
                raise Mistake(f"{where} has no {name}")
        name = operation["operationId"]
        if name in ids:
            raise Mistake(f"{where} and {ids[name]} have the same operationId {name!r}")
        ids[name] = where
        roles = operation["x-roles"]
        if [r for r in ROLES if r in roles] != sorted(roles, key=lambda r: ROLES.index(r) if r in ROLES else 99):
            raise Mistake(f"{where}: x-roles is a list of {', '.join(ROLES)}")
        operation["x-roles"] = [r for r in ROLES if r in roles]
        if operation.setdefault("x-scope", "none") not in SCOPES:
            raise Mistake(f"{where}: x-scope is one of {', '.join(SCOPES)}")
        for tag in operation["tags"]:
            if tag not in tags:
                raise Mistake(f"{where}: the tag {tag!r} is not described")
        operation["security"] = [{"token": []}] if roles else [{}, {"token": []}]
        responses = operation["responses"]
        always = {"401": "unauthenticated", "429": "too_many", "500": "internal", "503": "unavailable"}
        if roles:
            always["403"] = "forbidden"
        for status, answer in always.items():
            responses.setdefault(status, {"$ref": f"#/components/responses/{answer}"})
        if method == "get" and "ETag" in target_of(document, responses.get("200", {})).get("headers", {}):
            responses.setdefault("304", {"$ref": "#/components/responses/not_modified"})
            responses.setdefault("412", {"$ref": "#/components/responses/precondition_failed"})
            there = operation.setdefault("parameters", [])
            there += [{"$ref": f"#/components/parameters/{name}"} for name in ("if_match", "if_none_match")]
        operation["responses"] = dict(sorted(responses.items()))
        described = []
        for p in document["paths"][template].get("parameters", []) + operation.get("parameters", []):
            p = target(document, p["$ref"]) if "$ref" in p else p
            if p["in"] == "path":
                described.append(p["name"])
        wanted = re.findall(r"\{([^}]*)\}", template)
        if sorted(described) != sorted(wanted):
            raise Mistake(f"{where}: the path has the parameters {wanted}, described are {described}")
    document["tags"].sort(key=lambda t: t["name"])
    document["paths"] = dict(sorted(document["paths"].items()))


def target(document, ref):
    at = document
    if not ref.startswith("#/"):
        raise Mistake(f"{ref!r} leads out of the document")
    for step in ref[2:].split("/"):
        step = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(at, dict) or step not in at:
            raise Mistake(f"{ref!r} leads nowhere")
        at = at[step]
    return at


def target_of(document, value):
    while "$ref" in value:
        value = target(document, value["$ref"])
    return value


def references(value):
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def check_references(document):
    for ref in references(document):
        target(document, ref)


def drop_unused(document):
    """Components that nothing leads to from the operations: what is common is not used by every version."""
    used = set()
    waiting = list(references(document["paths"]))
    while waiting:
        ref = waiting.pop()
        if ref not in used:
            used.add(ref)
            waiting.extend(references(target(document, ref)))
    for kind, components in document["components"].items():
        if kind != "securitySchemes":
            for name in [n for n in components if f"#/components/{kind}/{n}" not in used]:
                del components[name]


def as_source(text):
    # A string literal may be 65536 characters long at least; an array of characters may be longer.
    data = text.encode("utf-8")
    lines = [", ".join(str(b if b < 128 else b - 256) for b in data[i : i + 32]) for i in range(0, len(data), 32)]
    return "// Made by scripts/make_openapi.py.\n" + ",\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("version")
    parser.add_argument("--json")
    parser.add_argument("--source")
    options = parser.parse_args()
    try:
        document = merge(options.folder, options.version)
        complete(document)
        check_references(document)
        drop_unused(document)
    except Mistake as e:
        sys.exit(f"make_openapi.py: {e}")
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    if options.source:
        pathlib.Path(options.source).write_text(as_source(text), encoding="utf-8")
    if options.json:
        pathlib.Path(options.json).write_text(text + "\n", encoding="utf-8")
    elif not options.source:
        print(text)


if __name__ == "__main__":
    main()
