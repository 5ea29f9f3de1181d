#!/usr/bin/env python3
"""Every relative link in the project's Markdown leads to a file or folder, and every heading it names is there; every path in
backticks that begins with a folder of the project leads somewhere, too.

A path may have `*` and `{one,other}`; one with a word in capitals, such as NAME, stands for others and is not looked for.

docs/README.md lists every document in docs/ once; those of docs/conformance/ are listed in docs/conformance.md.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


# Paths in backticks that are none of this project's, and why.
OTHERS = {
    "docs/é.html": "a relative reference, as an example",
    "docs/e.html": "a relative reference, as an example",
}


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(file):
    headings = re.findall(r"^#+ (.*)$", without_code(file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def paths_in(text):
    """The paths in backticks, each alternative of its own.

    >>> list(paths_in("`src/uri/{parse,edit}.cpp`, `src/NAME.cpp`, `a/b`, `docs/testing.md --check`"))
    ['src/uri/parse.cpp', 'src/uri/edit.cpp']
    """
    folders = "|".join(re.escape(each.name) for each in sorted(ROOT.iterdir()) if each.is_dir() and each.name not in ("build", ".git"))
    for path in re.findall(rf"`((?:{folders})/[\w./*{{}},-]*)`", text):
        if re.search(r"(?<![A-Za-z])(?!README|LICENSE|META|HACKING|CHANGELOG)[A-Z]{2,}(?![a-z])", path):
            continue
        before, brace, rest = path.partition("{")
        words, _, after = rest.partition("}")
        yield from (before + word + after for word in words.split(",")) if brace else [path]


def missing_paths(document, used):
    for path in paths_in(without_code(document.read_text(encoding="utf-8"))):
        if path in OTHERS:
            used.add(path)
        elif not (any(ROOT.glob(path.rstrip("/"))) if "*" in path else (ROOT / path).exists()):
            yield f"{document.relative_to(ROOT)}: `{path}`"


def wrongly_listed():
    listed = re.findall(r"^\| \[[^\]]+\]\(([^)]+)\)", (ROOT / "docs/README.md").read_text(encoding="utf-8"), re.MULTILINE)
    documents = [str(file.relative_to(ROOT / "docs")) for file in sorted((ROOT / "docs").rglob("*.md"))]
    return [f"docs/README.md lists {document} {listed.count(document)} times" for document in documents
            if document != "README.md" and not document.startswith("conformance/") and listed.count(document) != 1]


def main():
    documents = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})
    links, broken, used = 0, [], set()
    for document in documents:
        text = re.sub(r"`[^`\n]*`", "", without_code(document.read_text(encoding="utf-8")))
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", link):
                continue
            links += 1
            path, _, heading = link.partition("#")
            target = (document.parent / path).resolve() if path else document
            if not target.exists() or (heading and heading not in anchors(target)):
                broken.append(f"{document.relative_to(ROOT)}: {link}")
        broken += missing_paths(document, used)
    unlisted = wrongly_listed() + [f"this path is no exception any more: {path}" for path in sorted(OTHERS.keys() - used)]
    print("\n".join(broken + unlisted))
    print(f"{links} links in {len(documents)} documents, {len(broken)} of them broken")
    return 1 if broken or unlisted or links == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
