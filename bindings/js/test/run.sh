#!/bin/sh
# run.sh BUILD NPM            installs into BUILD what the tests need, in the versions of the lock file
# run.sh BUILD NODE FILE...   runs tests on the package in BUILD/package
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
program=$2
shift 2
tests=$build/test

if [ $# = 0 ]; then
  mkdir -p "$tests"
  cp "$here/package.json" "$here/package-lock.json" "$tests"
  if ! cmp -s "$here/package-lock.json" "$tests/node_modules/installed"; then
    if ! (cd "$tests" && "$program" ci --no-audit --no-fund --ignore-scripts); then
      echo "npm cannot install what the tests of the JavaScript package need: see its message above, and whether its registry can be reached" >&2
      exit 1
    fi
    cp "$here/package-lock.json" "$tests/node_modules/installed"
  fi
  # The package under its name; and its module, whose parts are not exported, under a name of its own.
  ln -sfn ../../package "$tests/node_modules/uniform-identifiers"
  mkdir -p "$tests/node_modules/uniform-identifiers-module"
  echo '{ "type": "module", "main": "index.js" }' >"$tests/node_modules/uniform-identifiers-module/package.json"
  echo 'export * from "../uniform-identifiers/module.js";' >"$tests/node_modules/uniform-identifiers-module/index.js"
  exit 0
fi

cp "$here"/*.mjs "$tests"
mkdir -p "$tests/types"
cp "$here"/types/*.ts "$tests/types"
export UNIFORM_JS_PACKAGE="$build/package"
UNIFORM_SOURCE=$(cd "$here/../../.." && pwd)
export UNIFORM_SOURCE
export UNIFORM_TEST_DATA="$UNIFORM_SOURCE/tests/data"
cd "$tests"
exec "$program" --test "$@"
