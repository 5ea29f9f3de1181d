"""uniform.arrow over pyarrow, pandas and Polars, and uniform.duckdb."""

import io
import json
import os
import subprocess
import sys
import threading
import time

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import lists
import uniform
import uniform.arrow
import uniform.duckdb
import uniform.spark

URLS = ["http://www.example.co.uk:8080/a?q=1%2F2", None, "", "mailto:a@b", "a b", "urn:isbn:978-951-0-18435-6", "http://é/"]
HOSTS = ["www.example.co.uk", None, None, None, None, None, "é"]
TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string()),
         pa.dictionary(pa.int32(), pa.large_string())]


@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_arrays_of_pyarrow(type_):
    array = pa.array(URLS).cast(type_) if not pa.types.is_dictionary(type_) else pa.array(URLS, type_)
    assert uniform.arrow.host(array).to_pylist() == HOSTS
    assert uniform.arrow.host(array.slice(1, 3)).to_pylist() == HOSTS[1:4]
    assert uniform.arrow.host(array.slice(0, 0)).to_pylist() == []
    chunked = pa.chunked_array([array, array.slice(3), array.slice(0, 0)])
    result = uniform.arrow.host(chunked)
    assert isinstance(result, pa.ChunkedArray) and result.to_pylist() == HOSTS + HOSTS[3:]
    result.validate(full=True)
    assert uniform.arrow.valid(array).to_pylist() == [True, None, True, True, False, True, False]
    assert uniform.arrow.port(array).type == pa.int32()
    assert uniform.arrow.host(pa.chunked_array([], type=pa.string())).type == pa.string()
    assert uniform.arrow.host(pa.nulls(2)).to_pylist() == [None, None]


def test_every_function_says_what_the_functions_for_one_text_say():
    urls = lists.urls(2000)
    array = pa.array(urls)

    def one(function):
        def of(url):
            try:
                return function(url)
            except uniform.UniformError:
                return None
        return [of(url) for url in urls]

    assert uniform.arrow.valid(array).to_pylist() == [uniform.valid(u) for u in urls]
    assert uniform.arrow.host(array).to_pylist() == one(lambda u: uniform.parse(u).host)
    assert uniform.arrow.query(array).to_pylist() == one(lambda u: uniform.parse(u).query)
    assert uniform.arrow.urn_nid(array).to_pylist() == one(lambda u: uniform.parse_urn(u).nid)
    assert uniform.arrow.resolve(array, "http://a/b").to_pylist() == one(lambda u: uniform.resolve("http://a/b", u))
    assert uniform.arrow.whatwg_href(array).to_pylist() == one(lambda u: uniform.parse_web(u).href)
    assert uniform.arrow.error(array).to_pylist() == [why_not(u) for u in urls]
    for name in uniform.arrow.functions():
        options = {"key": "q"} if name == "query_parameter" else {"base": "http://a/"} if name.startswith("re") and name in (
            "resolve", "relativize") else {}
        result = getattr(uniform.arrow, name)(array, **options)
        result.validate(full=True)
        assert len(result) == len(urls)


# The results for "http://münchen.de/ü": by default, by RFC 3987 and by RFC 3986; None where the function has no edition.
OF_AN_IRI = {
    "host": ("münchen.de", "münchen.de", None), "authority": ("münchen.de", "münchen.de", None), "path": ("/ü", "/ü", None),
    "scheme": ("http", "http", None), "host_type": ("reg-name", "reg-name", None), "display_host": ("münchen.de", "münchen.de", None),
    "to_ascii_host": ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de", None), "public_suffix": ("de", "de", None),
    "registrable_domain": ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de", None),
    "valid": (False, True, False), "normalize": (None, "http://münchen.de/ü", None),
    "redact": (None,), "uri_to_iri": (None,), "iri_to_uri": ("http://m%C3%BCnchen.de/%C3%BC",),
    "whatwg_href": ("http://xn--mnchen-3ya.de/%C3%BC",), "repair": ("http://xn--mnchen-3ya.de/%C3%BC",)}


@pytest.mark.parametrize("name", OF_AN_IRI)
def test_functions_of_an_iri(name):
    """The way that docs/guide/columns.md describes."""
    function, column = getattr(uniform.arrow, name), pa.array(["http://münchen.de/ü"])
    given = [{}, {"edition": "rfc3987"}, {"edition": "rfc3986"}][:len(OF_AN_IRI[name])]
    assert tuple(function(column, **options)[0].as_py() for options in given) == OF_AN_IRI[name]
    connection = duckdb.connect()
    uniform.duckdb.register(connection)
    assert connection.sql(f"SELECT uniform_{name}('http://münchen.de/ü')").fetchall()[0] == OF_AN_IRI[name][:1]


