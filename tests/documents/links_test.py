#!/usr/bin/env python3
"""Every relative link in the project's Markdown leads to a file or folder, and every heading it names is there."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(file):
    headings = re.findall(r"^#+ (.*)$", without_code(file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


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
    print("\n".join(broken))
    print(f"{links} links in {len(documents)} documents, {len(broken)} of them broken")
    return 1 if broken or links == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
