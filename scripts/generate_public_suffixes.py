#!/usr/bin/env python3
"""Make src/idna/public_suffixes.inc from a Public Suffix List: generate_public_suffixes.py public_suffix_list.dat.

The result is committed, so that nobody needs the list to build. It is run by hand, before a release at least. A package
registry has the list of each day:

    pip download --no-deps publicsuffixlist && unzip -p publicsuffixlist-*.whl '*/public_suffix_list.dat' >list.dat

Only the rules remain of it, without comments and with A-labels, in the list's order; src/idna/suffix_list.cpp reads them as it
reads the list itself.
"""
import pathlib
import re
import sys

TARGET = pathlib.Path(__file__).resolve().parent.parent / "src/idna/public_suffixes.inc"
LONGEST_LITERAL = 60000  # [implimits] of the C++ standard: 65,536
WIDTH = 120


def stated(text, what):
    """A fact in the comments at the beginning of the list."""
    found = re.search(rf"^// {what}: (\S+)$", text, re.MULTILINE)
    if not found:
        sys.exit(f"the list does not state its {what}")
    return found.group(1)


def a_label(label):
    return label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")


def rules_of(text):
    """The rules in lines; a comment begins the list's second section."""
    lines = []
    for line in text.splitlines():
        if "===BEGIN PRIVATE DOMAINS===" in line:
            lines.append("// ===BEGIN PRIVATE DOMAINS===")
        elif line.strip() and not line.startswith("//"):
            rule = line.split()[0]
            if rule != rule.lower():
                sys.exit(f"{rule} is not in lower case")
            lines.append(".".join(a_label(label) for label in rule.split(".")))
    return lines


def literals(lines):
    """String literals with whole lines, none longer than a compiler has to accept."""
    out, parts, size = [], [""], 0
    for line in lines:
        piece = line + "\\n"
        if size + len(line) + 1 > LONGEST_LITERAL:
            out.append(parts)
            parts, size = [""], 0
        if len(parts[-1]) + len(piece) > WIDTH - 6:
            parts.append("")
        parts[-1] += piece
        size += len(line) + 1
    return [*out, parts]


def main():
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    lines = rules_of(text)
    written = ",\n".join("\n".join(f'    "{part}"' for part in parts) for parts in literals(lines))
    TARGET.write_text(f"""\
// Made by scripts/generate_public_suffixes.py of the Public Suffix List (https://publicsuffix.org/), which is subject to
// the terms of the Mozilla Public License, version 2.0 (https://mozilla.org/MPL/2.0/).

inline constexpr std::string_view built_in_version = "{stated(text, 'VERSION')}";
inline constexpr std::string_view built_in_commit = "{stated(text, 'COMMIT')}";
inline constexpr std::string_view built_in_rules[] = {{
{written},
}};
""", encoding="ascii")
    print(f"{len(lines) - 1} rules, {sum(len(line) + 1 for line in lines)} bytes")


if __name__ == "__main__":
    main()
