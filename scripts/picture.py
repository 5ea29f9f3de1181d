#!/usr/bin/env python3
"""Draws docs/images/command.svg, the README's picture: what the command prints on a terminal with colours.

    scripts/picture.py --command build/release/bin/uniform            writes the picture
    scripts/picture.py --command build/dev/bin/uniform --check        compares its text with what is printed today

Needs Rich (Debian: python3-rich), except for --check.
"""

import argparse
import html
import re
import shlex
import subprocess
import sys
from pathlib import Path

PICTURE = Path(__file__).resolve().parent.parent / "docs/images/command.svg"
COMMANDS = [
    "parse 'https://reader@example.com:8042/over/there?name=ferret#nose'",
    "check 'http://example.com/a b' urn:isbn:978-951-0-18435-6",
    "compare http://example.com/%7Estaff HTTP://EXAMPLE.com/~staff",
    "repair http://münchen.example/straße",
    "lint 'http://www.example.com@10.0.0.1/'",
]
COLUMNS = 146

# Only fonts of the reader's system.
FORMAT = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; white-space: pre; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def printed(program, command, color):
    """Both output streams in the order of the terminal."""
    done = subprocess.run([program, *shlex.split(command), "--color", color], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode > 1:
        sys.exit(f"picture: uniform {command} exits with {done.returncode}: {done.stdout.decode()}")
    return done.stdout.decode().rstrip("\n")


def draw(program):
    from rich.console import Console
    from rich.text import Text

    with open("/dev/null", "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True, color_system="standard")
        for command in COMMANDS:
            console.print(Text(f"$ uniform {command}", style="bold"), overflow="ignore", crop=False)
            console.print(Text.from_ansi(printed(program, command, "always")), soft_wrap=True)
        return console.export_svg(title="uniform", code_format=FORMAT, unique_id="uniform")


def texts(svg):
    """The lines of the picture, without spaces."""
    lines = {}
    for x, y, text in re.findall(r'<text class="[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>([^<]*)</text>', svg):
        lines.setdefault(float(y), []).append((float(x), html.unescape(text)))
    return ["".join("".join(part for _, part in sorted(parts)).split()) for _, parts in sorted(lines.items())]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the command uniform")
    parser.add_argument("--check", action="store_true", help="compare, and change nothing")
    arguments = parser.parse_args()
    if not arguments.check:
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text("\n".join(line.rstrip() for line in draw(arguments.command).splitlines()) + "\n", encoding="utf-8")
        return
    expected = []
    for command in COMMANDS:
        expected += [f"$ uniform {command}", *printed(arguments.command, command, "never").splitlines()]
    expected = ["".join(line.split()) for line in expected if line.strip()]
    found = [line for line in texts(PICTURE.read_text(encoding="utf-8")) if line]
    if found != expected:
        for have, want in zip(found, expected):
            if have != want:
                print(f"the picture: {have}\nthe command: {want}", file=sys.stderr)
        sys.exit("docs/images/command.svg is not what the command prints; scripts/picture.py draws it")


if __name__ == "__main__":
    main()
