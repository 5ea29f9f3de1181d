"""The faults of cluster_histories_test.py: each one disturbs nodes of the cluster, waits until somebody notices, and heals."""
import contextlib
import os
import struct
import subprocess
import time
from pathlib import Path

from local_cluster import MOST_SECONDS, state_of

PRIMARIES = ["pg1", "pg2", "pg3"]
SERVICES = ["serve1", "serve2"]
WITNESSES = ["etcd1", "etcd2", "etcd3"]


class Faults:
    def __init__(self, cluster, client, rng):
        self.cluster, self.client, self.rng = cluster, client, rng

    # ---- what they wait for

    def more(self, number):
        """So many more acknowledged writes."""
        before = state_of(self.client)["writes"]
        self.cluster.until("writes", 2 * MOST_SECONDS, lambda: state_of(self.client)["writes"] >= before + number)

    def noticed(self, seconds, failures=1):
        """Until clients see failures, or for the time in which they would."""
        end, before = time.monotonic() + seconds, state_of(self.client)["disturbed"]
        self.cluster.until("a failure", 2 * MOST_SECONDS,
                           lambda: time.monotonic() > end or state_of(self.client)["disturbed"] >= before + failures)

    def replaced(self, old):
        self.cluster.until("a new primary", MOST_SECONDS, lambda: self.cluster.leader() not in (None, old))

    def disturb(self, fault, *nodes):
        self.cluster.local(fault, *nodes)
        self.cluster.away.update(nodes)

    def heal(self):
        self.cluster.local("heal")
        self.cluster.away.clear()

    # ---- the parts of the campaign

    def failovers(self, leader):
        self.disturb("kill", leader)
        self.replaced(leader)
        self.more(20)

    def partitions(self, leader):
        """A group of nodes that see each other, and nobody else; mostly with the primary."""
        group = [leader] if self.rng.random() < 0.7 else [self.rng.choice([one for one in PRIMARIES if one != leader])]
        group += self.rng.sample(SERVICES, self.rng.choice([0, 0, 1]))
        group += self.rng.sample(WITNESSES, self.rng.choice([0, 0, 1]))
        self.disturb("partition", *group)
        if leader in group:
            self.replaced(leader)
        else:
            self.noticed(10)
        self.more(20)

    def pauses(self, leader):
        node = leader if self.rng.random() < 0.5 else self.rng.choice([*PRIMARIES, *SERVICES, *WITNESSES])
        self.disturb("pause", node)
        if node == leader:
            self.replaced(leader)
        else:
            self.noticed(10)
        self.more(20)

    def switchovers(self, leader):
        candidate = next(node for node, role in self.cluster.roles().items() if role == "sync_standby")
        self.cluster.local("patronictl", "switchover", "--leader", leader, "--candidate", candidate, "--force")
        self.replaced(leader)
        self.more(20)

    def returns(self, leader):
        """The old primary comes back when the new one goes."""
        self.disturb(self.rng.choice(["kill", "pause", "partition"]), leader)
        self.replaced(leader)
        self.more(20)
        new = self.cluster.leader()
        self.heal()
        self.cluster.until("the old primary follows", 120, self.cluster.all_follow)
        self.disturb("kill", new)
        self.replaced(new)
        self.more(20)

    def services(self, _leader):
        self.disturb(self.rng.choice(["kill", "pause"]), self.rng.choice(SERVICES))
        self.noticed(10)
        self.more(20)

    def disks(self, leader):
        node = leader if self.rng.random() < 0.7 else self.rng.choice(PRIMARIES)
        folder = self.cluster.folder / "nodes" / node / "data"
        ballast = folder / "ballast"
        with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True: # until there is no space
                file.write(bytes(1 << 20))
        self.noticed(30, failures=200)
        ballast.unlink()

    def clocks(self, _leader):
        """The clock of a service jumps, by less than store.clock_behind or by more."""
        node, seconds = self.rng.choice(SERVICES), self.rng.choice([-3600, -240, -20, -1, 1, 20, 240])
        move_clock(self.cluster, node, seconds)
        self.noticed(5)
        self.more(20)
        move_clock(self.cluster, node, 0)

    def one(self, kind):
        """A fault of a kind. Returns when it began and when everything was well again."""
        self.more(20)
        begin = time.monotonic_ns()
        getattr(self, kind)(self.cluster.leader())
        self.heal()
        self.cluster.until("all nodes follow", 180, self.cluster.all_follow)
        self.more(20)
        return begin, time.monotonic_ns()


KINDS = ["failovers", "partitions", "pauses", "switchovers", "returns", "services", "disks", "clocks"]


def prepare_disks(cluster):
    """Before the cluster is started: the servers have disks of their own, which can be filled."""
    for node in PRIMARIES:
        data = cluster.folder / "nodes" / node / "data"
        data.mkdir(parents=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=900m,mode=755", "uniform-test", data], check=True)


def release_disks(cluster):
    cluster.local("down", check=False)
    for node in PRIMARIES:
        subprocess.run(["umount", "--lazy", cluster.folder / "nodes" / node / "data"], check=True)


def move_clock(cluster, node, seconds):
    # In place: the process reads the file as memory.
    file = os.open(cluster.folder / f"clock-{node}", os.O_RDWR | os.O_CREAT, 0o644)
    os.pwrite(file, struct.pack("q", seconds * 10**9), 0)
    os.close(file)


def prepare_clocks(cluster):
    """After the cluster was started: the services get clocks that can be moved."""
    library = cluster.folder / "bin/moved_clock.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, Path(__file__).with_name("moved_clock.c")], check=True)
    for node in SERVICES:
        move_clock(cluster, node, 0)
        with open(cluster.folder / "etc" / node / "environment", "a", encoding="utf-8") as out:
            out.write(f"LD_PRELOAD={library}\nMOVED_CLOCK={cluster.folder}/clock-{node}\n")
    cluster.local("restart", *SERVICES)
    cluster.local("up")
