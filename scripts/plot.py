#!/usr/bin/env python3
"""Draws the plots of docs/performance.md (speed.svg is the README's, too) from its tables.

    scripts/plot.py            writes the plots (needs Matplotlib; Debian: python3-matplotlib)
    scripts/plot.py --check    compares the numbers in the plots with those of the tables

A plot is a row of panels: a title, and bars with a value and a label each. deployments.svg is drawn from the data that
bench/deployments.py writes, once there are any.
"""

import json
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
IMAGES = DOCS / "images"
DEPLOYMENTS = IMAGES / "deployments.json"
PEERS = ["uriparser", "Boost.URL", "libcurl"]


def rows():
    """The cells of all tables."""
    for line in (DOCS / "performance.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def row(*beginning):
    found = next((r for r in rows() if r[:len(beginning)] == list(beginning)), None)
    if found is None:
        sys.exit(f"plot: docs/performance.md has no row {' | '.join(beginning)}")
    return found


def number(cell):
    return float(cell.replace(",", ""))


def operation(name):
    """Nanoseconds of GCC's build with the widest kernel, on the list of web addresses."""
    cells = row(name, "web", "avx512", "gcc")
    own = number(cells[4])
    bars = [("Uniform", own, f"{own:.0f} ns")]
    for i, peer in enumerate(PEERS):
        ratio = number(cells[6 + i].rstrip("x"))
        bars.append((peer, own * ratio, f"{own * ratio:.0f} ns  ({ratio:.1f} times)"))
    return bars


def responses():
    names = [("nginx", "nginx, 100,000"), ("hot names", "hot"), ("random names", "random"), ("cold names", "cold")]
    return [(shown, number(row(name)[1]), f"{number(row(name)[1]):,.0f}/s") for shown, name in names]


def searches(column):
    names = ["the name itself", "the address of a locator", "a word of a few names", "two frequent words"]
    return [(name, number(row(name)[column]), f"{number(row(name)[column]):.1f} ms") for name in names]


def deployments(kind):
    data = json.loads(DEPLOYMENTS.read_text(encoding="utf-8"))
    return [(one["deployment"], one["rate"], f"{one['rate']:,.0f}/s") for one in data["rows"] if one["names"] == kind]


PLOTS = {
    "speed.svg": lambda: [("parse: time for one web address", operation("parse")),
                          ("parse and normalize: time for one web address", operation("normalize"))],
    "service.svg": lambda: [("responses per second", responses()),
                            ("search, API: time of 95 % of the requests", searches(2)),
                            ("search, page: time of 95 % of the requests", searches(5))],
}
if DEPLOYMENTS.exists():
    PLOTS["deployments.svg"] = lambda: [("responses per second: names that are requested again and again", deployments("hot")),
                                        ("responses per second: any of all names", deployments("random"))]


def draw():
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "uniform", "font.family": "sans-serif",
                                "font.sans-serif": ["DejaVu Sans", "sans-serif"], "font.size": 10})
    from matplotlib import pyplot

    grey, accent = "#767676", "#2a7ab0"  # readable on white and on black
    for name, panels_of in PLOTS.items():
        panels = panels_of()
        own = name == "speed.svg"  # the first bar is the library's
        wide = own or len(panels) == 1
        shape = (1, len(panels)) if wide else (len(panels), 1)
        size = (9, 1.9) if wide else (7, 0.42 * sum(1 + len(bars) for _, bars in panels) if name == "deployments.svg" else 1.7 * len(panels))
        figure, axes = pyplot.subplots(*shape, figsize=size, layout="constrained")
        for axis, (title, bars) in zip(axes, panels):
            colors = [accent] + [grey] * (len(bars) - 1) if own else [grey if b[0].startswith("nginx") else accent for b in bars]
            drawn = axis.barh([b[0] for b in bars], [b[1] for b in bars], color=colors, height=0.7)
            axis.bar_label(drawn, [b[2] for b in bars], padding=4, color=grey)
            axis.set_title(title, fontsize=10, color=grey, loc="left")
            axis.set_xlim(0, max(b[1] for b in bars) * (1.5 if own else 1.2))
            axis.invert_yaxis()
            axis.tick_params(colors=grey, bottom=False, labelbottom=False, left=False)
            for spine in axis.spines.values():
                spine.set_visible(False)
        plot = IMAGES / name
        figure.savefig(plot, transparent=True, metadata={"Date": None})
        text = "\n".join(line.rstrip() for line in plot.read_text(encoding="utf-8").splitlines()) + "\n"
        plot.write_text(text, encoding="utf-8")


def check():
    for name, panels_of in PLOTS.items():
        # Matplotlib writes each text twice: as a comment and as an element.
        found = re.findall(r"<text [^>]*>([^<]*)</text>", (IMAGES / name).read_text(encoding="utf-8"))
        for title, bars in panels_of():
            for text in [title, *(b[0] for b in bars), *(b[2] for b in bars)]:
                if text in found:
                    found.remove(text)
                else:
                    sys.exit(f"docs/images/{name} does not show {text!r}, which docs/performance.md has; "
                             "scripts/plot.py draws it")
        if found:
            sys.exit(f"docs/images/{name} shows {found}, which docs/performance.md does not have")


if __name__ == "__main__":
    check() if sys.argv[1:] == ["--check"] else draw()
