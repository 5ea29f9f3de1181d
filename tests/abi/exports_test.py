#!/usr/bin/env python3
"""The symbols that shared libraries export are what public headers declare: exports_test.py --nm NM LIBRARY...

Also: every public header reaches uniform/base/api.hpp and marks its part of the namespace uniform with UNIFORM_API.
Private headers marked with UNIFORM_INTERNAL_API are for other libraries of the project; they are counted by themselves.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
WORD = re.compile(r"[A-Za-z_]\w*")
# The symbols that the compiler makes for a declared class or variable.
TABLES = re.compile(r"^(vtable for|typeinfo for|typeinfo name for|VTT for|guard variable for|construction vtable for) ")
# The destructors' and operators' words are the language's own.
LANGUAGE = {"operator", "new", "delete", "bool", "const", "unsigned", "long", "int", "char", "void", "double"}


def words(files) -> set[str]:
    return {word for file in files for word in WORD.findall(file.read_text(encoding="utf-8"))}


def without_brackets(name: str) -> str:
    """The qualified name of a demangled symbol, without arguments of templates and functions."""
    name = TABLES.sub("", name).replace("(anonymous namespace)", "anonymous_namespace").replace("[abi:cxx11]", "")
    name = re.sub(r"operator(<=>|<<|>>|<=|>=|->|\(\)|<|>|==|!=|\[\]|=|[-+*/%&|~!]+=?)", "operator", name)
    depth, out = 0, ""
    for c in name:
        if c in "<(" or c == "{":
            depth += 1
        elif c in ">)" or c == "}":
            depth -= 1
        elif depth == 0:
            out += c
    # "std::optional uniform::f": the result of a function template stands before its name
    parts = [p for p in out.split() if p.startswith("uniform::")]
    return parts[0] if parts else out


def unmarked(headers) -> list[str]:
    faults = []
    reaches = {INCLUDE / "uniform/base/api.hpp"}
    texts = {h: h.read_text(encoding="utf-8") for h in headers}
    included = {h: [INCLUDE / name for name in re.findall(r"#include <(uniform/[^>]+)>", text)] for h, text in texts.items()}
    grown = True
    while grown:
        more = {h for h, names in included.items() if h not in reaches and any(n in reaches for n in names)}
        reaches |= more
        grown = bool(more)
    for h, text in texts.items():
        name = h.relative_to(INCLUDE)
        before = text[:text.index("\nnamespace uniform")] if "\nnamespace uniform" in text else None
        if before is not None and (h not in reaches or (h.name != "api.hpp" and "#include <uniform/" not in before)):
            faults.append(f"{name} does not reach uniform/base/api.hpp")
        for line in re.findall(r"^namespace uniform\b.*$", text, re.MULTILINE):
            if not line.startswith("namespace uniform UNIFORM_API {"):
                faults.append(f"{name}: `{line}` is not marked with UNIFORM_API")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", default="nm")
    parser.add_argument("libraries", nargs="+")
    arguments = parser.parse_args()

    headers = sorted(INCLUDE.rglob("*.hpp"))
    faults = unmarked(headers)
    public = words(headers) | LANGUAGE
    internal = [h for h in (ROOT / "src").rglob("*.hpp") if "UNIFORM_INTERNAL_API" in h.read_text(encoding="utf-8")]
    project = public | words(internal)
    total = shared = 0
    for library in arguments.libraries:
        listed = subprocess.run([arguments.nm, "-DC", "--defined-only", library], check=True, capture_output=True, text=True)
        names = {line.split(" ", 2)[2] for line in listed.stdout.splitlines() if line.count(" ") >= 2}
        if not names:
            faults.append(f"{library} exports nothing")
        for name in sorted(names):
            total += 1
            qualified = without_brackets(name)
            parts = [p.lstrip("~") for p in qualified.split("::") if p]
            if not parts or parts[0] != "uniform":
                faults.append(f"{pathlib.Path(library).name} exports {name}")
            elif unknown := [p for p in parts if p not in public]:
                if all(p in project for p in unknown):
                    shared += 1
                else:
                    faults.append(f"{pathlib.Path(library).name} exports {name}, which no public header declares")
    print("\n".join(faults))
    print(f"{len(arguments.libraries)} libraries export {total} symbols, {shared} of them for each other; {len(faults)} mistakes")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
