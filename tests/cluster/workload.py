"""Clients whose requests the checker judges: workload.py HISTORY TOKEN CA TARGET=URL...

Several clients work on the same few names, through different targets: services, and what is in front of them. A name is
assigned, reserved, activated, changed, withdrawn, read and resolved a few dozen times, and then makes room for a new one.
Others mint names, and transfer prefixes. Requests with an unknown outcome are repeated with their idempotency key, at any
target, or left as they are. As a program, it answers a line of its standard input with its counts, and at the end of the
input reads everything again.
"""
import json
import random
import sys
import threading
import time
import urllib.parse

from connection import Connection, path_of
from recorder import (History, document, now, outcome_of_read, outcome_of_resolution, outcome_of_write)

JSON = {"Content-Type": "application/json"}
MINTED = "example:m-"
REGISTRARS = ["library", "archive"]
AWAY = (0, 502, 503, 504) # statuses of a service, or a database, that cannot be reached


class Name:
    def __init__(self, name):
        self.name = name
        self.state, self.version = "absent", 0  # as some client saw it last
        self.requests = self.unknown = 0

    def is_used_up(self, most):
        return self.requests >= most or self.unknown >= 3 or self.state == "withdrawn" and self.requests >= most / 2

    def saw(self, view):
        if view is not None:
            self.state, self.version = view["state"], view.get("version", 0)


class Names:
    """The few names of the moment, and all that there were."""

    def __init__(self, run, at_once=5, most=40):
        self.run, self.at_once, self.most = run, at_once, most
        self.all = []
        self.lock = threading.Lock()

    def any(self, rng):
        with self.lock:
            current = [one for one in self.all[-2 * self.at_once:] if not one.is_used_up(self.most)]
            while len(current) < self.at_once:
                current.append(Name(f"urn:example:{self.run}-{len(self.all)}"))
                self.all.append(current[-1])
            one = rng.choice(current)
            one.requests += 1
            return one


    def earlier(self, rng):
        """One that is not changed any more, but may be shown as it was long ago."""
        with self.lock:
            return rng.choice(self.all[-300:])


class Client(threading.Thread):
    def __init__(self, work, number, targets, pause):
        super().__init__(daemon=True)
        self.work, self.id, self.pause = work, f"{type(self).__name__.lower()}{number}", pause
        self.rng = random.Random(f"{work.run} {self.id}")
        self.connections = {name: work.connect(url) for name, url in targets.items()}
        self.keys = 0

    def run(self):
        try:
            while not self.work.ended.is_set():
                self.step()
                if self.pause:
                    self.work.ended.wait(self.pause)
        except Exception as e:  # a thread must not end without a word
            self.work.failures.append(f"{self.id}: {e!r}")
            raise

    def ask(self, *words, timeout=5, **options):
        """Asks any target, which the next note names."""
        self.at = self.rng.choice(list(self.connections))
        response = self.connections[self.at].ask(*words, timeout=timeout, **options)
        if response.status in AWAY and timeout >= 5:
            self.work.disturbed += 1
        return response

    def note(self, outcome, call, response=None, **members):
        self.work.history.request(outcome, call, response, client=self.id, at=self.at, **members)

    def write(self, members, method, path, body, has_key=True, **fields):
        """Carries out a request, which is one for the checker with all its repetitions. Returns the outcome and the
        response."""
        self.keys += 1
        fields |= JSON | ({"Idempotency-Key": f"{self.work.run}-{self.id}-{self.keys}"} if has_key else {})
        first = None  # when it was sent, if the outcome is unknown
        timeout = self.rng.choice([0.2, 1, 15, 15, 15])
        while True:
            call = now()
            response = self.ask(method, path, json.dumps(body), timeout=timeout, **fields)
            outcome, seen = outcome_of_write(response)
            if outcome == "done":
                return outcome, seen, response, first or call
            if outcome in ("refused", "unexpected"):
                if first is not None:  # an earlier one may still be carried out
                    self.note("unknown", first, **members)
                return outcome, seen, response, call
            if outcome == "failed" and first is None:
                self.work.ended.wait(0.05)
                return outcome, seen, response, call
            first = first or call
            if not has_key or self.work.ended.is_set() or self.rng.random() < 0.3:
                self.note("unknown", first, **members)
                return "unknown", None, response, first
            timeout = 15
            self.work.ended.wait(0.1)


