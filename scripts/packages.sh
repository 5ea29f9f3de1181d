# The one list of what the project needs, and the function that installs what is missing of it on Debian 12 and 13. On
# other systems the function prints the list. To be sourced by bash: ./run, ./test, .ci/run and scripts/bench.sh do.
#
# A row: Debian packages | name | oldest version | purpose. Where the name of a package differs between releases, all its
# names stand there; the first that is installed will do, else the first that apt offers is installed. The oldest version
# is that of Debian 12, the oldest system that the project is tested on, unless the code itself asks for more.

# To build and run the command.
needs_run=(
  'g++                  | GCC            | 12   | C++ compiler (Clang 19 works too)'
  'cmake                | CMake          | 3.25 | build'
  'ninja-build          | Ninja          | 1.11 | build'
  'python3              | Python         | 3.11 | generates tables and documents at build time'
  'nlohmann-json3-dev   | nlohmann/json  | 3.11 | JSON'
  'libgumbo-dev         | Gumbo          | 0.10 | HTML'
  'libicu-dev           | ICU            | 72   | encoders of the URL Standard; what tests compare with'
  'libcurl4-openssl-dev | libcurl        | 7.88 | uniform get, the link checker'
  'libboost1.81-dev libboost1.83-dev libboost1.88-dev | Boost | 1.81 | HTTP server (Asio and Beast, headers only)'
  'libssl-dev           | OpenSSL        | 3.0  | TLS, hashes'
  'libargon2-dev        | Argon2         | 2017 | hashes of secrets'
  'libcjose-dev         | cjose          | 0.6.2 | signatures of ID tokens (OpenID Connect)'
  'libzstd-dev          | Zstandard      | 1.5  | compression of stored documents'
  'libsqlite3-dev       | SQLite         | 3.40 | store'
  'libpq-dev            | libpq          | 15   | store in PostgreSQL'
  'libtomlplusplus-dev  | toml++         | 3.3  | configuration file'
  'libpugixml-dev       | pugixml        | 1.13 | XML of OAI-PMH, and of the list of namespaces at IANA'
  'libkainjow-mustache-dev | Mustache   | 4.1  | templates of the pages (header only)'
  'libqrcodegencpp-dev  | QR Code generator | 1.8 | QR codes of names'
)

# To build the documentation as a site (./run docs).
needs_docs=(
  'doxygen              | Doxygen        | 1.9  | the reference of the C++ interface'
  'python3-markdown-it  | markdown-it-py | 2.1  | reads the documents'
  'python3-pygments     | Pygments       | 2.14 | colours code'
)

# To compile the tests.
needs_test_libraries=(
  'libgtest-dev         | GoogleTest     | 1.12 | test library'
  'libgmock-dev         | GoogleMock     | 1.12 | test library'
  'librapidcheck-dev    | RapidCheck     | -    | property tests'
  'liburiparser-dev     | uriparser      | 0.9  | peer of the differential tests'
  'libpsl-dev           | libpsl         | 0.21 | what public suffixes are compared with'
  'publicsuffix         | the Public Suffix List | 2023 | the list that both read then'
)

