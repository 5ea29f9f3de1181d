#!/usr/bin/env python3
"""Followers of a running service: they have its names, only read, and say how far behind they are.

    follow_test.py --command build/dev/bin/uniform [--database postgresql] [--only TEST]

The primary is on SQLite, or on a PostgreSQL server that the test starts. What goes wrong between the two is tested by
follow_faults_test.py.
"""
import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from follow_services import Process, Tools, until
from stores import KINDS, stores


def catches_up(t):
    """The follower has what the primary has; the store is one that verifies."""
    p = t.primary()
    for i in range(30):
        p.assign(f"n{i}", p.token)
    p.must("POST", "/api/v1/names/urn:example:n7/withdraw", p.token, {"reason": "by mistake"})
    f = t.follower(p, "history.public=true")
    f.has(p.head())
    assert f.location("n3") == p.location("n3") == "https://www.example.org/n3"
    assert f.ask("GET", "/urn:example:n7")[0] == 410
    status, ready = until(lambda: f.ready()[0] == 200 and f.ready(), "it becomes ready")
    events = int(p.head().split(":")[0])
    assert ready["status"] == "ready" and ready["follows"].pop("seconds") < 60, ready
    assert ready["follows"] == {"primary": p.url, "events": events, "of": events, "behind": 0}, ready
    assert f.metric("follower_behind_events") == 0 and f.metric("follower_refused") == 0
    assert f.metric("follower_read_seconds") < 60
    assert p.metric("follower_refused") is None, "a primary has no such figures"
    for target in ("/", "/urn:example:n3", "/api/v1/names", "/nothing", "/healthz"):
        assert f.ask("GET", target)[1]["Uniform-Follows"] == p.url, target
    assert "Uniform-Follows" not in p.ask("GET", "/")[1]
    said = t.run("store", "verify", "--store", f.store, "--json")
    assert json.loads(said.stdout)["good"] and json.loads(said.stdout)["head"] == p.head(), said
    # Whoever follows a follower has the same.
    second = t.follower(f, "history.public=true")
    second.has(p.head())
    assert second.location("n3") == p.location("n3")
    assert second.page() == f.page() == p.page()


def has_no_secrets(t):
    """Neither tokens nor webhooks of the primary get out by the history."""
    p = t.primary("webhooks.allow_private=true", "history.public=true")
    p.must("POST", "/api/v1/webhooks", p.token, {"url": "https://hooks.example.org/a-SECRET-path"})
    p.must("POST", "/api/v1/requests", p.token, {"template": "Namespace Identifier: quarry\n", "title": "Quarries"})
    whole = t.run("store", "history", "--store", p.store).stdout
    assert "argon2" in whole and "SECRET" in whole, "the store has no secrets: this test tests nothing"
    lines = p.page()
    text = json.dumps(lines)
    for secret in ("argon2", "SECRET", p.token, p.token.split("_")[-1], "secret_digest"):
        assert secret not in text, secret
    assert any(line.get("withheld") for line in lines)
    f = t.follower(p)
    f.has(p.head())
    own = t.run("store", "history", "--store", f.store).stdout
    assert "argon2" not in own and "SECRET" not in own
    assert f.ask("GET", "/api/v1/tokens/self", p.token)[0] == 401, "nobody signs in with a token whose secret is not here"


def delivers_at_once(t):
    """A long poll is answered by the event, whichever process has made it."""
    p = t.primary("history.public=true", "history.wait=10m")
    f = t.follower(p)
    f.has(p.head())
    until(lambda: p.metric("history_waiting") == 1, "the follower waits")
    began = time.monotonic()
    p.assign("new", p.token)
    until(lambda: f.location("new"), "the new name is here")
    took = time.monotonic() - began
    assert took < 10, f"{took} s, although it waits for 20 s"
    until(lambda: p.metric("history_waiting") == 1, "it waits again")
    t.run("name", "assign", "urn:example:by-command", "https://www.example.org/c", "--store", p.store)
    until(lambda: f.location("by-command"), "the name of another process is here")
    # Whoever waits does not hold the end of the service up, on neither side.
    until(lambda: p.metric("history_waiting") == 1, "it waits again")
    began = time.monotonic()
    f.stop()
    p.stop()
    assert time.monotonic() - began < 15


