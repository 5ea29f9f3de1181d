#!/usr/bin/env python3
"""Nothing that is only read fails: every GET operation and page, with odd values, is answered without 5xx.

    get_everything_test.py --command build/dev/bin/uniform --database sqlite|postgresql

The OpenAPI document lists every route of the service, pages included. Each is asked for on a store without contents and
on one where each operation that writes has been carried out: by nobody, with a token of each role, and, if it is a page,
in a session of each role; with what exists, with what does not, with each value of get_values.py in each parameter, alone
and beside other parameters; in each media type. On both databases, because each refuses other texts: SQLite's FTS5
has a syntax of queries, PostgreSQL refuses U+0000, numbers that do not fit, and aliases that are reserved words.
"""
import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import traceback

from api_test import OPERATIONS, Checker, Service, World, form, quote
from get_connection import Connection
from get_values import ACCEPT, CONDITIONS, FIELDS, QUERIES, SYNTAX, WITHOUT_PAIRS, is_text, populate, usual, values
from stores import KINDS, stores

CONNECTIONS = 2


class Asker:
    """Asks over several connections, and keeps what fails."""

    def __init__(self, service):
        self.service = service
        self.asked = 0
        self.statuses = {}
        self.failed = {}
        self.log = []
        # A log that nobody reads would stop the service.
        threading.Thread(target=lambda: self.log.extend(service.process.stderr), daemon=True).start()

    def ask(self, connection, name, who, target, fields):
        label, identity = who
        try:
            status, body = connection.get(target, {**identity, **fields})
        except (OSError, ValueError) as failure:
            status, body = 599, repr(failure).encode()
            connection.close()
        self.asked += 1
        self.statuses.setdefault(name, set()).add(status)
        if status >= 500:
            what = f"{name} by {label}: GET {target[:300]} {fields or ''} is {status}: {body[:300].decode(errors='replace')}"
            self.failed.setdefault((name, status), []).append(what)

    def ask_all(self, requests):
        """Sends the requests: (operation, identity, target, header fields)."""
        requests = iter(requests)
        lock = threading.Lock()

        def some():
            connection = Connection(self.service.address)
            while True:
                try:
                    with lock:
                        batch = list(itertools.islice(requests, 20))
                except Exception:  # the request cannot be made, for example because a page is 500
                    self.failed["the requests", 0] = [traceback.format_exc()]
                    return
                if not batch:
                    return connection.close()
                for one in batch:
                    self.ask(connection, *one)

        threads = [threading.Thread(target=some) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def mistakes(self):
        """The first failures of each operation, each with what the log says of its request."""
        for failures in self.failed.values():
            for what in failures[:3]:
                number = re.search(r'"instance":"/requests/(\w+)"', what)
                said = [line.strip() for line in self.log if number and number.group(1) in line]
                yield "\n  ".join([what, *said[:3]])


class Operation:
    def __init__(self, checker, template, item, how, world):
        self.template = template
        self.name = item["get"]["operationId"]
        self.is_page = not template.startswith("/api/")
        described = [checker.at(p) for p in item.get("parameters", []) + item["get"].get("parameters", [])]
        self.parameters = [(p["name"], p["in"], checker.at(p["schema"])) for p in described]
        self.path_names = [n.rstrip("*") for n in re.findall(r"\{([^}]*)\}", template)]
        x = (how(world, "example", "administrator") if callable(how) else how) if world else {"path": {}, "query": ""}
        self.query = dict(p.partition("=")[::2] for p in x["query"].split("&") if p)
        self.path = {n: quote(str(x["path"].get(n, "none"))) for n in self.path_names}

    def target(self, path=(), query=None):
        path = {**self.path, **dict(path)}
        query = self.query if query is None else query
        written = "&".join(k + "=" + v if v or k in ("q", "") else k for k, v in query.items())
        return re.sub(r"\{([^}*]*)\*?\}", lambda m: path[m.group(1)], self.template) + ("?" + written if written else "")

    def unknown(self):
        """The target with values of objects that do not exist."""
        return self.target({n: "urn%3Aexample%3Anone" if n == "urn" else "none" for n in self.path})

    def odd_targets(self):
        """Each odd value in each parameter, alone."""
        for name, place, schema in self.parameters:
            for odd in values(name, schema):
                if place == "path":
                    yield self.target({name.rstrip("*"): odd})
                elif place == "query":
                    yield self.target(query={name: odd})
        for query in QUERIES.get(self.name, []):
            yield self.target(query={}) + "?" + query

    def odd_pairs(self):
        """Each odd value in each parameter of the query beside each parameter that takes any text, and beside one of the
        others in turn."""
        in_query = [(n, schema) for n, place, schema in self.parameters if place == "query"]
        if self.name in WITHOUT_PAIRS:
            return
        for name, schema in in_query:
            beside = [x for x in in_query if x[0] != name]
            texts = [x for x in beside if is_text(x[1]) and x[0] != "after"]
            others = itertools.cycle([x for x in beside if x not in texts] or [None])
            for odd in values(name, schema, SYNTAX):
                for other in (*texts, next(others)):
                    if other:
                        yield self.target(query={other[0]: usual(*other), name: odd})


def identities(service, world):
    """(label, what it adds to a request) of nobody and each role, by token and by session."""
    # Without a namespace and a registrar, there are no managers and registrars.
    tokens = world.tokens if world else {
        role: service.must("POST", "/api/v1/tokens", service.token, {"role": role})["token"]
        for role in ("reader", "expert", "administrator")}
    by_token = [("nobody", {}), *((role, {"Authorization": "Bearer " + t}) for role, t in tokens.items())]
    by_session = []
    for role, token in tokens.items():
        sent = form({}, token=token)
        status, headers, _ = service.ask("POST", "/sign-in", None, sent["body"], sent["kind"])
        assert status == 303, f"signing in as {role}: {status}"
        by_session.append((f"a session of {role}", {"Cookie": headers["Set-Cookie"].partition(";")[0]}))
    return by_token, by_session


def requests(service, document, world):
    """(operation, identity, target, header fields) of each request."""
    checker = Checker(document)
    by_token, by_session = identities(service, world)
    for template, item in document["paths"].items():
        if "get" not in item:
            continue
        o = Operation(checker, template, item, OPERATIONS[item["get"]["operationId"]], world)
        who = by_token + by_session if o.is_page else by_token
        for one in who:
            yield o.name, one, o.target(), {}
            if o.query:
                yield o.name, one, o.target(query={}), {}
            if o.path:
                yield o.name, one, o.unknown(), {}
        # Roles differ in what they see, not in how a value is read: an administrator, who sees most, takes turns with all.
        most = [w for w in who if w[0].endswith("administrator")]
        turn = itertools.cycle(w for pair in zip(itertools.cycle(most), who) for w in pair)
        if world is None:  # the world does not change how a value is read: a part of them will do
            for target in itertools.islice(o.odd_targets(), 0, None, 5):
                yield o.name, next(turn), target, {}
            continue
        for target in itertools.chain(o.odd_targets(), o.odd_pairs()):
            yield o.name, next(turn), target, {}
        for accept in ACCEPT:
            yield o.name, next(turn), o.target(), {"Accept": accept}
            if o.path:
                yield o.name, next(turn), o.unknown(), {"Accept": accept}
        for fields in [*({"If-None-Match": c} for c in CONDITIONS), *FIELDS]:
            yield o.name, next(turn), o.target(), fields


def run(command, database, is_populated, folder):
    """Returns how many requests there were, the statuses by operation, and what is wrong."""
    service = Service(command, folder, "web.docs=" + os.path.join(folder, "docs"), "limits.streams=0", database=database)
    ask = Asker(service)
    try:
        document = json.loads(service.ask("GET", "/api/v1/openapi.json")[2])
        world = None
        if is_populated:
            subprocess.run([command, "store", "index", "--store", database.location], check=True,
                           stdout=subprocess.DEVNULL, env={**os.environ, "HOME": folder})
            world = World(service)
            populate(service, world, document)
        ask.ask_all(requests(service, document, world))
    finally:
        service.process.terminate()
        code = service.process.wait(60)
    wrong = list(ask.mistakes())
    if code != 0:
        wrong.append(f"the service ended with {code}:\n" + "".join(ask.log[-30:]))
    if is_populated:
        for name, statuses in ask.statuses.items():
            if all(s >= 400 for s in statuses) and name not in ("beginOpenidSignIn", "finishOpenidSignIn"):
                wrong.append(f"{name} never succeeded: {sorted(statuses)}")
    return ask.asked, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", required=True, choices=KINDS)
    options = parser.parse_args()
    asked, mistakes = 0, []
    with tempfile.TemporaryDirectory(prefix="uniform-get-") as folder, stores(options.database, folder) as make:
        os.mkdir(os.path.join(folder, "docs"))
        with open(os.path.join(folder, "docs/index.html"), "w", encoding="utf-8") as page:
            page.write("<!DOCTYPE html>")
        for name in ("empty", "populated"):
            number, wrong = run(options.command, make(name), name == "populated", folder)
            asked += number
            mistakes += [f"{name} store: {one}" for one in wrong]
    for m in mistakes[:60]:
        print(m)
    print(f"{options.database}: {asked} requests, {len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
