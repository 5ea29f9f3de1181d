#!/usr/bin/env bash
# scripts/record_abi.sh  records the binary interfaces of the core and of each part in tests/abi/NAME.abi.xz and that of the C
# library in bindings/c/tests/libuniform-c.abi.xz, with which the tests abi.baseline.PART and c.abi compare later builds. When
# to do so is in docs/releasing.md.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$root/scripts/packages.sh"
source "$root/scripts/build.sh"
need_packages run test bindings
build dev uniform_abi
for library in "$root"/build/dev/tests/abi/libuniform{,-*}.so; do
  part=${library##*/libuniform}
  part=${part%.so}
  python3 "$root/tests/abi/abi_test.py" --record --work "$root/build/dev/tests/abi" \
    --headers "$root/include${part:+/uniform/${part#-}}" "$library"
done
work=$root/build/dev/bindings/c/tests/abi
python3 "$root/tests/abi/abi_test.py" --record --work "$work" --headers "$root/build/dev/bindings/c/include" \
  --baseline "$root/bindings/c/tests/libuniform-c.abi.xz" "$(find "$work" -name 'libuniform-c.so.*' -type f | head -n 1)"
