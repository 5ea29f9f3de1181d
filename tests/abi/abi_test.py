#!/usr/bin/env python3
"""The binary interface of a library against the recorded one: abi_test.py [--record] --headers FOLDER [--baseline FILE] LIBRARY.

LIBRARY is libuniform.so or the library of a part, with full debug information; the recorded interface is NAME.abi.xz beside
this file, or FILE. What is compared are the functions and variables that the library exports and the layout of the types that the
headers in FOLDER define; the standard library's types belong to the compiler, those of another library of the project to its
own record. Additions pass; what a program that was linked with the recorded version would stumble over does not. --record
writes the record.
"""
import argparse
import lzma
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SUPPRESSIONS = HERE / "suppressions.ini"
FAILED = 1 | 2  # bits of its exit code: an error, and the wrong options
INLINE_VARIABLE = re.compile(r"<elf-symbol name='([^']+)'[^>]* type='object-type' binding='(?:weak|gnu-unique)-binding'")


def without_inline_variables(recorded: pathlib.Path) -> str:
    """The suppression of the recorded inline variables: whoever uses one has its own copy, so that no program needs that of the
    library, and which of them a library contains depends on what the compiler could fold."""
    names = "|".join(sorted(set(INLINE_VARIABLE.findall(recorded.read_text()))))
    return f"[suppress_variable]\n  label = inline variables\n  symbol_name_regexp = ^({names or '$'})$\n"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--abidw", default="abidw")
    parser.add_argument("--abidiff", default="abidiff")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp"))
    parser.add_argument("--headers", type=pathlib.Path, default=ROOT / "include")
    parser.add_argument("--baseline", type=pathlib.Path, help="NAME.abi.xz beside this file if it is not given")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("library")
    arguments = parser.parse_args()

    name = pathlib.Path(arguments.library).name.split(".so")[0]
    baseline = (arguments.baseline or HERE / f"{name}.abi.xz").resolve()
    now, recorded = arguments.work / f"{name}.now.abi", arguments.work / f"{name}.recorded.abi"
    subprocess.run([arguments.abidw, "--headers-dir", arguments.headers, "--drop-private-types", "--drop-undefined-syms",
                    "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed", "--no-architecture",
                    "--no-parameter-names", "--exported-interfaces-only", "--suppressions", SUPPRESSIONS,
                    "--out-file", now, arguments.library], check=True)
    if arguments.record:
        baseline.write_bytes(lzma.compress(now.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        print(f"{baseline.relative_to(ROOT)}: {baseline.stat().st_size} bytes")
        return 0
    if not baseline.exists():
        print(f"{baseline.relative_to(ROOT)} is missing: scripts/record_abi.sh")
        return 1
    recorded.write_bytes(lzma.decompress(baseline.read_bytes()))
    inline_variables = arguments.work / f"{name}.suppressions.ini"
    inline_variables.write_text(without_inline_variables(recorded))
    done = subprocess.run([arguments.abidiff, "--no-added-syms", "--suppressions", SUPPRESSIONS, "--suppressions", inline_variables,
                           "--no-show-locs", recorded, now],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # Any change that is no addition: abidiff calls only missing symbols incompatible, not a member at another place.
    if done.returncode & FAILED:
        print(f"{done.stdout}abidiff ended with {done.returncode}")
        return 1
    if done.returncode:
        print(done.stdout)
        print("The binary interface is not compatible with the recorded one. A minor or patch release must not have this\n"
              "change (docs/releasing.md). For a major release, or before 1.0.0 is released: scripts/record_abi.sh")
        return 1
    print(done.stdout or "the interface is the recorded one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
