#!/usr/bin/env bash
# Compiles everything with this system's GCC, warnings being errors, makes the workbench with this system's npm, and runs
# the tests of the core. .ci/run carries it out in Debian 13 (scripts/fresh.sh trixie compile), ./test all on this system.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$root/scripts/packages.sh"
source "$root/scripts/build.sh"

need_packages run test_libraries bindings js
build js uniform_web
build everything
export GTEST_BRIEF=1
exec ctest --test-dir "$root/build/everything" -j "$(nproc)" --output-on-failure --no-tests=error \
  -L '^(base|syntax|uri|url|urn|text|oracle|productions|differential|conformance)$'
