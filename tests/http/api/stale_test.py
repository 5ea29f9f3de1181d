#!/usr/bin/env python3
"""Who has lost a right has lost it, also at a service whose replica does not know it yet.

    stale_test.py --command COMMAND

Two services have one database of PostgreSQL. The first one reads and writes at the primary; the second one reads from a
standby (store.stale_replicas) that has stopped to follow. Meanwhile the first one revokes an administrator's token,
gives the prefix of a registrar to another one, and changes objects. The second one still shows the objects as they were,
but refuses the token, by every operation that writes and for reading; then the same requests are carried out for another
administrator, so that it was the token alone. Preconditions are those of the primary, too.
"""
import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.parse

from api_rights import SUCCEED_ELSEWHERE
from api_test import OPERATIONS, Service, World, ask_for, form, quote
from cost_test import target_of
from stores import PostgreSQL, Server

# Operations that write nothing, or end what is the token's own; and those of several objects, whose response names the ones
# that are refused.
NOT_WRITING = {"resolveMany", "harvestByForm", "signIn", "signOut", "endSessionByForm", "endOwnSession", "previewSeveral"}
OF_EACH = {"changeSeveral", "importNames"}
# Operations that another administrator cannot carry out either: one before them has changed what they are about, or it
# belongs to the token.
NOT_BY_ANOTHER = {"endWebhook", "testWebhook", "endWebhookByForm", "testWebhookByForm", "startVerification",
                  "startVerificationByForm", "endVerification", "startList", "putNamespaceByForm"}
# Requests that write, where those of OPERATIONS do not.
WRITING = {
    "importNames": lambda w: {**OPERATIONS["importNames"](w, "example", "administrator"), "query": ""},  # not as a dry run
    "commentOnRequest": lambda w: ask_for({"id": w.requested(("submit",))}, body={"author": "A", "text": "Why?"}),
    "submitRequest": lambda w: ask_for({"id": w.requested(())}, body={}),
    "editRequestByForm": lambda w: form({"id": w.requested(())}, base=w.whole_template, do="save"),
}


class Standby(Server):
    """A standby that follows a server."""

    def __init__(self, primary):
        super().__init__("pg_config")
        self.primary = primary

    def __enter__(self):
        try:
            self.bin = self.where("bindir")
            if self.user:
                os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            with open(self.folder / "log", "wb") as log:
                copy = self.run_as_user([self.bin / "pg_basebackup", "-h", self.primary.folder, "-U", "postgres", "-R", "-c",
                                         "fast", "-D", self.folder / "data"], stdout=log, stderr=subprocess.STDOUT)
                if copy.wait(120) != 0:
                    raise SystemExit("pg_basebackup failed:\n" + self.log())
            self.start()
            return self
        except BaseException:
            self.__exit__()
            raise


class Both:
    """The database at several servers: the standby first, from which is read."""

    def __init__(self, servers, name):
        hosts = ",".join(urllib.parse.quote(str(server.folder), safe="") for server in servers)
        self.location = f"postgresql://postgres@{hosts}/{name}"

    def sql(self, statement, *values):
        raise AssertionError("the world is made by the other service")


def until(what, done):
    end = time.monotonic() + 120
    while not done():
        if time.monotonic() > end:
            raise SystemExit("not in time: " + what)
        time.sleep(0.05)


def prepared(world, document):
    """(operation, method, target, request) of each operation that writes, made for an administrator."""
    for template, item in document["paths"].items():
        for method, operation in item.items():
            name = operation["operationId"] if method != "parameters" else None
            if name is None or method == "get" or name in NOT_WRITING:
                continue
            how = OPERATIONS[name]
            x = WRITING[name](world) if name in WRITING else how(world, "example", "administrator") if callable(how) else how
            yield name, method.upper(), target_of(template, x), x


def head_of(service, token):
    return json.loads(service.ask("GET", "/api/v1/history/head", token)[2])


