"""deploy/cluster/local.sh: the cluster is started, its primary ends under writes, and comes back: local_test.py UNIFORM.

Nothing acknowledged is lost, writes go on by themselves within the time that Patroni's settings allow, and the old primary
follows the new one. For the synchronous replica, less time is allowed. Skipped without root, as network namespaces need it.
"""
import json
import sys

from local_cluster import MOST_SECONDS, Cluster, end_of, need_root, state_of

# wal_sender_timeout, and a round of Patroni. When its Patroni is given up, too, ttl and a round have passed.
MOST_SECONDS_OF_REPLICA = 10 + 5 + 5


def more(cluster, client, count):
    """Waits for so many more names."""
    before = state_of(client)["acknowledged"]
    cluster.until("names are assigned", MOST_SECONDS + 30, lambda: state_of(client)["acknowledged"] >= before + count)


def through(cluster, what, fault, role="leader", most=MOST_SECONDS):
    """A fault of the node in a role under writes, until they are accepted again, and all nodes are healed."""
    client = cluster.client("client.py", "https://proxy1:8443", cluster.authority, (cluster.folder / "token").read_text().strip())
    more(cluster, client, 20)
    old = next(node for node, is_now in cluster.roles().items() if is_now == role)
    cluster.local(fault, old)
    cluster.away.add(old)
    if role == "leader":
        cluster.until("a new primary", MOST_SECONDS, lambda: cluster.leader() not in (None, old))
    more(cluster, client, 20)
    cluster.local("heal")
    cluster.away.clear()
    cluster.until("the node follows", 120,
                  lambda: (now := cluster.roles()).get(old) in ("replica", "sync_standby") and len(now) == 3)
    more(cluster, client, 20)
    saw = end_of(client)
    print(f"{role} {what}: {old} to {cluster.leader()}: {json.dumps(saw)}", flush=True)
    assert not saw["lost"], saw
    assert saw["no_write_s"] <= most, saw
    # Other services, and other PostgreSQL, answer those who read.
    assert saw["no_read_s"] <= MOST_SECONDS / 3, saw


def main():
    need_root()
    with Cluster(sys.argv[1]) as cluster:
        assert "no node is called pg9" in cluster.local("kill", "pg9", check=False)
        cluster.local("up")
        cluster.local("up") # again: nothing to do
        through(cluster, "cut off", "partition", "sync_standby", MOST_SECONDS_OF_REPLICA)
        through(cluster, "killed", "kill")
        through(cluster, "cut off", "partition")
        through(cluster, "hanging", "pause")
        print(cluster.store("verify"), cluster.local("backup"), flush=True)


if __name__ == "__main__":
    main()
