#!/usr/bin/env python3
"""Faults between a primary and its followers, and the handover from one to the other.

    follow_faults_test.py --command build/dev/bin/uniform [--database postgresql] [--only TEST]

A page that was changed on the way, a primary that was restored from an older backup or is another one, processes that are
killed, a file system that is read-only. A store in PostgreSQL cannot be retired, so that the handover is one of SQLite.
"""
import json
import os
import re
import sys
import time

from follow_services import Process, Proxy, free_port, until
from follow_test import run
from read_only_test import make_read_only, mount_own, unmount


def refused(f, said=0):
    """The follower has refused the history, and serves what it has."""
    entry = f.event("follow_refused", said)
    status, ready = f.ready()
    assert status == 503 and "refused" in ready["reason"], ready
    assert f.metric("follower_refused") == 1
    assert f.location("a") == "https://www.example.org/a"
    return entry["why"]


def changed_pages(t):
    """No byte of an event can be changed on the way, left out, or put in another place."""
    p = t.primary()
    for i in range(20):
        p.assign(f"n{i}", p.token)
    head = p.head()

    def lines(change):
        def of(body):
            some = body.decode().splitlines()
            change(some)
            return ("\n".join(some) + "\n").encode()
        return of

    def without(some):
        del some[-5]

    def swapped(some):
        some[-4], some[-5] = some[-5], some[-4]

    def another_head(some):
        last = json.loads(some[-1])
        last["head"] = f"{last['events']}:{'0' * 64}"
        some[-1] = json.dumps(last)

    def withheld(some):
        event = json.loads(some[-3])
        event["withheld"] = True
        event["record"] = event["record"][:-2] + "00"
        some[-3] = json.dumps(event)

    def late_member(name, value):
        def change(some):
            event = json.loads(some[-3])
            assert event[name] != value
            event[name] = value
            some[-3] = json.dumps(event)
        return change

    changes = {
        "the last byte of a record": lambda b: re.sub(rb'(.*"record":"[0-9a-f]*)[0-9a-f]"', lambda m: m[1] + b'0"' if m[0][-2:] != b'0"' else m[1] + b'1"', b, flags=re.S),
        "an event is missing": lines(without), "two are swapped": lines(swapped), "another head": lines(another_head),
        "a name without its body": lines(withheld), "an author": lines(late_member("who", "local:mallory")),
        "a time": lines(late_member("at", 1)), "a number": lines(late_member("number", 7)),
        "a name": lines(late_member("id", "example:other")), "a predecessor": lines(late_member("before", 3)),
        "half of it": lambda b: b[:len(b) // 2], "nothing": lambda b: b"", "no lines": lambda b: b"<html>",
        "without the first line": lambda b: b.split(b"\n", 1)[1],
    }
    with Proxy(p.url) as proxy:
        f = t.follower(proxy.here)
        f.has(head)
        f.stop()
        for what, change in changes.items():
            proxy.change = change
            f = t.follower(proxy.here)
            try:
                why = f.event("follow_refused")["why"]
            except AssertionError:
                raise AssertionError(f"{what}: it is not refused; {f.log}") from None
            assert f.head() != head or what == "another head", f"{what}: {why}"
            assert f.metric("follower_refused") == 1 and f.ready()[0] == 503, what
            proxy.change = lambda body: body
            f.has(head, f"{what}: it accepts the right page afterwards")
            until(lambda: f.metric("follower_refused") == 0 and f.ready()[0] == 200, f"{what}: it is ready again")
            assert json.loads(t.run("store", "verify", "--store", f.store, "--json").stdout)["good"], what
            f.stop()


def planted_secrets(t):
    """A primary that does not withhold the secrets of its history lets nobody sign in at its followers."""
    p = t.primary()
    head = p.head()
    export = t.run("store", "history", "--store", p.store).stdout
    whole = {json.loads(line).get("number"): line for line in export.splitlines()}
    secret = next(json.loads(json.loads(line)["text"])["hash"] for line in whole.values() if '"kind":"token"' in line)

    def each_withheld(change):
        def of(body):
            return ("\n".join(change(line) if '"withheld":true' in line else line for line in body.decode().splitlines()) + "\n").encode()
        return of

    def proven(line):
        return whole[json.loads(line)["number"]]

    def added(line):
        event = json.loads(line)
        event["text"] = json.dumps({**json.loads(event["text"]), "hash": secret})
        return json.dumps(event)

    def twice(line):
        event = json.loads(line)
        event["text"] = '{"hash":"",' + json.dumps({**json.loads(event["text"]), "hash": secret})[1:]
        return json.dumps(event)

    page = p.ask("GET", "/api/v1/history")[2]
    assert secret in each_withheld(proven)(page).decode() and secret not in page.decode()
    with Proxy(p.url) as proxy:
        for change in (proven, added, twice):
            proxy.change = each_withheld(change)
            f = t.follower(proxy.here)
            why = f.event("follow_refused")["why"]
            assert "has its secret" in why, (change, why)
            assert f.ready()[0] == 503 and f.head().startswith("0:"), change
            assert f.ask("GET", "/api/v1/tokens/self", p.token)[0] == 401, change
            proxy.change = lambda body: body
            f.has(head, "the right page is accepted")
            assert f.ask("GET", "/api/v1/tokens/self", p.token)[0] == 401, change
            f.stop()
    # A file that an administrator has put there may have those that the hashes prove, and no others.
    place = t.file("history.ndjson")
    for change in (added, twice):
        with open(place, "wb") as out:
            out.write(each_withheld(change)(page))
        f = t.follower(place)
        assert "has its secret" in f.event("follow_refused")["why"], change
        f.stop()
    with open(place, "w", encoding="utf-8") as out:
        out.write(export)
    f = t.follower(place)
    f.has(head)
    assert f.ask("GET", "/api/v1/tokens/self", p.token)[0] == 200


def follows_itself(t):
    """A service that follows itself, another one of its store, or a follower of its own, is not ready."""
    p = t.primary()
    stores = [t.file(), t.file()]
    for store in stores:
        f = t.follower(p, store=store)
        f.has(p.head())
        f.stop()

    def is_refused(f):
        assert "follows itself" in f.event("follow_refused")["why"]
        status, ready = f.ready()
        assert status == 503 and "follows itself" in ready["reason"], ready
        assert f.location("a") == p.location("a")
        status, _, text = f.ask("PUT", "/api/v1/names/urn:example:x", body={})
        assert status == 405 and "follows itself" in json.loads(text)["detail"], text

    for store in (stores[0], t.file()):
        port = free_port()
        f = Process(t, store, "history.public=true", port=port, follow=f"http://127.0.0.1:{port}")
        if store == stores[0]:
            is_refused(f)
        else:
            f.event("follow_refused")
        f.stop()
    other = Process(t, stores[0], "history.public=true")
    f = t.follower(other, store=stores[0])
    is_refused(f)
    f.stop()
    other.stop()
    ports = [free_port(), free_port()]
    circle = [Process(t, store, "history.public=true", "history.wait=1s", port=own, follow=f"http://127.0.0.1:{other}")
              for store, own, other in zip(stores, ports, ports[::-1], strict=True)]
    for f in circle:
        is_refused(f)


def promoted(t):
    """A follower that is promoted while its service waits for the primary says so at once."""
    p = t.primary("history.public=true", "history.wait=10m")
    f = t.follower(p)
    f.has(p.head())
    until(lambda: p.metric("history_waiting") == 1, "the follower waits, for 20 s")
    t.run("store", "promote", "--store", f.store, "--without-primary")
    began = time.monotonic()
    why = f.event("follow_refused")["why"]
    took = time.monotonic() - began
    assert "was promoted" in why and took < 10, (why, took)
    print(f"noticed after {took:.1f} s")
    status, ready = f.ready()
    assert status == 503 and "was promoted" in ready["reason"], ready
    assert f.location("a")
    status, _, text = f.ask("PUT", "/api/v1/names/urn:example:x", body={})
    assert status == 405 and "was promoted" in json.loads(text)["detail"] and p.url not in text.decode(), text
    until(lambda: p.metric("history_waiting") == 0, "it does not wait any more")


def retired(t):
    """A primary that was retired reads on, and says what it is and who goes on."""
    successor = "https://new.example.org"
    p = t.primary(store=t.file("old.db"))
    assert p.ready() == (200, {"status": "ready"})
    for wrong in ("new.example.org", "ftp://new.example.org/", "https://me@new.example.org/", "https://new.example.org/?a"):
        done = t.run("store", "retire", "--store", p.store, "--successor", wrong, check=False)
        assert done.returncode == 2 and "--successor" in done.stderr, done
    t.run("store", "retire", "--store", p.store, "--successor", successor)

    def says_so(one):
        state = {"status": "ready", "store": "retired", "successor": successor}
        until(lambda: one.ready() == (200, state), "it says that it is retired")
        assert successor in one.event("store_follows")["message"]
        failures = one.metric("store_failures_total")
        for method, target, body in (("PUT", "/api/v1/names/urn:example:x", {"locators": []}),
                                     ("POST", "/api/v1/names/urn:example:a/withdraw", {"reason": "by mistake"})):
            status, fields, text = one.ask(method, target, p.token, body)
            detail = json.loads(text)["detail"]
            assert status == 405 and "retired" in detail and successor in detail, (status, text)
            assert fields["Allow"] == "GET, HEAD, OPTIONS"
        one.look(0.1)
        assert not [entry for entry in one.log if entry["event"] == "store_failure"], one.log
        assert one.metric("store_failures_total") == failures
        assert one.location("a")

    says_so(p)
    p.stop()
    again = Process(t, p.store)
    says_so(again)
    t.run("store", "promote", "--store", p.store, "--without-primary")
    until(lambda: again.ready() == (200, {"status": "ready"}), "it is the primary again")
    again.assign("b", p.token)


def restored_primary(t):
    """A primary that lost what the follower has, and then has other events in their place."""
    port = free_port()
    p = t.primary(port=port)
    backup = t.file("backup.db")
    t.run("store", "backup", backup, "--store", p.store)
    p.assign("b", p.token)
    f = t.follower(p)
    f.has(p.head())
    head = f.head()
    p.stop()
    older = Process(t, backup, "history.public=true", port=port)
    assert "ends with event" in refused(f)
    said = len(f.log)
    older.assign("c", p.token)
    assert older.head().split(":")[0] == head.split(":")[0]
    assert "another hash" in refused(f, said)
    older.assign("d", p.token)
    until(lambda: f.metric("follower_read_seconds") > 0 and f.head() == head, "it keeps what it has")
    assert f.location("b") and not f.location("c") and not f.location("d")
    f.stop()
    # Nor after a restart.
    f = t.follower(older, store=f.store)
    refused(f)
    assert f.head() == head
    # A store with a history of its own is none that follows.
    own = t.primary(store=t.file("own.db"))
    own.stop()
    done = t.run("serve", "--port", "0", "--store", own.store, "--follow", p.url, check=False)
    assert done.returncode == 3 and "history of its own" in done.stderr, done


def killed(t):
    """Either may be killed at any moment; what was applied is complete."""
    port = free_port()
    p = t.primary(port=port)
    lines = "".join(f'{{"name":"urn:example:k{i}","url":"https://www.example.org/{i}"}}\n' for i in range(6000))
    listed = t.file("names.ndjson")
    with open(listed, "w", encoding="utf-8") as out:
        out.write(lines)
    t.run("name", "import", listed, "--store", p.store)
    head = p.head()
    store = t.file()
    events = [0]
    for _ in range(20):
        f = t.follower(p, store=store)
        until(lambda: int(f.head().split(":")[0]) > events[-1], "there is more than before")
        events.append(int(f.head().split(":")[0]))
        f.kill()
        if f"{events[-1]}" == head.split(":")[0]:
            break
    f = t.follower(p, store=store)
    f.has(head)
    assert json.loads(t.run("store", "verify", "--store", store, "--json").stdout)["good"]
    p.kill()
    f.event("follow_failed")
    assert f.ready()[0] == 200 and f.location("k17"), "it serves without its primary"
    f.stop()
    f = t.follower(p, store=store)
    f.event("follow_failed")
    assert f.ready()[0] == 200 and f.location("k17"), "also when it is started then"
    assert "behind" not in f.ready()[1]["follows"]
    again = Process(t, p.store, "history.public=true", port=port)
    again.assign("later", p.token)
    f.has(again.head(), "it goes on when the primary is back")


def handed_over(t):
    """retire, promote, and the old primary follows."""
    store = t.file("old.db")
    p = t.primary(store=store)
    f = t.follower(p)
    f.has(p.head())
    early = p.head()
    for words, says in ((["--known", early, "--without-primary"], "--without-primary"), ([], "--known"), (["--known", "1:x"], "NUMBER:HASH")):
        done = t.run("store", "promote", "--store", f.store, *words, check=False)
        assert done.returncode == 2 and says in done.stderr, done
    done = t.run("store", "promote", "--store", p.store, "--without-primary", check=False)
    assert done.returncode == 3 and "follows no other one" in done.stderr, done
    head = json.loads(t.run("store", "retire", "--store", p.store, "--json").stdout)["head"]
    assert p.head() == head
    # The old primary refuses every change, and serves on, so that the follower gets the last event.
    status, fields, text = p.ask("PUT", "/api/v1/names/urn:example:x", p.token, {"locators": []})
    assert status == 405 and fields["Allow"] == "GET, HEAD, OPTIONS" and "only read" in json.loads(text)["detail"], text
    assert p.location("a") and t.run("store", "retire", "--store", p.store, check=False).returncode == 3
    until(lambda: p.ready() == (200, {"status": "ready", "store": "retired"}), "it says so")
    f.has(head, "the follower gets the last event")
    done = t.run("store", "promote", "--store", f.store, "--known", early, check=False)
    assert done.returncode == 3 and "not the last one of the primary" in done.stderr, done
    out = t.run("store", "promote", "--store", f.store, "--known", head).stdout
    assert "primary" in out and "head " in out, out
    assert "follows no other one" in f.event("follow_refused")["why"], "the service that still follows says it"
    f.stop()
    done = t.run("serve", "--port", "0", "--store", f.store, "--follow", p.url, check=False)
    assert done.returncode == 3 and "history of its own" in done.stderr, done
    token = t.token(f.store, "--role", "administrator")
    new = Process(t, f.store, "history.public=true")
    new.assign("x", token)
    assert new.must("PUT", "/api/v1/namespaces/example", token, {"title": "More"})
    p.stop()
    old = t.follower(new, store=store)
    old.has(new.head(), "the old primary follows the new one")
    assert old.location("x") == new.location("x") and old.location("a")
    for s in (old, new):
        assert json.loads(t.run("store", "verify", "--store", s.store, "--known", head, "--json").stdout)["good"]
    # Without the primary, by the administrator's word.
    new.kill()
    t.run("store", "promote", "--store", old.store, "--without-primary")
    old.stop()
    alone = Process(t, old.store)
    alone.assign("y", t.token(old.store, "--role", "administrator"))


def read_only(t):
    """A follower whose file system is read-only serves what it has, and says what it lacks."""
    p = t.primary()
    place = t.file("disk")
    os.mkdir(place)
    if why := mount_own(place):
        print(f"no file system can be mounted here ({why}): read_only was not tested")
        return
    try:
        f = t.follower(p, store=os.path.join(place, "names.db"))
        f.has(p.head())
        f.stop()
        p.assign("b", p.token)
        make_read_only(place)
        f = t.follower(p, store=f.store)
        f.event("follow_failed")
        assert f.location("a") and not f.location("b")
        assert f.ready()[0] == 200, f.ready()
        assert f.ask("PUT", "/api/v1/names/urn:example:x", body={})[0] == 405
        f.stop()
    finally:
        unmount(place)


def wrong_settings(t):
    for words, says in (
            (["--follow", "ftp://example.org/"], "http or https"), (["--follow", "https://user@example.org/"], "http or https"),
            (["--follow", "https://example.org/?a"], "http or https"),
            (["--follow", "http://example.org/", "--demo"], "demo.fill"),
            (["--set", "store.follow_token_file=/x"], "store.follow"),
            (["--follow", "http://example.org/", "--set", "store.location=postgresql:///x"], "SQLite")):
        done = t.run("serve", "--store", t.file(), *words, check=False) if "store.location" not in words[-1] else \
            t.run("serve", *words, check=False)
        assert done.returncode == 2 and says in done.stderr, (words, done)


TESTS = [changed_pages, planted_secrets, follows_itself, promoted, retired, restored_primary, killed, handed_over, read_only, wrong_settings]
ON_POSTGRESQL = [changed_pages, planted_secrets, promoted, killed]

if __name__ == "__main__":
    run(ON_POSTGRESQL if "postgresql" in sys.argv else TESTS)
