"""The service behind a cache, at a port that stays the same when it is killed and started again; and requests to it, or to
what is in front of it."""
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "api"))
from api_test import address_of  # noqa: E402

DEADLINE = 60


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def until(what, says):
    """The first true value of what(), which is asked again and again."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("not in time: " + says)


class Response:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    @property
    def location(self):
        return self.fields.get("Location")

    @property
    def hit(self):
        return "; hit" in self.fields.get("Cache-Status", "")

    def __repr__(self):
        return f"{self.status} {self.location} {self.fields.get('Cache-Status')}"


def ask(port, target, method="GET", body=None, **fields):
    """One request on a connection of its own. Accept is sent only if it is given."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
    try:
        connection.putrequest(method, target, skip_accept_encoding=True)
        if body is not None:
            fields["Content-Length"] = str(len(body))
        for name, value in fields.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders(body.encode() if body else None)
        r = connection.getresponse()
        return Response(r.status, r.headers, r.read())
    finally:
        connection.close()


class Origin:
    def __init__(self, command, folder, database, settings):
        self.command, self.folder, self.database, self.settings = command, folder, database, settings
        self.port = free_port()
        self.environment = {**os.environ, "HOME": str(folder)}
        store = ["--store", database.location]
        subprocess.run([command, "store", "migrate", *store], check=True, stdout=subprocess.DEVNULL, env=self.environment)
        made = subprocess.run([command, "token", "create", "--role", "administrator", "--json", *store], check=True,
                              stdout=subprocess.PIPE, text=True, env=self.environment)
        self.token = json.loads(made.stdout)["token"]
        self.process = None
        self.start()
        self.write("PUT", "namespaces/example", {"title": "example"}, If_None_Match="*")

    def start(self, **changed):
        self.settings |= {name.replace("__", "."): value for name, value in changed.items()}
        sets = [word for name, value in self.settings.items() for word in ("--set", f"{name}={value}")]
        self.process = subprocess.Popen(
            [self.command, "serve", "--port", str(self.port), "--store", self.database.location, "--set",
             "limits.rate_api=0", "--set", "limits.rate_writes=0", "--set", "webhooks.send=false", *sets],
            stderr=subprocess.PIPE, text=True, env=self.environment)
        address_of(self.process)

    def kill(self):
        self.process.kill()
        self.end()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.end()

    def end(self):
        """The events that the service has logged."""
        said = self.process.stderr.read()
        self.process.wait(DEADLINE)
        self.process.stderr.close()
        return [json.loads(line)["event"] for line in said.splitlines()]

    def write(self, method, path, what, **fields):
        is_list = isinstance(what, str)
        kind = "application/x-ndjson" if is_list else "application/merge-patch+json" if method == "PATCH" else "application/json"
        r = ask(self.port, "/api/v1/" + path, method, what if is_list else json.dumps(what),
                Authorization="Bearer " + self.token, Content_Type=kind, **fields)
        if r.status >= 300:
            raise AssertionError(f"{method} {path}: {r.status} {r.body}")
        return r

    def assign(self, urn, *locators):
        self.write("PUT", "names/" + urn, record(*locators), If_None_Match="*")

    def change(self, urn, *locators):
        self.write("PATCH", "names/" + urn, record(*locators), If_Match="*")

    def withdraw(self, urn):
        self.write("POST", f"names/{urn}/withdraw", {"reason": "by mistake"})

    def write_list(self, lines):
        self.write("POST", "imports", lines)

    def metric(self, name):
        """The sum of the values of a metric."""
        text = ask(self.port, "/metrics").body.decode()
        return sum(float(v) for v in re.findall(rf"^uniform_{name}(?:{{[^}}]*}})? (\S+)$", text, re.M))

    def resolutions(self):
        text = ask(self.port, "/metrics").body.decode()
        return sum(int(v) for v in re.findall(r'^uniform_http_requests_total{route="resolution",[^}]*} (\d+)$', text, re.M))


def record(*locators):
    """A name record; a locator is a URL, or a URL and a media type."""
    return {"locators": [{"url": one} if isinstance(one, str) else {"url": one[0], "media_type": one[1]}
                         for one in locators]}
