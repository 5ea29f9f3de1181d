#!/usr/bin/env python3
"""Make the tables of Unicode characters from data of Unicode 18.0.0: generate_unicode.py FOLDER.

It writes src/ucd/characters.inc, src/ucd/security.inc and src/uri/plain_forms.inc, which are committed, so that nobody
needs the data to build.
It is run by hand when a version of Unicode appears. The data are in packages of other languages, all of the same
version, which this script checks where they say it:

    mkdir FOLDER && cd FOLDER
    pip install --target python idna==3.20 unicodedata2==18.0.0
    npm install --prefix . @unicode/unicode-18.0.0@2.0.7
    cargo new x && cd x && cargo add unicode-security@=0.1.3 && cargo vendor ../crates

    idna              UTS 46 mapping and status, RFC 5892 derived property, Joining_Type
    unicodedata2      General_Category, Canonical_Combining_Class, canonical decompositions, decimal digits
    @unicode/unicode  Bidi_Class, Script, Script_Extensions, Simple_Lowercase_Mapping, Soft_Dotted
    unicode-security  confusables and Identifier_Status of UTS 39

A table is a trie of three levels whose equal blocks are one. src/ucd/tables.hpp reads them.
"""
import json
import pathlib
import re
import subprocess
import sys

VERSION = "18.0.0"
LAST = 0x110000
ROOT = pathlib.Path(__file__).resolve().parent.parent

BIDI = ["L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM", "other"]  # ucd::bidi_class, there in lower case
BIDI_NAMES = {"Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL", "Arabic_Number": "AN",
              "European_Number": "EN", "European_Separator": "ES", "Common_Separator": "CS",
              "European_Terminator": "ET", "Other_Neutral": "ON", "Boundary_Neutral": "BN", "Nonspacing_Mark": "NSM"}
JOINING = ["U", "L", "R", "D", "T", "C"]  # ucd::joining_type, there in lower case
STATUS = {"V": 0, "D": 1, "M": 2, "I": 3, "X": 4}  # ucd::idna_status
DERIVED = {"PVALID": 1, "CONTEXTJ": 2, "CONTEXTO": 3}  # ucd::idna_property; 0: none of these

NODE = """
import { readdirSync } from 'node:fs';
const at = process.argv[1] + '/node_modules/@unicode/unicode-18.0.0/';
const ranges = async (property) => {
  const out = {};
  for (const entry of readdirSync(at + property, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const list = (await import(`${at}${property}/${entry.name}/ranges.mjs`)).default;
    out[entry.name] = list.map((r) => [r.begin, r.end]);
  }
  return out;
};
const soft = (await import(`${at}Binary_Property/Soft_Dotted/ranges.mjs`)).default;
console.log(JSON.stringify({
  bidi: await ranges('Bidi_Class'), script: await ranges('Script'), extensions: await ranges('Script_Extensions'),
  soft: soft.map((r) => [r.begin, r.end]),
  lower: [...(await import(`${at}Simple_Case_Mapping/Lowercase/code-points.mjs`)).default],
}));
"""


