#!/usr/bin/env bash
# scripts/prove_grammar.sh [--wasm] [--part|--all|--mutants] [EDITION]  puts the complete test sets of the grammars to the
# library's recognizers, with each kernel of this machine, and prints a row for each automaton: its states, classes of octets and
# identifying words, k, the same at places, the texts, and how many of them were read differently (exit status 1 if any was).
# With --wasm, the recognizers are those of the JavaScript package's module, whose kernel is simd128, in Node. With EDITION
# ("RFC 3986", "draft", ...), only editions whose name contains it; with --part, the sets that ./test runs; with --all, k is 2
# also where that takes hours. With --mutants, automata with a fault at one offset are asked (exit status 1 if one is not found).
# docs/testing.md says what the sets prove.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
source scripts/packages.sh
source scripts/build.sh
case ${1-} in -h | --help) sed -n '2,8s/^# //p' "$0"; exit ;; esac
if [[ ${1-} == --wasm ]]; then
  shift
  need_packages run js
  build js uniform_js_prove
  prove=(node --no-warnings tests/proof/prove.mjs build/js/bindings/js/wasm/uniform_prove.wasm --with simd128)
else
  need_packages run test
  build dev uniform_prove
  prove=(build/dev/bin/uniform_prove)
fi
echo "commit $(git rev-parse --short HEAD)"
exec "${prove[@]}" "$@"
