"""HAProxy as deploy/cluster/ configures it, before two services of which one hangs: proxy_test.py.

Reads go on: each is answered, by the service that answers, within the time that cluster.conf has for reading a name. A write
that a service did not answer is not repeated. Skipped without HAProxy.
"""
import http.server
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from connection import Connection, path_of

CONFIGURE = Path(__file__).resolve().parents[2] / "deploy/cluster/configure.sh"
READS = 200
# A read waits 0.5 s, and the rest is for a busy machine. Without that time, it would be 65 s or until a check has failed.
MOST_SECONDS = 3


class Service(http.server.BaseHTTPRequestHandler):
    """Says who it is; a line of its standard output is a write that it was asked for."""
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.command == "PUT":
            print(self.path, flush=True)
        body = json.dumps(os.getpid()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PUT = answer

    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(folder) / "node.pem", Path(folder) / "uniform.key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(server.server_port, flush=True)
    server.serve_forever()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def configured(folder, port):
    """The files of the nodes: all of them are on this machine."""
    settings = CONFIGURE.with_name("cluster.conf").read_text()
    settings += f"""
public_host=localhost
public_port={port}
host_serve1=localhost host_serve2=localhost
configuration_folder='{folder}/etc/@node@'
data_folder='{folder}/@node@'
service_user=root
"""
    (folder / "cluster.conf").write_text(settings)
    subprocess.run([CONFIGURE, folder / "cluster.conf", folder / "etc"], check=True, stdout=subprocess.DEVNULL)


def start(folder, processes):
    for node in ("serve1", "serve2"):
        processes[node] = subprocess.Popen([sys.executable, "-B", __file__, folder / "etc" / node], text=True,
                                           stdout=subprocess.PIPE)
    ports = {node: int(one.stdout.readline()) for node, one in processes.items()}
    written = (folder / "etc/proxy1/haproxy.cfg").read_text()
    (folder / "proxy1/haproxy").mkdir(parents=True)
    written = re.sub(r"server ((serve\d)\S*) localhost:8141", lambda found: f"server {found[1]} 127.0.0.1:{ports[found[2]]}", written)
    # The frontend of the metrics is the last one, with a port of its own.
    (folder / "haproxy.cfg").write_text(written.partition("\nfrontend metrics")[0] + "\n")
    processes["haproxy"] = subprocess.Popen(["haproxy", "-db", "-f", folder / "haproxy.cfg"], )


def main():
    if not shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin") or not shutil.which("openssl"):
        print("skipped: HAProxy is not installed")
        sys.exit(77)
    os.environ["PATH"] += ":/usr/sbin"
    processes = {}
    with tempfile.TemporaryDirectory(prefix="uniform-proxy-") as name:
        folder, port = Path(name), free_port()
        try:
            configured(folder, port)
            start(folder, processes)
            check(f"https://localhost:{port}", folder / "etc/proxy1/ca.pem", processes)
        finally:
            for one in processes.values():
                one.send_signal(signal.SIGCONT)
                one.kill()
                one.wait()


def check(url, authority, processes):
    client = Connection(url, authority, "none")
    until = time.monotonic() + 30
    answering = set()
    while len(answering) < 2: # both services are there
        assert time.monotonic() < until, "HAProxy does not answer"
        response = client.ask("GET", path_of("urn:example:a"))
        if response.status == 200:
            answering.add(response.body)
    processes["serve1"].send_signal(signal.SIGSTOP)
    longest, unanswered = 0.0, 0
    for number in range(READS):
        begin = time.monotonic()
        response = client.ask("GET", path_of("urn:example:a"), timeout=30)
        longest = max(longest, time.monotonic() - begin)
        assert response.status == 200, response
        if number < 4: # one after another goes to the service that hangs
            unanswered += client.ask("PUT", path_of(f"urn:example:{number}"), "{}", timeout=30).status != 200
    processes["serve1"].send_signal(signal.SIGCONT)
    written = []
    for node in ("serve1", "serve2"):
        processes[node].terminate()
        written += processes[node].communicate()[0].split()
    print(f"{READS} reads, the longest {longest:.2f} s; {unanswered} of 4 writes not answered")
    assert longest < MOST_SECONDS, longest
    assert len(written) == len(set(written)), written


if __name__ == "__main__":
    serve(sys.argv[1]) if len(sys.argv) > 1 else main()
