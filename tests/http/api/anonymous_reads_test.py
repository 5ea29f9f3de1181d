#!/usr/bin/env python3
"""Nobody fills the store by reading: the size of every table, before and after every operation that reads.

    anonymous_reads_test.py --command COMMAND --database sqlite|postgresql

Each GET operation and page is asked for without a token, with each odd value of get_values.py and with many names that do
not exist, by one address. Afterwards the tables of counts, whose rows are bounded by days, namespaces, outcomes and
buckets, have grown by little, and all others by nothing. Then 3,000 names that do not exist are requested by two
addresses behind a trusted proxy: each adds at most a sixteenth of a day's names to the statistics. The service is
stopped before the tables are read, so that all that it had counted is there.
"""
import argparse
import itertools
import json
import os
import sys
import tempfile

from api_test import OPERATIONS, Checker, Service, World
from get_connection import Connection
from get_everything_test import Asker, Operation
from get_values import ANY
from stores import KINDS, stores

NAMES = 3000
NOBODY = ("nobody", {})
# Counts: for each day, and namespace, prefix and outcome; country; route and bucket.
COUNTED = {"statistics", "resolution_days", "country_days", "latencies"}
COUNTED_ROWS = 2000
# The time; and what other threads note of what was written before.
OF_THE_SERVICE = {"clock", "decisions", "decisions_until", "notices", "notices_since", "link_host_counts"}
SHARE = 1000 // 16 + 1  # statistics.unknown, statistics::unknown_share


def grown(before, after):
    return {t: (after[t][0] - before[t][0], after[t][1] - before[t][1]) for t in after if after[t] != before[t]}


def asked_by_nobody(world, document):
    """Every operation that reads, with a third of the odd values."""
    checker = Checker(document)
    for template, item in sorted(document["paths"].items()):
        if "get" not in item:
            continue
        how = OPERATIONS[item["get"]["operationId"]]
        operation = Operation(checker, template, item, how, world)
        odd = itertools.islice(operation.odd_targets(), 0, None, 3)
        for target in (operation.target(), operation.unknown(), *odd):
            yield operation.name, NOBODY, target, {}
    for n in range(NAMES):
        yield "resolve", NOBODY, f"/urn:example:{'x' * 200}{n}", {}
    for odd in ANY:
        yield "resolve", NOBODY, "/urn:example:" + odd, {}


def by_two_addresses(service):
    connection = Connection(service.address)
    for address in ("192.0.2.1", "2001:db8::1", "2001:db8::2"):  # the last two are one /64
        for n in range(NAMES):
            connection.get(f"/urn:example:two{'y' * 200}{n}", {"X-Forwarded-For": address})
    connection.close()


def mistakes_on(command, folder, make):
    database = make("names")
    settings = ["statistics.flush=1h", "limits.trusted_proxies=127.0.0.1", "limits.stored_address=32M",
                "limits.rate_address=0"]
    service = Service(command, folder, *settings, database=database)
    try:
        world = World(service)
        document = json.loads(service.ask("GET", "/api/v1/openapi.json")[2])
        requests = list(asked_by_nobody(world, document))  # makes what they ask for
        before = database.sizes()
        asker = Asker(service)
        asker.ask_all(requests)
    finally:
        service.process.terminate()
        service.process.wait(60)
    yield from asker.mistakes()
    alone = database.sizes()
    for table, (rows, size) in grown(before, alone).items():
        if table in OF_THE_SERVICE or (table in COUNTED and rows <= COUNTED_ROWS):
            continue
        yield f"{asker.asked} requests of one address without token: {table} has {rows} more rows, {size} bytes"
    service = Service(command, folder, *settings, database=database)
    try:
        by_two_addresses(service)
    finally:
        service.process.terminate()
        service.process.stderr.read()
        service.process.wait(60)
    rows, size = grown(alone, database.sizes()).get("unknown_names", (0, 0))
    if not 0 < rows <= 2 * SHARE:
        yield f"two addresses: unknown_names has {rows} more rows, {size} bytes, not 1 to {2 * SHARE}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform-reads-") as folder, stores(options.database, folder) as make:
        mistakes = list(mistakes_on(options.command, folder, make))
    for mistake in mistakes:
        print(mistake)
    print(f"{len(mistakes)} mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
