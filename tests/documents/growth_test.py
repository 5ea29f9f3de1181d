#!/usr/bin/env python3
"""docs/growth.md has what bench/growth_model.py prints of the measured figures, and the model keeps its laws.

The predictions from the smallest measured stores are as good as the model says, every price and assumption has its source, and
what is computed grows with names and requests.
"""
import io
import json
import pathlib
import subprocess
import sys
from contextlib import redirect_stdout

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import growth_model as model  # noqa: E402

SCRIPT = ROOT / "bench/growth_model.py"


def read(name):
    return json.loads((ROOT / "bench/growth" / name).read_text())


def faults_of_sources(prices, assumed):
    """
    >>> faults_of_sources({"disk": {"gb": 1, "source": "a page", "date": ""}}, {"zipf": {"value": 1, "why": "x"}})
    ['disk has no date']
    """
    wanted = [(prices, ("source", "date")), ({k: v for k, v in assumed.items() if k != "page_bytes"}, ("why",))]
    return [f"{name} has no {member}" for rows, members in wanted for name, row in rows.items() if isinstance(row, dict)
            for member in members if not row.get(member)]


def faults_of_plans(store, assumed, prices):
    """More names and more requests take no less of anything, and a CDN leaves fewer requests to the service."""
    found = []
    plans = {(n, rate, cdn): model.plan(store, n, rate, assumed, prices, cdn)
             for n in model.NAMES for rate in model.RATES for cdn in (False, True)}
    for (n, rate, cdn), p in plans.items():
        for larger in ((n * 10, rate, cdn), (n, rate * 10, cdn)):
            if larger in plans:
                found += [f"{store.kind}: {member} at {larger} is less than at {(n, rate, cdn)}"
                          for member in ("origin", "month", "terabytes") if plans[larger][member] < p[member] * 0.999]
        if cdn and p["origin"] >= plans[n, rate, False]["origin"]:
            found.append(f"{store.kind}: a CDN keeps nothing at {(n, rate)}")
        if p["misses"] > p["origin"] * 1.001:
            found.append(f"{store.kind}: more misses than requests at {(n, rate, cdn)}")
    return found


def main():
    measured, prices, assumed = read("figures.json")["measured"], read("prices.json"), read("assumptions.json")
    faults = faults_of_sources(prices, assumed)
    for kind in model.NAMES_OF_STORES:
        faults += faults_of_plans(model.Store(kind, measured), assumed, prices)
    with redirect_stdout(io.StringIO()) as checked:
        if not model.print_predictions(measured):
            faults.append("a prediction is worse than the model says:\n" + checked.getvalue())
    if len(checked.getvalue().splitlines()) < 6:
        faults.append("too few figures were measured with several numbers of names")
    printed = subprocess.run([sys.executable, SCRIPT], check=False, stdout=subprocess.PIPE, text=True)
    if printed.returncode != 0:
        faults.append(f"{SCRIPT.name}: exit code {printed.returncode}")
    if printed.stdout.strip() not in (ROOT / "docs/growth.md").read_text():
        faults.append("docs/growth.md does not have what bench/growth_model.py prints: enter its output there")
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
