#!/usr/bin/env python3
"""Sends the worst bodies to every operation, and compares what they cost with the table of routes.

    worst_bodies_test.py --command COMMAND --print OPENAPI_PRINT [--table]

What a request costs at most, and out of whose share, follows from the row of its route (src/http/api/route_cost.hpp);
`openapi_print --costs` prints it. Each operation gets, by nobody and by an administrator, for each of its media types: as
many bytes as it permits of the most items, one member again and again, and the longest string; and shorter bodies that are
nested as deep as is permitted and deeper, escaped, no UTF-8, compressed, or end early; and one byte too many. No status is
5xx. The processor time, which the kernel counts for the service's process, is compared with that of a reference in the
same run, so that it does not depend on the machine or the build. The memory is the greatest that the process had resident.
The bytes that the store grew by are counted in its tables. What anyone stores is of the share of its address: a second
service has a small one, which each operation uses up, and another address then has its own. --table prints what each
operation needed.
"""
import argparse
import gzip
import http.client
import json
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile

from api_test import OPERATIONS, Checker, Service, World, quote
from cost_test import Meter, json_values, numbered, repeated, target_of, texts

KIB = 1 << 10
MIB = 1 << 20
REFERENCE = 256 * KIB
SHORT = 64 * KIB
# Peak memory beside the body: what reading it makes of it, and the greatest response.
MEMORY = 24 * MIB
MEMORY_FACTOR = 8
# The tables that the service fills by itself: counts, and what it has found.
NOT_STORED = {"statistics", "clock", "country_days", "resolution_days", "latencies", "decisions",
              "decisions_until", "health", "link_changes", "link_hosts", "link_host_counts", "notices", "notices_since"}
WHOLE = ("numbers", "a member again and again", "one string")
WHOLE_TEXTS = ("names", "one line", "empty lines")


