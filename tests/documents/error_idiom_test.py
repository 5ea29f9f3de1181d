#!/usr/bin/env python3
"""The service and http return errors in one way (docs/decisions/0040).

    error_idiom_test.py            # src/service and src/http
    python3 -m doctest error_idiom_test.py

An error that goes on to the caller goes by UNIFORM_CHECK or UNIFORM_TRY (src/base/try.hpp), one that is made where it is
returned by refuse() or refuse_member(), any other by `return std::unexpected{...};`. Each row of SPELLINGS is another
spelling of one of these.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src/service", "src/http")

# `!x`, `!*x`, `not x` or `!x.has_value()`
UNSUCCESSFUL = r"(?:!|not )(?P<star>\*?)(?P<of>\w+)(?:(?:\.|->)has_value\(\))?"
# `std::unexpected{x.error()}` of the same x, with std::move or parentheses
ITS_ERROR = r"std::unexpected(?:<[^;]*>)?[{(](?:std::move\()?(?P=of)(?:->|\)?\.)error\(\)\)?[})]"

SPELLINGS = (
    # `if (!x) return std::unexpected{x.error()};`, with an initializer or braces, or with the whole of x
    (rf"(?:\(|; ){UNSUCCESSFUL}\)\s*\{{?\s*return\s+{ITS_ERROR};", "UNIFORM_CHECK or UNIFORM_TRY"),
    (rf"(?:\(|; ){UNSUCCESSFUL}\)\s*\{{?\s*return\s+(?:(?P=star)(?P=of)|std::move\((?P=star)(?P=of)\));",
     "UNIFORM_CHECK or UNIFORM_TRY"),
    # `return x ? ... : std::unexpected{x.error()};`, and `return !x ? std::unexpected{x.error()} : ...;`
    (rf"\breturn\s+{UNSUCCESSFUL}\s*\?\s*{ITS_ERROR}", "UNIFORM_CHECK or UNIFORM_TRY"),
    (rf"\breturn\s+\*?(?P<of>\w+)(?:(?:\.|->)has_value\(\))?\s*\?[^;]*:\s*{ITS_ERROR};",
     "UNIFORM_CHECK or UNIFORM_TRY"),
    (r"\bUNIFORM_TRY\((?!(?:const )?auto &\w+,)", "UNIFORM_TRY(auto &NAME, ...), which copies and moves nothing"),
    (r"\bstd::unexpected(?:<[\w:]+>)?\(", "std::unexpected{...}"),
    (r"\bstd::unexpected<[\w:]+>\{", "std::unexpected{...}, which deduces the type"),
    (r"\bstd::move\(\w+\)\.error\(\)", "std::move(x.error())"),
    (r"\busing \w+ = std::unexpected\b", "std::unexpected{...}"),
    (r"\breturn\s+(?:\w+::)?failed[({]", "std::unexpected{...}, UNIFORM_CHECK or UNIFORM_TRY"),
    (r"\bunexpected\{\s*(?:resolver::)?problem\{\.type = [\w:]+,\s*\.detail = (?:[^.{};]|\.(?!\w+ = ))*"
     r"(?:\.rule = [^.{};]*)?\}\}", "refuse()"),
    (r"\bresolver::refuse\(", "refuse(), which its argument finds"),
)


def code_of(text):
    """The text with the same lines, without comments and without what stands in literals.

    >>> code_of('f("a;", 1); // b')
    'f("", 1); '
    """
    pattern = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/'
    return re.sub(pattern, lambda m: '""' if m.group(0)[0] == '"' else "\n" * m.group(0).count("\n"), text, flags=re.DOTALL)


def mistakes_in(text):
    """(line, what was found, what to write) of each other spelling.

    >>> def found(text): return [better.split()[0] for _, _, better in mistakes_in(text)]
    >>> found("if (!x) return std::unexpected{x.error()};")
    ['UNIFORM_CHECK']
    >>> found("if (auto x = f(a); !x) {\\n return std::unexpected{std::move(x.error())};\\n}")
    ['UNIFORM_CHECK']
    >>> found("if (!*x) return std::unexpected{x->error()};")
    ['UNIFORM_CHECK']
    >>> found("if (!x) return x;"), found("if (auto x = f(); !x) return x;")
    (['UNIFORM_CHECK'], ['UNIFORM_CHECK'])
    >>> found("if (!x.has_value()) return std::unexpected{x.error()};"), found("if (!x.has_value()) return x;")
    (['UNIFORM_CHECK'], ['UNIFORM_CHECK'])
    >>> found("if (not x) return std::unexpected{x.error()};"), found("if (auto x = f(); not x) {\\n return x;\\n}")
    (['UNIFORM_CHECK'], ['UNIFORM_CHECK'])
    >>> found("if (!x) return std::move(x);"), found("if (!*x) { return std::move(*x); }")
    (['UNIFORM_CHECK'], ['UNIFORM_CHECK'])
    >>> found("return x ? g(*x) : std::unexpected{x.error()};")
    ['UNIFORM_CHECK']
    >>> found("return !x.has_value()\\n ? std::unexpected{std::move(x.error())} : g(*x);")
    ['UNIFORM_CHECK']
    >>> found("UNIFORM_TRY(auto x, f());"), found("UNIFORM_TRY(const auto &x, f());")
    (['UNIFORM_TRY(auto'], [])
    >>> found("return std::unexpected(p);"), found("return std::unexpected<problem>{p};")
    (['std::unexpected{...}'], ['std::unexpected{...},'])
    >>> found("return std::unexpected{in_body(std::move(x).error(), b)};")
    ['std::move(x.error())']
    >>> found("using failed = std::unexpected<problem>;"), found("return failed(x);"), found("return resolver::failed(x);")
    (['std::unexpected{...}'], ['std::unexpected{...},'], ['std::unexpected{...},'])
    >>> found('return std::unexpected{problem{.type = a::b, .detail = "c. d" + std::to_string(x.size())}};')
    ['refuse()']
    >>> found('return std::unexpected{\\n problem{.type = a::b, .detail = "c", .rule = "RFC 1"}};')
    ['refuse()']
    >>> found('return resolver::refuse(a::b, "c");')
    ['refuse(),']

    What is no other spelling: a changed error, other members, and a function that makes an error.

    >>> found("if (!x) return std::unexpected{in_body(std::move(x.error()), b)};")
    []
    >>> found("if (!x) { x.error().pointer = p; return std::unexpected{std::move(x.error())}; }")
    []
    >>> found('return std::unexpected{problem{.type = a::b, .detail = "c", .pointer = "/d"}};')
    []
    >>> found("if (!x) return std::move(y);"), found("return x ? g(*x) : std::unexpected{in_body(x.error(), b)};")
    ([], [])
    >>> found("auto y = x ? g(*x) : std::unexpected{x.error()};")
    []
    >>> found("std::unexpected<problem> f(); UNIFORM_CHECK(f()); // if (!x) return x;")
    []
    """
    code = code_of(text)
    found = [(code.count("\n", 0, m.start()) + 1, " ".join(m.group(0).split()), better)
             for pattern, better in SPELLINGS for m in re.finditer(pattern, code)]
    return sorted(found)


def main():
    mistakes, uses = [], 0
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            text = path.read_text(encoding="utf-8")
            uses += text.count("UNIFORM_TRY(") + text.count("UNIFORM_CHECK(")
            mistakes += [f"{path.relative_to(ROOT)}:{line}: {found}: write {better}"
                         for line, found, better in mistakes_in(text)]
    print("\n".join(mistakes))
    print(f"{uses} errors that go on, {len(mistakes)} mistakes")
    return 1 if mistakes or uses == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
