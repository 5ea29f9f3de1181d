#!/usr/bin/env python3
"""Holds the running service against its OpenAPI document: who may do what, and what the answers look like.

    api_test.py --command build/dev/bin/uniform [--database postgresql]

Every operation of the document is asked for with no token, with one of each role of the document, restricted to prefixes
and not, and with an expired, a revoked and three wrong ones; once for what belongs to the token's registrar and
namespace, once for what is another's; those that a setting opens (x-opened-by), with the setting and without.
From x-roles and x-scope and the tables of api_rights.py follows the status. Each answer must be one that the document
describes for the operation: status, media type, and by its schema (JSON Schema 2020-12) the body. An operation that has
no entry in OPERATIONS fails the test, and so does an entry without operation.
"""
import argparse
import datetime
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.parse

import jsonschema

from api_reach import by_a_secret, insufficient, reviewers_of_prefixes, together
from api_rights import NO_TOKENS, OF_THE_WHOLE, PLACES, PRINCIPALS, ROLES, SUCCEED_ELSEWHERE, expected, missing_principals, reaches, without_scope
from stores import KINDS, SQLite, stores

TEMPLATE = "Namespace Identifier: quarry\n"
WHOLE_TEMPLATE = {  # a template that may be submitted; the NID is put before it
    "Version": "1", "Date": "2026-11-21", "Registrant": "\n   Name: Quarries\n   Email: urn@example.com",
    "Purpose": "Names the stones of quarries for those who build with them.",
    "Syntax": "quarry-nss = 1*DIGIT; names are equivalent when they are equal; r-, q- and f-components mean nothing.",
    "Assignment": "Each quarry assigns numbers of its own, and none twice.",
    "Security and Privacy": "Names tell nothing about people, so no private information leaks.",
    "Interoperability": "None known.", "Resolution": "Resolution is not intended.",
    "Documentation": "https://www.example.org/quarries"}


def address_of(process):
    """Host and port of a service, when it has started."""
    said = []
    for line in process.stderr:
        said.append(line)
        event = json.loads(line)
        if event["event"] == "started":
            return urllib.parse.urlsplit(event["url"]).netloc
    raise SystemExit("the service did not start: " + "".join(said))


class Service:
    def __init__(self, command, folder, *settings, database=None):
        """A service on a database (stores.py); without one, on a file of SQLite in the folder."""
        self.database = database or SQLite(os.path.join(folder, "names.db"))
        store = ["--store", self.database.location]
        environment = {**os.environ, "HOME": folder}
        subprocess.run([command, "store", "migrate", *store], check=True, stdout=subprocess.DEVNULL, env=environment)
        made = subprocess.run([command, "token", "create", "--role", "administrator", "--json", *store], check=True,
                              stdout=subprocess.PIPE, text=True, env=environment)
        self.token = json.loads(made.stdout)["token"]
        self.process = subprocess.Popen(
            [command, "serve", "--port", "0", *store, "--set", "limits.failed_tokens=0", "--set", "limits.stored_address=0",
             "--set", "limits.stored_anonymous=0", "--set", "limits.rate_api=0", "--set", "limits.rate_writes=0",
             "--set", "statistics.public=true", "--set", "webhooks.send=false",
             *(word for one in settings for word in ("--set", one))],
            stderr=subprocess.PIPE, text=True, env=environment)
        self.address = address_of(self.process)
        self.connection = None

    def ask(self, method, target, token=None, body=None, kind="application/json", **fields):
        headers = {k.replace("_", "-"): v for k, v in fields.items()}
        if token is not None:
            headers["Authorization"] = "Bearer " + token
        if body is not None:
            headers["Content-Type"] = kind
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        for attempt in (1, 2):  # a connection that was idle may have been closed
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.address, timeout=60)
            try:
                self.connection.request(method, target, body=body, headers=headers)
                r = self.connection.getresponse()
                return r.status, r.headers, r.read()
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                self.connection = None
                if attempt == 2:
                    raise

    def must(self, method, target, token, body=None, **fields):
        status, _, text = self.ask(method, target, token, body, **fields)
        if status >= 300:
            raise SystemExit(f"{method} {target}: {status} {text.decode()}")
        return json.loads(text)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.stderr.read()
        return self.process.wait(60)


