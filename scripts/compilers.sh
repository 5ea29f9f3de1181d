#!/usr/bin/env bash
# scripts/compilers.sh [COMPILER...]  compiles the core with each compiler and standard library, and runs a program with
# it. A COMPILER is a preset of CMakePresets.json: gcc-13, clang-16, clang-16-libc++, ...; default: all whose compiler is
# installed. Prints one line for each; fails when one fails, and when a COMPILER that was named is not there.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"

all=(gcc-12 gcc-13 gcc-14)
for version in 16 17 18 19; do all+=("clang-$version" "clang-$version-libc++"); done

# there COMPILER: whether it and its standard library can compile a program.
there() {
  local command=${1%-libc++} flags=()
  command=${command/gcc-/g++-}
  command=${command/clang-/clang++-}
  [[ $1 != *-libc++ ]] || flags=(-stdlib=libc++)
  command -v "$command" >/dev/null || return 1
  echo '#include <version>' | "$command" -std=c++2b "${flags[@]}" -x c++ -fsyntax-only - 2>/dev/null
}

named=$#
(($#)) || set -- "${all[@]}"
status=0 tried=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for compiler in "$@"; do
  if ! there "$compiler"; then
    echo "$compiler: not installed"
    ((named == 0)) || status=1
    continue
  fi
  tried=$((tried + 1))
  if cmake --preset "$compiler" >"$log" 2>&1 && ninja -C "build/$compiler" >>"$log" 2>&1 &&
    printf 'HTTP://Example.COM/%%7Estaff/./minutes\n' | "build/$compiler/bin/consumer_lines" >>"$log" 2>&1 &&
    grep -qx 'http://example.com/~staff/minutes' "$log"; then
    echo "$compiler: compiled and run"
  else
    tail -n 20 "$log" >&2
    echo "$compiler: failed"
    status=1
  fi
done
((tried)) || {
  echo "compilers.sh: none of the compilers is installed" >&2
  exit 1
}
exit $status