class Writer(Client):
    """Assigns, reserves, activates, changes and withdraws, also what it should not."""
    CHOICES = {"absent": ["assign"] * 3 + ["reserve", "change"], "reserved": ["activate", "activate", "assign", "reserve"],
               "active": ["change"] * 4 + ["change if"] * 2 + ["assign"] * 2 + ["reserve", "withdraw"],
               "withdrawn": ["assign", "change", "reserve", "activate"]}

    def step(self):
        name = self.work.names.any(self.rng)
        do = self.rng.choice(self.CHOICES[name.state])
        value = f"https://example.org/{self.id}/{self.keys}"
        members, fields = {"name": name.name, "do": do}, {}
        method, path, body = "POST", path_of(name.name), {"locators": [value]}
        if do == "assign":
            method, fields = "PUT", {"If-None-Match": "*"}
        elif do == "activate":
            path += "/activate"
        elif do == "withdraw":
            path, body, value = path + "/withdraw", {"reason": "by mistake"}, ""
        elif do == "reserve":
            path, body, value = "/api/v1/reservations", {"names": [name.name]}, ""
        else:
            method = "PATCH"
            if do == "change if":
                if not name.version:
                    return
                members |= {"do": "change", "if_version": name.version}
                fields = {"If-Match": f'"{name.version}"'}
        outcome, seen, response, call = self.write(members | {"value": value}, method, path, body, **fields)
        if outcome == "unknown":
            name.unknown += 1
            return
        if outcome == "done" and do == "reserve":
            seen = {"state": "reserved"}
        event = {"event": document(response)["event"]} if outcome == "done" and do != "reserve" else {}
        self.note(outcome, call, response, **members, value=value, **({"seen": seen} if seen else {}), **event)
        name.saw(seen)


class Minter(Client):
    def step(self):
        members = {"name": "", "do": "mint"}
        outcome, _, response, call = self.write(
            members, "POST", f"/api/v1/prefixes/{urllib.parse.quote(MINTED, safe='')}/mint", {"count": self.rng.choice([1, 1, 3])})
        if outcome in ("failed", "unexpected"):
            self.note(outcome, call, response, **members)
        elif outcome == "done":
            for one in document(response)["items"]:
                self.note("done", call, response, **members | {
                    "name": one["name"], "event": one["event"], "seen": {"state": "active", "version": one["version"]}})
                with self.work.names.lock:
                    self.work.minted.append(one["name"])


class Mover(Client):
    """Transfers a prefix between two registrars, one step after the other; a new prefix after two unknown outcomes."""

    def step(self):
        prefix = f"example:t{self.work.run}-{self.id}-{self.keys}-"
        self.delegation = "/api/v1/delegations/" + urllib.parse.quote(prefix, safe="")
        self.prefix, self.offered, self.unknown = prefix, None, 0
        self.owner = REGISTRARS[self.keys % 2]
        outcome = self.change("delegate", "PUT", self.delegation, {"registrar": self.owner}, self.owner, **{"If-None-Match": "*"})
        if outcome != "done":
            return
        self.work.prefixes.append(prefix)
        for _ in range(40):
            if self.work.ended.is_set() or self.unknown > 1 or not self.move():
                return

    def change(self, do, method, path, body, value="", by=None, **fields):
        token = {"token": self.work.tokens[by]} if by else {}
        outcome, _, response, call = self.write({"name": self.prefix, "do": do, "value": value}, method, path, body, False,
                                                **token, **fields)
        self.made = document(response) if outcome == "done" else {}
        if outcome == "unknown":
            self.unknown += 1
        else:  # a refusal shows another document
            self.note(outcome, call, response, name=self.prefix, do=do, value=value,
                      **({"event": self.made["event"]} if self.made.get("event") and do == "delegate" else {}))
        return outcome

    def move(self):
        """One step of a transfer. False: its state is not known."""
        other = REGISTRARS[1 - REGISTRARS.index(self.owner)]
        if self.offered is None:
            outcome = self.change("offer", "POST", "/api/v1/transfers", {"prefix": self.prefix, "to": other}, by=self.owner)
            self.offered = self.made.get("id")
        else:
            outcome = self.change("accept", "POST", f"/api/v1/transfers/{self.offered}/accept", {}, other, by=other)
            if outcome == "done":
                self.owner, self.offered = other, None
                self.work.read_owner(self, self.prefix)
        return outcome in ("done", "failed")


class Reader(Client):
    """Reads names by the API and by the resolver; now and then the head of the history."""

    def step(self):
        if self.rng.random() < 0.02:
            self.work.read_head(self)
        name = self.work.names.any(self.rng)
        if self.rng.random() < 0.3:
            name = self.work.names.earlier(self.rng)
        self.work.read(self, name.name, self.rng.random() < 0.5)