class World:
    """The objects of the operations: namespaces, registrars, delegations, names and tokens of two places."""

    def __init__(self, service):
        self.service = service
        self.admin = service.token
        self.count = 0
        self.hooks = []
        soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=1)
        self.expired = self.post("tokens", {"role": "administrator", "expires": soon.isoformat()})["token"]
        for nid in PLACES:
            self.service.must("PUT", f"/api/v1/namespaces/{nid}", self.admin,
                              {"title": nid, "reinstate_within": 3600}, If_None_Match="*")
        # a registrar belongs to the manager who added it
        self.managers = {
            nid: self.post("tokens", {"role": "manager", "prefixes": [nid + ":"]})["token"] for nid in PLACES}
        self.post("registrars", {"id": "museum", "name": "museum"})
        for registrar, place in (("library", "example"), ("archive", "foreign")):
            self.post("registrars", {"id": registrar, "name": registrar}, self.managers[place])
        self.registrar = {"example": "library", "foreign": "archive"}
        for place in PLACES:
            self.delegate(f"{place}:p", self.registrar[place])
            self.delegate(f"{place}:m-", self.registrar[place], minting={"method": "sequential", "pattern": "dddddd"})
        self.tokens = {role: self.make(role) for role in PRINCIPALS}
        self.whole = self.tokens["unbounded registrar"]
        self.another = self.post("tokens", {"role": "reader", "prefixes": ["foreign:"]})["id"]
        self.revoked = self.make("administrator")
        assert self.service.ask("GET", "/api/v1/tokens/self", self.revoked)[0] == 200
        self.post(f"tokens/{self.revoked[8:20]}/revoke")
        self.wrong = [
            "uniform_0123456789ab_" + "A" * 43,  # an id that is not there
            self.admin[:-1] + ("A" if self.admin[-1] != "A" else "B"),  # another secret
            "garbage",
        ]
        self.request = self.post("requests", {"template": TEMPLATE, "title": "Quarries"})["request"]["id"]
        while self.service.ask("GET", "/api/v1/tokens/self", self.expired)[0] != 401:
            assert datetime.datetime.now(datetime.timezone.utc) < soon + datetime.timedelta(minutes=1)

    @property
    def whole_template(self):
        return self.template_for("quarry")

    @staticmethod
    def template_for(nid, **fields):
        return "".join(f"{k}: {v}\n\n" for k, v in {"Namespace Identifier": nid, **WHOLE_TEMPLATE, **fields}.items())

    def iana_list(self):
        """IANA's registry as this service has it, in the form in which IANA publishes it."""
        _, _, text = self.service.ask("GET", "/namespaces?format=json&origin=iana&limit=1000")
        listed = json.loads(text)
        parts = {"formal": "", "informal": ""}
        for n in listed["items"]:
            parts[n["kind"]] += f"<record><name>{n['nid']}</name></record>"
        return (f'<registry xmlns="http://www.iana.org/assignments" id="urn-namespaces">'
                f'<updated>{listed["list_date"]}</updated>'
                f'<registry><title>Formal URN Namespaces</title>{parts["formal"]}</registry>'
                f'<registry><title>Informal URN Namespaces</title>{parts["informal"]}</registry></registry>')

    def withdrawn(self, place):
        """A withdrawn name."""
        urn = self.name(place)
        self.post(f"names/{urn}/withdraw", {"reason": "by mistake"})
        return urn

    def requested(self, actions, template=None):
        """A request after these actions."""
        sent = {"template": template or self.whole_template, "title": "Quarries"}
        number = self.post("requests", sent)["request"]["id"]
        for one in actions:
            said = {"body": "Quarries", "reference": "Minutes"} if one == "recognize" else {}
            self.post(f"requests/{number}/{one}", said)
        return number

    def waiting(self, what):
        """A submitted request, and what somebody without a token has sent to it: a submission, or the id of a comment."""
        opened = self.post("requests", {"template": self.whole_template, "title": "Quarries"})
        number, secret = opened["request"]["id"], opened["secret"]
        self.post(f"requests/{number}/submit")
        if what == "submission":
            self.service.must("POST", f"/api/v1/requests/{number}/submit", None, {}, Request_Secret=secret)
            return {"id": number}
        said = self.service.must("POST", f"/api/v1/requests/{number}/comments", None, {"author": "A", "text": "Why?"})
        return {"id": number, "comment": said["id"]}

    def hook(self):
        """A webhook; those before it are ended, because their number is limited."""
        for one in self.hooks:
            self.service.ask("POST", f"/api/v1/webhooks/{one}/end", self.admin)
        self.hooks = [self.post("webhooks", {"url": "https://hooks.invalid/"})["id"]]
        return self.hooks[0]

    def put(self, path, body):
        return self.service.must("PUT", "/api/v1/" + path, self.admin, body)

    def post(self, path, body=None, token=None):
        return self.service.must("POST", "/api/v1/" + path, token or self.admin, body)

    def version(self, path):
        return self.service.must("GET", "/api/v1/" + path, self.admin)["version"]

    def make(self, role):
        return self.post("tokens", self.token_of(*PRINCIPALS[role]))["token"]

    @staticmethod
    def token_of(role, restricted):
        """The request for a token."""
        return {"role": role, **({"prefixes": ["example:"]} if restricted else {}),
                **({"registrar": "library"} if role == "registrar" else {})}

    def fresh(self):
        self.count += 1
        return self.count

    def delegate(self, prefix, registrar, **more):
        self.put("delegations/" + quote(prefix), {"registrar": registrar, **more})
        return prefix

    def name(self, place):
        urn = f"urn:{place}:p{self.fresh()}"
        self.post("names", {"name": urn, "locators": [{"url": "https://www.example.org/a"}]})
        return urn

    @staticmethod
    def upload():
        body = ('--b\r\nContent-Disposition: form-data; name="file"; filename="names.csv"\r\n\r\n'
                'name,url\nurn:example:p0,https://www.example.org/\n\r\n--b--\r\n')
        return ask_for(body=body, kind="multipart/form-data; boundary=b")

    def list_of(self, place, role):
        """A list of the token of this role, or of an administrator; those before it are deleted, because they are few."""
        if ROLES.get(role) not in ("registrar", "manager", "administrator"):
            return "0" * 16
        token = self.tokens[role] if place == "example" else self.tokens["administrator"]
        page = self.service.ask("GET", "/manage/lists", token)[2].decode()
        for one in set(re.findall(r'href="(/manage/lists/[0-9a-f]{16})"', page)):
            self.service.ask("POST", one, token, "do=remove", "application/x-www-form-urlencoded")
        sent = self.upload()
        location = self.service.ask("POST", "/manage/lists", token, sent["body"], sent["kind"])[1]["Location"]
        return location.rpartition("/")[2]

    def sql(self, statement, *values):
        """Changes a table without history, as another process of the service does."""
        self.service.database.sql(statement, *values)

    def link_host(self):
        """A host at which the link checker was."""
        self.sql("INSERT INTO link_host_counts (host, links, failing, dead) VALUES ('www.example.org', 2, 1, 0) "
                 "ON CONFLICT DO NOTHING")
        return "www.example.org"

    def running_import(self, place="foreign", role=""):
        """An import of the token of this role, or of another one, in another process."""
        number = f"{self.fresh():016x}"
        who = "token:" + (self.tokens[role][8:20] if place == "example" and role in self.tokens else "0")
        self.sql("INSERT INTO imports VALUES (?, ?, ?, 'csv', 0, 'running', '{}', 1, 1, 99999999999)",
                 number, who, place + ":nightly")
        return number

    def verification(self):
        """A verification of another process that runs; those before it are forgotten."""
        self.no_verification()
        number = f"{self.fresh():016x}"
        self.sql("INSERT INTO verifications VALUES (?, 1, 0, 'running', 'token:0', 0, 0, 0, 0, 0, '', 0, '[]', 99999999999)",
                 number)
        return number

    def no_verification(self):
        while any(v["state"] == "running" and v["who"] != "token:0" for v in json.loads(
                self.service.ask("GET", "/api/v1/history/verifications", self.admin)[2])["items"]):
            pass
        self.sql("DELETE FROM verifications")

    def session(self, place, role):
        """A session of the token of this role, or of another one; an administrator, too, ends only its own."""
        own = role in self.tokens and (place == "example" or role == "administrator")
        token = self.tokens[role] if own else self.admin
        sent = form({}, token=token)
        status, headers, _ = self.service.ask("POST", "/sign-in", None, sent["body"], sent["kind"])
        assert status == 303 and "Set-Cookie" in headers, status
        return self.service.must("GET", "/api/v1/tokens/self/sessions", token)["items"][0]["id"]

    def foreign_things(self):
        """Makes foreign objects for each list that shows only the own ones."""
        self.transfer("foreign")
        self.running_import("foreign")
        self.list_of("foreign", "administrator")
        url = f"https://www.example.org/{self.name('foreign')[4:]}"
        self.post("names", {"name": f"urn:foreign:p{self.fresh()}", "locators": [{"url": url}]})
        self.sql("INSERT INTO health (url, state, since, checked, failures, status, media_type, target, says, host, name) "
                 "VALUES (?, 'dead', 1, 1, 9, 404, '', '', '', 'www.example.org', ?)", url, f"foreign:p{self.count}")
        today = datetime.datetime.now(datetime.timezone.utc).date().toordinal() - datetime.date(1970, 1, 1).toordinal()
        self.sql("INSERT INTO statistics VALUES (?, 'foreign', 'foreign:p', 'redirect', 1) ON CONFLICT DO NOTHING", today)
        self.sql("INSERT INTO unknown_names VALUES (?, 'foreign:unknown', 9)", today)

    def asset(self):
        """The name of the style of the pages."""
        page = self.service.ask("GET", "/")[2].decode()
        return re.search(r'href="/assets/([^"]+\.css)"', page).group(1)

    def reserved(self, place):
        urn = f"urn:{place}:p{self.fresh()}"
        self.post("reservations", {"names": [urn]})
        return urn

    def transfer(self, place, role=""):
        prefix = self.delegate(f"{place}:t{self.fresh()}-", "museum")
        if role == "manager" and place == "example":  # no manager asks and accepts alone
            return self.post("transfers", {"prefix": prefix, "to": "library"}, self.tokens["registrar"])["id"]
        return self.post("transfers", {"prefix": prefix, "to": self.registrar[place]})["id"]

    def own_transfer(self, place):
        prefix = self.delegate(f"{place}:w{self.fresh()}-", "library" if place == "example" else "museum")
        token = self.tokens["registrar"] if place == "example" else self.admin
        return self.post("transfers", {"prefix": prefix, "to": "archive"}, token)["id"]


