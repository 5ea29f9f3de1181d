#!/usr/bin/env python3
"""No two functions have one body, and none is long or has many branches.

    function_bodies_test.py [FOLDER...]     # default: FOLDERS

A body counts as the same when it has the same tokens, whatever the function, its parameters and its local variables are
called; bodies of less than LEAST_TOKENS tokens are too short to matter. C++, JavaScript and TypeScript are read; the
functions of tests and benchmarks are not. The exceptions below have their reasons; one that is no exception any more is
a mistake, too.
"""

import sys
from pathlib import Path

import script_bodies
from body_names import numbered
from function_bodies import functions

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "apps", "bindings", "include", "web", "scripts")
TESTS = ("bindings/c/tests/", "bindings/js/bench/", "bindings/js/test/", "bindings/python/tests/", "web/test/")
CPP = (".cpp", ".hpp", ".inl", ".c", ".h")
SCRIPTS = (".ts", ".js", ".mjs")
LEAST_TOKENS = 25
MOST_LINES = 100
MOST_BRANCHES = 40

# The heads of functions that may be longer, by file, and why.
LONG = {
    "include/uniform/syntax/detail/parse_urn.hpp [[nodiscard]] constexpr bool parse_namestring(std::string_view text, edition e, "
    "urn_offsets &at, error &why) noexcept": "one pass over the text, inline in each parser for speed",
    "src/http/engine/response_text.cpp std::string_view reason_phrase(int status) noexcept": "a table: the status codes",
    "src/text/prose.cpp bool has_form_of(prose_scheme s, std::string_view uri, std::string_view rest)":
        "a table: the forms of schemes",
    "src/uri/matches.cpp bool matches(rule r, std::string_view t, parse_options o) noexcept": "a table: the productions",
}

# Functions with one body that stand in several files, and why.
SAME = {
    frozenset({"src/urn/abnf_read.cpp", "src/urn/automaton.cpp"}): "members of two readers, each with a text of its own",
    frozenset({"src/urn/urn_equivalence.cpp", "apps/uniform/uri/text_hash.hpp"}):
        "the command has the public interface of the core alone, which offers no hash of texts",
    frozenset({"src/http/administration/routes_imports.cpp", "src/http/administration/routes_verification.cpp"}):
        "each ends one of its own rows and shows it, by functions that have the same names",
    frozenset({"include/uniform/store/rehearsal.hpp", "include/uniform/store/store.hpp"}): "one call of the shared function",
}


def sources(folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            name = str(path.relative_to(ROOT))
            if path.suffix in CPP + SCRIPTS and not name.startswith(TESTS) and "node_modules" not in path.parts:
                yield name, path.read_text(encoding="utf-8")


def bodies_of(file, text):
    """The functions of a source, each with the tokens of its body."""
    if file.endswith(SCRIPTS):
        return [(f, f.words) for f in script_bodies.functions(text)]
    return [(f, numbered(f.head, f.body)) for f in functions(text)]


def main():
    mistakes, seen, bodies, count = [], set(), {}, 0
    for file, text in sources(sys.argv[1:] or FOLDERS):
        for f, words in bodies_of(file, text):
            count += 1
            where = f"{file}:{f.line}"
            name = f"{file} {f.head}"
            if f.lines > MOST_LINES or f.complexity > MOST_BRANCHES:
                if name in LONG:
                    seen.add(name)
                else:
                    mistakes.append(f"{where}: {f.lines} lines and {f.complexity} branches ({MOST_LINES} and "
                                    f"{MOST_BRANCHES} are allowed): {f.head}")
            if len(words) >= LEAST_TOKENS:
                bodies.setdefault(" ".join(words), []).append((file, f.line))
    for places in bodies.values():
        files = frozenset(file for file, _ in places)
        if len(places) > 1 and files in SAME:
            seen.add(files)
        elif len(places) > 1:
            mistakes.append("one body: " + ", ".join(f"{file}:{line}" for file, line in places))
    if not sys.argv[1:]:
        mistakes += [f"this is no exception any more: {name}" for name in LONG if name not in seen]
        mistakes += [f"this is no exception any more: {', '.join(sorted(files))}" for files in SAME if files not in seen]
    print("\n".join(mistakes))
    print(f"{count} functions, {len(mistakes)} mistakes")
    return 1 if mistakes or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
