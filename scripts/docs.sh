#!/usr/bin/env bash
# scripts/docs.sh MANUAL [FOLDER]  builds the documentation as a site into FOLDER, default build/docs: what `./run docs` does
# once the command is built, whose manual pages are in the folder MANUAL. The service serves it at /docs with the setting
# web.docs = "FOLDER". Without Doxygen, the site has no reference of the C++ interface.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
manual=$1
out=${2:-$root/build/docs}
reference=()
if command -v doxygen >/dev/null; then
  work=$root/build/doxygen-site
  "$root/scripts/doxygen.sh" --site "$work" >/dev/null
  reference=(--reference "$work/html")
else
  echo "uniform: doxygen is missing: the site will lack the reference of the C++ interface" >&2
fi
exec python3 -B "$root/scripts/site/build.py" --manual "$manual" "${reference[@]}" "$out"