def only_reads(t):
    p = t.primary()
    f = t.follower(p)
    f.has(p.head())
    for method, target in (("PUT", "/api/v1/names/urn:example:b"), ("POST", "/api/v1/names"), ("PATCH", "/api/v1/names/urn:example:a"),
                           ("DELETE", "/api/v1/names/urn:example:a"), ("POST", "/sign-in"),
                           ("BREW", "/"), ("POST", "/nothing")):
        for token in (None, p.token):
            status, fields, text = f.ask(method, target, token, {})
            assert status == 405, (method, target, status, text)
            assert fields["Allow"] == "GET, HEAD, OPTIONS" and fields["Uniform-Follows"] == p.url, fields.items()
            assert p.url in json.loads(text)["detail"], text
    page = f.ask("POST", "/sign-in", body={}, Accept="text/html")
    assert page[0] == 405 and p.url.encode() in page[2], page
    # A request that reads is not refused for its method.
    status, _, text = f.ask("POST", "/api/v1/resolve", body={"names": ["urn:example:a"]})
    assert status == 200 and "https://www.example.org/a" in text.decode(), (status, text)
    assert f.ask("OPTIONS", "/api/v1/names")[0] == 204
    assert f.ask("HEAD", "/urn:example:a")[0] == 302
    # The mark in the store holds for every process.
    refused = t.run("name", "assign", "urn:example:b", "https://www.example.org/", "--store", f.store, check=False)
    assert refused.returncode != 0 and "follows another one" in refused.stderr, refused
    assert f.head() == p.head()
    f.stop()
    alone = Process(t, f.store)
    alone.event("store_follows")
    assert alone.location("a") == p.location("a")


def is_read_by_some(t):
    """The history is for administrators and readers, or for everybody."""
    p = t.primary("history.public=false")
    p.must("POST", "/api/v1/registrars", p.token, {"id": "library", "name": "Library"})

    def token(**body):
        return p.must("POST", "/api/v1/tokens", p.token, body)["token"]

    for who, right in ((None, 401), ("uniform_0123456789ab_" + "A" * 43, 401), (p.token, 200), (token(role="reader"), 200),
                       (token(role="reader", prefixes=["example:"]), 200), (token(role="expert"), 403),
                       (token(role="administrator", prefixes=["example:"]), 200),
                       (token(role="manager", prefixes=["example:"]), 403),
                       (token(role="registrar", registrar="library", prefixes=["example:"]), 403)):
        status, fields, text = p.ask("GET", "/api/v1/history", who)
        assert status == right, (right, status, text)
        assert status == 200 or "WWW-Authenticate" in fields
    keys = t.file("token")
    f = t.follower(p, "store.follow_token_file=" + keys)
    f.event("follow_failed")
    assert f.ready()[0] == 503, "nothing of the primary is here"
    with open(keys, "w", encoding="utf-8") as out:
        out.write(token(role="reader") + "\n")
    f.has(p.head(), "it reads the token that is there now")
    public = t.primary("history.public=true")
    assert public.ask("GET", "/api/v1/history")[0] == 200


def pages(t):
    """A page says what it goes on after, and where the history ends."""
    p = t.primary()
    for i in range(5):
        p.assign(f"p{i}", p.token)
    head = p.head()
    number = int(head.split(":")[0])
    first, *events, last = p.page()
    assert first["format"] == "uniform-history" and len(events) == number and last["head"] == head
    for after in (1, 3, number):
        start, *some, end = p.page(after, query="&limit=2")
        assert start["after"] == f"{after}:{events[after - 1]['hash']}" and end == last
        assert some == events[after:after + 2]
    for query, right in (("after=x", 422), ("after=-1", 422), ("limit=0", 422), ("limit=10001", 422), ("wait=601", 422), ("more=1", 400),
                         (f"after={number + 1}", 409), (f"after={2**53}", 409), (f"after={number + 1}&wait=600", 409)):
        status, _, text = p.ask("GET", "/api/v1/history?" + query)
        assert status == right, (query, status, text)
    status, fields, packed = p.ask("GET", "/api/v1/history", Accept_Encoding="gzip, zstd")
    plain = p.ask("GET", "/api/v1/history", Accept_Encoding="gzip")
    assert fields["Content-Encoding"] == "zstd" and "Accept-Encoding" in fields["Vary"], fields.items()
    assert "Content-Encoding" not in plain[1] and plain[1]["Content-Type"] == "application/x-ndjson"
    assert subprocess.run(["zstd", "-dc"], input=packed, capture_output=True, check=True).stdout == plain[2]
    assert len(packed) < len(plain[2])


