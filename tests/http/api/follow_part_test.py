#!/usr/bin/env python3
"""Services that follow a part of a registry: the names of some prefixes, over a chain that has the events of all.

    follow_part_test.py --command build/dev/bin/uniform [--database postgresql] [--only TEST]
"""
import json
import os
import subprocess
import sys

from follow_services import Process, until
from follow_test import run

VERIFY = os.path.join(os.path.dirname(__file__), "..", "..", "..", "scripts", "verify_history.py")
PREFIX = "store.follow_prefixes=urn:example:lib-"


def filled(t, *settings):
    """A primary with names of two prefixes, and events about others."""
    p = t.primary(*(settings or ["history.public=true"]))
    p.must("PUT", "/api/v1/namespaces/harbour", p.token, {"title": "Harbours"}, If_None_Match="*")
    p.must("POST", "/api/v1/registrars", p.token, {"id": "library", "name": "Library"})
    for i in range(5):
        p.assign(f"lib-{i}", p.token)
        p.assign(f"archive-{i}", p.token, to="https://archive.example.org/SECRET-")
    p.must("POST", "/api/v1/names/urn:example:lib-4/withdraw", p.token, {"reason": "by mistake"})
    return p


def verified(t, store, head):
    """By the command, and by the script."""
    said = json.loads(t.run("store", "verify", "--store", store, "--json").stdout)
    assert said["good"] and said["head"] == head, said
    export = t.run("store", "history", "--store", store).stdout
    done = subprocess.run([sys.executable, VERIFY, "-", "--known", head], input=export, capture_output=True, text=True)
    assert done.returncode == 0, done
    return export


def has_its_names_alone(t):
    p = filled(t)
    f = t.follower(p, PREFIX)
    f.has(p.head())
    assert f.location("lib-1") == p.location("lib-1") == "https://www.example.org/lib-1"
    assert f.ask("GET", "/urn:example:lib-4")[0] == 410
    assert f.ask("GET", "/urn:example:lib-9")[0] == 404, "of its own prefix it knows that there is none"
    p.assign("lib-new", p.token)
    p.assign("archive-new", p.token)
    f.has(p.head())
    assert f.location("lib-new") == "https://www.example.org/lib-new"
    export = verified(t, f.store, p.head())
    assert "SECRET" not in export and "archive" not in export and "harbour" not in export
    assert len(export.splitlines()) == int(p.head().split(":")[0]) + 2
    listed = f.must("GET", "/api/v1/names")
    assert all("lib-" in n["key"] for n in listed["items" if "items" in listed else "names"]), listed
    # It goes on where it was, and without its primary.
    f.stop()
    p.stop()
    f = Process(t, f.store, PREFIX, follow=p.url)
    assert f.location("lib-new") == "https://www.example.org/lib-new"
    f.stop()


# They are about the text alone.
OF_THE_TEXT = {"getQrCode", "explainChoice"}


def every_operation_of_a_name(f, urn):
    """Each operation by which everybody reads a name, of one that the follower does not have: as the OpenAPI document says."""
    asked = 0
    for template, item in f.must("GET", "/api/v1/openapi.json")["paths"].items():
        operation = item.get("get")
        if operation is None or operation["x-roles"] or "{urn}" not in template and template != "/uri-res/{service}":
            continue
        target = template.replace("{urn}", urn).replace("{service}", "N2C?" + urn)
        status = f.ask("GET", target, Accept="application/json")[0]
        name = operation["operationId"]
        assert status == (200 if name in OF_THE_TEXT else 307 if name == "resolve" else 421), (name, status)
        assert str(status) in operation["responses"], (name, status)
        asked += 1
    assert asked >= 8, asked


