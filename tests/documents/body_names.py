"""The tokens of the body of a C++ function with numbers in place of its own names, so that two can be compared.

A parameter and a local variable of a function get a number in the order in which they are declared, among those that
the body has. A name after `.`, `->` or `::` is of something else and stays, and so does each name whose declaration is
not recognized: two bodies then seem to differ, but none seems the same that is not.
"""

import re

TOKEN = re.compile(r"""R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])+'|[A-Za-z_$]\w*|\d[\w.']*|::|->|[^\s\w]""",
                   re.DOTALL)
NAME = re.compile(r"[A-Za-z_]\w*")

# Words before a name that make it something else than a variable.
NO_TYPE = set("""
and break case class co_await co_return co_yield const consteval constexpr constinit continue default delete do else enum
explicit extern final friend goto if inline mutable namespace new noexcept not operator or override private protected public
register requires return sizeof static struct template this thread_local throw try typedef typename union using virtual
volatile while
""".split())
# Words that are types, or parts of types, and no names.
BUILT_IN = set("auto bool char char8_t char16_t char32_t double float int long short signed unsigned void wchar_t".split())
QUALIFIERS = {"const", "volatile"}


def tokens(body):
    """
    >>> tokens('{ return a->b + "c d" == 1\\'000 && c == \\'x\\'; }')
    ['{', 'return', 'a', '->', 'b', '+', '"c d"', '=', '=', "1'000", '&', '&', 'c', '=', '=', "'x'", ';', '}']
    """
    return [match.group() for match in TOKEN.finditer(body)]


def closing(words, begin):
    """The place after the bracket that closes the one at `begin`.

    >>> closing(["(", "(", ")", ")", ";"], 0)
    4
    """
    depth = 0
    for at in range(begin, len(words)):
        depth += 1 if words[at] in "([{" else -1 if words[at] in ")]}" else 0
        if depth == 0:
            return at + 1
    return len(words)


def parameters(words):
    """The names of the parameters between two parentheses.

    >>> parameters(tokens("std::map<int, int> a, const T &b = f(1, 2), unsigned, s, std::string, int (*c)(int d), int e[3], T &&...g"))
    ['a', 'b', 'c', 'e', 'g']
    """
    parts, depth = [[]], 0
    for word in words:
        depth += 1 if word in ("(", "[", "{", "<") else -1 if word in (")", "]", "}", ">") else 0
        if word == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    names = []
    for part in parts:
        if "=" in part:
            part = part[:part.index("=")]
        if part[-1:] == ["]"] and "[" in part:
            part = part[:part.index("[")]
        pointer = next((at for at in range(len(part) - 3) if part[at] == "(" and part[at + 1] in "*&"), None)
        if pointer is not None:
            names.append(part[pointer + 2])
        elif len(part) > 1 and NAME.fullmatch(part[-1]) and part[-1] not in BUILT_IN and part[-2] not in QUALIFIERS \
                and (NAME.fullmatch(part[-2]) or part[-2] in (">", "*", "&", ".")):
            names.append(part[-1])
    return names


def after_type(words, at):
    """Whether the tokens before `at` are a type that begins a declaration.

    >>> [after_type(tokens(text), len(tokens(text))) for text in ("{ a::b", "; s<int> &", "{ auto *", "f(const s &", "for (s &")]
    [True, True, True, True, True]
    >>> [after_type(tokens(text), len(tokens(text))) for text in ("return", "f(a *", "x = a &", "f(a < b, c >", "{ a ::", "{ const")]
    [False, False, False, False, False, False]
    """
    end = at
    while at > 0 and words[at - 1] in ("*", "&", "const"):
        at -= 1
    sure = at == end  # no operator can stand between two names
    if at == 0 or words[at - 1] in NO_TYPE:
        return False
    if words[at - 1] == ">":
        depth = 0
        while at > 0:
            at -= 1
            depth += {">": 1, "<": -1}.get(words[at], 0)
            if depth == 0:
                break
            if words[at] in (";", "{", "}", "|", "="):
                return False
        sure = False
    if at == 0 or not NAME.fullmatch(words[at - 1]) or words[at - 1] in NO_TYPE:
        return False
    if sure or words[at - 1] == "auto":
        return True
    at -= 1
    while at > 1 and words[at - 1] == "::" and NAME.fullmatch(words[at - 2]):
        at -= 2
    before = words[at - 1] if at > 0 else ";"
    return before in (";", "{", "}", "const", "static", "constexpr") or (
        before == "(" and at > 1 and words[at - 2] in ("for", "if", "while", "switch", "catch"))


def own_names(head, words):
    """The names of the parameters and local variables of a function, in their order.

    >>> own_names("int f(int a, const s &b) const", tokens("{ auto [c, d] = b; for (s &e : c) g([&h = d](int i) { T j{i}, k; }); }"))
    ['a', 'b', 'c', 'd', 'e', 'h', 'i', 'j']
    >>> own_names("void f()", tokens("{ return a; delete b; c = d * e; g(h * i); new j(1); x::y(z); k.l = m; goto n; }"))
    []
    """
    heading, names = tokens(head), []
    for at, word in enumerate(heading):
        if word == "(" and at > 0 and heading[at - 1] not in ("requires", "decltype", "explicit", "noexcept"):
            names += parameters(heading[at + 1:closing(heading, at) - 1])
            if heading[at + 1:at + 2] != [")"] or heading[at - 1] != "operator":
                break
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else ""
        if word == "[" and after_type(words, at) and "auto" in words[max(0, at - 3):at]:
            names += [name for name in words[at + 1:closing(words, at) - 1] if NAME.fullmatch(name)]
        elif word == "]" and following == "(":
            names += parameters(words[at + 2:closing(words, at + 1) - 1])
        elif NAME.fullmatch(word) and word not in BUILT_IN and word not in NO_TYPE and at > 0:
            if following in ("=", ";", "{", "(", ":", ",", ")", "[") and after_type(words, at):
                names.append(word)
            elif following == "=" and words[at - 1] in ("[", "&") and "[" in words[at - 2:at]:
                names.append(word)
    return list(dict.fromkeys(names))


def numbered(head, body):
    """The tokens of a body with numbers in place of its own names.

    >>> " ".join(numbered("int f(int a, int b)", "{ int c = a - b; return g.a + c; }"))
    '{ int $3 = $1 - $2 ; return g . a + $3 ; }'
    >>> numbered("int f(int a, int b)", "{ return a - b; }") == numbered("int g(int c, int d)", "{ return c - d; }")
    True
    >>> numbered("int f(int a, int b)", "{ return a - b; }") == numbered("int g(int c, int d)", "{ return d - c; }")
    False
    >>> numbered("int f(int a)", "{ return a * one; }") == numbered("int g(int a)", "{ return a * two; }")
    False
    >>> numbered("bool f(char a)", "{ return a == 'a'; }") == numbered("bool g(char b)", "{ return b == 'b'; }")
    False
    """
    words = tokens(body)
    elsewhere = (".", "->", "::")
    used = {word for at, word in enumerate(words) if words[at - 1] not in elsewhere}
    numbers = {name: f"${number}" for number, name in enumerate([n for n in own_names(head, words) if n in used], 1)}
    return [word if words[at - 1] in elsewhere else numbers.get(word, word) for at, word in enumerate(words)]
