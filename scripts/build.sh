# build PRESET [TARGET...]: configures and builds a preset of CMakePresets.json, quietly. To be sourced by bash.
# `root` names the project's folder. Standard output stays empty and standard input untouched; standard error carries
# one line of progress, and the compiler's words when the build fails.

# configure PRESET: the same without building, for those who read what the configuration wrote.
configure() {
  local dir=$root/build/$1
  mkdir -p "$dir" || return
  {
    flock 9
    configure_locked "$1" "$dir"
  } 9>"$dir/lock"
}

configure_locked() {
  local preset=$1 dir=$2
  # A tree that was moved or copied is configured again.
  if [[ -f $dir/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    rm -rf "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/build.ninja"
  fi
  if [[ ! -f $dir/build.ninja || $root/CMakePresets.json -nt $dir/build.ninja ]]; then
    (cd "$root" && cmake --preset "$preset") </dev/null >"$dir/configure.log" 2>&1 || {
      cat "$dir/configure.log" >&2
      echo "uniform: cannot configure the preset $preset" >&2
      return 1
    }
  fi
}

build() {
  local preset=$1 dir=$root/build/$1
  shift
  mkdir -p "$dir" || return
  # Two commands in one pipe (`./run normalize x | ./run unique`) must not build at the same time.
  {
    flock 9
    configure_locked "$preset" "$dir" || return
    if ! (
      set -o pipefail
      ninja -C "$dir" "$@" </dev/null 2>&1 | tee "$dir/build.log" | build_progress "$preset"
    ); then
      grep -vE '^\[[0-9]+/[0-9]+\]|^ninja: Entering' "$dir/build.log" >&2 || true
      echo "uniform: cannot build the preset $preset" >&2
      return 1
    fi
  } 9>"$dir/lock"
}

# Reads ninja's output; says what is going on once there is something to do, and on a terminal how far it is.
build_progress() {
  local preset=$1 line said=
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] && ${BASH_REMATCH[1]} != 0 ]] || continue
    if [[ -t 2 ]]; then
      printf '\runiform: building %s, %s of %s \e[K' "$preset" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
    elif [[ ! $said ]]; then
      echo "uniform: building $preset ..." >&2
    fi
    said=1
  done
  if [[ $said && -t 2 ]]; then printf '\r\e[K' >&2; fi
}
