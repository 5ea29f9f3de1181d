#!/usr/bin/env python3
"""Proofs of a running service: the command and the script accept them, and they lead to the head of its tree.

    proofs_test.py --command build/dev/bin/uniform [--database postgresql] [--only TEST]
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from follow_services import Tools, until
from stores import KINDS, stores

PROOF = "/api/v1/history/proof"
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../scripts/verify_history.py")


def proof_of(p, query="", token=None):
    status, fields, text = p.ask("GET", PROOF + query, token)
    assert status == 200 and fields["Content-Type"] == "application/x-ndjson", (query, status, text)
    return text


def checks(t, proof, tree, good=True):
    """The command and the script agree."""
    where = t.file("proof")
    with open(where, "wb") as out:
        out.write(proof)
    said = t.run("store", "verify-proof", "--json", "--tree", tree, where, check=False)
    script = subprocess.run([sys.executable, "-B", SCRIPT, "--tree", tree, where], capture_output=True, text=True, check=False)
    assert (said.returncode, script.returncode) == ((0, 0) if good else (1, 1)), (said, script)
    return json.loads(said.stdout) if good else None


def proves_names(t):
    p = t.primary("history.public=true")
    early = p.must("GET", "/api/v1/history/tree")
    assert early["tree"] == f"{early['size']}:{early['root']}" and str(early["size"]) == p.head().split(":")[0], early
    for i in range(3):
        p.assign(f"n{i}", p.token)
    p.must("POST", "/api/v1/names/urn:example:n1/withdraw", p.token, {"reason": "by mistake"})
    tree = p.must("GET", "/api/v1/history/tree")["tree"]
    proof = proof_of(p, f"?name=urn:example:n1&from={early['size']}")
    for known in (tree, early["tree"]):
        [name] = checks(t, proof, known)["subjects"]
        assert name["id"] == "example:n1" and name["state"] == "withdrawn" and name["complete"], name
    checks(t, proof, "2" + early["tree"][1:], good=False)
    checks(t, proof.replace(b'"withdraw"', b'"activate"'), tree, good=False)
    # The command makes the same bytes.
    made = t.run("store", "proof", "--store", p.store, "--tree", early["tree"], "urn:example:n1")
    assert made.stdout.encode() == proof
    # An event of any kind, without its secret; only the tree.
    token = next(e["number"] for e in p.page() if e.get("withheld"))
    proof = proof_of(p, f"?event={token}")
    shown = checks(t, proof, tree)
    assert shown["withheld"] == 1 and shown["subjects"][0]["kind"] == "token" and b"argon2" not in proof, shown
    assert checks(t, proof_of(p), tree)["subjects"] == []
    for i in range(20):
        p.must("PATCH", "/api/v1/names/urn:example:n2", p.token, {"metadata": {"title": str(i)}})
    many = proof_of(p, "?name=urn:example:n2")
    [name] = checks(t, many, p.must("GET", "/api/v1/history/tree")["tree"])["subjects"]
    assert many.count(b'"inclusion"') == 16 and not name["complete"], name
    for query, right in (("name=urn:example:none", 404), ("name=x", 400), ("event=0", 422), ("event=100000", 404),
                         ("from=100000", 409), ("name=urn:example:n1&event=1", 400), ("more=1", 400)):
        status, _, text = p.ask("GET", f"{PROOF}?{query}")
        assert status == right, (query, status, text)


def proves_names_of_followers(t):
    """A follower has the tree of its primary, although bodies are withheld from it."""
    p = t.primary("history.public=true")
    f = t.follower(p, "history.public=true")
    f.has(p.head())
    assert f.must("GET", "/api/v1/history/tree") == p.must("GET", "/api/v1/history/tree")
    assert proof_of(f, "?name=urn:example:a") == proof_of(p, "?name=urn:example:a")


def is_for_readers_of_the_history(t):
    p = t.primary("history.public=false")
    assert p.ask("GET", "/api/v1/history/tree")[0] == 200
    assert p.ask("GET", PROOF)[0] == 401
    assert p.ask("GET", PROOF, p.token)[0] == 200
    some = t.token(p.store, "--role", "reader", "--prefix", "urn:example:a")
    assert p.ask("GET", PROOF, some)[0] == 403


def reads_a_long_history_in_the_background(t):
    """Requests do not read it: they are answered 503 until it was read, and then follow it."""
    p = t.primary("history.public=true")
    lines = t.file("names.ndjson")
    with open(lines, "w", encoding="utf-8") as out:
        for i in range(12000):
            out.write(json.dumps({"name": f"urn:example:many-{i}", "locators": [{"url": f"https://www.example.org/{i}"}]}) + "\n")
    t.run("name", "import", "--store", p.store, lines)
    status, fields, _ = p.ask("GET", "/api/v1/history/tree")
    assert status == 503 and int(fields["Retry-After"]) > 0, status
    until(lambda: p.ask("GET", PROOF)[0] == 200, "the tree is complete")
    tree = p.must("GET", "/api/v1/history/tree")
    [name] = checks(t, proof_of(p, "?name=urn:example:many-77"), tree["tree"])["subjects"]
    assert name["complete"] and tree["size"] > 12000, name
    export = t.file("history.ndjson")
    with open(export, "w", encoding="utf-8") as out:
        out.write(t.run("store", "history", "--store", p.store).stdout)
    subprocess.run([sys.executable, "-B", SCRIPT, "--quiet", "--tree", tree["tree"], export], check=True)
    p.assign("later", p.token)
    assert p.must("GET", "/api/v1/history/tree")["size"] == tree["size"] + 1


TESTS = [proves_names, proves_names_of_followers, is_for_readers_of_the_history, reads_a_long_history_in_the_background]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--command", required=True)
    parser.add_argument("--database", choices=KINDS, default="sqlite")
    parser.add_argument("--only", choices=[one.__name__ for one in TESTS])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="uniform-proofs-") as folder, stores(options.database, folder) as make:
        for test in TESTS:
            if options.only in (None, test.__name__):
                tools = Tools(options.command, folder, make)
                tools.made = 100 * TESTS.index(test)
                try:
                    test(tools)
                finally:
                    tools.end()
                print(test.__name__, "passed", flush=True)


if __name__ == "__main__":
    main()