class Workload:
    def __init__(self, history, token, ca, targets, seed, pause=0.02):
        self.history, self.token, self.ca, self.targets = History(history), token, ca, targets
        self.run = f"{random.Random(seed).randrange(16**6):06x}"
        self.names, self.minted, self.prefixes, self.tokens = Names(self.run), [], [], {}
        self.failures, self.disturbed = [], 0
        self.ended = threading.Event()
        self.setup()
        kinds = [Writer, Writer, Writer, Writer, Reader, Reader, Reader, Minter, Mover]
        # The first target is what clients use; every second client takes any.
        first = dict(list(targets.items())[:1])
        self.clients = [kind(self, n, first if n % 2 else targets, pause * (5 if kind is Minter else 1))
                        for n, kind in enumerate(kinds)]

    def connect(self, url):
        return Connection(url, self.ca, self.token)

    def setup(self):
        connection = self.connect(next(iter(self.targets.values())))

        def must(method, path, body, *statuses, **fields):
            response = connection.ask(method, path, json.dumps(body), **JSON, **fields)
            if response.status not in statuses:
                sys.exit(f"{method} {path}: {response.status} {response.body.decode(errors='replace')}")
            return document(response)
        new = {"If-None-Match": "*"}
        must("PUT", "/api/v1/namespaces/example", {}, 201, 412, **new)
        for one in REGISTRARS:
            must("POST", "/api/v1/registrars", {"id": one, "name": one}, 201, 409)
            self.tokens[one] = must("POST", "/api/v1/tokens", {"role": "registrar", "registrar": one}, 201)["token"]
        must("PUT", "/api/v1/delegations/" + urllib.parse.quote(MINTED, safe=""),
             {"registrar": "library", "minting": {"method": "sequential", "pattern": "dddddddd"}}, 201, 412, **new)

    def read(self, client, name, by_api, **more):
        """Whether there was a response that shows the name."""
        call = now()
        response = client.ask("GET", path_of(name) if by_api else "/" + name)
        outcome, seen = (outcome_of_read if by_api else outcome_of_resolution)(response)
        if more and outcome == "failed":
            return False
        client.note(outcome, call, response, name=name, do="read" if by_api else "resolve",
                    **({"seen": seen} if seen else {}), **more)
        return True

    def read_owner(self, client, prefix, **more):
        call = now()
        response = client.ask("GET", "/api/v1/delegations/" + urllib.parse.quote(prefix, safe=""))
        if response.status not in (200, 404):
            return False
        seen = {"state": document(response)["registrar"] if response.status == 200 else "absent"}
        client.note("done", call, response, name=prefix, do="owner", seen=seen, **more)
        return True

    def read_head(self, client):
        response = client.ask("GET", "/api/v1/history/head")
        if response.status == 200:
            self.history.line(kind="head", head=document(response)["head"], at=client.at)
        return response.status == 200

    def start(self):
        for one in self.clients:
            one.start()

    def counts(self):
        return {"writes": self.history.count("writes"), "reads": self.history.count("reads"),
                "unknown": self.history.count("writes", "unknown"), "failed": self.history.count("writes", "failed"),
                "disturbed": self.disturbed}

    def finish(self, seconds=120):
        """Ends the clients, and reads everything again."""
        self.ended.set()
        for one in self.clients:
            one.join()
        reader = self.clients[0]
        until = time.monotonic() + seconds

        def must(read, *arguments, **more):
            while not read(reader, *arguments, **more):
                if time.monotonic() > until:
                    self.failures.append("the service does not answer at the end")
                    return
        for one in self.names.all:
            must(self.read, one.name, True, end=True)
        for one in self.minted:
            must(self.read, one, True, end=True)
        for one in self.prefixes:
            must(self.read_owner, one, end=True)
        must(self.read_head)
        self.history.close()


# Seconds between two requests of a client: a third of a core for a whole cluster, so that several run at the same time.
PAUSE = 0.1


def main(history, token, ca, *targets):
    with open(token, encoding="utf-8") as file:
        work = Workload(history, file.read().strip(), ca, dict(one.split("=", 1) for one in targets), time.time(), PAUSE)
    work.start()
    print("started", flush=True)
    for _ in sys.stdin:
        print(json.dumps(work.counts()), flush=True)
    work.finish(1200)
    print(json.dumps(work.counts() | {"failures": work.failures}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