class Preconditions:
    """Objects that the first service changes while the standby stands still, each with the version before."""

    def __init__(self, world):
        self.world = world
        self.name, self.form_name = world.name("example"), world.name("example")
        self.idempotent = f"urn:example:p{world.fresh()}"
        ask = world.service.ask
        self.tags = {path: ask("GET", "/api/v1/" + path, world.admin)[1]["ETag"] for path in
                     ("names/" + self.name, "namespaces/example", "registrars/library", "delegations/" + quote("example:p"))}

    def change(self):
        url = [{"url": "https://www.example.org/changed"}]
        for urn in (self.name, self.form_name):
            self.world.service.must("PATCH", f"/api/v1/names/{urn}", self.world.admin, {"locators": url},
                                    If_Match="*", kind="application/merge-patch+json")
        self.world.put("namespaces/example", {"title": "changed", "reinstate_within": 3600})
        self.world.put("registrars/library", {"name": "changed"})
        self.world.put("delegations/" + quote("example:p"), {"registrar": "museum"})
        self.world.put("names/" + self.idempotent, {"locators": url})

    def mistakes(self, second, token):
        """The requests by a version before that a service permits which reads at the standby."""
        wrong = []
        bodies = {"names": {"locators": [{"url": "https://www.example.org/lost"}]}, "namespaces": {"title": "lost"},
                  "registrars": {"name": "lost"}, "delegations": {"registrar": "archive"}}
        sent = [("PATCH" if path.startswith("names/") else "PUT", "/api/v1/" + path, bodies[path.partition("/")[0]],
                 "application/merge-patch+json" if path.startswith("names/") else "application/json", {"If_Match": tag}, 412)
                for path, tag in self.tags.items()]
        sent += [("PUT", "/api/v1/names/" + self.idempotent, bodies["names"], "application/json", {"If_None_Match": "*"}, 412),
                 ("POST", f"/manage/names/{self.form_name}", "version=1&successor=urn:example:p0",
                  "application/x-www-form-urlencoded", {}, 409)]
        for method, target, body, kind, fields, right in sent:
            status, _, text = second.ask(method, target, token, body, kind, **fields)
            if status != right:
                wrong.append(f"{method} {target} {fields} is {status}, not {right}: {text[:200]}")
        return wrong


def mistakes_of(first, second, standby):
    world = World(first)
    document = json.loads(first.ask("GET", "/api/v1/openapi.json")[2])
    requests = list(prepared(world, document))
    before = Preconditions(world)
    lost, other = world.tokens["administrator"], world.post("tokens", {"role": "administrator"})["token"]
    by_registrar = world.tokens["unbounded registrar"]
    for token in (lost, other, by_registrar):
        until("the token is known", lambda t=token: second.ask("GET", "/api/v1/tokens/self", t)[0] == 200)
    until("the standby has the registrar", lambda: "detail=replica" in (
        second.ask("GET", "/api/v1/registrars/library", other)[1].get("Cache-Status") or ""))
    standby.sql("SELECT pg_wal_replay_pause()")
    until("the standby stands still", lambda: standby.sql("SELECT pg_get_wal_replay_pause_state()") == "paused")
    world.post(f"tokens/{lost[8:20]}/revoke")
    before.change()
    wrong = before.mistakes(second, other)
    if (status := second.ask("GET", "/api/v1/tokens/self", lost)[0]) != 401:
        wrong.append(f"a token that was revoked is read from the standby: {status}")
    if "changed" in (text := str(second.ask("GET", "/api/v1/registrars/library", other)[2])):
        wrong.append(f"the standby has what was changed, or is not read: {text[:200]}")
    head = head_of(first, other)
    for name, method, target, x in requests:
        status, _, text = second.ask(method, target, lost, x["body"], x["kind"])
        if status < 400 and name not in OF_EACH:
            wrong.append(f"{name} by a revoked token is {status}: {text[:200]}")
    status, _, text = second.ask("PUT", "/api/v1/names/urn:example:p-lost", by_registrar,
                                 {"locators": [{"url": "https://www.example.org/"}]})
    if status != 403:
        wrong.append(f"a name under a prefix that has another registrar now is {status}: {text[:200]}")
    _, method, target, x = next(r for r in requests if r[0] == "importNames")
    _, _, text = second.ask(method, target, by_registrar, '{"name":"urn:example:p-lost","url":"https://www.example.org/"}\n', x["kind"])
    if json.loads(text.splitlines()[0]).get("result") != "problem":
        wrong.append(f"a name that is imported under a prefix that has another registrar now: {text[:200]}")
    if head_of(first, other) != head:
        wrong.append(f"the history has events from {head} to {head_of(first, other)}")
    standby.sql("SELECT pg_wal_replay_resume()")
    carried_out = 0
    for name, method, target, x in requests:
        status, _, text = first.ask(method, target, other, x["body"], x["kind"])
        carried_out += status < 400
        if status >= 400 and name not in NOT_BY_ANOTHER and name not in SUCCEED_ELSEWHERE:
            wrong.append(f"{name} by another administrator is {status}: {text[:200]}")
    print(f"{len(requests)} operations by a revoked token, {carried_out} of them carried out for another one")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", required=True)
    o = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform-stale-") as folder, contextlib.ExitStack() as stack:
        primary = stack.enter_context(Server("pg_config"))
        database = PostgreSQL(primary, "names")
        first = Service(o.command, folder, database=database)
        try:
            standby = stack.enter_context(Standby(primary))
            second = Service(o.command, folder, "store.stale_replicas=true", "store.replica_lag=1d", "store.read_timeout=20s",
                             database=Both([standby, primary], "names"))
            try:
                wrong = mistakes_of(first, second, standby)
            finally:
                code = second.stop()
        finally:
            code = first.stop() or code
    wrong += [f"a service ended with {code}"] if code else []
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
