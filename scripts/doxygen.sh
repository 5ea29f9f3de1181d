#!/usr/bin/env bash
# scripts/doxygen.sh [--site] [FOLDER]  makes the reference of the C++ interface of the headers' comments: FOLDER/html/index.html,
# default build/doxygen. An entity's page shows its example (scripts/reference_input.py). Fails on a warning of Doxygen,
# and on a public class, enumeration, type or free function without
# a comment. (Members, whose names often say all, may have none.) --site: without what needs scripts, for scripts/site.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
for_site=()
if [[ ${1-} == --site ]]; then
  for_site=('SEARCHENGINE = NO' 'HTML_DYNAMIC_MENUS = NO' 'VERBATIM_HEADERS = NO' 'SHOW_USED_FILES = YES')
  shift
fi
out=${1:-$root/build/doxygen}
command -v doxygen >/dev/null || {
  echo "doxygen.sh: doxygen is missing (scripts/packages.sh lists its package)" >&2
  exit 1
}
mkdir -p "$out"
out=$(readlink -f "$out")
cd "$root"
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt | head -n 1)

# doxygen_with SETTING...: the project's settings and these; doxygen's warnings go to $out/warnings.
doxygen_with() {
  rm -f "$out/warnings"
  {
    cat docs/Doxyfile
    printf '%s\n' "PROJECT_NUMBER = $version" "OUTPUT_DIRECTORY = \"$out\"" "WARN_LOGFILE = \"$out/warnings\"" \
      "INPUT = \"$out/include\" docs/reference/library.md \"$out/examples/examples.dox\"" \
      "EXAMPLE_PATH = \"$out/examples\"" "STRIP_FROM_PATH = \"$out/include\"" \
      "STRIP_FROM_INC_PATH = \"$out/include\"" "$@"
  } | doxygen - >/dev/null
}

python3 scripts/reference_input.py "$out"
rm -rf "$out/html"
doxygen_with "${for_site[@]}"
cp "$out/warnings" "$out/findings"
# This run reports what the first run shows without a comment.
doxygen_with 'EXTRACT_ALL = NO' 'WARN_IF_UNDOCUMENTED = YES' 'GENERATE_HTML = NO' 'GENERATE_XML = YES' \
  'XML_PROGRAMLISTING = NO'
rm -rf "$out/xml"
grep -E ': Compound .* is not documented|of (namespace|file) .* is not documented' "$out/warnings" >>"$out/findings" || true

if [[ -s $out/findings ]]; then
  sed "s|^$out/||" "$out/findings" | sort -u >&2
  echo "doxygen.sh: $(sort -u "$out/findings" | wc -l) warnings" >&2
  exit 1
fi
echo "$out/html/index.html"
