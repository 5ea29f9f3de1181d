#!/usr/bin/env bash
# scripts/campaign.sh [OPTION...] [PART...]  the campaign of faults of docs/testing.md on the commit at hand. Prints a row
# of its table for each part; the exit status is 1 if any part finds a mistake or is skipped. The output of each is in
# build/campaign/. Without PART, all of them; the long ones are kills_sqlite, kills_postgresql and fuzz.
#
#   kills_sqlite      a service on SQLite is killed, or its disk is full, while clients import, check, cut, transfer, revise
#   kills_postgresql  the same on PostgreSQL, whose server is killed and restarted, too
#   crash             processes that write to a store are killed, on each database
#   full              a disk that is full: of SQLite, of PostgreSQL's tables and of its log
#   server            a PostgreSQL server that is killed, restarted, read-only, without connections
#   disk              every call of the disk that fails, and what a power loss may leave
#   files             changed files of a store
#   connections       connections to PostgreSQL, cut at every message
#   allocations       every allocation that fails
#   sequences         sequences of requests to the API, with faults between them
#   many_connections  20,000 connections from 3 addresses, and another client meanwhile
#   wrong_tokens      wrong tokens by 64 and 400 connections, and another client meanwhile
#   fuzz              all fuzz targets
#
# and, only if they are named, histories of requests through faults of a cluster (deploy/cluster/local.sh; as root), each of
# which the checker of tests/cluster/checker judges; about a minute for each fault. All that are named run together, in pieces
# of a few faults, whose results are in a folder of the built command, so that they go on where they were ended (Ctrl-C, or
# SIGTERM to tests/cluster/campaign.py: after the faults at hand):
#
#   failovers         the primary is killed
#   partitions        nodes are cut off, mostly with the primary
#   pauses            nodes hang, in half of the cases the primary, and wake up when there is another one
#   switchovers       the primary is exchanged in order
#   returns           the old primary comes back, and the new one is killed
#   services          a service is killed, or hangs
#   disks             the disk of a server is full, mostly of the primary
#   clocks            the clock of a service jumps
#
#   --faults N        faults in each of these (100 failovers, 100 partitions, 50 of each other kind)
#   --clusters N      clusters at the same time (1); each one takes a third of a core
#   --kills N         kills in each of kills_sqlite and kills_postgresql, and of crash on each database (1000)
#   --minutes N       of sequences (10)
#   --fuzz MINUTES    of processor time in total (60)
#   --jobs N          fuzz targets at once (2)
#   --seed N          of kills and sequences (by the time)
#   --command FILE    a built `uniform`, instead of build/dev/bin/uniform
#   --list            print the parts
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
source scripts/packages.sh
source scripts/build.sh

