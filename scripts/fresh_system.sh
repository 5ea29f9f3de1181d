# A fresh, minimal Debian in a folder: its base system comes from debootstrap and is kept as an archive; mounts and
# processes are in namespaces that end with the script. To be sourced by bash: scripts/fresh.sh and
# scripts/packages_test.sh do, and call enter_namespaces, open_folder and fresh_system in this order.
#
# Before sourcing, `me` is the script's name for messages and `root` the project's folder. The variables below are options.

PATH=$PATH:/usr/sbin:/sbin # where chroot and debootstrap are
dir=${UNIFORM_FRESH_DIR:-${TMPDIR:-/tmp}/uniform-fresh}
mirror='' security='' ccache='' renew='' keep='' suite=''
user=tester
home=/home/$user

fail() {
  echo "$me: $*" >&2
  exit 2
}

# enter_namespaces ARGUMENT...: starts the script again with these arguments, in namespaces of its own; goes on in there.
enter_namespaces() {
  local program
  ((EUID == 0)) || fail "needs root: it makes a system of its own and mounts file systems there"
  for program in debootstrap unshare git tar; do
    command -v "$program" >/dev/null || fail "$program is missing; on Debian: apt-get install debootstrap util-linux git tar"
  done

  # In namespaces of its own: nobody else sees the mounts, and whatever is still running ends with this script.
  if [[ ! ${UNIFORM_FRESH_INSIDE-} ]]; then
    UNIFORM_FRESH_INSIDE=1 exec unshare --mount --pid --fork --kill-child=TERM --mount-proc --propagation private \
      "$0" "$@"
  fi
}

