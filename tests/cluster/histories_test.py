"""The short form of the campaign of histories: histories_test.py UNIFORM [OPTION...].

Two PostgreSQL servers, the replica being synchronous, and two services. Clients (workload.py) use both services, while
processes of the servers and of the services are killed, stopped and continued, and the primary is replaced. Then the
checker judges their history. With --replicas, services read from the replica, while it lags by two seconds at most. With
--broken, something is broken on purpose, and the test fails if the checker finds nothing:

    lie       a service that acknowledges without carrying out
    remember  one that repeats old responses
    split     two primaries, with a service for each
    lag       services read from a replica that lags, and do not say so
"""
import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http/api"))
import checking
from connection import Connection, Response
from sequences_faults import Process
from two_servers import DATABASE, Node, location, until
from workload import Workload

SETTINGS = ["store.write_timeout=2s", "store.reconnect_for=2s", "limits.rate_token=0"]
FROM_REPLICAS = [*SETTINGS, "store.stale_replicas=true", "store.replica_lag=2s"]
FROM_ANY_REPLICA = [*SETTINGS, "store.stale_replicas=true", "store.replica_lag=1m"]
LATE = 5  # seconds: the two, and a machine that compiles, too


class Liar(Connection):
    """Acknowledges some assignments that it does not pass on."""

    def ask(self, method, path, body=None, *words, **more):
        if method == "PUT" and "/names/" in path and random.random() < 0.2:
            locator = {"url": json.loads(body)["locators"][0]}
            made = {"name": path, "state": "active", "locators": [locator], "version": 1, "event": 0}
            return Response(201, {}, json.dumps(made).encode())
        return super().ask(method, path, body, *words, **more)


class Remembering(Connection):
    """Repeats the first response that it got to a read."""

    def __init__(self, *words):
        super().__init__(*words)
        self.known = {}

    def ask(self, method, path, *words, **more):
        if method != "GET" or path in self.known:
            return self.known.get(path) or super().ask(method, path, *words, **more)
        response = super().ask(method, path, *words, **more)
        if response.status == 200 and "/names/" in path:
            self.known[path] = response
        return response


class Unmarked(Connection):
    """Drops the marks of responses that may be old."""

    def ask(self, *words, **more):
        response = super().ask(*words, **more)
        return response._replace(fields={name: value for name, value in response.fields.items()
                                         if name not in ("Age", "Cache-Status")}) if response.status else response


class Broken(Workload):
    CONNECTIONS = {"lie": Liar, "remember": Remembering, "lag": Unmarked}

    def __init__(self, how, *words, **more):
        self.kind = self.CONNECTIONS.get(how, Connection)
        super().__init__(*words, **more)

    def connect(self, url):
        return self.kind(url, self.ca, self.token)


class Pair:
    """The servers and the services."""

    def __init__(self, command, folder, stack):
        self.command, self.folder, self.settings = command, folder, SETTINGS
        self.primary = stack.enter_context(Node())
        self.primary.sql(f"CREATE DATABASE {DATABASE}")
        self.replica = stack.enter_context(Node(self.primary))
        self.primary.synchronize(True)
        self.uniform("migrate")
        self.token = json.loads(self.run("token", "create", "--role", "administrator", "--json"))["token"]
        self.services = []
        self.stack = stack

    def run(self, *words, nodes=None, check=True):
        done = subprocess.run([self.command, *words, "--store", location(*(nodes or [self.primary]))], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ | {"HOME": self.folder})
        if check and done.returncode:
            raise SystemExit(f"{words}: {done.stdout}")
        return done.stdout

    def uniform(self, *words):
        return self.run("store", *words)

    def remembers(self, home):
        """The setting with which a service knows the history when it is started again."""
        known = subprocess.run([self.command, "config", "reference"], text=True, capture_output=True, check=True).stdout
        return [f"store.head_file={home}/history-head"] if "store.head_file" in known else []

    def serve(self, *nodes):
        home = os.path.join(self.folder, f"service{len(self.services)}")
        os.mkdir(home)
        one = Process(self.command, home, self.token, location(*nodes), [*self.settings, *self.remembers(home)])
        one.port = one.address.rpartition(":")[2]
        self.services.append(one)
        self.stack.callback(lambda: one.process.poll() is None and one.kill())
        return "http://" + one.address


