#!/bin/sh
# run.sh BUILD NPM                    copies the tests to BUILD and installs what they need, as web/package-lock.json says
# run.sh BUILD NODE COMMAND FILE...   runs tests with the built command
# NPM and NODE end in -NOTFOUND if CMake has not found them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
web=$here/../../web
mkdir -p "$1"
build=$(cd "$1" && pwd)
program=$2
shift 2
case $program in
  *-NOTFOUND)
    echo "the browser tests need node and npm: scripts/packages.sh lists the packages" >&2
    exit 1
    ;;
esac

if [ $# = 0 ]; then
  cp "$web/package.json" "$web/package-lock.json" "$build"
  # Beside node_modules, where Node looks for packages; once, because a test that runs beside would read half a file.
  cp "$here"/*.mjs "$build"
  if ! cmp -s "$web/package-lock.json" "$build/node_modules/installed"; then
    if ! (cd "$build" && "$program" ci --no-audit --no-fund --ignore-scripts); then
      echo "npm cannot install what the browser tests need: see its message above, and whether its registry can be reached" >&2
      exit 1
    fi
    cp "$web/package-lock.json" "$build/node_modules/installed"
  fi
  exit 0
fi

UNIFORM_COMMAND=$1
shift
UNIFORM_SOURCE=$(cd "$here/../.." && pwd)
export UNIFORM_COMMAND UNIFORM_SOURCE
cd "$build"
exec "$program" --test "$@"
