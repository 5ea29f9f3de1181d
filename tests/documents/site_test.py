#!/usr/bin/env python3
"""The documentation as a site: site_test.py --manual FOLDER [--reference FOLDER] OUT builds it into OUT, then reads every page.

Each link leads to a page of the site and to an anchor there, or to a page of the service; nothing is loaded from another
host; no page has what the service's Content-Security-Policy refuses; the search's index names what is there.
"""

import argparse
import gzip
import json
import posixpath
import subprocess
import sys
import unittest
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[2]
OF_SERVICE = {"/", "/api", "/namespaces?format=html", "/workbench"}
EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
OPTIONAL = {"p", "li", "dt", "dd", "td", "th", "tr", "tbody", "thead", "option"}


class Reader(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded, self.problems, self.headings, self.open = [], [], [], [], [], []
        self.head = None  # the text of the <th> that is open
        self.feed(text)
        self.problems += [f"<{name}> is not closed" for name in self.open if name not in OPTIONAL]

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "th":
            self.head = ""
        if "id" in given:
            self.ids.append(given["id"])
        if tag in ("a", "form"):
            self.links += [given[n] for n in ("href", "action") if n in given]
        elif tag in ("link", "script", "img", "iframe", "object", "embed", "source", "video", "audio"):
            self.loaded += [given[n] for n in ("href", "src", "data", "srcset") if n in given]
        if tag == "script" and "src" not in given:
            self.problems.append("a script in the page")
        if tag in ("style", "base", "iframe", "object", "embed"):
            self.problems.append(f"<{tag}>")
        if tag == "img" and "alt" not in given:
            self.problems.append("an image without a text")
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.headings.append(int(tag[1]))
        self.problems += [f"{tag} has {name}" for name in given if name == "style" or name.startswith("on")]

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_data(self, data):
        if self.head is not None:
            self.head += data.strip()

    def handle_endtag(self, tag):
        if tag == "th":
            if self.head == "":
                self.problems.append(f"a <th> without text at {self.getpos()}")
            self.head = None
        while self.open and self.open[-1] != tag and self.open[-1] in OPTIONAL:
            self.open.pop()
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.problems.append(f"</{tag}> closes nothing at {self.getpos()}")


class Site(unittest.TestCase):
    out: Path
    pages: dict

    @classmethod
    def setUpClass(cls):
        cls.pages = {
            str(f.relative_to(cls.out)): Reader(f.read_text(encoding="utf-8")) for f in sorted(cls.out.rglob("*.html"))
        }

    def problem_of(self, page, link):
        """Why a reference of that page leads nowhere; None if it leads somewhere."""
        if link in OF_SERVICE or link.startswith(("https://", "http://", "mailto:", "urn:")):
            return None
        path, _, anchor = link.partition("#")
        path = unquote(path.partition("?")[0])
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if target.startswith(("..", "/")):
            return "outside of the site"
        if not (self.out / target).is_file():
            return "no such file"
        if anchor and unquote(anchor) not in self.pages[target].ids:
            return "no such anchor"
        return None

    def each(self, of_page):
        found = [f"{name}: {p}" for name, page in self.pages.items() for p in of_page(name, page)]
        self.assertEqual(found[:40], [], f"{len(found)} in all")

    def test_there_are_pages_of_each_kind(self):
        for name in ("index.html", "search.html", "project/overview.html", "guide/cpp.html", "commands/uniform-parse.html",
                     "tutorials/cpp-first-program.html", "tutorials/data-cleaning.html",
                     "tutorials/names-first-namespace.html", "tutorials/security-review.html",
                     "decisions/0030-documentation-site.html", "images/speed.svg"):
            self.assertTrue((self.out / name).is_file(), name)

    def test_every_link_and_anchor(self):
        self.each(lambda name, page: [f"{link} ({why})" for link in page.links if (why := self.problem_of(name, link))])
        self.assertGreater(sum(len(page.links) for page in self.pages.values()), 5000)

    def test_every_page_is_reached(self):
        reached, waiting = {"index.html"}, ["index.html"]
        while waiting:
            name = waiting.pop()
            for link in self.pages[name].links:
                path = unquote(link.partition("#")[0])
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
                if target in self.pages and target not in reached:
                    reached.add(target)
                    waiting.append(target)
        lost = sorted(self.pages.keys() - reached)
        # Pages of entities that no text names are found by the search, and in the lists of their namespaces.
        self.assertEqual([name for name in lost if not name.startswith("cpp/")][:20], [])

    def test_nothing_is_loaded_from_elsewhere(self):
        def of(name, page):
            return [link for link in page.loaded if "//" in link or self.problem_of(name, link)]
        self.each(of)

    def test_nothing_that_the_policy_refuses(self):
        self.each(lambda _, page: page.problems)

    def test_anchors_are_unique(self):
        self.each(lambda _, page: [i for i, count in Counter(page.ids).items() if count > 1])

    def test_headings_are_in_order(self):
        def of(name, page):
            if page.headings.count(1) != 1 or page.headings[0] != 1 or name.startswith("cpp/"):
                return [] if page.headings.count(1) == 1 else [f"headings {page.headings[:8]}"]
            return [f"h{b} after h{a}" for a, b in zip(page.headings, page.headings[1:]) if b > a + 1][:1]
        self.each(of)

    def test_index_of_the_search(self):
        [file] = (self.out / "assets").glob("index.*.json")
        index = json.loads(file.read_text(encoding="utf-8"))
        self.assertIn(str(file.relative_to(self.out)), (self.out / "search.html").read_text(encoding="utf-8"))
        for url, title in index["pages"]:
            self.assertTrue(title, url)
            self.assertIn(url, self.pages)
        for page, anchor, heading, _ in index["sections"]:
            self.assertTrue(heading, index["pages"][page])
            if anchor:
                self.assertIn(anchor, self.pages[index["pages"][page][0]].ids)
        for word, steps in index["words"].items():
            self.assertLess(sum(steps), len(index["sections"]), word)
        # Words that a reader would ask for.
        for word in ("tombstone", "fragment", "punycode", "backup", "normalize"):
            self.assertIn(word, index["words"])

    def test_compressed_files_are_the_files(self):
        packed = sorted(self.out.rglob("*.gz"))
        self.assertGreater(len(packed), 50)
        for file in packed:
            self.assertEqual(gzip.decompress(file.read_bytes()), file.with_suffix("").read_bytes(), file)

    def test_names_need_no_escaping(self):
        for file in self.out.rglob("*"):
            self.assertRegex(str(file.relative_to(self.out)), r"^[A-Za-z0-9_~][A-Za-z0-9._~-]*(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)*$")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manual", required=True)
    parser.add_argument("--reference")
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    command = [sys.executable, "-B", ROOT / "scripts/site/build.py", "--manual", arguments.manual]
    command += ["--reference", arguments.reference] if arguments.reference else []
    subprocess.run([*command, arguments.out], check=True)
    Site.out = arguments.out
    unittest.main(argv=sys.argv[:1])
