#!/usr/bin/env python3
"""Runs the examples of a document and compares what they print with what is printed there.

--command PATH: in blocks of ```console, each line "$ ..." is a command line, in which ./run is the built command at PATH;
the lines up to the next one, or up to a comment "# ...", are its output. It runs in the project's folder, which is where this file's parent's parent
is.
--program PATH: the first block after the first program in C++ and a line "It prints" is what PATH prints.
--update: writes what was printed into the document instead of comparing.
"""

import argparse
import difflib
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C"}


def printed(arguments, **options):
    """The output of a command on both its streams, as lines. Exit codes 0 and 1 are answers."""
    done = subprocess.run(arguments, cwd=ROOT, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=30, check=False, **options)
    lines = done.stdout.decode("utf-8").splitlines()
    if done.returncode not in (0, 1):
        lines.append(f"[ended with {done.returncode}]")
    return lines


def with_commands(lines, command):
    """The document with the output of each command line as it is now, and how many command lines there were."""
    result, count, inside, output = [], 0, False, False
    for line in lines:
        if line.startswith("```"):
            inside, output = line == "```console", False
        elif inside and line.startswith("$ "):
            # not `set -e`: a pipe may end with a grep that finds nothing
            text = f"set -o pipefail; run() {{ {shlex.quote(command)} \"$@\"; }}; " + line[2:].replace("./run", "run")
            result.append(line)
            result += printed(["bash", "-c", text])
            count, output = count + 1, True
            continue
        elif inside and line.startswith("# "):
            output = False
        elif inside and output:
            continue
        result.append(line)
    return result, count


def with_program(lines, program):
    """The document with the output of the program as it is now."""
    source = lines.index("```cpp")
    after = next(i for i in range(source, len(lines)) if lines[i].startswith("It prints"))
    begin = next(i for i in range(after, len(lines)) if lines[i].startswith("```"))
    end = next(i for i in range(begin + 1, len(lines)) if lines[i] == "```")
    return lines[: begin + 1] + printed([program]) + lines[end:], 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command")
    parser.add_argument("--program")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("document", type=Path)
    arguments = parser.parse_args()

    old = arguments.document.read_text(encoding="utf-8").splitlines()
    new, count = old, 0
    if arguments.command:
        # where the commands of the service have their store when none is named
        with tempfile.TemporaryDirectory() as folder:
            ENVIRONMENT["XDG_DATA_HOME"] = folder
            new, count = with_commands(new, arguments.command)
    if arguments.program:
        new, more = with_program(new, arguments.program)
        count += more
    if arguments.update:
        arguments.document.write_text("\n".join(new) + "\n", encoding="utf-8")
    differences = list(difflib.unified_diff(old, new, "printed in the document", "printed now", lineterm=""))
    print("\n".join(differences))
    print(f"{count} examples of {arguments.document.name}: {'different' if differences else 'as printed'}")
    return 1 if count == 0 or (differences and not arguments.update) else 0


if __name__ == "__main__":
    sys.exit(main())
