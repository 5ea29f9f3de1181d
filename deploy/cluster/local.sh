#!/usr/bin/env bash
# local.sh COMMAND: the whole cluster on one machine, each node in a network namespace with an address of its own.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(dirname "$(dirname "$here")")
name=${UNIFORM_CLUSTER_NAME:-uniform}
dir=${UNIFORM_CLUSTER_DIR:-/var/tmp/uniform-cluster-$name}
given=${UNIFORM_COMMAND-}
network=10.81.41
# The command takes such variables for settings.
unset UNIFORM_CLUSTER_NAME UNIFORM_CLUSTER_DIR UNIFORM_COMMAND

usage() {
  cat <<'END'
usage: deploy/cluster/local.sh COMMAND [ARGUMENT...]

Three PostgreSQL under Patroni, three etcd, two services, HAProxy and an archive of WAL, on this machine: pg1 to pg3, etcd1
to etcd3, serve1, serve2, proxy1, archive1. Each node has a network namespace with an address of its own, and sees no
processes but its own. Needs root; installs what is missing (Debian). The network of this machine is left as it is.

commands
  up [--copy STORE]     makes the cluster, or starts what is not running, until the service answers; a new cluster gets a
                        copy of a store, which nobody may be writing to, or an administrator's token
  down [--delete]       ends all processes and removes the namespaces; with --delete, also what they have stored
  status                a line for each node, and what Patroni says
  kill NODE...          ends all processes of a node at once, as when its machine loses power
  pause NODE...         stops them, as when a machine hangs
  partition NODE...     cuts these nodes off from all others; they see each other. More such groups are possible
  heal [NODE...]        starts, continues and connects these nodes again; all, if none is named
  restart NODE...       ends the programs of a node in order, and starts them
  run [--as ACCOUNT] NODE COMMAND...
                        runs a command in the network of a node, as root or another account; the node "client" has no
                        programs
  uniform ARGUMENT...   the command uniform with the settings of a service
  psql NODE ARGUMENT... psql on a node of PostgreSQL, as its administrator
  patronictl ARGUMENT...
  backup                makes a backup by pgBackRest
  help                  this help

environment
  UNIFORM_CLUSTER_NAME  begins the names of the namespaces (default: uniform); several clusters may run
  UNIFORM_CLUSTER_DIR   where everything is kept (default: /var/tmp/uniform-cluster-NAME); all accounts must be able to
                        enter it
  UNIFORM_COMMAND       the command uniform; it is copied at `up` (default: build/release/bin/uniform, build/dev/bin/uniform
                        or that of the PATH, the first that there is)
END
}

fail() {
  echo "local.sh: $*" >&2
  exit 1
}

case ${1-help} in
  help | -h | --help)
    usage
    exit
    ;;
  up | down | status | kill | pause | partition | heal | restart | run | uniform | psql | patronictl | backup) command=$1 ;;
  *)
    usage >&2
    fail "not a command: $1"
    ;;
esac
shift
((EUID == 0)) || fail "network namespaces need root: sudo $0 $command $*"
[[ $name =~ ^[a-z][a-z0-9-]*$ ]] || fail "UNIFORM_CLUSTER_NAME is letters and digits, not $name"

# shellcheck source-path=SCRIPTDIR source=cluster.conf
source "$here/cluster.conf"
# shellcheck disable=SC2206  # names of nodes have no spaces
nodes=($etcd_nodes $pg_nodes "$archive_node" $serve_nodes $proxy_nodes)

