#!/usr/bin/env bash
# scripts/fuzz.sh [MINUTES [JOBS]]  builds all fuzz targets and runs them for MINUTES of processor time in total (default:
# 60), each for the same time, JOBS at once (default: 1). Prints for each how many inputs it ran and kept, and how many edges
# of the code it reached at its start and in the end. What it discovers goes into the build folder; an input that fails is
# in build/fuzz/fuzz/, and the exit status is 1.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
source scripts/packages.sh
source scripts/build.sh
case ${1-} in -h | --help) sed -n '2,5s/^# //p' "$0"; exit ;; esac
need_packages run test style
minutes=${1-60}
jobs=${2-1}

build fuzz
mapfile -t targets < <(find build/fuzz/bin -name '*_fuzz' -perm -1 | sort)
seconds=$((minutes * 60 / ${#targets[@]}))
echo "${#targets[@]} targets, $seconds s each, commit $(git rev-parse --short HEAD)"

run_one() {
  local name log grown seeds=()
  name=$(basename "$1" _fuzz)
  log=build/fuzz/fuzz/$name.log
  grown=build/fuzz/fuzz/corpus/$name
  mkdir -p "$grown"
  [[ -d fuzz/corpus/$name ]] && seeds=("fuzz/corpus/$name")
  local state=ok
  "$1" -max_total_time="$2" -max_len=2048 -timeout=25 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/fuzz/$name-" "$grown" "${seeds[@]}" >"$log" 2>&1 || state=FAILED
  local inputs begin end
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  begin=$(sed -n 's/^#.*INITED cov: \([0-9]*\).*/\1/p' "$log" | head -1)
  end=$(sed -n 's/^#.* cov: \([0-9]*\).*/\1/p' "$log" | tail -1)
  printf '%-18s %14s inputs %8s kept %8s edges, then %8s  %s\n' "$name" "${inputs:-0}" \
    "$(find "$grown" -type f | wc -l)" "${begin:-0}" "${end:-0}" "$state"
  [[ $state == ok ]]
}
export -f run_one
mkdir -p build/fuzz/fuzz
results=build/fuzz/fuzz/results.txt
failed=0
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} bash -c 'run_one "$@"' _ {} "$seconds" | tee "$results" || failed=1
awk -v targets=${#targets[@]} '{ inputs += $2; edges += $9 - $6; failed += $NF != "ok" }
  END { printf "all %d targets: %d inputs, %d edges more than at the start, %d failed\n", targets, inputs, edges, failed }' \
  "$results"
exit $failed
