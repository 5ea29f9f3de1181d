#!/bin/sh
# Mixed traffic to the service for a quarter of an hour, then checks: scripts/soak.sh [--minutes N] [OPTION...]
# Builds the release preset; the options are those of bench/soak.py. UNIFORM_SOAK_COMMAND is used instead, if it is set.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${UNIFORM_SOAK_COMMAND:-}" ]; then
  cmake --preset release
  cmake --build build/release --target uniform
  UNIFORM_SOAK_COMMAND=build/release/bin/uniform
fi
exec python3 -B bench/soak.py "$UNIFORM_SOAK_COMMAND" "$@"
