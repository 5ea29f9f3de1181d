"""A host has one name and one domain: Python, columns, DuckDB and the command say what tests/agreement/hosts.tsv does."""

import os
import subprocess
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
import uniform
import uniform.arrow
import uniform.duckdb

TABLE = Path(__file__).resolve().parents[3] / "tests" / "agreement" / "hosts.tsv"
ROWS = [[None if cell == "-" else cell for cell in line.split("\t")]
        for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
HOST, REGISTRABLE, SUFFIX, UTS46, LOOKUP = range(5)
URLS = [f"http://u@{row[HOST]}:80/p" for row in ROWS]


def column(number):
    return [row[number] for row in ROWS]


def name(host, rules):
    try:
        return uniform.lookup_name(host, rules)
    except uniform.UniformError:
        return None


@pytest.mark.parametrize("row", ROWS, ids=column(HOST))
def test_one_by_one(row):
    domain = uniform.domain_of(row[HOST])
    assert (domain and domain.registrable, domain and domain.suffix) == (row[REGISTRABLE], row[SUFFIX])
    assert (name(row[HOST], "uts46"), name(row[HOST], "browser")) == (row[UTS46], row[LOOKUP])


def test_columns():
    urls = pa.array(URLS)
    assert uniform.arrow.host(urls).to_pylist() == column(HOST)
    assert uniform.arrow.registrable_domain(urls).to_pylist() == column(REGISTRABLE)
    assert uniform.arrow.public_suffix(urls).to_pylist() == column(SUFFIX)
    assert uniform.arrow.to_ascii_host(urls).to_pylist() == column(UTS46)
    assert uniform.arrow.to_ascii_host(urls, rules="browser").to_pylist() == column(LOOKUP)


def test_duckdb():
    connection = duckdb.connect()
    uniform.duckdb.register(connection)
    connection.register("urls", pa.table({"url": URLS}))
    for function, number in (("host", HOST), ("registrable_domain", REGISTRABLE), ("public_suffix", SUFFIX),
                             ("to_ascii_host", UTS46)):
        rows = connection.sql(f"SELECT uniform_{function}(url) FROM urls").fetchall()
        assert [r for r, in rows] == column(number)


def command(*arguments):
    run = subprocess.run([os.environ["UNIFORM_COMMAND"], *arguments], capture_output=True, encoding="utf-8", check=False)
    return run.stdout.splitlines()


def test_command():
    expected = [f"{r[HOST]} {r[REGISTRABLE] or ''} {r[SUFFIX] or ''}" for r in ROWS]
    assert command("parse", "-e", "rfc3987", "--get", "{host} {host.registrable} {host.suffix}", *URLS) == expected
    assert command("host", "domain", "--", *column(HOST)) == [d for d in column(REGISTRABLE) if d]
    assert command("host", "domain", "--suffix", "--", *column(HOST)) == [s for s in column(SUFFIX) if s]
    plain = [r for r in ROWS if "%" not in r[HOST]]
    assert command("host", "ascii", "--", *[r[HOST] for r in plain]) == [r[UTS46] for r in plain if r[UTS46]]
