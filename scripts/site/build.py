#!/usr/bin/env python3
"""Builds the documentation as a site: build.py --manual FOLDER [--reference FOLDER] OUT

--manual: the folder of the manual pages, uniform*.1. --reference: what scripts/doxygen.sh has made for a site.
OUT is made anew. Its pages refer to each other by relative references, except for those of the service ("/workbench"),
and nothing is loaded from elsewhere. Files in OUT/assets have a hash of their content in their names; FILE.gz is FILE
compressed by gzip. scripts/docs.sh builds what this needs first.
"""

import argparse
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

try:
    import markdown_it  # noqa: F401
    import pygments  # noqa: F401
except ImportError:
    # They are packages of Debian, for its own Python, which may not be the one that is called python3 here.
    if os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3"):
        sys.exit("build.py needs the packages python3-markdown-it and python3-pygments")
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])

import contents
import documents
import manual
import reference
from documents import Page, Section, relative

FRAME = (ROOT / "web/docs/page.html").read_text(encoding="utf-8")
PACKED = {".css", ".html", ".js", ".json", ".svg"}
WORD = re.compile(r"[^\W_]+")
# Words that are nearly everywhere.
COMMON = set("a an and are as at be but by for from has have if in is it its no not of on or so than that the their them "
             "then there these they this to was what when where which who with".split())


def assets(out: Path) -> dict[str, str]:
    """Name -> URL of what all pages load."""
    urls = {}
    for file in (ROOT / "web/styles/page.css", ROOT / "web/docs/docs.css", ROOT / "web/images/icon.svg",
                 ROOT / "web/docs/search.js"):
        urls[file.name] = asset(out, file.name, file.read_bytes())
    return urls


