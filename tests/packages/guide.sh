# The commands of docs/guide/installing.md, as they stand there. Sourced by system.sh, at its end: what they install is theirs.

guide=/srv/uniform/guide

# Each block of commands in the section "Debian packages" becomes guide/NUMBER, which begins with a comment: its heading. The
# first one makes the packages, which are there.
split_guide() {
  local server
  server=$(sed -n 's/^Package: postgresql-\(.*\)-uniform$/\1/p' /srv/uniform/new/Packages)
  mkdir -p $guide/build/debian $guide/bin
  awk -v folder=$guide '
    /^## / { within = $0 == "## Debian packages"; heading = "the packages" }
    /^### / { heading = substr($0, 5) }
    within && /^```sh$/ { file = sprintf("%s/%02d", folder, ++count); print "# " heading >file; next }
    /^```$/ { file = "" }
    file { print >file }' /srv/uniform/installing.md
  rm $guide/01
  sed -i "s/postgresql-15/postgresql-$server/" $guide/??
  (($(find $guide -name '0?' | wc -l) == 6))
  ln -s /srv/uniform/new $guide/build/debian/packages
  cp "$project/consumer.cpp" $guide/program.cpp
  sed -n 's|^///     ||p' "$here/../uniform.h" >$guide/program.c
}

# Installs the programs that a user's system has: sudo, an apt that asks nobody, no other source of these packages, a
# database.
prepare_for_guide() {
  # The commands use sudo to become root, which they are, or another account. What the service's account does, it does while
  # the service runs, which systemd would have started.
  cat >$guide/bin/sudo <<END
#!/bin/sh
if [ "\$1 \$2" = '-u uniform' ]; then
  shift 2
  exec python3 $here/run_unit.py $unit setpriv --reuid uniform --regid uniform --clear-groups "\$@"
fi
END
  cat >>$guide/bin/sudo <<'END'
if [ "$1" = -u ]; then
  account=$2
  shift 2
  exec setpriv --reuid "$account" --regid "$account" --init-groups "$@"
fi
exec "$@"
END
  chmod 755 $guide/bin/sudo
  echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/91yes
  rm -f /etc/apt/sources.list.d/uniform.list
  apt update
  local version
  version=$(printf '%s\n' /usr/lib/postgresql/*/bin | cut -d/ -f5)
  [[ -d /etc/postgresql/$version/main ]] || pg_createcluster "$version" main
  pg_ctlcluster --skip-systemctl-redirect "$version" main start -- -o "-c listen_addresses="
  as_postgres createdb names
}

follow_guide() { (cd $guide && PATH=$guide/bin:$PATH bash -eux "$1"); }

check_guide() {
  local block
  check 'the guide has six blocks of commands' split_guide
  check 'a system for the guide' prepare_for_guide
  for block in $guide/0?; do check "the guide: $(sed -n '1s/^# //p' "$block")" follow_guide "$block"; done
}
