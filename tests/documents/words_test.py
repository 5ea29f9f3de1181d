#!/usr/bin/env python3
"""Names and comments of the sources have none of the words of docs/forbidden-words.md.

The page states the words, the places that are read and the exceptions. A finding is a line

    FILE:LINE: "WORD" in NAME: use REPLACEMENT

    words_test.py [--root FOLDER]
    python3 -m doctest words_test.py
"""

import argparse
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = "docs/forbidden-words.md"
# Folders and files whose names and comments are read.
NAMED = ("src/", "include/", "apps/", "bindings/", "web/src/", "web/templates/", "web/styles/", "web/docs/", "scripts/",
         "cmake/", "deploy/", "examples/", ".ci/", "run", "test", "CMakeLists.txt", "pyproject.toml")
# Comments alone. The sentences of the table of functions become docstrings and comments.
COMMENTED = ("tests/", "bench/", "fuzz/", "web/", "docs/reference/examples/", "data/functions.json", "docs/Doxyfile",
             ".clang-format", ".clang-tidy", ".editorconfig", ".gitignore")
PLACES = {"name", "part", "end", "public name", "comment", "beginning"}
# The language of a file by the end of its name, or by its name.
LANGUAGES = {
    **dict.fromkeys((".cpp", ".hpp", ".h", ".c", ".inl", ".inc", ".ts", ".mts", ".js", ".mjs", ".go"), "braces"),
    **dict.fromkeys((".py", ".pyi"), "python"),
    **dict.fromkeys((".sh", ".cmake", ".pc", ".service", ".toml", ".yaml", ".yml", ".ini", ".control"), "shell"),
    **dict.fromkeys(("CMakeLists.txt", "Containerfile", "Doxyfile", ".clang-format", ".clang-tidy", ".editorconfig",
                     ".gitignore", ".dockerignore"), "shell"),
    **dict.fromkeys((".css", ".map"), "style"), **dict.fromkeys((".html", ".svg"), "markup"),
    ".sql": "sql", "functions.json": "table",
}

# The tokens that are no code, before the names. A text ends on its line, so that a quotation mark in a regular
# expression of JavaScript hides one line at most.
STRING = r'"(?:\\.|[^"\\\n])*"'
NAME = r"\b(?P<name>[A-Za-z_]\w*)"
TOKENS = {
    "braces": re.compile("|".join((
        r"(?P<comment>//[^\n]*|/\*.*?\*/)", r"(?<=\n)[ \t]*#[ \t]*include[^\n]*", r'R"(?P<tag>\w*)\(.*?\)(?P=tag)"',
        STRING, r"(?<![0-9A-Za-z])'(?:\\.|[^'\\\n])+'", NAME)), re.S),
    "python": re.compile("|".join((
        r"(?P<comment>#[^\n]*", r'(?<=\n)[ \t]*r?"""(?:\\.|[^\\])*?"""', r'\A(?:#![^\n]*\n)?"""(?:\\.|[^\\])*?""")',
        r'[rbf]{0,2}"""(?:\\.|[^\\])*?"""', "[rbf]{0,2}" + STRING, r"[rbf]{0,2}'(?:\\.|[^'\\\n])*'", NAME)), re.S),
    "table": re.compile(r'(?<="does": ")(?P<comment>(?:\\.|[^"\\])*)|(?P<name>(?!))'),
    # of scripts and of CMake: comments, and the names that are defined
    "shell": re.compile("|".join((
        r"(?P<comment>(?<!\S)#[^\n]*)", r"'[^'\n]*'", STRING, r"(?<![\w$-])(?P<name>[A-Za-z_]\w*)(?:=|\(\))",
        r"\b(?:set|option|function|macro|foreach)\(\s*(?P<defined>[A-Za-z_]\w*)")), re.S),
    "sql": re.compile("|".join((r"(?P<comment>--[^\n]*|/\*.*?\*/)", r"'[^']*'", STRING, NAME)), re.S),
    # of style sheets: the classes and ids
    "style": re.compile("|".join((r"(?P<comment>/\*.*?\*/)", STRING, r"[.#](?P<name>[A-Za-z_][\w-]*)")), re.S),
    # of pages: the members that a template shows, the classes, ids and names of elements
    "markup": re.compile("|".join((
        r"(?P<comment><!--.*?-->|\{\{!.*?\}\})", r"\{\{[#^/>&]?\s*(?:[a-z]+ )?(?P<member>[\w.]+)",
        r'\b(?:class|id|name)="(?P<name>[^"]*)"')), re.S),
}
MARK = re.compile(r'^[ \t]*(?:///?<?|/\*\*?|\*/?|#!?|r?"""|--+|<!--|\{\{!)[ \t]?')
QUOTED = re.compile(r"`[^`]*`|'\"'|\"[^\"]*\"", re.S)