def quote(text):
    return urllib.parse.quote(text, safe="")


def ask_for(path=None, query="", body=None, kind="application/json", token=None):
    return {"path": path or {}, "query": query, "body": body, "kind": kind, "token": token}


# The request of each operation: a function of the world, the place and the role. Without a function: as it stands.
URL = [{"url": "https://www.example.org/b"}]
A_NAME = {"urn": "urn:example:p0"}


def form(path=None, **fields):
    return ask_for(path, body=urllib.parse.urlencode(fields), kind="application/x-www-form-urlencoded")


def confirmed_form(urn, **fields):
    return form({"urn": urn}, version=1, confirmation=urn, **fields)


def end_of_delegation(prefix):
    return form({}, prefix=prefix, version=1, confirmation=f"urn:{prefix}")


def revoke(w, place, role):
    if place == "foreign":
        return ask_for({"id": w.another})
    if role not in w.tokens:
        return ask_for({"id": w.make("reader")[8:20]})
    token = w.make(role)
    return ask_for({"id": token[8:20]}, token=token)


def revoke_by_form(w, place, role):
    asked = revoke(w, place, role)
    token = asked["path"]["id"] if isinstance(asked.get("path"), dict) else w.another
    return {**form({"id": token}, confirmation=token), **({"token": asked["token"]} if asked.get("token") else {})}


def own_token(w, place, role):
    return ask_for({"id": w.another if place == "foreign" or role not in w.tokens else w.tokens[role][8:20]})


def registrar_to_end(w, place, role):
    if place == "foreign":
        return ask_for({"id": "archive"})
    w.post("registrars", {"id": f"end-{w.fresh()}", "name": "to be ended"}, w.managers["example"])
    return ask_for({"id": f"end-{w.count}"})


def registrar_to_end_by_form(w, place, role):
    registrar = registrar_to_end(w, place, role)["path"]["id"]
    return form({"id": registrar}, confirmation=registrar)


def of_request(body=None):
    return lambda w, place, role: ask_for({"id": w.request}, body=body)


def decide(body, *actions):
    """A possible action, of those whose prefixes reach the NID: an expert's token without any does, one for a namespace
    that is there already does not."""
    return lambda w, place, role: ask_for({"id": w.requested(actions)}, body=body)