# open_folder NAME: sets `base` (the archive), `system` (the folder DIR/NAME of the fresh system) and `log`, and finds the
# mirror. What is in the folder is unmounted and removed when the script ends.
open_folder() {
  mkdir -p "$dir"
  dir=$(readlink -f "$dir")
  [[ $dir/ != "$root"/* ]] || fail "$dir is inside of the tree; name a folder outside of it with --dir"
  base=$dir/$suite.tar.gz
  system=$dir/$1
  exec 8>"$system.lock"
  flock -n 8 || {
    echo "$me: waiting for another run, which is using $system"
    flock -w 1800 8 || fail "another run is still using $system"
  }
  log=$system.log
  : >"$log"
  trap clean_up EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  if [[ ! $mirror ]]; then
    mirror=$(find_mirror Debian)
    [[ $mirror ]] || fail "apt has no Debian mirror here (or needs apt-get update); name one with --mirror"
    [[ $security ]] || security=$(find_mirror Debian-Security)
  fi
}

# The log's end is shown when a step fails whose output nobody wants to see otherwise.
quietly() {
  "$@" </dev/null >>"$log" 2>&1 || {
    tail -n 30 "$log" >&2
    fail "failed: $* (all of its output: $log)"
  }
}

mounted() {
  awk -v top="$system" '$5 == top || index($5, top "/") == 1 { print $5 }' /proc/self/mountinfo
}

unmount_all() {
  local point
  while read -r point; do umount --lazy "$point" || true; done < <(mounted | sort -r)
}

clean_up() {
  local status=$?
  trap - EXIT
  # In its own process namespace this script is process 1, and these are only what it started.
  if (($$ == 1)); then kill -KILL -1 2>/dev/null || true; fi
  unmount_all
  # A mount that stays is somebody else's files: nothing is removed below it.
  if [[ ! $keep && -d $system && ! $(mounted) ]]; then rm -rf --one-file-system "$system"; fi
  exit $status
}

# find_mirror LABEL: the address that apt has for Debian's packages of that label (Debian, Debian-Security).
find_mirror() {
  # shellcheck disable=SC2016  # apt replaces these variables
  apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    awk -F'|' -v label="$1" '$1 == "Debian" && $2 == label && $3 == "main" { sub("/$", "", $4); print $4; exit }'
}

# Copies the settings by which this machine reaches the mirror: addresses of names, proxies, certificates.
copy_network() {
  local scheme variable
  cp --dereference /etc/resolv.conf /etc/hosts "$system/etc/"
  # The name of the machine has an address, as Debian's installer sees to.
  grep -qw "$(uname -n)" "$system/etc/hosts" || echo "127.0.1.1 $(uname -n)" >>"$system/etc/hosts"
  {
    apt-config dump Acquire | grep -E '^Acquire::(([a-z]+)::(Proxy|Verify|Timeout)|Check-|Retries|ForceIPv)' || true
    for scheme in http https; do
      variable=${scheme}_proxy
      [[ ! ${!variable-} ]] || echo "Acquire::$scheme::Proxy \"${!variable}\";"
    done
  } >"$system/etc/apt/apt.conf.d/90host"
  if [[ -e /etc/ssl/certs/ca-certificates.crt ]]; then
    mkdir -p "$system/etc/ssl/certs" "$system/usr/local/share/ca-certificates"
    cp /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/"
    cp -r /usr/local/share/ca-certificates/. "$system/usr/local/share/ca-certificates/"
  fi
  # The settings of this machine for npm and others, which do not look there.
  for variable in NODE_EXTRA_CA_CERTS {http,https,no}_proxy; do
    [[ ! ${!variable-} ]] || printf 'export %s=%q\n' "$variable" "${!variable}"
  done >"$system/etc/profile.d/network.sh"
}

write_sources() {
  # Nothing here has to survive a loss of power: packages are unpacked without waiting for the disk.
  echo force-unsafe-io >"$system/etc/dpkg/dpkg.cfg.d/unsafe-io"
  rm -f "$system"/etc/apt/sources.list.d/*
  {
    echo "deb $mirror $suite main"
    echo "deb $mirror $suite-updates main"
    [[ ! $security ]] || echo "deb $security $suite-security main"
  } >"$system/etc/apt/sources.list"
}

make_base() {
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [[ -e $keyring ]] || fail "$keyring is missing; it is in the package debian-archive-keyring"
  echo "$me: making the base system $base"
  rm -rf --one-file-system "$system"
  quietly debootstrap --variant=minbase --keyring="$keyring" "$suite" "$system" "$mirror"
  chroot "$system" apt-get clean
  tar -C "$system" --one-file-system -czf "$base.new" .
  mv "$base.new" "$base"
  rm -rf --one-file-system "$system"
}

# A /dev with the few devices that a container has, and terminals; nothing of this machine's is below the system.
mount_all() {
  local device
  mkdir -p "$dir/packages-$suite/partial"
  # Its root is a mount point, as unshare expects of a system.
  mount --bind "$system" "$system"
  mount -t proc proc "$system/proc"
  mount -t sysfs -o ro sysfs "$system/sys"
  mount -t tmpfs -o mode=0755 tmpfs "$system/dev"
  mkdir "$system/dev/pts" "$system/dev/shm"
  for device in null zero full random urandom tty; do
    touch "$system/dev/$device"
    mount --bind "/dev/$device" "$system/dev/$device"
  done
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$system/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$system/dev/shm"
  ln -s pts/ptmx "$system/dev/ptmx"
  ln -s /proc/self/fd "$system/dev/fd"
  for device in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${device%:*}" "$system/dev/${device#*:}"; done
  # Packages that were fetched once are not fetched again.
  mount --bind "$dir/packages-$suite" "$system/var/cache/apt/archives"
  if [[ $ccache ]]; then
    mkdir -p "$dir/ccache" "$system$home/.cache/ccache"
    mount --bind "$dir/ccache" "$system$home/.cache/ccache"
    chroot "$system" chown "$user:" "$home/.cache" "$home/.cache/ccache"
  fi
}

# fresh_system: makes the base system if there is none, and unpacks it.
fresh_system() {
  [[ ! $renew && -e $base ]] || make_base
  echo "$me: making the system $system"
  rm -rf --one-file-system "$system"
  mkdir -p "$system"
  tar -C "$system" -xzf "$base"
  copy_network
  write_sources
}