def why_not(url):
    try:
        uniform.parse(url)
    except uniform.UniformError as e:
        return str(e)
    return None


def test_series_of_polars():
    series = pl.Series("url", URLS)
    hosts = uniform.arrow.host(series)
    assert isinstance(hosts, pl.Series) and hosts.name == "url" and hosts.to_list() == HOSTS
    frame = pl.DataFrame({"url": URLS}).with_columns(pl.col("url").map_batches(uniform.arrow.port, return_dtype=pl.Int32).alias("port"))
    assert frame["port"].to_list() == [8080] + [None] * 6
    assert uniform.arrow.host(series.cast(pl.Categorical)).to_list() == HOSTS
    assert uniform.arrow.host(pl.concat([series, series])).to_list() == HOSTS * 2
    assert uniform.arrow.host(pl.Series("url", [], dtype=pl.String)).to_list() == []


def test_columns_of_nulls():
    """Whatever type a library gives them: polars has one with a bitmap, pandas reads an empty column as floats."""
    nulls = pl.Series("url", [None, None])
    assert uniform.arrow.host(nulls).to_list() == [None, None] and uniform.arrow.valid(nulls).to_list() == [None, None]
    frame = nulls.to_frame().with_columns(pl.col("url").map_batches(uniform.arrow.host, return_dtype=pl.String))
    assert frame["url"].to_list() == [None, None]
    read = pd.read_csv(io.StringIO("n,url\n1,\n2,\n"))["url"]
    assert read.dtype == "float64" and uniform.arrow.host(read).isna().tolist() == [True, True]
    assert uniform.arrow.find(read).isna().tolist() == [True, True]
    assert uniform.arrow.port(pd.Series([None, None])).isna().tolist() == [True, True]


@pytest.mark.parametrize("column, named", [
    (pa.array([1]), r'int64 \("l"\)'), (pa.array([b"a"]), r'binary \("z"\)'), (pd.Series([1.5, None]), r'float64 \("g"\)'),
    (pl.Series([True]), r'bool \("b"\)'), (pa.array([["a"]]), r'list \("\+l"\)'), (pa.array([0], pa.timestamp("s")), r'timestamp \("tss:"\)')])
def test_the_type_of_a_column_that_is_refused_is_named(column, named):
    with pytest.raises(TypeError, match=f"^the type {named} is not utf8"):
        uniform.arrow.host(column)


def test_any_object_with_capsules():
    class Array:
        def __arrow_c_array__(self, requested_schema=None):
            return pa.array(URLS).__arrow_c_array__()

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.chunked_array([URLS, URLS[:1]]).__arrow_c_stream__()

    column = uniform.arrow.host(Array())
    assert isinstance(column, uniform.arrow.Column) and pa.array(column).to_pylist() == HOSTS
    assert [pa.array(a).to_pylist() for a in uniform.arrow.host(Stream()).arrays()] == [HOSTS, HOSTS[:1]]
    with pytest.raises(ValueError):
        pa.array(column)


@pytest.mark.parametrize("wrong, error", [
    (lambda: uniform.arrow.host(pa.array([1])), TypeError), (lambda: uniform.arrow.host(["http://a/"]), TypeError),
    *[(lambda column=column: uniform.arrow.host(column), TypeError) for column in (
        pa.table({"url": ["a"]}), pa.record_batch({"url": ["a"]}), pa.scalar("a"), pa.string(), pd.DataFrame({"url": ["a"]}),
        pd.Index(["a"]), pd.Series([1]), pd.Series(["a", 1]), pd.Series([1, "a"]), pd.Series([["a"]]), pl.DataFrame({"url": ["a"]}),
        pl.LazyFrame({"url": ["a"]}), pl.col("url"), pl.Series([1]), pa.chunked_array([[1]]), None, 1, ["a"])],
    (lambda: uniform.arrow.host("http://a/"), TypeError), (lambda: uniform.arrow.host(pa.array(["a"]), level="x"), TypeError),
    (lambda: uniform.arrow.normalize(pa.array(["a"]), level="x"), ValueError),
    (lambda: uniform.arrow.resolve(pa.array(["a"])), TypeError),
    (lambda: uniform.arrow.resolve(pa.array(["a"]), "/b"), ValueError)])
