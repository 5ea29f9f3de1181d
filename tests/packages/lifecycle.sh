# Installing, upgrading, removing and purging. Sourced by system.sh.

store=/var/lib/uniform/uniform.db
unit=/usr/lib/systemd/system/uniform.service
settings=/etc/uniform/uniform.toml
url=http://127.0.0.1:8242 # the port that the administrator chose, below

# list_files: every file of the system with its type, mode, owner and, below /etc, its content; not what apt, dpkg, caches and
# logs keep of any package.
list_files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /srv -o -path /root \
    -o -path /var/cache -o -path /var/log -o -path /var/lib/apt -o -path '/var/lib/dpkg/*-old' -o -path /var/lib/dpkg/status \
    -o -path /var/lib/dpkg/available -o -path /var/lib/dpkg/lock\* -o -path /etc/ld.so.cache \
    -o -path /etc/apt/sources.list.d -o -path '/etc/*-' -o -path /var/lib/systemd/catalog \
    -o -path /var/lib/dpkg/triggers -o -path /var/lib/dpkg/alternatives \) -prune -o -printf '%p %y %m %u:%g %l\n' | sort
  find /etc -xdev -type f ! -name '*-' ! -path /etc/ld.so.cache ! -path '/etc/apt/*' -exec sha256sum {} + | sort -k 2
}

state_of() { dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null || true; }

versions_are() {
  local package
  for package in "${ours[@]}"; do same "ii $1" "$(dpkg-query -W -f '${db:Status-Abbrev}${Version}' "$package")"; done
}

run_service() { python3 "$here/run_unit.py" "$unit" "$@"; }

as_service() { setpriv --reuid uniform --regid uniform --clear-groups "$@"; }

install_old() {
  offer old
  apt install "${ours[@]}"
  versions_are "$(version_of old)"
}

owned_by_service() {
  same 'uniform:uniform 700' "$(stat -c '%U:%G %a' /var/lib/uniform)"
  same '/var/lib/uniform /usr/sbin/nologin' "$(getent passwd uniform | cut -d: -f6,7 --output-delimiter ' ')"
  (($(id -u uniform) < 1000))
}

# Configures the service as an administrator does: a port in the configuration file, another setting in the environment,
# a token, a name.
configure_service() {
  sed -i 's/^# port = 8141 .*/port = 8242/' "$settings"
  grep -qx 'port = 8242' "$settings"
  echo UNIFORM_LOG_REQUESTS=all >/etc/uniform/environment
  chmod 600 /etc/uniform/environment
  sha256sum "$settings" /etc/uniform/environment >/srv/uniform/settings
}

assign_name() {
  run_service bash -euc '
    setpriv --reuid uniform --regid uniform --clear-groups \
      uniform token create --role administrator --store "$1" >/srv/uniform/token
    export UNIFORM_SERVER=$2
    uniform namespace add --token-file /srv/uniform/token harbour
    uniform name assign --token-file /srv/uniform/token urn:harbour:pier-7 https://harbour.example/7' bash "$store" "$url"
}

name_is_resolved() {
  run_service bash -euc '
    uniform get --any-address "$1/workbench" | grep -q "src=\"/assets/workbench-.*\.js"
    uniform get --any-address "$1/readyz"
    uniform name resolve --server "$1" urn:harbour:pier-7' bash "$url" | tee /dev/stderr | grep -q https://harbour.example/7
  as_service uniform store verify --store "$store"
}

settings_are_kept() { sha256sum --check /srv/uniform/settings; }

check_first_installation() {
  check 'an older version is installed' install_old
  check 'the service has an account and a folder of its own' owned_by_service
  check 'systemd would start the service with the machine' test -L /etc/systemd/system/multi-user.target.wants/uniform.service
  check 'an administrator sets a port and an environment' configure_service
  check 'the service assigns a name' assign_name
  id uniform >/srv/uniform/account || true
}

upgrade() {
  offer new
  apt upgrade
  versions_are "$(version_of new)"
}

check_upgrade() {
  check 'apt upgrades every package' upgrade
  check 'the configuration that the administrator changed is kept' settings_are_kept
  check 'the account is the same' bash -c 'diff /srv/uniform/account <(id uniform)'
  check 'the service resolves the name that the older version assigned' name_is_resolved
}

remove() {
  apt remove "${ours[@]}"
  same '' "$(command -v uniform || true)"
  same 'rc ' "$(state_of uniform-server)"
  [[ ! -e $unit ]]
}

install_new() {
  apt install "${ours[@]}"
  versions_are "$(version_of new)"
}

check_removal() {
  check 'the packages are removed' remove
  check 'configuration and names stay' bash -c "test -s '$settings' && test -s '$store'"
  check 'the packages are installed again' install_new
  check 'the configuration is the one from before' settings_are_kept
  check 'the service resolves the name after that' name_is_resolved
}

# purge_answering TEXT: a terminal, on which the question is answered.
purge_answering() {
  local shown
  apt remove uniform-server
  shown=$(script -qec 'DEBIAN_FRONTEND=teletype dpkg --purge uniform-server' /dev/null <<<"$1")
  echo "$shown"
  contains "$shown" 'Remove the names in /var/lib/uniform?'
}

data_is_kept() {
  test -s "$store"
  same uniform "$(stat -c %U "$store")"
  [[ ! -e /etc/uniform ]]
  [[ $(state_of uniform-server) != ?[ic]* ]]
}

purge_keeping() {
  local said
  said=$(apt purge uniform-server 2>&1)
  echo "$said"
  contains "$said" 'kept the names in /var/lib/uniform'
  data_is_kept
}

resolve_with_kept_data() {
  apt install uniform-server
  configure_service
  name_is_resolved
}

purge_answering_no() {
  purge_answering no
  data_is_kept
}

purge_answering_yes() {
  purge_answering yes
  nothing_of_service
}

purge_preseeded() {
  apt install uniform-server
  configure_service
  assign_name
  echo 'uniform-server uniform-server/remove-data boolean true' | debconf-set-selections
  apt purge uniform-server
  nothing_of_service
}

nothing_of_service() {
  [[ ! -e /var/lib/uniform && ! -e /etc/uniform ]]
  fails getent passwd uniform
  fails getent group uniform
}

# Nobody is asked about a folder that is empty.
purge_unused() {
  apt install uniform-server
  apt purge uniform-server
  nothing_of_service
}

purge_everything() {
  apt purge "${ours[@]}"
  list_files >/srv/uniform/after
  diff /srv/uniform/before /srv/uniform/after
}

check_purge() {
  check 'a purge that nobody can be asked about keeps the names' purge_keeping
  check 'the service resolves the name with what was kept' resolve_with_kept_data
  check 'a purge with the answer "no" keeps the names' purge_answering_no
  check 'the service resolves the name with what was kept, again' resolve_with_kept_data
  check 'a purge with the answer "yes" removes names and account' purge_answering_yes
  check 'a purge with a preseeded answer removes names and account' purge_preseeded
  check 'a purge before the first start leaves nothing' purge_unused
  check 'nothing is left of any package' purge_everything
}
