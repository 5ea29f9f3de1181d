#!/usr/bin/env python3
"""The includes of the source tree follow the module map in HACKING.md.

The map is the block ```modules``` there, one line for each module:

    module: dependency dependency* ... | library library ...

A module is a folder of src/ with the folder of the same name in include/uniform/, or apps/uniform/FOLDER as apps/FOLDER.
A dependency permits the public headers of that module, <uniform/MODULE/...>; with an asterisk also its private ones,
"MODULE/...". A library is the first part of an include in angle brackets that is neither the standard library's, the
system's nor Uniform's. Checked are: every folder is a module; every include is permitted; nothing is permitted that no
file needs; the dependencies have no cycle; private headers are included as "MODULE/FILE", public ones as
<uniform/MODULE/FILE>; no two files have one name, except the header and the source of one module, and what each group
of commands has; components do not include each other in a circle; and no folder has more than MOST_SOURCES sources.

A component is what has one name in one module: a header, private or public, and its source.

    modules_test.py [--print]      # --print: the map that the includes would need
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(["<])([^">]+)[">]', re.MULTILINE)
NESTED = ("http",)  # folders that hold modules
# Headers of the C++ standard library have no extension; these are C's, POSIX's and Linux's.
SYSTEM = re.compile(r"^(?:[a-z_]+|(?:sys|netinet|arpa|net|linux)/[a-z_]+\.h|"
                    r"(?:unistd|fcntl|poll|pthread|signal|termios|immintrin|cpuid|wasm_simd128|arm_neon|netdb|glob|spawn|time|locale)\.h)$")


# Public headers of nested modules are in one folder.
PUBLIC = {"http/settings.hpp": "http/settings", "http/settings_rows.hpp": "http/settings",
          "http/setting_type.hpp": "http/settings", "http/server.hpp": "http/server",
          "http/api_client.hpp": "http/client", "http/oai_import.hpp": "http/client"}
MOST_SOURCES = 30  # .cpp files of one folder
EACH_GROUP = {"commands", "options"}  # every folder of apps/uniform/ may have these
GENERATED = {"uniform/version.hpp"}  # when configuring


def module_of(path):
    """The module of a file, by its path from src/, include/uniform/ or apps/uniform/."""
    parts = path.parts
    if path.as_posix() in PUBLIC:
        return PUBLIC[path.as_posix()]
    return "/".join(parts[:2]) if parts[0] in NESTED and len(parts) > 2 else parts[0]


def sources():
    """(file, module) of each source."""
    for folder, prefix in (("src", ""), ("include/uniform", ""), ("apps/uniform", "apps/")):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".hpp", ".cpp", ".inl", ".h", ".c"):
                inside = file.relative_to(ROOT / folder)
                yield file, prefix + (module_of(inside) if len(inside.parts) > 1 else ".")


def read_map(text):
    """{module: ({dependency: private?}, {libraries})}, and mistakes in the map itself."""
    block = re.search(r"^```modules\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    if block is None:
        return {}, ["HACKING.md has no block ```modules```"]
    modules, mistakes = {}, []
    for line in block.group(1).splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        name, _, rest = line.partition(":")
        dependencies, _, libraries = rest.partition("|")
        if name in modules:
            mistakes.append(f"the map has the module {name} twice")
        modules[name] = ({d.rstrip("*"): d.endswith("*") for d in dependencies.split()}, set(libraries.split()))
    for name, (dependencies, _) in modules.items():
        mistakes += [f"the map has no module {d}, on which {name} depends" for d in dependencies if d not in modules]
    return modules, mistakes


def cycle_in(modules):
    """The modules of one cycle of the map; empty when there is none."""
    done = set()

    def visit(name, path):
        if name in path:
            return path[path.index(name):] + [name]
        if name in done or name not in modules:
            return []
        for dependency in modules[name][0]:
            if found := visit(dependency, path + [name]):
                return found
        done.add(name)
        return []

    return next((found for name in modules if (found := visit(name, []))), [])


def includes_of(file, module):
    """(line, kind, target) of each include: public or private with a module, library with its name, or a mistake."""
    text = file.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        line, quote, path = text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)
        if quote == "<":
            if path.startswith("uniform/"):
                inside = Path(path).relative_to("uniform")
                if (ROOT / "include" / path).exists():
                    yield line, "public", module_of(inside)
                elif path not in GENERATED:
                    yield line, "mistake", f"<{path}> does not exist"
            elif not SYSTEM.match(path):
                yield line, "library", path.split("/")[0].removesuffix(".h").removesuffix(".hpp")
        elif path.endswith(".inc"):
            continue  # generated when building
        elif path.startswith("uniform/"):
            yield line, "mistake", f'"{path}": a public header is included as <{path}>'
        elif module.startswith("apps/") and (ROOT / "apps" / "uniform" / path).exists() and "/" in path:
            yield line, "private", "apps/" + module_of(Path(path))
        elif (ROOT / "src" / path).exists() and "/" in path:
            yield line, "private", module_of(Path(path))
        else:
            yield line, "mistake", f'"{path}": a private header is included as "MODULE/FILE"'


def component_of(path, module):
    return f"{module}/{Path(path).stem}"


def components():
    """{component: components that its files include}, of the whole tree."""
    includes = {}
    for file, module in sources():
        own = component_of(file, module)
        needed = includes.setdefault(own, set())
        for match in INCLUDE.finditer(file.read_text(encoding="utf-8")):
            quote, path = match.groups()
            public = quote == "<" and path.startswith("uniform/")
            inside = Path(path).relative_to("uniform") if public else Path(path)
            if public and (ROOT / "include" / path).exists():
                other = module_of(inside) if len(inside.parts) > 1 else "."
            elif quote == '"' and module.startswith("apps/") and (ROOT / "apps" / "uniform" / path).exists():
                other = "apps/" + module_of(inside)
            elif quote == '"' and not path.endswith(".inc") and (ROOT / "src" / path).exists():
                other = module_of(inside)
            else:
                continue
            if (target := component_of(path, other)) != own:
                needed.add(target)
    return includes


def circles(graph):
    """The sets of nodes that reach each other, each sorted.

    >>> circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()})
    [['b', 'c']]
    >>> circles({"a": {"b"}, "b": set()})
    []
    """
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found)


def crowded_folders():
    """Folders with too many sources."""
    counts = {}
    for file, _ in sources():
        if file.suffix == ".cpp":
            folder = str(file.parent.relative_to(ROOT))
            counts[folder] = counts.get(folder, 0) + 1
    return [f"{folder} has {count} sources; {MOST_SOURCES} are allowed" for folder, count in sorted(counts.items())
            if count > MOST_SOURCES]


def names_twice():
    """The names of files in several modules."""
    modules = {}
    for file, module in sources():
        if not (module.startswith("apps/") and file.stem in EACH_GROUP):
            modules.setdefault(file.stem, {}).setdefault(module, file)
    return [f"one name for several files: {', '.join(sorted(str(f.relative_to(ROOT)) for f in found.values()))}"
            for _, found in sorted(modules.items()) if len(found) > 1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    modules, mistakes = read_map((ROOT / "HACKING.md").read_text(encoding="utf-8"))
    needed = {}
    count = 0
    for file, module in sources():
        dependencies, libraries = needed.setdefault(module, ({}, set()))
        allowed, allowed_libraries = modules.get(module, ({}, set()))
        for line, kind, target in includes_of(file, module):
            count += 1
            where = f"{file.relative_to(ROOT)}:{line}"
            if kind == "mistake":
                mistakes.append(f"{where}: {target}")
            elif kind == "library":
                libraries.add(target)
                if target not in allowed_libraries:
                    mistakes.append(f"{where}: {module} may not use the library {target}")
            elif target != module:
                private = kind == "private"
                dependencies[target] = dependencies.get(target, False) or private
                if target not in allowed:
                    mistakes.append(f"{where}: {module} may not depend on {target}")
                elif private and not allowed[target]:
                    mistakes.append(f"{where}: {module} may not include private headers of {target}")
    if options.print:
        for module, (dependencies, libraries) in sorted(needed.items()):
            words = [d + "*" * private for d, private in sorted(dependencies.items())]
            print(f"{module}: {' '.join(words)}" + (" | " + " ".join(sorted(libraries)) if libraries else ""))
        return 0
    mistakes += [f"the map has no module {m}" for m in needed if m not in modules]
    for module, (dependencies, libraries) in modules.items():
        used, used_libraries = needed.get(module, ({}, set()))
        if module not in needed:
            mistakes.append(f"the map has the module {module}, which does not exist")
            continue
        for dependency, private in dependencies.items():
            if dependency not in used:
                mistakes.append(f"the map lets {module} depend on {dependency}, and no file does")
            elif private and not used[dependency]:
                mistakes.append(f"the map lets {module} include private headers of {dependency}, and no file does")
        mistakes += [f"the map lets {module} use {x}, and no file does" for x in sorted(libraries - used_libraries)]
    mistakes += names_twice()
    mistakes += ["these include each other: " + ", ".join(circle) for circle in circles(components())]
    mistakes += crowded_folders()
    if found := cycle_in(modules):
        mistakes.append("the map has a cycle: " + " -> ".join(found))
    print("\n".join(mistakes))
    print(f"{count} includes in {len(needed)} modules, {len(mistakes)} mistakes")
    return 1 if mistakes or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