def decide_once(body, *actions, **fields):
    """An action that is possible once for a NID, which each request has of its own: whoever may do it succeeds."""
    return lambda w, place, role: ask_for(
        {"id": w.requested(actions, w.template_for(f"quarry-{w.fresh()}", **fields))}, body=body)


def accept(what, body=None):
    """An operation on something that waits to be accepted: with the prefixes of decide()."""
    return lambda w, place, role: ask_for(w.waiting(what), body=body)


OPERATIONS = {
    # names
    "assignName": lambda w, p, r: ask_for(body={"name": f"urn:{p}:p{w.fresh()}", "locators": URL}),
    "putName": lambda w, p, r: ask_for({"urn": f"urn:{p}:p{w.fresh()}"}, body={"locators": URL}),
    "changeName": lambda w, p, r: ask_for({"urn": w.name(p)}, body={"locators": URL}),
    "activateName": lambda w, p, r: ask_for({"urn": w.reserved(p)}, body={"locators": URL}),
    "withdrawName": lambda w, p, r: ask_for({"urn": w.name(p)}, body={"reason": "by mistake"}),
    "reinstateName": lambda w, p, r: ask_for({"urn": w.withdrawn(p)}),
    "mintNames": lambda w, p, r: ask_for({"prefix": f"{p}:m-"}, body={"count": 2}),
    "reserveNames": lambda w, p, r: ask_for(body={"prefix": f"{p}:m-", "count": 2}),
    "getName": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "getNameHistory": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "listNames": ask_for(query="limit=2"),
    "getBatch": lambda w, p, r: ask_for({"id": w.post("reservations", {"prefix": f"{p}:m-", "count": 1})["id"]}),
    "exportNames": ask_for(query="prefix=example:"),
    "importNames": lambda w, p, r: ask_for(
        query="dry_run=true", body=f'{{"name":"urn:{p}:p{w.fresh()}","url":"https://www.example.org/"}}\n',
        kind="application/x-ndjson"),
    # resolution
    "resolve": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "resolveAsJson": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "resolveMany": ask_for(body=["urn:example:p0"]),
    "explainChoice": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "getLinkset": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "aboutName": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "getQrCode": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "thttp": lambda w, p, r: ask_for({"service": "N2Ls"}, query=w.name(p)),
    # namespaces
    "listNamespaces": ask_for(query="limit=1"),
    "getNamespace": lambda w, p, r: ask_for({"nid": p}),
    "putNamespace": lambda w, p, r: ask_for({"nid": p}, body={"title": f"{p} {w.fresh()}", "reinstate_within": 3600}),
    "checkNid": ask_for({"nid": "isbn"}),
    "listRegistry": ask_for(query="limit=3&q=book&format=json"),
    "readRegistration": lambda w, p, r: ask_for({"nid": p}, query="format=json"),
    "readRegistryState": ask_for(),
    "replaceRegistryList": lambda w, p, r: ask_for(body=w.iana_list(), kind="application/xml"),
    # registration
    "listRequests": ask_for(query="limit=1"),
    "openRequest": ask_for(body={"template": TEMPLATE, "title": "More quarries"}),
    "getRequest": of_request(),
    "approveRequest": decide({}, "submit", "review"),
    "acceptRequest": accept("submission", {}),
    "acceptComment": accept("comment"),
    "dismissComment": accept("comment"),
    "getReceivedSubmission": lambda w, p, r: ask_for(w.waiting("submission")),
    "listReceivedComments": lambda w, p, r: ask_for({"id": w.waiting("comment")["id"]}),
    "listRequestComments": of_request(),
    "commentOnRequest": of_request({"author": "A", "text": "Why?"}),
    "concludeRequest": decide({}, "submit", "recognize"),
    "declineRequest": decide({"text": "no"}, "submit", "review"),
    "compareRequestVersions": lambda w, p, r: ask_for({"id": w.request}, query="older=1&newer=1"),
    "recognizeRequester": decide({"body": "Quarries", "reference": "Minutes"}, "submit"),
    "reopenRequest": decide({"text": "again"}, "submit", "review", "approve"),
    "registerRequest": decide_once({}, "submit", "review", "approve"),
    "settleRequest": decide_once({"text": "so", "rules": {"syntax": None}}, "submit", "review", "approve", "register",
                                 Syntax="A name is a quarry and a stone, with a colon between them."),
    "reportRequest": decide({"text": "see", "reference": "https://www.example.org/"}, "submit", "review"),
    "returnRequest": decide({"text": "again"}, "submit", "review"),
    "reviewRequest": decide({}, "submit"),
    "submitRequest": of_request({}),
    "getRequestTemplate": of_request(),
    "editRequest": lambda w, p, r: ask_for({"id": w.request}, body=TEMPLATE, kind="text/plain"),
    "listRequestVersions": of_request(),
    "getRequestVersion": lambda w, p, r: ask_for({"id": w.request, "version": "1"}),
    "withdrawRequest": of_request({}),
    "getRequestFeed": ask_for(query="limit=2"),
    # webhooks
    "listWebhooks": ask_for(query="limit=1"),
    "createWebhook": ask_for(body={"url": "https://hooks.invalid/", "actions": ["register"]}),
    "getWebhook": lambda w, p, r: ask_for({"id": w.hook()}),
    "listDeliveries": lambda w, p, r: ask_for({"id": w.hook()}),
    "testWebhook": lambda w, p, r: ask_for({"id": w.hook()}),
    "endWebhook": lambda w, p, r: ask_for({"id": w.hook()}),
    # registrars, delegations, transfers
    "listRegistrars": ask_for(query="limit=1"),
    "addRegistrar": lambda w, p, r: ask_for(body={"id": f"new-{w.fresh()}", "name": "New", "contact": "x"}),
    "getRegistrar": lambda w, p, r: ask_for({"id": w.registrar[p]}),
    "changeRegistrar": lambda w, p, r: ask_for(
        {"id": w.registrar[p]}, body={"name": f"House {w.fresh()}"}),
    "endRegistrar": registrar_to_end,
    "listDelegations": ask_for(query="within=example:&limit=1"),
    "getDelegation": lambda w, p, r: ask_for({"prefix": f"{p}:p"}),
    "putDelegation": lambda w, p, r: ask_for({"prefix": f"{p}:d{w.fresh()}-"}, body={"registrar": "museum"}),
    "endDelegation": lambda w, p, r: ask_for({"prefix": w.delegate(f"{p}:e{w.fresh()}-", "museum")}),
    "listTransfers": ask_for(query="state=requested&limit=1"),
    "requestTransfer": lambda w, p, r: ask_for(
        body={"prefix": w.delegate(f"{p}:r{w.fresh()}-", w.registrar[p]), "to": "museum", "note": "please"}),
    "getTransfer": lambda w, p, r: ask_for({"id": w.transfer(p)}),
    "acceptTransfer": lambda w, p, r: ask_for({"id": w.transfer(p, r)}, body={"answer": "yes"}),
    "refuseTransfer": lambda w, p, r: ask_for({"id": w.transfer(p)}),
    "withdrawTransfer": lambda w, p, r: ask_for({"id": w.own_transfer(p)}),
    # tokens
    "listTokens": ask_for(query="limit=2"),
    "createToken": lambda w, p, r: ask_for(body={"role": "reader", "prefixes": [f"{p}:p"], "label": "test"}),
    "getOwnToken": ask_for(),
    "listOwnSessions": ask_for(),
    "endOwnSession": lambda w, p, r: ask_for({"id": w.session(p, r)}),
    "getToken": own_token,
    "revokeToken": revoke,
    "readmitUser": lambda w, p, r: ask_for({"id": w.another}),  # a token with a secret
    # histories
    "getNamespaceHistory": lambda w, p, r: ask_for({"nid": p}, query="limit=2"),
    "getRequestHistory": of_request(),
    "getRegistrarHistory": lambda w, p, r: ask_for({"id": w.registrar[p]}),
    "getDelegationHistory": lambda w, p, r: ask_for({"prefix": f"{p}:p"}),
    "getTransferHistory": lambda w, p, r: ask_for({"id": w.transfer(p)}),
    "getTokenHistory": own_token,
    # operation
    "startPage": ask_for(),
    "workbench": ask_for(),
    "search": ask_for(query="q=example:"),
    "readAsset": lambda w, p, r: ask_for({"file": w.asset()}),
    "chooseLanguage": ask_for({"tag": "de"}, "to=/about/x"),
    "isAlive": ask_for(),
    "isReady": ask_for(),
    "readMetrics": ask_for(),
    "readHead": ask_for(),
    "readHistory": ask_for(query="after=1&limit=2"),
    "readTree": ask_for(),
    "readProof": ask_for(query="event=1&from=1"),
    "readStatistics": ask_for(),
    "readPublicStatistics": ask_for(),
    "describeApi": ask_for(),
    "showApi": ask_for(query="operation=getName"),
    "startOfDocs": ask_for(),
    "readDocs": ask_for({"file": "index.html"}),
    "listProblems": ask_for(),
    "describeProblem": ask_for({"type": "gone"}),
    # pages of the registration
    "showRegistration": ask_for(),
    "showNewRequest": ask_for(),
    "openRequestByForm": form(base=TEMPLATE, title="A quarry", do="save"),
    "showDraft": of_request(),
    "editRequestByForm": lambda w, p, r: form({"id": w.request}, do="check"),
    "showRequest": of_request(),
    "decideRequestByForm": lambda w, p, r: form({"id": w.requested(("submit",))}, action="review"),
    "commentByForm": lambda w, p, r: form({"id": w.requested(("submit",))}, author="A", text="Why?"),
    "handleCommentByForm": lambda w, p, r: (lambda of: form({"id": of["id"]}, comment=of["comment"], do="accept"))(
        w.waiting("comment")),
    # pages of the name management
    "managePage": ask_for(),
    "manageNames": ask_for(query="q=example:"),
    "downloadNames": ask_for(query="prefix=example:"),
    "showAssignPage": ask_for(),
    "assignByForm": lambda w, p, r: form({}, name=f"urn:{p}:p{w.fresh()}"),
    "showManagedName": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "changeByForm": lambda w, p, r: form({"urn": w.name(p)}, version=1, successor="urn:example:p0"),
    "activateByForm": lambda w, p, r: form({"urn": w.reserved(p)}, version=1),
    "showWithdrawPage": lambda w, p, r: ask_for({"urn": w.name(p)}),
    "withdrawByForm": lambda w, p, r: confirmed_form(w.name(p), reason="by mistake"),
    "reinstateByForm": lambda w, p, r: form({"urn": w.withdrawn(p)}),
    "showMintPage": ask_for(),
    "mintByForm": lambda w, p, r: form({}, prefix=f"{p}:m-", count=2),
    "showReservePage": ask_for(),
    "reserveByForm": lambda w, p, r: form({}, prefix=f"{p}:m-", count=2),
    "showBatch": lambda w, p, r: ask_for({"id": w.post("reservations", {"prefix": f"{p}:m-", "count": 1})["id"]}),
    "previewSeveral": lambda w, p, r: form({}, name=w.name(p), action="withdraw", reason="by mistake"),
    "changeSeveral": lambda w, p, r: form({}, name=w.name(p), version=1, action="withdraw", reason="by mistake",
                                          confirmation="withdraw 1"),
    "showManagedNamespaces": ask_for(),
    "showNamespacePage": lambda w, p, r: ask_for(query=f"nid={p}"),
    "putNamespaceByForm": lambda w, p, r: form({}, nid=p, version=w.version(f"namespaces/{p}"), title=f"{p} {w.fresh()}",
                                               reinstate_within=3600),
    "showPrefixes": ask_for(),
    "showDelegationPage": ask_for(query="prefix=example:p"),
    "putDelegationByForm": lambda w, p, r: form({}, prefix=f"{p}:f{w.fresh()}-"),
    "endDelegationByForm": lambda w, p, r: end_of_delegation(w.delegate(f"{p}:e{w.fresh()}-", w.registrar[p])),
    "showRegistrars": ask_for(),
    "addRegistrarByForm": lambda w, p, r: form({}, id=f"form-{w.fresh()}", name="New"),
    "showRegistrarPage": lambda w, p, r: ask_for({"id": w.registrar[p]}),
    "changeRegistrarByForm": lambda w, p, r: form({"id": w.registrar[p]}, name=f"House {w.fresh()}"),
    "endRegistrarByForm": registrar_to_end_by_form,
    "showTransfers": ask_for(),
    "showTransfer": lambda w, p, r: ask_for({"id": w.transfer(p)}),
    "showFindings": ask_for(),
    "requestTransferByForm": lambda w, p, r: form({}, prefix=w.delegate(f"{p}:r{w.fresh()}-", w.registrar[p]),
                                                  to="museum"),
    "decideTransferByForm": lambda w, p, r: form({"id": w.transfer(p, r)}, decision="accept"),
    "showLists": ask_for(),
    "uploadList": World.upload(),
    "showList": lambda w, p, r: ask_for({"id": w.list_of(p, r)}),
    "startList": lambda w, p, r: form({"id": w.list_of(p, r)}, do="remove"),
    "downloadListResult": lambda w, p, r: ask_for({"id": w.list_of(p, r)}),
    # sessions; those that need one are tested in tests/http/session
    "showSignIn": ask_for(query="to=/account"),
    "signIn": lambda w, p, r: form({}, token=w.admin),
    "signOut": lambda w, p, r: form({}, everywhere="no"),
    "showAccount": ask_for(),
    "beginOpenidSignIn": ask_for(),
    "finishOpenidSignIn": ask_for(query="state=a&code=b"),
    "showSignedOut": ask_for(),
    "readmitUserByForm": lambda w, p, r: form({"id": w.another}),
    "endSessionByForm": form({"id": "0011223344556677"}),
    "showTokens": ask_for(),
    "showToken": own_token,
    "createTokenByForm": lambda w, p, r: form({}, role="reader", prefixes=f"{p}:"),
    "revokeTokenByForm": revoke_by_form,
    # the operation, for administrators
    "readResolutions": ask_for(query="namespace=example"),
    "readLatency": ask_for(query="span=day"),
    "listLinkHosts": ask_for(query="limit=2"),
    "getLinkHost": lambda w, p, r: ask_for({"host": w.link_host()}),
    "putLinkHostRule": lambda w, p, r: ask_for({"host": w.link_host()}, body={"rule": "paused", "until": "2100-01-01"}),
    "checkLinkHost": lambda w, p, r: ask_for({"host": w.link_host()}),
    "listImports": ask_for(query="limit=2"),
    "endImport": lambda w, p, r: ask_for({"id": w.running_import(p, r)}),
    "listVerifications": ask_for(query="limit=2"),
    "startVerification": lambda w, p, r: w.no_verification() or ask_for(),
    "getVerification": lambda w, p, r: ask_for({"id": w.verification()}),
    "endVerification": lambda w, p, r: ask_for({"id": w.verification()}),
    "readStore": ask_for(),
    "listSettings": ask_for(),
    "listDecisions": ask_for(query="area=tokens&limit=2"),
    "showOperation": ask_for(),
    "showResolutions": ask_for(query="days=7"),
    "showLatency": ask_for(query="period=week"),
    "showUnknownNames": ask_for(),
    "showLinkHosts": ask_for(),
    "showLinkHost": lambda w, p, r: ask_for({"host": w.link_host()}),
    "decideLinkHostByForm": lambda w, p, r: (lambda host: form({"host": host}, do="ignore", confirmation=host))(w.link_host()),
    "showImports": ask_for(),
    "endImportByForm": lambda w, p, r: form({"id": w.running_import()}),
    "showVerifications": ask_for(),
    "startVerificationByForm": lambda w, p, r: w.no_verification() or form({}),
    "endVerificationByForm": lambda w, p, r: form({"id": w.verification()}),
    "showStore": ask_for(),
    "showSettings": ask_for(query="q=port"),
    "showDecisions": ask_for(query="area=&who="),
    "showWebhooks": ask_for(),
    "createWebhookByForm": form(url="https://hooks.invalid/", action="register"),
    "showWebhook": lambda w, p, r: ask_for({"id": w.hook()}),
    "testWebhookByForm": lambda w, p, r: form({"id": w.hook()}),
    "showRegistryList": ask_for(),
    "replaceRegistryListByForm": lambda w, p, r: ask_for(
        body=f'--b\r\nContent-Disposition: form-data; name="file"; filename="urn-namespaces.xml"\r\n\r\n{w.iana_list()}\r\n--b--\r\n',
        kind="multipart/form-data; boundary=b"),
    "endWebhookByForm": lambda w, p, r: (lambda hook: form({"id": hook}, confirmation=hook))(w.hook()),
    # harvest
    "harvest": ask_for(query="verb=Identify"),
    "harvestByForm": ask_for(body="verb=ListSets", kind="application/x-www-form-urlencoded"),
    "readZone": ask_for(),
    "listLinks": ask_for(query="limit=2"),
}


