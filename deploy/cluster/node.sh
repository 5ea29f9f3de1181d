#!/usr/bin/env bash
# node.sh FOLDER DATA: runs the programs of one node (FOLDER/programs, made by configure.sh) where there is no systemd, in a
# container or a network namespace. Each one runs as its own account, with a folder of its name in DATA, and is started
# again when it ends. SIGTERM ends them all, in reverse order.
set -uo pipefail
folder=$1 data=$2
pids=() stopping=''

# supervise NAME ACCOUNT COMMAND...
supervise() {
  local name=$1 account=$2 child='' ended=''
  shift 2
  trap 'ended=1; [[ -z $child ]] || kill -TERM "$child" 2>/dev/null' TERM
  until [[ $ended ]]; do
    setpriv --reuid="$account" --regid="$(id -g "$account")" --init-groups -- "$@" &
    child=$!
    # A trap interrupts wait.
    while kill -0 "$child" 2>/dev/null; do wait "$child"; done
    [[ $ended ]] || {
      echo "node.sh: $name has ended; it is started again" >&2
      sleep 1
    }
  done
}

if [[ -r $folder/environment ]]; then
  set -a
  # shellcheck disable=SC1091  # made by configure.sh
  source "$folder/environment"
  set +a
fi
# configure.sh gives files to accounts only where there are such accounts.
while read -r file account; do
  chown "$account:" "$folder/$file" 2>/dev/null
done <"$folder/owners"
export HOME=$data LC_ALL=C.UTF-8
cd "$data" || exit
while read -r name account command; do
  install -d -o "$account" -g "$(id -g "$account")" -m 0700 "$data/$name" || exit
  read -ra words <<<"$command"
  # As StateDirectory= of the units does.
  STATE_DIRECTORY=$data/$name supervise "$name" "$account" "${words[@]}" &
  pids+=($!)
done <"$folder/programs"

trap 'stopping=1' TERM INT
until [[ $stopping ]]; do wait; done
for ((i = ${#pids[@]} - 1; i >= 0; --i)); do
  kill -TERM "${pids[i]}" 2>/dev/null
  while kill -0 "${pids[i]}" 2>/dev/null; do wait "${pids[i]}"; done
done
