#!/usr/bin/env bash
# Tries the project on a fresh, minimal Debian, as a user with sudo. A machine that has been worked on hides a package
# that nobody installs; this one has only what debootstrap's variant minbase has, and sudo. --help shows the options.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
me=fresh
source "$root/scripts/fresh_system.sh"
tree=$home/uniform

usage() {
  cat <<'END'
usage: scripts/fresh.sh [OPTION...] SUITE [JOB...]

Clones HEAD into a fresh minimal Debian SUITE (bookworm or 12, trixie or 13) and carries out the jobs there as a user
with sudo. Needs root and debootstrap. Prints each job's exit code, time on the clock and CPU time; exits with the code
of the first job that fails.

jobs (default: all)
  packages       only installs the packages of ./run, ./test and scripts/bench.sh
  run            ./run, which installs packages, compiles and starts the service, until its front page and the workbench
                 answer; then ./run --version, when all is there
  install        ./run --version, then cmake --install: the command, manual pages, completions and the systemd unit
  test           ./test
  all            run, install, test; and enters the results of run and test in the table of docs/testing.md
  compile        compiles everything with this Debian's compilers and npm, warnings being errors, and runs the tests of
                 the core
  changed        the same, but of other tests only those that changed lately and, by the day, a quarter of the rest: what
                 .ci/run does on Debian 13
  shell          a shell of that user

options
  --dir DIR      where the base systems and packages are kept, and the fresh system is made
                 (default: $UNIFORM_FRESH_DIR, else ${TMPDIR:-/tmp}/uniform-fresh)
  --mirror URI   Debian's mirror (default: that of this system's own apt sources)
  --security-mirror URI
                 the same for security updates (default: likewise; without one, there are none)
  --ccache       keep a compiler cache in DIR; the times are then not those of a fresh machine
  --renew        make the base system again, with today's packages
  --keep         keep the system, to look at it; a further run with --keep goes on with it, at HEAD
  --help         this help
END
}

jobs=() all=''
arguments=("$@")
while (($#)); do
  case $1 in
    --dir | --mirror | --security-mirror)
      (($# > 1)) || fail "$1 needs a value"
      case $1 in
        --dir) dir=$2 ;;
        --mirror) mirror=${2%/} ;;
        *) security=${2%/} ;;
      esac
      shift
      ;;
    --ccache) ccache=1 ;;
    --renew) renew=1 ;;
    --keep) keep=1 ;;
    -h | --help)
      usage
      exit
      ;;
    12 | bookworm) suite=bookworm ;;
    13 | trixie) suite=trixie ;;
    packages | run | test | install | compile | changed | shell) jobs+=("$1") ;;
    all) all=1 ;;
    *)
      usage >&2
      fail "not an option, suite or job: $1"
      ;;
  esac
  shift
