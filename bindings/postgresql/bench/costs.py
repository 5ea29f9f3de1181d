#!/usr/bin/env python3
"""Measures what a call of each function of the extension costs, in calls of PostgreSQL's own int4pl (whose procost is 1).

    costs.py BUILD [LIST]     BUILD: an optimised build of the preset `bindings`; LIST: URLs, one a line (million.txt of
                              bench/lists.py); without it, URLs are made

Each time is the processor time of a query over all rows less that of the same query without the call, the least of several runs
by turns.
The planner compares costs that differ by powers of ten or so, so the procost set by the script of the version is the measured
number rounded to 1, 2 or 5 times a power of ten; a function is printed with a mark where what is set is not what was measured
within a factor of 2.5.
"""

import math
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings/postgresql/tests"))
from server import Server  # noqa: E402

ROWS = 2000
RUNS = 9
CHAIN = 40

# A call for each function that is measured; those of one body are measured once. u, i, n: a uri, an iri, a urn; t: a text;
# v: another uri; b: the base http://www.example.org/.
CALLS = {
    "uri_host(uri)": "uri_host(u)",
    "uri_port(uri)": "uri_port(u)",
    "uri_host_inet(uri)": "uri_host_inet(u)",
    "uri_path_array(uri)": "uri_path_array(u)",
    "iri_host(iri)": "iri_host(i)",
    "urn_nid(urn)": "urn_nid(n)",
    "uri_eq(uri,uri)": "u = v",
    "iri_eq(iri,iri)": "i = v::iri",
    "urn_eq(urn,urn)": "n = m",
    "uri_hash(uri)": "uri_hash(u)",
    "iri_hash(iri)": "iri_hash(i)",
    "urn_hash(urn)": "urn_hash(n)",
    "uri_try(text)": "uri_try(t)",
    "uri_valid(text)": "uri_valid(t)",
    "uri_error(text)": "uri_error(t)",
    "uri_normalize(uri)": "uri_normalize(u)",
    "uri_equivalent(uri,uri,text)": "uri_equivalent(u, v)",
    "uri_resolve(uri,uri)": "uri_resolve(b, u)",
    "uri_relativize(uri,uri)": "uri_relativize(b, u)",
    "uri_parameter(uri,text)": "uri_parameter(u, 'q')",
    "uri_parameters(uri)": "(SELECT count(*) FROM uri_parameters(u))",
    "uri_query_jsonb(uri)": "uri_query_jsonb(u)",
    "uri_escape(text,boolean,boolean)": "uri_escape(t)",
    "uri_unescape(text,boolean,boolean)": "uri_unescape(t)",
    "iri_normalize(iri)": "iri_normalize(i)",
    "iri_to_uri(iri)": "iri_to_uri(i)",
    "uri_to_iri(uri)": "uri_to_iri(u)",
    "urn_normalize(urn)": "urn_normalize(n)",
    "urn_namespace_normalize(urn)": "urn_namespace_normalize(n)",
    "urn_check(urn)": "urn_check(n)",
    "urn_namespace_valid(urn)": "urn_namespace_valid(n)",
    "uri_repair(text)": "uri_repair(t)",
    "url_href(text)": "url_href(t)",
    "uri_find(text)": "(SELECT count(*) FROM uri_find(t))",
    "uri_lint(text)": "(SELECT count(*) FROM uri_lint(t))",
    "uri_lint_rules(text)": "uri_lint_rules(t)",
    "uri_registrable_domain(uri)": "uri_registrable_domain(u)",
    "idna_to_ascii(text)": "idna_to_ascii(h)",
    "idna_to_unicode(text)": "idna_to_unicode(h)",
    "uri_within(uri,uri)": "u <<= v",
    "uri_below(uri,uri)": "u << v",
    "uri_spgist_key(uri)": "uri_spgist_key(u)",
}


def made_urls():
    chance = random.Random("costs")
    word = lambda: "".join(chance.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(chance.randint(2, 9)))  # noqa: E731
    for _ in range(ROWS):
        path = "/".join(word() for _ in range(chance.randint(1, 4)))
        query = "?" + "&".join(f"{word()}={word()}" for _ in range(3)) if chance.random() < 0.4 else ""
        yield f"https://www.{word()}.{chance.choice(('example', 'co.uk', 'org', 'com'))}/{path}{query}"


def seconds(server, expressions):
    """The least processor time of a query of each expression, in turn, as the executor of PostgreSQL reports it."""
    query = "SELECT count({}) FROM sample, generate_series(1, 25);"
    script = "SET client_min_messages = log; SET log_executor_stats = on;\n"
    script += "\n".join(query.format(e) for _ in range(RUNS) for e in expressions)
    times = [float(user) + float(system) for user, system in re.findall(r"!\s+([\d.]+) s user, ([\d.]+) s system", server.sql(script))]
    assert len(times) == RUNS * len(expressions)
    return [min(times[i::len(expressions)]) for i in range(len(expressions))]


def rounded(cost):
    """1, 2 or 5 times a power of ten, at least 1."""
    power = 10 ** math.floor(math.log10(max(cost, 1)))
    return min((m * power for m in (1, 2, 5, 10)), key=lambda c: abs(math.log(c / max(cost, 1))))


def main():
    build = Path(sys.argv[1])
    urls = Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()[:ROWS] if sys.argv[2:] else list(made_urls())
    scripts = [ROOT / "bindings/postgresql/uniform.control", *(ROOT / "bindings/postgresql").glob("uniform--*.sql")]
    with Server("pg_config", scripts, build / "lib/postgresql/uniform.so",
                settings=("autovacuum=off", "jit=off", "max_parallel_workers_per_gather=0")) as server:
        server.sql("CREATE EXTENSION uniform; CREATE TABLE list (id serial, t text);")
        server.sql("COPY list (t) FROM STDIN;\n" + "\n".join(u.replace("\\", "\\\\") for u in urls) + "\n\\.\n")
        server.sql("""CREATE TABLE sample AS
            SELECT id AS k, t, u, u::iri AS i, lead(u, 1, u) OVER (ORDER BY id) AS v, uri 'http://www.example.org/' AS b,
                   ('urn:isbn:978-0-' || id || '-5')::urn AS n, ('URN:ISBN:978-0-' || id || '-6')::urn AS m, uri_host(u) AS h
            FROM (SELECT id, t, uri_try(t) AS u FROM list) l WHERE uri_host(u) <> ''; ANALYZE sample""")
        count = int(server.sql("SELECT count(*) * 25 FROM sample"))
        one, many = seconds(server, ["k", "k" + " + 1" * CHAIN])
        unit = (many - one) / CHAIN / count
        set_ = dict(line.split("|") for line in server.sql(
            "SELECT replace(oid::regprocedure::text, ', ', ','), procost FROM pg_proc WHERE probin LIKE '%uniform' OR proname ~ '^ur[in]_'"
        ).split("\n"))
        print(f"int4pl: {unit * 1e9:.2f} ns\n\n| function | ns | measured | set | |\n|---|---:|---:|---:|---|")
        for function, call in CALLS.items():
            base, time = seconds(server, [next(c for c in "utinh" if re.search(rf"\b{c}\b", call)), call])
            cost = max((time - base) / count / unit, 0)
            mark = "" if 0.4 <= float(set_[function]) / max(cost, 1) <= 2.5 else f"**{rounded(cost):g}**"
            print(f"| `{function}` | {(time - base) / count * 1e9:.0f} | {cost:.0f} | {set_[function]} | {mark} |", flush=True)


main()
