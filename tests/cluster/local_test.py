"""deploy/cluster/local.sh: the cluster is started, its primary ends under writes, and comes back: local_test.py UNIFORM.

Nothing acknowledged is lost, writes go on by themselves within the time that Patroni's settings allow, and the old primary
follows the new one. Skipped without root, as network namespaces need it.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "deploy/cluster/local.sh"
NAME = f"test{os.getpid()}"
FOLDER = pathlib.Path(f"/var/tmp/uniform-cluster-{NAME}")
# Patroni's ttl, a round of it, the promotion, and the service's search for the primary.
MOST_SECONDS = 20 + 5 + 20
RUNNING = ("running", "streaming")
AWAY = set() # nodes with a fault


def local(*words, check=True, **options):
    done = subprocess.run([SCRIPT, *words], env=ENVIRONMENT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    if check and done.returncode:
        sys.exit(f"local.sh {' '.join(words)}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


def roles():
    """Patroni's word for each node that runs: {"pg1": "leader", ...}."""
    for node in ("pg1", "pg2", "pg3"):
        said = local("run", "client", "curl", "-s", "--max-time", "3", "--cacert", FOLDER / "etc/proxy1/ca.pem",
                     f"https://{node}:8008/cluster", check=False)
        members = json.loads(said)["members"] if said.startswith("{") else []
        # One that is cut off has old news.
        if any(member["name"] == node and member["state"] in RUNNING for member in members) and node not in AWAY:
            return {member["name"]: member["role"] for member in members if member["state"] in RUNNING}
    return {}


def until(what, seconds, holds):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"{what}: not within {seconds} s\n{local('status')}")
        time.sleep(0.5)


def leader(now=None):
    return next((node for node, role in (now or roles()).items() if role == "leader"), None)


class Client:
    def __init__(self):
        self.process = subprocess.Popen(
            [SCRIPT, "run", "client", sys.executable, "-B", pathlib.Path(__file__).with_name("client.py"),
             "https://proxy1:8443", FOLDER / "etc/proxy1/ca.pem", (FOLDER / "token").read_text().strip()],
            env=ENVIRONMENT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self.process.stdout.readline() != "started\n":
            sys.exit("the client has not started")

    def state(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def more(self, count):
        """Waits for so many more names."""
        before = self.state()["acknowledged"]
        until("names are assigned", MOST_SECONDS + 30, lambda: self.state()["acknowledged"] >= before + count)

    def end(self):
        said, _ = self.process.communicate()
        return json.loads(said)


def through(what, fault, *nodes):
    """A fault of some nodes under writes, until a new primary accepts them, and the nodes are healed."""
    client = Client()
    client.more(20)
    old = leader()
    nodes = [old if node == "primary" else node for node in nodes]
    local(fault, *nodes)
    AWAY.update(nodes)
    until("a new primary", MOST_SECONDS, lambda: leader() not in (None, old))
    client.more(20)
    local("heal")
    AWAY.clear()
    until("the old primary follows", 120, lambda: (now := roles()).get(old) in ("replica", "sync_standby") and len(now) == 3)
    client.more(20)
    saw = client.end()
    print(f"{what}: {old} to {leader()}: {json.dumps(saw)}", flush=True)
    assert not saw["lost"], saw
    assert saw["no_write_s"] <= MOST_SECONDS, saw
    # Other services, and other PostgreSQL, answer those who read.
    assert saw["no_read_s"] <= MOST_SECONDS / 3, saw


def main():
    assert "no node is called pg9" in local("kill", "pg9", check=False)
    local("up")
    local("up") # again: nothing to do
    through("killed", "kill", "primary")
    through("cut off", "partition", "primary")
    through("hanging", "pause", "primary")
    verified = local("run", "serve1", "sh", "-c", f". {FOLDER}/etc/serve1/environment; HOME=/ {FOLDER}/bin/uniform store "
                     'verify --store "$UNIFORM_STORE_LOCATION"')
    print(verified, local("backup"), flush=True)


if __name__ == "__main__":
    if os.geteuid() != 0:
        print("skipped: network namespaces need root")
        sys.exit(77)
    ENVIRONMENT = os.environ | {"UNIFORM_CLUSTER_NAME": NAME, "UNIFORM_CLUSTER_DIR": str(FOLDER), "UNIFORM_COMMAND": sys.argv[1]}
    try:
        main()
    except BaseException:
        for log in sorted(FOLDER.glob("nodes/*/log")):
            print(f"== {log}", *log.read_text(errors="replace").splitlines()[-20:], sep="\n")
        raise
    finally:
        local("down", "--delete", check=False)
    left = subprocess.run(["ip", "netns", "list"], text=True, capture_output=True, check=True).stdout
    assert NAME not in left, left
    assert not FOLDER.exists()
