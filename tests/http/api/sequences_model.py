"""The model of a store that requests change: what was acknowledged, and whether the store still has it."""
import json
import os
import subprocess

# The members that other operations change, or that follow from the state of others.
DERIVED = {"registrars": {"prefixes"}, "names": {"responsible"}}


class Model:
    """`model` has what GET shows for each target, `heads` the heads of the history that were seen, `wrong` the mistakes.
    The service is a Process (sequences_faults.py)."""

    def __init__(self, command, folder, location, rng):
        self.command, self.folder, self.location, self.rng = command, folder, location, rng
        self.service = self.admin = None
        self.model = {}
        self.heads = []
        self.wrong = []
        self.counts = {"requests": 0, "acknowledged": 0, "read again": 0}

    def complain(self, what, text=""):
        text = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
        self.wrong.append(f"{what}: {text[:400]}")

    def read(self, target, service=None):
        status, _, text = (service or self.service).ask("GET", target, self.admin)
        self.counts["requests"] += 1
        if status >= 500:
            self.complain(f"GET {target} is {status}", text)
        return json.loads(text) if status == 200 else {"status": status}

    def note(self, target):
        self.model[target] = self.read(target)

    def same(self, target, now, then):
        derived = DERIVED.get(target.split("/")[3], set())
        return all(now.get(member) == then.get(member) for member in {*now, *then} - derived)

    def again(self, targets, service=None, when=""):
        for target in targets:
            now, then = self.read(target, service), self.model[target]
            self.counts["read again"] += 1
            if not self.same(target, now, then):
                self.complain(f"{target}{when} is not what was acknowledged", f"{json.dumps(now)[:600]} was {json.dumps(then)[:600]}")
            self.model[target] = now

    def some(self, number=12):
        targets = list(self.model)
        return self.rng.sample(targets, min(number, len(targets)))

    def head(self):
        head = self.read("/api/v1/history/head")
        self.heads.append(f"{head['number']}:{head['hash']}")
        return head

    def restarted(self, before, when):
        self.service.start()
        self.continued(before, when)
        self.again(self.some(), when=f" after {when}")

    def continued(self, before, when):
        """The history that ended at `before` goes on."""
        after = self.head()
        if after["number"] < before["number"]:
            self.complain(when, f"the history ends at {after}, and was at {before}")

    def run(self, *words):
        """Another command on the store."""
        return subprocess.run([self.command, *words, "--store", self.location], capture_output=True, text=True,
                              env={**os.environ, "HOME": self.folder})

    def verify(self, number=3):
        """`uniform store verify` finds nothing, and the first, the last and some other heads that were seen are in the
        history."""
        some = self.rng.sample(self.heads, min(number, len(self.heads)))
        for known in dict.fromkeys([*self.heads[:1], *some, *self.heads[-1:]]):
            verified = self.run("store", "verify", "--known", known)
            if verified.returncode != 0:
                self.complain(f"store verify --known {known}", verified.stderr)