def sends_others_to_the_primary(t):
    p = filled(t)
    f = t.follower(p, PREFIX)
    f.has(p.head())
    for target in ("/urn:example:archive-1", "/urn:example:nothing", "/URN:Example:archive-1", "/urn:other:x?+a?=b=c",
                   "/urn%3Aexample%3Aarchive-1"):
        for method in ("GET", "HEAD"):
            status, fields, _ = f.ask(method, target)
            assert status == 307 and fields["Location"] == p.url + target, (target, status, fields.items())
    for target in ("/api/v1/names/urn:example:archive-1", "/api/v1/names/urn%3Aexample%3Aarchive-1",
                   "/uri-res/N2C?urn:example:archive-1", "/about/urn:example:archive-1"):
        status, fields, text = f.ask("GET", target, Accept="application/json")
        assert status == 421 and p.url in json.loads(text)["detail"], (target, status, text)
    assert f.ask("GET", "/api/v1/names/urn:example:lib-9")[0] == 404
    assert f.ask("GET", "/nothing")[0] == 404
    every_operation_of_a_name(f, "urn:example:archive-1")
    said = f.must("GET", "/api/v1/explain/urn:example:archive-1")["problem"]
    status, _, text = f.ask("POST", "/api/v1/resolve", body={"names": ["urn:example:archive-1", "urn:example:lib-1", "urn:example:lib-9"]})
    results = json.loads(text)["results"]
    assert status == 200 and results[1]["result"] == "https://www.example.org/lib-1", results
    assert [said["status"], *(results[i]["problem"]["status"] for i in (0, 2))] == [421, 421, 404], (said, results)
    # By a file, nobody is known to ask.
    where = t.file("history.ndjson")
    with open(where, "w", encoding="utf-8") as out:
        out.write(json.dumps({"format": "uniform-history", "version": 1}) + "\n")
    p.must("GET", "/healthz")
    with open(where, "wb") as out:
        out.write(p.ask("GET", "/api/v1/history?prefix=urn:example:lib-")[2])
    g = t.follower(where, PREFIX)
    g.has(p.head())
    assert g.ask("GET", "/urn:example:archive-1")[0] == 421 and g.location("lib-1")


def shows_a_token_its_part(t):
    """A token with prefixes reads the part of these, whatever it asks for."""
    p = filled(t, "history.public=false")

    def page(token, query=""):
        status, _, text = p.ask("GET", "/api/v1/history" + query, token)
        return status, text.decode()

    token = p.must("POST", "/api/v1/tokens", p.token, {"role": "reader", "prefixes": ["example:lib-"]})["token"]
    whole, asked = page(token), page(p.token, "?prefix=urn:example:lib-")
    assert whole[0] == 200 and whole == asked == page(token, "?prefix=urn:example:lib-"), whole
    for secret in ("SECRET", "archive", "harbour", "argon2"):
        assert secret not in whole[1], secret
    assert '"hidden":true' in whole[1] and "example:lib-3" in whole[1]
    assert page(token, "?prefix=urn:example:archive-")[0] == 403
    assert page(token, "?prefix=urn:example:lib-%20urn:example:")[0] == 403
    assert page(p.token, "?prefix=urn:nowhere")[0] in (400, 422)
    part = page(token, "?prefix=urn:example:lib-3")[1]
    assert "example:lib-3" in part and "example:lib-2" not in part
    keys = t.file("token")
    with open(keys, "w", encoding="utf-8") as out:
        out.write(token + "\n")
    f = t.follower(p, PREFIX, "store.follow_token_file=" + keys)
    f.has(p.head())
    verified(t, f.store, p.head())
    # Without prefixes of its own, a follower does not take what is hidden for everything.
    g = t.follower(p, "store.follow_token_file=" + keys)
    assert "hidden" in g.event("follow_refused")["why"]
    assert g.ready()[0] == 503


def keeps_its_part(t):
    p = filled(t)
    f = t.follower(p, PREFIX, "history.public=true")
    f.has(p.head())
    # A follower of it gets its part, or less.
    second = t.follower(f, PREFIX)
    second.has(p.head())
    assert second.location("lib-1") == p.location("lib-1")
    less = t.follower(f, "store.follow_prefixes=urn:example:lib-1")
    less.has(p.head())
    assert less.location("lib-1") and less.ask("GET", "/urn:example:lib-2")[0] == 307
    assert "421" in t.follower(f, "store.follow_prefixes=urn:example:archive-").event("follow_failed")["why"]
    assert "hidden" in t.follower(f).event("follow_refused")["why"]
    for one in (second, less, f):
        one.stop()
    # With other prefixes, or without, it does not start.
    for settings in ([], ["--follow", p.url], ["--follow", p.url, "--prefix", "urn:example:archive-"],
                     ["--follow", p.url, "--prefix", "urn:example:lib-,urn:example:archive-"]):
        done = t.run("serve", "--port", "0", "--store", f.store, *settings, check=False)
        assert done.returncode != 0 and "part of a history" in done.stderr, done
    for words in (("promote", "--without-primary"), ("retire",)):
        done = t.run("store", *words, "--store", f.store, check=False)
        assert done.returncode != 0 and "part of a history" in done.stderr, done
    again = Process(t, f.store, follow=p.url, *[PREFIX])
    until(lambda: again.location("lib-1"), "it goes on with its own")
    wrong = t.run("serve", "--follow", p.url, "--prefix", "example", "--store", t.file(), check=False)
    assert wrong.returncode != 0 and "is not a prefix" in wrong.stderr, wrong


TESTS = [has_its_names_alone, sends_others_to_the_primary, shows_a_token_its_part, keeps_its_part]

if __name__ == "__main__":
    run(TESTS)
