"""The reference of the C++ interface: what Doxygen wrote, in the frame of the site. Of each page its contents are taken,
without scripts, styles and events, which the service's policy refuses, and without links to pages that are left out."""

import html
import re
from pathlib import Path

from documents import Page, Section

# Lists of everything, pages of folders, and sources: the navigation and the search of the site do what these are for.
LEFT_OUT = re.compile(r"(dir_|functions|globals|namespacemembers|classes|hierarchy|annotated|examples|files|namespaces|"
                      r"pages|graph_legend|topics|modules|doxygen_crawl|search|concepts)[\w~]*\.html$|.*_source\.html$|examples_8dox")


def clean(text: str) -> str:
    # Pictures of classes say again what the lists of members say.
    text = re.sub(r'<div class="dynheader">.*?<div class="dyncontent">.*?</map>\s*</div>\s*</div>', "", text, flags=re.S)
    text = text.replace("</div><!-- PageDoc -->", "")
    text = re.sub(r"<script\b.*?</script>|<!--.*?-->|<img\b[^>]*>|<iframe\b.*?</iframe>", "", text, flags=re.S)
    attributes = "style|on[a-z]+|align|valign|width|height|border|cellpadding|cellspacing|target|name|bgcolor|nowrap"
    text = re.sub(r"<[a-zA-Z][^>]*>", lambda tag: re.sub(rf'\s(?:{attributes})="[^"]*"', "", tag.group(0)), text)
    text = re.sub(r'<a class="anchor" id="md_[^"]*"></a>', "", text)
    # An entity: its heading has the anchor, and is the link to itself.
    text = re.sub(
        r'<a id="([^"]+)"></a>\s*<h2 class="memtitle"><span class="permalink"><a href="#\1">.*?</a></span>(.*?)</h2>',
        r'<h3 class="memtitle" id="\1"><a href="#\1">\2</a></h3>', text, flags=re.S)
    # A heading of a table is a heading before it.
    text = re.sub(r'<table class="memberdecls">\s*<tr class="heading"><td colspan="2">(<h2.*?</h2>)</td></tr>',
                  r'\1\n<table class="memberdecls">', text, flags=re.S)
    text = re.sub(r'<tr class="separator:[^"]*">.*?</tr>\s*', "", text, flags=re.S)
    text = re.sub(r'<h2 class="groupheader">(<a id="[^"]*"></a>)\s*', r'\1<h2 class="groupheader">', text)
    text = text.replace('<pre class="fragment">', '<pre class="fragment" tabindex="0">')
    text = text.replace('<div class="fragment">', '<div class="fragment" tabindex="0">')
    text = text.replace("<hr/>", "").replace("<tt>", "<code>").replace("</tt>", "</code>")
    return text.replace('<table class="markdownTable">', '<table>').replace("&#9670;&nbsp;", "")


def pages(folder: Path) -> list[Page]:
    names = {f.name for f in folder.glob("*.html") if not LEFT_OUT.match(f.name)}
    descriptions = headers_in((folder / "files.html").read_text(encoding="utf-8"))
    result = []
    for name in sorted(names):
        text = (folder / name).read_text(encoding="utf-8")
        title = re.search(r'<div class="title">(.*?)</div>', text, re.S)
        begin = text.find('<div class="contents">')
        end = text.find("</div><!-- contents -->")
        if title is None or begin < 0 or end < 0:
            continue
        heading = re.sub(r"<span class=\"mlabels\">.*", "", title.group(1), flags=re.S)
        heading = html.unescape(re.sub(r"<[^>]*>", "", heading)).strip()
        body = clean(text[begin:end] + "</div>")
        if name == "index.html":
            heading = "The C++ interface"
            body += "\n" + list_of(descriptions, names)
        sections = [Section("", heading, [words(body[:2000])])]
        for anchor, entity in re.findall(r'<h3 class="memtitle" id="([^"]+)"><a [^>]*>(.*?)</a></h3>', body, re.S):
            sections.append(Section(anchor, words(entity), [heading]))
        result.append(Page("cpp/" + name, heading, f"<h1>{html.escape(heading)}</h1>\n{body}\n", sections))
    kept = {Path(page.url).name for page in result}
    ids = {Path(page.url).name: set(re.findall(r'\bid="([^"]+)"', page.body)) for page in result}
    for page in result:
        page.body = re.sub(r'<a\b([^>]*)\bhref="([^"]*)"([^>]*)>(.*?)</a>',
                           lambda m: link(m, kept, ids, Path(page.url).name), page.body, flags=re.S)
    return result


def link(m: re.Match, kept: set[str], ids: dict[str, set[str]], here: str) -> str:
    href = html.unescape(m.group(2))
    if re.match(r"[a-z]+:", href):
        return m.group(0)
    name, _, anchor = href.partition("#")
    if name.endswith("_source.html"):
        name, anchor = name.replace("_source.html", ".html"), ""
    name = name or here
    if name not in kept:
        return m.group(4)
    if anchor and anchor not in ids[name]:
        anchor = ""
    target = ("" if name == here and anchor else name) + ("#" + anchor if anchor else "")
    return f'<a href="{html.escape(target)}">{m.group(4)}</a>'


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).replace("\xa0", " ").split())


def headers_in(files: str) -> list[tuple[str, str, str]]:
    """Folder, page and description of each header, in the order of Doxygen's list."""
    result, folder = [], ""
    for row in re.findall(r"<tr id=\"row_[^>]*>.*?</tr>", files, re.S):
        target = re.search(r'<a class="el" href="([^"]+)"[^>]*>([^<]+)</a>', row)
        description = re.search(r'<td class="desc">(.*?)</td>', row, re.S)
        if target is None:
            continue
        if target.group(1).startswith("dir_"):
            folder = target.group(2)
        elif target.group(1).endswith("_8hpp.html"):
            result.append((folder, target.group(1), target.group(2), words(description.group(1)) if description else ""))
    return result


def list_of(headers: list, names: set[str]) -> str:
    out, last = [], None
    for folder, page, name, says in headers:
        if page not in names:
            continue
        if folder != last:
            out.append(("</dl>\n" if last is not None else "") + f'<h2 id="{folder}">{folder}</h2>\n<dl class="options">\n')
            last = folder
        out.append(f'<dt><a href="{page}">{html.escape(name)}</a></dt>\n<dd>{html.escape(says)}</dd>\n')
    return "".join(out) + ("</dl>\n" if out else "")


def headers(folder: Path, result: list[Page]) -> dict[str, str]:
    """include/uniform/uri/uri.hpp -> cpp/uri_8hpp.html."""
    urls = {page.url for page in result}
    rows = headers_in((folder / "files.html").read_text(encoding="utf-8"))
    return {f"include/uniform/{f}/{name}": "cpp/" + page for f, page, name, _ in rows if "cpp/" + page in urls}
