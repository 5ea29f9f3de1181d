# changed_sources: the C++ sources that the commits of the last twelve hours before HEAD have changed, a line each. To be sourced
# by bash; `root` names the project's folder.
changed_sources() {
  local since=$(($(git -C "$root" log -1 --format=%ct) - 12 * 3600))
  git -C "$root" log --since="$since" --name-only --format= -- '*.cpp' | sort -u
}
