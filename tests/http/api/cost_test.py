#!/usr/bin/env python3
"""The processor time that the service uses for what clients send, for every operation of the OpenAPI document.

    cost_test.py --command COMMAND [--body-limit MS] [--page-limit MS] [--table]

Bodies of a quarter of a mebibyte (--longest), or as long as the operation permits, are made of what is expensive to read: many members, repeated
members, nesting, escapes, long numbers, and each known member with each of these. Pages and records are those of names
whose metadata is made in the same way, as long as metadata may be. The time is that of the service's process, as the
kernel counts it; it does not depend on the load of the machine. The limits are for a mebibyte of a body, and for one page or
record. The defaults are for a build without optimization, and find what is not linear; docs/testing.md has the limits
for a release build. --table prints the most expensive request of each operation.
"""
import argparse
import json
import sys
import tempfile
import time

from api_test import OPERATIONS, Checker, Service, World, quote
from described_test import properties

MIB = 1 << 20
# The pages and records of one name.
PAGES = ["/about/{}", "/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier={}", "/api/v1/linkset/{}", "/api/v1/names/{}",
         "/api/v1/names/{}/history", "/uri-res/I2C?{}", "/uri-res/I2Ls?{}", "/api/v1/explain/{}", "/{}"]


def repeated(part, size, between=","):
    return between.join([part] * max(1, size // (len(part) + len(between))))


def numbered(form, size, between=","):
    out = []
    length = 0
    while length < size:
        out.append(form.format(len(out)))
        length += len(out[-1]) + len(between)
    return between.join(out)


def json_values(size):
    """Texts of JSON values of about that size."""
    depth = 25
    yield "many members", "{" + numbered('"{:x}":1', size) + "}"
    yield "members with one hash", "{" + numbered('"{:08}a":[]', size) + "}"
    yield "a member again and again", "{" + repeated('"a":1', size) + "}"
    yield "numbers", "[" + repeated("1", size) + "]"
    yield "strings", "[" + numbered('"urn:example:p{}"', size) + "]"
    yield "one number", "1" * size
    yield "one string", '"' + "x" * size + '"'
    yield "escapes", '"' + "\\u0041" * (size // 6) + '"'
    yield "controls", '"' + "\\u0001" * (size // 6) + '"'
    yield "line ends", '"' + "\\n" * (size // 2) + '"'
    yield "nesting", "[" + repeated("[" * depth + "]" * depth, size) + "]"
    yield "objects in objects", "[" + repeated('{"a":{"a":{"a":{}}}}', size) + "]"
    yield "white space", "[" + " " * size + "]"
    yield "too deep", "[" * size


def texts(size):
    """Texts of other media types."""
    yield "one line", "x" * size
    yield "empty lines", "\n" * size
    yield "names", numbered("urn:example:p{}", size, "\n")
    yield "escaped names", numbered("urn:example:%41%42%43{}", size, "\n")
    yield "records", numbered('{{"name":"urn:example:p{}","url":"https://www.example.org/"}}', size, "\n")
    yield "quotation marks", '"' * size
    yield "commas", "name,url\n" + "," * size
    yield "fields", numbered("Field {}: x", size, "\n")
    yield "a field again and again", repeated("Purpose: x", size, "\n\n")
    yield "a grammar", "Namespace Identifier: quarry\n\nSyntax:\n" + numbered("   r{0} = r{0}x / *r{0} / (r{0} r{0})", size, "\n")
    yield "long words", repeated("a-" * 500, size, " ")


def metadata():
    """Members of metadata as long as it may be."""
    for what, text in json_values(60_000):
        if what not in ("a member again and again", "too deep", "one number", "controls"):
            yield what, text if text.startswith("{") else '{"a":' + text + "}"
            if text.startswith(("[", '"')) and what in ("strings", "one string", "escapes"):
                yield "title of " + what, '{"title":' + text + "}"


class Meter:
    def __init__(self, service):
        self.service = service
        self.clock = (~service.process.pid << 3) | 2  # clock_getcpuclockid(3)
        self.worst = {}
        self.least = {}  # the cost of an operation whatever its body is, such as the hash of a token

    def ask(self, method, target, token, body, kind, **fields):
        before = time.clock_gettime(self.clock)
        status, _, _ = self.service.ask(method, target, token, body, kind, **fields)
        spent = (time.clock_gettime(self.clock) - before) * 1000
        return spent, status

    def measure(self, name, what, size, *request, **fields):
        """Milliseconds, the least of up to three attempts: other threads of the process may have used some."""
        spent, status = min(self.ask(*request, **fields) for _ in range(3 if size == 0 else 1))
        cost = (spent - self.least.get(name, 0)) * MIB / size if size else spent
        self.worst[name] = max(self.worst.get(name, (float("-inf"),)), (cost, what, status, size))


def bodies(checker, world, name, operation, size):
    x = OPERATIONS[name](world, "example", "administrator") if callable(OPERATIONS[name]) else OPERATIONS[name]
    content = checker.at(operation.get("requestBody", {})).get("content", {})
    for kind in content:
        if not kind.endswith("json") or kind == "application/x-ndjson":
            for what, text in texts(size):
                yield what, x, text, kind
            continue
        for what, text in json_values(size):
            yield what, x, text, kind
        members = {**x["body"]} if isinstance(x["body"], dict) else {}
        for member in sorted(properties(checker, content[kind].get("schema", {}))):
            for what, text in json_values(size):
                if what not in ("many members", "strings", "escapes", "nesting"):
                    continue
                others = json.dumps({k: v for k, v in members.items() if k != member})[1:-1]
                yield f"{member}: {what}", x, "{" + others + ("," if others else "") + f'"{member}":{text}}}', kind


def target_of(template, x):
    for name, value in x["path"].items():
        template = template.replace("{" + name + "}", quote(value))
    return template + ("?" + x["query"] if x["query"] else "")


def longest(service, world, name, method, template, most):
    """`most` bytes, or what the operation permits."""
    x = OPERATIONS[name](world, "example", "administrator") if callable(OPERATIONS[name]) else OPERATIONS[name]
    for size in (most, 100_000, 60_000, 15_000):
        if service.ask(method.upper(), target_of(template, x), world.admin, " " * (size + size // 16), x["kind"])[0] != 413:
            return size
    raise SystemExit(f"{name} permits no body")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", required=True)
    parser.add_argument("--body-limit", type=float, default=4000)
    parser.add_argument("--page-limit", type=float, default=150)
    parser.add_argument("--longest", type=int, default=MIB // 4, help="bytes of a body at most")
    parser.add_argument("--table", action="store_true")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform-cost-") as folder:
        service = Service(o.command, folder, "limits.rate_token=0", "limits.rate_api=0", "statistics.enabled=false",
                          "log.requests=off")
        try:
            meter = Meter(service)
            document = json.loads(service.ask("GET", "/api/v1/openapi.json")[2])
            checker = Checker(document)
            world = World(service)
            pages = Meter(service)
            for n, (what, text) in enumerate(metadata()):
                urn = f"urn:example:cost{n}"
                body = '{"locators":["https://www.example.org/"],"metadata":' + text + "}"
                status, _, said = service.ask("PUT", f"/api/v1/names/{urn}", world.admin, body, If_None_Match="*")
                if status != 201:
                    raise SystemExit(f"metadata with {what}: {status} {said[:300]!r}")
                for page in PAGES:
                    pages.measure(page, what, 0, "GET", page.format(urn), None, None, "")
            for template, item in document["paths"].items():
                for method, operation in item.items():
                    if method == "parameters" or "requestBody" not in operation:
                        continue
                    name = operation["operationId"]
                    x = OPERATIONS[name](world, "example", "administrator") if callable(OPERATIONS[name]) else OPERATIONS[name]
                    meter.least[name] = meter.ask(method.upper(), target_of(template, x), world.admin, x["body"], x["kind"])[0]
                    size = longest(service, world, name, method, template, o.longest)
                    for what, x, text, kind in bodies(checker, world, name, operation, size):
                        meter.measure(name, what, len(text), method.upper(), target_of(template, x), world.admin, text, kind)
        finally:
            code = service.stop()
    wrong = [f"the service ended with {code}"] if code != 0 else []
    for meters, limit, unit in ((meter, o.body_limit, "ms of processor time for a mebibyte"), (pages, o.page_limit, "ms of processor time")):
        for name, (cost, what, status, size) in sorted(meters.worst.items(), key=lambda x: -x[1][0]):
            line = f"{name}: {cost:.1f} {unit} ({what}; {size} bytes, {status})" if size else f"{name}: {cost:.1f} {unit} ({what}, {status})"
            if o.table:
                print(line)
            if cost > limit:
                wrong.append(f"above {limit:g}: {line}")
    print("\n".join(wrong) if wrong else f"{len(meter.worst)} operations with bodies, {len(pages.worst)} pages and records")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
