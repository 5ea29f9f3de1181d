"""uniform.spark on a cluster of several executors, one of which is killed during the job."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import lists
import uniform

import pyspark


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    from pyspark.sql import SparkSession
    folder = tmp_path_factory.mktemp("spark")
    path = os.pathsep.join([str(Path(uniform.__file__).parent.parent), str(Path(__file__).parent)])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ.setdefault("SPARK_SCALA_VERSION", "2.13")
    os.environ["SPARK_WORKER_DIR"] = str(folder / "work")
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    # Two executors of one core each, as processes of their own; quick to start rather than quick in the long run.
    java = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    session = (SparkSession.builder.master("local-cluster[2,1,512]").appName("uniform")
               .config("spark.driver.extraJavaOptions", java).config("spark.executor.extraJavaOptions", java)
               .config("spark.executor.memory", "512m").config("spark.driver.memory", "512m")
               .config("spark.executorEnv.PYTHONPATH", path).config("spark.ui.enabled", "false")
               .config("spark.sql.shuffle.partitions", "2").config("spark.local.dir", str(folder / "local"))
               .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
               .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
               .config("spark.log.level", "OFF").getOrCreate())
    yield session
    session.stop()


def killed_once(marker):
    """The function that a task runs: the first of all kills the process of its executor, by its id."""
    def of_batches(batches):
        for batch in batches:
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                yield batch
                continue
            daemon = os.getppid()  # this process was forked by pyspark's daemon, and that was started by the executor
            executor = int(Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()[1])
            assert "CoarseGrainedExecutorBackend" in Path(f"/proc/{executor}/cmdline").read_text()
            Path(marker).write_text(str(executor))
            os.kill(executor, signal.SIGKILL)
            yield batch
    return of_batches


@pytest.mark.parametrize("level", ["syntax", "scheme"])
def test_unique_is_that_of_the_command_though_an_executor_is_killed(session, tmp_path, level):
    import pyarrow as pa
    import uniform.spark
    urls = lists.urls(6000)
    file = tmp_path / "urls.txt"
    file.write_text("".join(url + "\n" for url in urls))
    command = os.environ["UNIFORM_COMMAND"]
    assert Path(command).exists(), f"{command} is not built: build the preset dev first, or set UNIFORM_COMMAND"
    printed = subprocess.run([command, "unique", "--level", level, "-f", str(file)], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, check=False).stdout.splitlines()
    frame = session.createDataFrame(pa.table({"line": range(len(urls)), "url": urls})).repartition(4)
    marker = tmp_path / "killed"
    if level == "syntax":
        frame = frame.mapInArrow(killed_once(str(marker)), frame.schema)
    rows = uniform.spark.unique(frame, "url", level, order="line").orderBy("line").collect()
    assert [row.url for row in rows] == printed
    assert len(printed) < 6000 * 0.9
    if level == "syntax":
        killed = int(marker.read_text())
        assert not Path(f"/proc/{killed}/cmdline").exists() or not Path(f"/proc/{killed}/cmdline").read_text()


def test_unique_keeps_columns_and_invalid_rows(session):
    import uniform.spark
    frame = session.createDataFrame([("http://a/", 1), ("HTTP://A/", 2), ("a b", 3), ("a b", 4), (None, 5)], "url string, n int")
    kept = uniform.spark.unique(frame, "url", order="n", invalid="keep")
    assert kept.columns == ["url", "n"]
    assert sorted(row.n for row in kept.collect()) == [1, 3, 4, 5]
    assert uniform.spark.unique(frame, "url").count() == 1
    # Rows that have no place in the order are rows all the same.
    nameless = session.createDataFrame([("http://a/", None, "x"), ("HTTP://A/", 7, "y"), ("HTTP://B/", None, "z")],
                                       "url string, n int, s string")
    assert sorted(uniform.spark.unique(nameless, "url", order="n").collect()) == [("HTTP://A/", 7, "y"), ("HTTP://B/", None, "z")]
    with pytest.raises(ValueError):
        uniform.spark.unique(frame, "url", "no such level")
    for wrong in ({"column": "no such column"}, {"column": "url", "order": "no such column"}):
        with pytest.raises(ValueError, match="has no column 'no such column'"):
            uniform.spark.unique(frame, **wrong)
    with pytest.raises(ValueError, match="no function of columns has the name 'nope'"):
        uniform.spark.udf("nope")


def test_unique_finds_columns_as_spark_does(session):
    import uniform.spark
    frame = session.createDataFrame([("http://a/", 1, 2), ("HTTP://A/", 2, 1)], ["a`b.c", "N", "__Uniform_Key"])
    assert uniform.spark.unique(frame, "A`B.C", order="n").collect() == [("http://a/", 1, 2)]
    session.conf.set("spark.sql.caseSensitive", "true")
    with pytest.raises(ValueError):
        uniform.spark.unique(frame, "A`B.C")
    session.conf.unset("spark.sql.caseSensitive")


def test_registered_functions_are_those_of_arrow(session):
    import pyarrow as pa
    import uniform.arrow
    import uniform.spark
    uniform.spark.register(session, options={"normalize": {"level": "scheme"}})
    urls = [*lists.urls(500), None, "", "http://[::1]:8080/a?key=v%20w"]
    session.createDataFrame([(u,) for u in urls], "url string").repartition(2).createOrReplaceTempView("urls")
    asked = {name: f"uniform_{name}(url)" for name in uniform.arrow.functions()}
    asked["find"] = "uniform_find(concat('see ', url, '.'))"
    asked["query_parameter"] = "uniform_query_parameter(url, 'key')"
    asked["resolve"] = "uniform_resolve(url, 'http://a/b')"
    asked["relativize"] = "uniform_relativize(url, 'http://a/b')"
    given = {"query_parameter": {"key": "key"}, "resolve": {"base": "http://a/b"}, "relativize": {"base": "http://a/b"},
             "normalize": {"level": "scheme"}}
    rows = session.sql("SELECT url, " + ", ".join(f"{sql} AS {name}" for name, sql in asked.items()) + " FROM urls").collect()
    array = pa.array([row.url for row in rows], pa.string())
    found = uniform.arrow.find(pa.array([None if row.url is None else f"see {row.url}." for row in rows], pa.string()))
    assert [r.find and [f.asDict() for f in r.find] for r in rows] == found.to_pylist() and len(found.flatten()) > 100
    for name in asked.keys() - {"find"}:
        assert [row[name] for row in rows] == getattr(uniform.arrow, name)(array, **given.get(name, {})).to_pylist(), name


def test_options_of_registered_functions(session):
    import uniform.spark
    uniform.spark.register(session, prefix="o_", options={"resolve": {"base": "http://z/a/"}})
    row = session.sql("SELECT o_resolve('../b') AS a, o_query_parameter('?q=1', NULL) AS b, o_relativize('x', NULL) AS c, o_host(NULL) AS d").first()
    assert row.asDict() == {"a": "http://z/b", "b": None, "c": None, "d": None}
    for options in ({"host": {"nope": 1}}, {"find": {"nope": True}}, {"nope": {}}, {"normalize": {"level": "deep"}}):
        with pytest.raises(ValueError):
            uniform.spark.register(session, prefix="n_", options=options)
    assert not session.catalog.functionExists("n_authority")