def asset(out: Path, name: str, data: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    url = f"assets/{stem}.{hashlib.sha256(data).hexdigest()[:16]}.{suffix}"
    (out / "assets").mkdir(exist_ok=True)
    (out / url).write_bytes(data)
    return url


def navigation(sections: list, page: str) -> str:
    """All sections; the pages of the one that `page` is in."""
    out = []
    for title, _, entries in sections:
        inside = any(url == page for url, _ in entries)
        first = entries[0][0]
        out.append(f'<h2><a href="{relative(first, page)}">{html.escape(title)}</a></h2>\n')
        if inside:
            out.append("<ul>\n")
            for url, name in entries:
                current = ' aria-current="page"' if url == page else ""
                out.append(f'<li><a href="{relative(url, page)}"{current}>{html.escape(name)}</a></li>\n')
            out.append("</ul>\n")
    return "".join(out)


def neighbours(sections: list, page: str) -> str:
    for _, _, entries in sections:
        urls = [url for url, _ in entries]
        if page not in urls:
            continue
        at, out = urls.index(page), []
        if at > 0:
            out.append(f'<a rel="prev" href="{relative(urls[at - 1], page)}">← {html.escape(entries[at - 1][1])}</a>')
        if at + 1 < len(urls):
            out.append(f'<a rel="next" href="{relative(urls[at + 1], page)}">{html.escape(entries[at + 1][1])} →</a>')
        return f'<nav class="neighbours" aria-label="Next and previous page">{"".join(out)}</nav>' if out else ""
    return ""


def framed(page: Page, sections: list, urls: dict[str, str], version: str) -> str:
    values = {
        "title": html.escape(page.title),
        "version": html.escape(version),
        "content": page.body,
        "navigation": navigation(sections, page.url),
        "neighbours": neighbours(sections, page.url),
        "current.index.html": ' aria-current="page"' if page.url == "index.html" else "",
        **{"asset." + name: relative(url, page.url) for name, url in urls.items()},
        **{"to." + url: relative(url, page.url) for url in ("index.html", "search.html")},
    }
    return re.sub(r"\{\{([\w.]+)\}\}", lambda m: values[m.group(1)], FRAME)


def front(sections: list, leads: dict[str, str]) -> Page:
    out = ["<h1>Documentation</h1>\n<p class=\"lead\">Uniform reads, compares, repairs and resolves URIs, URLs and URNs: "
           "as a C++ library, as a command, and as a service.</p>\n"]
    for title, says, entries in sections:
        out.append(f"<h2 id=\"{documents.slug(title)}\">{html.escape(title)}</h2>\n<p>{html.escape(says)}</p>\n")
        # Long lists are left to the navigation of their section.
        cards = title == "Tutorials"
        out.append('<ul class="tiles">\n' if cards else '<ul class="inline">\n')
        for url, name in entries:
            lead = f"<span>{html.escape(leads.get(url, ''))}</span>" if cards else ""
            out.append(f'<li><a href="{url}">{html.escape(name)}</a>{lead}</li>\n')
        out.append("</ul>\n")
    return Page("index.html", "Documentation", "".join(out), [Section("", "Documentation")])


def search_page(urls: dict[str, str], index: str, sections: list) -> Page:
    links = "".join(f'<li><a href="{url}">{html.escape(name)}</a></li>\n' for _, _, entries in sections for url, name in entries)
    body = f"""<h1>Search</h1>
<form role="search" aria-label="Search on this page"><label for="query">Words</label>
<div class="field"><input id="query" name="q" type="search" autocomplete="off"><button>Search</button></div></form>
<noscript><p class="note">The search runs in the browser and needs JavaScript. These are all pages:</p>
<ul>
{links}</ul></noscript>
<p id="status" role="status"></p>
<ol id="results" class="results" data-index="{index}"></ol>
<script type="module" src="{urls['search.js']}"></script>
"""
    return Page("search.html", "Search", body, [])


def index_of(pages: list[Page]) -> dict:
    """pages: [url, title]; sections: [page, anchor, heading, first words]; words: word -> sections, each as the distance
    from the one before."""
    listed, sections, words = [], [], {}
    for number, page in enumerate(pages):
        listed.append([page.url, page.title])
        for section in page.sections:
            text = " ".join(" ".join(section.text).split())
            at = len(sections)
            sections.append([number, section.anchor, section.heading, text[:140].rsplit(" ", 1)[0] if len(text) > 140 else text])
            for word in {w.lower() for w in WORD.findall(section.heading + " " + text)} - COMMON:
                if len(word) <= 40:
                    words.setdefault(word, []).append(at)
    steps = {w: [b - a for a, b in zip([0, *s], s)] for w, s in sorted(words.items())}
    return {"pages": listed, "sections": sections, "words": steps}


def lead_of(page: Page) -> str:
    text = " ".join(page.sections[0].text[:1]) if page.sections else ""
    return text.split(". ")[0].rstrip(".") + "." if text else ""


def short(title: str, path: str) -> str:
    """In lists, a decision is known by its number."""
    return re.sub(r"^(\d{4}):? ", r"\1 ", title) if "decisions/" in path else title


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manual", type=Path, required=True)
    parser.add_argument("--reference", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    manuals, doxygen = arguments.manual.resolve(), arguments.reference and arguments.reference.resolve()
    os.chdir(ROOT)
    # A folder that is no site is not removed.
    if out.exists() and any(out.iterdir()) and not (out / "search.html").is_file():
        sys.exit(f"{out} has files, but is no site: it is left as it is")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    version = re.search(r"^project\(.*?VERSION ([\d.]+)", Path("CMakeLists.txt").read_text("utf-8"), re.S | re.M).group(1)

    cpp = reference.pages(doxygen) if doxygen else []
    if doxygen and len(cpp) < 100:
        sys.exit(f"{doxygen} has {len(cpp)} pages: Doxygen has failed, or writes other HTML than scripts/site/reference.py reads")
    listed = contents.documents(ROOT)
    known = {path for _, _, paths in listed for path in paths} | {contents.FRONT} | (set(contents.ELSEWHERE) if cpp else set())
    linker = documents.Linker(ROOT, known, reference.headers(doxygen, cpp) if cpp else {})

    pages, sections, leads = [], [], {}
    for title, says, paths in listed:
        entries = []
        for path in paths:
            page = documents.page_of(ROOT, path, linker)
            pages.append(page)
            leads[page.url] = lead_of(page)
            entries.append((page.url, short(page.title, path)))
        if title == "Reference":
            if cpp:
                entries.insert(0, ("cpp/index.html", "The C++ interface"))
            entries.insert(0, ("commands/uniform.html", "The manual pages of the command"))
        if entries:
            sections.append((title, says, entries))
    names = {file.stem for file in manuals.glob("uniform*.1")}
    if "uniform" not in names:
        sys.exit(f"{manuals} has no manual pages")
    commands = [manual.page_of(name, (manuals / f"{name}.1").read_text(encoding="utf-8"), names) for name in sorted(names)]
    pages += commands + cpp

    urls = assets(out)
    index = json.dumps(index_of(pages), ensure_ascii=False, separators=(",", ":")).encode()
    pages.append(search_page(urls, asset(out, "index.json", index), sections))
    pages.append(front(sections, leads))
    everywhere = sections + [("Commands", "", [(page.url, page.title) for page in commands])]
    for page in pages:
        file = out / page.url
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(framed(page, everywhere, urls, version), encoding="utf-8")
        for needed in page.files:
            target = out / needed.removeprefix("docs/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(needed, target)
    for file in [f for f in out.rglob("*") if f.suffix in PACKED and f.stat().st_size > 1024]:
        packed = gzip.compress(file.read_bytes(), 9, mtime=0)
        file.with_name(file.name + ".gz").write_bytes(packed)
    size = sum(f.stat().st_size for f in out.rglob("*") if f.is_file())
    print(f"{out}: {len(pages)} pages, {size >> 20} MiB")


if __name__ == "__main__":
    main()
