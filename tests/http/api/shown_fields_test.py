#!/usr/bin/env python3
"""No text that the service takes has control characters, invisible ones, or ones that change the direction of text.

    shown_fields_test.py --command COMMAND --database sqlite|postgresql

The fields come from the OpenAPI document: each string without enum, const or format in a JSON body of an operation that
writes. U+202E, U+0007, U+009B and U+200B are put into each, and the response must be a refusal that names the field and has
the offset; without such a character it must not be refused for that field, so that the refusal is for the character. So a
field that is added later is tested with its first version.
"""
import argparse
import copy
import datetime
import json
import re
import sys
import tempfile

from api_test import OPERATIONS, WHOLE_TEMPLATE, Checker, Service, World, quote
from stores import KINDS, stores

WHOLE = "".join(f"{label}: {text}\n" for label, text in {"Namespace Identifier": "pebbles", **WHOLE_TEMPLATE}.items())
BAD = ["\u202e", "\u0007", "\u009b", "\u200b"]
# Operations that store nothing of their body: it is data that they are asked about.
ONLY_READ = {"resolveMany"}
# Fields of which nothing is stored as it is: a registrar as it was read may be sent back; a registration is looked up; what
# a template of locators makes is percent-encoded; what the path names, or cannot change, must be the same.
NOT_STORED = {("addRegistrar", "/managed_within/0"), ("changeRegistrar", "/managed_within/0"), ("openRequest", "/revises"),
              *((name, "/template/locators/0" + url) for name in ("mintNames", "reserveNames") for url in ("", "/url")),
              ("changeRegistrar", "/id"), ("putDelegation", "/prefix"), ("putName", "/name"), ("putNamespace", "/nid"),
              ("putNamespace", "/request")}
# Members and paths that the operation needs, so that it is refused for the text alone.
NEEDED = {
    "changeRegistrar": lambda w, pointer: {"path": {"id": "museum"}, "body": {"id": "museum", "name": "museum"}},
    "openRequest": lambda w, pointer: {"body": {"template": WHOLE, "submit": True}},
    "putNamespace": lambda w, pointer: {"path": {"nid": "stones"}, "query": "force", "body": {"title": "Stones"}},
    "withdrawRequest": lambda w, pointer: {"path": {"id": w.requested(("submit",))}},
    "commentOnRequest": lambda w, pointer: {"path": {"id": w.requested(("submit",))}},
    "putDelegation": lambda w, pointer: {"body": {"registrar": "museum", "minting": {"method": "sequential"}}}
                                        if pointer == "/minting/pattern" else {},
    "registerRequest": lambda w, pointer: {"body": {"text": "As the board decided."}},
    "reserveNames": lambda w, pointer: {"body": {} if pointer.startswith("/names") else {"count": 1}},
}
# Texts that a member accepts; an array has its name.
SAMPLES = {
    "abnf": "stones-nss = 1*DIGIT", "country": "DE", "date": "2026-11-21", "expires": (datetime.date.today() + datetime.timedelta(days=90)).isoformat(), "language": "de",
    "locator_template": "https://www.example.org/{urn}", "locators": "https://www.example.org/", "media_type": "text/html",
    "method": "pattern", "nid": "stones", "other_names": "urn:example:other", "names": "urn:example:p-other",
    "passthrough": "/", "pattern": "dddd", "predecessor": "urn:example:other", "prefix": "urn:example:m-",
    "registrar": "museum", "resolver": "https://www.example.org/", "successor": "urn:example:other",
    "template": WHOLE, "url": "https://www.example.org/"}
# Values of an object that takes any members: their names and their texts.
ANY_MEMBER = "x"


def leaves(checker, schema, path=(), depth=0):
    """The paths of the strings that may be any text."""
    schema = checker.at(schema)
    if depth > 6 or not isinstance(schema, dict):
        return
    for part in schema.get("allOf", []) + schema.get("oneOf", []) + schema.get("anyOf", []):
        yield from leaves(checker, part, path, depth + 1)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "string" in kinds and not {"enum", "const", "format"} & schema.keys():
        yield path
    for name, value in schema.get("properties", {}).items():
        yield from leaves(checker, value, (*path, name), depth + 1)
    if isinstance(schema.get("additionalProperties"), dict):
        yield from leaves(checker, schema["additionalProperties"], (*path, ANY_MEMBER), depth + 1)
    if isinstance(schema.get("items"), dict):
        yield from leaves(checker, schema["items"], (*path, 0), depth + 1)


