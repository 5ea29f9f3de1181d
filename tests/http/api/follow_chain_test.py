#!/usr/bin/env python3
"""Followers of followers, and what a follower says while it reads a long history for the first time.

    follow_chain_test.py --command build/dev/bin/uniform [--database postgresql] [--only TEST]
"""
import json
import re
import threading

from follow_services import Process, Proxy, until
from follow_test import run

EVENTS = 4200  # of a long history: a page has 1000


def a_chain_of_two(t):
    """A new name arrives over both, and each says the same rule, history and head as the primary."""
    p = t.primary("history.public=true")
    middle = t.follower(p, "history.public=true", "history.wait=10m")
    last = t.follower(middle, "history.public=true")
    last.has(p.head())
    until(lambda: middle.metric("history_waiting") == 1, "the last one waits at the one in the middle")
    p.assign("new", p.token)
    until(lambda: last.location("new"), "the new name is there")
    last.has(p.head())
    assert last.page() == middle.page() == p.page()
    assert last.ask("GET", "/")[1]["Uniform-Follows"] == middle.url
    assert last.ready()[1]["follows"]["primary"] == middle.url
    # Without its primary, the middle one goes on giving what it has, and takes up again what is new.
    head = p.head()
    p.stop()
    middle.event("follow_failed")
    another = t.follower(middle)
    another.has(head)
    assert another.location("new") == "https://www.example.org/new"
    # Without the middle one, the last one serves what it has.
    middle.stop()
    last.event("follow_failed")
    assert last.location("new") == "https://www.example.org/new" and last.ready()[0] == 200


def a_chain_keeps_the_rule(t):
    """A follower gives its history to everybody only with history.public, and never a secret that it has."""
    p = t.primary("history.public=true")
    p.must("POST", "/api/v1/webhooks", p.token, {"url": "https://hooks.example.org/a-SECRET-path"})
    middle = t.follower(p, "history.public=false")
    middle.has(p.head())
    assert middle.ask("GET", "/api/v1/history")[0] == 401
    last = t.follower(middle)
    assert "401" in last.event("follow_failed")["why"]
    assert last.ready()[0] == 503
    last.stop()
    middle.stop()
    # An export has the secrets, and its mirror knows the tokens of the primary; who follows the mirror gets none.
    where = t.file("history.ndjson")
    with open(where, "w", encoding="utf-8") as out:
        out.write(t.run("store", "history", "--store", p.store).stdout)
    mirror = t.follower(where, "history.public=true")
    mirror.has(p.head())
    assert mirror.must("GET", "/api/v1/tokens/self", p.token)["role"] == "administrator"
    assert "argon2" in t.run("store", "history", "--store", mirror.store).stdout
    assert mirror.page() == p.page()
    last = t.follower(mirror)
    last.has(p.head())
    own = t.run("store", "history", "--store", last.store).stdout
    assert "argon2" not in own and "SECRET" not in own
    # A private history is for those whose tokens the mirror knows.
    mirror.stop()
    mirror = Process(t, mirror.store, "history.public=false", follow=where)
    assert mirror.ask("GET", "/api/v1/history")[0] == 401
    assert mirror.ask("GET", "/api/v1/history", p.token)[0] == 200


def long_history(t):
    p = t.primary("history.public=true")
    where = t.file("names.csv")
    with open(where, "w", encoding="utf-8") as out:
        out.write("name,url\n" + "".join(f"urn:example:n{i},https://www.example.org/{i}\n" for i in range(EVENTS)))
    t.run("name", "import", "--quiet", "--store", p.store, where)
    return p


def a_long_history_says_its_progress(t):
    """While a history is read for the first time, the follower says how much of it is here, and is not ready."""
    p = long_history(t)
    number = int(p.head().split(":")[0])
    goes_on, pages = threading.Event(), []

    def slowly(body):
        pages.append(body)
        if len(pages) == 3:
            assert goes_on.wait(60)
        return body

    with Proxy(p.url) as proxy:
        proxy.change = slowly
        f = t.follower(proxy.here)
        status, ready = until(lambda: f.ready()[1]["follows"]["events"] >= 2000 and f.ready(), "two pages are here")
        assert status == 503, ready
        assert ready["reason"] == f"the history of the primary is being read: 2000 of {number} events are here", ready
        assert ready["follows"]["of"] == number and ready["follows"]["behind"] == number - 2000, ready
        page = f.ask("GET", "/", Accept="text/html")[2].decode()
        assert "is catching up" in page and "2,000" in page and f"{number - 2000:,}" in page, page
        goes_on.set()
        f.has(p.head())
    until(lambda: f.ready()[0] == 200, "it is ready")
    page = f.ask("GET", "/", Accept="text/html")[2].decode()
    assert re.search(r'class="badge active">up to date', page), page
    assert "A mirror of another service" in f.ask("GET", "/workbench", Accept="text/html")[2].decode()
    said = [f.event("following"), f.event("follow_progress")]
    assert [(e["primary"], e["of"]) for e in said] == 2 * [(proxy.here, str(number))], said
    assert 0 < int(said[0]["events"]) < int(said[1]["events"]) < number, said
    assert not any(word in p.ask("GET", "/", Accept="text/html")[2].decode() for word in ("mirror", "catching up"))


def a_long_file_says_its_progress(t):
    p = long_history(t)
    where = t.file("history.ndjson")
    with open(where, "w", encoding="utf-8") as out:
        out.write(t.run("store", "history", "--store", p.store).stdout)
    f = t.follower(where)
    f.has(p.head())
    entry = f.event("follow_progress")
    said = json.loads(f.ask("GET", "/readyz")[2])["follows"]
    assert said["behind"] == 0 and said["of"] == said["events"], said
    assert entry["of"] == p.head().split(":")[0], entry


TESTS = [a_chain_of_two, a_chain_keeps_the_rule, a_long_history_says_its_progress, a_long_file_says_its_progress]

if __name__ == "__main__":
    run(TESTS)
