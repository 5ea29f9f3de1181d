"""Markdown as HTML: headings get the anchors that their links name, links between documents lead to the pages of the
site, code is coloured by classes, and what may be wider than a telephone scrolls by itself."""

import html
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

import pygments
import pygments.formatters
import pygments.lexers
import pygments.util
from markdown_it import MarkdownIt

from contents import url_of

PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass
class Section:
    """A heading and the text up to the next one: what a search finds."""

    anchor: str
    heading: str
    text: list[str] = field(default_factory=list)


@dataclass
class Page:
    url: str
    title: str
    body: str
    sections: list[Section]
    files: set[str] = field(default_factory=set)  # that the page needs beside it, by their paths in the project


def slug(heading: str) -> str:
    """The anchor of a heading, as tests/documents/links_test.py has it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def relative(target: str, page: str) -> str:
    """The URL `target` as a reference from the page, both from the site's folder."""
    path, hash_, anchor = target.partition("#")
    return os.path.relpath(path, os.path.dirname(page) or ".") + hash_ + anchor


class Linker:
    """The targets of the links of a document in the site."""

    def __init__(self, root: Path, known: set[str], headers: dict[str, str]):
        self.root, self.known, self.headers = root, known, headers

    def target(self, link: str, document: str, page: Page) -> str | None:
        """None: what it names is in the project's folder, but not in the site."""
        if re.match(r"[a-z]+:", link):
            return link
        path, hash_, anchor = link.partition("#")
        if not path:
            return link
        path = os.path.relpath(os.path.normpath(os.path.join(os.path.dirname(document), path)), ".")
        if path in ("docs", "docs/decisions", "docs/guide"):
            path = "docs/README.md"
        if path in self.known:
            return relative(url_of(path), page.url) + hash_ + anchor
        if path in self.headers:
            return relative(self.headers[path], page.url)
        if path.startswith("docs/") and (self.root / path).is_file() and not path.endswith((".cpp", ".hpp")):
            page.files.add(path)
            return relative(path.removeprefix("docs/"), page.url)
        return None


def coloured(code: str, language: str) -> str:
    """A block of code. Every value is escaped."""
    if language == "console":
        lines = []
        for line in code.splitlines():
            if line.startswith("$ "):
                lines.append(f'<span class="prompt">$ </span><b>{html.escape(line[2:])}</b>')
            else:
                lines.append(html.escape(line))
        inner = "\n".join(lines) + "\n"
    else:
        try:
            lexer = pygments.lexers.get_lexer_by_name(language) if language else None
        except pygments.util.ClassNotFound:
            lexer = None
        inner = html.escape(code)
        if lexer is not None:
            inner = pygments.highlight(code, lexer, pygments.formatters.HtmlFormatter(nowrap=True))
    # The keyboard scrolls what has the focus.
    return f'<pre tabindex="0"><code>{inner}</code></pre>\n'


def plain(inline) -> str:
    return "".join(c.content if c.type in ("text", "code_inline") else " " if c.type == "softbreak" else ""
                   for c in inline.children or [])


def rewrite(inline, document: str, page: Page, linker: Linker) -> None:
    """The links and images of one run of text."""
    unlinked = []
    for child in inline.children or []:
        if child.type == "link_open":
            target = linker.target(child.attrGet("href"), document, page)
            unlinked.append(target is None)
            if target is None:
                child.type, child.tag, child.attrs = "html_inline", "", {}
                child.content = ""
            else:
                child.attrSet("href", target)
        elif child.type == "link_close" and unlinked.pop():
            child.type, child.tag, child.content = "html_inline", "", ""
        elif child.type == "image":
            target = linker.target(child.attrGet("src"), document, page)
            if target is None:
                raise SystemExit(f"{document}: there is no image {child.attrGet('src')}")
            child.attrSet("src", target)


def page_of(root: Path, document: str, linker: Linker) -> Page:
    text = (root / document).read_text(encoding="utf-8")
    tokens = PARSER.parse(re.sub(r"^<!--.*?-->\n", "", text, flags=re.MULTILINE | re.DOTALL))
    page = Page(url_of(document), "", "", [])
    env: dict = {}
    out: list[str] = []
    used: dict[str, int] = {}
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = plain(tokens[i + 1])
            anchor = slug(tokens[i + 1].content)
            used[anchor] = used.get(anchor, -1) + 1
            if used[anchor]:
                anchor += f"-{used[anchor]}"
            token.attrSet("id", anchor)
            if token.tag == "h1" and not page.title:
                page.title, anchor = heading, ""
            page.sections.append(Section(anchor, heading))
        elif token.type == "inline":
            if page.sections and tokens[i - 1].type != "heading_open":
                page.sections[-1].text.append(plain(token))
            rewrite(token, document, page, linker)
    for i, token in enumerate(tokens):
        if token.type == "th_open" and not tokens[i + 1].content.strip():
            tokens[i].tag = tokens[i + 2].tag = "td"  # a header cell without text heads nothing
        if token.type in ("fence", "code_block"):
            out.append(coloured(token.content, token.info.strip()))
            if page.sections:
                page.sections[-1].text.append(token.content)
        elif token.type == "table_open":
            out.append('<div class="wide" tabindex="0">\n<table>\n')
        elif token.type == "table_close":
            out.append("</table>\n</div>\n")
        else:
            # In a cell or an alignment there is no style, which the service's policy refuses.
            if token.type in ("th_open", "td_open"):
                token.attrs.pop("style", None)
            out.append(PARSER.renderer.render([token], PARSER.options, env))
    page.body = "".join(out)
    if not page.title:
        raise SystemExit(f"{document} has no heading")
    return page