def test_columns_that_are_refused(wrong, error):
    with pytest.raises(error):
        wrong()


def test_results_live_as_long_as_they_are_used():
    results = [uniform.arrow.normalize(pa.array([f"HTTP://{i}/"] * 100)) for i in range(50)]
    assert [r[99].as_py() for r in results] == [f"http://{i}/" for i in range(50)]


def test_the_interpreter_runs_while_a_column_is_computed():
    """Another thread gets on while one call is at work: it never would, if the call held the interpreter's lock."""
    column = pa.array(lists.urls(20000))
    ended, steps = threading.Event(), []

    def count():
        while not ended.is_set():
            steps.append(time.perf_counter())

    other = threading.Thread(target=count)
    other.start()
    seen = False
    for _ in range(200):  # the system may give the other thread no time during one call
        steps.clear()
        begin = time.perf_counter()
        uniform.arrow.lint(column)
        end = time.perf_counter()
        tenth = (end - begin) / 10
        seen = any(begin + tenth < step < end - tenth for step in list(steps))
        if seen:
            break
    ended.set()
    other.join()
    assert seen


# Ends while daemon threads compute columns: of the library that is named, or, as "capsules", of an object that needs none.
ENDING = """
import sys, threading
import pyarrow, uniform.arrow

urls = [f"http://h{i}.example/a/../b?q={i}" for i in range(5000)]


class Capsules:
    def __init__(self):
        self.capsules = pyarrow.array(urls).__arrow_c_array__()

    def __arrow_c_array__(self, requested_schema=None):
        return self.capsules


def series():
    import polars
    return polars.Series(urls)


column = {"capsules": Capsules, "pyarrow": lambda: pyarrow.array(urls), "polars": series}[sys.argv[1]]()
at_work = threading.Semaphore(0)


def work():
    while True:
        uniform.arrow.normalize(column)
        at_work.release()


for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
for _ in range(int(sys.argv[2])):
    at_work.acquire()
"""


@pytest.mark.parametrize("library", ["capsules", "pyarrow", "polars"])
def test_the_interpreter_ends_while_daemon_threads_compute_columns(library):
    for calls in range(4, 8):
        done = subprocess.run([sys.executable, "-c", ENDING, library, str(calls)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), library


def test_functions_of_duckdb():
    connection = duckdb.connect()
    uniform.duckdb.register(connection, options={"normalize": {"level": "scheme"}})
    urls = lists.urls(3000)
    table = pa.table({"url": urls, "base": [["http://a/b", "http://c/d", None][i % 3] for i in range(len(urls))]})
    connection.register("urls", table)
    array = table["url"]
    for name in ("host", "port", "valid", "registrable_domain", "urn_nid", "lint"):
        rows = connection.sql(f"SELECT uniform_{name}(url) FROM urls").fetchall()
        assert [r for r, in rows] == getattr(uniform.arrow, name)(array).to_pylist()
    rows = connection.sql("SELECT uniform_normalize(url) FROM urls").fetchall()
    assert [r for r, in rows] == uniform.arrow.normalize(array, level="scheme").to_pylist()
    rows = connection.sql("SELECT uniform_resolve(url, base) FROM urls").fetchall()
    by_base = {b: uniform.arrow.resolve(array, b).to_pylist() for b in ("http://a/b", "http://c/d")}
    assert [r for r, in rows] == [by_base[b][i] if b else None for i, b in enumerate(table["base"].to_pylist())]
    assert connection.sql("SELECT uniform_host(NULL), uniform_host(''), uniform_resolve('a', NULL)").fetchall() == [(None,) * 3]
    with pytest.raises(ValueError):
        uniform.duckdb.register(duckdb.connect(), options={"hots": {}})
    for options in ({"host": {"nope": 1}}, {"find": {"nope": True}}, {"resolve": {"column": "a"}}):
        with pytest.raises(ValueError, match=r"the function '\w+' has no option '\w+', but "):
            uniform.duckdb.register(duckdb.connect(), options=options)


def test_a_required_option_that_is_given_to_duckdb_is_no_argument():
    connection = duckdb.connect()
    uniform.duckdb.register(connection, options={"resolve": {"base": "http://z/a/"}, "query_parameter": {"key": "q"}})
    assert connection.sql("SELECT uniform_resolve('../b'), uniform_query_parameter('?q=1')").fetchall() == [("http://z/b", "1")]
    with pytest.raises(ValueError):
        uniform.duckdb.register(duckdb.connect(), options={"resolve": {"base": "/no/URI"}})


@pytest.mark.parametrize("values", [pa.nulls(2), pa.chunked_array([pa.nulls(2)]), pa.array([None, None], pa.string())])
def test_an_option_that_is_null_in_every_row_gives_null(values):
    does = uniform.duckdb._by_value(uniform.arrow.resolve, "base", {})
    result = does(pa.array(["a", None]), values)
    assert result.type == pa.string() and result.to_pylist() == [None, None]


@pytest.mark.parametrize("module, package, call", [
    ("duckdb", "pyarrow", lambda: uniform.duckdb.register(duckdb.connect())), ("spark", "pyarrow", lambda: uniform.spark.udf("host")),
    ("spark", "pyspark", lambda: uniform.spark.udf("host")), ("spark", "pyspark", lambda: uniform.spark.unique(None, "a"))])
def test_a_missing_package_is_named(monkeypatch, module, package, call):
    if package == "pyarrow" and module == "spark":
        monkeypatch.setitem(sys.modules, "pyspark", sys)  # the first that is missing is named; this one is not
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=rf"uniform\.{module} needs {package}: pip install {package}, or .*\[{module}\]"):
        call()


