"""Back to a moment: restore_test.py UNIFORM. A cluster's archive restores its database as it was at a noted head.

Names are assigned, the head is noted, and more names are assigned: they are the mistake. The archive restores that moment
beside the cluster, with the head that was noted and nothing after it: exactly the events after it, up to the last one that
was acknowledged, are gone. Needs root.
"""
import json
import sys
import time

from local_cluster import Cluster, need_root

BEFORE, AFTER = 60, 40
PORT = 5433


class Restoration:
    def __init__(self, cluster):
        self.cluster = cluster
        self.node = next(node for node in ("pg1", "pg2", "pg3") if node != cluster.leader())
        self.etc = cluster.folder / "etc" / self.node
        self.data = cluster.folder / "nodes" / self.node / "data/patroni/restored"
        self.location = f"postgresql://postgres@{str(self.data).replace('/', '%2F')}:{PORT}/uniform"

    def run(self, *words, check=True):
        return self.cluster.local("run", "--as", "postgres", self.node, *words, check=check)

    def begin(self, moment):
        began = time.monotonic()
        self.run("pgbackrest", f"--config={self.etc}/pgbackrest.conf", "--stanza=uniform", f"--pg1-path={self.data}", "--type=time",
                 f"--target={moment}", "--target-action=promote", "restore")
        programs = self.cluster.local("run", self.node, "sh", "-c", "ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1").strip()
        self.run(f"{programs}/pg_ctl", "-D", self.data, "-w", "-t", "120", "-l", f"{self.data}.log", "-o",
                 f"-p {PORT} -c listen_addresses= -c unix_socket_directories={self.data} -c archive_mode=off -c ssl=off", "start")
        self.cluster.until("the restored server has replayed everything", 120, lambda: self.sql("SELECT pg_is_in_recovery()") == "f")
        return time.monotonic() - began

    def sql(self, text):
        return self.run("psql", "-h", self.data, "-p", str(PORT), "-U", "postgres", "-Atc", text, "uniform", check=False).strip()

    def store(self, *words):
        return self.run(self.cluster.folder / "bin/uniform", "store", *words, "--store", self.location, check=False)


def assign(cluster, prefix, count):
    said = cluster.local("run", "client", sys.executable, "-B", f"{__file__.rpartition('/')[0]}/assign.py", "https://proxy1:8443",
                         cluster.authority, (cluster.folder / "token").read_text().strip(), prefix, str(count))
    return [json.loads(line) for line in said.splitlines()]


def names_of(history):
    """The names of a history, by the number of the event that assigned them."""
    events = (json.loads(line) for line in history.splitlines() if line.startswith('{"number"'))
    return {f"urn:{event['id']}": event["number"] for event in events if event["kind"] == "name"}


def at_leader(cluster, *words):
    return cluster.local("psql", cluster.leader(), "-At", *[word for text in words for word in ("-c", text)]).strip()


def archived(cluster):
    last = at_leader(cluster, "SELECT pg_walfile_name(pg_switch_wal())")
    cluster.until("the WAL is archived", 60, lambda: at_leader(cluster, "SELECT last_archived_wal FROM pg_stat_archiver") >= last)


def main():
    need_root()
    with Cluster(sys.argv[1]) as cluster:
        cluster.local("up")
        cluster.local("backup")
        kept = assign(cluster, "kept", BEFORE)
        moment = at_leader(cluster, "SELECT clock_timestamp()")
        noted = kept[-1]["event"]
        lost = assign(cluster, "lost", AFTER)
        last = lost[-1]["event"]
        archived(cluster)

        restored = Restoration(cluster)
        seconds = restored.begin(moment)
        verified = restored.store("verify", "--known", noted)
        print(f"restored in {seconds:.1f} s to {moment}\n$ uniform store verify --known {noted}\n{verified}", flush=True)
        assert f"head {noted}" in verified and "the store matches its history" in verified, verified
        refused = restored.store("verify", "--known", last)
        print(f"$ uniform store verify --known {last}\n{refused}", flush=True)
        assert "the history ends before the known event" in refused, refused
        there = names_of(restored.store("history"))
        assert set(there) == {one["name"] for one in kept}, there
        gone = [one for one in lost if int(one["event"].partition(":")[0]) > int(noted.partition(":")[0])]
        assert gone == lost and not there.keys() & {one["name"] for one in gone}

        print(f"{len(kept)} names are there, and {len(gone)} are gone, by the events {int(noted.partition(':')[0]) + 1} to "
              f"{last.partition(':')[0]}", flush=True)


if __name__ == "__main__":
    main()
