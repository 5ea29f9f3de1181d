#!/usr/bin/env python3
"""A service that is killed at random moments while clients do long work.

    kills_test.py --command build/dev/bin/uniform [--database sqlite|postgresql] [--kills 8] [--seed 8141]
                  [--in-one-store 25] [--lines 1500] [--keep FOLDER]

Clients (kills_clients.py) stream lists that continue by an id, lists whose body is cut, and dry runs; upload lists that
the service checks and imports itself; assign, mint, change and withdraw names; move prefixes between registrars; revise
the rules of the namespace whose names are imported. Meanwhile the service gets SIGKILL; on PostgreSQL in some cases all
processes of the server do, with the service or without it, or the server is restarted; on SQLite the disk is full in
some cases. After each: what was acknowledged is there, what was not is there as a whole or not at all, states and
versions did not go back, lists continue or are whole. `uniform store verify` runs after every tenth fault and at the
end of each store, with the heads of the history that were seen.
"""
import argparse
import glob
import itertools
import json
import os
import random
import resource
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback

from api_test import Service, quote
from kills_clients import NAMES, Imports, Lists, Names, Rules, Transfers, Unanswered
from sequences_faults import Process
from sequences_model import Model
from stores import KINDS, stores

# The weight of each fault, and the number of SIGKILLs in it, those of a whole server being one.
FAULTS = {"sqlite": {"kill": (16, 1), "terminate": (1, 0), "full": (2, 0), "kill_when_full": (1, 1)},
          "postgresql": {"kill": (12, 1), "kill_both": (3, 2), "kill_database": (2, 1), "restart_database": (2, 0),
                         "terminate": (1, 0)}}
VERIFY_EVERY = 10
NAMESPACES = ["example", "foreign"]


