#!/usr/bin/env bash
# Builds the Debian packages of the working tree, from deploy/debian. --help shows the options.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$root/scripts/packages.sh"
source "$root/scripts/build.sh"

usage() {
  cat <<'END'
usage: scripts/packages_debian.sh [OPTION...] [FOLDER]

Builds the Debian packages of the working tree and puts them into FOLDER (default: build/debian/packages), with the
.changes file that lists them. Installs the packages that the build needs, and fetches nanobind from PyPI into build/debian, as
bindings/python/requirements-build.txt pins it, and what the workbench is made with from npm into build/js. A further run compiles only what has changed.

options
  --version V    the packages' version (default: the project's, with the revision 1)
  --source       makes the source package, too
  --quick        without optimization: for testing the packages, not for using them
  --help         this help

DEBFULLNAME and DEBEMAIL, if set, name the maintainer of the packages. SOURCE_DATE_EPOCH dates them (default: the time of
the last commit).
END
}

fail() {
  echo "packages_debian: $*" >&2
  exit 2
}

build=$root/build/debian
out=$build/packages version='' quick='' source=''
while (($#)); do
  case $1 in
    --version)
      (($# > 1)) || fail "$1 needs a value"
      version=$2
      shift
      ;;
    --source) source=1 ;;
    --quick) quick=1 ;;
    -h | --help)
      usage
      exit
      ;;
    -*)
      usage >&2
      fail "not an option: $1"
      ;;
    *) out=$1 ;;
  esac
  shift
done
need_packages run debian js
# The scripts of the workbench, which the service embeds.
build js uniform_web || fail "the workbench cannot be built, for the reason above"

upstream=$(sed -nE '/^project\(/,/\)/ s/^ *VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")
[[ $upstream ]] || fail "CMakeLists.txt names no version"
version=${version:-$upstream-1}
if [[ ! ${SOURCE_DATE_EPOCH-} ]]; then
  SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CMakeLists.txt")
fi
export SOURCE_DATE_EPOCH

mkdir -p "$build" "$out"
out=$(readlink -f "$out")
exec 9>"$build/lock"
flock 9

# A copy, because tests make the scripts again.
export UNIFORM_WEB_SCRIPTS=$build/workbench
rm -rf "$UNIFORM_WEB_SCRIPTS"
cp -R "$root/build/js/web/dist" "$UNIFORM_WEB_SCRIPTS"

# The tree of a source package: the project's files, with deploy/debian as debian/. It is made again each time, so that
# nothing of an earlier run is packaged; the files keep their times, and the objects lie elsewhere, so that ninja compiles
# only what has changed.
tree=$build/tree/uniform
rm -rf "$build/tree"
mkdir -p "$tree"
if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
  git -C "$root" ls-files -z --cached --others --exclude-standard
else
  (cd "$root" && find . -path ./build -prune -o -type f -print0)
fi | (cd "$root" && while IFS= read -r -d '' file; do
  if [[ -e $file ]]; then printf '%s\0' "$file"; fi
done) | tar -C "$root" --null -T - -c | tar -C "$tree" -x
if [[ $source ]]; then
  tar -C "$build/tree" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -c uniform | xz -T1 >"$build/tree/uniform_${version%-*}.orig.tar.xz"
fi
cp -a "$tree/deploy/debian" "$tree/debian"

# The extension is for the version of PostgreSQL that this Debian has.
postgresql=$(printf '%s\n' /usr/lib/postgresql/*/bin/pg_config | sort -V | tail -n 1 | cut -d/ -f5)
sed -i -E "s/postgresql-15/postgresql-$postgresql/; s/postgresql-server-dev-15/postgresql-server-dev-$postgresql/; \
s/PostgreSQL 15/PostgreSQL $postgresql/" "$tree/debian/control"
[[ $postgresql == 15 ]] || mv "$tree/debian/postgresql-15-uniform.install" "$tree/debian/postgresql-$postgresql-uniform.install"

# shellcheck disable=SC1091  # this system's own file
suite=$(source /etc/os-release && echo "${VERSION_CODENAME-unstable}")
maintainer=$(sed -n 's/^Maintainer: //p' "$tree/debian/control")
if [[ ${DEBEMAIL-} ]]; then
  maintainer="${DEBFULLNAME-Uniform maintainers} <$DEBEMAIL>"
  sed -i "s/^Maintainer: .*/Maintainer: $maintainer/" "$tree/debian/control"
fi
cat >"$tree/debian/changelog" <<END
uniform ($version) $suite; urgency=medium

  * Package version $upstream of the project. Its own changes are in
    /usr/share/doc/uniform/changelog.gz.

 -- $maintainer  $(LC_ALL=C date --utc --date="@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')
END

# The generator of the Python module, of which Debian 12 has no package.
nanobind=$(python3 "$root/bindings/python/tests/environment.py" --build "$build/python") || fail "nanobind was not fetched"

# debhelper gives the compiler a home of its own; the cache stays where it is.
if command -v ccache >/dev/null; then
  CCACHE_DIR=${CCACHE_DIR:-$(ccache --get-config cache_dir)}
  CCACHE_CONFIGPATH=${CCACHE_CONFIGPATH:-$(ccache --show-config | sed -n '/ccache\.conf/s/^(\(.*ccache\.conf\)).*/\1/p' | head -n 1)}
  export CCACHE_DIR
  if [[ $CCACHE_CONFIGPATH ]]; then export CCACHE_CONFIGPATH; else unset CCACHE_CONFIGPATH; fi
fi
options=${DEB_BUILD_OPTIONS-}
if [[ $options != *parallel=* ]]; then options+=" parallel=$(nproc)"; fi
objects=$build/objects
if [[ $quick ]]; then
  options+=' noopt noautodbgsym'
  export DEB_CFLAGS_STRIP=-g DEB_CXXFLAGS_STRIP=-g # nobody debugs them: a quarter of the time of compiling
  objects=$build/objects-quick
fi
build_log=$build/build.log
kind=binary
if [[ $source ]]; then kind=full; fi
(cd "$tree" && UNIFORM_OBJECTS=$objects UNIFORM_NANOBIND_DIR=$nanobind DEB_BUILD_OPTIONS=${options# } \
  dpkg-buildpackage --build="$kind" --no-pre-clean --unsigned-source --unsigned-changes) >"$build_log" 2>&1 || {
  tail -n 40 "$build_log" >&2
  fail "dpkg-buildpackage failed (all of its output: $build_log)"
}
find "$out" -maxdepth 1 -name '*uniform*_*' -type f -delete
find "$build/tree" -maxdepth 1 -type f -exec mv -t "$out" {} +
rm -rf "$build/tree"
printf '%s\n' "$out"/*.changes
