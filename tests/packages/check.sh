# The common part of the tests of the packages. To be sourced by bash.

passed=0 failed=0

# check NAME COMMAND...: carries out the command, or the function, which ends at its first step that fails. Its output is
# shown only then.
check() {
  local name=$1 output status
  shift
  set +e
  output=$(
    exec 2>&1 </dev/null
    set -euo pipefail
    "$@"
  )
  status=$?
  set -e
  if ((status == 0)); then
    passed=$((passed + 1))
    echo "ok      $name"
  else
    failed=$((failed + 1))
    echo "FAILED  $name (exit code $status)"
    tail -n 40 <<<"$output" | sed 's/^/        /'
  fi
}

# same WANTED GOT: both texts, when they differ.
same() {
  [[ $1 == "$2" ]] || {
    printf 'wanted: %s\ngot:    %s\n' "$1" "$2"
    return 1
  }
}

# contains TEXT PART
contains() {
  [[ $1 == *"$2"* ]] || {
    printf 'lacks:  %s\ngot:    %s\n' "$2" "$1"
    return 1
  }
}

# fails COMMAND...: it has an exit code other than 0.
fails() {
  if "$@"; then
    echo "succeeded: $*"
    return 1
  fi
}

count_checks() {
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