def language(path, text):
    """The language of a file, a key of TOKENS; None if it is not read. A file with a first line #! is a script.

    >>> [language(path, "") for path in ("a.hpp", "b.cmake.in", "c/CMakeLists.txt", "d.sql", "e.html", "f.png")]
    ['braces', 'shell', 'shell', 'sql', 'markup', None]
    >>> language("run", "#!/usr/bin/env bash\\n"), language("debian/rules", "#!/usr/bin/make -f\\n"), language("LICENSE", "")
    ('shell', 'shell', None)
    >>> language("requirements.in", "numpy # for the tests")
    'shell'
    """
    name = Path(path).name.removesuffix(".in")
    found = LANGUAGES.get(name) or LANGUAGES.get(Path(name).suffix)
    if found is None and (text.startswith("#!") or (path.endswith(".in") and "." not in name)):
        return "braces" if "node" in text.partition("\n")[0] else "shell"
    return found


def table(page, heading):
    """The rows of the table below a heading of the page, without its first two lines."""
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def replacements(words, instead):
    """The replacement of each word: lists of the same length are pairs."""
    count = len(words.split(", "))
    pairs = instead.split(", ")
    return pairs if len(pairs) == count else [instead] * count


class Rules:
    """The words of the page by the place in which each is forbidden, with what to use instead; and the exceptions."""

    def __init__(self, page):
        self.words = {place: {} for place in PLACES}
        for words, places, instead, _ in table(page, "Words"):
            for place in places.split(", "):
                if place not in PLACES:
                    raise SystemExit(f"{PAGE}: \"{place}\" is no place of words")
                for word, use in zip(words.split(", "), replacements(words, instead)):
                    self.words[place][word if place in ("beginning", "comment") else word.lower()] = use
        self.exceptions = [(words.split(", "), where.strip("`")) for words, where, _ in table(page, "Exceptions")]
        self.used = set()
        in_comments = sorted(self.words["comment"], key=len, reverse=True)
        self.comment = re.compile(r"(?<![\w.-])(?:" + "|".join(map(re.escape, in_comments)) + r")(?![\w-])", re.I)
        self.instead = {word.lower(): instead for word, instead in self.words["comment"].items()}
        self.known = {}  # the findings in each name, which are the same in every file

    def excepted(self, word, path, name=None):
        """Whether an exception covers the word in this file, or in this name."""
        for number, (words, where) in enumerate(self.exceptions):
            if word in words and (where == name or ("/" in where and fnmatch(path, where))):
                self.used.add(number)
                return True
        return False

    def in_name(self, name):
        """The forbidden words of a name: (word, what to use instead, whether it counts in public headers alone)."""
        if name not in self.known:
            plain = name.strip("_").lower()
            parts = [p.lower() for p in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]
            found = [(p, self.words["part"][p], False) for p in parts if p in self.words["part"]]
            if plain in self.words["name"]:
                found.append((plain, self.words["name"][plain], False))
            if plain in self.words["public name"]:
                found.append((plain, self.words["public name"][plain], True))
            if len(parts) > 1 and parts[-1] in self.words["end"]:
                found.append((parts[-1], self.words["end"][parts[-1]], False))
            self.known[name] = found
        return self.known[name]


def comments_of(tokens, text):
    """(offset, text) of each comment; comments of whole lines that follow each other are one."""
    blocks = []
    for token in tokens:
        begin = token.start()
        line_begin = text.rfind("\n", 0, begin) + 1
        alone = not text[line_begin:begin].strip()
        if blocks and alone:
            offset, end, column = blocks[-1]
            between = text[end:begin]
            if between.count("\n") == 1 and not between.strip() and (column is None or column == begin - line_begin):
                blocks[-1] = (offset, token.end(), column)
                continue
        # a comment behind code goes on in the lines below that begin in its column
        blocks.append((begin, token.end(), None if alone else begin - line_begin))
    return [(offset, text[offset:end]) for offset, end, _ in blocks]


