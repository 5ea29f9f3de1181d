#!/usr/bin/env bash
# scripts/coverage.sh [CTEST-OPTION...]  runs the tests and prints the share of lines, functions and branches that they
# reach, for each module. build/coverage/report/ then has a page for each source. Takes about half an hour on two cores.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
source scripts/packages.sh
source scripts/build.sh
need_packages run test

build coverage
data=$root/build/coverage/profiles
rm -rf "$data"
mkdir -p "$data"
umask 0 # a test runs the command as another user
chmod a+rwx "$data"
# The counts of all processes of a program are merged into one file (%m). A process that is killed adds none.
export LLVM_PROFILE_FILE="$data/%m.profraw" GTEST_BRIEF=1
ctest --test-dir build/coverage -j "$(nproc)" --output-on-failure --no-tests=error "$@" || failed=$?
llvm-profdata-19 merge --sparse -o "$data/all.profdata" "$data"/*.profraw
mapfile -t programs < <(find build/coverage/bin build/coverage/tests -type f -executable ! -name '*.sh' ! -name '*.py')
arguments=(--instr-profile="$data/all.profdata" "${programs[0]}")
for program in "${programs[@]:1}"; do arguments+=(--object "$program"); done
llvm-cov-19 show "${arguments[@]}" --format=html --output-dir=build/coverage/report --sources src apps include
llvm-cov-19 export "${arguments[@]}" --summary-only --sources src apps include >"$data/summary.json"
python3 - "$data/summary.json" "$root" <<'END'
import collections, json, pathlib, sys

summary = json.load(open(sys.argv[1]))["data"][0]
modules = collections.defaultdict(lambda: collections.Counter())
for file in summary["files"]:
    parts = pathlib.Path(file["filename"]).relative_to(sys.argv[2]).parts
    deep = parts[:2] in (("src", "http"), ("apps", "uniform"), ("include", "uniform"))
    for module in ("/".join(parts[: 3 if deep and len(parts) > 3 else 2]), "total"):
        for kind in ("lines", "functions", "branches"):
            for what in ("count", "covered"):
                modules[module][kind, what] += file["summary"][kind][what]
print(f"{'module':<28}{'lines':>8}{'reached':>9}{'functions':>11}{'branches':>10}")
for module, counts in sorted(modules.items(), key=lambda m: (m[0] == "total", m[0])):
    share = lambda kind: 100 * counts[kind, "covered"] / max(counts[kind, "count"], 1)
    print(
        f"{module:<28}{counts['lines', 'count']:>8}{share('lines'):>8.1f}%{share('functions'):>10.1f}%"
        f"{share('branches'):>9.1f}%"
    )
END
exit "${failed:-0}"