def not_refused(service, world, name, sent, answer):
    """The mistake in the answer to a request whose only item is another's: each item is refused by itself."""
    if name == "importNames":
        results = [json.loads(line).get("result") for line in answer.splitlines()]
        return None if results[:1] == ["problem"] else f"the line of another's name: {results}"
    urn = urllib.parse.parse_qs(sent["body"])["name"][0]
    record = service.must("GET", "/api/v1/names/" + quote(urn), world.admin)
    return None if record["state"] == "active" else f"{urn} was changed: {record}"


class Checker:
    def __init__(self, document):
        self.document = document
        self.validators = {}

    def at(self, value):
        while isinstance(value, dict) and "$ref" in value:
            ref = value["$ref"]
            value = self.document
            for name in ref[2:].split("/"):
                value = value[name.replace("~1", "/").replace("~0", "~")]
        return value

    def validator(self, schema):
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            # References are those of the whole document.
            whole = {"allOf": [schema], "components": self.document["components"]}
            self.validators[key] = jsonschema.Draft202012Validator(whole)
        return self.validators[key]

    def wrong_with(self, operation, method, status, headers, body):
        responses = operation["responses"]
        if str(status) not in responses and "default" not in responses:
            return f"{status} is not described: {body[:300].decode(errors='replace')}"
        response = self.at(responses.get(str(status), responses.get("default")))
        for name, header in response.get("headers", {}).items():
            header = self.at(header)
            if name not in headers:
                if header.get("required"):
                    return f"{status} has no {name}"
            elif "pattern" in self.at(header.get("schema", {})):
                if not re.search(header["schema"]["pattern"], headers[name]):
                    return f"{name}: {headers[name]} is not as described"
        content = response.get("content")
        if method == "HEAD" or not body:
            return None
        if not content:
            return f"{status} is described without a body, and has one"
        kind = headers.get("Content-Type", "").split(";")[0].strip()
        if kind not in content:
            return f"{status} is {kind}; described are {', '.join(content)}"
        if kind == "application/json" or kind.endswith("+json"):
            for error in self.validator(content[kind].get("schema", {})).iter_errors(json.loads(body)):
                return f"{status}, {error.json_path}: {error.message[:300]}"
        return None


