#!/bin/sh
# run.sh BUILD PACKAGE NPM           installs into BUILD what web/ needs, in the versions of its lock file
# run.sh BUILD PACKAGE NODE build    checks the types, makes BUILD/dist by build.mjs, and copies the tests
# run.sh BUILD PACKAGE NODE FILE...  runs tests of web/test on BUILD/dist
# PACKAGE is the JavaScript package, built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
package=$(cd "$2" && pwd)
program=$3
shift 3

if [ $# = 0 ]; then
  [ "$here" = "$build" ] || cp "$here/package.json" "$here/package-lock.json" "$build"
  if ! cmp -s "$here/package-lock.json" "$build/node_modules/installed"; then
    if ! (cd "$build" && "$program" ci --no-audit --no-fund --ignore-scripts); then
      echo "npm cannot install what the workbench needs: see its message above, and whether its registry can be reached" >&2
      exit 1
    fi
    cp "$here/package-lock.json" "$build/node_modules/installed"
  fi
  ln -sfn "$package" "$build/node_modules/uniform-identifiers"
  exit 0
fi

if [ "$1" = build ]; then
  rm -rf "$build/src" "$build/texts" "$build/test"
  cp -R "$here/src" "$here/texts" "$here/test" "$here/tsconfig.json" "$here/build.mjs" "$build"
  cd "$build"
  "$program" node_modules/typescript/bin/tsc --noEmit
  exec "$program" build.mjs
fi

UNIFORM_SOURCE=$(cd "$here/.." && pwd)
export UNIFORM_SOURCE
export UNIFORM_WEB_BUILD="$build"
cd "$build/test"
exec "$program" --test "$@"
