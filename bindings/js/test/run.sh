#!/bin/sh
# run.sh BUILD NPM            copies the tests to BUILD/test and installs what they need, in the versions of the lock file
# run.sh BUILD NPM tools SET  installs into BUILD/SET the tools of test/SET, with which users use the package
# run.sh BUILD NODE FILE...   runs tests on the package in BUILD/package, and on BUILD/*.tgz, which npm packed of it
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
program=$2
shift 2
tests=$build/test

# install FROM TO: the packages of FROM/package-lock.json into TO/node_modules.
install() {
  mkdir -p "$2"
  cp "$1/package.json" "$1/package-lock.json" "$2"
  ! cmp -s "$1/package-lock.json" "$2/node_modules/installed" || return 0
  if ! (cd "$2" && "$program" ci --no-audit --no-fund --ignore-scripts); then
    echo "npm cannot install what the tests of the JavaScript package need: see its message above, and whether its registry can be reached" >&2
    exit 1
  fi
  cp "$1/package-lock.json" "$2/node_modules/installed"
}

if [ "${1-}" = tools ]; then
  install "$here/$2" "$build/$2"
  exit 0
fi

if [ $# = 0 ]; then
  install "$here" "$tests"
  # Once, because a test that runs beside would read half a file.
  mkdir -p "$tests/types"
  cp "$here"/*.mjs "$tests"
  cp "$here"/types/* "$tests/types"
  # The package under its name; and its module, whose parts are not exported, under a name of its own.
  ln -sfn ../../package "$tests/node_modules/uniform-identifiers"
  mkdir -p "$tests/node_modules/uniform-identifiers-module"
  echo '{ "type": "module", "main": "index.js" }' >"$tests/node_modules/uniform-identifiers-module/package.json"
  echo 'export * from "../uniform-identifiers/module.js";' >"$tests/node_modules/uniform-identifiers-module/index.js"
  exit 0
fi

export UNIFORM_JS_BUILD="$build"
export UNIFORM_JS_PACKAGE="$build/package"
UNIFORM_SOURCE=$(cd "$here/../../.." && pwd)
export UNIFORM_SOURCE
export UNIFORM_TEST_DATA="$UNIFORM_SOURCE/tests/data"
cd "$tests"
exec "$program" --test "$@"
