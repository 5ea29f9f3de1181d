"""The checker of histories: built by Go in the project's build folder, and run."""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(__file__).resolve().with_name("checker")
SKIPPED = 77
OLDEST = (1, 19)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def go(*words, **options):
    return subprocess.run(["go", *words], cwd=SOURCES, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env=os.environ | {"GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly -buildvcs=false"}, **options)


def need_go():
    """Ends the test where Go, or what the checker is made of, is missing."""
    if not shutil.which("go"):
        skip("Go builds the checker of histories, and is not installed (Debian: golang-go)")
    version = re.search(r"go(\d+)\.(\d+)", go("version").stdout)
    if not version or tuple(map(int, version.groups())) < OLDEST:
        skip(f"the checker of histories needs Go {'.'.join(map(str, OLDEST))}")
    if (fetched := go("mod", "download")).returncode:
        skip(f"porcupine cannot be fetched: {fetched.stdout.strip()[-300:]}")


def build():
    """The checker's path."""
    need_go()
    program = ROOT / "build/checker/checker"
    program.parent.mkdir(parents=True, exist_ok=True)
    own = program.with_suffix(f".{os.getpid()}")  # tests that run at the same time build it, too
    if (built := go("build", "-o", str(own), ".")).returncode:
        sys.exit(f"the checker is not built:\n{built.stdout}")
    own.replace(program)
    return program


def add_verified(history, verify):
    """Adds lines with what `uniform store verify --known HEAD` prints, for some heads that clients saw: verify(head)."""
    with open(history, encoding="utf-8") as file:
        heads = [line["head"] for line in map(json.loads, file) if line["kind"] == "head"]
    with open(history, "a", encoding="utf-8") as out:
        for head in dict.fromkeys([*heads[:1], *heads[len(heads) // 2:][:1], *heads[-1:]]):
            text = verify(head)
            outcome = "done" if "the store matches its history" in text else "failed"
            out.write(json.dumps({"kind": "verified", "head": head, "outcome": outcome, "text": text}) + "\n")


def check(program, history, *options):
    """The number of mistakes by kind, after printing them."""
    done = subprocess.run([program, *options, history], text=True, stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"the checker ended with {done.returncode}")
    *mistakes, summary = done.stdout.splitlines()
    print(*mistakes, f"history: {summary}", sep="\n", flush=True)
    return json.loads(summary)["mistakes"]


def main():
    """The checker's own tests, with histories made by hand."""
    need_go()
    for words in (["vet", "."], ["test", "-v", "."]):
        done = go(*words)
        print(done.stdout, end="")
        if done.returncode:
            sys.exit(1)


if __name__ == "__main__":
    main()
