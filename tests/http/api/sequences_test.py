#!/usr/bin/env python3
"""Sequences of requests that are made of the OpenAPI document, with faults between them.

    sequences_test.py --command build/dev/bin/uniform [--steps 400] [--minutes 0] [--seed 8141]

Operations, parameters and bodies come from the document and from what earlier responses contained; some are invalid or
at a boundary. Between them the service is killed or stopped and started again, another process uses the same store,
connections are cut, requests are repeated with their idempotency key, and conditions are stale. Each response must be
one that the document describes for its operation, and none is 5xx; what was acknowledged is read again, also after
restarts; whose a name is follows from the delegations; in the end `uniform store verify` finds nothing, and every head
of the history that was seen is still in it.
"""
import argparse
import json
import os
import sys
import tempfile
import time

from api_test import WHOLE_TEMPLATE, Checker, Service, World, quote
from sequences_faults import Faults, Process
from sequences_values import NIDS, Values

# Operations whose response shows what they changed: where it is read again.
READ_AGAIN = {
    "assignName": lambda path, body: "/api/v1/names/" + quote(body["name"]),
    "addRegistrar": lambda path, body: "/api/v1/registrars/" + quote(body["id"]),
    "requestTransfer": lambda path, body: "/api/v1/transfers/" + quote(body["id"]),
    "createToken": lambda path, body: "/api/v1/tokens/" + body["id"],
    "createWebhook": lambda path, body: "/api/v1/webhooks/" + body["id"],
    "openRequest": lambda path, body: "/api/v1/requests/" + quote(body["request"]["id"]),
    **dict.fromkeys(["putName", "changeName", "putNamespace", "changeRegistrar", "putDelegation"],
                    lambda path, body: path),
    **dict.fromkeys(["activateName", "withdrawName", "reinstateName", "endRegistrar", "endDelegation", "acceptTransfer",
                     "refuseTransfer", "withdrawTransfer", "revokeToken", "submitRequest", "acceptRequest", "reviewRequest",
                     "approveRequest", "declineRequest", "returnRequest", "recognizeRequester", "registerRequest", "settleRequest",
                     "reportRequest", "reopenRequest", "concludeRequest", "testWebhook", "endWebhook", "withdrawRequest"], lambda path, body: path.rsplit("/", 1)[0]),
}
OFTEN = ["assignName", "putName", "changeName", "activateName", "withdrawName", "mintNames", "reserveNames", "getName",
         "putDelegation", "endDelegation", "requestTransfer", "acceptTransfer", "resolveAsJson"]


