#!/usr/bin/env python3
"""The binary interface of a library against the recorded one: abi_test.py [--record] LIBRARY.

LIBRARY is libuniform.so with full debug information, or libuniform-c.so with --c, its --headers and its --baseline. What is
compared are the functions and variables that it exports and the layout of the types that public headers define; the standard
library's types belong to the compiler. Additions pass; what a program that was linked with the recorded version would stumble
over does not. --record writes the baseline.
"""
import argparse
import lzma
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SUPPRESSIONS = HERE / "suppressions.ini"
FAILED = 1 | 2  # bits of its exit code: an error, and the wrong options


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--abidw", default="abidw")
    parser.add_argument("--abidiff", default="abidiff")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp"))
    parser.add_argument("--headers", type=pathlib.Path, default=ROOT / "include")
    parser.add_argument("--baseline", type=pathlib.Path, default=HERE / "libuniform.abi.xz")
    parser.add_argument("--c", action="store_true", help="only what exported functions use: the library is for C")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("library")
    arguments = parser.parse_args()

    now, recorded = arguments.work / "now.abi", arguments.work / "recorded.abi"
    subprocess.run([arguments.abidw, "--headers-dir", arguments.headers, "--drop-private-types", "--drop-undefined-syms",
                    "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed", "--no-architecture",
                    "--no-parameter-names", "--suppressions", SUPPRESSIONS, "--out-file", now,
                    *(["--exported-interfaces-only"] if arguments.c else []), arguments.library], check=True)
    if arguments.record:
        arguments.baseline.write_bytes(lzma.compress(now.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
        print(f"{arguments.baseline}: {arguments.baseline.stat().st_size} bytes")
        return 0
    recorded.write_bytes(lzma.decompress(arguments.baseline.read_bytes()))
    done = subprocess.run([arguments.abidiff, "--no-added-syms", "--suppressions", SUPPRESSIONS, "--no-show-locs", recorded, now],
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
