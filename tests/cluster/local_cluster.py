"""A cluster of deploy/cluster/local.sh for a test, with a name and a folder of its own, which end with it."""
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE.parents[1] / "deploy/cluster/local.sh"
# Patroni's ttl, a round of it, the promotion, and the service's search for the primary.
MOST_SECONDS = 20 + 5 + 20
RUNNING = ("running", "streaming")


def need_root():
    if os.geteuid() != 0:
        print("skipped: network namespaces need root")
        sys.exit(77)


class Cluster:
    """`with Cluster(command) as cluster`: the namespaces and the folder are gone at the end."""

    def __init__(self, command):
        self.name = f"test{os.getpid()}"
        self.folder = pathlib.Path(f"/var/tmp/uniform-cluster-{self.name}")
        self.environment = os.environ | {"UNIFORM_CLUSTER_NAME": self.name, "UNIFORM_CLUSTER_DIR": str(self.folder),
                                         "UNIFORM_COMMAND": str(command)}
        self.away = set()  # nodes with a fault
        self.authority = self.folder / "etc/proxy1/ca.pem"

    def __enter__(self):
        return self

    def __exit__(self, failed, *_):
        if failed:
            for log in sorted(self.folder.glob("nodes/*/log")):
                print(f"== {log}", *log.read_text(errors="replace").splitlines()[-20:], sep="\n")
        self.end()
        left = subprocess.run(["ip", "netns", "list"], text=True, capture_output=True, check=True).stdout
        assert self.name not in left, left
        assert not self.folder.exists()

    def end(self):
        self.local("down", "--delete", check=False)

    def local(self, *words, check=True, **options):
        done = subprocess.run([SCRIPT, *words], env=self.environment, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        if check and done.returncode:
            sys.exit(f"local.sh {' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}")
        return done.stdout

    def roles(self):
        """Patroni's word for each node that runs: {"pg1": "leader", ...}."""
        for node in ("pg1", "pg2", "pg3"):
            said = self.local("run", "client", "curl", "-s", "--max-time", "3", "--cacert", self.authority,
                              f"https://{node}:8008/cluster", check=False)
            members = json.loads(said)["members"] if said.startswith("{") else []
            # One that is cut off has old news.
            if any(member["name"] == node and member["state"] in RUNNING for member in members) and node not in self.away:
                return {member["name"]: member["role"] for member in members if member["state"] in RUNNING}
        return {}

    def leader(self, now=None):
        return next((node for node, role in (now or self.roles()).items() if role == "leader"), None)

    def until(self, what, seconds, holds):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                sys.exit(f"{what}: not within {seconds} s\n{self.local('status')}")
            time.sleep(1)

    def all_follow(self):
        roles = self.roles()
        return len(roles) == 3 and set(roles.values()) == {"leader", "sync_standby", "replica"}

    def store(self, *words):
        """The command `uniform store` with the location of the services."""
        return self.local("run", "serve1", "sh", "-c", f'. {self.folder}/etc/serve1/environment; HOME=/ exec '
                          f'{self.folder}/bin/uniform store "$@" --store "$UNIFORM_STORE_LOCATION"', "sh", *words, check=False)

    def client(self, program, *words):
        """A program of this folder in the network of the cluster, which begins with the line "started"."""
        process = subprocess.Popen([SCRIPT, "run", "client", sys.executable, "-B", HERE / program, *words], env=self.environment,
                                   text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if process.stdout.readline() != "started\n":
            sys.exit("the client has not started")
        return process


def state_of(client):
    """The line with which a client answers one."""
    client.stdin.write("\n")
    client.stdin.flush()
    return json.loads(client.stdout.readline())


def end_of(client):
    said, _ = client.communicate()
    return json.loads(said)
