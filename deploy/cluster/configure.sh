#!/usr/bin/env bash
# configure.sh [CLUSTER_FILE] FOLDER: makes the configuration of each node of a cluster, in FOLDER/NODE: what belongs into
# the node's configuration folder (`folder` in cluster.conf, /etc/uniform-cluster), with certificates, passwords and systemd
# units. local.sh, the units and compose.yaml use the same templates.
#
# FOLDER/secrets keeps what all nodes share: the key of the certificate authority, and passwords. It is made once; a
# further run makes the rest again, with the same passwords and certificates. Root gives a file to the
# account that reads it, where there is such an account; FOLDER/NODE/owners says whose they are to be on the node.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

case $#:${1-} in
  *:-h | *:--help | 0:*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit
    ;;
  1:*) set -- "$here/cluster.conf" "$1" ;;
esac
# shellcheck source-path=SCRIPTDIR source=cluster.conf
source "$1"
out=$2 secrets=$2/secrets
umask 022
install -d -m 0755 "$out"
install -d -m 0700 "$secrets"

# The name of a node's machine.
host_of() {
  local name=host_${1//-/_}
  echo "${!name-$1}"
}

# The value of a variable of cluster.conf on a node.
on_node() { echo "${!1//@node@/$2}"; }

# each FORMAT SEPARATOR NODE...: a text for each node; %n stands for the node, %h for its machine.
each() {
  local format=$1 separator=$2 text='' node part
  shift 2
  for node in "$@"; do
    part=${format//%n/$node}
    text+=${text:+$separator}${part//%h/$(host_of "$node")}
  done
  echo "$text"
}

# render TEMPLATE: prints it; @name@ is the variable of that name.
render() {
  local text rest='' name
  text=$(<"$here/templates/$1")
  while [[ $text =~ @([a-z_0-9]+)@ ]]; do
    name=${BASH_REMATCH[1]}
    [[ -v $name ]] || {
      echo "configure.sh: the template $1 has @$name@, which cluster.conf does not set" >&2
      return 1
    }
    # A value may contain such words, too: it is not read again.
    rest+=${text%%"@$name@"*}${!name}
    text=${text#*"@$name@"}
  done
  printf '%s\n' "$rest$text"
}

secret() {
  [[ -s $secrets/$1 ]] || (umask 077 && openssl rand -hex 24 >"$secrets/$1")
  cat "$secrets/$1"
}

authority() {
  [[ ! -s $secrets/ca.pem ]] || return 0
  (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -sha256 \
    -subj '/CN=Uniform cluster' -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout "$secrets/ca.key" -out "$secrets/ca.pem" 2>"$secrets/log") || {
    cat "$secrets/log" >&2
    return 1
  }
}

# certificate NAME HOST...: a key and a certificate for NAME, in secrets/. Servers and clients use the same one.
certificate() {
  local name=$1 host names=''
  shift
  [[ ! -s $secrets/$name.pem ]] || return 0
  for host in "$@"; do
    if [[ $host =~ ^[0-9.]+$|: ]]; then names+=,IP:$host; else names+=,DNS:$host; fi
  done
  (umask 077 && openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$name" \
    -keyout "$secrets/$name.key" -out "$secrets/$name.csr" 2>"$secrets/log" &&
    openssl x509 -req -days 1825 -sha256 -in "$secrets/$name.csr" -CA "$secrets/ca.pem" -CAkey "$secrets/ca.key" \
      -CAcreateserial -out "$secrets/$name.pem" 2>"$secrets/log" -extfile <(
        echo "subjectAltName=IP:127.0.0.1$names"
        echo 'basicConstraints=CA:FALSE'
        echo 'keyUsage=digitalSignature'
        echo 'extendedKeyUsage=serverAuth,clientAuth'
      )) || {
    cat "$secrets/log" >&2
    return 1
  }
  rm -f "$secrets/$name.csr"
}

# owned FILE ACCOUNT MODE: standard input becomes a file of the node.
owned() {
  rm -f "$to/$1"
  (umask 077 && cat >"$to/$1")
  chmod "$3" "$to/$1"
  [[ $2 == root ]] || {
    # The account may exist on the node only.
    ((EUID != 0)) || ! id "$2" >/dev/null 2>&1 || chown "$2:" "$to/$1"
    echo "$1 $2" >>"$to/owners"
  }
}

# program NAME ACCOUNT COMMAND...: one that runs on the node. node.sh reads `programs`; the unit is for systemd.
# shellcheck disable=SC2034  # for the template
program() {
  local program=$1 user=$2 command unit=uniform-cluster-$1.service type=simple state extra='' kill_mode=mixed
  shift 2
  command=$*
  state=${data#/var/lib/}/$program
  echo "$program $user $command" >>"$to/programs"
  case $program in
    # Its process ends, PostgreSQL goes on, and the next Patroni takes charge of it.
    patroni)
      kill_mode=process
      extra=$'# Those that fail do not matter: the watchdog is used where it is.\nExecStartPre=+-/sbin/modprobe softdog\nExecStartPre=+-/bin/chown '$user' /dev/watchdog'
      ;;
    etcd) type=notify ;;
    uniform) type=notify ;;
    haproxy) extra='AmbientCapabilities=CAP_NET_BIND_SERVICE' ;;
  esac
  [[ $command == /* ]] || command=/usr/bin/env\ $command
  render unit.service | sed '/^$/N;/^\n$/D' | owned "$unit" root 0644
}

# A certificate's private key, for the account that reads it.
key_of() { owned "$1.key" "$2" 0600 <"$secrets/$node.key"; }

pgbackrest_server() {
  key_of pgbackrest postgres
  program pgbackrest postgres pgbackrest server "--config=$folder/pgbackrest.conf"
}

# Each of these makes the files of one kind of node.
configure_etcd() {
  render etcd.yaml | owned etcd.yaml root 0644
  key_of etcd etcd
  program etcd etcd etcd "--config-file=$folder/etcd.yaml"
}
configure_pg() {
  render patroni.yml | owned patroni.yml postgres 0600
  render make-database | owned make-database postgres 0700
  render pgbackrest-pg.conf | owned pgbackrest.conf root 0644
  key_of patroni postgres
  program patroni postgres patroni "$folder/patroni.yml"
  pgbackrest_server
}
configure_archive() {
  render pgbackrest-archive.conf | owned pgbackrest.conf root 0644
  pgbackrest_server
}
configure_serve() {
  render uniform.toml | owned uniform.toml root 0644
  render environment | owned environment "$service_user" 0600
  key_of uniform "$service_user"
  program uniform "$service_user" "$uniform" serve --config "$folder/uniform.toml"
}
configure_proxy() {
  render haproxy.cfg | owned haproxy.cfg root 0644
  cat "$secrets/public.pem" "$secrets/public.key" | owned public.pem haproxy 0600
  program haproxy haproxy haproxy -W -db -f "$folder/haproxy.cfg"
}

# For each server that pgBackRest may read a backup from: which one is the primary, it finds out.
archive_servers_of() {
  local number=0 pg
  for pg in $pg_nodes; do
    number=$((number + 1))
    printf "pg$number-%s\n" "host=$(host_of "$pg")" host-type=tls "host-config=$(on_node configuration_folder "$pg")/pgbackrest.conf" \
      "host-ca-file=$folder/ca.pem" "host-cert-file=$folder/node.pem" "host-key-file=$folder/pgbackrest.key" \
      "path=$(on_node data_folder "$pg")/patroni/pgdata" "socket-path=$(on_node data_folder "$pg")/patroni"
  done
}

# configure KIND NODE...
configure() {
  local kind=$1 node to host folder data archive_servers
  shift
  for node in "$@"; do
    to=$out/$node
    host=$(host_of "$node")
    folder=$(on_node configuration_folder "$node")
    data=$(on_node data_folder "$node")
    # shellcheck disable=SC2034  # for the template
    archive_servers=$(archive_servers_of)
    install -d -m 0755 "$to"
    rm -f "$to/programs" "$to/owners"
    touch "$to/programs" "$to/owners"
    certificate "$node" "$node" "$host" localhost
    owned ca.pem root 0644 <"$secrets/ca.pem"
    owned node.pem root 0644 <"$secrets/$node.pem"
    "configure_$kind"
  done
}

authority
certificate public "$public_host" localhost
# The templates need these of all nodes.
# shellcheck disable=SC2034,SC2086  # names of nodes have no spaces
{
  for of in postgres replicator rewinder uniform; do
    declare "password_$of=$(secret "password_$of")"
  done
  etcd_v2=false
  [[ $etcd_interface != etcd ]] || etcd_v2=true
  etcd_peers=$(each '%n=https://%h:2380' , $etcd_nodes)
  etcd_clients=$(each '%h:2379' , $etcd_nodes)
  pg_hosts=$(each %h , $pg_nodes)
  archive_host=$(host_of "$archive_node")
  archive_folder=$(on_node configuration_folder "$archive_node")
  archive_clients=$(each tls-server-auth=%n=uniform $'\n' $pg_nodes)
  service_servers=$(each '  server %n %h:8141 verifyhost %h' $'\n' $serve_nodes)
  service_servers_tracked=$(each '  server %n %h:8141 verifyhost %h track ready/%n' $'\n' $serve_nodes)
  service_servers_unchecked=$(each '  server %n-unchecked %h:8141 verifyhost %h no-check backup' $'\n' $serve_nodes)

  configure etcd $etcd_nodes
  configure pg $pg_nodes
  configure archive "$archive_node"
  configure serve $serve_nodes
  configure proxy $proxy_nodes
}
