#!/usr/bin/env python3
"""Make two files of the core, uniform.hpp and uniform.cpp, for projects without a build system: amalgamate.py FOLDER.

    g++ -std=c++23 -O2 -I FOLDER app.cpp FOLDER/uniform.cpp

uniform.hpp is all public headers of the core, uniform.cpp its private headers and sources. The scanning kernels get their
instruction sets from pragmas, so that no file needs flags of its own. docs/guide/cpp.md has the rest.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ["base", "syntax", "uri", "url", "urn", "text"]
# The features that cmake/library.cmake gives the kernels as flags.
BITS = "bmi,bmi2,lzcnt,popcnt"
KERNELS = {
    "kernel_avx2.cpp": f"avx2,{BITS}",
    "kernel_avx512.cpp": f"avx2,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,{BITS}",
}
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"].*$')
HAVE_KERNELS = "defined(__x86_64__) && defined(__GNUC__)"


def version_header() -> str:
    text = (ROOT / "cmake/version.hpp.in").read_text(encoding="utf-8")
    project = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"^  VERSION (\d+)\.(\d+)\.(\d+)$", project, re.MULTILINE)
    values = dict(zip(("PROJECT_VERSION_MAJOR", "PROJECT_VERSION_MINOR", "PROJECT_VERSION_PATCH"), version.groups()))
    values["PROJECT_VERSION"] = ".".join(version.groups())
    return re.sub(r"@(\w+)@", lambda m: values[m[1]], text)


class Amalgamation:
    """One file, made of others: each header once, the standard headers that they include at the top."""

    def __init__(self, known: set[str]):
        self.known = known  # headers that are there already, by their name in include/ or src/
        self.standard: set[str] = set()
        self.lines: list[str] = []

    def add(self, name: str, text: str) -> None:
        self.lines.append(f"// ----- {name}")
        for line in text.splitlines():
            found = INCLUDE.match(line)
            if found:
                self.include(found[1], found[2], pathlib.PurePosixPath(name).parent)
            elif line.strip() != "#pragma once":
                self.lines.append(line)

    def include(self, quote: str, name: str, folder: pathlib.PurePosixPath) -> None:
        if quote == "<" and not name.startswith("uniform/"):
            if name == "version":
                self.lines.append("#include <version>")  # read before anything else can fail
            elif name not in ("immintrin.h", "cpuid.h"):
                self.standard.add(name)
            return
        if name == "uniform/version.hpp":
            text = version_header()
        else:
            places = [ROOT / "include" / name] if quote == "<" else [ROOT / "src" / name, ROOT / "src" / folder / name]
            path = next(place for place in places if place.exists())
            text = path.read_text(encoding="utf-8")
        if name.endswith(".hpp"):
            if name in self.known:
                return
            self.known.add(name)
        self.add(name, text)


def cleaned(lines: list[str]) -> str:
    """At most one empty line between others."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip()) + "\n"


def kernel(level: str, name: str, target: str, text: str) -> str:
    """The kernel in a namespace of its own, so that both may be in one file, between pragmas with its target."""
    body = text.replace("\nnamespace {\n", f"\nnamespace in_{level} {{\nnamespace {{\n")
    body = body.replace("\n} // namespace\n", "\n} // namespace\n} // namespace\n")
    body = re.sub(r"return (parse|parse_name|may_change|tail)\(s,", rf"return in_{level}::\1(s,", body)
    return f"""#if {HAVE_KERNELS}
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("{target}"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("{target}")
#endif
{body}
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
"""


def header() -> str:
    made = Amalgamation(set())
    # First, because it says in one sentence what a compiler lacks.
    made.include("<", "uniform/base/api.hpp", pathlib.PurePosixPath())
    api, made.lines = made.lines, []
    made.include("<", "uniform/uniform.hpp", pathlib.PurePosixPath())
    header.known = made.known
    top = [f"// Uniform {re.search(r'VERSION ' + chr(34) + r'([0-9.]+)', version_header())[1]}: the core, in one header.",
           "// SPDX-License-Identifier: Apache-2.0", "// Made by scripts/amalgamate.py; compile uniform.cpp with your program.",
           "#pragma once", ""]
    return cleaned(top + api + [f"#include <{name}>" for name in sorted(made.standard)] + made.lines)


def sources() -> str:
    made = Amalgamation(set(header.known))
    kernels = []
    for module in MODULES:
        for path in sorted((ROOT / "src" / module).rglob("*.cpp")):
            if path.name == "kernel_simd128.cpp":  # of WebAssembly, whose instruction set no pragma chooses: see bindings/js
                continue
            if path.name in KERNELS:
                kernels.append(path)
            else:
                made.add(str(path.relative_to(ROOT / "src")), path.read_text(encoding="utf-8"))
    between_pragmas = []  # at the end, when all headers are there that they share with the others
    for path in kernels:
        one = Amalgamation(made.known)
        one.add(str(path.relative_to(ROOT / "src")), path.read_text(encoding="utf-8"))
        made.standard |= one.standard
        between_pragmas.append(
            kernel(path.stem.removeprefix("kernel_"), path.name, KERNELS[path.name], "\n".join(one.lines)))
    top = ["// Uniform: the sources of the core, in one file.", "// SPDX-License-Identifier: Apache-2.0",
           "// Made by scripts/amalgamate.py.", '#include "uniform.hpp"', ""]
    # One file is optimized across what are many otherwise, and GCC 12 then warns where nothing is wrong.
    quiet = ["#if defined(__GNUC__)", '#pragma GCC diagnostic ignored "-Wunused-const-variable"', "#endif",
             "#if defined(__GNUC__) && !defined(__clang__)", '#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"', "#endif"]
    flags = quiet + [f"#if {HAVE_KERNELS}", "#include <cpuid.h>", "#include <immintrin.h>", "#define UNIFORM_HAVE_AVX2 1", "#define UNIFORM_HAVE_AVX512 1",
             "#endif", ""]
    return cleaned(top + [f"#include <{name}>" for name in sorted(made.standard)] + flags + made.lines + between_pragmas)


def main() -> int:
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        return 0
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "uniform.hpp").write_text(header(), encoding="utf-8")
        (folder / "uniform.cpp").write_text(sources(), encoding="utf-8")
    except OSError as e:
        sys.exit(f"amalgamate.py: {e.filename}: {e.strerror}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
