#!/usr/bin/env python3
"""Locks and assertions of the sources follow docs/decisions/0044.

    invariants_test.py
    python3 -m doctest invariants_test.py

- In src, include and apps, only src/base has the mutexes and locks of the standard library: Clang knows nothing of what these guard.
- Each mutex guards something, which says so (UNIFORM_GUARDED_BY); the exceptions are in GUARDS_OTHERWISE.
- An assertion has no effect: without assertions, it is not evaluated.
- A table that an enumerator indexes, in the file that defines it, has a static_assert that names it.
- The presets for development, sanitizers and fuzzing have assertions, and nothing that is released has.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLAIN = re.compile(r"\bstd::(?:(?:recursive_|timed_|recursive_timed_|shared_|shared_timed_)?mutex|condition_variable|"
                   r"lock_guard|unique_lock|scoped_lock|shared_lock)\b(?!_)")
MUTEX = re.compile(r"\bbase::mutex (\w[^;()&*]*);")
GUARDS_OTHERWISE = {
    ("src/http/server/periodic_task.hpp", "lock"): "the condition variable needs one, and the token is a lock of its own",
    ("src/store/store.cpp", "mutex"): "job::done, of all jobs whose place it is",
    ("apps/uniform/url/url_getter.hpp", "terminal"): "the terminal, at which one question at a time is asked",
}
# Assignments, increments, and members that change their object.
EFFECT = re.compile(r"\+\+|--|(?<![=!<>])=(?![=])|\b(?:push|pop|emplace|insert|erase|clear|reset|release|resize|reserve|swap|"
                    r"exchange|move|extract|store|fetch_\w+|assign|append|lock|unlock)(?:_back|_front)?\(|\bnew\b|\bdelete\b")
# A static_assert of an expression or a lambda, and a function that one calls.
CHECK = re.compile(r"\bstatic_assert\((?:\[\].*?\}\(\)|[^;]*?)\);|\bconsteval bool \w+\(\) \{.*?\n\}", re.DOTALL)
WITH_ASSERTIONS = {"dev", "everything", "dev-clang", "core", "registry", "asan", "tsan", "fuzz"}


def code_of(text):
    """The text without comments and literals, on the same lines.

    >>> code_of('a = "x = 1"; // b\\nc')
    'a = ""; \\nc'
    """
    token = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z])\'(?:\\.|[^\'\\\n])+\'', re.S)
    return token.sub(lambda m: '""' if m[0][0] in "\"'" else "\n" * m[0].count("\n"), text)


def assertions(code):
    """(line, condition) of each UNIFORM_ASSERT.

    >>> list(assertions("f();\\nUNIFORM_ASSERT(g(a, (b)) &&\\n  c);"))
    [(2, 'g(a, (b)) && c')]
    """
    for found in re.finditer(r"\bUNIFORM_ASSERT\(", code):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        yield code.count("\n", 0, found.start()) + 1, " ".join(code[found.end():end - 1].split())


def declared(code):
    """The names of the mutexes that the code declares.

    >>> list(declared("base::mutex a; mutable base::mutex b{}, c; void f(base::mutex &d);"))
    ['a', 'b', 'c']
    """
    for names in MUTEX.findall(code):
        yield from (name.split("{")[0].strip() for name in names.split(","))


def has_effect(condition):
    """Whether the condition changes something, as far as its text shows.

    >>> [has_effect(c) for c in ("a == b && !c", "a <= b", "[&](int n) { return n >= 2; }(3)", "f(x, [=] { return y; })")]
    [False, False, False, False]
    >>> [has_effect(c) for c in ("a = b", "++a", "v.erase(x) != 0", "a += 1", "std::exchange(a, b)")]
    [True, True, True, True, True]
    """
    return bool(EFFECT.search(re.sub(r"\[[=&]\]", "", condition)))


def unchecked_tables(code):
    """The tables of the code that an enumerator indexes and no static_assert names.

    >>> unchecked_tables("constexpr std::array<row, 2> a{{}}; constexpr std::array b{1}; constexpr row c[]{};"
    ...     "a[static_cast<std::size_t>(e)]; b.at(static_cast<std::size_t>(e)); c[static_cast<std::size_t>(e)];"
    ...     "static_assert(base::is_indexed(b, &row::kind, kind::last));")
    ['a', 'c']
    >>> unchecked_tables("constexpr std::array<check, parts> a{b, c}; a.at(static_cast<std::size_t>(d.part));")
    ['a']
    >>> unchecked_tables("constexpr std::array a{1}; a[static_cast<std::size_t>(e)]; static_assert([] { f(); return g(a); }());")
    []
    """
    checks = CHECK.findall(code)
    tables = re.findall(r"\bconstexpr (?:std::array\b(?:<[^;{}]*>)?|[\w:]+) (\w+)(?:\[\]|\s*=\s*std::to_array(?:<\w+>)?\()?\{", code)
    return [t for t in tables if re.search(rf"\b{t}(?:\[|\.at\()static_cast<std::size_t>\([\w.>()-]+\)", code)
            and not any(re.search(rf"\b{t}\b", c) for c in checks)]


def presets_with_assertions(presets):
    """The names of the presets that define UNIFORM_ASSERTIONS, by inheritance, too.

    >>> presets_with_assertions([{"name": "a", "cacheVariables": {"UNIFORM_ASSERTIONS": "ON"}}, {"name": "b", "inherits": ["a"]},
    ...     {"name": "c", "inherits": "b", "cacheVariables": {"UNIFORM_ASSERTIONS": "OFF"}}])
    ['a', 'b']
    """
    by_name = {p["name"]: p for p in presets}

    def value(name):
        preset = by_name[name]
        if "UNIFORM_ASSERTIONS" in preset.get("cacheVariables", {}):
            return preset["cacheVariables"]["UNIFORM_ASSERTIONS"]
        parents = preset.get("inherits", [])
        return next(filter(None, map(value, [parents] if isinstance(parents, str) else parents)), None)

    return [p["name"] for p in presets if not p.get("hidden") and value(p["name"]) == "ON"]


def main():
    mistakes, unused, count, mutexes = [], set(GUARDS_OTHERWISE), 0, 0
    files = [f for folder in ("src", "include", "apps", "bindings") for f in sorted((ROOT / folder).rglob("*"))
             if f.suffix in (".hpp", ".cpp", ".inl", ".h") and "node_modules" not in f.parts]
    for file in files:
        name = file.relative_to(ROOT).as_posix()
        if name == "include/uniform/base/assertion.hpp":
            continue
        code = code_of(file.read_text(encoding="utf-8"))
        for line, condition in assertions(code):
            count += 1
            if has_effect(condition):
                mistakes.append(f"{name}:{line}: the assertion has an effect: {condition}")
        mistakes += [f"{name}: no static_assert says that {t} has a row for each enumerator" for t in unchecked_tables(code)]
        if not name.startswith(("src/", "include/", "apps/")) or name.startswith("src/base/"):
            continue
        for found in PLAIN.finditer(code):
            line = code.count("\n", 0, found.start()) + 1
            mistakes.append(f"{name}:{line}: {found[0]}: use those of base/mutex.hpp and base/condition_variable.hpp")
        for mutex in declared(code):
            mutexes += 1
            unused.discard((name, mutex))
            if (name, mutex) not in GUARDS_OTHERWISE and not re.search(rf"_GUARDED_BY\((?:\w+(?:\.|->))*{mutex}\)", code):
                mistakes.append(f"{name}: nothing says that {mutex} guards it (UNIFORM_GUARDED_BY)")
    mistakes += [f"{name}: {mutex} is no exception of GUARDS_OTHERWISE any more" for name, mutex in sorted(unused)]
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
    if set(presets_with_assertions(presets)) != WITH_ASSERTIONS:
        mistakes.append(f"CMakePresets.json: assertions are on in {presets_with_assertions(presets)}")
    print(*mistakes, sep="\n")
    print(f"{mutexes} mutexes, {count} assertions, {len(mistakes)} mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