class Sequences(Faults):
    def __init__(self, command, folder, seed):
        self.values = Values(seed)
        super().__init__(command, folder, os.path.join(folder, "names.db"), self.values.rng)
        first = Service(command, folder)
        self.world = World(first)
        self.admin = first.token
        self.values.hidden = {self.admin[8:20]}  # or nothing could be read any more
        self.document = json.loads(first.ask("GET", "/api/v1/openapi.json")[2])
        first.stop()
        self.service = Process(command, folder, self.admin)
        self.checker = Checker(self.document)
        self.operations = {}
        for template, item in self.document["paths"].items():
            for method, operation in item.items():
                if method != "parameters":
                    described = [self.checker.at(p) for p in item.get("parameters", []) + operation.get("parameters", [])]
                    self.operations[operation["operationId"]] = (method.upper(), template, operation, described)
        self.tokens = [self.admin] * 12 + [self.world.whole] * 3 + list(self.world.tokens.values()) + [None, self.world.revoked]
        self.secrets = {}  # of registration requests
        self.counts |= {"operations": set(), "statuses": {}}
        for prefix in ("example:p", "foreign:p", "example:m-", "foreign:m-", "example:q", "foreign:q"):
            registrar = "library" if prefix.startswith("example") else "archive"
            if prefix.endswith("q"):
                self.service.must("PUT", "/api/v1/delegations/" + quote(prefix), self.admin, {"registrar": registrar})
            self.values.learn("prefix", prefix)
            self.note("/api/v1/delegations/" + quote(prefix))
        for nid in NIDS[:2]:
            self.note("/api/v1/namespaces/" + nid)
        for registrar in ("library", "archive", "museum"):
            self.note("/api/v1/registrars/" + registrar)

    def owner(self, key):
        """The registrar of the longest active delegation."""
        best = None
        for target, one in self.model.items():
            if target.startswith("/api/v1/delegations/") and one.get("state") == "active" and key.startswith(one["prefix"]):
                if best is None or len(one["prefix"]) > len(best["prefix"]):
                    best = one
        return best and best.get("registrar")

    def acknowledged(self, name, path, sent, token, body):
        """A change was: reads what it is now, compares it with the response, and notes it."""
        self.counts["acknowledged"] += 1
        targets = [READ_AGAIN[name](path, body)] if name in READ_AGAIN else []
        if name in ("mintNames", "reserveNames"):
            targets = ["/api/v1/names/" + quote(n["name"] if isinstance(n, dict) else n)
                       for n in body.get("items", body.get("names", []))]
        for target in targets:
            now = self.read(target)
            if "status" in now and "version" not in now and name not in ("withdrawRequest",):
                self.complain(f"{name} {path} was acknowledged; {target} is {now['status']}", json.dumps(body))
            if len(targets) == 1 and isinstance(body, dict):
                for member in ("name", "state", "registrar", "locators", "metadata", "version", "title", "nid"):
                    if member in body and member in now and body[member] != now[member]:
                        self.complain(f"{name} {path}: {member} of the response is not that of {target}",
                                      f"{body[member]} / {now[member]}")
            before = self.model.get(target)
            if before and "version" in before and "version" in now and now["version"] < before["version"]:
                self.complain(f"{target}: the version went back", f"{before} / {now}")
            self.model[target] = now
            if "/names/" in target and name in ("assignName", "mintNames", "reserveNames") and now.get("registrar") != self.owner(now["key"]):
                self.complain(f"{name}: {now['name']} is of {now.get('registrar')}", f"the delegation is of {self.owner(now['key'])}")
        # The records that change with it.
        also = []
        if name == "acceptTransfer":
            also = ["/api/v1/delegations/" + quote(body["prefix"])]
        elif name in ("endDelegation", "putDelegation"):  # ends the transfers of the prefix
            also = [t for t in self.model if t.startswith("/api/v1/transfers/")]
        elif name == "revokeToken":
            also = ["/api/v1/tokens/" + one for one in body.get("also_revoked", [])]
        elif name in ("registerRequest", "settleRequest", "concludeRequest", "approveRequest"):
            also = [t for t in self.model if t.startswith(("/api/v1/namespaces/", "/api/v1/requests/"))]
        elif name == "importNames":
            also = [t for t in self.model if t.startswith("/api/v1/names/")]
        elif name in ("commentOnRequest", "acceptComment", "dismissComment", "editRequest", "putNamespace"):
            also = [t for t in self.model if t.startswith("/api/v1/requests/")]
        for target in also:
            self.note(target)
        if name == "openRequest":
            self.secrets[body["request"]["id"]] = body["secret"]

    def note_what_forms_change(self, path):
        """A form was accepted, and its response is not the resource: what it may have changed is noted as it is now."""
        name = path.split("/")[3] if path.startswith("/manage/names/") else None
        for target in [t for t in self.model if name is None or t == "/api/v1/names/" + name]:
            self.note(target)

    # ---- one request

    def make(self, name):
        """(method, target, body, type, fields) of a request for this operation."""
        rng, values = self.rng, self.values
        method, template, operation, described = self.operations[name]
        target = values.target(self.checker, template, described)
        if name == "mintNames" and rng.random() < 0.7:
            target = template.replace("{prefix}", rng.choice(["example%3Am-", "foreign%3Am-"]))
        content = self.checker.at(operation.get("requestBody", {})).get("content", {})
        body, kind, fields = None, "application/json", {}
        if content:
            kind = "application/json" if "application/json" in content and rng.random() < 0.85 else rng.choice(list(content))
            if kind.endswith("json") and kind != "application/x-ndjson":
                body = values.of_schema(self.checker, content[kind].get("schema", True))
            if name in ("assignName", "putName", "changeName", "activateName") and isinstance(body, dict) and rng.random() < 0.7:
                body = {k: v for k, v in body.items() if k in ("name", "locators")} | {
                    "locators": [{"url": f"https://www.example.org/{rng.randrange(100)}"}]}
                if name == "assignName":
                    body["name"] = values.one("urn", 0.8)
            elif name == "withdrawName" and rng.random() < 0.7:
                body = {"reason": "by mistake"}
            elif name == "reserveNames" and rng.random() < 0.5:
                body = {"prefix": rng.choice(["example:m-", "foreign:m-"]), "count": 2}
            elif name == "putDelegation" and rng.random() < 0.6:
                body = {"registrar": values.one("registrar")} | ({"minting": {"method": "sequential", "pattern": "dddd"}}
                                                                 if rng.random() < 0.5 else {})
            elif name in ("requestTransfer", "mintNames") and rng.random() < 0.6:
                body = {"prefix": values.one("prefix"), "to": values.one("registrar")} if name == "requestTransfer" else {
                    "count": rng.choice([1, 2, 5])}
            elif name == "openRequest" and rng.random() < 0.6:
                template = {"Namespace Identifier": values.fresh("nid"), **WHOLE_TEMPLATE}
                body, kind = {"template": "".join(f"{k}: {v}\n\n" for k, v in template.items()), "title": "T"}, "application/json"
            elif not kind.endswith("json") or kind == "application/x-ndjson" or name == "importNames":
                urn = values.one("urn", 0.5)
                body = {"text/csv": f"name,url\n{urn},https://www.example.org/i\n", "application/csv": f"name,url\n{urn},x\n",
                        "application/x-www-form-urlencoded": "verb=ListSets", "text/plain": urn + "\n",
                        "text/uri-list": urn + "\n"}.get(kind, json.dumps({"name": urn, "url": "https://www.example.org/i"}) + "\n")
            if body is None and rng.random() < 0.9:
                body = {}
            if rng.random() < 0.02:
                body = rng.choice(["", "{", "[]", '{"a":1,"a":2}', b"\xff"])
        names = {p["name"] for p in described}
        path = target.split("?")[0]
        if "If-Match" in names and rng.random() < 0.2:
            version = self.model.get(path.removesuffix("/end").removesuffix("/withdraw").removesuffix("/activate"), {}).get("version", 7)
            fields["If-Match"] = rng.choice([f'"{version}"', f'"{version}"', f'"{version - 1}"', "*", "nonsense"])
        elif "If-None-Match" in names and rng.random() < 0.1:
            fields["If-None-Match"] = "*"
        if "Idempotency-Key" in names and rng.random() < 0.4:
            fields["Idempotency-Key"] = f"key-{values.count}-{rng.randrange(10 ** 9)}"
        if "Request-Secret" in names and rng.random() < 0.7:
            number = path.split("/")[4] if path.count("/") > 3 else ""
            fields["Request-Secret"] = self.secrets.get(number, "nonsense")
        return method, target, body, kind, fields

    def send(self, name, request, token, service=None):
        method, target, body, kind, fields = request
        status, headers, text = (service or self.service).ask(
            method, target, token, body, kind, **{k.replace("-", "_"): v for k, v in fields.items()})
        self.counts["requests"] += 1
        self.counts["operations"].add(name)
        self.counts["statuses"][status] = self.counts["statuses"].get(status, 0) + 1
        what = f"{name}: {method} {target[:200]} {json.dumps(body, default=repr)[:200]} {fields}"
        if status == 404 and b'"detail":"no resource at this path"' in text:
            return status, headers, text
        wrong = self.checker.wrong_with(self.operations[name][2], method, status, headers, text)
        if wrong:
            self.complain(what, wrong)
        if status >= 500 and status != 508:
            self.complain(f"{what} is {status}", text)
        return status, headers, text

    def step(self):
        rng = self.rng
        name = rng.choice(OFTEN) if rng.random() < 0.6 else rng.choice(sorted(self.operations))
        request = self.make(name)
        method, target, body, kind, fields = request
        token = rng.choice(self.tokens)
        path = target.split("?")[0]
        stale = False
        if "If-Match" in fields and fields["If-Match"].strip('"').isdigit():
            known = self.model.get(READ_AGAIN[name](path, {}) if name in READ_AGAIN and name != "assignName" else path)
            stale = known is not None and known.get("version", -1) != int(fields["If-Match"].strip('"'))
        status, headers, text = self.send(name, request, token)
        if status == 401 and token not in (None, self.admin, self.world.revoked):
            self.tokens.remove(token)  # a request before has revoked it
        if stale and status < 300:
            self.complain(f"{name} {target}: a stale condition {fields['If-Match']} did not hold it back", text)
        if status == 303 and method == "POST":
            self.note_what_forms_change(path)
        if status >= 300 or not text:
            return
        if (headers.get("Content-Type") or "").split(";")[0] in ("application/json", "application/linkset+json"):
            answer = json.loads(text)
            self.values.learn_from(path, answer)
        else:
            answer = {}
        if method == "GET" or name in ("resolveMany", "harvestByForm"):
            return
        if name == "importNames" and "dry_run=true" in target:
            return
        if name == "createToken" and rng.random() < 0.3:
            self.tokens.append(answer["token"])
            del self.tokens[40:-3]
        if "Idempotency-Replayed" not in headers:
            self.acknowledged(name, path, body, token, answer)
        if "Idempotency-Key" in fields and rng.random() < 0.6:
            once_more = self.send(name, request, token)
            if (once_more[0], once_more[2]) != (status, text) or once_more[1].get("Idempotency-Replayed") != "true":
                self.complain(f"{name} {target} repeated with its key", once_more[2])
            other = (method, target, {"locators": [{"url": "https://other.example/"}], "count": 3}, "application/json", fields)
            if body != other[2] and self.send(name, other, token)[0] < 300:
                self.complain(f"{name} {target}", "another request with its key was accepted")

    def finish(self):
        before = self.head()
        self.again(self.model, when=" at the end")
        if (code := self.service.stop()) != 0:
            self.complain("SIGTERM", f"the service ended with {code}")
        self.verify()
        self.restarted(before, "the end")
        self.again(self.model, when=" after the last restart")
        self.service.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=0, help="for so long, instead of a number of steps")
    parser.add_argument("--seed", type=int, default=8141)
    o = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="uniform-sequences-") as folder:
        s = Sequences(o.command, folder, o.seed)
        try:
            steps = 0
            while (time.monotonic() - begin < o.minutes * 60 if o.minutes else steps < o.steps) and len(s.wrong) < 40:
                steps += 1
                if s.rng.random() < 0.03:
                    s.fault()
                else:
                    s.step()
            s.finish()
        finally:
            if s.service.process.poll() is None:
                s.service.kill()
    for m in s.wrong[:40]:
        print(m)
    c = s.counts
    print(f"seed {o.seed}: {steps} steps in {time.monotonic() - begin:.0f} s, {c['requests']} requests to "
          f"{len(c['operations'])} of {len(s.operations)} operations, {c['acknowledged']} changes acknowledged, "
          f"{c['read again']} read again, {len(s.model)} resources in the model")
    print("statuses:", dict(sorted(c["statuses"].items())))
    print("faults:", c.get("faults", {}), "mistakes:", len(s.wrong))
    sys.exit(1 if s.wrong else 0)


if __name__ == "__main__":
    main()
