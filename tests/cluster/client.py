"""A client that assigns names through a failover: client.py URL CA TOKEN, in the network of the cluster.

It assigns names one after the other, by one thread, and resolves acknowledged ones, by another, each with a new connection
after an error, until its standard input ends. Then it reads every acknowledged name and prints what it saw, as JSON:
acknowledged names, names of unknown outcome, names that are lost, the longest times without a write and a read, and how many
reads failed, by status.
"""
import json
import random
import sys
import threading
import time
from collections import Counter

from connection import Connection, path_of


class Gaps:
    """The longest time between two successes, and the statuses of what failed."""

    def __init__(self):
        self.last = time.monotonic()
        self.longest = 0.0
        self.count = 0
        self.failed = Counter()

    def note(self, status, succeeded):
        if succeeded:
            now = time.monotonic()
            self.longest = max(self.longest, now - self.last)
            self.last = now
            self.count += 1
        else:
            self.failed[status] += 1


def main(url, ca, token):
    ended = threading.Event()
    acknowledged, unknown = {}, []
    writes, reads = Gaps(), Gaps()
    setup = Connection(url, ca, token)
    status, _, body = setup.ask("PUT", "/api/v1/namespaces/example", "{}",
                                **{"If-None-Match": "*", "Content-Type": "application/json"})
    if status not in (201, 412):
        sys.exit(f"the namespace: {status} {body.decode()}")

    def write():
        connection = Connection(url, ca, token)
        run = f"{random.randrange(16**8):08x}"
        count = 0
        while not ended.is_set():
            count += 1
            name, locator = f"urn:example:{run}-{count}", f"https://example.org/{run}/{count}"
            status, _, body = connection.ask("PUT", path_of(name), json.dumps({"locators": [locator]}),
                                             **{"If-None-Match": "*", "Content-Type": "application/json"})
            if status == 201:
                acknowledged[name] = locator
            elif 400 <= status < 500:
                sys.exit(f"{name}: {status} {body.decode()}")
            else:
                unknown.append(name)
                ended.wait(0.1)
            writes.note(status, status == 201)

    def read():
        connection = Connection(url, ca, token)
        while not ended.is_set():
            names = list(acknowledged)
            if not names:
                ended.wait(0.01)
                continue
            # By the API and by the resolver. 404 and 410 would be wrong, too: the name was acknowledged.
            name = random.choice(names)
            status = connection.ask("GET", random.choice([path_of(name), "/" + name])).status
            reads.note(status, status in (200, 302, 303, 307))

    threads = [threading.Thread(target=write), threading.Thread(target=read)]
    for thread in threads:
        thread.start()
    print("started", flush=True)
    for line in sys.stdin:
        print(json.dumps({"acknowledged": len(acknowledged), "since_write": time.monotonic() - writes.last}), flush=True)
    ended.set()
    for thread in threads:
        thread.join()
    lost = []
    for name, locator in acknowledged.items():
        for _ in range(50):
            status, _, body = setup.ask("GET", path_of(name))
            if status in (200, 404, 410):
                break
            time.sleep(0.2)
        if status != 200 or locator not in body.decode():
            lost.append(name)
    print(json.dumps({
        "acknowledged": len(acknowledged), "unknown": len(unknown), "lost": lost, "reads": reads.count,
        "no_write_s": round(writes.longest, 2), "no_read_s": round(reads.longest, 2), "reads_failed": reads.failed}))


if __name__ == "__main__":
    main(*sys.argv[1:])
