#!/usr/bin/env python3
"""The presets of the trees (docs/decisions/0043) configure, build and test, and no preset of tests runs the long entries, which are
those of `./test all`."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DECISION = ROOT / "docs/decisions/0043-one-repository-with-three-trees.md"
KINDS = ("configurePresets", "buildPresets", "testPresets")


def trees(text):
    """The presets of the first column of the decision's table.

    >>> trees("| preset | what |\\n|---|---|\\n| `a` | `x` |\\n| `b`, `c` | y |\\n")
    ['a', 'b', 'c']
    """
    cells = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def left_out(name, presets):
    """The labels that a preset of tests leaves out, its own or those of the presets that it inherits.

    >>> left_out("b", {"a": {"filter": {"exclude": {"label": "x"}}}, "b": {"inherits": "a", "filter": {"include": {"label": "y"}}}})
    'x'
    """
    preset = presets[name]
    own = preset.get("filter", {}).get("exclude", {}).get("label")
    inherited = preset.get("inherits", [])
    inherited = [inherited] if isinstance(inherited, str) else inherited
    return own or next((label for each in inherited if (label := left_out(each, presets))), None)


def main():
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    named = {kind: {preset["name"]: preset for preset in presets[kind]} for kind in KINDS}
    wanted = trees(DECISION.read_text(encoding="utf-8"))
    mistakes = [f"{tree} is not among the {kind}" for tree in wanted for kind in KINDS if tree not in named[kind]]
    mistakes += [f"the test preset {name} does not leave out the label long" for name in named["testPresets"]
                 if left_out(name, named["testPresets"]) != "^long$"]
    print("\n".join(mistakes) or f"{len(wanted)} trees, {len(named['testPresets'])} presets of tests")
    sys.exit(1 if mistakes or not wanted else 0)


if __name__ == "__main__":
    main()
