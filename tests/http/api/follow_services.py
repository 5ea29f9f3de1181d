"""Services for the tests of followers: primaries, followers, and a proxy between them that may change bytes."""
import contextlib
import http.client
import http.server
import json
import os
import queue
import signal
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request

PATIENCE = 60  # seconds until something must have happened, on a busy machine


def until(condition, what):
    """Asks again and again until the condition holds; returns its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if value := condition():
                return value
        time.sleep(0.02)  # leaves the processor to the services; nothing depends on it
    raise AssertionError("in vain: " + what)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Process:
    """A service on a store, with the events of its log."""

    def __init__(self, tools, store, *settings, port=0, follow=None):
        self.tools, self.store = tools, store
        words = [word for one in settings for word in ("--set", one)]
        if follow is not None:
            words += ["--follow", follow]
        self.process = subprocess.Popen(
            [tools.command, "serve", "--port", str(port), "--store", store, "--set", "limits.rate_api=0",
             "--set", "limits.rate_writes=0", "--set", "webhooks.send=false", *words],
            stderr=subprocess.PIPE, text=True, env=tools.environment)
        self.log, self.lines = [], queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.url = self.event("started")["url"]
        tools.processes.append(self)

    def read(self):
        for line in self.process.stderr:
            self.lines.put(line)
        self.lines.put(None)

    def look(self, wait=0.0):
        """Takes what the log has more; False at its end."""
        with contextlib.suppress(queue.Empty):
            while True:
                line = self.lines.get(wait > 0, wait or None)
                if line is None:
                    return False
                self.log.append(json.loads(line))
                wait = 0
        return True

    def event(self, name, after=0):
        """The first entry of the log with this name."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            going = self.look(0.1)
            for entry in self.log[after:]:
                if entry["event"] == name:
                    return entry
            if not going:
                break
        raise AssertionError(f"the log has no {name}: {self.log}")

    def ask(self, method, target, token=None, body=None, **fields):
        headers = {k.replace("_", "-"): v for k, v in fields.items()}
        if token:
            headers["Authorization"] = "Bearer " + token
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.url).netloc, timeout=PATIENCE)
        try:
            connection.request(method, target, None if body is None else json.dumps(body), headers)
            r = connection.getresponse()
            return r.status, r.headers, r.read()
        finally:
            connection.close()

    def must(self, method, target, token=None, body=None, **fields):
        status, _, text = self.ask(method, target, token, body, **fields)
        if status >= 300:
            raise AssertionError(f"{method} {target}: {status} {text.decode()}")
        return json.loads(text) if text.startswith(b"{") else text

    def assign(self, name, token, to="https://www.example.org/"):
        return self.must("PUT", "/api/v1/names/urn:example:" + name, token, {"locators": [{"url": to + name}]})

    def location(self, name):
        return self.ask("GET", "/urn:example:" + name)[1]["Location"]

    def head(self):
        return self.must("GET", "/api/v1/history/head")["head"]

    def ready(self):
        status, _, text = self.ask("GET", "/readyz")
        return status, json.loads(text)

    def metric(self, name):
        text = self.must("GET", "/metrics").decode()
        values = [line.split()[-1] for line in text.splitlines() if line.startswith("uniform_" + name + " ")]
        return float(values[0]) if values and values[0] != "NaN" else None

    def page(self, after=0, token=None, query=""):
        status, _, text = self.ask("GET", f"/api/v1/history?after={after}{query}", token)
        assert status == 200, (status, text)
        return [json.loads(line) for line in text.splitlines()]

    def has(self, head, what="the follower catches up"):
        return until(lambda: self.head() == head, what)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        assert code == 0, (code, self.log)


class Tools:
    """The command, and what the tests share."""

    def __init__(self, command, folder, make):
        self.command, self.folder, self.make = command, folder, make
        self.environment = {**os.environ, "HOME": folder}
        self.processes = []
        self.made = 0

    def run(self, *words, check=True):
        done = subprocess.run([self.command, *words], env=self.environment, capture_output=True, text=True)
        assert not check or done.returncode == 0, (words, done)
        return done

    def file(self, name="follower.db"):
        self.made += 1
        return os.path.join(self.folder, f"{self.made}-{name}")

    def token(self, store, *words):
        return json.loads(self.run("token", "create", "--json", "--store", store, *words).stdout)["token"]

    def primary(self, *settings, store=None, **more):
        """A service with a namespace and a name, and its administrator's token."""
        if store is None:
            self.made += 1
            store = self.make(f"primary{self.made}").location
        self.run("store", "migrate", "--store", store)
        token = self.token(store, "--role", "administrator")
        p = Process(self, store, *(settings or ["history.public=true"]), **more)
        p.token = token
        p.must("PUT", "/api/v1/namespaces/example", token, {"title": "Examples"}, If_None_Match="*")
        p.assign("a", token)
        return p

    def follower(self, of, *settings, store=None):
        return Process(self, store or self.file(), *settings, follow=of if isinstance(of, str) else of.url)

    def end(self):
        for p in self.processes:
            if p.process.poll() is None:
                p.kill()
            p.process.stderr.close()


class Proxy:
    """Passes requests on to a service; change(body) makes the response of another one."""

    def __init__(self, url):
        self.url, self.change, self.asked = url, lambda body: body, []
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                proxy.asked.append(self.path)
                try:
                    with urllib.request.urlopen(proxy.url + self.path, timeout=PATIENCE) as answer:
                        body = proxy.change(answer.read())
                    self.send_response(200)
                    self.send_header("Content-Type", "application/x-ndjson")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except (OSError, http.client.HTTPException):  # one of the two has ended
                    self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.here = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