def test_functions_of_duckdb_are_registered_together_or_not_at_all():
    connection = duckdb.connect()
    for options in ({"hots": {}}, {"normalize": {"level": "deep"}}, {"find": {"schemes": "all"}}, {"query_parameter": {"edition": "rfc0"}}):
        with pytest.raises(ValueError):
            uniform.duckdb.register(connection, options=options)
    connection.create_function("uniform_valid", lambda text: text, ["VARCHAR"], "VARCHAR")
    with pytest.raises(ValueError, match="has a function 'uniform_valid' already: register once"):
        uniform.duckdb.register(connection)
    connection.remove_function("uniform_valid")
    count = "SELECT count(DISTINCT function_name) FROM duckdb_functions()"
    before = connection.sql(count).fetchall()[0][0]
    connection.create_function("X_HOST", lambda text: text, ["VARCHAR"], "VARCHAR")
    for prefix in ("x_", "X_"):
        with pytest.raises(ValueError, match="already: register once"):
            uniform.duckdb.register(connection, prefix=prefix)
    assert connection.sql(count).fetchall() == [(before + 1,)]
    uniform.duckdb.register(connection)
    for again in ("uniform_", "Uniform_"):
        with pytest.raises(ValueError, match="already: register once"):
            uniform.duckdb.register(connection, prefix=again)
    uniform.duckdb.register(connection, prefix="u_", options={"normalize": {"level": "scheme"}})
    assert connection.sql("SELECT uniform_normalize('http://a:80'), u_normalize('http://a:80')").fetchall() == [
        ("http://a:80", "http://a/")]


def test_options_from_a_column_of_duckdb():
    """Any number of values, in any order; a value that is refused is a row without result, not the end of the query."""
    connection = duckdb.connect()
    uniform.duckdb.register(connection, options={"query_parameter": {"plus": True}})
    bases = [None if i % 11 == 0 else "no URI" if i % 7 == 0 else f"http://h{i % 5000}/a/b" for i in range(12000)]
    references = [None if i % 13 == 0 else f"../{i}" for i in range(len(bases))]
    connection.register("pairs", pa.table({"i": range(len(bases)), "reference": references, "base": bases}))
    rows = connection.sql("SELECT uniform_resolve(reference, base) FROM pairs ORDER BY i").fetchall()
    ok = {"no URI": False, None: False}
    assert [r for r, in rows] == [f"http://h{i % 5000}/{i}" if ok.get(b, True) and r else None
                                  for i, (b, r) in enumerate(zip(bases, references))]
    assert connection.sql("SELECT uniform_resolve('a', '/b'), uniform_query_parameter('?b=1+2', 'b')").fetchall() == [(None, "1 2")]
    with pytest.raises(ValueError):
        uniform.duckdb.register(duckdb.connect(), options={"query_parameter": {"edition": "rfc0"}})


def test_the_cost_of_a_row_does_not_grow_with_the_values_of_an_option():
    asked = []

    def counted(rows, base):
        asked.append(len(rows))
        return uniform.arrow.resolve(rows, base)

    does = uniform.duckdb._by_value(counted, "base", {})
    asked.clear()
    does(pa.array(["x"] * 2000), pa.array([f"http://h{i}/" for i in range(2000)]))
    assert sum(asked) == 2000


