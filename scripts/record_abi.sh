#!/usr/bin/env bash
# scripts/record_abi.sh  records the binary interface of the core in tests/abi/libuniform.abi.xz, with which the test
# abi.baseline compares later builds. When to do so is in docs/releasing.md.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$root/scripts/packages.sh"
source "$root/scripts/build.sh"
need_packages run test
build dev uniform_abi
exec python3 "$root/tests/abi/abi_test.py" --record --work "$root/build/dev/tests/abi" \
  "$(find "$root/build/dev" -name 'libuniform.so.*' -type f | head -n 1)"