# To build and run the tests.
needs_test=(
  "${needs_test_libraries[@]}"
  'clang-19             | Clang          | 19   | second compiler'
  'libclang-rt-19-dev   | compiler-rt    | 19   | sanitizers'
  'llvm-19              | llvm-symbolizer | 19  | readable reports of the sanitizers'
  'doxygen              | Doxygen        | 1.9  | the reference of the C++ interface'
  'abigail-tools        | libabigail     | 2.2  | compares binary interfaces'
  'python3-markdown-it  | markdown-it-py | 2.1  | reads the documents'
  'python3-pygments     | Pygments       | 2.14 | colours code'
  'pkg-config           | pkg-config     | 1.8  | the test of the installed library'
  'groff-base           | groff          | 1.22 | renders the manual pages'
  'bsdextrautils        | col            | -    | renders the manual pages'
  'zsh                  | zsh            | 5.9  | reads its completions'
  'fish                 | fish           | 3.6  | reads its completions'
  'python3-jsonschema   | jsonschema     | 4.10 | checks data against their schemas (Python)'
  'python3-lxml         | lxml           | 4.9  | checks XML (Python)'
  'openssl              | openssl        | 3.0  | makes certificates'
  'git                  | Git            | 2.39 | lists the files of the project'
  'npm nodejs           | npm            | 9.2  | installs and runs the linter of the OpenAPI document'
  'chromium-headless-shell chromium | Chromium | 120 | the browser of the tests of pages and of the JavaScript module'
  'nginx-light nginx    | nginx          | 1.22 | server that uniform get is tested against'
  'vsftpd               | vsftpd         | 3.0  | server that uniform get is tested against'
  'python3-pyftpdlib    | pyftpdlib      | 1.5  | server that uniform get is tested against (Python)'
  'gophernicus          | gophernicus    | 3.1  | server that uniform get is tested against'
  'leafnode             | leafnode       | 1.12 | server that uniform get is tested against'
  'postgresql-15 postgresql-17 postgresql | PostgreSQL | 15 | server that the store is tested on'
  'pgbouncer            | PgBouncer      | 1.18 | connections that the store shares in a test'
  'varnish              | Varnish        | 7.1  | cache in front of the service in a test'
  'varnish-modules      | varnish-modules | 0.20 | purges by keys in that test'
  'zstd                 | zstd           | 1.5  | reads compressed rows of the history in a test of the Python verifier'
  'golang-go            | Go             | 1.19 | builds the checker of histories (tests/cluster/checker)'
)

# To check the style of the sources: one version of each, because each version of clang-format formats differently.
needs_style=(
  'clang-19             | Clang          | 19   | how each file is compiled'
  'clang-format-19      | clang-format   | 19   | layout of the sources'
  'clang-tidy-19        | clang-tidy     | 19   | what the compilers do not warn about'
  'clang-tools-19       | clang-query    | 19   | finds loops over parts of temporaries'
)

# To compile the core with other compilers (scripts/compilers.sh). Debian 12 has neither Clang 17 nor 18.
needs_compilers=(
  'clang-16 clang-17    | Clang          | 16   | the oldest Clang that compiles the core'
  'libc++-16-dev libc++-17-dev | libc++  | 16   | another standard library'
)

# To measure and to fuzz.
needs_bench=(
  'clang-19             | Clang          | 19   | second compiler, libFuzzer'
  'libclang-rt-19-dev   | compiler-rt    | 19   | sanitizers'
  'llvm-19              | llvm-symbolizer | 19  | readable reports of the sanitizers'
  'libbenchmark-dev     | Google Benchmark | 1.7 | runs the benchmarks'
  'liburiparser-dev     | uriparser      | 0.9  | peer'
  'libboost-url1.81-dev libboost-url1.83-dev libboost-url1.88-dev | Boost.URL | 1.81 | peer'
  'wrk                  | wrk            | 4.1  | HTTP load'
  'nginx-light nginx    | nginx          | 1.22 | peer of the service'
  'sqlite3              | sqlite3        | 3.40 | peer of the store'
  'postgresql-15 postgresql-17 postgresql | PostgreSQL | 15 | peer of the store'
  'zstd                 | zstd           | 1.5  | reads compressed rows of the history in a test of the Python verifier'
)

# To build the JavaScript package and the workbench. Their tests have a browser besides.
needs_js=(
  'clang-19             | Clang          | 19   | compiles for WebAssembly'
  'lld-19               | lld            | 19   | links for WebAssembly'
  'wasi-libc            | wasi-libc      | -    | C library of WebAssembly'
  'libclang-rt-19-dev-wasm32 | compiler-rt | 19  | run-time library of WebAssembly'
  'libc++-19-dev-wasm32 | libc++         | 19   | C++ library of WebAssembly'
  'libc++abi-19-dev-wasm32 | libc++abi   | 19   | C++ library of WebAssembly'
  'npm nodejs           | npm            | 9.2  | installs what builds and tests both'
)

# To build the other bindings (bindings/) and to test them.
needs_bindings=(
  'python3-dev          | Python         | 3.11 | headers, for the Python module'
  'python3-venv         | venv           | 3.11 | keeps what only PyPI has in the build folder'
  'sqlite3              | sqlite3        | 3.40 | loads the extension'
  'postgresql-15 postgresql-17 postgresql | PostgreSQL | 15 | loads the extension'
  'postgresql-server-dev-15 postgresql-server-dev-17 | PostgreSQL | 15 | headers of the server'
  'abigail-tools        | libabigail     | 2.2  | compares the binary interface with the recorded one'
)

