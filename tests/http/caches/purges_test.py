#!/usr/bin/env python3
"""The service sends every change to the cache in front of it, in the words that were set, until it is acknowledged, through
the ends of the cache and of the service.

    purges_test.py --command build/dev/bin/uniform [--database postgresql]
"""
import argparse
import email.utils
import http.server
import json
import os
import sys
import tempfile
import threading
from pathlib import Path

from origin import Origin, ask, free_port, until

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "api"))
from stores import KINDS, stores  # noqa: E402

SITE = "https://www.example.org/"


class Cache:
    """Notes the requests to it. A cache that is stopped has no port open."""

    def __init__(self, port, status=200):
        self.port, self.status, self.requests = port, status, []
        cache = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def note(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                cache.requests.append((self.command, dict(self.headers), body.decode()))
                self.send_response(cache.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_PURGE = do_POST = note

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

        self.server = Server(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def keys(self, field="Surrogate-Key", separator=" "):
        return [key for _, fields, _ in list(self.requests) for key in fields.get(field, "").split(separator)]


def key_of(origin, urn):
    """The key of the responses about a name, which the service shows in them."""
    keys = ask(origin.port, "/" + urn).fields["Surrogate-Key"].split()
    assert keys[:2] == ["uniform", "urn:example"] and keys[-1].startswith("name-"), keys
    return keys[-1]


def everything_purged(origin):
    until(lambda: origin.metric("purge_lag_seconds") == 0, "everything is purged")


def check_changes(origin, cache):
    """A start without a memory purges everything; each change is sent three times."""
    until(lambda: cache.keys().count("uniform") == 3, "everything is purged three times")
    urn = "urn:example:a"
    key = key_of(origin, urn)
    origin.assign(urn, SITE + "a")
    assert key == key_of(origin, urn)
    until(lambda: cache.keys().count(key) == 3, "an assignment is sent three times")
    origin.change(urn, SITE + "b")
    until(lambda: cache.keys().count(key) == 6, "a change is sent three times")
    origin.withdraw(urn)
    until(lambda: cache.keys().count(key) == 9, "a withdrawal is sent three times")
    assert cache.keys().count("uniform") == 3, cache.keys()
    cache.requests.clear()
    origin.write("PUT", "namespaces/example", {"title": "example", "redirect": 303}, If_Match="*")
    until(lambda: cache.keys().count("urn:example") == 3, "a change of the namespace is sent")
    for method, fields, body in cache.requests:
        assert (method, fields["Authorization"], body) == ("PURGE", "Bearer secret", ""), (method, fields, body)


def check_late_responses(origin, cache):
    """A response that was made before a change, and is stored after the purge of it, is purged by the next one."""
    urn = "urn:example:late"
    origin.assign(urn, SITE + "old")
    key = key_of(origin, urn)
    until(lambda: cache.keys().count(key) == 3, "the assignment is sent three times")
    for late in (1, 2):  # as a cache whose response is on its way during so many purges
        held = {}
        response = ask(origin.port, "/" + urn).fields["Location"]
        before = cache.keys().count(key)
        origin.change(urn, f"{SITE}new-{late}")
        until(lambda: cache.keys().count(key) == before + late, f"{late} purges have come")
        held[key] = response  # now it arrives
        assert held[key] != ask(origin.port, "/" + urn).fields["Location"], "it is old"
        until(lambda: cache.keys().count(key) > before + late, "it is purged by the next one")
        del held[key]
        until(lambda: cache.keys().count(key) == before + 3, "the last one")


def check_many(origin, cache):
    """A list in few requests; more than is worth while as one purge of everything."""
    urns = [f"urn:example:many-{i}" for i in range(100)]
    cache.requests.clear()
    origin.write_list("".join(json.dumps({"name": urn, "url": SITE}) + "\n" for urn in urns))
    wanted = {key_of(origin, urn) for urn in urns}
    until(lambda: wanted <= set(cache.keys()), "all names are purged")
    assert all(len(fields["Surrogate-Key"].split()) <= 32 for _, fields, _ in cache.requests)
    everything_purged(origin)
    cache.status = 503
    origin.write_list("".join(json.dumps({"name": f"urn:example:more-{i}", "url": SITE}) + "\n" for i in range(20000)))
    cache.requests.clear()
    cache.status = 200
    until(lambda: cache.keys().count("uniform") == 3, "everything is purged")
    assert len(cache.requests) < 20000 / 32, len(cache.requests)


def check_outages(origin, cache):
    """A purge that was not acknowledged is sent again; a service that was killed goes on where it was."""
    urn, other = "urn:example:b", "urn:example:c"
    everything_purged(origin)
    # After the last pass of the events so far, the store remembers them.
    origin.assign(urn, SITE + "a")
    key, other_key = key_of(origin, urn), key_of(origin, other)
    until(lambda: cache.keys().count(key) >= 3, "the last pass")
    cache.status = 503
    origin.change(urn, SITE + "b")
    until(lambda: origin.metric("purges_failed_total") > 0, "a purge is refused")
    assert origin.metric("purge_lag_seconds") > 0
    cache.stop()
    origin.assign(other, SITE + "a")
    origin.kill()
    origin.start()
    cache = Cache(cache.port)
    until(lambda: {key, other_key} <= set(cache.keys()), "what was not acknowledged is sent after the start")
    assert "uniform" not in cache.keys(), cache.keys()
    everything_purged(origin)
    until(lambda: cache.keys().count(other_key) >= 3, "the last pass")
    return cache


def check_log(origin, cache):
    """An outage is two events of the log."""
    cache.status = 500
    before = origin.metric("purges_failed_total")
    origin.change("urn:example:b", SITE + "c")
    until(lambda: origin.metric("purges_failed_total") > before + 1, "it is tried again")
    cache.status = 200
    everything_purged(origin)
    origin.process.terminate()
    events = origin.end()
    assert events[-4:] == ["purge_failed", "purge_resumed", "stopping", "stopped"], events


def check_words(origin, cache):
    """The words of another service: POST with a list in JSON, and Cache-Tag."""
    origin.start(shared_cache__keys="cache-tag", purge__method="POST", purge__body='{"tags":{keys}}')
    urn = "urn:example:d"
    origin.assign(urn, SITE + "a")
    keys = ask(origin.port, "/" + urn).fields["Cache-Tag"].split(",")
    assert keys[:2] == ["uniform", "urn:example"], keys
    until(lambda: keys[-1] in cache.keys("Cache-Tag", ","), "the key is sent")
    method, fields, body = next(r for r in cache.requests if "Cache-Tag" in r[1] and keys[-1] in r[1]["Cache-Tag"])
    assert method == "POST" and fields["Content-Type"] == "application/json", (method, fields)
    assert keys[-1] in json.loads(body)["tags"], body
    origin.stop()


def check_nothing_by_default(origin):
    """Without the settings, responses have none of the fields."""
    origin.settings = {}
    origin.start()
    for urn in ("urn:example:d", "urn:example:unknown", "urn:example:a"):
        fields = ask(origin.port, "/" + urn).fields
        found = {"Surrogate-Key", "Cache-Tag", "CDN-Cache-Control", "X-Accel-Expires"} & set(fields)
        assert not found and "stale-if-error" not in fields["Cache-Control"], fields.as_string()
    assert ask(origin.port, "/urn:example:unknown").fields["Cache-Control"] == "no-store"


def check_fields(origin):
    """The response cache sends what the handler sends, field by field, and the end of the current second to nginx."""
    origin.settings = {"shared_cache.keys": "surrogate-key", "shared_cache.max_age": "1s",
                       "shared_cache.stale_if_error": "1d", "shared_cache.unknown": "5s"}
    origin.stop()
    origin.start()
    urn = "urn:example:d"
    own = {"Date", "X-Request-Id", "X-Accel-Expires"}
    # The representation of a name with a token is not from the response cache.
    responses = [ask(origin.port, "/" + urn) for _ in range(3)]
    first = [(k, v) for k, v in responses[0].fields.items() if k not in own]
    for r in responses:
        assert [(k, v) for k, v in r.fields.items() if k not in own] == first, r.fields.as_string()
        assert r.fields["Cache-Control"].endswith(", stale-if-error=86400"), r.fields.as_string()
        assert r.fields["CDN-Cache-Control"] == "max-age=1, stale-if-error=86400", r.fields.as_string()
        names = [k for k, _ in r.fields.items()]
        assert names.index("Cache-Control") < names.index("X-Accel-Expires"), names
        date = email.utils.parsedate_to_datetime(r.fields["Date"]).timestamp()
        assert abs(int(r.fields["X-Accel-Expires"].removeprefix("@")) - date) <= 1, r.fields.as_string()
    slow = ask(origin.port, "/" + urn, Authorization="Bearer " + origin.token).fields
    assert "CDN-Cache-Control" not in slow and "X-Accel-Expires" not in slow, slow.as_string()
    page = ask(origin.port, "/about/" + urn).fields
    assert "CDN-Cache-Control" not in page and "name-" in page["Surrogate-Key"], page.as_string()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--command", required=True)
    p.add_argument("--database", choices=KINDS, default="sqlite")
    o = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform_purges_") as folder, stores(o.database, folder) as database:
        field = Path(folder) / "field"
        field.write_text("Authorization: Bearer secret\n")
        cache = Cache(free_port())
        origin = Origin(os.path.abspath(o.command), folder, database("names"), {
            "shared_cache.keys": "surrogate-key", "purge.urls": f"http://127.0.0.1:{cache.port}/",
            "purge.field_file": str(field), "purge.repeat": "1s"})
        try:
            check_changes(origin, cache)
            check_late_responses(origin, cache)
            check_many(origin, cache)
            cache = check_outages(origin, cache)
            check_log(origin, cache)
            check_words(origin, cache)
            check_nothing_by_default(origin)
            check_fields(origin)
        finally:
            if origin.process.poll() is None:
                origin.stop()
            cache.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
