#!/usr/bin/env python3
"""Checks that npm 9.2.0, which Debian 12 and 13 have, accepts each package-lock.json of the project: lock_files_test.py
NODE NPM FOLDER

A newer npm writes and accepts lock files that this one refuses. If NPM is another version, it fetches 9.2.0 into FOLDER.
Nothing is installed: `npm ci --dry-run` compares package.json with the lock file.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = "9.2.0"
SHA512 = "oypVdaWGHDuV79RXLvp+B9gh6gDyAmoHKrQ0/JBYTWWx5D8/+AAxFdZC84fSIiyDdyW4qfrSyYGKhekxDOaMXQ=="

# (what is wrong, package.json, the packages of its lock file): refused, so that the check is known to refuse.
REFUSED = [
    (
        "an override by an alias",
        {"dependencies": {"one": "1.0.0"}, "overrides": {"two": "npm:@example/two@1.0.0"}},
        {
            "": {"dependencies": {"one": "1.0.0"}},
            "node_modules/one": {"version": "1.0.0", "dependencies": {"two": "^1.0.0"}},
            "node_modules/two": {"name": "@example/two", "version": "1.0.0"},
        },
    ),
    (
        "a version that package.json does not name",
        {"dependencies": {"one": "1.0.0"}},
        {"": {"dependencies": {"one": "1.0.0"}}, "node_modules/one": {"version": "1.0.1"}},
    ),
]


def npm_of_debian(node: str, npm: str, folder: Path) -> list[str]:
    """The command that is npm 9.2.0."""
    if subprocess.run([npm, "--version"], check=True, capture_output=True, text=True).stdout.strip() == VERSION:
        return [npm]
    program = folder / "package" / "bin" / "npm-cli.js"
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        if subprocess.run([npm, "pack", "--silent", f"npm@{VERSION}"], cwd=folder).returncode != 0:
            sys.exit(f"npm cannot fetch npm {VERSION}: see its message above, and whether its registry can be reached")
        archive = folder / f"npm-{VERSION}.tgz"
        if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != SHA512:
            sys.exit(f"npm {VERSION} has another content than it had")
        with tempfile.TemporaryDirectory(dir=folder) as unpacked, tarfile.open(archive) as files:
            files.extractall(unpacked)
            (Path(unpacked) / "package").rename(folder / "package")
    return [node, str(program)]


def refusal(npm: list[str], cache: Path, project: Path) -> str | None:
    """The error of npm for the lock file in the folder."""
    options = ["--dry-run", "--ignore-scripts", "--offline", "--no-audit", "--no-fund", "--loglevel=verbose"]
    done = subprocess.run([*npm, "ci", *options, f"--cache={cache}"], cwd=project, capture_output=True, text=True)
    reasons = [line for line in done.stderr.splitlines() if "loadVirtual" in line or "ERR!" in line]
    return "\n".join(reasons[:8]) if done.returncode else None


def main() -> int:
    node, program, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    if program.endswith("-NOTFOUND") or node.endswith("-NOTFOUND"):
        sys.exit("the test of lock files needs node and npm: scripts/packages.sh lists the packages")
    npm = npm_of_debian(node, program, folder)
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*package-lock.json"], check=True, capture_output=True, text=True)
    locks = listed.stdout.split()
    failed = 0 if locks else 1
    with tempfile.TemporaryDirectory() as scratch:

        def project(number: int) -> Path:
            place = Path(scratch) / str(number)
            place.mkdir()
            return place

        for number, (wrong, package, packages) in enumerate(REFUSED):
            place = project(number)
            (place / "package.json").write_text(json.dumps(package))
            (place / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "requires": True, "packages": packages}))
            if refusal(npm, folder / "cache", place) is None:
                print(f"this test does not notice {wrong}")
                failed += 1
        for number, lock in enumerate(locks, len(REFUSED)):
            place = project(number)
            for name in ("package.json", "package-lock.json"):
                shutil.copy((ROOT / lock).with_name(name), place)
            if said := refusal(npm, folder / "cache", place):
                print(f"npm {VERSION} refuses {lock}:\n{said}")
                failed += 1
    print(f"{len(locks)} lock files, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
