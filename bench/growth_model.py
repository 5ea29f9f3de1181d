#!/usr/bin/env python3
"""Computes stores of 10^8 to 10^10 names from what bench/growth.py measured of smaller ones.

    bench/growth_model.py [--figures FILE] [--prices FILE] [--assumptions FILE] [--check]

Prints, in Markdown: how well the laws of growth predict the measured sizes from the smallest one; what a store of each size
takes; what serving 10^4 to 10^6 resolutions a second takes and costs; and what breaks first. --check prints only the first, and
the exit code is 1 if a prediction is worse than the law's tolerance. All numbers that are not measured are in the files
prices.json and assumptions.json, with their sources.

The basic idea: a figure grows by one of a few laws (LAWS). Requests follow Zipf's law. A CDN keeps a response for some time, so
a name that is requested seldom is asked for each time; what it lets through meets the response cache, which has the most
requested names, then the files of the database in memory, which have names on random pages, and then the disk.
"""
import argparse
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).parent / "growth"
NAMES = [10**8, 10**9, 10**10]
RATES = [10**4, 10**5, 10**6]
MONTH = 30 * 86400
HOURS = 730


def linear(figure, names, wanted):
    return figure * wanted / names


def constant(figure, _names, _wanted):
    return figure


def bits(figure, names, wanted):
    """A bit for each event, in MiB, and what does not grow."""
    return figure + (wanted - names) / 8 / 2**20


def levels(figure, names, wanted):
    """The depth of a tree of pages, of which each has some hundred others."""
    return figure + math.log(wanted / names, 200)


# Each figure, its law, and by how much a prediction from the smallest store may be wrong: a factor. Times of a busy machine
# are worth little; processor time, bytes and pages are worth more.
LAWS = {
    ("import", "bytes"): (linear, 1.1),
    ("import", "processor_seconds"): (linear, 1.6),
    ("import", "server_seconds"): (linear, 1.6),
    ("import", "written"): (linear, 3.0),
    ("import", "memory_mib"): (constant, 2.0),
    ("start", "memory_mib"): (constant, 1.5),
    ("warm", "hot_us"): (constant, 1.6),
    ("warm", "random_us"): (constant, 1.8),
    ("cold", "cold_pages"): (levels, 2.0),
    ("verify", "processor_seconds"): (linear, 1.6),
    ("verify", "memory_mib"): (bits, 1.5),
    ("backup", "bytes"): (linear, 1.15),
    ("backup", "processor_seconds"): (linear, 1.6),
    ("index", "bytes"): (linear, 1.5),
    ("index", "processor_seconds"): (linear, 1.8),
    ("follow", "bytes_per_event"): (constant, 1.2),
    ("follow", "us"): (constant, 1.6),
}


def figure_of(measured, part, name):
    """A figure; the bytes of a store are those that an empty one does not have.

    >>> figure_of({"import": {"bytes": 10, "empty_bytes": 4}}, "import", "bytes")
    6
    """
    figures = measured.get(part, {})
    return figures[name] - figures.get("empty_bytes", 0) if name == "bytes" and name in figures else figures.get(name)


def predictions(measured):
    """For each figure that was measured with several numbers of names, on one store in one series of measurements: what was
    predicted and measured."""
    for store, series in sorted({(m["store"], m["series"]) for m in measured}):
        for (part, name), (law, tolerance) in LAWS.items():
            known = sorted((m["names"], figure_of(m, part, name)) for m in measured
                           if (m["store"], m["series"]) == (store, series) and figure_of(m, part, name))
            for names, figure in known[1:]:
                smallest, base = known[0]
                yield store, f"{part}: {name}", law.__name__, smallest, names, law(base, smallest, names), figure, tolerance


def holds(predicted, measured, tolerance):
    """
    >>> holds(100, 109, 1.1), holds(109, 100, 1.1), holds(100, 120, 1.1)
    (True, True, False)
    """
    return 1 / tolerance <= predicted / measured <= tolerance


