#!/usr/bin/env python3
"""Odd requests to every operation: whatever the service answers is in its OpenAPI document.

    described_test.py --command build/dev/bin/uniform [--database postgresql]

api_test.py asks for what the operations are for; here each is asked as an administrator for what it may not like:
unknown, wrong and extreme parameters, bodies that are no JSON or hold members of other types, other media types,
conditions that do not hold. Each answer must be described for the operation: status, media type, and by its schema the
body. None is 5xx, and the type of each problem leads to a page.
"""
import argparse
import json
import re
import sys
import tempfile

from api_test import OPERATIONS, Checker, Service, World, quote
from stores import KINDS, stores

ODD = ["nonsense", "0", "99999999999999999999", "%00", "%ff", "urn:example:none", "urn:-:x", "x" * 3000]
VALUES = [None, 7, "nonsense", [7], {"nonsense": {}}]
BODIES = [b"", b"{", b"[]", b"7", b"{}", b'{"nonsense":1}', b'{"a":1,"a":2}', b"\xff", b"[" * 3000]
ACCEPT = ["text/html", "application/json", "text/uri-list", "application/linkset+json", "image/png", "nonsense"]
CONDITIONS = ["*", '"1", W/"2"', "1"]


def properties(checker, schema, depth=0):
    """The members that the schema of a body knows."""
    schema = checker.at(schema)
    out = set(schema.get("properties", {}))
    for more in ("allOf", "anyOf", "oneOf"):
        for inner in schema.get(more, []):
            if depth < 4:
                out |= properties(checker, inner, depth + 1)
    return out


def requests(checker, world, operation, template, described, how):
    """(target, body, media type, fields) of each odd request."""
    def target(path, query):
        return re.sub(r"\{([^}]*)\}", lambda m: path[m.group(1)], template) + ("?" + query if query else "")

    # Once for each operation: what a request before has changed may be why the next is refused.
    x = how(world, "example", "administrator") if callable(how) else how
    path, query, body, kind = {k: quote(v) for k, v in x["path"].items()}, x["query"], x["body"], x["kind"]
    for p in described:
        if p["in"] == "query":
            others = "&".join(q for q in query.split("&") if q and not q.startswith(p["name"] + "="))
            for odd in ODD:
                yield target(path, (others + "&" if others else "") + p["name"] + "=" + odd), body, kind, {}
            yield target(path, "&".join([others, p["name"] + "=1", p["name"] + "=1"]).strip("&")), body, kind, {}
        elif p["in"] == "path":
            for odd in ODD:
                yield target({**path, p["name"]: odd}, query), body, kind, {}
    yield target(path, "nonsense=1"), body, kind, {}
    for accept in ACCEPT:
        yield target(path, query), body, kind, {"Accept": accept}
    for name in ("If-Match", "If-None-Match"):
        for value in CONDITIONS:
            yield target(path, query), body, kind, {name: value}
    content = checker.at(operation.get("requestBody", {})).get("content", {})
    if not content:
        return
    for other in ("image/png", "text/plain", "nonsense", "application/json; charset=latin-1"):
        yield target(path, query), body if body is not None else "{}", other, {}
    for odd in BODIES:
        yield target(path, query), odd, kind, {}
    if "application/json" in content and kind == "application/json":
        for name in sorted(properties(checker, content["application/json"].get("schema", {}))):
            for value in VALUES:
                if isinstance(body, dict) or body is None:
                    yield target(path, query), {**(body or {}), name: value}, kind, {}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    options = parser.parse_args()
    mistakes = {}
    asked = 0
    types = set()
    seen = {}
    with tempfile.TemporaryDirectory(prefix="uniform-described-") as folder, stores(options.database, folder) as make:
        service = Service(options.command, folder, database=make("names"))
        try:
            document = json.loads(service.ask("GET", "/api/v1/openapi.json")[2])
            checker = Checker(document)
            world = World(service)
            for template, item in document["paths"].items():
                for method, operation in item.items():
                    if method == "parameters":
                        continue
                    name = operation["operationId"]
                    described = [checker.at(p) for p in item.get("parameters", []) + operation.get("parameters", [])]
                    for target, body, kind, fields in requests(
                            checker, world, operation, template, described, OPERATIONS[name]):
                        status, headers, text = service.ask(method.upper(), target, world.admin, body, kind, **fields)
                        asked += 1
                        seen.setdefault(name, set()).add(status)
                        what = f"{method.upper()} {target[:120]} {kind if body is not None else ''} {str(body)[:120]} {fields}"
                        if status == 404 and b'"detail":"no resource at this path"' in text:
                            continue  # the path is that of no operation any more
                        wrong = checker.wrong_with(operation, method.upper(), status, headers, text)
                        if wrong:
                            mistakes.setdefault(f"{name}: {wrong[:160]}", what)
                        if status >= 500 and status != 508:
                            mistakes.setdefault(f"{name} is {status}: {text[:200]}", what)
                        if headers.get("Content-Type", "") == "application/problem+json" and text:
                            types.add(json.loads(text)["type"])
                        if "ETag" in headers and status == 200 and method == "get":
                            answer = checker.at(operation["responses"]["200"])
                            if "ETag" not in answer.get("headers", {}):
                                mistakes.setdefault(f"{name}: 200 is described without an ETag", what)
            for leads in sorted(types):
                status, headers, text = service.ask("GET", leads)
                if status != 200 or json.loads(text)["type"] != leads:
                    mistakes.setdefault(f"{leads} is {status}", "")
        finally:
            code = service.stop()
        if code != 0:
            mistakes.setdefault(f"the service ended with {code}", "")
    for m, what in list(mistakes.items())[:80]:
        print(f"{m}\n    {what}")
    print(f"{len(seen)} operations, {asked} requests, {len(types)} types of problems, {len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
