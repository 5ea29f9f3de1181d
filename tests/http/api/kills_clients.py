"""The clients of kills_test.py: each works on prefixes of its own until the service is gone, and then says what is wrong
with what is there. A request without a response may have been carried out or not, and nothing between."""
import http.client
import json
import random
import re
import socket
import threading
import time

from api_test import quote

NAMES = "/api/v1/names/"


class Unanswered(Exception):
    """There is no response, or one that says that the service or its database is away."""


class Client:
    """One step of work after the other. `pending` is what was sent last, until its response."""

    def __init__(self, kills, number):
        self.kills, self.number = kills, number
        self.rng = random.Random(kills.rng.random())
        self.connection = None
        self.pending = None
        self.done = {}  # kind of work: its number
        self.setup()

    def setup(self):
        """Makes the resources that the first step needs."""

    def count(self, what, number=1):
        self.done[what] = self.done.get(what, 0) + number

    def fresh(self, letter):
        """A text that no other name begins with."""
        return f"{letter}{self.kills.number()}-"

    def ask(self, method, target, body=None, kind="application/json", token=None, **fields):
        headers = {"Authorization": "Bearer " + (token or self.kills.admin), **{k.replace("_", "-"): v for k, v in fields.items()}}
        if body is not None:
            headers["Content-Type"] = kind
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.kills.service.address, timeout=120)
            self.connection.request(method, target, body=body, headers=headers)
            r = self.connection.getresponse()
            text = r.read()
        except (OSError, http.client.HTTPException) as e:
            self.hang_up()
            raise Unanswered(str(e)) from e
        self.answered(method, target, r.status, text)
        return r.status, r.headers, text

    def answered(self, method, target, status, text):
        self.kills.counts["requests"] += 1
        if status >= 500:
            if not self.kills.disturbed:
                self.kills.complain(f"{method} {target} is {status}", text)
            raise Unanswered(f"{status}")

    def hang_up(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def acknowledged(self, what, number=1):
        self.pending = None
        self.count(what, number)
        self.kills.one_acknowledged(number)

    def unexpected(self, what, status, text):
        self.pending = None
        self.kills.complain(f"{type(self).__name__}: {what} is {status}", text)

    def exported(self, prefix):
        """The names that begin so, in order."""
        status, _, text = self.ask("GET", f"/api/v1/export?format=ndjson&prefix={quote(prefix)}")
        return [json.loads(line) for line in text.splitlines()] if status == 200 else []

    def work(self, ends):
        """Steps until the service is gone."""
        try:
            while not ends.is_set():
                self.step()
        except Unanswered:
            pass
        except Exception as e:  # a thread must not end without a word
            self.kills.complain(f"{type(self).__name__}: {e!r}")
        self.hang_up()


class Names(Client):
    """Assigns, mints, reserves, changes, withdraws; each request with a key, by which it is repeated if it has no
    response."""

    def setup(self):
        self.own = []  # targets

    def step(self):
        rng = self.rng
        what = rng.choice(["assign", "assign", "mint", "reserve", "change", "change", "change", "withdraw"])
        locators = {"locators": [{"url": f"https://www.example.org/{rng.randrange(10 ** 6)}"}]}
        urn = "urn:example:" + self.fresh("n")
        if what == "assign" or (what in ("change", "withdraw") and not self.own):
            request = ("assign", "PUT", NAMES + quote(urn), locators)
        elif what == "mint":
            request = ("mint", "POST", "/api/v1/prefixes/example%3Am-/mint", {"count": rng.choice([1, 5, 50])})
        elif what == "reserve":
            request = ("reserve", "POST", "/api/v1/reservations", {"names": [urn]})
        else:
            target = rng.choice(self.own)
            state = self.kills.model[target]["state"]
            if state == "reserved":
                request = ("activate", "POST", target + "/activate", locators)
            elif state != "active":
                return
            elif what == "withdraw":
                request = ("withdraw", "POST", target + "/withdraw", {"reason": "by mistake"})
            else:
                request = ("change", "PATCH", target, locators)
        self.pending = (*request, f"key-{self.number}-{self.fresh('k')}")
        self.send()

    def send(self):
        what, method, target, body, key = self.pending
        status, _, text = self.ask(method, target, body, Idempotency_Key=key)
        if status >= 300:
            self.unexpected(f"{what}: {method} {target}", status, text)
            return
        answer = json.loads(text)
        named = [NAMES + quote(n["name"] if isinstance(n, dict) else n) for n in answer.get("items", answer.get("names", []))] \
            if what in ("mint", "reserve") else [target.removesuffix("/activate").removesuffix("/withdraw")]
        self.acknowledged(what, len(named))
        for one in named:
            before = self.kills.model.get(one)
            if before is None:
                self.own.append(one)
            self.kills.model[one] = answer if what not in ("mint", "reserve") else {"state": {"mint": "active"}.get(what, "reserved")}
            if before and "version" in before and answer.get("version") != before["version"] + 1:
                self.kills.complain(f"{what} {one}", f"from version {before['version']} to {answer.get('version')}")

    def check(self):
        """The request without a response is carried out once; a name has an event for each version."""
        if self.pending:
            self.send()
        if self.own:
            target = self.rng.choice(self.own[-50:])
            events = self.kills.read(target + "/history?limit=1000").get("items", [])
            version = self.kills.read(target).get("version")
            if len(events) != version:
                self.kills.complain(f"{target} has version {version}, and the events", json.dumps(events))

    def finish(self):
        """Names are looked at by kills_test.py."""


class Lines:
    """A list of new names, as NDJSON or CSV; each text is the same when it is made again."""

    def __init__(self, prefix, number, is_csv):
        self.prefix, self.number, self.is_csv = prefix, number, is_csv
        self.first = 2 if is_csv else 1  # the line of the first name
        urls = [f"https://www.example.org/{n}" for n in range(number)]
        self.urns = [f"urn:{prefix}{n:06}" for n in range(number)]
        rows = [f"{n},{u}\n" for n, u in zip(self.urns, urls)] if is_csv else [
            f'{{"name":"{n}","url":"{u}"}}\n' for n, u in zip(self.urns, urls)]
        self.text = ("name,url\n" * is_csv + "".join(rows)).encode()
        self.kind = "text/csv" if is_csv else "application/x-ndjson"

    def wrong_with(self, found, least=0):
        """None, or why these names are not the first ones of the list, at least so many of them."""
        if len(found) < least:
            return f"{len(found)} names of {self.number}; {least} were acknowledged"
        for n, name in enumerate(found):
            if n >= self.number or name["name"] != self.urns[n]:
                return f"{name['name']} is name {n} of {len(found)}"
            if [one["url"] for one in name["locators"]] != [f"https://www.example.org/{n}"]:
                return f"{name}"
        return None


class Imports(Client):
    """Lists that are streamed with an id, so that they continue: whole ones, those whose body is cut anywhere, and dry
    runs, which write nothing."""

    def setup(self):
        self.lines = None
        self.known = 0  # names that were acknowledged
        self.last = None
        self.finished = []

    def step(self):
        if self.lines is None:
            self.lines = Lines("foreign:" + self.fresh("i"), self.kills.length(self.rng), self.rng.random() < 0.5)
            self.id, self.known, self.runs = "id-" + self.lines.prefix.replace(":", "-"), 0, 0
        dry = self.runs == 0 and self.rng.random() < 0.2
        cut = self.rng.randrange(len(self.lines.text)) if self.rng.random() < 0.25 else None
        self.runs += 1
        self.stream(dry, cut)

    def stream(self, dry, cut):
        """One request; its lines are read while it is sent. Ends at a cut without waiting."""
        lines, target = self.lines, f"/api/v1/imports?id={self.id}" + ("&dry_run=true" if dry else "")
        try:
            host, port = self.kills.service.address.rsplit(":", 1)
            with socket.create_connection((host.strip("[]"), int(port)), timeout=120) as c:
                head = (f"POST {target} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {self.kills.admin}\r\nConnection: close\r\n"
                        f"Content-Type: {lines.kind}\r\nContent-Length: {len(lines.text)}\r\n\r\n").encode()
                sender = threading.Thread(target=self.send, args=(c, head + lines.text[:cut], cut is not None))
                sender.start()
                try:
                    if cut is None or self.rng.random() < 0.5:
                        self.receive(c, dry, cut)
                finally:
                    if cut is None:
                        c.close()
                    sender.join()
                if cut is not None:
                    self.count("lists cut")
        except (OSError, http.client.HTTPException, ValueError) as e:
            if cut is None or isinstance(e, ConnectionRefusedError):
                raise Unanswered(str(e)) from e

    @staticmethod
    def send(c, data, ends):
        try:
            c.sendall(data)
            if ends:
                c.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def receive(self, c, dry, cut):
        r = http.client.HTTPResponse(c, method="POST")
        r.begin()
        if r.status != 200:
            text = r.read()
            if cut is not None:
                return  # the service says so
            self.answered("POST", "/api/v1/imports", r.status, text)
            if r.status != 429:
                self.unexpected("an import", r.status, text)
                self.lines = None
            return
        said = None
        for text in iter(r.readline, b""):
            if not text.endswith(b"\n"):
                return  # cut by a kill
            said = json.loads(text)
            if "resumed_after_line" in said:
                resumed = said["resumed_after_line"] - self.lines.first + 1
                if resumed < self.known:
                    self.kills.complain(f"the import {self.id} resumes after {resumed} names", f"{self.known} were acknowledged")
                self.count("lists continued")
            elif "line" in said:
                if said["result"] not in ("assigned", "unchanged"):
                    self.kills.complain(f"a line of {self.id}", text)
                elif not dry:
                    self.known = max(self.known, said["line"] - self.lines.first + 1)
        self.counted(said, dry, cut)

    def counted(self, said, dry, cut):
        """The last line of a response."""
        if said is None or "summary" not in said:
            if cut is None and not self.kills.disturbed:
                self.kills.complain(f"the import {self.id} ends with", json.dumps(said))
            raise Unanswered("the import did not end")
        self.kills.counts["requests"] += 1
        counts = said["summary"]
        if cut is not None:
            self.kills.complain(f"the import {self.id} has a summary, and its body was cut at {cut}", json.dumps(said))
        elif counts["assigned"] + counts["unchanged"] != self.lines.number:
            self.kills.complain(f"the import {self.id} of {self.lines.number} names", json.dumps(said))
        if dry:
            self.acknowledged("dry runs")
        elif cut is None:
            self.acknowledged("lists imported")
            self.count("names imported", self.lines.number)
            self.finished.append(self.lines)
            self.lines, self.known = None, 0

    def check(self):
        """Whole blocks of the list are there, from its beginning, as far as it was acknowledged."""
        if self.lines is not None:
            found = self.exported(self.lines.prefix)
            if (wrong := self.lines.wrong_with(found, self.known)) is not None:
                self.kills.complain(f"the import {self.id} after {self.runs} runs", wrong)
            if 0 < len(found) < self.lines.number:
                self.count("lists broken off")
        if self.finished and self.finished[-1] is not self.last:
            self.last = self.finished[-1]
            self.whole(self.last)

    def whole(self, lines):
        if (wrong := lines.wrong_with(self.exported(lines.prefix), lines.number)) is not None:
            self.kills.complain(f"the list {lines.prefix} was imported", wrong)

    def finish(self):
        """The list that was broken off continues, and is whole."""
        while self.lines is not None:
            self.stream(False, None)
        for lines in self.finished:
            self.whole(lines)


class Lists(Client):
    """Lists that are uploaded by the pages, checked, and imported by the service itself."""
    STATES = ["uploaded", "checking", "checked", "importing", "imported"]

    def setup(self):
        status, _, text = self.ask("POST", "/api/v1/tokens", {"role": "administrator"})
        assert status == 201, text
        self.token = json.loads(text)["token"]
        self.lists = {}  # id: [lines, state]
        self.imported = []

    def form(self, **fields):
        return "&".join(f"{k}={quote(v)}" for k, v in fields.items())

    def upload(self):
        key, lines = self.pending
        name = "names.csv" if lines.is_csv else "names.ndjson"
        body = (f'--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n{key}\r\n--b\r\nContent-Disposition: form-data; '
                f'name="file"; filename="{name}"\r\n\r\n').encode() + lines.text + b"\r\n--b--\r\n"
        status, headers, text = self.ask("POST", "/manage/lists", body, "multipart/form-data; boundary=b", self.token)
        if status != 303:
            self.unexpected("an upload", status, text)
            return
        self.lists[headers["Location"].rpartition("/")[2]] = [lines, "uploaded"]
        self.acknowledged("lists uploaded")

    def act(self, number, what):
        lines, _ = self.lists[number]
        columns = {"column.0": "name", "column.1": "url"} if lines.is_csv else {}
        status, _, text = self.ask("POST", "/manage/lists/" + number, self.form(do=what, **columns),
                                   "application/x-www-form-urlencoded", self.token)
        if status == 303:
            self.acknowledged(f"list: {what}")
        elif status != 409:  # by now it is done
            self.unexpected(f"{what} of a list", status, text)
        return status == 303

    def look(self):
        """The states of all lists: none goes back."""
        status, _, text = self.ask("GET", "/api/v1/imports?limit=100", token=self.token)
        if status != 200:
            self.unexpected("the lists", status, text)
            return
        now = {one["id"]: one for one in json.loads(text)["items"] if one["kind"] == "list"}
        for number, (lines, before) in list(self.lists.items()):
            state = now.pop(number, {"state": "gone"})
            if state["state"] not in self.STATES:
                self.kills.complain(f"the list {number} was {before}", json.dumps(state))
                del self.lists[number]
            elif self.STATES.index(state["state"]) < self.STATES.index(before):
                self.kills.complain(f"the list {number} was {before}, and went back", json.dumps(state))
            else:
                self.lists[number][1] = state["state"]
                if state["state"] in ("checked", "imported") and state["assigned"] + state["unchanged"] != lines.number:
                    self.kills.complain(f"the list {number} of {lines.number} names", json.dumps(state))
        for number in now:
            self.kills.complain(f"there is a list {number} that nobody has uploaded", json.dumps(now[number]))

    def step(self):
        if len(self.lists) < 3:
            self.pending = (self.fresh("key-"), Lines("foreign:" + self.fresh("l"), self.kills.length(self.rng), self.rng.random() < 0.5))
            self.upload()
            return
        self.look()
        for number, (lines, state) in list(self.lists.items()):
            if state == "uploaded":
                what = self.rng.choice(["check", "import"])
                self.act(number, what)
                self.lists[number][1] = "checking" if what == "check" else "importing"
            elif state == "checked":
                if self.exported(lines.prefix):
                    self.kills.complain(f"the list {number} was only checked", f"and has names of {lines.prefix}")
                self.act(number, "import")
                self.lists[number][1] = "importing"
            elif state == "imported":
                self.results(number, lines)
                self.imported.append(lines)
                self.pending = ("remove", number)
                if self.act(number, "remove"):
                    del self.lists[number]

    def results(self, number, lines):
        """One result for each line, and the names."""
        status, _, text = self.ask("GET", f"/manage/lists/{number}/result?format=ndjson", token=self.token)
        rows = [json.loads(line) for line in text.splitlines()]
        expected = list(range(lines.first, lines.first + lines.number))
        if status != 200 or [r["line"] for r in rows] != expected or any(r["result"] not in ("assigned", "unchanged") for r in rows):
            bad = [r for r in rows if r["result"] not in ("assigned", "unchanged")][:3]
            self.kills.complain(f"the results of the list {number}: {len(rows)} of {lines.number}", f"{status} {bad}")
        if (wrong := lines.wrong_with(self.exported(lines.prefix), lines.number)) is not None:
            self.kills.complain(f"the list {number} was imported", wrong)
        self.count("lists imported by the service")

    def check(self):
        if self.pending and self.pending[0] == "remove":
            number = self.pending[1]
            status, _, _ = self.ask("GET", "/manage/lists/" + number, token=self.token)
            if status == 404:
                del self.lists[number]
        elif self.pending:
            self.upload()  # with its key: once
        self.pending = None
        self.look()
        for number, (lines, state) in self.lists.items():
            found = self.exported(lines.prefix)
            least = lines.number if state == "imported" else 0
            wrong = lines.wrong_with(found, least)
            if state in ("uploaded", "checking", "checked") and found:
                wrong = f"it has {len(found)} names"
            if wrong is not None:
                self.kills.complain(f"the list {number} is {state}", wrong)

    def finish(self):
        """The service does what it was asked for, also before it was killed."""
        until = time.monotonic() + 300
        while any(state in ("checking", "importing") for _, state in self.lists.values()):
            self.look()
            if time.monotonic() > until:
                self.kills.complain("lists that are not done after five minutes", self.lists)
                break
        for number, (lines, state) in self.lists.items():
            if state == "imported":
                self.results(number, lines)
        for lines in self.imported:
            if (wrong := lines.wrong_with(self.exported(lines.prefix), lines.number)) is not None:
                self.kills.complain(f"the list {lines.prefix} was imported", wrong)


class Transfers(Client):
    """Prefixes that move between two registrars; whose they are, assigns names."""
    OTHER = {"library": "archive", "archive": "library"}

    def setup(self):
        self.prefix = "example:" + self.fresh("t")
        self.delegation = "/api/v1/delegations/" + quote(self.prefix)
        self.owner = "library"
        status, _, text = self.ask("PUT", self.delegation, {"registrar": self.owner})
        assert status in (200, 201), text
        self.transfer = None  # its id, while it is open
        self.states = {}  # id: the state that was acknowledged

    def step(self):
        if self.rng.random() < 0.5:
            self.assign(self.rng.choice(["library", "archive"]))
        elif self.transfer is None:
            self.pending = ("request", None)
            status, _, text = self.ask("POST", "/api/v1/transfers", {"prefix": self.prefix, "to": self.OTHER[self.owner]},
                                       token=self.kills.registrars[self.owner])
            if status != 201:
                self.unexpected("a transfer", status, text)
                return
            self.acknowledged("transfers requested")
            self.transfer = json.loads(text)["id"]
            self.states[self.transfer] = "requested"
        else:
            self.decide(self.rng.choice(["accept", "accept", "refuse", "withdraw"]))

    def decide(self, what):
        self.pending = (what, self.transfer)
        side = self.owner if what == "withdraw" else self.OTHER[self.owner]
        status, _, text = self.ask("POST", f"/api/v1/transfers/{quote(self.transfer)}/{what}", {}, token=self.kills.registrars[side])
        if status != 200:
            self.unexpected(f"to {what} a transfer", status, text)
            return
        self.decided(json.loads(text)["state"])
        self.acknowledged("transfers decided")

    def decided(self, state):
        self.states[self.transfer] = state
        if state == "accepted":
            self.owner = self.OTHER[self.owner]
        self.transfer = None

    def assign(self, by):
        """Only the registrar of the prefix may."""
        urn = f"urn:{self.prefix}{self.fresh('a')}"
        status, _, text = self.ask("PUT", NAMES + quote(urn), {"locators": [{"url": "https://www.example.org/t"}]},
                                   token=self.kills.registrars[by])
        if status != (201 if by == self.owner else 403):
            self.unexpected(f"a name of {self.prefix}, which is of {self.owner}, by {by}", status, text)
        elif status == 201:
            self.kills.model[NAMES + quote(urn)] = {"state": "active", "registrar": by}
            self.acknowledged("names assigned under a prefix that moves")

    def check(self):
        k = self.kills
        if self.pending and self.pending[0] == "request":
            status, _, text = self.ask("GET", "/api/v1/transfers?limit=1000&state=requested")
            found = [t for t in json.loads(text).get("items", []) if t["prefix"] == self.prefix and t["id"] not in self.states]
            if status != 200 or len(found) > 1:
                k.complain(f"the transfers of {self.prefix}", f"{status} {found}")
            for one in found[:1]:
                self.transfer, self.states[one["id"]] = one["id"], one["state"]
        elif self.pending:
            state = k.read("/api/v1/transfers/" + quote(self.transfer)).get("state")
            if state != "requested":
                self.decided(state)
        self.pending = None
        delegation = k.read(self.delegation)
        if delegation.get("registrar") != self.owner:
            k.complain(f"{self.prefix} is of {self.owner}", json.dumps(delegation))
        for number, state in list(self.states.items())[-5:]:
            now = k.read("/api/v1/transfers/" + quote(number)).get("state")
            k.counts["read again"] += 1
            if now != state:
                k.complain(f"the transfer {number} was {state}", f"and is {now}")

    def finish(self):
        self.check()


class Rules(Client):
    """Revisions of the rules of a namespace, whose names are imported meanwhile, and of the draft of a registration."""
    TARGET = "/api/v1/namespaces/foreign"

    def setup(self):
        self.version = json.loads(self.ask("GET", self.TARGET)[2])["version"]
        template = "Namespace Identifier: quarry\n"
        status, _, text = self.ask("POST", "/api/v1/requests", {"template": template, "title": "Quarries"})
        assert status == 201, text
        self.request = "/api/v1/requests/" + quote(json.loads(text)["request"]["id"])
        self.edits = 0

    def step(self):
        if self.rng.random() < 0.3:
            self.pending = "edit"
            text = f"Namespace Identifier: quarry\n\nPurpose: Edit {self.edits + 1} names stones.\n"
            status, _, answer = self.ask("PUT", self.request + "/template", text, "text/plain")
            if status not in (200, 201, 204):
                self.unexpected("an edit", status, answer)
                return
            self.edits += 1
            self.acknowledged("edits of a registration")
            return
        rules = {"title": f"revision {self.version + 1}"}
        if self.rng.random() < 0.5:
            rules["syntax"] = {"pattern": self.rng.choice(["^[a-z0-9-]+$", "^[a-z][a-z0-9-]*$"])}
        self.pending = "rules"
        status, _, text = self.ask("PUT", self.TARGET, rules, If_Match=f'"{self.version}"')
        if status != 200:
            self.unexpected(f"a revision with {rules}", status, text)
            return
        self.version += 1
        if json.loads(text)["version"] != self.version:
            self.kills.complain(f"a revision of version {self.version - 1}", text)
        self.acknowledged("revisions of a namespace")

    def check(self):
        k = self.kills
        now = k.read(self.TARGET)
        versions = [self.version] + [self.version + 1] * (self.pending == "rules")
        if now.get("version") not in versions or (now["version"] > 1 and now.get("title") != f"revision {now['version']}"):
            k.complain(f"the namespace was at version {versions}", json.dumps(now))
        self.version = now.get("version", self.version)
        status, _, text = self.ask("GET", self.request + "/template")
        edit = re.search(rb"Edit ([0-9]+)", text)
        edits = int(edit[1]) if edit else 0
        if status != 200 or edits not in [self.edits] + [self.edits + 1] * (self.pending == "edit"):
            k.complain(f"{self.request} was edited {self.edits} times", f"{status} {text}")
        self.edits = edits
        self.pending = None

    def finish(self):
        self.check()