# The lists that show to a principal only its own: what it must have to see more (read; administer; whole, no prefixes), and the
# query that has them show all of it. OF_THE_WHOLE are no lists. Each part of the history has all registrars,
# with the prefixes of their managers, so names are looked for there.
OWN_LISTS = {
    "listLinks": ("read", "state=dead&limit=1000"), "readStatistics": ("read", "unknown=100"), "showFindings": ("read", ""),
    "listTransfers": ("administer", "limit=1000"), "showTransfers": ("administer", ""),
    "listImports": ("administer", "limit=1000"), "listTokens": ("administer", "limit=1000"), "showTokens": ("administer", ""),
    "getOwnToken": ("", ""), "listOwnSessions": ("", ""), "showAccount": ("", ""), "showLists": ("", ""),
    "readHistory": ("whole", "limit=10000", b"foreign:p"),
}


def lists_of_others(world, operations):
    """The lists of scope "own" without a row, those that show to a principal what is foreign, and those that never do."""
    world.foreign_things()
    own = {name for name, (template, method, o) in operations.items()
           if o["x-scope"] == "own" and method == "GET" and "{" not in template and name not in OF_THE_WHOLE}
    wrong = [f"{name} is in OWN_LISTS, or has the scope own, not both" for name in sorted(own ^ OWN_LISTS.keys())]
    for name in sorted(own & OWN_LISTS.keys()):
        by, query, *text = OWN_LISTS[name]
        template, method, operation = operations[name]
        seen = set()
        for role in PRINCIPALS:
            status, _, body = world.service.ask(method, template + "?" + query, world.tokens[role])
            if (text[0] if text else b"foreign:") in body:
                seen.add(role)
            if status != (200 if ROLES[role] in operation["x-roles"] else 403):
                wrong.append(f"{name} by {role} is {status}")
        right = {role for role in PRINCIPALS if ROLES[role] in operation["x-roles"]
                 and (by == "read" and (reaches(role, "foreign") or role == "unbounded reader") or by == "administer" and role == "administrator"
                      or by == "whole" and not PRINCIPALS[role][1])}
        if seen != right:
            wrong.append(f"{name} shows what is foreign to {sorted(seen)}, not to {sorted(right)}")
    return wrong


