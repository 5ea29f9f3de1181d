"""Two PostgreSQL servers of a test's own, each of which may be the primary, and the other its synchronous replica."""
import shutil
import sys
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings/postgresql/tests"))
from server import Server  # noqa: E402

DATABASE = "names"
SECONDS = 60


def until(what, holds, seconds=SECONDS):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not within {seconds} s")
        time.sleep(0.05)


class Node(Server):
    """A server that begins as a primary, or as a replica of another one."""

    def __init__(self, primary=None):
        super().__init__("pg_config", settings=["wal_level=replica", "max_wal_senders=5", "wal_keep_size=64MB", "hot_standby=on",
                                                "wal_receiver_status_interval=1s", "max_connections=100"])
        self.primary = primary

    def make_data(self):
        if self.primary:
            self.carry_out("pg_basebackup", "-h", self.primary.folder, "-U", "postgres", "-D", self.folder / "data", "-R",
                           "-c", "fast", "--no-sync")
        else:
            super().make_data()

    def follow(self, primary):
        """Becomes a replica, with the primary's data."""
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder / "data")
        self.primary = primary
        self.make_data()
        self.start()
        primary.synchronize(True)

    def synchronize(self, on):
        """Whether commits wait for the replica, which has to be there."""
        self.sql(f"ALTER SYSTEM {'SET' if on else 'RESET'} synchronous_standby_names" + (" TO '*'" if on else ""))
        self.sql("SELECT pg_reload_conf()")
        if on:
            until("the replica is synchronous",
                  lambda: self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1")

    def promote(self):
        self.sql("SELECT pg_promote()")
        self.primary = None


def location(*nodes):
    hosts = ",".join(urllib.parse.quote(str(node.folder), safe="") for node in nodes)
    return f"postgresql://postgres@{hosts}/{DATABASE}"
