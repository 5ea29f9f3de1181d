#!/usr/bin/env python3
"""Counts the tests for docs/testing.md, from the tree and from the lists of the builds.

    scripts/testing_figures.py [BUILD...]                    # prints the tables; builds are build/dev build/asan build/fuzz
    scripts/testing_figures.py --update docs/testing.md [BUILD...]    # replaces them in the page
    scripts/testing_figures.py --check docs/testing.md       # whether the page has a row for each folder and each target

In the tree: files that git knows, tests and properties in their text, seeds. In the builds: what each program lists with
--gtest_list_tests, where a row of a table is a test of its own, and what `ctest -N` lists; a program that several builds
have is counted in the first of them. A program counts if an entry of ctest runs it: one that an older configuration left in the
folder does not. The numbers change with every test, so that the page states the commit; --check
compares the names, and the presets of the programs with CMakePresets.json.
"""
import argparse
import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- figures: scripts/testing_figures.py -->\n", "<!-- end of figures -->\n"
TEST = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(", re.MULTILINE)
PROPERTY = re.compile(r"^\s*RC_GTEST(?:_FIXTURE)?_PROP\(|\brc::check\(", re.MULTILINE)


def files(*patterns):
    out = subprocess.run(["git", "-C", ROOT, "ls-files", "--", *patterns], check=True, capture_output=True, text=True, encoding="utf-8", errors="replace").stdout
    return [ROOT / line for line in out.splitlines()]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(f"{c:,}" if isinstance(c, int) else c for c in row) + " |" for row in rows]) + "\n"


def folders():
    """The folders of tests/, and those of tests/http/ one by one."""
    found = set()
    for path in files("tests"):
        parts = path.relative_to(ROOT / "tests").parts
        if len(parts) > 1:
            found.add("/".join(parts[:2]) if parts[0] == "http" and len(parts) > 2 else parts[0])
    return sorted(found - {"data", "http"})


def in_tree():
    rows = []
    for folder in folders():
        inside = [p for p in files("tests/" + folder) if p.is_file()]
        text = "\n".join(p.read_text(errors="replace") for p in inside if p.suffix in (".cpp", ".hpp"))
        python = [p for p in inside if p.name.endswith("_test.py")]
        rows.append((f"`{folder}`", len(TEST.findall(text)), len(PROPERTY.findall(text)), len(python)))
    return rows + [("all", *(sum(row[n] for row in rows) for n in (1, 2, 3)))]


def targets():
    return sorted(p.name.removesuffix("_fuzz.cpp") for p in files("fuzz/*_fuzz.cpp"))


def others():
    conformance = "\n".join(p.read_text() for p in files("docs/conformance.md", "docs/conformance/*.md"))
    rules = sum(1 for line in conformance.splitlines() if line.startswith("| ") and line.count("`") >= 2)
    return [("fuzz targets", len(targets())), ("seeds of fuzz targets", len(files("fuzz/corpus"))),
            ("rules of documents with their tests (docs/conformance)", rules),
            ("files of expectations and data (tests/data)", len(files("tests/data")))]


def listed(program):
    out = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, encoding="utf-8", errors="replace", timeout=120).stdout
    return sum(1 for line in out.splitlines() if line.startswith("  "))


def run_by(build):
    """The names of the programs that the entries of ctest run."""
    out = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, text=True, encoding="utf-8", errors="replace").stdout
    return {pathlib.PurePath(word).name for entry in json.loads(out or "{}").get("tests", []) for word in entry.get("command", [])}


def skipped(preset):
    """The modules whose tests a preset does not build."""
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
    variables = next(p for p in presets if p["name"] == preset).get("cacheVariables", {})
    return set(variables.get("UNIFORM_SKIPPED_TESTS", "").split(";"))


def in_builds(builds):
    programs, entries, seen = [], [], set()
    for build in builds:
        runs = run_by(build)
        for program in sorted(build.glob("bin/*_test")):
            if program.name not in seen and program.name in runs:
                seen.add(program.name)
                programs.append((f"`{program.name}`", build.name, listed(program)))
        out = subprocess.run(["ctest", "-N"], cwd=build, capture_output=True, text=True, encoding="utf-8", errors="replace").stdout
        if total := re.search(r"Total Tests: (\d+)", out):
            entries.append((f"`{build.name}`", int(total.group(1))))
    return programs, entries


def figures(builds):
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, encoding="utf-8", errors="replace").stdout.strip()
    programs, entries = in_builds(builds)
    out = f"Counted at commit {commit}, {datetime.date.today()}.\n\n"
    out += table(("folder in tests/", "tests", "properties", "Python tests"), in_tree()) + "\n"
    out += "A test in this table may have many rows; below, each row of a parameterized test counts.\n\n"
    if programs:
        out += table(("program", "preset", "tests with their rows"), [*programs, ("all", "", sum(p[2] for p in programs))]) + "\n"
        out += table(("preset", "entries of ctest"), entries) + "\n"
    out += table(("other", "number"), others()) + "\n"
    out += "Fuzz targets: " + ", ".join(f"`{t}`" for t in targets()) + ".\n"
    return out


def check(page):
    text = page.read_text()
    if BEGIN not in text or END not in text:
        return [f"{page}: the marks of the figures are missing"]
    text = text[text.index(BEGIN):text.index(END)]
    wrong = [f"{page}: {program}_test is not in the preset {preset}"
             for program, preset in re.findall(r"^\| `(\w+)_test` \| (\w+) \|", text, re.MULTILINE) if program in skipped(preset)]
    names = [f"| `{f}` |" for f in folders()] + [f"`{t}`" for t in targets()]
    return wrong + [f"{page}: {name.strip('| ')} is missing: run scripts/testing_figures.py --update {page}" for name in names if name not in text]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", type=pathlib.Path)
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("builds", nargs="*", type=pathlib.Path)
    o = parser.parse_args()
    if o.check:
        wrong = check(o.check)
        print("\n".join(wrong) if wrong else "each folder and each fuzz target has its figures")
        sys.exit(1 if wrong else 0)
    builds = o.builds or [p for p in (ROOT / "build" / name for name in ("dev", "asan", "fuzz")) if p.is_dir()]
    text = figures(builds)
    if o.update is None:
        print(text, end="")
        return
    page = o.update.read_text()
    o.update.write_text(page[:page.index(BEGIN) + len(BEGIN)] + text + page[page.index(END):])


if __name__ == "__main__":
    main()