def product(service, world, document, operations, opened):
    """Asks for each operation by each principal: the number of requests, the statuses by operation, and the mistakes.
    `opened`: whether the service has the settings of x-opened-by."""
    checker = Checker(document)
    asked, statuses, mistakes = 0, {}, []
    for name in sorted(operations.keys() & OPERATIONS.keys()):
        template, method, operation = operations[name]
        how = OPERATIONS[name]
        described = [checker.at(p) for p in document["paths"][template].get("parameters", [])]
        described += [checker.at(p) for p in operation.get("parameters", [])]
        for role in ("nobody", *PRINCIPALS, "expired", "revoked", "wrong"):
            tokens = {"nobody": [None], "expired": [world.expired], "revoked": [world.revoked],
                      "wrong": world.wrong}.get(role) or [world.tokens[role]]
            # a token that is not good costs a hash each time, and no place is its own
            for place in PLACES if role in ("nobody", *PRINCIPALS) else PLACES[:1]:
                for token in tokens:
                    x = how(world, place, role) if callable(how) else how
                    target = re.sub(r"\{([^}]*)\}", lambda m: quote(x["path"][m.group(1)]), template)
                    target += "?" + x["query"] if x["query"] else ""
                    right = expected(name, operation, role, place, callable(how), opened)
                    if method == "GET":  # RFC 9110 9.3.2: HEAD is for the same as GET, without the content
                        status, headers, body = service.ask(
                            "HEAD", target, x["token"] or token, x["body"], x["kind"])
                        asked += 1
                        what = f"{name} by {role} in {place}: HEAD {target}"
                        if status != right:
                            mistakes.append(f"{what} is {status}, not {right}")
                        wrong = checker.wrong_with(operation, "HEAD", status, headers, body)
                        if wrong or body:
                            mistakes.append(f"{what}: {wrong or body[:200]}")
                    status, headers, body = service.ask(
                        method, target, x["token"] or token, x["body"], x["kind"])
                    asked += 1
                    statuses.setdefault(name, set()).add(status)
                    what = f"{name} by {role} in {place}: {method} {target}"
                    if status != right:
                        mistakes.append(f"{what} is {status}, not {right}: {body[:200].decode(errors='replace')}")
                    wrong = checker.wrong_with(operation, method, status, headers, body)
                    if wrong:
                        mistakes.append(f"{what}: {wrong}")
                    if operation["x-scope"] == "each" and status < 300 and not reaches(role, place):
                        wrong = not_refused(service, world, name, x, body)
                        if wrong:
                            mistakes.append(f"{what}: {wrong}")
                    challenge = headers.get("WWW-Authenticate", "")
                    error = re.search(r'error="(\w+)"', challenge)
                    error = error.group(1) if error else None
                    if status == 401 and (not challenge.startswith("Bearer ")
                                          or error != (None if role == "nobody" else "invalid_token")):
                        mistakes.append(f"{what}: WWW-Authenticate: {challenge} (RFC 6750 3)")
                    if status == 403 and error != "insufficient_scope":
                        mistakes.append(f"{what}: WWW-Authenticate: {challenge} (RFC 6750 3.1)")
    return asked, statuses, mistakes


