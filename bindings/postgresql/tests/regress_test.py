#!/usr/bin/env python3
"""The regression tests of the extension, by pg_regress: sql/NAME.sql has to print expected/NAME.out.

With --update, what is printed now becomes what is expected.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from server import from_arguments

HERE = Path(__file__).resolve().parent
NAMES = ("types", "functions", "indexes", "texts", "containment", "pguri")


def main():
    words = sys.argv[1:]
    update = "--update" in words
    with from_arguments([w for w in words if w != "--update"]) as server:
        program = server.where("pgxs").parent.parent / "test/regress/pg_regress"
        out = server.folder / "regress"
        out.mkdir()
        if update:
            for name in NAMES:
                (HERE / "expected" / f"{name}.out").touch()
        done = subprocess.run([program, f"--inputdir={HERE}", f"--outputdir={out}", f"--bindir={server.bin}",
                               f"--host={server.folder}", "--user=postgres", "--dbname=regress", "--encoding=UTF8",
                               "--no-locale", *NAMES], env=server.environment, check=False)
        if update:
            for name in NAMES:
                shutil.copy(out / "results" / f"{name}.out", HERE / "expected")
        elif done.returncode != 0:
            print((out / "regression.diffs").read_text(encoding="utf-8", errors="replace")[:20000])
            print(server.log())
    sys.exit(0 if update else 1 if done.returncode or server.failed else 0)


main()
