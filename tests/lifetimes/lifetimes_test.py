"""The findings of the guards against dangling references and views: the lines of a source that end with "// BAD", and no
other.

Usage: lifetimes_test.py SOURCE COMMAND...  COMMAND reads the source, fails, and reports each line as an error."""

import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
wanted = {n for n, line in enumerate(source.read_text(encoding="utf-8").split("\n"), 1) if line.endswith("// BAD")}
run = subprocess.run([a.replace("SOURCE", str(source)) for a in sys.argv[2:]], capture_output=True, text=True, check=False)
found = {int(n) for n in re.findall(re.escape(source.name) + r":(\d+):\d+: error: ", run.stdout + run.stderr)}
for line in sorted(wanted ^ found):
    print(f"{source}:{line}: {'not found' if line in wanted else 'found, and is no mistake'}")
if not wanted or wanted != found or run.returncode == 0:
    sys.exit(f"exit status {run.returncode} of {sys.argv[2:]}:\n{run.stdout}{run.stderr}")
