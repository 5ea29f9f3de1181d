#!/usr/bin/env bash
# Builds the Debian packages and the container image, and tries them on a fresh, minimal Debian of this system's release.
# --help shows the options.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
me=packages_test
source "$root/scripts/packages.sh"
source "$root/scripts/fresh_system.sh"

usage() {
  cat <<'END'
usage: scripts/packages_test.sh [OPTION...] [STEP...]

Builds the Debian packages and checks them: with lintian; on a fresh minimal Debian, where an older version (the same
content) is upgraded, and they are used, removed and purged; and as a container image. Needs root or sudo. Ends everything that it starts.

steps (default: all of them, in this order)
  build          the packages; building them twice gives the same files
  lintian        no errors, and no warnings without a stated reason
  system         installs, uses, upgrades, removes and purges the packages on a fresh system, and follows the guide there
  image          builds deploy/Containerfile with buildah and runs it with podman

options
  --dir DIR      where the base system and packages are kept, and the fresh system is made
                 (default: $UNIFORM_FRESH_DIR, else ${TMPDIR:-/tmp}/uniform-fresh)
  --quick        packages are built once, and the step image is left out unless it is named: what ./test all does
  --optimized    tests the packages that users get; by default they are built without optimization, which takes less time
  --keep         keeps the fresh system
  --help         this help
END
}

compile=--quick brief='' steps=()
arguments=("$@")
while (($#)); do
  case $1 in
    --dir)
      (($# > 1)) || fail "$1 needs a value"
      dir=$2
      shift
      ;;
    --optimized) compile='' ;;
    --quick) brief=1 ;;
    --keep) keep=1 ;;
    build | lintian | system | image) steps+=("$1") ;;
    -h | --help)
      usage
      exit
      ;;
    *)
      usage >&2
      fail "not an option or step: $1"
      ;;
  esac
  shift
