#!/usr/bin/env python3
"""Whatever the reason for which a token is refused, it counts for its address: after limits.failed_tokens of them, others
that were not verified before get 429. Where there is no route, nobody asks whether a token is valid: such requests count
as those without one.

    failed_tokens_test.py --command build/dev/bin/uniform --database sqlite
"""
import argparse
import datetime
import http.client
import sys
import tempfile

from api_test import Service
from stores import KINDS, stores

FAILED = 2  # a minute, so that the next one is permitted after 30 seconds
REQUESTS = [("GET", "/api/v1/names"), ("GET", "/api/v1/tokens/self"), ("POST", "/api/v1/requests"),
            ("POST", "/api/v1/tokens")]


class Clients:
    """Clients of the service behind a trusted proxy, each at an address of its own."""

    def __init__(self, service):
        self.connection = http.client.HTTPConnection(service.address, timeout=60)
        self.count = 0

    def new(self):
        self.count += 1
        return f"192.0.2.{self.count}"

    def ask(self, address, method, target, *authorizations):
        self.connection.putrequest(method, target)
        self.connection.putheader("X-Forwarded-For", address)
        for value in authorizations:
            self.connection.putheader("Authorization", value)
        body = b"{}" if method == "POST" else b""
        if body:
            self.connection.putheader("Content-Type", "application/json")
            self.connection.putheader("Content-Length", str(len(body)))
        self.connection.endheaders(body)
        answer = self.connection.getresponse()
        answer.read()
        return answer.status


def refused_tokens(service):
    """The name of each row, the values of Authorization, and the status."""
    def token(**more):
        return service.must("POST", "/api/v1/tokens", service.token, {"role": "reader", "prefixes": ["example:"], **more})["token"]

    def asks(one):
        return service.ask("GET", "/api/v1/tokens/self", one, X_Forwarded_For="198.51.100.1")[0]

    soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=1)
    expired = token(expires=soon.isoformat())
    used, unused = token(), token()
    assert asks(used) == 200
    for one in (used, unused):
        service.must("POST", f"/api/v1/tokens/{one[8:20]}/revoke", service.token)
    while datetime.datetime.now(datetime.timezone.utc) < soon + datetime.timedelta(seconds=1):
        asks(None)
    admin = service.token
    yield "no token", ["Bearer"], 400
    yield "not a token", ["Bearer @"], 400
    yield "two fields", ["Bearer " + admin, "Bearer @"], 400
    yield "without the form of a token", ["Bearer garbage"], 401
    yield "an id that is not there", ["Bearer uniform_0123456789ab_" + "A" * 43], 401
    yield "another secret", ["Bearer " + admin[:-1] + ("A" if admin[-1] != "A" else "B")], 401
    yield "revoked, verified before", ["Bearer " + used], 401
    yield "revoked, never used", ["Bearer " + unused], 401
    yield "expired", ["bearer " + expired], 401


def mistakes_of(service):
    clients = Clients(service)
    for kind, fields, status in list(refused_tokens(service)):
        for method, target in REQUESTS:
            address = clients.new()
            got = [clients.ask(address, method, target, *fields) for _ in range(FAILED + 3)]
            if got != [status] * FAILED + [429] * 3:
                yield f"{method} {target}, {kind}: {got}"
            if (got := clients.ask(address, "GET", "/api/v1/tokens/self", "Bearer " + service.token)) != 200:
                yield f"{method} {target}, {kind}: a token that was verified before gets {got} at this address"
    for method, target in (("POST", "/api/v1/nothing"), ("PATCH", "/api/v1/names")):
        for fields in (["Bearer garbage"], []):
            address = clients.new()
            if 429 not in [clients.ask(address, method, target, *fields) for _ in range(30)]:
                yield f"{method} {target}, which has no route, is not limited with {fields}"
        if 429 in [clients.ask(address, method, target, "Bearer " + service.token) for _ in range(5)]:
            yield f"{method} {target}, which has no route, is limited with a token that was verified before"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform-failed-tokens-") as folder, stores(options.database, folder) as make:
        service = Service(options.command, folder, f"limits.failed_tokens={FAILED}", "limits.trusted_proxies=127.0.0.1",
                          "limits.rate_writes=1", "limits.burst_writes=1", database=make("names"))
        try:
            service.must("PUT", "/api/v1/namespaces/example", service.token, {"title": "example"}, If_None_Match="*")
            mistakes = list(mistakes_of(service))
        finally:
            service.process.terminate()
            service.process.wait(60)
    for mistake in mistakes:
        print(mistake)
    print(f"{len(mistakes)} mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
