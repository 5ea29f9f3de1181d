#!/usr/bin/env python3
"""Draws docs/images/speed.svg, the README's plot, from the table of docs/performance.md.

    scripts/plot.py            writes the plot (needs Matplotlib; Debian: python3-matplotlib)
    scripts/plot.py --check    compares the numbers in the plot with those of the table
"""

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
PLOT = DOCS / "images/speed.svg"
ROWS = [("parse", "parse"), ("normalize", "parse and normalize")]
PEERS = ["uriparser", "Boost.URL", "libcurl"]


def measured(operation):
    """{who: nanoseconds} of GCC's build with the widest kernel, on the list of web addresses."""
    for line in (DOCS / "performance.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[:4] == [operation, "web", "avx512", "gcc"]:
            own = float(cells[4])
            return {"Uniform": own} | {peer: own * float(cells[6 + i].rstrip("x")) for i, peer in enumerate(PEERS)}
    sys.exit(f"plot: docs/performance.md has no row for {operation}")


def label(who, values):
    ratio = "" if who == "Uniform" else f"  ({values[who] / values['Uniform']:.1f} times)"
    return f"{values[who]:.0f} ns{ratio}"


def draw():
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "uniform", "font.family": "sans-serif",
                                "font.sans-serif": ["DejaVu Sans", "sans-serif"], "font.size": 10})
    from matplotlib import pyplot

    grey, accent = "#767676", "#2a7ab0"  # readable on white and on black
    figure, axes = pyplot.subplots(1, len(ROWS), figsize=(9, 1.9), layout="constrained")
    for axis, (operation, title) in zip(axes, ROWS):
        values = measured(operation)
        bars = axis.barh(list(values), list(values.values()), color=[accent] + [grey] * len(PEERS), height=0.7)
        axis.bar_label(bars, [label(who, values) for who in values], padding=4, color=grey)
        axis.set_title(f"{title}: time for one web address", fontsize=10, color=grey, loc="left")
        axis.set_xlim(0, max(values.values()) * 1.5)
        axis.invert_yaxis()
        axis.tick_params(colors=grey, bottom=False, labelbottom=False, left=False)
        for spine in axis.spines.values():
            spine.set_visible(False)
    figure.savefig(PLOT, transparent=True, metadata={"Date": None})
    text = "\n".join(line.rstrip() for line in PLOT.read_text(encoding="utf-8").splitlines()) + "\n"
    PLOT.write_text(text, encoding="utf-8")


def check():
    found = re.findall(r"\d+ ns(?:  \([\d.]+ times\))?", PLOT.read_text(encoding="utf-8"))
    expected = [label(who, values) for values in (measured(operation) for operation, _ in ROWS) for who in values]
    # Matplotlib writes each text twice: as a comment and as an element.
    if [text for text in dict.fromkeys(found)] != [text for text in dict.fromkeys(expected)]:
        sys.exit(f"docs/images/speed.svg shows {found}, docs/performance.md has {expected}; scripts/plot.py draws it")


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else draw()