done
((${#steps[@]})) || {
  steps=(build lintian system)
  [[ $brief ]] || steps+=(image)
}

# not_tested REASON: ctest calls that skipped; in .ci/run it is a failure.
not_tested() {
  echo "$me: NOT TESTED: $1" >&2
  [[ ${CI-} == true ]] && exit 1
  exit 77
}

if ((EUID != 0)); then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    exec sudo --preserve-env=CI,TMPDIR,UNIFORM_FRESH_DIR,CCACHE_DIR,DEB_BUILD_OPTIONS "$0" "${arguments[@]}"
  fi
  not_tested 'the packages are installed on a fresh system, which needs root, or sudo without a password'
fi
# shellcheck disable=SC1091  # this system's own file
suite=$(source /etc/os-release && echo "${VERSION_CODENAME-}")
[[ $suite == bookworm || $suite == trixie ]] || not_tested "the packages are for Debian 12 and 13; this is ${suite:-another system}"

built=$root/build/debian
new=$built/test/new old=$built/test/old
if [[ ! ${UNIFORM_FRESH_INSIDE-} ]]; then
  needed=(run debian debian_test)
  [[ " ${steps[*]} " != *' image '* ]] || needed+=(image)
  need_packages "${needed[@]}"
fi
source "$root/tests/packages/check.sh"
enter_namespaces "${arguments[@]}"
open_folder "packages-test-$suite"

# build: the packages, twice; and an older version of them, which differs in nothing else.
step_build() {
  local started=$SECONDS again=$built/test/again
  rm -rf "$built/test"
  # One date for both, whatever is committed in between.
  export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CMakeLists.txt")}
  "$root/scripts/packages_debian.sh" $compile "$new" >>"$log"
  echo "$me: compiled and packaged in $((SECONDS - started)) s"
  check 'the build refuses a C library that has lost a function' refuses_lost_symbol
  if [[ ! $brief ]]; then
    started=$SECONDS
    "$root/scripts/packages_debian.sh" $compile "$again" >>"$log"
    echo "$me: packaged again in $((SECONDS - started)) s"
    check 'packages built again are the same, byte for byte' same_packages "$new" "$again"
    rm -rf "$again"
  fi
  make_older
}

# refuses_lost_symbol: what debian/rules calls passes with the list of functions, and fails with one more than there is.
refuses_lost_symbol() {
  local content=$built/test/content list=$built/test/symbols said
  dpkg-deb --extract "$new"/libuniform-c1_*.deb "$content"
  cp "$root/deploy/debian/libuniform-c1.symbols" "$list"
  python3 -B "$root/scripts/generate_bindings.py" symbols "$built/test"
  compare_symbols
  echo ' uniform_lost@Base 1.0.0' >>"$list"
  said=$(fails compare_symbols)
  contains "$said" '#MISSING: 1.0.0-1# uniform_lost@Base'
  rm -rf "$content" "$list"
}

compare_symbols() {
  (cd "$root/deploy" && dpkg-gensymbols -plibuniform-c1 -v1.0.0-1 -c2 -P"$content" -I"$list" -O/dev/null \
    -e"$(echo "$content"/usr/lib/*/libuniform-c.so.*.*)") 2>&1
}

make_older() {
  local package content=$built/test/content version
  version=$(dpkg-deb --field "$new"/uniform_*.deb Version)
  mkdir -p "$old"
  for package in "$new"/*.deb; do
    [[ $package != *-dbgsym_* ]] || continue
    dpkg-deb --raw-extract "$package" "$content"
    sed -i "s/$version/0.9.0-1/g" "$content/DEBIAN/control"
    dpkg-deb -Znone --root-owner-group --build "$content" "$old" >>"$log"
    rm -rf "$content"
  done
}

same_packages() {
  (cd "$1" && sha256sum -- *.deb) | (cd "$2" && sha256sum --check --quiet)
}

no_lintian_warnings() {
  local said
  said=$(lintian --allow-root --fail-on none --suppress-tags-from-file "$root/tests/packages/lintian-suppressed" \
    --tag-display-limit 0 "$new"/*.changes)
  echo "$said"
  ! grep -q '^[EW]:' <<<"$said"
}

step_lintian() { check 'lintian has no errors or warnings' no_lintian_warnings; }

step_system() {
  local version
  fresh_system
  mount_all
  mkdir -p "$system/srv/uniform/tests/consumer"
  for version in old new; do
    mkdir "$system/srv/uniform/$version"
    cp "$built/test/$version"/*.deb "$system/srv/uniform/$version/"
    rm -f "$system/srv/uniform/$version"/*-dbgsym_*
    (cd "$system/srv/uniform/$version" && dpkg-scanpackages --multiversion . 2>/dev/null >Packages)
  done
  cp -r "$root/tests/packages" "$system/srv/uniform/tests/"
  cp -r "$root/tests/consumer/project" "$system/srv/uniform/tests/consumer/"
  cp -r "$root/bindings/c/tests/project" "$system/srv/uniform/tests/c_project"
  cp "$root/bindings/c/include/uniform.h" "$system/srv/uniform/tests/"
  cp "$root/docs/guide/installing.md" "$system/srv/uniform/"
  # In the background, because bash carries out a trap only between commands in the foreground.
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb chroot "$system" \
    bash /srv/uniform/tests/packages/system.sh </dev/null &
  finished "the packages on a fresh system" $!
  unmount_all
}

# The stage that compiles is replaced by the packages that are there; the base image is the fresh system.
step_image() {
  local work=$dir/image packages=$built/test/image
  build_image=(buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs build --isolation chroot --format docker)
  rm -rf --one-file-system "$work"
  mkdir -p "$work" "$packages"
  cp "$new"/uniform_*.deb "$packages/"
  fresh_system
  printf 'FROM scratch\nCOPY . /\n' >"$work/base"
  quietly "${build_image[@]}" --file "$work/base" --tag localhost/base "$system"
  check 'the image is built' "${build_image[@]}" --file "$root/deploy/Containerfile" --build-arg BASE=localhost/base \
    --build-context "packages=$packages" --tag localhost/uniform "$root/deploy"
  unshare --net bash "$root/tests/packages/image.sh" "$work" </dev/null &
  finished "the container image" $!
  umount --lazy "$work/storage/vfs" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}

# finished NAME PROCESS: waits for it and counts it.
finished() {
  if wait "$2"; then
    passed=$((passed + 1))
    echo "ok      $1"
  else
    failed=$((failed + 1))
    echo "FAILED  $1"
  fi
}

for step in "${steps[@]}"; do "step_$step"; done
count_checks
