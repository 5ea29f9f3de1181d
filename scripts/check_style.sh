#!/usr/bin/env bash
# scripts/check_style.sh [--format-only | --part K/N | --changed] [FILE...]  fails on a finding of clang-format 19, clang-tidy 19 or
# scripts/check_pitfalls.sh in the C++ sources, or in those FILEs only. clang-tidy reads how each file is compiled from the
# preset dev, which is configured if needed; with --part, it reads every Nth source, beginning with the Kth; with --changed,
# those that the commits of the last twelve hours before HEAD have changed: of more than MOST_CHANGED sources and groups, a
# part, another one each day.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
source scripts/packages.sh
source scripts/build.sh
source scripts/changed.sh
need_packages run style

MOST_CHANGED=40 # so that .ci/run stays within its time
format_only='' changed='' part=1 parts=1
case ${1-} in
  --format-only)
    format_only=1
    shift
    ;;
  --changed)
    changed=1
    shift
    ;;
  --part)
    [[ ${2-} =~ ^([1-9][0-9]*)/([1-9][0-9]*)$ ]] && ((BASH_REMATCH[1] <= BASH_REMATCH[2])) || {
      echo "check_style: --part needs K/N, such as 1/4" >&2
      exit 2
    }
    part=${BASH_REMATCH[1]} parts=${BASH_REMATCH[2]}
    shift 2
    ;;
esac
if (($#)); then
  files=("$@")
else
  mapfile -t files < <(git ls-files '*.cpp' '*.hpp' '*.inl')
fi
read_by_tidy=("${files[@]}")
if [[ $changed ]]; then
  mapfile -t read_by_tidy < <(changed_sources)
fi
status=0

echo "clang-format: ${#files[@]} files"
printf '%s\0' "${files[@]}" | xargs -0 -n 50 -P "$(nproc)" clang-format-19 --dry-run --Werror || status=1

# Tests, fuzzers and benchmarks are left out: three quarters of the time, and hardly a finding. Sources that are compiled
# in groups are read in groups (cmake/unity.cmake).
if [[ ! $format_only ]]; then
  build dev tidy_inputs # generated sources
  mapfile -t units < <(python3 - "$root" "${read_by_tidy[@]}" <<'END'
import json, pathlib, re, sys
root = pathlib.Path(sys.argv[1])
wanted = {str(root / f) for f in sys.argv[2:]}
for entry in json.load(open(root / "build/dev/compile_commands.json")):
    if "tests/abi/" in entry.get("output", entry["command"]):
        continue # the same sources once more
    unit = entry["file"]
    group = re.findall(r'#include "(.*)"', pathlib.Path(unit).read_text()) if "/Unity/" in unit else [unit]
    if wanted.intersection(f for f in group if re.match(r"(src|apps)/", f.removeprefix(f"{root}/"))):
        print(unit)
END
  )
  if [[ $changed ]] && ((${#units[@]} > MOST_CHANGED)); then
    parts=$(((${#units[@]} + MOST_CHANGED - 1) / MOST_CHANGED)) part=$(($(date +%s) / 86400 % parts + 1))
    echo "clang-tidy: part $part of $parts of what changed; the others: scripts/check_style.sh --part"
  fi
  all=("${units[@]}") units=()
  for ((i = part - 1; i < ${#all[@]}; i += parts)); do units+=("${all[i]}"); done
  if ((${#units[@]})); then
    echo "clang-tidy: ${#units[@]} of ${#all[@]} sources and groups of sources"
    # The commands are those of GCC, whose warnings clang-tidy need not know.
    printf '%s\0' "${units[@]}" |
      xargs -0 -n 1 -P "$(nproc)" clang-tidy-19 -p build/dev --quiet --warnings-as-errors='*' \
        --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-ignored-gch \
        --extra-arg=-Wno-unused-command-line-argument 2>build/dev/tidy.log || status=1
    if ((status)); then grep -v 'warnings generated\|^Suppressed\|^Use -header' build/dev/tidy.log >&2 || true; fi
    echo "loops over parts of temporaries, calls by name alone: the same sources"
    printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" scripts/check_pitfalls.sh -p build/dev || status=1
  fi
fi
exit $status