# For the long tests besides needs_debian and needs_debian_test: ./test all runs them.
needs_long=(
  'openjdk-17-jre-headless openjdk-21-jre-headless default-jre-headless | Java | 17 | runs Spark'
)

# To build the Debian packages and the container image, and to test them.
needs_debian=(
  'build-essential      | build-essential | 12  | what the build of any Debian package takes for granted'
  'debhelper            | debhelper      | 13   | builds the Debian packages'
  'dpkg-dev             | dpkg-dev       | 1.21 | builds the Debian packages'
  'po-debconf           | po-debconf     | 1.0  | questions of the packages'
  'dh-python            | dh-python      | 5    | builds the package of the Python module'
  'python3-dev          | Python         | 3.11 | headers, for the Python module'
  'python3-venv         | venv           | 3.11 | keeps what only PyPI has in the build folder'
  'postgresql-server-dev-15 postgresql-server-dev-17 | headers of the PostgreSQL server | 15 | the extension for PostgreSQL'
  'xz-utils             | xz             | 5.4  | compresses the source package'
)
needs_debian_test=(
  'lintian              | lintian        | 2.116 | checks the Debian packages'
  'debootstrap          | debootstrap    | 1.0  | makes the fresh system that they are installed on'
)
needs_image=(
  'buildah              | buildah        | 1.28 | builds the container image'
  'podman               | podman         | 4.3  | runs the container image'
  'crun                 | crun           | 1.8  | runs the container image'
  'iproute2             | ip             | 6.1  | a network of its own for the test'
  'python3-yaml         | PyYAML         | 6.0  | reads compose.yaml in the test'
)

# To run a cluster on one machine (deploy/cluster/local.sh). Debian 13 has newer versions of all of them.
needs_cluster=(
  'postgresql-15 postgresql-17 postgresql | PostgreSQL | 15 | the store'
  'patroni              | Patroni        | 3.0  | decides which PostgreSQL is the primary'
  'python3-idna         | idna           | 3.3  | names in certificates, for Patroni with TLS'
  'etcd-server          | etcd           | 3.4  | what Patroni decides by'
  'etcd-client          | etcdctl        | 3.4  | asks etcd'
  'haproxy              | HAProxy        | 2.6  | one address for the services'
  'pgbackrest           | pgBackRest     | 2.45 | archive of the WAL, point-in-time recovery'
  'openssl              | openssl        | 3.0  | makes certificates'
  'iproute2             | ip             | 6.1  | a network of its own for each node'
  'nftables             | nft            | 1.0  | parts the network of nodes'
  'util-linux           | setpriv        | 2.38 | gives up the rights of root'
  'curl                 | curl           | 7.88 | asks the services'
)

# To judge histories of requests through faults of such a cluster (scripts/campaign.sh).
needs_histories=(
  'golang-go            | Go             | 1.19 | builds the checker of histories (tests/cluster/checker)'
)

# The tests start servers themselves. What a package PATTERN:SERVICE would start, now and with the machine, is disabled.
server_packages=(nginx*:nginx.service vsftpd:vsftpd.service gophernicus:gophernicus.socket leafnode:leafnode.socket
  postgresql*:postgresql.service patroni:patroni.service etcd-server:etcd.service haproxy:haproxy.service
  pgbouncer:pgbouncer.service varnish:varnish.service varnish:varnishncsa.service)

# SERVICE... -- PACKAGE...: installs the packages and disables the services. What a package starts when it is installed
# asks policy-rc.d; a machine that has one has decided already.
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