check_nodes() {
  local node
  for node in "$@"; do
    [[ " ${nodes[*]} " == *" $node "* ]] || fail "no node is called $node: ${nodes[*]}"
  done
}
need_nodes() {
  (($#)) || fail "$command needs the name of a node: ${nodes[*]}"
  check_nodes "$@"
}

namespace() { echo "$name-$1"; }
exists() { [[ -e /run/netns/$(namespace "$1") ]]; }
processes_of() { ! exists "$1" || ip netns pids "$(namespace "$1")"; }
running() { [[ $(processes_of "$1") ]]; }

# The first process of a node, which ends the others: number 1 in its namespace of processes.
first_process_of() {
  local pid numbers
  for pid in $(processes_of "$1"); do
    numbers=$(sed -n 's/^NSpid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null) || continue
    [[ $numbers != *[[:space:]]1 ]] || echo "$pid"
  done
}
stopped() {
  local pid
  pid=$(first_process_of "$1")
  [[ $pid && $(sed -n 's/^State:[[:space:]]*//p' "/proc/$pid/status") == T* ]]
}

# until_true SECONDS COMMAND...
until_true() {
  local until=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < until)) || return 1
    sleep 0.2
  done
}
# wait_for SECONDS WHAT COMMAND...
wait_for() { until_true "$1" "${@:3}" || fail "$2 was waited for in vain; the logs are $dir/nodes/*/log"; }

# ---- the network: a bridge in a namespace of its own, and a cable to each node

make_network() {
  local node number=10
  if ! exists net; then
    ip netns add "$(namespace net)"
    ip -n "$(namespace net)" link add bridge type bridge
    ip -n "$(namespace net)" link set bridge up
  fi
  printf '127.0.0.1 localhost\n' >"$dir/hosts.new"
  for node in "${nodes[@]}" client; do
    number=$((number + 1))
    echo "$network.$number $node" >>"$dir/hosts.new"
    ! exists "$node" || continue
    ip netns add "$(namespace "$node")"
    ip -n "$(namespace net)" link add "$node" type veth peer name eth0 netns "$(namespace "$node")"
    ip -n "$(namespace net)" link set "$node" master bridge up
    ip -n "$(namespace "$node")" link set lo up
    ip -n "$(namespace "$node")" address add "$network.$number/24" dev eth0
    ip -n "$(namespace "$node")" link set eth0 up
  done
  # The same file, which namespaces may have mounted.
  cat "$dir/hosts.new" >"$dir/hosts"
  rm "$dir/hosts.new"
  part_network
}

# partitions has a line for each group of nodes that is cut off.
part_network() {
  local group side
  {
    echo 'add table bridge parted'
    echo 'delete table bridge parted'
    echo 'table bridge parted { chain forward { type filter hook forward priority 0; policy accept;'
    while read -r group; do
      side="{ \"${group// /\", \"}\" }"
      echo "iifname $side oifname != $side drop"
      echo "iifname != $side oifname $side drop"
    done < <([[ ! -e $dir/partitions ]] || cat "$dir/partitions")
    printf '}\n}\n'
  } | ip netns exec "$(namespace net)" nft -f -
}
is_parted() { grep -qsw -- "$1" "$dir/partitions"; }

# enter NODE: the words before a command in the network of a node, with the nodes' names; ip gives it a view of files of its
# own, which ends with it.
enter() {
  # shellcheck disable=SC2016  # for the inner shell
  entering=(ip netns exec "$(namespace "$1")" sh -c 'mount --bind "$0" /etc/hosts && exec "$@"' "$dir/hosts")
}
# in_node NODE COMMAND...
in_node() {
  local entering
  enter "$1"
  "${entering[@]}" "${@:2}"
}
# as ACCOUNT NODE COMMAND...
as() { in_node "$2" setpriv --reuid="$1" --regid="$(id -g "$1")" --init-groups -- env -C / HOME=/ LC_ALL=C.UTF-8 "${@:3}"; }

# ---- nodes

start_node() {
  local node=$1 home=$dir/nodes/$1 entering
  ! running "$node" || return 0
  mkdir -p "$home/data"
  enter "$node"
  setsid "${entering[@]}" unshare --pid --fork --kill-child --mount-proc \
    "$dir/bin/node.sh" "$dir/etc/$node" "$home/data" </dev/null >>"$home/log" 2>&1 9>&- &
  disown
  wait_for 10 "$node" running "$node"
}

kill_node() {
  local pids
  # With the first process of the namespace, all others of it end.
  while pids=$(processes_of "$1") && [[ $pids ]]; do
    # shellcheck disable=SC2086  # several numbers
    kill -KILL $pids 2>/dev/null || true
  done
}

signal_node() {
  local signal=$1 node=$2 pids before=''
  # Until there are no more that were started meanwhile.
  while pids=$(processes_of "$node") && [[ $pids != "$before" ]]; do
    # shellcheck disable=SC2086
    kill -"$signal" $pids 2>/dev/null || true
    before=$pids
  done
}

not_running() { ! running "$1"; }
stop_nodes() {
  local node first
  for node in "$@"; do
    ! stopped "$node" || signal_node CONT "$node"
    first=$(first_process_of "$node")
    [[ -z $first ]] || kill -TERM "$first" 2>/dev/null || true
  done
  for node in "$@"; do
    until_true 30 not_running "$node" || kill_node "$node"
  done
}

# ---- what the cluster must be before it is used

etcd_answers() {
  local here=$dir/etc/${etcd_nodes%% *}
  in_node "${etcd_nodes%% *}" env ETCDCTL_API=3 etcdctl --endpoints="https://${etcd_nodes// /:2379,https://}:2379" \
    --cacert="$here/ca.pem" --cert="$here/node.pem" --key="$here/etcd.key" --command-timeout=3s get / >/dev/null 2>&1
}
# Asks Patroni on each node; of a node that does not answer, the others are asked.
ask_patroni() {
  local node
  for node in $pg_nodes; do
    running "$node" && in_node client curl -s --max-time 2 --cacert "$dir/etc/$node/ca.pem" "https://$node:8008/$1" 2>/dev/null &&
      return
  done
  return 1
}
leader() { ask_patroni cluster | python3 -c 'import json, sys
print(*[m["name"] for m in json.load(sys.stdin)["members"] if m["role"] == "leader" and m["state"] == "running"])' 2>/dev/null; }
has_leader() { [[ $(leader) ]]; }
all_follow() { ask_patroni cluster | python3 -c 'import json, sys
m = json.load(sys.stdin)["members"]
sys.exit(len(m) != int(sys.argv[1]) or not any(i["role"] == "sync_standby" for i in m) or
         not all(i["state"] in ("running", "streaming") for i in m))' "$(wc -w <<<"$pg_nodes")" 2>/dev/null; }
answers() { in_node client curl -sf --max-time 5 --cacert "$dir/etc/proxy1/ca.pem" "$public_url/readyz" >/dev/null 2>&1; }

pgbackrest_here() {
  as postgres "$archive_node" pgbackrest --config="$dir/etc/$archive_node/pgbackrest.conf" --stanza=uniform "$@"
}
# A service's own command, with its settings.
uniform_here() {
  local node=${serve_nodes%% *}
  # shellcheck disable=SC2016
  as "$service_user" "$node" sh -c 'set -a; . "$0/environment"; exec "$@"' "$dir/etc/$node" "$dir/bin/uniform" "$@" --config "$dir/etc/$node/uniform.toml"
}

# The settings of cluster.conf that differ on one machine.
write_settings() {
  local programs version interface=etcd3
  programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
  version=$(patroni --version | tr -dc 0-9.)
  [[ $(printf '%s\n' 3.0.3 "$version" | sort -V | head -n 1) == 3.0.3 ]] || interface=etcd
  id uniform >/dev/null 2>&1 || service_user=nobody
  {
    cat "$here/cluster.conf"
    echo
    echo '# On one machine:'
    echo "configuration_folder='$dir/etc/@node@'"
    echo "data_folder='$dir/nodes/@node@/data'"
    echo "postgresql_programs=$programs"
    echo "uniform=$dir/bin/uniform"
    echo "service_user=$service_user"
    echo 'public_host=proxy1'
    echo 'public_port=8443'
    echo 'public_url=https://proxy1:8443'
    echo "trusted_proxies='\"$network.0/24\"'"
    echo "etcd_interface=$interface"
    echo 'watchdog=off'
    cat "$here/local.conf" 2>/dev/null || true
  } >"$dir/cluster.conf"
}

copy_command() {
  local found
  for found in "$given" "$root/build/release/bin/uniform" "$root/build/dev/bin/uniform" "$(command -v uniform)"; do
    [[ $found && -x $found ]] || continue
    # A service may be running the old one.
    cmp -s "$found" "$dir/bin/uniform" || { cp "$found" "$dir/bin/uniform.new" && mv "$dir/bin/uniform.new" "$dir/bin/uniform"; }
    return 0
  done
  [[ -x $dir/bin/uniform ]] || fail "there is no command uniform: build it (./run --version), or set UNIFORM_COMMAND"
}

# make_store [--copy STORE]
make_store() {
  local node=${serve_nodes%% *}
  if (($#)); then
    # As root, who may read it.
    # shellcheck disable=SC2016
    in_node "$node" sh -c '. "$0/environment"; exec "$1" store copy "$2" "$UNIFORM_STORE_LOCATION"' \
      "$dir/etc/$node" "$dir/bin/uniform" "$(readlink -f "$2")"
  else
    # On a busy machine, the first connections may take longer than a read has.
    wait_for 60 'a store' uniform_here store migrate >>"$dir/log"
    (umask 077 && wait_for 60 'a token' uniform_here token create --role administrator >"$dir/token")
  fi
}

up() {
  local node
  # shellcheck source=../../scripts/packages.sh
  source "$root/scripts/packages.sh"
  need_packages cluster
  mkdir -p "$dir/bin" "$dir/nodes"
  chmod 0755 "$dir"
  copy_command
  cp "$here/node.sh" "$dir/bin/node.sh"
  write_settings
  # shellcheck disable=SC1091
  source "$dir/cluster.conf"
  "$here/configure.sh" "$dir/cluster.conf" "$dir/etc"
  : >"$dir/partitions"
  make_network
  for node in "${nodes[@]}"; do
    ! stopped "$node" || signal_node CONT "$node"
    [[ " $serve_nodes " == *" $node "* ]] || start_node "$node"
  done
  wait_for 60 etcd etcd_answers
  wait_for 120 'a primary' has_leader
  wait_for 180 'the replicas' all_follow
  [[ -e $dir/archive_made ]] || {
    wait_for 60 'the archive' pgbackrest_here stanza-create
    touch "$dir/archive_made"
  }
  [[ -e $dir/store_made ]] || {
    make_store "$@"
    touch "$dir/store_made"
  }
  for node in $serve_nodes; do start_node "$node"; done
  wait_for 60 'the service' answers
  cat <<END
The service is $public_url in the namespace $(namespace client); the primary is $(leader).
  $0 run client curl --cacert $dir/etc/proxy1/ca.pem $public_url/readyz
END
  [[ ! -s $dir/token ]] || echo "An administrator's token is in $dir/token."
}

status() {
  local node state
  for node in "${nodes[@]}"; do
    state='not running'
    ! running "$node" || state=running
    ! stopped "$node" || state=paused
    ! is_parted "$node" || state+=', cut off'
    printf '%-9s %-12s %s\n' "$node" "$(awk -v node="$node" '$2 == node { print $1 }' "$dir/hosts" 2>/dev/null)" "$state"
  done
  (patronictl list) || true
}

patronictl() {
  local node
  etcd_answers || fail 'etcd does not answer'
  for node in $pg_nodes; do
    [[ -e $dir/etc/$node/patroni.yml ]] || continue
    as postgres "$node" timeout 20 patronictl -c "$dir/etc/$node/patroni.yml" "$@" && return
  done
  return 1
}

heal() {
  local node
  (($#)) || set -- "${nodes[@]}"
  exists net || fail 'the cluster does not exist: up makes it'
  for node in "$@"; do
    # The group that the node was cut off with is connected as a whole.
    grep -vw -- "$node" "$dir/partitions" >"$dir/partitions.new" || true
    mv "$dir/partitions.new" "$dir/partitions"
  done
  part_network
  for node in "$@"; do
    if stopped "$node"; then signal_node CONT "$node"; fi
    start_node "$node"
  done
}

down() {
  local node primary=''
  ! etcd_answers || primary=$(leader) || true
  # The services first. The primary after its replicas, so that none of them takes its place; its last WAL is archived.
  for node in "$proxy_nodes" "$serve_nodes" "${pg_nodes//$primary/}" "$pg_nodes" "$archive_node" "$etcd_nodes"; do
    # shellcheck disable=SC2086
    stop_nodes $node
  done
  for node in "${nodes[@]}" client net; do
    kill_node "$node"
    ! exists "$node" || ip netns delete "$(namespace "$node")"
  done
  [[ ${1-} != --delete ]] || rm -rf -- "${dir:?}"
}

mkdir -p "$dir"
# Those that change something, one after the other.
case $command in
  run | uniform | psql | patronictl | status) ;;
  *)
    exec 9>"$dir/lock"
    flock 9
    ;;
esac
if [[ -e $dir/cluster.conf ]]; then
  # shellcheck disable=SC1091
  source "$dir/cluster.conf"
fi
case $command in
  up) [[ $# == 0 || ${1-} == --copy && $# == 2 && -r $2 ]] || fail 'up has the argument --copy STORE, a file, or none' ;;
  status | backup) (($# == 0)) || fail "$command has no arguments" ;;
  kill | pause | partition | restart) need_nodes "$@" ;;
  heal) check_nodes "$@" ;;
  down) [[ $# == 0 || $* == --delete ]] || fail 'down has the argument --delete or none' ;;
  run)
    runs=(in_node)
    [[ ${1-} != --as || $# == 1 ]] || {
      runs=(as "$2")
      shift 2
    }
    (($# > 1)) || fail 'run needs the name of a node and a command'
    [[ $1 == client ]] || check_nodes "$1"
    ;;
  psql) need_nodes "${@:1:1}" ;;
esac
case $command in
  up) up "$@" ;;
  down) down "$@" ;;
  status) status ;;
  kill) for node in "$@"; do kill_node "$node"; done ;;
  pause) for node in "$@"; do signal_node STOP "$node"; done ;;
  partition)
    echo "$*" >>"$dir/partitions"
    part_network
    ;;
  heal) heal "$@" ;;
  restart)
    stop_nodes "$@"
    for node in "$@"; do start_node "$node"; done
    ;;
  run) "${runs[@]}" "$@" ;;
  uniform) uniform_here "$@" ;;
  psql) as postgres "$1" psql -h "$dir/nodes/$1/data/patroni" -U postgres "${@:2}" ;;
  patronictl) patronictl "$@" ;;
  backup) pgbackrest_here backup ;;
esac
