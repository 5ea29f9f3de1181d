"""The manual pages as HTML. The command writes them itself, with few macros of roff (apps/uniform/cli/man_page.cpp); these
are all that is read here, and any other ends the build."""

import html
import re

from documents import Page, Section, slug

CHARACTERS = {"-": "-", "e": "\\", "&": ""}
NAMED = {"aq": "'", "ga": "`", "ha": "^", "ti": "~", "dq": '"'}
FONTS = {"B": "b", "I": "var"}


def text_of(line: str) -> str:
    """One line as HTML."""
    out, opened = [], ""
    at = 0
    for m in re.finditer(r"\\(?:f([BIR])|\((\w\w)|\[u([0-9A-F]+)\]|([-e&]))", line):
        before = line[at : m.start()]
        if "\\" in before:
            raise SystemExit(f"scripts/site/manual.py reads no {before!r}")
        out.append(html.escape(before))
        at = m.end()
        if m.group(1):
            if opened:
                out.append(f"</{opened}>")
            opened = FONTS.get(m.group(1), "")
            if opened:
                out.append(f"<{opened}>")
        elif m.group(2):
            out.append(html.escape(NAMED[m.group(2)]))
        elif m.group(3):
            out.append(html.escape(chr(int(m.group(3), 16))))
        else:
            out.append(html.escape(CHARACTERS[m.group(4)]))
    out.append(html.escape(line[at:]))
    if opened:
        out.append(f"</{opened}>")
    return "".join(out)


def words_of(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def linked(markup: str, names: set[str]) -> str:
    """References to other manual pages become links."""
    return re.sub(r"\b(uniform(?:-[a-z0-9-]+)?)\(1\)",
                  lambda m: f'<a href="{m.group(1)}.html">{m.group(0)}</a>' if m.group(1) in names else m.group(0), markup)


def page_of(name: str, roff: str, names: set[str]) -> Page:
    out: list[str] = []
    sections = [Section("", name)]
    inside = ""  # the element that has to be closed

    def close() -> None:
        nonlocal inside
        if inside:
            out.append({"p": "</p>", "dd": "</dd>\n</dl>", "pre": "</code></pre>"}[inside] + "\n")
        inside = ""

    term = False
    for line in roff.splitlines():
        macro, _, argument = line.partition(" ")
        if macro == ".TH" or macro == ".fi":
            if macro == ".fi":
                close()
        elif macro == ".SH":
            close()
            heading = words_of(text_of(argument)).capitalize()
            sections.append(Section(slug(heading), heading))
            out.append(f'<h2 id="{slug(heading)}">{html.escape(heading)}</h2>\n')
        elif macro == ".PP":
            close()
        elif macro == ".TP":
            if inside == "dd":
                out.append("</dd>\n")
            else:
                close()
                out.append('<dl class="options">\n')
            inside, term = "dd", True
        elif macro == ".nf":
            close()
            out.append('<pre tabindex="0"><code>')
            inside = "pre"
        elif re.match(r"[.'](?!\\)", line):
            raise SystemExit(f"{name}.1: scripts/site/manual.py reads no {line!r}")
        else:
            text = linked(text_of(line), names)
            sections[-1].text.append(words_of(text))
            if inside == "pre":
                out.append(text + "\n")
            elif term:
                out.append(f"<dt>{text}</dt>\n<dd>")
                term = False
            else:
                if not inside:
                    out.append("<p>")
                    inside = "p"
                out.append(text + "\n")
    close()
    return Page(f"commands/{name}.html", name.replace("-", " ", 1), f"<h1>{html.escape(name)}</h1>\n" + "".join(out), sections)
