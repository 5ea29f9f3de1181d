#!/usr/bin/env bash
# Run as root on a fresh system by scripts/packages_test.sh: installs the packages from /srv/uniform/old, and upgrades,
# uses, removes, purges and reinstalls them from /srv/uniform/new. Both are apt repositories. Then it follows the guide.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root
source "$here/check.sh"
source "$here/use.sh"
source "$here/lifecycle.sh"
source "$here/guide.sh"

apt() {
  apt-get -q -y --no-install-recommends -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@"
}

# offer old|new: apt finds the project's packages of that version, and Debian's.
offer() {
  echo "deb [trusted=yes] file:/srv/uniform/$1 ./" >/etc/apt/sources.list.d/uniform.list
  apt update
}

# version_of old|new
version_of() {
  sed -n '/^Package: uniform$/,/^$/ s/^Version: //p' "/srv/uniform/$1/Packages"
}

mapfile -t ours < <(sed -n 's/^Package: //p' /srv/uniform/new/Packages | sort)

# The programs that the packages are used with: compilers, databases, readers of manual pages and units. And what they
# depend on, so that what is compared before and after is the project's alone.
tools=(bash-completion cmake g++ make man-db pkg-config python3 sqlite3 systemd)
if [[ -e /usr/sbin/policy-rc.d ]]; then
  echo 'this system has a policy-rc.d already' >&2
  exit 2
fi
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d

prepare() {
  offer new
  apt install "${tools[@]}"
  local dependencies
  mapfile -t dependencies < <(apt-get -s --no-install-recommends install "${ours[@]}" | sed -n 's/^Inst \([^ ]*\) .*/\1/p' |
    grep -vxF -f <(printf '%s\n' "${ours[@]}"))
  if ((${#dependencies[@]})); then apt install "${dependencies[@]}"; fi
}
check 'apt finds every dependency in Debian' prepare
((failed == 0)) || exit 1

list_files >/srv/uniform/before
check_first_installation
check_upgrade
check_use
check_removal
check_purge
check_guide
count_checks
