#!/usr/bin/env bash
# Runs the container image. Started by scripts/packages_test.sh as root, in namespaces of its own (mounts, processes, network).
#
# usage: image.sh FOLDER    FOLDER/storage has the image localhost/uniform
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source "$here/check.sh"
work=$1
compose=$here/../../deploy/compose.yaml
ip link set lo up

# crun refuses a mixture of both versions of control groups, and these containers need none.
if mountpoint -q /sys/fs/cgroup/unified; then umount -l /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; fi

podman() {
  command podman --root "$work/storage" --runroot "$work/run" --storage-driver vfs --cgroup-manager cgroupfs \
    --tmpdir "$work/tmp" --volumepath "$work/volumes" "$@"
}
run=(run --cgroups=disabled --network=host --ulimit nofile=1024:1024 --ulimit nproc=1000:1000)
strict=(--read-only --read-only-tmpfs=false --cap-drop=ALL --security-opt=no-new-privileges)

# with_service OPTION... -- COMMAND...: starts the service with `arguments`, waits for its message that it listens, carries
# out the command beside it, and stops it. It must end with 0.
arguments=()
with_service() {
  local options=() line status=0 service
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  mkfifo "$work/said"
  podman "${run[@]}" --rm --name service "${options[@]}" localhost/uniform "${arguments[@]}" >"$work/said" 2>&1 &
  service=$!
  exec 7<"$work/said"
  rm "$work/said"
  while read -r line <&7; do
    echo "$line"
    [[ $line != *'"event":"started"'* ]] || break
  done
  contains "$line" '"event":"started"'
  cat <&7 & # nobody waits for a reader
  "$@" || status=$?
  podman stop service
  wait "$service"
  return $status
}

configuration() { podman inspect --type image --format "$1" localhost/uniform; }

image_is_configured() {
  same 8141:8141 "$(configuration '{{.Config.User}}')"
  same '[uniform] [serve]' "$(configuration '{{.Config.Entrypoint}} {{.Config.Cmd}}')"
  same 'map[/var/lib/uniform:{}] map[8141/tcp:{}]' "$(configuration '{{.Config.Volumes}} {{.Config.ExposedPorts}}')"
  contains "$(configuration '{{.HealthCheck}}{{.Healthcheck}}' 2>/dev/null || configuration '{{.HealthCheck}}')" readyz
}

restricted() {
  local said
  said=$(podman "${run[@]}" --rm "${strict[@]}" --entrypoint sh localhost/uniform -c '
    id -u
    touch /etc/x /tmp/x /usr/x 2>&1 | grep -c "Read-only file system"
    touch /var/lib/uniform/x && echo writes its volume
    grep -E "^(CapEff|NoNewPrivs)" /proc/self/status')
  same $'8141\n3\nwrites its volume\nCapEff:\t0000000000000000\nNoNewPrivs:\t1' "$said"
}

assign() {
  podman healthcheck run service
  podman exec service uniform token create --role administrator >"$work/token"
  podman exec --env "UNIFORM_TOKEN=$(<"$work/token")" --env UNIFORM_SERVER=http://127.0.0.1:8141 service \
    sh -euc 'uniform namespace add harbour && uniform name assign urn:harbour:pier-7 https://harbour.example/7'
}

resolved_at() {
  podman healthcheck run service
  contains "$(podman exec service uniform name resolve --server "http://127.0.0.1:$1" urn:harbour:pier-7)" https://harbour.example/7
}

serves() { with_service "${strict[@]}" --volume names:/var/lib/uniform -- assign; }

configured_by_environment() {
  with_service "${strict[@]}" --volume names:/var/lib/uniform --env UNIFORM_SERVER_PORT=8300 -- resolved_at 8300
}

# The health check asks the port of the environment, where nothing listens.
unhealthy_is_noticed() {
  local arguments=(serve --set server.port=8300)
  with_service "${strict[@]}" --volume names:/var/lib/uniform -- fails podman healthcheck run service
}

# The database of compose.yaml, by this system's server instead of the image, and the service as the file configures it.
with_compose() {
  local bin data=$work/database options
  export UNIFORM_PASSWORD=harbour7
  bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
  mkdir -p "$data"
  python3 "$here/compose.py" "$compose" value database POSTGRES_PASSWORD >"$work/password"
  chmod 644 "$work/password"
  chown postgres "$data"
  as_postgres "$bin/initdb" -D "$data" --username="$(python3 "$here/compose.py" "$compose" value database POSTGRES_USER)" \
    --pwfile="$work/password" --auth=scram-sha-256 --no-sync
  as_postgres "$bin/pg_ctl" -D "$data" -w -l "$data/log" -o "-k '' -c listen_addresses=127.0.0.1 -c fsync=off" start
  PGPASSWORD=$UNIFORM_PASSWORD psql -h 127.0.0.1 -U uniform -d postgres \
    -c "create database $(python3 "$here/compose.py" "$compose" value database POSTGRES_DB)"
  mapfile -t options < <(python3 "$here/compose.py" "$compose" podman uniform)
  with_service "${options[@]}" --add-host database:127.0.0.1 -- assign
  with_service "${options[@]}" --add-host database:127.0.0.1 -- resolved_at 8141
  as_postgres "$bin/pg_ctl" -D "$data" -w -m fast stop
}

as_postgres() { (cd / && setpriv --reuid postgres --regid postgres --clear-groups "$@"); }

check 'the image has the account, volume, port and health check' image_is_configured
check 'a container has no privileges, and writes its volume only' restricted
check 'the service assigns a name' serves
check 'another container with the same volume resolves it, configured by the environment' configured_by_environment
check 'the health check fails when nothing listens' unhealthy_is_noticed
check 'the service works with PostgreSQL as compose.yaml configures it' with_compose
count_checks