def reference_pages(service, document, operations):
    """The faults of the pages of /api: the overview, one of each operation, one of each schema."""
    wrong = []
    pages = ["/api", *(f"/api?operation={quote(name)}" for name in operations),
             *(f"/api?schema={quote(name)}" for name in document["components"]["schemas"])]
    for page in pages:
        status, headers, body = service.ask("GET", page, Accept="text/html")
        kind = headers.get("Content-Type", "")
        if status != 200 or not kind.startswith("text/html"):
            wrong.append(f"{page}: {status} {kind} {body[:200].decode(errors='replace')}")
    return len(pages), wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    options = parser.parse_args()
    mistakes = []
    with tempfile.TemporaryDirectory(prefix="uniform-api-") as folder, stores(options.database, folder) as make:
        os.mkdir(os.path.join(folder, "docs"))
        with open(os.path.join(folder, "docs/index.html"), "w", encoding="utf-8") as page:
            page.write("<!DOCTYPE html>")
        service = Service(options.command, folder, "web.docs=" + os.path.join(folder, "docs"), database=make("names"))
        try:
            status, headers, body = service.ask("GET", "/api/v1/openapi.json")
            assert status == 200 and headers["Content-Type"] == "application/json", (status, headers)
            document = json.loads(body)
            for name, schema in document["components"]["schemas"].items():
                jsonschema.Draft202012Validator.check_schema(schema)
            operations = {}
            for template, item in document["paths"].items():
                for method in ("get", "put", "post", "delete", "patch"):
                    if method in item:
                        operations[item[method]["operationId"]] = (template, method.upper(), item[method])
            mistakes += missing_principals(document) + without_scope(operations)
            for name in sorted(operations.keys() ^ OPERATIONS.keys()):
                there = "here" if name in OPERATIONS else "in the document"
                mistakes.append(f"{name} is only {there}")

            asked, wrong = reference_pages(service, document, operations)
            mistakes += wrong

            world = World(service)
            opened = {name: o for name, o in operations.items() if "x-opened-by" in o[2]}
            number, statuses, wrong = product(service, world, document, operations, False)
            asked += number
            mistakes += wrong
            if not opened:
                mistakes.append("no operation is opened by a setting")
            settings = sorted({o["x-opened-by"] + "=true" for _, _, o in opened.values()})
            other = Service(options.command, folder, *settings, database=service.database)
            try:
                number, _, wrong = product(other, world, document, opened, True)
            finally:
                code = other.stop()
            asked += number
            mistakes += [f"with {settings}: {one}" for one in wrong]
            if code != 0:
                mistakes.append(f"the service with {settings} ended with {code}")
            for (role, restricted), right in NO_TOKENS.items():
                status, _, text = service.ask("POST", "/api/v1/tokens", world.admin, world.token_of(role, restricted))
                if status != right:
                    mistakes.append(f"a token for a {role}, restricted: {restricted}, is {status}, not {right}: {text[:200]}")
            mistakes += lists_of_others(world, operations)
            for what, token, method, path, body, right in insufficient(world):
                status, _, text = service.ask(method, "/api/v1/" + path, token, body)
                asked += 1
                if status != right:
                    mistakes.append(f"insufficient permissions, {what}: {method} {path} is {status}, not {right}: {text[:200]}")
            mistakes += together(world) + by_a_secret(world) + reviewers_of_prefixes(world)
            for name in sorted(statuses.keys() - SUCCEED_ELSEWHERE.keys()):
                if not any(s < 400 for s in statuses[name]) and not name.endswith(("Request", "Requester", "Versions", "Version", "Template")):
                    mistakes.append(f"{name} never succeeded: {sorted(statuses[name])}")
        finally:
            code = service.stop()
        if code != 0:
            mistakes.append(f"the service ended with {code}")
    for m in mistakes[:60]:
        print(m)
    print(f"{len(OPERATIONS)} operations, {asked} requests, {len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