def waits_are_bounded(t):
    """The setting, and the places: others get their responses while followers wait."""
    p = t.primary("history.public=true", "history.wait=1s", "server.pool=16", "limits.streams=0")
    number = p.head().split(":")[0]
    began = time.monotonic()
    assert len(p.page(number, query="&wait=600")) == 2, "there is no event"
    assert 0.9 < time.monotonic() - began < 30
    p.stop()
    p = t.primary("history.public=true", "history.wait=10m", "server.pool=16", "limits.streams=0")
    number = p.head().split(":")[0]
    host, port = urllib.parse.urlsplit(p.url).netloc.split(":")
    request = f"GET /api/v1/history?after={number}&wait=600 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".encode()
    waiting = [socket.create_connection((host, int(port))) for _ in range(12)]
    done = []
    for one in waiting:
        one.sendall(request)
        threading.Thread(target=lambda s=one: done.append(b"".join(iter(lambda: s.recv(65536), b""))), daemon=True).start()
    until(lambda: len(done) == 11, "one of them waits, the others are answered at once")
    assert p.metric("history_waiting") == 1
    for target in ("/urn:example:a", "/api/v1/names", "/api/v1/export", "/"):
        assert p.ask("GET", target, p.token)[0] in (200, 302), target
    p.assign("b", p.token)
    until(lambda: len(done) == 12, "the event ends the waiting")
    assert b"urn:example" not in done[10] and b'"record"' in done[11]
    assert p.metric("history_waiting") == 0
    for one in waiting:
        one.close()
    p.stop()


def follows_a_file(t):
    """An export that grows, is replaced, is cut in the middle of a line, or is an older one."""
    p = t.primary()
    where = t.file("history.ndjson")

    def export():
        return t.run("store", "history", "--store", p.store).stdout

    def write(text, mode="w"):
        with open(where, mode, encoding="utf-8") as out:
            out.write(text)

    f = t.follower(where)
    f.event("follow_failed")
    early = export()
    write(early)
    f.has(p.head())
    assert f.ready()[1]["follows"]["behind"] == 0 and "primary" not in f.ready()[1]["follows"]
    assert "Uniform-Follows" not in f.ask("GET", "/")[1]
    assert f.ask("PUT", "/api/v1/names/urn:example:b", body={})[0] == 405
    p.assign("b", p.token)
    with open(where + ".new", "w", encoding="utf-8") as out:
        out.write(export())
    os.rename(where + ".new", where)
    f.has(p.head(), "it reads the file that replaced the first one")
    before = p.head().split(":")[0]
    p.assign("c", p.token)
    status, _, page = p.ask("GET", "/api/v1/history?after=" + before)
    page = page.decode()
    write(page[:len(page) // 2], "a")  # in the middle of a line
    write(page[len(page) // 2:], "a")
    f.has(p.head(), "it reads on")
    assert f.location("c") == p.location("c")
    p.assign("d", p.token)
    write(export())  # in its place
    f.has(p.head(), "it reads the file that was written anew")
    said = len(f.log)
    write(early)
    assert "ends with event" in f.event("follow_refused", said)["why"]
    assert f.ready()[0] == 503 and f.location("d") == p.location("d")
    write(export())
    until(lambda: f.ready()[0] == 200, "it accepts the right one again")


TESTS = [catches_up, has_no_secrets, delivers_at_once, only_reads, is_read_by_some, pages, waits_are_bounded, follows_a_file]


def run(tests):
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    parser.add_argument("--only", choices=[one.__name__ for one in tests])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform-follow-") as folder, stores(options.database, folder) as make:
        for test in tests:
            if options.only in (None, test.__name__):
                tools = Tools(options.command, folder, make)
                tools.made = 100 * tests.index(test)
                try:
                    test(tools)
                finally:
                    tools.end()
                print(test.__name__, "passed")
    sys.exit(0)


if __name__ == "__main__":
    run(TESTS)
