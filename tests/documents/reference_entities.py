#!/usr/bin/env python3
"""Which public entities of the core have an example that is compiled and run: reference_entities.py [--list].

An entity is a class, an enumeration, an alias or a free function at the top level of a public header (detail/ is none). It
has an example when docs/reference/examples/ names it; Doxygen links the two. The number of those without one may only fall:
it is LEFT below. --list prints them.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["syntax", "uri", "url", "urn", "text"]
LEFT = 201

TYPE = re.compile(r"^(?:class|struct|enum class|using) (?:\[\[nodiscard\]\] )?([a-z]\w*)(?= *[:{=]| final)", re.MULTILINE)
FUNCTION = re.compile(r"^(?:template <[^\n]*>\n)?(?:\[\[nodiscard\]\]|constexpr|inline|void|std::)[^\n(=]*?\b([a-z]\w*)\(", re.MULTILINE)


def entities(header: pathlib.Path) -> set[str]:
    text = re.sub(r"^namespace detail \{.*?^\} // namespace detail$", "", header.read_text(encoding="utf-8"),
                  flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"//[^\n]*", "", text)
    return set(TYPE.findall(text)) | {f for f in FUNCTION.findall(text) if not f.startswith("operator")}


def main() -> int:
    examples = "".join(f.read_text(encoding="utf-8") for f in sorted((ROOT / "docs/reference/examples").glob("*.cpp")))
    used = set(re.findall(r"\w+", examples))
    without, count = [], 0
    for module in MODULES:
        for header in sorted((ROOT / "include/uniform" / module).glob("*.hpp")):
            names = entities(header)
            count += len(names)
            without += [f"{module}/{header.name}: {name}" for name in sorted(names - used)]
    if "--list" in sys.argv[1:]:
        print("\n".join(without))
    print(f"{count - len(without)} of {count} public entities of the core have an example")
    if len(without) > LEFT:
        print(f"{len(without)} have none, {LEFT} are permitted: add one to docs/reference/examples/")
        return 1
    if len(without) < LEFT:
        print(f"LEFT in {pathlib.Path(__file__).name} can be {len(without)} now")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