def ignore_file_limit():
    """So that a write beyond the limit fails, as it does on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


class Kills(Model):
    """The faults of one store, and its clients."""

    def __init__(self, command, folder, database, options, rng, numbers):
        super().__init__(command, folder, database.location, rng)
        self.database, self.options, self.numbers = database, options, numbers
        self.disturbed = False  # whether the service or its database is away, so that 5xx is no mistake
        self.acks = threading.Semaphore(0)
        first = Service(command, folder, database=database)
        self.admin = first.token
        self.prepare(first)
        if first.stop() != 0:
            self.complain("SIGTERM", "the first service failed")
        self.service = Process(command, folder, self.admin, database.location, ["limits.streams=100"], ignore_file_limit)
        self.head()
        self.clients = [kind(self, n) for n, kind in enumerate([Names, Names, Imports, Imports, Lists, Transfers, Rules])]

    def prepare(self, service):
        for nid in NAMESPACES:
            service.must("PUT", f"/api/v1/namespaces/{nid}", self.admin, {"title": "revision 1"}, If_None_Match="*")
        self.registrars = {}
        for one in ("library", "archive"):
            service.must("POST", "/api/v1/registrars", self.admin, {"id": one, "name": one})
            made = service.must("POST", "/api/v1/tokens", self.admin, {"role": "registrar", "registrar": one})
            self.registrars[one] = made["token"]
        for prefix in ("foreign:", "example:n", "example:m-"):
            minting = {"minting": {"method": "sequential", "pattern": "dddddddd"}} if prefix.endswith("m-") else {}
            service.must("PUT", "/api/v1/delegations/" + prefix.replace(":", "%3A"), self.admin, {"registrar": "library", **minting})

    def number(self):
        return next(self.numbers)

    def length(self, rng):
        """The number of lines of a list: often more than a block of an import has."""
        return rng.randrange(1, rng.choice([50, self.options.lines, 4 * self.options.lines]))

    def same(self, target, now, then):
        """The response to a change may have fewer members."""
        return all(now.get(member) == value for member, value in then.items() if member != "responsible")

    def check_names(self, when):
        """Every name of the model is there as it was acknowledged."""
        status, _, text = self.service.ask("GET", "/api/v1/export?format=ndjson&prefix=example%3A", self.admin)
        there = {NAMES + quote(one["name"]): one for one in map(json.loads, text.splitlines())}
        self.counts["requests"] += 1
        self.counts["read again"] += len(self.model)
        for target, then in self.model.items():
            now = there.get(target, {"status": 404})
            then = {member: value for member, value in then.items() if member not in ("version", "event")}
            if not self.same(target, now, then):
                self.complain(f"{target} after {when} is not what was acknowledged", f"{now} was {then}")
        self.again(self.some(), when=f" after {when}")

    def one_acknowledged(self, number=1):
        self.counts["acknowledged"] += number
        self.acks.release()

    # ---- one fault

    def work_until(self, moment):
        """The clients work until `moment` has returned, and are gone after it."""
        self.acks = threading.Semaphore(0)
        ends = threading.Event()
        threads = [threading.Thread(target=client.work, args=(ends,), daemon=True) for client in self.clients]
        for one in threads:
            one.start()
        try:
            moment()
        finally:
            ends.set()
            for one in threads:
                one.join(180)
        if any(one.is_alive() for one in threads):
            self.complain("a client does not end", str([c for c, t in zip(self.clients, threads) if t.is_alive()]))

    def random_moment(self):
        """In every third case soon after the start, otherwise after some acknowledged changes."""
        rng = self.rng
        if rng.random() < 0.67:
            for _ in range(rng.choice([3, 10, 30, 60])):
                if not self.acks.acquire(timeout=60):
                    self.complain("nothing was acknowledged for a minute", "\n".join(self.service.said))
                    break
        select.select([], [], [], rng.random() * 0.3)
        if self.service.process.poll() is not None:
            self.complain("the service ended by itself", "\n".join(self.service.said))

    def fault(self, what):
        before = self.head()
        self.disturbed = False

        def moment():
            self.random_moment()
            self.disturbed = True
            getattr(self, "fault_" + what)()
        self.work_until(moment)
        self.disturbed = False
        if self.service.process.poll() is not None:
            if self.rng.random() < 0.8:  # the lease of a list, which lasts a minute, is over
                self.database.sql("UPDATE lists SET until = 0")
            self.service.start()
        self.continued(before, what)
        for client in self.clients:
            try:
                client.check()
            except Unanswered as e:
                self.complain(f"{type(client).__name__} after {what}", f"no response: {e}")
            client.hang_up()
        self.check_names(what)

    def fault_kill(self):
        self.service.kill()

    def fault_terminate(self):
        if (code := self.service.stop()) != 0:
            self.complain("SIGTERM", f"the service ended with {code}: " + "\n".join(self.service.said))

    # PostgreSQL

    def fault_kill_both(self):
        both = [self.service.kill, self.database.server.kill]
        self.rng.shuffle(both)
        for one in both:
            one()
        self.database.server.start()

    def fault_kill_database(self):
        self.database.server.kill()
        self.database.server.start()
        self.wait_until_ready()

    def fault_restart_database(self):
        self.database.server.stop(self.rng.choice([signal.SIGINT, signal.SIGQUIT]))
        self.database.server.start()
        self.wait_until_ready()

    def wait_until_ready(self):
        until = time.monotonic() + 60
        while self.service.ask("PUT", "/api/v1/names/urn%3Aexample%3Anready", self.admin, {"locators": []})[0] >= 500:
            if time.monotonic() > until:
                self.complain("the service does not recover", "\n".join(self.service.said))
                return

    # SQLite

    def limit_files(self, size):
        pid = self.service.process.pid
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]))

    def fill_disk(self):
        """The files of the store cannot grow by more than a part of a mebibyte, until a write is refused."""
        sizes = [os.path.getsize(self.location + end) for end in ("", "-wal") if os.path.exists(self.location + end)]
        self.limit_files(max(sizes) + self.rng.randrange(1 << 20))
        while True:
            status = self.service.ask("PUT", "/api/v1/names/urn%3Aexample%3An" + self.fill_name(), self.admin,
                                      {"locators": [{"url": "https://www.example.org/" + "x" * 4000}]})[0]
            if status >= 500:
                return
            if status != 201:
                self.complain("a name for a full disk", status)
                return

    def fill_name(self):
        return f"full-{self.number()}"

    def fault_full(self):
        self.fill_disk()
        select.select([], [], [], self.rng.random() * 0.2)
        self.limit_files(resource.RLIM_INFINITY)
        self.wait_until_ready()

    def fault_kill_when_full(self):
        self.fill_disk()
        self.service.kill()

    # ---- the end of a store

    def finish(self):
        before = self.head()
        self.database.sql("UPDATE lists SET until = 0")
        for client in self.clients:
            try:
                client.finish()
            except Unanswered as e:
                self.complain(f"{type(client).__name__} at the end", f"no response: {e}")
            client.hang_up()
        self.check_names("the end")
        self.again(self.some(50), when=" at the end")
        if (code := self.service.stop()) != 0:
            self.complain("SIGTERM", f"the service ended with {code}")
        self.verify(1)
        self.restarted(before, "the end")
        self.service.stop()


def work_on_one_store(kills, kinds, first, totals):
    """Faults, until there are enough in this store or enough kills."""
    o, here = kills.options, 0
    while here < o.in_one_store and (first or totals["kills"] < o.kills) and not kills.wrong:
        what = first.pop() if first else kills.rng.choices(list(kinds), [weight for weight, _ in kinds.values()])[0]
        kills.fault(what)
        here += 1
        totals["faults"][what] = totals["faults"].get(what, 0) + 1
        totals["kills"] += kinds[what][1]
        if here % VERIFY_EVERY == 0:
            kills.verify(0)
            totals["verified"] += 1
    if not kills.wrong:
        kills.finish()
        totals["verified"] += 1


def add_up(kills, totals):
    for name, number in kills.counts.items():
        totals[name] = totals.get(name, 0) + number
    for client in kills.clients:
        for what, number in client.done.items():
            totals["work"][what] = totals["work"].get(what, 0) + number


def run(options, databases, folder, totals):
    """One store after the other, until there were so many kills. The mistakes."""
    rng, numbers, wrong, kinds = random.Random(options.seed), itertools.count(1), [], FAULTS[options.database]
    first = rng.sample(list(kinds), len(kinds))  # each once, also in a short run
    while (first or totals["kills"] < options.kills) and not wrong:
        totals["stores"] += 1
        home = os.path.join(folder, f"home{totals['stores']}")
        os.mkdir(home)
        kills = Kills(options.command, home, databases(f"kills{totals['stores']}"), options, rng, numbers)
        try:
            work_on_one_store(kills, kinds, first, totals)
        except Exception:  # the figures of what was done before are printed, too
            kills.complain("an exception", traceback.format_exc()[-2000:])
        finally:
            if kills.service.process.poll() is None:
                kills.service.kill()
        wrong += kills.wrong
        add_up(kills, totals)
        print(f"after store {totals['stores']}: {totals['kills']:,} kills, {len(wrong)} mistakes", flush=True)
        if wrong and options.keep and options.database == "sqlite":
            os.makedirs(options.keep, exist_ok=True)
            for file in glob.glob(kills.location + "*"):
                shutil.copy(file, options.keep)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=8141)
    parser.add_argument("--in-one-store", type=int, default=25, help="faults until a new store is made")
    parser.add_argument("--lines", type=int, default=1500, help="of a list, on average")
    parser.add_argument("--keep", metavar="FOLDER", help="where a file of SQLite with a mistake is copied")
    o = parser.parse_args()
    begin = time.monotonic()
    totals = {"kills": 0, "stores": 0, "requests": 0, "acknowledged": 0, "read again": 0, "verified": 0, "faults": {}, "work": {}}
    with tempfile.TemporaryDirectory(prefix="uniform-kills-") as folder, stores(o.database, folder) as databases:
        wrong = run(o, databases, folder, totals)
    for one in wrong[:40]:
        print(one)
    took = time.monotonic() - begin
    print(f"seed {o.seed}: {totals['kills']:,} kills on {o.database} in {took:,.0f} s ({totals['kills'] * 60 / took:.0f} a minute), "
          f"{totals['stores']:,} stores, {totals['requests']:,} requests, {totals['acknowledged']:,} changes acknowledged, "
          f"{totals['read again']:,} read again, verified {totals['verified']:,} times, mistakes: {len(wrong)}")
    print("faults:", ", ".join(f"{what} {number:,}" for what, number in sorted(totals["faults"].items())))
    print("work:", ", ".join(f"{what} {number:,}" for what, number in sorted(totals["work"].items())))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