class Store:
    """Figures of a store that were measured, at any size: by its law from the largest measured one."""

    def __init__(self, kind, measured):
        self.kind = kind
        self.measured = sorted((m for m in measured if m["store"] == kind), key=lambda m: m["names"])

    def at(self, names, part, name):
        for m in reversed(self.measured):
            figure = figure_of(m, part, name)
            if figure is not None:
                law = LAWS.get((part, name), (constant, 0))[0]
                return law(figure, m["names"], names)
        raise KeyError(f"{self.kind}: {part}: {name} was not measured")

    def processor(self, names, part):
        """Seconds of one core, service and server of the database."""
        server = self.at(names, part, "server_seconds") if self.kind == "postgresql" else 0
        return self.at(names, part, "processor_seconds") + server


def ranks(names):
    """Ranges of ranks, each with its size: some for each factor of ten.

    >>> sum(count for _, count in ranks(1000))
    1000
    """
    low = 1
    while low <= names:
        high = min(max(low + 1, int(low * 1.2)), names + 1)
        yield (low + high - 1) / 2, high - low
        low = high


class Requests:
    """The requests for each name, and what each cache leaves of them.

    >>> r = Requests(1000, 50, {"zipf": {"value": 1}})
    >>> round(r.rate), round(r.beyond(0)), round(r.beyond(1000)), round(r.beyond(32) / r.rate, 1)
    (50, 50, 0, 0.5)
    >>> round(r.behind_cdn(0, 1).rate), round(r.behind_cdn(1e9, 1).rate)
    (50, 0)
    """

    def __init__(self, names, rate, assumed):
        s = assumed["zipf"]["value"]
        shares = [(rank ** -s, count) for rank, count in ranks(names)]
        total = sum(share * count for share, count in shares)
        self.flows = [(rate * share / total, count) for share, count in shares]

    def behind_cdn(self, seconds, places):
        """Each place keeps a response for so many seconds: of the requests for a name, one in 1 + rate * seconds passes."""
        self.flows = [(flow / (1 + flow / places * seconds), count) for flow, count in self.flows]
        return self

    @property
    def rate(self):
        return sum(flow * count for flow, count in self.flows)

    def beyond(self, entries):
        """Requests a second for other names than the most requested ones."""
        left = 0.0
        for flow, count in sorted(self.flows, reverse=True):
            cached = min(entries, count)
            entries -= cached
            left += flow * (count - cached)
        return left


def bytes_in_memory(assumed, prices, cores):
    return cores * prices["machines"]["gib_of_core"] * 2**30


def plan(store, names, rate, assumed, prices, with_cdn):
    """The cheapest machines of one size that serve the rate; each has the whole store, as a follower or a replica."""
    requests = Requests(names, rate, assumed)
    if with_cdn:
        requests.behind_cdn(assumed["cdn_seconds"]["value"], assumed["cdn_places"]["value"])
    size = store.at(names, "import", "bytes") + store.at(names, "index", "bytes")
    hot = store.at(names, "warm", "hot_us") + assumed["tls_us"]["value"]
    miss = store.at(names, "warm", "random_us") + store.at(names, "warm", "random_server_us") + assumed["tls_us"]["value"]
    leaf_pages = 1 if store.kind == "sqlite" else 2  # PostgreSQL has a page of the index and one of the table
    best = None
    for cores in prices["machines"]["cores"]:
        memory = bytes_in_memory(assumed, prices, cores)
        misses = requests.beyond(int(memory * assumed["cache_share"]["value"] / assumed["cache_entry_bytes"]["value"]))
        on_disk = max(0.0, 1 - memory * assumed["page_cache_share"]["value"] / size)
        iops = misses * on_disk * leaf_pages
        processors = ((requests.rate - misses) * hot + misses * miss) / 1e6 / assumed["busy_share"]["value"]
        disk = prices["disk"]
        volumes = max(1, math.ceil(size * 1.3 / (disk["tib_most"] * 2**40)))
        needed = {"processors": math.ceil(processors / cores), "disk": math.ceil(iops / (disk["iops_most"] * volumes))}
        bound = max(needed, key=needed.get)
        machines = max(1, needed[bound])
        machines += assumed["spare_machines"]["value"]
        each = max(iops / machines, 0)
        money = machines * (cores * prices["machines"]["hour_of_core"] * HOURS + size * 1.3 / 1e9 * disk["gb_month"] +
                            max(0.0, each - disk["iops_included"] * volumes) * disk["iops_month"])
        if best is None or money < best["machines_month"]:
            best = {"cores": cores, "memory_gib": memory / 2**30, "machines": machines, "iops": iops, "bound": bound,
                    "machines_month": money,
                    "origin": requests.rate, "misses": misses, "processors": processors * assumed["busy_share"]["value"]}
    best["backup_month"] = store.at(names, "backup", "bytes") / 1e9 * prices["backup"]["gb_month"] * prices["backup"]["copies"]
    gigabytes = rate * MONTH * assumed["response_bytes"]["value"] / 1e9
    best["terabytes"] = gigabytes / 1000
    if with_cdn:
        best["traffic_month"] = tiered(gigabytes, prices["cdn"]["tiers"])
        best["requests_month"] = rate * MONTH / 1e6 * prices["cdn"]["million_requests"]
    else:
        best["traffic_month"] = gigabytes * prices["traffic"]["gb"]
        best["requests_month"] = 0
    best["month"] = sum(best[k] for k in ("machines_month", "backup_month", "traffic_month", "requests_month"))
    return best


