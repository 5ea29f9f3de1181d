#!/usr/bin/env python3
"""The includes of the source tree follow the module map in HACKING.md.

The map is the block ```modules``` there, one line for each module:

    module: dependency dependency* ... | library library ...

A module is a folder of src/ with the folder of the same name in include/uniform/, or apps/uniform/FOLDER as apps/FOLDER.
A dependency permits the public headers of that module, <uniform/MODULE/...>; with an asterisk also its private ones,
"MODULE/...". A library is the first part of an include in angle brackets that is neither the standard library's, the
system's nor Uniform's. Checked are: every folder is a module; every include is permitted; nothing is permitted that no
file needs; the dependencies have no cycle; private headers are included as "MODULE/FILE", public ones as
<uniform/MODULE/FILE>; <uniform/uniform.hpp> has every public header of the core, and no other; no two files have one name, except the header and the source of one module, and what each group
of commands has; components do not include each other in a circle; the floors of the service (docs/decisions/0038) are kept; and
no folder has more than MOST_SOURCES sources, which are its .cpp files: headers do not count.

A component is what has one name in one module: a header, private or public, and its source. The bindings are not in the map, but
their components form no circle either, and their folders have no more sources.

A namespace has the name of its module, and is in `uniform` (docs/decisions/0041). The public names of the modules in FLAT stand
in `uniform` itself; their private names do so, too, or in a namespace of the module's name, or in `detail`.

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
PUBLIC = {"http/settings.hpp": "http/settings", "http/setting_type.hpp": "http/settings", "http/server.hpp": "http/server",
          "http/api_client.hpp": "http/client", "http/oai_import.hpp": "http/client"}
MOST_SOURCES = 30  # .cpp files of one folder
EACH_GROUP = {"commands", "options"}  # every folder of apps/uniform/ may have these
GENERATED = {"uniform/version.hpp", "columns/functions/functions.hpp"}  # when configuring
UMBRELLA = ROOT / "include/uniform/uniform.hpp"
C_UMBRELLA = ROOT / "bindings/c/include/uniform.h"
# The floors of the service: what is stored is read and written by *_documents; these are above it, and operations above these.
AUTHORIZATION = {"service/authorization", "service/request_actors"}
# Components with a public header and a source that are no operations: what is read of tables.
READ_BY_DOCUMENTS = {"service/iana_registry"}


FLAT = {"syntax", "uri", "url", "urn", "text", "lint", "unicode", "repair", "access"}
# Names of private namespaces that are not that of the module, because a function has it: lint().
CALLED = {"lint": "linting"}
OPENED = re.compile(r"^namespace ([\w:]+)(?: UNIFORM_\w+)? \{", re.MULTILINE)


def namespace_mistakes():
    """The faults of the namespaces that a file opens at the beginning of its lines."""
    for file, module in sources():
        if module.startswith("apps/") or module == ".":
            continue
        name = module.split("/")[0]
        opened = OPENED.findall(file.read_text(encoding="utf-8"))
        own = any(each == name or each.startswith(("uniform::" + name + "::", "uniform::" + CALLED.get(name, name)))
                  for each in opened)
        public = file.is_relative_to(ROOT / "include")
        if name in FLAT and public and own:
            yield f"{file.relative_to(ROOT)}: the public names of {name} are in uniform, not in a namespace of their own"
        if name in FLAT | {"base"} or not opened:
            continue
        if not own:
            yield f"{file.relative_to(ROOT)}: the names of {name} are in uniform::{name}"


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
            if file.suffix in (".hpp", ".cpp", ".inl", ".h", ".c") and file != UMBRELLA:
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
        elif path in GENERATED or (ROOT / "src" / path).exists() and "/" in path:
            yield line, "private", module_of(Path(path))
        else:
            yield line, "mistake", f'"{path}": a private header is included as "MODULE/FILE"'


def component_of(path, module):
    return f"{module}/{Path(path).stem}"


def binding_sources():
    """(file, module) of each source of the bindings, but for their tests; bindings/NAME is a module."""
    for file in sorted((ROOT / "bindings").rglob("*")):
        inside = file.relative_to(ROOT)
        if (file.suffix in (".hpp", ".cpp", ".inl", ".h", ".c") and file != C_UMBRELLA
                and not {"tests", "bench", "node_modules"} & set(inside.parts)):
            yield file, "/".join(inside.parts[:2])


def included_module(file, module, quote, path):
    """The module of the file that an include names; None if it is not of this tree, or generated."""
    inside = Path(path)
    if quote == "<":
        if module.startswith("bindings/") and (ROOT / "bindings/c/include" / path).exists():
            return "bindings/c"
        if not path.startswith("uniform/") or not (ROOT / "include" / path).exists():
            return None
        inside = Path(path).relative_to("uniform")
        return module_of(inside) if len(inside.parts) > 1 else "."
    if path.endswith(".inc"):
        return None
    if module.startswith("bindings/") and (file.parent / path).exists():
        return module
    if module.startswith("bindings/") and (ROOT / "bindings" / path).exists():
        return "bindings/" + inside.parts[0]
    if module.startswith("apps/") and (ROOT / "apps/uniform" / path).exists():
        return "apps/" + module_of(inside)
    return module_of(inside) if (ROOT / "src" / path).exists() else None


def components():
    """{component: components that its files include}, of the whole tree with the bindings."""
    includes = {}
    for file, module in [*sources(), *binding_sources()]:
        own = component_of(file, module)
        needed = includes.setdefault(own, set())
        for quote, path in INCLUDE.findall(file.read_text(encoding="utf-8")):
            other = included_module(file, module, quote, path)
            if other is not None and (target := component_of(path, other)) != own:
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


def reached(graph, start):
    """Every node that one can come to, with one of them from which it is.

    >>> reached({"a": {"b"}, "b": {"c"}, "c": set(), "d": {"a"}}, "a")
    {'b': 'a', 'c': 'b'}
    """
    found, waiting = {}, [start]
    while waiting:
        node = waiting.pop()
        for other in sorted(graph.get(node, ())):
            if other not in found:
                found[other] = node
                waiting.append(other)
    return found


def floor_mistakes(graph, operations):
    """The faults of the floors of the service. Documents, and all that they include, include nothing of authorization or
    operations; authorization includes nothing of operations. An operation without a public header includes authorization: if
    authorization included it, too, this would be a circle.

    >>> graph = {"service/name_documents": {"service/read"}, "service/authorization": {"service/name_documents"},
    ...          "service/names": {"service/authorization"}, "service/read": set()}
    >>> floor_mistakes(graph, {"service/names"})
    []
    >>> floor_mistakes(graph | {"service/read": {"service/authorization"}}, {"service/names"})
    ['service/name_documents is below authorization, but service/read includes service/authorization']
    >>> floor_mistakes(graph | {"service/read": {"service/export"}}, {"service/export"})[0]
    'service/authorization is below the operations, but service/read includes service/export'
    """
    found = []
    for component in sorted(graph):
        if component in AUTHORIZATION:
            floor, above = "the operations", operations
        elif component.startswith("service/") and component.endswith("_documents"):
            floor, above = "authorization", operations | AUTHORIZATION
        else:
            continue
        found += [f"{component} is below {floor}, but {by} includes {other}"
                  for other, by in sorted(reached(graph, component).items()) if other in above and by not in above]
    return found


def operations_of_service():
    """The components of the service that have a public header and a source, without READ_BY_DOCUMENTS."""
    files = {}
    for file, module in sources():
        if module == "service":
            files.setdefault(component_of(file, module), set()).add((file.is_relative_to(ROOT / "include"), file.suffix))
    return {c for c, has in files.items() if (True, ".hpp") in has and (False, ".cpp") in has} - READ_BY_DOCUMENTS


def crowded_folders():
    """Folders with too many sources."""
    counts = {}
    for file, _ in [*sources(), *binding_sources()]:
        if file.suffix == ".cpp":
            folder = str(file.parent.relative_to(ROOT))
            counts[folder] = counts.get(folder, 0) + 1
    return [f"{folder} has {count} sources; {MOST_SOURCES} are allowed" for folder, count in sorted(counts.items())
            if count > MOST_SOURCES]


def umbrella():
    """The headers that uniform.hpp lacks, or has too many. The core's headers are those of no component."""
    components = re.search(r"EXCLUDE REGEX \"/include/uniform/\(([a-z|]+)\)/", (ROOT / "cmake/library.cmake").read_text())[1].split("|")
    has = [path for _, path in INCLUDE.findall(UMBRELLA.read_text(encoding="utf-8"))]
    wanted = {path for path in GENERATED if path.startswith("uniform/")} | {str(file.relative_to(ROOT / "include")) for file in UMBRELLA.parent.glob("*/*.hpp")
                          if file.parent.name not in components}
    return [f"<uniform/uniform.hpp> does not include <{path}>" for path in sorted(wanted - set(has))] + \
           [f"<uniform/uniform.hpp> includes <{path}>, which is not of the core, or twice" for path in sorted(has)
            if path not in wanted or has.count(path) > 1]


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
    mistakes += namespace_mistakes()
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
    mistakes += umbrella()
    mistakes += names_twice()
    graph = components()
    mistakes += ["these include each other: " + ", ".join(circle) for circle in circles(graph)]
    mistakes += [f"there is no component {c}" for c in sorted((AUTHORIZATION | READ_BY_DOCUMENTS) - set(graph))]
    mistakes += floor_mistakes(graph, operations_of_service())
    mistakes += crowded_folders()
    if found := cycle_in(modules):
        mistakes.append("the map has a cycle: " + " -> ".join(found))
    print("\n".join(mistakes))
    print(f"{count} includes in {len(needed)} modules, {len(mistakes)} mistakes")
    return 1 if mistakes or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
