# The one list of Debian packages (Debian 12), and the function that installs what is missing of it.
# To be sourced by bash: ./run, ./test and .ci/run do.

# To build and run the command.
packages_run=(g++ cmake ninja-build python3 libcli11-dev nlohmann-json3-dev libgumbo-dev libicu-dev libidn2-dev
  libcurl4-openssl-dev libboost1.81-dev libssl-dev libargon2-dev libzstd-dev libsqlite3-dev libpq-dev
  libtomlplusplus-dev)

# To build and run the tests: the second compiler and its sanitizers (llvm-19 makes their reports readable), the test
# libraries, uriparser as a peer to compare with, pkg-config for the consumer project, what reads the command's
# manual pages (groff, col) and completions (zsh, fish), what checks data against its schema (python3-jsonschema,
# python3-lxml), and the servers that `uniform get` is tested against (openssl makes a certificate).
packages_test=(clang-19 libclang-rt-19-dev llvm-19 libgtest-dev libgmock-dev librapidcheck-dev nlohmann-json3-dev
  liburiparser-dev pkg-config groff-base bsdextrautils zsh fish python3-jsonschema python3-lxml
  nginx-light vsftpd python3-pyftpdlib gophernicus leafnode openssl postgresql-15)

# The tests start servers themselves. What these packages would start, now and with the machine, is kept from it.
declare -A services_of=([nginx-light]=nginx.service [vsftpd]=vsftpd.service [gophernicus]=gophernicus.socket
  [leafnode]=leafnode.socket [postgresql-15]=postgresql.service)

# To measure and to fuzz: the peers a speed is stated against, Google Benchmark, and Clang's libFuzzer.
packages_bench=(clang-19 libclang-rt-19-dev llvm-19 libbenchmark-dev liburiparser-dev libboost-url1.81-dev
  libcurl4-openssl-dev nlohmann-json3-dev wrk nginx-light sqlite3 postgresql-15)

# SERVICE... -- PACKAGE...: installs the packages and sees to it that the services do not run. What a package starts when
# it is installed asks policy-rc.d; a machine that has one has decided already.
without_services='
  set -e
  services=
  while [ "$1" != -- ]; do services="$services $1"; shift; done
  shift
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    trap "rm -f /usr/sbin/policy-rc.d" EXIT
    trap "exit 1" HUP INT TERM
    printf "#!/bin/sh\nexit 101\n" >/usr/sbin/policy-rc.d
    chmod 755 /usr/sbin/policy-rc.d
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends --no-remove "$@"
  if command -v systemctl >/dev/null; then
    systemctl disable $services
  else
    for service in $services; do
      [ ! -e "/etc/init.d/${service%.*}" ] || update-rc.d "${service%.*}" disable
    done
  fi
'

# need_packages NAME...: installs those that are missing. Everything it says goes to standard error.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "uniform: this is not Debian, so nothing is installed; the build needs the equivalents of: $*" >&2
    return 0
  fi
  local installed missing=() servers=() services=() package as_root=() log status=0
  # dpkg-query fails when it does not know one of the names; what it knows it has printed.
  installed=$'\n'$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)$'\n'
  for package in "$@"; do
    [[ $installed == *$'\n'"$package installed"$'\n'* ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "uniform: missing Debian packages, and neither root nor sudo to install them. As root, run:" >&2
      echo "  apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "uniform: installing Debian packages: ${missing[*]}" >&2
  local names=("${missing[@]}")
  missing=()
  for package in "${names[@]}"; do
    if [[ ${services_of[$package]-} ]]; then
      servers+=("$package")
      services+=("${services_of[$package]}")
    else
      missing+=("$package")
    fi
  done
  log=$(mktemp) || return 1
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  {
    "${apt[@]}" update &&
      { ((${#missing[@]} == 0)) || "${apt[@]}" install -y --no-install-recommends --no-remove "${missing[@]}"; } &&
      { ((${#servers[@]} == 0)) || "${as_root[@]}" sh -c "$without_services" sh "${services[@]}" -- "${servers[@]}"; }
  } </dev/null >"$log" 2>&1 || status=$?
  if ((status)); then
    tail -n 30 "$log" >&2
    echo "uniform: apt-get failed (its last words are above); the packages needed are: ${names[*]}" >&2
  fi
  rm -f "$log"
  return $status
}