def tiered(gigabytes, tiers):
    """
    >>> tiered(20_000, [[10, 0.1], [None, 0.05]])
    1500.0
    """
    money, before = 0.0, 0.0
    for until, price in tiers:
        end = gigabytes if until is None else min(gigabytes, until * 1000)
        money += max(0.0, end - before) * price
        before = max(before, end)
    return money


# The figures that a registry would not put up with, and those that software and disks cannot have. Each is reached at some
# number of names.
def limits(store, prices):
    """(what, its unit, the limit, the figure at a number of names)"""
    yield "one disk is full", "TiB", prices["disk"]["tib_most"], lambda n: store.at(n, "import", "bytes") * 1.3 / 2**40
    yield "an import takes a week", "days", 7, lambda n: store.processor(n, "import") / 86400
    yield "the index of search takes a week", "days", 7, lambda n: store.processor(n, "index") / 86400
    yield "a verification takes a day", "hours", 24, lambda n: store.processor(n, "verify") / 3600
    yield "a backup takes a day", "hours", 24, lambda n: store.processor(n, "backup") / 3600
    yield "a new follower takes a week", "days", 7, lambda n: n * store.at(n, "follow", "us") / 1e6 / 86400
    yield "a verification needs 16 GiB of memory", "GiB", 16, lambda n: store.at(n, "verify", "memory_mib") / 1024
    yield ("the upper pages of the index do not fit in 64 GiB", "GiB", 64,
           lambda n: store.at(n, "import", "bytes") / 100 / 2**30)
    if store.kind == "sqlite":
        yield "SQLite's largest file", "TiB", 256, lambda n: store.at(n, "import", "bytes") / 2**40
    else:
        yield "PostgreSQL's largest table", "TiB", 32, lambda n: store.at(n, "import", "bytes") / 2**40


def reached_at(limit, figure):
    """The number of names at which a figure that grows about in proportion reaches its limit.

    >>> round(reached_at(10, lambda n: n / 1e6))
    10000000
    """
    low, high = 1e3, 1e18
    for _ in range(200):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if figure(middle) < limit else (low, middle)
    return low


# Words.

def number(value):
    """
    >>> number(1234567), number(12.345), number(0.01234), number(0)
    ('1,230,000', '12.3', '0.0123', '0')
    """
    if value == 0:
        return "0"
    short = float(f"{value:.3g}")
    return f"{short:,.0f}" if abs(short) >= 100 or short == int(short) else f"{short:g}"


def power(n):
    """
    >>> power(10**8), power(3_000_000)
    ('10^8', '3 · 10^6')
    """
    exponent = int(math.floor(math.log10(n) + 1e-9))
    factor = n / 10**exponent
    return f"10^{exponent}" if round(factor, 1) == 1 else f"{number(round(factor, 1))} · 10^{exponent}"