def findings_in(path, text, rules):
    """(line, sentence) of each forbidden word of a file.

    >>> rules = Rules((ROOT / PAGE).read_text(encoding="utf-8"))
    >>> def found(path, text): return [(line, sentence.split(":")[0]) for line, sentence in findings_in(path, text, rules)]

    The first line of a file is read, and the one behind #!.

    >>> found("cmake/a.cmake", "# Of stuff.\\nset(x 1)")
    [(1, '"Of" in the beginning of a comment'), (1, '"stuff" in a comment')]
    >>> found("bindings/CMakeLists.txt", "# What others use.\\n"), found("scripts/a.sh", "true # How it works")
    ([(1, '"What" in the beginning of a comment')], [(1, '"How" in the beginning of a comment')])
    >>> found("run", "#!/usr/bin/env bash\\n# What runs.\\n")
    [(2, '"What" in the beginning of a comment')]
    >>> found("scripts/a.py", '#!/usr/bin/env python3\\n\"""How it works.\"""\\n')
    [(2, '"How" in the beginning of a comment')]

    SQL, style sheets and pages.

    >>> found("src/store/a.sql", "\\n-- Which checker.\\nCREATE TABLE tmp (a TEXT); -- of things")
    [(2, '"Which" in the beginning of a comment'), (3, '"things" in a comment'), (3, '"tmp" in the name tmp')]
    >>> found("src/store/a.sql", "-- A table.\\n-- What it has.\\nSELECT 'what -- stuff';")
    []
    >>> found("web/styles/a.css", "/* What is red. */\\n.red-thing, #of { color: #fff }")
    [(1, '"What" in the beginning of a comment'), (2, '"thing" in the name red-thing')]
    >>> found("web/templates/a.html", '<!-- How it works --><p class="red thing" id="tmp">of stuff')
    [(1, '"How" in the beginning of a comment'), (1, '"thing" in the name thing'), (1, '"tmp" in the name tmp')]
    >>> found("web/templates/a.html", "{{#person}}\\n{{message misc.text}}")
    [(1, '"person" in the name person'), (2, '"misc" in the name misc.text')]
    >>> found("web/templates/a.html", "{{! How it works }}")
    [(1, '"How" in the beginning of a comment')]

    Names that a script or CMake defines, but no others.

    >>> found("scripts/a.sh", "tmp=1\\ndo_it() {\\n  make $tmp --misc=x tmp\\n}")
    [(1, '"tmp" in the name tmp'), (2, '"do_it" in the name do_it')]
    >>> found("CMakeLists.txt", "foreach(thing IN ITEMS a)\\nset(a misc)")
    [(1, '"thing" in the name thing')]
    """
    tokens = TOKENS[language(path, text)]
    text = re.sub(r"\A#![^\n]*", "", text)  # for an interpreter, no comment
    found = []

    def note(offset, word, where, instead):
        found.append((text.count("\n", 0, offset) + 1, f'"{word}" in {where}: use {instead}'))

    comments = []
    with_names = is_below(path, NAMED)
    for token in tokens.finditer(text):
        if token.lastgroup == "comment":
            comments.append(token)
        elif with_names and token.lastgroup not in (None, "tag"):
            for name in token[token.lastgroup].split():
                for word, instead, public in rules.in_name(name):
                    if (not public or path.startswith("include/")) and not rules.excepted(word, path, name):
                        note(token.start(token.lastgroup), word, f"the name {name}", instead)
    for offset, comment in comments_of(comments, text):
        lines = comment.split("\n")
        first = next((plain for line in lines if (plain := MARK.sub("", line).strip())), "")
        word = re.match(r"\w*", first)[0]
        if word in rules.words["beginning"] and not rules.excepted(word, path):
            note(offset, word, "the beginning of a comment", rules.words["beginning"][word])
        blank = QUOTED.sub(lambda quoted: re.sub(r"[^\n]", " ", quoted[0]), comment)
        for hit in rules.comment.finditer(blank):
            word = hit[0].lower()
            if not any(rules.excepted(w, path) for w in (word, hit[0])):
                note(offset + hit.start(), hit[0], "a comment", rules.instead[word])
    return sorted(found)


def is_below(path, places):
    """Whether the path is in one of the folders, or one of the files.

    >>> is_below("src/a.cpp", ("src/",)), is_below("run", ("run",)), is_below("run.txt", ("run",))
    (True, True, False)
    """
    return any(path == place or (place.endswith("/") and path.startswith(place)) for place in places)


def sources(root):
    """(path, text) of the files that are read: of those that git knows, or of all where there is no repository."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", check=False)
    paths = listed.stdout.splitlines()
    if listed.returncode != 0 or not paths:
        paths = [p.relative_to(root).as_posix() for place in NAMED + COMMENTED
                 for p in ((root / place).rglob("*") if place.endswith("/") else [root / place])]
    for path in sorted(set(paths)):
        if is_below(path, NAMED + COMMENTED) and "/node_modules/" not in path and (root / path).is_file():
            text = (root / path).read_text(encoding="utf-8", errors="replace")
            if language(path, text):
                yield path, text


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--root", type=Path, default=ROOT)
    root = options.parse_args().root
    rules = Rules((root / PAGE).read_text(encoding="utf-8"))
    faults, count = [], 0
    for path, text in sources(root):
        count += 1
        faults += [f"{path}:{line}: {sentence}" for line, sentence in findings_in(path, text, rules)]
    for number, (words, where) in enumerate(rules.exceptions):
        if number not in rules.used:
            faults.append(f"{PAGE}: nothing needs the exception for {', '.join(words)} in {where}")
    if count < 100:
        faults.append(f"only {count} files were found below {root}")
    print("\n".join(dict.fromkeys(faults)) or f"{count} files have none of the words of {PAGE}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