MESSAGES = ["see <http://a.example/b>, or urn:isbn:0451450523.", None, "", "nothing", "ü <URL:ftp://ds.inter\nnic.net/rfc>", "at www.w3.org."]
FOUND = [["http://a.example/b", "urn:isbn:0451450523"], None, [], [], ["ftp://ds.internic.net/rfc"], []]


def uris(rows):
    return [None if row is None else [found["uri"] for found in row] for row in rows]


@pytest.mark.parametrize("type_", TYPES, ids=str)
def test_find_in_arrays_of_pyarrow(type_):
    array = pa.array(MESSAGES).cast(type_) if not pa.types.is_dictionary(type_) else pa.array(MESSAGES, type_)
    result = uniform.arrow.find(array)
    result.validate(full=True)
    assert uris(result.to_pylist()) == FOUND
    assert uris(uniform.arrow.find(array.slice(3, 2)).to_pylist()) == FOUND[3:5]
    chunked = uniform.arrow.find(pa.chunked_array([array, array.slice(4), array.slice(0, 0)]))
    chunked.validate(full=True)
    assert uris(chunked.to_pylist()) == FOUND + FOUND[4:]
    assert uniform.arrow.find(pa.chunked_array([], type=pa.string())).type == result.type


def test_find_says_what_the_function_for_one_text_says():
    texts = [f"ä {url} <{url}> ({url})." for url in lists.urls(1000)]
    for options in ({}, {"schemes": "any"}, {"edition": "rfc3987", "abbreviated": True}, {"join_lines": True}):
        rows = uniform.arrow.find(pa.array(texts), **options).to_pylist()
        for text, row in zip(texts, rows):
            expected = uniform.find(text, **options)
            in_bytes = [(f.uri, len(text[:f.begin].encode()), len(text[:f.end].encode()), f.delimited) for f in expected]
            assert [tuple(found.values()) for found in row] == in_bytes


def test_find_says_what_the_command_says(tmp_path):
    command = os.environ["UNIFORM_COMMAND"]
    assert os.path.exists(command), f"{command} is not built: build the preset dev first, or set UNIFORM_COMMAND"
    text = "".join(f"ä {url} <{url}> ({url}),\n" for url in lists.urls(1000)) + "".join(f"{m}\n" for m in MESSAGES if m)
    file = tmp_path / "text"
    file.write_text(text, "utf-8")
    printed = subprocess.run([command, "find", "--json", str(file)], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    rows = uniform.arrow.find(pa.array([text])).to_pylist()
    assert len(rows[0]) > 1000
    assert [(f["uri"], f["begin"], f["end"], f["delimited"]) for f in rows[0]] == [
        (f["target"], f["begin"], f["end"], f["how"]) for f in map(json.loads, printed.splitlines())]


def test_find_in_series_and_any_object():
    series = pd.Series(MESSAGES, index=range(10, 16), name="message")
    found = uniform.arrow.find(series)
    assert list(found.index) == list(series.index) and found.name == "message"
    assert uris(pa.array(found).to_pylist()) == FOUND
    polars = uniform.arrow.find(pl.Series("message", MESSAGES))
    assert polars.name == "message" and uris(polars.to_list()) == FOUND
    assert polars.dtype == uniform.arrow.find(pl.Series("message", [], dtype=pl.String)).dtype

    class Array:
        def __arrow_c_array__(self, requested_schema=None):
            return pa.array(MESSAGES).__arrow_c_array__()

    assert uris(pa.array(uniform.arrow.find(Array())).to_pylist()) == FOUND
    with pytest.raises(TypeError):
        uniform.arrow.find(pa.array([1]))
    with pytest.raises(ValueError):
        uniform.arrow.find(pa.array(["a"]), schemes="all")


def test_find_in_duckdb():
    connection = duckdb.connect()
    uniform.duckdb.register(connection, options={"find": {"abbreviated": True}})
    connection.register("messages", pa.table({"message": MESSAGES}))
    rows = connection.sql("SELECT uniform_find(message) FROM messages").fetchall()
    assert [r for r, in rows] == uniform.arrow.find(pa.array(MESSAGES), abbreviated=True).to_pylist()
    with pytest.raises(ValueError):
        uniform.duckdb.register(duckdb.connect(), options={"find": {"schemes": "all"}})
