#!/usr/bin/env python3
"""Makes the environment of the tests: python3 environment.py [--build [--missing FILE] | --spark | --pandas2] FOLDER

A virtual environment with what requirements-build.txt or, without --build, also requirements-test.txt pins, with --spark
requirements-spark.txt besides, each by its hash; with --pandas2, only what requirements-pandas2.txt pins. Nothing is done where that was installed before. With --build, prints where nanobind's CMake files are. --missing is
for the test of a build without the package, which CMake could not configure: it fails in any case, because nothing of the
package was tested, and touches FILE, so that the next build lets CMake try again.
"""

import argparse
import hashlib
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def run(*arguments):
    done = subprocess.run([str(a) for a in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit("\n".join(done.stdout.splitlines()[-30:]) + "\nthe registry of Python packages was not reached, or refused "
                 f"what is pinned: {arguments[-1]} cannot be installed")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--missing", type=Path)
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--pandas2", action="store_true")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.missing:
        given.missing.touch()
    python = given.folder / "bin" / "python"
    if not python.exists():
        venv.create(given.folder, with_pip=True)
    groups = ["pandas2"] if given.pandas2 else ["build", *([] if given.build else ["test"]), *(["spark"] if given.spark else [])]
    for group in groups:
        name = f"requirements-{group}.txt"
        requirements = HERE / name
        stamp = given.folder / f"{name}.sha256"
        wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
        if not stamp.exists() or stamp.read_text() != wanted:
            run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--require-hashes",
                "-r", requirements)
            stamp.write_text(wanted)
    if given.missing:
        sys.exit("the registry of Python packages was not reached when CMake configured the build, so the package was not built "
                 "and nothing of it was tested; it can be reached now: build again")
    if given.build:
        print(run(python, "-m", "nanobind", "--cmake_dir").strip())


if __name__ == "__main__":
    main()
