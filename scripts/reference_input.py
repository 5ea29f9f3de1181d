#!/usr/bin/env python3
"""The input from which Doxygen makes the reference of the C++ interface: the headers, each entity with its example.

    reference_input.py FOLDER    writes FOLDER/include and FOLDER/examples for Doxygen (scripts/doxygen.sh runs this)
    reference_input.py --check   fails if an entity has no example; prints how many each module has
    reference_input.py --list    prints the entities without an example

An entity is a class, an enumeration, an alias, a concept, a constant or a free function of a public header (detail/ is
none). Its members and the overloads of a function in one header share one example. An example is a function of a program
in docs/reference/examples/MODULE/, which the tests compile and run. The example of an entity is the first function that
names it in its code, in a file that includes the entity's header; if several headers declare the name, the function has
to name another entity of the same header too. A file of the entity's own module comes before those of others.
"""
import functools
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADERS = ROOT / "include/uniform"
EXAMPLES = ROOT / "docs/reference/examples"

ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]|\b(?:alignas|noexcept|requires)\([^()]*\)|\b(?:UNIFORM_API|UNIFORM_INTERNAL_API|UNIFORM_LIFETIMEBOUND|noexcept)\b")
TYPE = re.compile(r"^(?:class|struct|union|enum class|enum struct|enum)\s+([A-Za-z]\w*)\s*(?:final\b)?\s*(?=[:{])")
ALIAS = re.compile(r"^(?:using|concept)\s+([A-Za-z]\w*)\s*=")
LITERAL = re.compile(r'operator""\s*(_\w+)')
FUNCTION = re.compile(r"([:\w~]+)\s*$")
CONSTANT = re.compile(r"^(?:inline\s+)?(?:constexpr|const|extern const)\b.*?([A-Za-z]\w*)\s*(?:\[[^\]]*\]\s*)?[={;]", re.DOTALL)


TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|(?<!\d)'(?:\\[^'\n]*|\\'|[^'\\\n])'|(?<=\d)'(?=\d)""",
                   re.DOTALL)


def code_of(text: str) -> str:
    """The text with spaces in place of comments and of what is between quotation marks; lines and offsets stay."""
    def blank(m: re.Match) -> str:
        spaces = re.sub(r"[^\n]", " ", m[0])
        return spaces if m[0][0] == "/" or len(m[0]) == 1 else m[0][0] + spaces[1:-1] + m[0][-1]
    return TOKEN.sub(blank, text)


def words(text: str) -> set[str]:
    """The identifiers of some code, without those in its comments and texts."""
    return set(re.findall(r"[A-Za-z_]\w*", code_of(text)))


def past_brackets(text: str, begin: int, opening: str, closing: str) -> int:
    """The offset behind the bracket that closes the one at `begin`."""
    depth = 0
    for i in range(begin, len(text)):
        depth += (text[i] == opening) - (text[i] == closing)
        if depth == 0:
            return i + 1
    raise ValueError(f"{opening} without {closing}: {text[begin:begin + 60]}")


def name_of(statement: str) -> str | None:
    """The entity that a declaration makes, without its body; None for what is no entity."""
    text = ATTRIBUTE.sub(" ", statement).strip()
    while re.match(r"template\s*<", text):
        begin = text.index("<")
        text = text[past_brackets(text.replace("->", "  ").replace(">=", "  "), begin, "<", ">"):].strip()
        text = re.sub(r"^requires\s+(?:[\w:]+<[^<>]*(?:<[^<>]*>)*[^<>]*>\s*(?:&&|\|\|)?\s*)+", "", text).strip()
    if re.match(r"(?:static_assert|friend|extern \"C\"|using namespace|#)", text):
        return None
    if found := TYPE.match(text) or ALIAS.match(text) or LITERAL.search(text):
        return found[1]
    if "operator" in text:
        return None
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "<") - (c == ">")
        if c == "(" and depth == 0:
            if (found := FUNCTION.search(text[:i])) and "::" not in found[1].removeprefix("std::") and "=" not in text[:i]:
                return found[1]
            break
    found = CONSTANT.match(text)
    return found[1] if found and "::" not in text[:text.index(found[1])].split()[-1:] else None


def declarations(text: str):
    """(offset of the first letter, the declaration up to its body) of what stands in namespaces of a header, not in detail."""
    code = re.sub(r"^#(?:[^\n\\]|\\\n|\\.)*", lambda m: re.sub(r"[^\n]", " ", m[0]), code_of(text),
                  flags=re.MULTILINE)
    namespaces: list[bool] = []  # whether each open one is public
    i = 0
    while i < len(code):
        if code[i].isspace() or code[i] == ";":
            i += 1
            continue
        if code[i] == "}":
            namespaces.pop()
            i += 1
            continue
        if found := re.compile(r"(?:inline )?namespace\b([^{;=]*)\{").match(code, i):
            namespaces.append("detail" not in found[1])
            i = found.end()
            continue
        begin, depth = i, 0
        while i < len(code) and (depth or code[i] not in ";{"):
            depth += (code[i] in "([") - (code[i] in ")]")
            i += 1
        if i == len(code):
            return
        if all(namespaces) and namespaces:
            yield begin, code[begin:i + 1]
        if code[i] == "{":
            i = past_brackets(code, i, "{", "}")


class Entity:
    def __init__(self, header: pathlib.Path, name: str):
        self.header, self.name = header, name
        self.module = header.relative_to(HEADERS).parts[0]
        self.offsets: list[int] = []  # of its declarations in the header

    def __str__(self) -> str:
        return f"{self.header.relative_to(HEADERS)}: {self.name}"


class Example:
    """A function of an example program."""

    def __init__(self, file: pathlib.Path, includes: set[str], name: str, begin: int, end: int, body: str):
        self.file, self.includes, self.name, self.begin, self.end = file, includes, name, begin, end
        self.words = words(body)


@functools.cache
def entities() -> list[Entity]:
    found = []
    for header in sorted(HEADERS.rglob("*.hpp")):
        if "detail" in header.parts:
            continue
        here: dict[str, Entity] = {}
        for offset, statement in declarations(header.read_text(encoding="utf-8")):
            if name := name_of(statement):
                here.setdefault(name, Entity(header, name)).offsets.append(offset)
        found += here.values()
    return found


@functools.cache
def examples() -> list[Example]:
    found = []
    for file in sorted(EXAMPLES.glob("*/*.cpp")):
        text = file.read_text(encoding="utf-8")
        includes = set(re.findall(r"^#include <uniform/([^>]+)>", text, re.MULTILINE))
        for m in re.finditer(r"^[\w:<>]+ (\w+)\([^\n]*\) \{\n(.*?)^\}$", text, re.MULTILINE | re.DOTALL):
            if m[1] != "main":
                found.append(Example(file, includes, m[1], m.start(2), m.end(2), m[2]))
    return found


def example_of(entity: Entity) -> Example | None:
    beside = {e.name for e in entities() if e.header == entity.header and e.name != entity.name}
    shared = any(e.name == entity.name and e.header != entity.header for e in entities())
    header = str(entity.header.relative_to(HEADERS))
    for example in sorted(examples(), key=lambda e: e.file.parent.name != entity.module):
        if header in example.includes and entity.name in example.words and (not shared or beside & example.words or not beside):
            return example
    return None


def write(folder: pathlib.Path) -> None:
    """The headers and the examples for Doxygen. Lines keep their numbers."""
    shutil.rmtree(folder / "include", ignore_errors=True)
    shutil.rmtree(folder / "examples", ignore_errors=True)
    (folder / "examples").mkdir(parents=True)

    used = {}
    by_header: dict[pathlib.Path, list[tuple[int, str]]] = {}
    for entity in entities():
        if example := example_of(entity):
            file = "_".join(example.file.relative_to(EXAMPLES).parts)
            used[(file, example.name)] = example
            for offset in entity.offsets:
                by_header.setdefault(entity.header, []).append((offset, f" @shown_by{{{file},{example.name}}}"))
    for header in sorted(HEADERS.rglob("*.hpp")):
        text = header.read_text(encoding="utf-8")
        for offset, note in sorted(by_header.get(header, []), reverse=True):
            comment = text.rfind("\n", 0, offset)  # the end of the line before the declaration
            if re.search(r"^ *///[^\n]*$", text[:comment].rsplit("\n", 1)[-1]):
                text = text[:comment] + note + text[comment:]
        # The essay at the top of a header is the text of the file's page.
        top, guard, rest = text.partition("#pragma once")
        top = re.sub(r"^//", "///", top, flags=re.MULTILINE)
        guard = "/// @file" if guard else ""
        # No entities: what a view says of itself to std::ranges, and overloads that refuse temporaries.
        text = top + guard + re.sub(r"^.*enable_borrowed_range.*$|^void .* = delete;$", "", rest, flags=re.MULTILINE)
        out = folder / "include/uniform" / header.relative_to(HEADERS)
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")

    pages = []
    for file in sorted(EXAMPLES.glob("*/*.cpp")):
        text = file.read_text(encoding="utf-8")
        name = "_".join(file.relative_to(EXAMPLES).parts)
        title = text.split("\n", 1)[0].removeprefix("// ")
        pages.append(f"/** @example {name}\n    {title} */\n")
        snippets = "".join(f"// [{e.name}]\n" + re.sub(r"^    ", "", text[e.begin:e.end], flags=re.MULTILINE) + f"// [{e.name}]\n"
                           for (f, _), e in used.items() if f == name)
        (folder / "examples" / name).write_text(text, encoding="utf-8")
        (folder / "examples" / f"{name}.parts").write_text(snippets, encoding="utf-8")
    (folder / "examples/examples.dox").write_text("".join(pages), encoding="utf-8")


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] not in ("--check", "--list"):
        write(pathlib.Path(sys.argv[1]))
        return 0
    missing = [e for e in entities() if not example_of(e)]
    if sys.argv[1] == "--list":
        print("\n".join(map(str, missing)))
        return 0
    counts: dict[str, list[int]] = {}
    for e in entities():
        counts.setdefault(e.module, [0, 0])[0] += 1
    for e in missing:
        counts[e.module][1] += 1
    status = 0
    for module, (all_of_it, none) in sorted(counts.items()):
        print(f"{module}: {all_of_it - none} of {all_of_it} public entities have an example")
        if none:
            print("\n".join(f"  {e} has none: add one to docs/reference/examples/{module}/" for e in missing if e.module == module))
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