def span(seconds):
    """
    >>> span(30), span(7200), span(864000)
    ('30 s', '2 h', '10 d')
    """
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size or (unit == "min" and seconds >= size):
            return f"{number(seconds / size)} {unit}"
    return f"{number(seconds)} s"


NAMES_OF_STORES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def table(head, rows):
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print()


def print_predictions(measured):
    """False if one is outside of its tolerance."""
    good = True
    rows = []
    for store, what, law, smallest, names, predicted, figure, tolerance in predictions(measured):
        fine = holds(predicted, figure, tolerance)
        good = good and fine
        rows.append([NAMES_OF_STORES[store], what, law, f"{power(smallest)} → {power(names)}", number(predicted), number(figure),
                     f"{(predicted / figure - 1) * 100:+.0f} %", f"{number(tolerance)}{'' if fine else ': **no**'}"])
    table(["store", "figure", "law", "names", "predicted", "measured", "error", "tolerated factor"], rows)
    return good


def print_sizes(stores):
    rows = []
    for store in stores:
        for n in NAMES:
            rows.append([NAMES_OF_STORES[store.kind], power(n), number(store.at(n, "import", "bytes") / 1e9),
                         number(store.at(n, "index", "bytes") / 1e9), number(store.at(n, "backup", "bytes") / 1e9),
                         span(store.processor(n, "import")), span(store.processor(n, "verify")),
                         number(store.at(n, "verify", "memory_mib") / 1024), span(store.processor(n, "backup")),
                         span(store.processor(n, "index")), span(n * store.at(n, "follow", "us") / 1e6)])
    table(["store", "names", "store, GB", "index of search, GB", "backup, GB", "import", "verify", "its memory, GiB", "backup",
           "index of search", "a new follower"], rows)


def print_plans(stores, assumed, prices):
    for with_cdn in (False, True):
        print("With a CDN in front:\n" if with_cdn else "Without a CDN:\n")
        rows = []
        for store in stores:
            for n in NAMES:
                for rate in RATES:
                    p = plan(store, n, rate, assumed, prices, with_cdn)
                    rows.append([NAMES_OF_STORES[store.kind], power(n), power(rate), number(p["origin"]), number(p["misses"]),
                                 number(p["iops"]), number(p["processors"]),
                                 f"{p['machines']} × {p['cores']} cores, {number(p['memory_gib'])} GiB", p["bound"],
                                 number(p["terabytes"]),
                                 number(p["machines_month"] + p["backup_month"]),
                                 number(p["traffic_month"] + p["requests_month"]), number(p["month"])])
        table(["store", "names", "resolutions/s", "of these at the service", "not in its cache", "IOPS", "busy cores", "machines",
               "bounded by", "TB/month", f"machines and disks, {prices['currency']}/month", f"traffic, {prices['currency']}/month",
               f"all, {prices['currency']}/month"], rows)


def print_limits(stores, prices):
    for store in stores:
        rows = sorted((reached_at(limit, figure), what) for what, _, limit, figure in limits(store, prices))
        table([NAMES_OF_STORES[store.kind] + ": what breaks, in this order", "at so many names"],
              [[what, power(float(f"{at:.2g}"))] for at, what in rows])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--figures", type=pathlib.Path, default=HERE / "figures.json")
    options.add_argument("--prices", type=pathlib.Path, default=HERE / "prices.json")
    options.add_argument("--assumptions", type=pathlib.Path, default=HERE / "assumptions.json")
    options.add_argument("--check", action="store_true")
    o = options.parse_args()
    measured = json.loads(o.figures.read_text())["measured"]
    prices = json.loads(o.prices.read_text())
    assumed = json.loads(o.assumptions.read_text())
    good = print_predictions(measured)
    if not o.check:
        stores = [Store(kind, measured) for kind in NAMES_OF_STORES if any(m["store"] == kind for m in measured)]
        print_sizes(stores)
        print_plans(stores, assumed, prices)
        print_limits(stores, prices)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