def forms(size):
    yield "fields", numbered("a{}=1", size, "&")
    yield "a field again and again", repeated("a=1", size, "&")
    yield "one value", "a=" + "x" * size
    yield "escapes", "a=" + "%41" * (size // 3)
    yield "no values", "&" * size
    yield "broken escapes", "%" * size


def parts(size):
    head = '--b\r\nContent-Disposition: form-data; name="file"; filename="names.csv"\r\n\r\n'
    yield "one part", head + "x" * size + "\r\n--b--\r\n"
    yield "parts", repeated(head + "x\r\n", size, "") + "--b--\r\n"
    yield "a part without end", head + "\r\n--" * (size // 4)
    yield "one header", "--b\r\nContent-Disposition: form-data; name=" + '"' * size


def shapes(kind, most):
    """(what, body) of a media type: some as long as is permitted, all of them short."""
    if kind == "application/x-www-form-urlencoded":
        make, whole = forms, ("fields", "a field again and again", "one value")
    elif kind.startswith("multipart/"):
        make, whole = parts, ("one part", "parts")
    elif kind.endswith("json"):
        make, whole = json_values, WHOLE
    else:
        make, whole = texts, WHOLE_TEXTS
    short = min(most, SHORT)
    for what, text in make(short - short // 16):
        yield what, text.encode()
    for what, text in make(most - most // 16):
        if what in whole and most > short and len(text) <= most:
            yield what + ", as many as are permitted", text.encode()
    yield "no UTF-8", b'{"name":"' + b"\xff\xfe\xed\xa0\x80" * (short // 8) + b'"}'
    yield "zeros", b"\0" * (short - 1)


class Worst:
    def __init__(self, service, world, document, costs):
        self.service, self.world, self.document, self.costs = service, world, document, costs
        self.meter = Meter(service)
        self.mistakes, self.table, self.sent = [], {}, 0
        host, port = service.address.split(":")
        self.where = host, int(port)
        self.unit = min(self.reference() for _ in range(5)) * KIB / REFERENCE

    def reference(self):
        """Milliseconds for a quarter of a mebibyte of a JSON array of numbers."""
        body = "[" + repeated("1", REFERENCE) + "]"
        return self.meter.ask("POST", "/api/v1/names", self.world.admin, body, "application/json")[0]

    def complain(self, what):
        self.mistakes.append(what)

    def kib_of(self, field):
        with open(f"/proc/{self.service.process.pid}/status", encoding="ascii") as status:
            return int(re.search(rf"^{field}:\s+(\d+) kB", status.read(), re.M).group(1)) * KIB

    def forget_peak(self):
        with open(f"/proc/{self.service.process.pid}/clear_refs", "w", encoding="ascii") as peak:
            peak.write("5")  # proc(5): the greatest resident memory counts from now
        return self.kib_of("VmRSS")

    def stored(self):
        """The bytes in the tables of the store."""
        with sqlite3.connect(f"file:{self.service.database.location}?mode=ro", uri=True, timeout=30) as c:
            names = [name for name, in c.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            total = 0
            for name in names:
                if name in NOT_STORED:
                    continue
                columns = [row[1] for row in c.execute(f'PRAGMA table_info("{name}")')]
                sums = " + ".join(f'length(CAST(coalesce("{column}", \'\') AS BLOB))' for column in columns)
                total += c.execute(f'SELECT coalesce(sum({sums}), 0) FROM "{name}"').fetchone()[0]
        c.close()
        return total

    def measured(self, name, what, method, target, token, body, kind, **fields):
        """One request, judged; of the time, the least of three attempts if it seems too long: other threads use some."""
        cost = self.costs[name]
        size = len(body or b"")
        most = (cost["processor"] + cost["processor_kib"] * size / KIB) * self.unit
        for _ in range(3):
            spent, status = self.meter.ask(method, target, token, body, kind, **fields)
            self.sent += 1
            if spent <= most:
                break
        else:
            self.complain(f"{name}, {what}, {size} bytes: {spent:.0f} ms of processor time, at most {most:.0f}")
        if status >= 500:
            self.complain(f"{name}, {what}, {size} bytes: {status}")
        worst = self.table.setdefault(name, {"time": (0, ""), "memory": 0})
        worst["time"] = max(worst["time"], (spent / most, f"{what}, {size} bytes, {status}: {spent / self.unit:.0f} units"))
        return status

    def raw(self, method, target, token, kind, length, body):
        """The status of a request of which only a part is sent; None: the connection was closed without a response."""
        head = f"{method} {target} HTTP/1.1\r\nHost: h\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        with socket.create_connection(self.where, timeout=60) as one:
            try:
                one.sendall(head.encode() + b"\r\n" + body)
                one.shutdown(socket.SHUT_WR)
                line = one.makefile("rb").readline()
            except (ConnectionResetError, BrokenPipeError):
                return None
        self.sent += 1
        return int(line[9:12]) if line else None

    def bodies(self, name, method, target, kind, token):
        """Sends everything that has this media type."""
        cost = self.costs[name]
        most = min(cost["limit"], cost["memory"] or MIB) if token is None else cost["limit"]
        kind = kind + "; boundary=b" if kind.startswith("multipart/") else kind
        for what, body in shapes(kind, most):
            self.measured(name, f"{kind}, {what}", method, target, token, body, kind)
        for coding, body in (("gzip", gzip.compress(b"0" * (16 * MIB))), ("zstd", b"\x28\xb5\x2f\xfd" + b"\0" * 1000),
                             ("deflate, gzip", gzip.compress(gzip.compress(b"0" * MIB)))):
            status = self.measured(name, f"{kind}, {coding}", method, target, token, body, kind, Content_Encoding=coding)
            if token and status not in (404, 415):
                self.complain(f"{name}: a body in {coding} is {status}, not 415")
        for length, body in ((SHORT // 2, b'{"a":"' + b"x" * 1000), (SHORT // 2, b"")):
            status = self.raw(method, target, token, kind, length, body)
            if status is not None and not 400 <= status < 500:
                self.complain(f"{name}: a body that ends after {len(body)} of {length} bytes is {status}")
        if cost["memory"]:
            status = self.raw(method, target, token, kind, cost["limit"] + 1, b"")
            if status is not None and status not in (401, 403, 404, 413):
                self.complain(f"{name}: a body of one byte more than {cost['limit']} is {status}")

    def operation(self, name, method, template, operation, checker):
        how = OPERATIONS[name]
        x = how(self.world, "example", "administrator") if callable(how) else how
        target = target_of(template, x)
        cost = self.costs[name]
        content = list(checker.at(operation.get("requestBody", {})).get("content", {}))
        if bool(content) != bool(cost["limit"]):
            self.complain(f"{name} has the media types {content}, and bodies of {cost['limit']} bytes")
        before, peak = self.stored(), self.forget_peak()
        for kind in content or ["application/json"]:
            # Who has no token, where one is needed, is refused before the body is looked at: two shapes show it.
            if not content or operation["x-roles"]:
                for what, body in list(shapes(kind, SHORT // 2))[:2]:
                    self.measured(name, f"{kind}, {what}, by nobody", method, target, None, body, kind)
            else:
                self.bodies(name, method, target, kind, None)
        grown = self.stored() - before
        # Each of these requests was refused or stored as much as one may at most.
        if grown > (cost["stored"] if cost["store"] == "anonymous" else 0):
            self.complain(f"{name} stored {grown} bytes for nobody, whose share is {cost['store']}")
        token = x["token"] or self.world.admin
        if not content:
            self.measured(name, "no body", method, target, token, None, "")
        for kind in content:
            self.bodies(name, method, target, kind, token)
        grown = self.kib_of("VmHWM") - peak
        self.table[name]["memory"] = grown
        if grown > MEMORY + MEMORY_FACTOR * cost["limit"]:
            self.complain(f"{name} needed {grown / MIB:.0f} MiB of memory; its bodies have {cost['limit'] / KIB:.0f} KiB")


# The requests by which somebody without a token stores something: path, body, media type and header fields.
LONG = "Stones. " * 2500


def submitted(w):
    """A request that an administrator has submitted, and its secret."""
    opened = w.post("requests", {"template": w.whole_template, "title": "Quarries"})
    w.post(f"requests/{opened['request']['id']}/submit")
    return {"id": opened["request"]["id"]}, {"Request_Secret": opened["secret"]}


def with_draft(body, kind="application/json"):
    def make(w):
        opened = w.post("requests", {"template": w.whole_template, "title": "Quarries"})
        return {"id": opened["request"]["id"]}, body(w), kind, {"Request_Secret": opened["secret"]}
    return make


def with_submitted(body):
    return lambda w: (lambda of: (of[0], body, "application/json", of[1]))(submitted(w))


ANONYMOUS = {
    "openRequest": lambda w: ({}, {"template": w.template_for("quarry", Purpose=LONG), "title": "Quarries"}, "application/json", {}),
    "editRequest": with_draft(lambda w: w.template_for("quarry", Purpose=LONG), "text/plain"),
    "submitRequest": with_draft(lambda w: {"template": w.template_for("quarry", Purpose=LONG)}),
    "commentOnRequest": with_submitted({"author": "A", "text": LONG[:9000]}),
    "withdrawRequest": with_submitted({}),
    "concludeRequest": with_submitted({}),
    "reopenRequest": with_submitted({"text": "again"}),
}
NEVER = {"concludeRequest", "reopenRequest"}  # without a token


def shares(command, folder, costs):
    """The mistakes of a service whose addresses may store little: each uses up its own share alone, and who is refused
    uses nothing."""
    share = 100 * KIB  # half of what an address may add in a day
    wrong = [f"{name} is in ANONYMOUS, or stores for anyone, not both" for name in
             sorted({name for name, c in costs.items() if c["store"] == "anonymous"} ^ ANONYMOUS.keys())]
    service = Service(command, folder, f"limits.stored_address={2 * share}")
    try:
        document = json.loads(service.ask("GET", "/api/v1/openapi.json")[2])
        of = {o["operationId"]: (path, method.upper()) for path, item in document["paths"].items()
              for method, o in item.items() if method != "parameters"}
        world = World(service)
        counter = Worst(service, world, document, costs)
        for number, (name, make) in enumerate(sorted(ANONYMOUS.items())):
            template, method = of[name]

            def send(source):
                path, body, kind, fields = make(world)
                body = (body if isinstance(body, str) else json.dumps(body)).encode()
                before = counter.stored()
                one = http.client.HTTPConnection(service.address, timeout=60, source_address=(source, 0))
                headers = {"Content-Type": kind, **{k.replace("_", "-"): v for k, v in fields.items()}}
                one.request(method, target_of(template, {"path": path, "query": ""}), body, headers)
                answer = one.getresponse()
                said = answer.read()
                one.close()
                return answer.status, counter.stored() - before, len(body), said

            own, others = f"127.1.{number}.1", f"127.1.{number}.2"
            total, charged = 0, 0
            for _ in range(60):
                status, grown, size, said = send(own)
                total += grown
                if status == 429 or status >= 400 and name in NEVER:
                    break
                if status >= 400:
                    wrong.append(f"{name} is {status}: {said[:200]}")
                    break
                charged += 2 * KIB + 2 * size
                if grown > 2 * KIB + 2 * size:
                    wrong.append(f"{name} stored {grown} bytes for {size}, and was charged with {2 * KIB + 2 * size}")
            if name in NEVER:
                if not 400 <= status < 429 or total != 0:
                    wrong.append(f"{name} without a token is {status}, and stored {total} bytes")
                continue
            if status != 429 or not share / 2 < charged <= share * 1.01:
                wrong.append(f"{name}: after {charged} of {share} bytes of the share of its address it is {status}")
            if send(others)[0] >= 400:
                wrong.append(f"{name}: another address has no share of its own")
    finally:
        code = service.stop()
    return wrong + ([f"the service with small shares ended with {code}"] if code else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", required=True)
    parser.add_argument("--print", required=True)
    parser.add_argument("--table", action="store_true")
    o = parser.parse_args()
    costs = json.loads(subprocess.run([o.print, "--costs"], check=True, stdout=subprocess.PIPE).stdout)
    with tempfile.TemporaryDirectory(prefix="uniform-worst-") as folder:
        service = Service(o.command, folder, "limits.rate_token=0", "statistics.enabled=false", "log.requests=off")
        try:
            document = json.loads(service.ask("GET", "/api/v1/openapi.json")[2])
            checker = Checker(document)
            worst = Worst(service, World(service), document, costs)
            done = set()
            for template, item in document["paths"].items():
                for method, operation in item.items():
                    if method != "parameters":
                        name = operation["operationId"]
                        done.add(name)
                        worst.operation(name, method.upper(), template, operation, checker)
            mistakes = worst.mistakes + [f"{name} has no row of its cost, or is in no document" for name in done ^ costs.keys()]
        finally:
            code = service.stop()
    mistakes += [f"the service ended with {code}"] if code else []
    with tempfile.TemporaryDirectory(prefix="uniform-shares-") as folder:
        mistakes += shares(o.command, folder, costs)
    if o.table:
        print(f"a unit is {worst.unit * 1000:.1f} us")
        for name, of in sorted(worst.table.items(), key=lambda x: -x[1]["time"][0]):
            print(f"{name}: {of['time'][0]:.0%} of its time ({of['time'][1]}); {of['memory'] / MIB:.1f} MiB")
    print("\n".join(mistakes[:60]))
    print(f"{len(worst.table)} operations, {worst.sent} requests, {len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
