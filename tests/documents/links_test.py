#!/usr/bin/env python3
"""Every relative link in the project's Markdown leads to a file or folder, and every heading it names is there.

docs/README.md lists every document in docs/ once; those of docs/conformance/ are listed in docs/conformance.md.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(file):
    headings = re.findall(r"^#+ (.*)$", without_code(file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def wrongly_listed():
    listed = re.findall(r"^\| \[[^\]]+\]\(([^)]+)\)", (ROOT / "docs/README.md").read_text(encoding="utf-8"), re.MULTILINE)
    documents = [str(file.relative_to(ROOT / "docs")) for file in sorted((ROOT / "docs").rglob("*.md"))]
    return [f"docs/README.md lists {document} {listed.count(document)} times" for document in documents
            if document != "README.md" and not document.startswith("conformance/") and listed.count(document) != 1]


def main():
    documents = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})
    links, broken = 0, []
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
    unlisted = wrongly_listed()
    print("\n".join(broken + unlisted))
    print(f"{links} links in {len(documents)} documents, {len(broken)} of them broken")
    return 1 if broken or unlisted or links == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
