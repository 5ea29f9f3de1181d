#!/usr/bin/env python3
"""Makes the tables of the pages with one more language: third_language.py OUT

The language is a folder of texts in a copy of web/, and nothing else: that of English with some texts of its own, and a
translation of two messages. third_language_test.cpp is compiled with the tables.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TAG = "qaa"  # RFC 5646 2.2.1: a tag for private use, which is never that of a language of the pages
PAGES = {
    "front.heading": "Des noms qui durent",
    "language.decimal": ",",
    "language.name": "Français",
    "language.thousands": "\u202f",
}
MESSAGES = {
    "no resource at this path": "il n'y a rien ici",
    'the namespace "{}" is not managed here': "l'espace de noms « {} » n'est pas géré ici",
}


def write(file: Path, what: dict) -> None:
    file.write_text(json.dumps(what, ensure_ascii=False), encoding="utf-8")


def add_language(web: Path, tag: str = TAG) -> Path:
    """A folder of texts in a copy of web/."""
    folder = web / "texts" / tag
    shutil.copytree(web / "texts/en", folder)
    english = json.loads((folder / "pages.json").read_text(encoding="utf-8"))
    write(folder / "pages.json", english | PAGES)
    write(folder / "messages.json", {"messages": MESSAGES, "words": {"author": "Auteur"}})
    return folder


def copy_of_web(folder: str) -> Path:
    web = Path(folder) / "web"
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", "dist"))
    return web


def generate(out: Path, web: Path) -> subprocess.CompletedProcess:
    command = [sys.executable, "-B", ROOT / "scripts/generate_web.py", out, web]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        web = copy_of_web(folder)
        add_language(web)
        done = generate(Path(sys.argv[1]), web)
    sys.stderr.write(done.stderr)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