all=(kills_sqlite kills_postgresql crash full server disk files connections allocations sequences many_connections wrong_tokens fuzz)
histories=(failovers partitions pauses switchovers returns services disks clocks)
faults='' clusters=1 kills=1000 minutes=10 fuzz=60 jobs=2 seed=$(date +%s) command='' parts=()
while (($#)); do
  case $1 in
    -h | --help) sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"; exit ;;
    --list) printf '%s\n' "${all[@]}" "${histories[@]}"; exit ;;
    --faults | --clusters | --kills | --minutes | --fuzz | --jobs | --seed | --command)
      (($# > 1)) || { echo "campaign.sh: $1 needs a value" >&2; exit 2; }
      printf -v "${1#--}" %s "$2"
      shift 2
      ;;
    *)
      [[ " ${all[*]} ${histories[*]} " == *" $1 "* ]] || { echo "campaign.sh: there is no part $1; --list prints them" >&2; exit 2; }
      parts+=("$1")
      shift
      ;;
  esac
done
((${#parts[@]})) || parts=("${all[@]}")

# The command is copied, so that nobody builds another one in the middle of a run.
need_command() {
  if [[ ! $command ]]; then
    need_packages run test
    build dev uniform
    command=build/dev/bin/uniform
  fi
  mkdir -p "build/campaign/$1"
  install -m 755 "$command" "build/campaign/$1/uniform" # also over a copy that was broken off
}

# tests PROGRAM FILTER [VARIABLE=VALUE...]: a program of the preset asan; a test that is skipped is a mistake.
tests() {
  need_packages run test
  build asan "$1"
  local program=build/asan/bin/$1 filter=$2 out
  out=$(mktemp)
  shift 2
  local state=0
  env "$@" "$program" --gtest_filter="$filter" 2>&1 | tee "$out" || state=1
  if ! grep -q '^\[  PASSED  \] [1-9]' "$out" || grep -q '^\[  SKIPPED \]' "$out"; then state=1; fi
  rm -f "$out"
  return $state
}

kills_test() {
  need_command "kills_$1"
  python3 -B tests/http/api/kills_test.py --command "build/campaign/kills_$1/uniform" --database "$1" --kills "$kills" \
    --seed "$seed" --keep "build/campaign/kills_$1/mistake"
}

part_kills_sqlite() { kills_test sqlite; }
part_kills_postgresql() { kills_test postgresql; }
part_crash() { tests store_test '*crash*loses_nothing_that_was_acknowledged*' UNIFORM_CRASH_KILLS="$kills"; }
part_full() { tests store_test 'crash_sqlite.loses_nothing_when_the_disk_is_full:server_faults.a_full_disk_*'; }
part_server() { tests store_test 'server_faults.*:administrator.*-server_faults.a_full_disk_*'; }
part_disk() { tests store_test '*disk_faults*:*power_loss*' UNIFORM_SHARE=all UNIFORM_POWER_LOSSES=20; }
part_files() { tests store_test 'mutated_files.*' UNIFORM_SHARE=all UNIFORM_MUTATIONS=2500; }
part_connections() { tests store_test 'cuts.*' UNIFORM_SHARE=all; }
part_allocations() { tests allocations_test '*' UNIFORM_SHARE=all; }
part_sequences() {
  need_command sequences
  python3 -B tests/http/api/sequences_test.py --command build/campaign/sequences/uniform --minutes "$minutes" --seed "$seed"
}
# These judge that no request of the other client failed; how long it waited depends on the machine.
part_many_connections() {
  need_command many_connections
  python3 -B bench/many_connections.py --p99 60000 build/campaign/many_connections/uniform
}
part_wrong_tokens() {
  need_command wrong_tokens
  python3 -B bench/wrong_tokens.py --p99 60000 build/campaign/wrong_tokens/uniform
}
faults_of() {
  case $1 in failovers | partitions) echo "${faults:-100}" ;; *) echo "${faults:-50}" ;; esac
}
# run_histories FOLDER KIND...: without root, it is skipped, which is a mistake here.
run_histories() {
  local folder=$1 kind kinds=()
  shift
  for kind in "$@"; do kinds+=("$kind=$(faults_of "$kind")"); done
  python3 -B tests/cluster/campaign.py "$folder" "$command" "${kinds[@]}" --clusters "$clusters" --seed "$seed"
}
part_fuzz() { scripts/fuzz.sh "$fuzz" "$jobs"; }

# The figures in an output, in one line.
figures() {
  case $1 in
    kills_* | sequences) grep -E '^(seed|faults|work|statuses)' "$2" ;;
    failovers | partitions | pauses | switchovers | returns | services | disks | clocks) sed -n "s/^$1: //p" "$2" ;;
    many_connections | wrong_tokens) grep -E '^(another client|before|[0-9]+ connections)' "$2" ;;
    fuzz) grep -E 'targets' "$2" ;;
    *)
      [[ $1 == allocations ]] || grep -E '^[^[].*\b(kills|runs|images|points|cuts|found by)\b' "$2"
      sed -n 's/^\[  PASSED  \] \(.*\)\./\1 passed/p' "$2"
      ;;
  esac | sed 's/;$//' | paste -sd ';' | sed 's/;/; /g; s/|/\\|/g'
}

# row PART OPTIONS STATUS LOG SECONDS
row() {
  local state=''
  (($3 == 0)) || state="FAILED ($3), see $4: "
  printf '| %s | `scripts/campaign.sh %s%s` | %s, %s | %s%s; %d s |\n' "$1" "$2" "$1" "$(date +%F)" "$commit" "$state" \
    "$(figures "$1" "$4" || true)" "$5"
}

# Read as a whole before it begins, so that a change of this file has no effect on a run.
main() {
  mkdir -p build/campaign
  commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
  [[ -z $(git status --porcelain --untracked-files=no 2>/dev/null) ]] || commit+=' with changes'
  echo '| campaign | command | when, commit | result |'
  echo '|---|---|---|---|'
  local part log begin status options failed=0 together=()
  for part in "${parts[@]}"; do
    if [[ " ${histories[*]} " == *" $part "* ]]; then
      together+=("$part")
      continue
    fi
    log=build/campaign/$part.log
    begin=$SECONDS
    # A subshell with set -e of its own, so that a part ends at its first failure.
    set +e
    (set -e; "part_$part") >"$log" 2>&1
    status=$?
    set -e
    case $part in
      kills_*) options="--kills $kills --seed $seed " ;;
      crash) options="--kills $kills " ;;
      sequences) options="--minutes $minutes --seed $seed " ;;
      fuzz) options="--fuzz $fuzz --jobs $jobs " ;;
      *) options='' ;;
    esac
    row "$part" "$options" "$status" "$log" $((SECONDS - begin))
    if ((status)); then failed=1 && tail -n 40 "$log" >&2; fi
  done
  if ((${#together[@]})); then
    need_packages cluster histories
    need_command histories
    log=build/campaign/histories.log begin=$SECONDS status=0
    # Another command has another folder.
    run_histories "build/campaign/histories-$(sha256sum <"$command" | head -c 8)" "${together[@]}" >"$log" 2>&1 || status=$?
    for part in "${together[@]}"; do
      row "$part" "--faults $(faults_of "$part") --clusters $clusters --seed $seed " "$status" "$log" $((SECONDS - begin))
    done
    if ((status)); then failed=1 && tail -n 40 "$log" >&2; fi
  fi
  exit $failed
}
main
