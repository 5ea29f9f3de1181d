"""The examples of a guide: each block of ```sql that a block of ```text follows prints what stands there.

All blocks of a page run in one session, in their order. With --update, what is printed now is written into the page.
"""

import difflib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MARK = "--- block {} ---"


def blocks(lines):
    """The blocks of SQL as (lines, begin and end of the block of text that follows, or None)."""
    found, at = [], 0
    while at < len(lines):
        if lines[at] == "```sql":
            end = lines.index("```", at)
            after = end + 1
            while after < len(lines) and not lines[after]:
                after += 1
            output = None
            if after < len(lines) and lines[after] == "```text":
                output = (after + 1, lines.index("```", after))
            found.append((lines[at + 1:end], output))
            at = end
        at += 1
    return found


def check(page, echo, run, update):
    """Whether the page prints what it says. `echo` makes a command that prints a word; `run` runs a script."""
    path = ROOT / page
    lines = path.read_text(encoding="utf-8").splitlines()
    found = blocks(lines)
    script = []
    for number, (sql, _) in enumerate(found):
        script += [echo.format(MARK.format(number)), *sql]
    printed = run("\n".join([*script, echo.format(MARK.format(len(found)))]) + "\n").splitlines()
    result, shift = list(lines), 0
    for number, (_, output) in enumerate(found):
        answer = printed[printed.index(MARK.format(number)) + 1:printed.index(MARK.format(number + 1))]
        while answer and not answer[-1]:
            answer.pop()
        answer = [a.rstrip() for a in answer]
        if output:
            begin, end = output
            result[begin + shift:end + shift] = answer
            shift += len(answer) - (end - begin)
    count = sum(output is not None for _, output in found)
    if update:
        path.write_text("\n".join(result) + "\n", encoding="utf-8")
    elif result != lines or not count:
        print("\n".join(difflib.unified_diff(lines, result, str(page), "printed now", lineterm="")))
        return False
    print(f"{page}: {count} examples")
    return True
