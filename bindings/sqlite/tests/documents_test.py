#!/usr/bin/env python3
"""The examples of docs/guide/sqlite.md, in SQLite's shell: documents_test.py uniform.so [--update]."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sql" / "tests"))
import documents  # noqa: E402


def run(script):
    script = "\n".join(line for line in script.splitlines() if not line.startswith(".load"))
    words = ["sqlite3", "-box", ":memory:", "-cmd", f".load {Path(sys.argv[1]).resolve()}"]
    return subprocess.run(words, input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


sys.exit(0 if documents.check("docs/guide/sqlite.md", ".print {}", run, "--update" in sys.argv) else 1)
