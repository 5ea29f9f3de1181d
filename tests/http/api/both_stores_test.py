#!/usr/bin/env python3
"""The same requests get the same responses from a service on SQLite and from one on PostgreSQL.

    both_stores_test.py --command build/dev/bin/uniform [--steps 400] [--seed 8141]

The requests are those of sequences_test.py, without its faults: operations, parameters and bodies from the OpenAPI
document and from what earlier responses contained. Each goes to both services. What differs between any two services
(random identifiers, secrets, hashes of events with their times, cursors) is paired: one value of the first service
belongs to one value of the second, and requests to the second have its values. Statuses, what is left of the bodies, and
the fields that say something of the resource must be equal.
"""
import argparse
import json
import os
import re
import sys
import tempfile
import time

from api_test import Service, World
from sequences_faults import Process
from sequences_test import OFTEN, Sequences
from stores import stores

# Random or made of the time: one group for each kind.
OWN = re.compile(
    r"(?P<token>uniform_[0-9a-f]{12}_[A-Za-z0-9_-]{43})|"
    r"(?P<uuid>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|"
    r"(?P<once>(?<=/requests/)[0-9a-f]{16}\b|\b0006[0-9a-f]{12}\b|\b[0-9a-f]{32}\b|\b[0-9]+[.][0-9a-f]{16}\b)|"
    r"(?P<cursor>(?<=[?&]after=)[A-Za-z0-9_-]{16,}|(?<=\"next\":\")[A-Za-z0-9_-]{16,})|"
    r"(?P<hash>\b[0-9a-f]{64}\b)|(?P<secret>\b[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-]))|"
    r"(?P<id>(?:(?<=%3A)|\b)(?=[0-9a-f]*[0-9])[0-9a-f]{12}\b)|"
    r"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?|"
    r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)")
FIELDS = ["Content-Type", "Location", "Link", "Allow", "Cache-Control", "WWW-Authenticate", "Accept-Ranges", "Vary"]
# The responses that depend on the clock, the process, its address or the place of its store; statistics are written by
# turns.
OF_THE_PROCESS = re.compile("^(?:/(?:$|[?])|/metrics|/ready|/health|/operation|/manage/operation|"
                            "/about/[^/]*/qr[.]svg|/api/v1/(?:settings|store|operation|health|history|statistics))")
# Lists in the order of random identifiers.
IN_RANDOM_ORDER = re.compile("^(?:/account|/api/v1|/manage)/(?:tokens|webhooks)(?:$|[?]|/[^/]*/revoke$)")


class Pairs:
    """One value of the first service for each of the second."""

    def __init__(self):
        self.second_of, self.first_of = {}, {}

    def learn(self, first, second):
        """Whether the two values may belong to each other."""
        if self.second_of.setdefault(first, second) != second:
            return False
        return self.first_of.setdefault(second, first) == first

    def translated(self, text):
        return OWN.sub(lambda m: self.second_of.get(m.group(), m.group()), text)

    def difference(self, first, second):
        """None, or where two texts differ in more than their own values."""
        rest = [OWN.sub(lambda m: f"<{m.lastgroup}>", text) for text in (first, second)]
        if rest[0] != rest[1]:
            at = next((i for i, (a, b) in enumerate(zip(*rest)) if a != b), min(map(len, rest)))
            return " / ".join(r[max(0, at - 80):at + 160] for r in rest)
        for a, b in zip(OWN.finditer(first), OWN.finditer(second)):
            if a.lastgroup not in ("time", "once", "cursor") and not self.learn(a.group(), b.group()):
                return f"{a.group()} is {b.group()}, and was {self.second_of.get(a.group())}"
        return None


class Twins(Sequences):
    """Two services, of which the first is asked as in sequences_test.py."""

    def __init__(self, command, folder, seed, database):
        other = os.path.join(folder, "postgresql")
        os.mkdir(other)
        super().__init__(command, folder, seed)
        try:
            self.begin_the_twin(command, other, database)
        except BaseException:
            self.service.kill()  # or whoever reads its output waits for ever
            raise

    def begin_the_twin(self, command, other, database):
        first = Service(command, other, database=database)
        world = World(first)
        self.pairs = Pairs()
        for mine, theirs in [(self.admin, first.token), (self.world.whole, world.whole), (self.world.revoked, world.revoked),
                             *((self.world.tokens[role], world.tokens[role]) for role in self.world.tokens)]:
            self.pairs.learn(mine, theirs)
            self.pairs.learn(mine[8:20], theirs[8:20])
        for prefix in ("example:q", "foreign:q"):
            registrar = "library" if prefix.startswith("example") else "archive"
            first.must("PUT", f"/api/v1/delegations/{prefix.replace(':', '%3A')}", first.token, {"registrar": registrar})
        first.stop()
        self.twin = Process(command, other, first.token, database.location)

    def compared(self, name, request, token):
        """The response of the first service, compared with that of the second."""
        method, target, body, kind, fields = request
        mine = self.send(name, request, token)
        text = body if isinstance(body, (str, bytes)) or body is None else json.dumps(body)
        second = self.twin.ask(method, self.pairs.translated(target), token and self.pairs.second_of.get(token, token),
                               text if isinstance(text, bytes) or text is None else self.pairs.translated(text), kind,
                               **{k.replace("-", "_"): self.pairs.translated(v) for k, v in fields.items()})
        what = f"{name}: {method} {target[:200]} {json.dumps(body, default=repr)[:200]} {fields}"
        if mine[0] != second[0]:
            self.complain(f"{what}: {mine[0]} on SQLite, {second[0]} on PostgreSQL",
                          mine[2].decode(errors="replace")[:200] + " / " + second[2].decode(errors="replace")[:200])
            return mine
        texts = []
        for (_, headers, content), service in ((mine, self.service), (second, self.twin)):
            shown = [f"{f}: {headers.get(f)}" for f in FIELDS]
            texts.append("\n".join([*shown, content.decode(errors="replace")]).replace(service.address, "HOST"))
        if (difference := self.pairs.difference(*texts)) is not None:
            self.complain(f"{what}: {mine[0]}", difference)
        self.counts["compared"] = self.counts.get("compared", 0) + 1
        return mine

    def step(self):
        rng = self.rng
        name = rng.choice(OFTEN) if rng.random() < 0.5 else rng.choice(sorted(self.operations))
        request = self.make(name)
        if OF_THE_PROCESS.match(request[1]) or IN_RANDOM_ORDER.match(request[1]):
            return
        status, headers, text = self.compared(name, request, rng.choice(self.tokens))
        if status < 300 and (headers.get("Content-Type") or "").startswith("application/json") and text:
            self.values.learn_from(request[1].split("?")[0], json.loads(text))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=8141)
    o = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="uniform-both-") as folder, stores("postgresql", folder) as databases:
        twins = Twins(o.command, folder, o.seed, databases("names"))
        try:
            steps = 0
            while steps < o.steps and len(twins.wrong) < 40:
                steps += 1
                twins.step()
        finally:
            twins.service.kill()
            twins.twin.kill()
    for m in twins.wrong[:40]:
        print(m)
    c = twins.counts
    print(f"seed {o.seed}: {steps} steps in {time.monotonic() - begin:.0f} s, {c.get('compared', 0)} responses compared, "
          f"{len(c['operations'])} of {len(twins.operations)} operations")
    print("statuses:", dict(sorted(c["statuses"].items())), "mistakes:", len(twins.wrong))
    sys.exit(1 if twins.wrong or c.get("compared", 0) < o.steps / 2 else 0)


if __name__ == "__main__":
    main()