done
[[ $suite ]] || {
  usage >&2
  fail "which suite?"
}
((${#jobs[@]})) || all=1
[[ ! $all ]] || jobs=(run install test)
enter_namespaces "${arguments[@]}"
open_folder "$suite"

# Git refuses a repository of somebody else, as each of the two may be for root, unless the caller's settings allow it.
git_here() {
  local settings
  settings=$(mktemp -d)
  printf '[safe]\n\tdirectory = *\n' >"$settings/.gitconfig"
  HOME=$settings XDG_CONFIG_HOME=$settings quietly git "$@"
  rm -rf "$settings"
}
commit=$(git -c safe.directory='*' -C "$root" rev-parse --short=8 HEAD)

make_system() {
  fresh_system
  chroot "$system" useradd --create-home --shell /bin/bash "$user"
  git_here clone --quiet --no-hardlinks "$root" "$system$tree"
  chroot "$system" chown -R "$user:" "$tree"
}

add_sudo() {
  export DEBIAN_FRONTEND=noninteractive LC_ALL=C
  quietly chroot "$system" apt-get -q update
  quietly chroot "$system" apt-get -q install -y --no-install-recommends sudo ${ccache:+ccache}
  unset DEBIAN_FRONTEND LC_ALL
  echo "$user ALL=(ALL) NOPASSWD: ALL" >"$system/etc/sudoers.d/$user"
  chmod 0440 "$system/etc/sudoers.d/$user"
}

# as_user COMMAND: in a login shell, in the clone, with the environment of a login and nothing of this one's. In the
# background, because bash carries out a trap only between commands in the foreground.
as_user() {
  env -i PATH="$PATH" TERM="${TERM:-dumb}" chroot "$system" su - "$user" -c "cd $tree && $1" </dev/null &
  wait $!
}

summary=()
# job NAME COMMAND: carries it out and notes its exit code and times.
job() {
  local status=0 TIMEFORMAT='%R %U %S' times=$dir/$suite.times
  echo "fresh: $suite: $1"
  # The outer braces keep the command's own standard error apart from the times.
  { time as_user "$2" 2>&3 3>&- || status=$?; } 3>&2 2>"$times"
  local clock in_user in_system
  read -r clock in_user in_system < <(tail -n 1 "$times")
  rm -f "$times"
  summary+=("$(awk -v suite="$suite" -v job="$1" -v status="$status" -v clock="$clock" -v cpu="$in_user+$in_system" \
    'BEGIN {
      split(cpu, part, "+")
      printf "fresh: %-9s %-10s exit %-3d %6.0f s on the clock %6.0f s of CPU", suite, job, status, clock, part[1] + part[2]
    }')")
  if [[ $all && $1 =~ ^(run|test)$ ]]; then record "$1" "$status" "$clock" "$in_user+$in_system"; fi
  if ((status)); then finish "$status"; fi
}

# record JOB STATUS CLOCK CPU: a row of the table in docs/testing.md, of the working tree that this script belongs to.
record() {
  local row file=$root/docs/testing.md end='<!-- end of fresh runs -->'
  row=$(awk -v date="$(date -u +%F)" -v commit="$commit" -v suite="$suite" -v job="$1" -v status="$2" -v clock="$3" \
    -v cpu="$4" -v cache="${ccache:+, with a compiler cache}" 'BEGIN {
      split(cpu, part, "+")
      printf "| %s | %s | %s | `./%s` | %.1f | %.1f | %s%s |", date, commit, suite, job, clock / 60, (part[1] + part[2]) / 60,
        status ? "failed (" status ")" : "passed", cache
    }')
  grep -qxF "$end" "$file" || fail "$file has no line \"$end\""
  sed -i "s/^$end\$/${row//\//\\/}\n$end/" "$file"
}

# compiling PRESET: notes how much of the last job was ninja's: the end of its last step, and the sum of all steps.
compiling() {
  local ninja_log=$system$tree/build/$1/.ninja_log
  [[ -e $ninja_log ]] || return 0
  summary+=("$(awk -v suite="$suite" '!/^#/ { sum += $2 - $1; if ($2 > last) last = $2 }
    END { printf "fresh: %-9s   of which ninja        %6.0f s on the clock %6.0f s the sum of its steps", suite, last / 1000, sum / 1000 }' \
    "$ninja_log")")
}

finish() {
  printf '%s\n' "${summary[@]}"
  exit "$1"
}

# ./run until it does its main job: the front page and the scripts of the workbench are served.
read -r -d '' check_run <<'END' || true
./run >"$HOME/run.log" 2>&1 &
service=$!
answers() {
  [ -x build/release/bin/uniform ] && /usr/bin/python3 -c '
import re, sys, urllib.request
def read(path):
    return urllib.request.urlopen("http://127.0.0.1:8141" + path, timeout=5).read().decode()
try:
    read("/")
except OSError:
    sys.exit(1)
scripts = re.findall(r"<script type=\"module\" src=\"([^\"]+)\"", read("/workbench"))
if not scripts or not all(map(read, scripts)):
    print("fresh: ./run serves no workbench", file=sys.stderr)
    sys.exit(2)
'
}
status=1
while [ -e "/proc/$service" ] && [ $status = 1 ]; do
  sleep 1
  answers
  status=$?
done
[ $status = 0 ] || cat "$HOME/run.log" >&2
kill "$service" && wait "$service"
exit $status
END

# Checks that `cmake --install` has installed all files, and that they work from there.
read -r -d '' check_installed <<'END' || true
set -eu
at=$HOME/installed
rm -rf "$at"
cmake --install build/release --prefix "$at" >/dev/null
for file in bin/uniform share/man/man1/uniform.1 share/man/man1/uniform-serve.1 \
  share/bash-completion/completions/uniform share/zsh/site-functions/_uniform \
  share/fish/vendor_completions.d/uniform.fish lib/systemd/system/uniform.service; do
  [ -s "$at/$file" ] || { echo "cmake --install left out $file" >&2; exit 1; }
done
"$at/bin/uniform" --version
END

if [[ ! $keep || ! -d $system$tree ]]; then
  make_system
else
  echo "fresh: going on with the system $system"
  copy_network
  git_here -C "$system$tree" fetch --quiet "$root" HEAD
  git_here -C "$system$tree" reset --quiet --hard FETCH_HEAD
  chroot "$system" chown -R "$user:" "$tree"
fi
mount_all
add_sudo

for name in "${jobs[@]}"; do
  case $name in
    run)
      job 'run' "sh -c $(printf '%q' "$check_run")"
      compiling release
      job 'run again' './run --version >/dev/null'
      ;;
    compile) job compile scripts/compile_all.sh ;;
    changed) job changed 'scripts/compile_all.sh --changed' ;;
    install) job install "./run --version >/dev/null && sh -c $(printf '%q' "$check_installed")" ;;
    packages) job packages "bash -c 'root=\$PWD; source scripts/packages.sh; need_packages run test bench'" ;;
    test) job 'test' ./test ;;
    shell) env -i PATH="$PATH" TERM="${TERM:-dumb}" chroot "$system" su - "$user" || true ;;
  esac
done
finish 0