# need_packages GROUP...: installs what is missing of needs_GROUP. All messages go to standard error.
need_packages() {
  local group rows=() row
  for group in "$@"; do
    local -n of_group=needs_$group
    rows+=("${of_group[@]}")
  done
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Said until the build is configured, which is when everything was found.
    local preset=release
    [[ $group == run ]] || preset=dev
    [[ -e ${root-.}/build/$preset/build.ninja ]] || list_needs "${rows[@]}" >&2
    return 0
  fi

  local candidates installed missing=() candidate
  read -ra candidates <<<"$(printf '%s ' "${rows[@]%%|*}")"
  # dpkg-query fails for an unfamiliar name, after printing the status of all others.
  installed=$'\n'$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${candidates[@]}" 2>/dev/null || true)$'\n'
  for row in "${rows[@]}"; do
    for candidate in ${row%%|*}; do
      [[ $installed != *$'\n'"$candidate installed"$'\n'* ]] || continue 2
    done
    # Two groups may have the same row.
    [[ " ${missing[*]} " == *" $row "* ]] || missing+=("$row")
  done
  ((${#missing[@]})) || return 0
  install_needs "${missing[@]}"
}

# list_needs ROW...: prints the rows as a table for readers whose system is not Debian.
list_needs() {
  echo "uniform: this system has no apt, so nothing is installed here. The build needs, from your system's packages:"
  print_needs "$@"
  echo "uniform: libraries are needed with their headers. \"At least\" is the oldest version tested."
}

# print_needs ROW...: name, oldest version and purpose, each row once.
print_needs() {
  local _ name version purpose
  printf '  %-17s %-9s %s\n' 'what' 'at least' 'for'
  while IFS='|' read -r _ name version purpose; do
    read -r name <<<"$name"
    read -r version <<<"$version"
    read -r purpose <<<"$purpose"
    printf '  %-17s %-9s %s\n' "$name" "$version" "$purpose"
  done < <(printf '%s\n' "$@" | awk '!seen[$0]++')
}

# install_needs ROW...: installs one package of each row by apt.
install_needs() {
  local as_root=() log status=0
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "uniform: missing Debian packages, and neither root nor sudo to install them. As root, run:" >&2
      echo "  apt-get install $(for row in "$@"; do choose_package "${row%%|*}"; done | paste -sd ' ')" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  log=$(mktemp) || return 1
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  local row package names=() packages=() servers=() services=() unknown=()
  # The versions that apt offers are certain only after the update.
  "${apt[@]}" update </dev/null >"$log" 2>&1 || status=$?
  for row in "$@"; do
    package=$(choose_package "${row%%|*}") || unknown+=("$row")
    [[ " ${names[*]} " == *" $package "* ]] || names+=("$package")
  done
  if ((status == 0 && ${#unknown[@]})); then
    echo "uniform: apt offers no package for" >&2
    print_needs "${unknown[@]}" >&2
    echo "uniform: on Debian 12 and 13 it does; elsewhere, these have to come from another source" >&2
    status=1
  elif ((status == 0)); then
    split_servers "${names[@]}"
    echo "uniform: installing Debian packages: ${names[*]}" >&2
    {
      { ((${#packages[@]} == 0)) || "${apt[@]}" install -y --no-install-recommends --no-remove "${packages[@]}"; } &&
        { ((${#servers[@]} == 0)) || "${as_root[@]}" sh -c "$without_services" sh "${services[@]}" -- "${servers[@]}"; }
    } </dev/null >"$log" 2>&1 || status=$?
  fi
  if ((status)) && ((${#unknown[@]} == 0)); then
    tail -n 30 "$log" >&2
    echo "uniform: apt-get failed (its last lines are above); the packages needed are: ${names[*]}" >&2
  fi
  rm -f "$log"
  return $status
}

# choose_package NAMES: prints the first of the names that apt offers; without any, the first, and fails.
choose_package() {
  local name
  for name in $1; do
    if [[ $(LC_ALL=C apt-cache policy "$name" 2>/dev/null) == *'Candidate: '[!\(]* ]]; then
      echo "$name"
      return
    fi
  done
  name=${1%% *}
  echo "$name"
  return 1
}

# split_servers PACKAGE...: sorts the names into install_needs' packages, servers and services.
split_servers() {
  local package entry
  for package in "$@"; do
    for entry in "${server_packages[@]}"; do
      # shellcheck disable=SC2053  # the left part is a pattern
      if [[ $package == ${entry%%:*} ]]; then
        servers+=("$package")
        services+=("${entry#*:}")
        continue 2
      fi
    done
    packages+=("$package")
  done
}