class Data:
    """The data of the packages, by code point."""

    def __init__(self, folder: pathlib.Path) -> None:
        sys.path.insert(0, str(folder / "python"))
        import unicodedata2
        from idna import idnadata, uts46data
        for what, found in (("idna", idnadata.__version__), ("idna", uts46data.__version__),
                            ("unicodedata2", unicodedata2.unidata_version)):
            if found != VERSION:
                sys.exit(f"{what} has Unicode {found}, not {VERSION}")
        self.ucd = unicodedata2
        self.read_idna(idnadata, uts46data)
        self.read_npm(folder)
        self.read_crate(folder / "crates" / "unicode-security" / "src" / "tables.rs")

    def read_idna(self, idnadata, uts46data) -> None:
        self.status, self.mapping = [""] * LAST, {}
        starts = list(uts46data.uts46_starts) + [LAST]
        for i, status in enumerate(uts46data.uts46_statuses):
            for c in range(starts[i], starts[i + 1]):
                self.status[c] = chr(status)
                if uts46data.uts46_replacements[i] is not None:
                    self.mapping[c] = uts46data.uts46_replacements[i]
        self.derived, self.joining = [0] * LAST, ["U"] * LAST
        for table, into, word in ((idnadata.codepoint_classes, self.derived, DERIVED.__getitem__),
                                  (idnadata.joining_types, self.joining, str)):
            for name, packed in table.items():
                for r in packed:  # begin in the upper, end in the lower 32 bits
                    for c in range(r >> 32, r & 0xFFFFFFFF):
                        into[c] = word(name)

    def read_npm(self, folder: pathlib.Path) -> None:
        run = subprocess.run(["node", "--input-type=module", "-e", NODE, str(folder.resolve())], capture_output=True,
                             check=True, text=True)
        given = json.loads(run.stdout)
        self.bidi, self.script = ["L"] * LAST, [""] * LAST
        self.extensions: list[list[str]] = [[] for _ in range(LAST)]
        for name, ranges in given["bidi"].items():
            for begin, end in ranges:
                self.bidi[begin:end] = [BIDI_NAMES.get(name, "other")] * (end - begin)
        for name, ranges in given["script"].items():
            for begin, end in ranges:
                self.script[begin:end] = [name] * (end - begin)
        for name, ranges in sorted(given["extensions"].items()):
            for begin, end in ranges:
                for c in range(begin, end):
                    self.extensions[c].append(name)
        self.soft = {c for begin, end in given["soft"] for c in range(begin, end)}
        self.lower = {a: b for a, b in given["lower"] if a != b}

    def read_crate(self, path: pathlib.Path) -> None:
        text = path.read_text(encoding="utf-8")
        if "(%s)" % VERSION.replace(".", ", ") not in text:
            sys.exit(f"unicode-security does not have Unicode {VERSION}")

        def block(name: str) -> str:
            return re.search(r"const %s: [^=]* = &\[(.*?)\n    \];" % name, text, re.S).group(1)

        def code(word: str) -> int:
            return int(word, 16)

        self.allowed = set()
        for begin, end in re.findall(r"\('\\u\{(\w+)\}',\s*'\\u\{(\w+)\}'\)", block("IDENTIFIER_STATUS")):
            self.allowed.update(range(code(begin), code(end) + 1))
        self.prototype = {
            code(c): "".join(chr(code(x)) for x in re.findall(r"\\u\{(\w+)\}", to))
            for c, to in re.findall(r"\('\\u\{(\w+)\}',\s*&\[([^\]]*)\]\)", block("CONFUSABLES"))
        }
        self.ignorable = set()
        for begin, end in re.findall(r"\('\\u\{(\w+)\}',\s*'\\u\{(\w+)\}'\)", block("DEFAULT_IGNORABLE")):
            self.ignorable.update(range(code(begin), code(end) + 1))

    def canonical(self, c: int) -> list[int]:
        """The canonical decomposition of UnicodeData.txt, one step; that of Hangul syllables is computed."""
        if 0xAC00 <= c <= 0xD7A3:
            return []
        words = self.ucd.decomposition(chr(c)).split()
        return [] if not words or words[0].startswith("<") else [int(w, 16) for w in words]

    def skeleton(self, text: str) -> str:
        """UTS 39 4: internalSkeleton."""
        parts = [c for c in self.ucd.normalize("NFD", text) if ord(c) not in self.ignorable]
        return self.ucd.normalize("NFD", "".join(self.prototype.get(ord(c), c) for c in parts))


