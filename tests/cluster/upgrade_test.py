"""A rolling upgrade of a cluster under load: upgrade_test.py OLD NEW [BACK] [--most-seconds N].

OLD and NEW are built programs. If the schema of NEW is newer, OLD stops writing as soon as the store is migrated, so that
the steps are those of docs/cluster.md: one service gets NEW, which waits for its schema; the store is migrated; the other
service gets NEW. BACK, whose schema is that of NEW, then takes the place of NEW, one service after the other; without it,
NEW is started again. A client assigns and resolves names through HAProxy meanwhile: no read fails, nothing acknowledged is
lost, and writes pause for 5 seconds at most. At last, OLD refuses the newer schema. Needs root.
"""
import argparse
import json
import shutil

from local_cluster import Cluster, end_of, need_root, state_of

SERVICES = ["serve1", "serve2"]


class Upgrade:
    def __init__(self, cluster, most_seconds):
        self.cluster, self.most_seconds = cluster, most_seconds

    def more(self, client, count=30):
        before = state_of(client)["acknowledged"]
        self.cluster.until("names are assigned", 60, lambda: state_of(client)["acknowledged"] >= before + count)

    def is_ready(self, node):
        return self.cluster.local("run", "client", "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--cacert",
                                  self.cluster.authority, f"https://{node}:8141/readyz", check=False).strip() == "200"

    def install(self, program):
        """The program that is started from now on; processes that run go on."""
        target = self.cluster.folder / "bin/uniform"
        shutil.copy(program, target.with_suffix(".new"))
        target.with_suffix(".new").rename(target)

    def schema(self):
        return int(self.cluster.local("psql", self.cluster.leader(), "-At", "-c", "SELECT max(version) FROM schema_version",
                                      "uniform"))

    def through(self, what, steps):
        client = self.cluster.client("client.py", "https://proxy1:8443", self.cluster.authority,
                                     (self.cluster.folder / "token").read_text().strip())
        self.more(client)
        steps(client)
        self.more(client)
        saw = end_of(client)
        print(f"{what}: {saw['acknowledged']:,} names assigned, {saw['unknown']} requests not acknowledged, {saw['reads']:,} "
              f"reads, {sum(saw['reads_failed'].values())} failed; no write for {saw['no_write_s']} s, no read for {saw['no_read_s']} s, "
              f"lost {len(saw['lost'])}", flush=True)
        assert not saw["lost"] and not saw["reads_failed"], json.dumps(saw)
        assert saw["no_write_s"] <= self.most_seconds, json.dumps(saw)

    def one(self, node):
        self.cluster.local("restart", node)
        self.cluster.until(f"{node} is ready", 60, lambda: self.is_ready(node))

    def to(self, program, client):
        """Both services get a program. If it needs a newer schema, it begins to serve when the store is migrated."""
        self.install(program)
        first, second = SERVICES
        self.cluster.local("restart", first)
        self.more(client)
        print(f"  {self.cluster.local('uniform', 'store', 'migrate').strip()}", flush=True)
        self.cluster.until(f"{first} is ready", 60, lambda: self.is_ready(first))
        self.more(client)
        self.one(second)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("back", nargs="?")
    parser.add_argument("--most-seconds", type=float, default=5, help="without a write (default: 5)")
    options = parser.parse_args()
    need_root()
    with Cluster(options.old) as cluster:
        cluster.local("up")
        upgrade = Upgrade(cluster, options.most_seconds)
        before = upgrade.schema()
        upgrade.through("upgrade", lambda client: upgrade.to(options.new, client))
        print(f"  the schema was {before}, and is {upgrade.schema()}", flush=True)
        upgrade.through("back", lambda client: upgrade.to(options.back or options.new, client))
        assert "the store matches its history" in cluster.store("verify")
        if upgrade.schema() > before:
            upgrade.install(options.old)
            refused = cluster.local("uniform", "token", "create", "--role", "administrator", check=False).strip()
            print(f"the old program says: {refused}", flush=True)
            assert "this program supports versions up to" in refused


if __name__ == "__main__":
    main()
