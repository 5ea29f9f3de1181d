# The one list of Debian packages (Debian 12), and the function that installs what is missing of it.
# To be sourced by bash: ./run, ./test and .ci/run do.

# To build and run the command.
packages_run=(g++ cmake ninja-build python3 libcli11-dev nlohmann-json3-dev libgumbo-dev libicu-dev libidn2-dev
  libcurl4-openssl-dev)

# To build and run the tests: the second compiler and its sanitizers (llvm-19 makes their reports readable), the test
# libraries, uriparser as a peer to compare with, pkg-config for the consumer project, what reads the command's
# manual pages (groff, col) and completions (zsh, fish), and what checks data against its schema (python3-jsonschema).
packages_test=(clang-19 libclang-rt-19-dev llvm-19 libgtest-dev libgmock-dev librapidcheck-dev nlohmann-json3-dev
  liburiparser-dev pkg-config groff-base bsdextrautils zsh fish python3-jsonschema)

# To measure and to fuzz: the peers a speed is stated against, Google Benchmark, and Clang's libFuzzer.
packages_bench=(clang-19 libclang-rt-19-dev llvm-19 libbenchmark-dev liburiparser-dev libboost-url1.81-dev
  libcurl4-openssl-dev nlohmann-json3-dev)

# need_packages NAME...: installs those that are missing. Everything it says goes to standard error.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "uniform: this is not Debian, so nothing is installed; the build needs the equivalents of: $*" >&2
    return 0
  fi
  local installed missing=() package as_root=() log status=0
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
  log=$(mktemp) || return 1
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  {
    "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
  } </dev/null >"$log" 2>&1 || status=$?
  if ((status)); then
    tail -n 30 "$log" >&2
    echo "uniform: apt-get failed (its last words are above); the packages needed are: ${missing[*]}" >&2
  fi
  rm -f "$log"
  return $status
}
