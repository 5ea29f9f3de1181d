#!/usr/bin/env python3
"""Measures uniform.spark on a local cluster: python3 spark_bench.py [MILLIONS [EXECUTORS]]

For each job: the elapsed time, the processor time of all processes of the cluster (executors, their Python workers, the
driver), and what was written for the shuffle. The list is made, so that a fifth of its URLs is equivalent to another.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import uniform
import uniform.spark

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
import lists  # noqa: E402


def processor_time():
    """Seconds of all processes below this one, also of those that ended."""
    parents, times = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)], times[int(entry.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    total = 0
    for process in times:
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        total += times[process] if above == os.getpid() else 0
    return total / os.sysconf("SC_CLK_TCK")


def main():
    millions = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    executors = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1", SPARK_SCALA_VERSION="2.13")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SPARK_WORKER_DIR"] = f"{folder}/work"
        session = (SparkSession.builder.master(f"local-cluster[{executors},1,1024]").config("spark.executor.memory", "1g")
                   .config("spark.executorEnv.PYTHONPATH", str(Path(uniform.__file__).parent.parent))
                   .config("spark.local.dir", f"{folder}/local").config("spark.ui.enabled", "false")
                   .config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "8")
                   .config("spark.log.level", "OFF").getOrCreate())
        urls = lists.urls(int(millions * 1e6))
        size = sum(map(len, urls))
        pq.write_table(pa.table({"line": range(len(urls)), "url": urls}), f"{folder}/urls.parquet",
                       row_group_size=len(urls) // 8 + 1)
        frame = session.read.parquet(f"{folder}/urls.parquet")
        jobs = {"read": lambda: frame.agg(F.sum(F.length("url"))),
                "host": lambda: frame.agg(F.count(uniform.spark.udf("host")("url"))),
                "normalize": lambda: frame.agg(F.count(uniform.spark.udf("normalize")("url"))),
                "unique": lambda: uniform.spark.unique(frame, "url", "scheme").agg(F.count("url")),
                "unique, in order": lambda: uniform.spark.unique(frame, "url", "scheme", order="line").agg(F.count("url"))}
        print(f"{len(urls)} URLs, {size} bytes, {executors} executors of one core")
        print("| job | elapsed s | processor s | URLs a second and core | shuffled bytes a URL |\n|---|---|---|---|---|")
        store = session.sparkContext._jsc.sc().statusStore()
        for name, job in jobs.items():
            job().collect()  # starts the workers, and compiles
            begin, used, before = time.monotonic(), processor_time(), shuffled(store)
            job().collect()
            elapsed, used = time.monotonic() - begin, processor_time() - used
            print(f"| {name} | {elapsed:.2f} | {used:.2f} | {len(urls) / used:,.0f} | {(shuffled(store) - before) / len(urls):.1f} |",
                  flush=True)
        session.stop()


def shuffled(store):
    executors = store.executorList(False)
    return sum(executors.apply(i).totalShuffleWrite() for i in range(executors.size()))


if __name__ == "__main__":
    main()