def schema_at(checker, schema, name):
    """The schema of a member or an element."""
    schema = checker.at(schema)
    for part in schema.get("allOf", []) + schema.get("oneOf", []) + schema.get("anyOf", []):
        found = schema_at(checker, part, name)
        if found is not None:
            return found
    if name == 0:
        return schema.get("items")
    found = schema.get("properties", {}).get(name)
    more = schema.get("additionalProperties")
    return found if found is not None else more if isinstance(more, dict) else None


def sample(checker, schema, name=None):
    """The least value that the schema permits, as far as it says so."""
    schema = checker.at(schema)
    if name in SAMPLES:
        return SAMPLES[name]
    for known in ("example", "default", "const"):
        if known in schema:
            return schema[known]
    if "enum" in schema:
        return schema["enum"][0]
    for part in schema.get("oneOf", []) + schema.get("anyOf", []) + schema.get("allOf", []):
        return sample(checker, part)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object" or "properties" in schema:
        needed = [n for n in schema.get("required", []) if n in schema.get("properties", {})]
        return {n: sample(checker, schema["properties"][n], n) for n in needed}
    return {"array": [], "integer": schema.get("minimum", 1), "number": 1, "boolean": True}.get(kind, "a")


def put(checker, schema, value, path, bad, name=None):
    """The value with the character in the text at the path; `name` is the member that has it."""
    if not path:
        text = value if isinstance(value, str) else sample(checker, schema, name)
        return (text if isinstance(text, str) else "a") + bad
    next_name, rest = path[0], path[1:]
    inner = schema_at(checker, schema, next_name)
    if next_name == 0:
        first = value[0] if isinstance(value, list) and value else sample(checker, inner, name)
        return [put(checker, inner, first, rest, bad, name)]
    out = dict(value) if isinstance(value, dict) else sample(checker, schema)
    out = out if isinstance(out, dict) else {}
    out[next_name] = put(checker, inner, out.get(next_name, sample(checker, inner, next_name)), rest, bad, next_name)
    return out


def is_refusal_of(status, text, pointer):
    if not 400 <= status < 500:
        return False
    problem = json.loads(text)
    said = problem.get("pointer", "")
    is_about_it = said == pointer or (said and (pointer.startswith(said + "/") or said.startswith(pointer + "/")))
    return bool(is_about_it) and ("offset" in problem or "line" in problem)


def mistakes_on(service):
    world = World(service)
    service.must("PUT", "/api/v1/namespaces/stones?force", world.admin, {"title": "Stones"}, If_None_Match="*")
    document = json.loads(service.ask("GET", "/api/v1/openapi.json")[2])
    checker = Checker(document)
    asked = 0
    for template, item in sorted(document["paths"].items()):
        for method in ("post", "put", "patch"):
            name = item.get(method, {}).get("operationId")
            content = item.get(method, {}).get("requestBody", {}).get("content", {})
            if not template.startswith("/api/") or name in ONLY_READ or "application/json" not in content:
                continue
            schema = content["application/json"]["schema"]
            how = OPERATIONS[name]
            for path in dict.fromkeys(leaves(checker, schema)):
                pointer = "".join("/" + str(part) for part in path)
                if (name, pointer) in NOT_STORED:
                    continue
                for bad in ("", *BAD):
                    x = how(world, "example", "administrator") if callable(how) else how
                    x = {**x, **NEEDED.get(name, lambda w, pointer: {})(world, pointer)}
                    usual = copy.deepcopy(x["body"]) if x["kind"] == "application/json" else None
                    body = put(checker, schema, usual, path, bad)
                    target = re.sub(r"\{([^}]*)\}", lambda m: quote(str(x["path"][m.group(1)])), template)
                    target += "?" + x["query"] if x["query"] else ""
                    status, _, text = service.ask(method.upper(), target, x["token"] or world.admin,
                                                  json.dumps(body, ensure_ascii=False).encode())
                    asked += 1
                    if bad == "" and is_refusal_of(status, text, pointer):
                        yield f"{name} {pointer} with a sample that is refused itself: {status} {text[:300].decode(errors='replace')}"
                    if bad and not is_refusal_of(status, text, pointer):
                        yield f"{name} {pointer} with U+{ord(bad):04X}: {status} {text[:300].decode(errors='replace')}"
    print(f"{asked} requests")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform-shown-") as folder, stores(options.database, folder) as make:
        service = Service(options.command, folder, database=make("names"))
        try:
            mistakes = list(mistakes_on(service))
        finally:
            service.process.terminate()
            service.process.stderr.read()
            service.process.wait(60)
    for mistake in mistakes:
        print(mistake)
    print(f"{len(mistakes)} mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
