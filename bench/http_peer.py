#!/usr/bin/env python3
"""Compares the rate of 302 responses with nginx, which has a map of the same names.

    bench/http_peer.py [--urls FILE] [--server URL | --service PROGRAM] [--rounds 5] [--seconds 5]

FILE has lines "urn:... http://...": the names to request, in random order (default: 100,000 generated ones). nginx with
one worker serves them from a map; the other server is PROGRAM (bench/http_service.cpp), or a running server that has the
names. The servers share one core, and wrk has another: one thread, 64 persistent connections. The two servers are
measured alternately and the medians are compared, because other work on the machine disturbs both equally; the processor
time of each is printed as well.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

DONE = """
done = function(summary, latency, requests)
    io.write(string.format('\\n{"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "errors": %d, "timeouts": %d}\\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.connect,
        summary.errors.timeout))
end
"""

LUA = """
local requests = {}
function init(args)
    for line in io.lines(os.getenv("NAMES")) do
        requests[#requests + 1] = wrk.format("GET", "/" .. string.match(line, "^%S+"))
    end
    math.randomseed(8141)
end
request = function() return requests[math.random(#requests)] end
""" + DONE

NGINX = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr error;
daemon off;
user root;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    keepalive_requests 1000000000;
    map_hash_max_size 1048576;
    map_hash_bucket_size 256;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    map $uri $locator {{
        include {folder}/names.map;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{ return 302 $locator; }}
    }}
}}
"""


def processor_seconds(pid):
    """The processor time of a process and its children."""
    total = 0.0
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for one in [str(pid), *children]:
        fields = pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def start_clients(core, url, script, seconds, clients=64, lowest=False, **variables):
    """wrk, at the lowest priority if asked for, with the environment variables that the script reads."""
    return subprocess.Popen(
        [*(["nice", "-n", "19"] if lowest else []), "taskset", "-c", str(core), "wrk", "-t1", f"-c{clients}", f"-d{seconds}", "--latency", "-s", script, url],
        env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True)


def result_of(clients):
    out = clients.communicate()[0]
    if clients.returncode != 0:
        sys.exit("wrk failed")
    return json.loads(re.search(r"^\{.*\}$", out, re.M).group())


def measure(core, url, names, script, seconds, pid):
    before = processor_seconds(pid) if pid else 0
    result = result_of(start_clients(core, url, script, seconds, NAMES=names))
    used = (processor_seconds(pid) - before if pid else 0) * 1e6 / max(result["requests"], 1)
    return result["requests"] * 1e6 / result["microseconds"], used, result


def wait_for(url):
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None
    for _ in range(300):
        try:
            urllib.request.build_opener(Stay).open(url, timeout=2)
        except urllib.error.HTTPError as answer:
            if answer.code == 302:
                return answer.headers["Location"]
            raise SystemExit(f"{url} is answered by {answer.code}, not by 302")
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{url} is not answered")


def start_nginx(folder, names, core, port=18142):
    """nginx with a map of the names in the file `names`; returns the process and a name with its locator."""
    with open(names) as lines, open(folder / "names.map", "w") as out:
        for line in lines:
            urn, locator = line.split()
            out.write(f'"/{urn}" "{locator}";\n')
            last = urn, locator
    configuration = folder / "nginx.conf"
    configuration.write_text(NGINX.format(folder=folder, port=port))
    return subprocess.Popen(["taskset", "-c", str(core), "nginx", "-c", str(configuration)]), last


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--urls")
    options.add_argument("--service")
    options.add_argument("--server", help="a running server on core --server-core; with --pid it is moved there")
    options.add_argument("--pid", type=int)
    options.add_argument("--server-core", type=int, default=0)
    options.add_argument("--client-core", type=int, default=1)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=5)
    o = options.parse_args()
    if (o.server is None) == (o.service is None):
        options.error("name a --service to be started, or a --server that runs")
    for tool in ("wrk", "nginx", "taskset"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is missing")

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        names = o.urls or str(folder / "names")
        if o.urls is None:
            with open(names, "w") as out:
                for n in range(100000):
                    out.write(f"urn:nbn:fi:bench-{n:08d} https://archive.example/items/{n:08d}/view\n")
        script = folder / "names.lua"
        script.write_text(LUA)
        started = []
        try:
            pin = ["taskset", "-c", str(o.server_core)]
            process, last = start_nginx(folder, names, o.server_core)
            started.append(process)
            pids = {"nginx": started[0].pid, "uniform": o.pid}
            ours = o.server
            if o.service is not None:
                service = subprocess.Popen([*pin, o.service, "0", names], stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, text=True)
                started.append(service)
                pids["uniform"] = service.pid
                ours = f"http://127.0.0.1:{service.stdout.readline().strip()}"
            elif o.pid is not None:
                subprocess.run(["taskset", "-a", "-p", "-c", str(o.server_core), str(o.pid)], check=True,
                               stdout=subprocess.DEVNULL)
            sides = {"nginx": "http://127.0.0.1:18142", "uniform": ours}
            for side, url in sides.items():
                got = wait_for(f"{url}/{last[0]}")
                if got != last[1]:
                    sys.exit(f"{side} answers {got}, not {last[1]}")
            found = {side: [] for side in sides}
            for _ in range(o.rounds):
                for side, url in sides.items():
                    rate, used, result = measure(o.client_core, url, names, script, o.seconds, pids[side])
                    if result["errors"]:
                        sys.exit(f"{side} gave {result['errors']} wrong responses")
                    found[side].append((rate, result["p50"], result["p99"], used))
                    print(f"{side:8} {rate:10.0f}/s  {used:5.2f} us of processor time each  p50 {result['p50']:6} us  p99 {result['p99']:6} us",
                          flush=True)
            median = {side: [statistics.median(column) for column in zip(*rows)] for side, rows in found.items()}
            for side, (rate, p50, p99, used) in median.items():
                print(f"median {side:8} {rate:10.0f}/s  {used:5.2f} us of the processor each  "
                      f"p50 {p50:.0f} us  p99 {p99:.0f} us")
            print(f"ratio {median['uniform'][0] / median['nginx'][0]:.3f} by responses a second")
            if median["uniform"][3]:
                print(f"ratio {median['nginx'][3] / median['uniform'][3]:.3f} by processor time, which other work "
                      "disturbs less")
        finally:
            for process in started:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    main()
