#!/usr/bin/env bash
# Runs the measurements of docs/performance.md and prints its tables: builds the presets bench (GCC) and bench-clang,
# generates the lists, runs each benchmark together with the other libraries, then the command. Takes less than ten minutes
# on two cores.
#
#     scripts/bench.sh [--quick]      --quick: fewer repetitions, without the command
#
# UNIFORM_BENCH_LIST names a list of your own, one URL per line, to be measured as well.
# UNIFORM_BENCH_NODE names a folder with linkify-it in its node_modules (npm install linkify-it), for comparison with
# finding URIs in text; without it, or without node, linkify-it is not measured.
# UNIFORM_BENCH_OUT is the folder of lists and results; default build/bench-results.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/packages.sh"
source "$root/scripts/build.sh"

repetitions=9
seconds=0.05
command=1
if [[ ${1-} == --quick ]]; then
  repetitions=3
  seconds=0.02
  command=
fi
out=${UNIFORM_BENCH_OUT:-$root/build/bench-results}
export UNIFORM_BENCH_LISTS=$out/lists

need_packages run bench
benches=()
for file in "$root"/bench/*_bench.cpp; do
  # It has its own options, and needs a database.
  [[ $file == */store_bench.cpp ]] || benches+=("$(basename "$file" .cpp)")
done
build bench "${benches[@]}" ${command:+uniform timed curl_lines}
build bench-clang "${benches[@]}"

mkdir -p "$out"
rm -f "$out"/*.json "$out"/find_peer.jsonl
[[ -f $out/lists/iri.txt ]] || python3 "$root/bench/lists.py" "$out/lists"
[[ -f $out/lists/prose.txt ]] || python3 "$root/bench/lists.py" "$out/lists" --prose
if [[ $command && ! -f $out/lists/million-sized.txt ]]; then python3 "$root/bench/lists.py" "$out/lists" --million; fi

# One core for the whole run, the last one: it has the fewest interrupts.
pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "$(($(nproc) - 1))"); fi

for bench in "${benches[@]}"; do
  for compiler in gcc clang; do
    preset=bench
    if [[ $compiler == clang ]]; then preset=bench-clang; fi
    echo "bench: $bench, $compiler" >&2
    "${pin[@]}" "$root/build/$preset/bin/$bench" --benchmark_repetitions=$repetitions --benchmark_min_time=$seconds \
      --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=false \
      --benchmark_out="$out/$compiler-${bench%_bench}.json" --benchmark_out_format=json >/dev/null 2>"$out/log" || {
      cat "$out/log" >&2
      exit 1
    }
  done
done
node_folder=${UNIFORM_BENCH_NODE:-$out}
if command -v node >/dev/null && [[ -d $node_folder/node_modules/linkify-it ]]; then
  echo "bench: linkify-it" >&2
  (cd "$node_folder" && "${pin[@]}" node "$root/bench/find_peer.mjs" "$out/lists/prose.txt" "$out/lists/log.txt") \
    >"$out/find_peer.jsonl"
else
  echo "bench: linkify-it not found (UNIFORM_BENCH_NODE): finding is measured without comparison" >&2
fi
if [[ $command ]]; then
  echo "bench: the command" >&2
  python3 "$root/bench/command.py" "$root/build/bench" "$out/lists" "$out/command.json"
fi

echo "$(date -u +%F), $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(nproc) cores," \
  "$(sed -n 's/^cpu MHz[^:]*: *//p' /proc/cpuinfo | head -n 1) MHz, load $(cut -d' ' -f1 /proc/loadavg);" \
  "$(g++ --version | head -n 1); $(clang++-19 --version | head -n 1)"
python3 "$root/bench/report.py" "$out"
