#!/usr/bin/env bash
# scripts/compile_all.sh [--changed]  compiles everything with this system's GCC, warnings being errors, makes the workbench with
# this system's npm, and runs the tests of the core. With --changed, of the sources of other tests only those that the commits of
# the last twelve hours before HEAD have changed and, by the day, a quarter of the rest: what .ci/run carries out in Debian 13
# (scripts/fresh.sh trixie changed). ./test all compiles everything on this system.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$root/scripts/packages.sh"
source "$root/scripts/build.sh"
source "$root/scripts/changed.sh"

# The modules whose tests run here.
core='base|syntax|uri|url|urn|text|oracle|productions|differential|conformance'

# The targets of --changed, a line each: all that is no test, the tests of the core, and objects of the other tests.
targets_of_changed() {
  local dir=$root/build/everything day=$(($(date +%s) / 86400))
  ninja -C "$dir" -t query all | sed -n '/input:/,/outputs:/s/^    //p' | grep -vx tests/all
  awk -v core="^($core)\$" '{ n = split($2, labels, ","); for (i = 1; i <= n; ++i) if (labels[i] ~ core) { print $3; next } }' \
    "$dir/test_entries.txt" | tr , '\n' | sort -u | grep .
  ninja -C "$dir" -t inputs tests/all | grep '^tests/.*\.o$' |
    awk -v changed="$(changed_sources | paste -sd ' ')" -v part=$((day % 4)) '
      BEGIN { n = split(changed, list, " "); for (i = 1; i <= n; ++i) wanted[list[i]] }
      {
        source = $0
        sub(/\.o$/, "", source)
        sub(/CMakeFiles\/[^\/]*\//, "", source)
        if (source in wanted || NR % 4 == part) print
      }'
}

need_packages run test_libraries bindings js
build js uniform_web
if [[ ${1-} == --changed ]]; then
  configure everything
  mapfile -t targets < <(targets_of_changed)
else
  targets=(all)
fi
build everything -k 0 "${targets[@]}" # to the end, so that one run shows every mistake
export GTEST_BRIEF=1
exec ctest --test-dir "$root/build/everything" -j "$(nproc)" --output-on-failure --no-tests=error -L "^($core)\$"