class Faults:
    def __init__(self, pair, work, rng):
        self.pair, self.work, self.rng = pair, work, rng

    def more(self, what, number):
        """Waits for so many more of what the history counts."""
        before = self.work.counts()[what]
        until(f"{number} more {what}", lambda: self.work.counts()[what] >= before + number)

    def disturbed(self):
        """Waits until a writing client notices, or for the time in which it would."""
        end, before = time.monotonic() + 6, self.work.disturbed
        until("clients notice", lambda: time.monotonic() > end or self.work.disturbed > before)

    def replace(self, end, follows=True):
        pair = self.pair
        end(pair.primary)
        pair.primary, pair.replica = pair.replica, pair.primary
        pair.primary.synchronize(False)
        pair.primary.promote()
        self.more("writes", 20)
        if follows:
            pair.replica.follow(pair.primary)

    def fault_failover(self):
        self.replace(lambda primary: primary.kill())

    def fault_switchover(self):
        self.replace(lambda primary: primary.stop(signal.SIGINT))

    def fault_former(self):
        """The former primary is started as one again, while the services, and the new primary, start again."""
        pair, former = self.pair, self.pair.primary
        self.replace(lambda primary: primary.kill(), follows=False)
        former.start()
        former.synchronize(False)
        for service in pair.services:
            service.kill()
            service.start()
            self.more("writes", 20)
        pair.primary.kill()
        self.disturbed()
        pair.primary.start()
        self.more("writes", 20)
        pair.replica.follow(pair.primary)

    def fault_pause_primary(self):
        self.pair.primary.pause()
        self.disturbed()
        self.pair.primary.resume()

    def fault_pause_replica(self):
        self.pair.replica.pause()
        self.disturbed()
        self.pair.replica.resume()

    def fault_lag(self):
        """The replica gets everything, and shows nothing of it."""
        replica = self.pair.replica
        replica.sql("SELECT pg_wal_replay_pause()")
        self.more("writes", 20)
        if self.pair.settings != SETTINGS:
            until("the replica is older than a response may be", lambda: replica.sql(
                f"SELECT now() - pg_last_xact_replay_timestamp() > interval '{2 * LATE} s'") == "t")
            self.more("reads", 50)
        replica.sql("SELECT pg_wal_replay_resume()")

    def fault_pause_service(self):
        process = self.rng.choice(self.pair.services).process
        process.send_signal(signal.SIGSTOP)
        self.disturbed()
        process.send_signal(signal.SIGCONT)

    def fault_kill_service(self):
        service = self.rng.choice(self.pair.services)
        service.kill()
        self.more("writes", 5)
        service.start()

    def fault(self, what):
        begin = time.monotonic()
        self.more("writes", 30)
        getattr(self, "fault_" + what)()
        self.more("writes", 30)
        print(f"{what}: {time.monotonic() - begin:.1f} s, {self.work.counts()}", flush=True)


KINDS = [name.removeprefix("fault_") for name in vars(Faults) if name.startswith("fault_") and name != "fault_former"]


def healthy(pair, options, history):
    targets = {f"service{n}": pair.serve(*nodes) for n, nodes in enumerate(
        [(pair.primary, pair.replica), (pair.replica, pair.primary)])}
    work = Workload(history, pair.token, None, targets, options.seed, pause=0.01)
    faults = Faults(pair, work, random.Random(options.seed))
    work.start()
    for _ in range(options.rounds):
        for what in ["former"] if options.former else faults.rng.sample(KINDS, len(KINDS)):
            faults.fault(what)
    return work


def broken(pair, options, history):
    if options.broken == "lag":
        pair.settings = FROM_ANY_REPLICA
    both = (pair.primary, pair.replica)
    targets = {"service0": pair.serve(*(both[:1] if options.broken == "split" else both))}
    work = Broken(options.broken, history, pair.token, None, targets, options.seed, pause=0.01)
    if options.broken == "split":
        pair.primary.synchronize(False)
        pair.replica.promote()
        targets["service1"] = pair.serve(pair.replica)
        for client in work.clients:
            client.connections = {name: work.connect(url) for name, url in targets.items()}
    work.start()
    if options.broken == "lag":
        Faults(pair, work, random.Random(options.seed)).fault("lag")
    until("writes", lambda: work.counts()["writes"] >= 300)
    return work


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--seed", type=int, default=8141)
    parser.add_argument("--rounds", type=int, default=1, help="of each fault")
    parser.add_argument("--broken", choices=["lie", "remember", "split", "lag"])
    parser.add_argument("--replicas", action="store_true")
    parser.add_argument("--former", action="store_true", help="the former primary accepts writes again; no other fault")
    parser.add_argument("--keep", metavar="FILE", help="the history")
    options = parser.parse_args()
    random.seed(options.seed)
    checker = checking.build()
    with tempfile.TemporaryDirectory(prefix="uniform-histories-") as folder, contextlib.ExitStack() as stack:
        history = options.keep or os.path.join(folder, "history")
        pair = Pair(options.command, folder, stack)
        if options.replicas:
            pair.settings = FROM_REPLICAS
        work = (broken if options.broken else healthy)(pair, options, history)
        work.finish()
        print(f"seed {options.seed}: {work.counts()}")
        checking.add_verified(history, lambda head: pair.run("store", "verify", "--known", head, check=False))
        mistakes = checking.check(checker, history, "--show", "5", "--resolve", f"{LATE}s",
                                  *(["--read", f"{LATE}s"] if pair.settings != SETTINGS else []))
    if work.failures:
        sys.exit(f"clients failed: {work.failures}")
    if bool(options.broken) != bool(mistakes):
        sys.exit("the checker finds nothing, and a service is broken" if options.broken else "the history has mistakes")


if __name__ == "__main__":
    main()