class Output:
    """C++ arrays, and how large they are in a program."""

    def __init__(self, about: str) -> None:
        self.lines = [f"// Made by scripts/generate_unicode.py from data of Unicode {VERSION}: {about}."]
        self.size = 0

    def array(self, name: str, values: list[int], kind: str = "") -> None:
        if not kind:
            kind = "std::uint8_t" if max(values) < 256 else "std::uint16_t" if max(values) < 65536 else "std::uint32_t"
        self.size += len(values) * (1 if kind == "char" else int(re.search(r"\d+", kind).group()) // 8)
        self.lines.append(f"constexpr {kind} {name}[] = {{")
        line = ""
        for word in (f"{v}," for v in values):
            if len(line) + len(word) > 116:
                self.lines.append("    " + line)
                line = ""
            line += word
        self.lines += ["    " + line, "};"]

    def text(self, name: str, text: str) -> None:
        self.array(name, list(text.encode()), "char" if text.isascii() else "std::uint8_t")

    def ranges(self, name: str, values: list[int]) -> None:
        """The beginnings of ranges with one value: the value, times 2 to the power of 21, and the code point."""
        self.array(name, [c | v for c, v in enumerate(values) if c == 0 or v != values[c - 1]], "std::uint32_t")

    def trie(self, name: str, values: list[int]) -> None:
        """values[c] = leaf[(middle[(top[c >> a] << (a - b)) + (c >> b & mask)] << b) + (c & mask)]"""
        best = None
        for b in (3, 4, 5, 6):
            leaf, middle = blocks(values, 1 << b)
            for a in range(b + 3, 13):
                middles, top = blocks(middle, 1 << (a - b))
                size = sum(len(x) * (1 if max(x) < 256 else 2) for x in (leaf, middles, top))
                if best is None or size < best[0]:
                    best = (size, a, b, leaf, middles, top)
        _, a, b, leaf, middles, top = best
        self.array(f"{name}_leaf", leaf)
        self.array(f"{name}_middle", middles)
        self.array(f"{name}_top", top)
        self.lines.append(f"constexpr trie<{a}, {b}, {name}_top, {name}_middle, {name}_leaf> {name};")


def blocks(values: list[int], size: int) -> tuple[list[int], list[int]]:
    """The different blocks, one after the other, and for each block its number."""
    found: dict[tuple[int, ...], int] = {}
    index = [found.setdefault(tuple(values[i:i + size]), len(found)) for i in range(0, len(values), size)]
    return [v for block in found for v in block], index


class Deltas:
    """Mappings to one character, as differences: 0 is none."""

    def __init__(self) -> None:
        self.found = {0: 0}

    def of(self, a: int, b: int) -> int:
        return self.found.setdefault(b - a, len(self.found))


def longer_texts(texts: list[str]) -> tuple[str, dict[str, int]]:
    """The texts, each after its size in bytes, and where each is."""
    pool, places, size = "", {}, 0
    for text in sorted(set(texts)):
        length = len(text.encode())
        assert length < 128
        places[text] = size
        pool += chr(length) + text
        size += 1 + length
    assert size < 0x8000
    return pool, places


def characters(data: Data) -> Output:
    out, deltas = Output("normalization, UTS 46, IDNA 2008"), Deltas()
    # Normalization: pairs that compose first, in order; then those that are only decomposed.
    single, pairs = {}, {}
    for c in range(LAST):
        parts = data.canonical(c)
        if len(parts) == 1:
            single[c] = parts[0]
        elif parts:
            pairs[c] = tuple(parts)
    composed = {c: p for c, p in pairs.items() if data.ucd.normalize("NFC", chr(c)) == chr(c)}
    order = sorted(composed, key=lambda c: pairs[c]) + sorted(c for c in pairs if c not in composed)
    number = {c: i for i, c in enumerate(order)}
    seconds = {p[1] for p in composed.values()} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    decomposition = [0] * LAST
    for c in single:
        decomposition[c] = deltas.of(c, single[c])
    for c in pairs:
        decomposition[c] = 0x8000 + number[c]
    # UTS 46
    pool, places = longer_texts([m for m in data.mapping.values() if len(m) > 1])
    mapping, lower = [0] * LAST, [0] * LAST
    for c, to in data.mapping.items():
        if data.status[c] in "M":
            mapping[c] = deltas.of(c, ord(to)) if len(to) == 1 else 0x8000 + places[to]
    for c, to in data.lower.items():
        lower[c] = deltas.of(c, to)
    records: dict[int, int] = {}
    record_of = [0] * LAST
    for c in range(LAST):
        text = chr(c)
        surrogate = 0xD800 <= c <= 0xDFFF
        general = data.ucd.category(text)
        # NFC_Quick_Check: 0 yes, 1 maybe, 2 no
        quick = 0 if surrogate else 2 if data.ucd.normalize("NFC", text) != text else int(ord(data.ucd.normalize("NFD", text)[0]) in seconds)
        mark = 1 if general == "Mn" else 2 if general.startswith("M") else 0
        fields = [(data.ucd.combining(text), 8), (BIDI.index(data.bidi[c]), 4), (JOINING.index(data.joining[c]), 3),
                  (mark, 2), (STATUS[data.status[c]], 3), (data.derived[c], 2), (quick, 2)]
        packed, at = 0, 0
        for value, bits in fields:
            assert value < 1 << bits
            packed |= value << at
            at += bits
        record_of[c] = records.setdefault(packed, len(records))
    out.lines.append(f'constexpr char unicode_version[] = "{VERSION}";')
    out.array("records", list(records), "std::uint32_t")
    out.trie("record_numbers", record_of)
    out.array("pairs", [pairs[c][0] << 42 | pairs[c][1] << 21 | c for c in order], "std::uint64_t")
    out.lines.append(f"constexpr std::size_t composing_pairs = {len(composed)};")
    out.trie("decompositions", decomposition)
    out.trie("mappings", mapping)
    out.trie("lower_cases", lower)
    out.array("deltas", list(deltas.found), "std::int32_t")
    out.text("mapped_texts", pool)
    return out


def dotted(data: Data, c: int) -> bool:
    """Whether U+0307 cannot be seen behind c (UTS 39 5.4): c or the end of its skeleton has a dot, or looks so."""
    dots = "ijl\u0131\u0237"
    if c in data.soft or chr(c) in dots:
        return True
    last = "" if 0xD800 <= c <= 0xDFFF else data.skeleton(chr(c))[-1:]
    return bool(last) and (last in dots or ord(last) in data.soft)


def security(data: Data) -> Output:
    out = Output("scripts and confusables")
    names = sorted(set(data.script) | {x for e in data.extensions for x in e} - {""})
    names = ["Common", "Inherited", "Unknown"] + [n for n in names if n not in ("", "Common", "Inherited", "Unknown")]
    number = {n: i for i, n in enumerate(names)}
    sets: dict[tuple[int, ...], int] = {}
    script_of = [0] * LAST
    for c in range(LAST):
        script = number[data.script[c] or "Unknown"]
        more = sorted(number[e] for e in data.extensions[c]) or [script]
        script_of[c] = sets.setdefault((script, *more), len(sets))
    out.ranges("allowed_ranges", [int(c in data.allowed) << 21 for c in range(LAST)])
    out.ranges("dotted_ranges", [int(dotted(data, c)) << 21 for c in range(LAST)])
    out.array("zeros", [c for c in range(LAST) if data.ucd.decimal(chr(c), -1) == 0])
    pool, starts = [], []
    for s in sets:
        starts.append(len(pool))
        pool += [len(s), *s]
    out.array("script_sets", pool)
    out.array("script_set_starts", starts)
    out.ranges("script_ranges", [v << 21 for v in script_of])
    out.lines += ["constexpr std::string_view script_names[] = {",
                  *[f'    "{n}",' for n in names], "};"]
    out.size += sum(len(n) + 17 for n in names)
    # Characters beyond US-ASCII that look like a text in it. What is not shown has no such text.
    looks = {}
    for c in range(0x80, LAST):
        if 0xD800 <= c <= 0xDFFF or c in data.ignorable or data.ucd.category(chr(c)) == "Cf":
            continue
        to = data.skeleton(chr(c))
        if to and to.isascii():
            looks[c] = to
    pool, places = longer_texts(list(looks.values()))
    assert len(pool) < 1 << 11
    out.array("lookalikes", [c << 11 | places[to] for c, to in sorted(looks.items())], "std::uint32_t")
    out.text("lookalike_texts", pool)
    return out


# "Best fit" of the code pages of Windows, of what NFKC does not change: fraction slash, division slash, set minus, ratio,
# reverse solidus operator, big solidus, big reverse solidus.
BEST_FIT = {0x2044: "/", 0x2215: "/", 0x2216: "\\", 0x2236: ":", 0x29F5: "\\", 0x29F8: "/", 0x29F9: "\\"}


def lookalike(data: Data, c: int) -> tuple[str, str]:
    """The text that c looks like by UTS 39 4 (confusables.txt), if it is "/", "\\", ":" or ".", or has one of them, and
    its kind. Words of a script need its letters, marks and digits, and texts fractions: they have none, and those of no
    script, as U+02D0, have one. Texts of a script need its punctuation: another kind."""
    general = data.ucd.category(chr(c))
    if general == "Cs" or c in data.ignorable or general == "Cf":
        return "", ""
    to = data.skeleton(chr(c))
    of_script = not set(data.extensions[c] or [data.script[c]]) <= {"Common", "Inherited"}
    if not to.isascii() or not set(to) & set("/\\:.") or general[0] == "N" or (general[0] in "LM" and of_script):
        return "", ""
    return to, "punctuation" if general[0] == "P" and of_script else "looks"


def plain_forms(data: Data) -> str:
    """Characters of which NFKC or Windows makes US-ASCII: runs of single ones in the order of US-ASCII, and texts; and
    those that look like a delimiter of names of files."""
    runs: list[list] = []
    for c in range(0x80, LAST):
        to, kind = BEST_FIT.get(c) or data.ucd.normalize("NFKC", chr(c)), "becomes"
        if not to.isascii():
            to, kind = lookalike(data, c)
            if not to:
                continue
        assert 1 <= len(to) <= 5
        if runs and len(to) == 1 and len(runs[-1][2]) == 1 and kind == runs[-1][3] and c == runs[-1][0] + runs[-1][1] \
                and ord(to) == ord(runs[-1][2]) + runs[-1][1]:
            runs[-1][1] += 1
        else:
            runs.append([c, 1, to, kind])
    escaped = {"\\": "\\\\", '"': '\\"'}
    rows = [f'{{0x{c:X}, {n}, "{"".join(escaped.get(x, x) for x in to)}"{"" if kind == "becomes" else ", likeness::" + kind}}},'
            for c, n, to, kind in runs]
    head = [f"// Made by scripts/generate_unicode.py from data of Unicode {VERSION}: first, number, form of the first, and the",
            "// kind of what only looks like its form (UTS 39, confusables.txt)."]
    return "\n".join([*head, *rows]) + "\n"


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    data = Data(pathlib.Path(sys.argv[1]))
    for name, made in (("characters.inc", characters(data)), ("security.inc", security(data))):
        (ROOT / "src" / "ucd" / name).write_text("\n".join(made.lines) + "\n", encoding="ascii")
        print(f"src/ucd/{name}: {made.size} bytes in a program")
    (ROOT / "src" / "uri" / "plain_forms.inc").write_text(plain_forms(data), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
