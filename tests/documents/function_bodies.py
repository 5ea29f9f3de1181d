"""The functions of C++ sources, found by their braces: what the tests of their size and of equal bodies read.

    for f in functions(Path("src/uri/parse.cpp").read_text()):
        print(f.line, f.lines, f.head)

No compiler is asked, so that it takes seconds for the whole tree. A function is a block after the parameters of one
that is not within another function; a lambda counts as part of the function that has it, and as one of its own where
none has it: in a variable, in a table. The lines are those from the opening brace to the closing one.
"""

import re
from dataclasses import dataclass


@dataclass
class function:
    head: str  # its declaration, white space made one space
    line: int  # of its opening brace
    lines: int
    body: str  # without comments, the contents of texts as they are
    code: str  # the same with the contents of texts replaced by x

    @property
    def complexity(self):
        """Branches, and one: McCabe's number."""
        return 1 + len(re.findall(r"\b(?:if|for|while|case|catch)\b|&&|\|\||\?", self.code))


def blank(text):
    """The text without comments, and the same with x for each character of a literal; line ends stay.

    >>> blank('a /* b\\n */ "c//d" // e\\n\\'"\\'')
    ('a     \\n    "c//d"     \\n\\'"\\'', 'a     \\n    "xxxx"     \\n\\'x\\'')
    """
    plain, masked, at = [], [], 0

    def put(shown, hidden):
        plain.append(shown)
        masked.append(hidden)

    token = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'""",
                       re.DOTALL)
    for match in token.finditer(text):
        put(text[at:match.start()], text[at:match.start()])
        found = match.group()
        if found.startswith("/"):
            spaces = re.sub(r"[^\n]", " ", found)
            put(spaces, spaces)
        else:
            quote = found[-1]
            put(found, quote + re.sub(r"[^\n]", "x", found[1:-1]) + quote)
        at = match.end()
    put(text[at:], text[at:])
    return "".join(plain), "".join(masked)


DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b[^\n]*", re.MULTILINE)


def of_one_build(masked):
    """The text without the other branches of a condition whose branches open and close different braces.

    >>> of_one_build("#if A\\nif (a) {\\n#else\\nif (b) {\\n#endif\\n}").count("{")
    1
    >>> of_one_build("#if A\\nint f() {}\\n#else\\nint g() {}\\n#endif\\n").count("{")
    2
    """
    out, conditions = list(masked), []
    for match in DIRECTIVE.finditer(masked):
        word = match.group(1)
        if word in ("if", "ifdef", "ifndef"):
            conditions.append([match.end()])
        elif word != "endif" and conditions:
            conditions[-1] += [match.start(), match.end()]
        elif conditions:
            ends = [*conditions.pop(), match.start()]
            branches = list(zip(ends[::2], ends[1::2]))
            texts = ["".join(out[begin:end]) for begin, end in branches]
            if any(text.count("{") != text.count("}") for text in texts):
                for begin, end in branches[1:]:
                    out[begin:end] = [c if c == "\n" else " " for c in out[begin:end]]
    return "".join(out)


# The braces around the value of a variable, a member or an argument.
VALUE = re.compile(r"(?:(?<=[\w>\]({,=])|(?<=[,=(] )|(?<=\breturn ))\{([^{};]*)\}")


def without_values(masked):
    """The text with parentheses in place of the braces around values, so that those that are left are of blocks.

    >>> without_values("s(int a) : a_{a}, b_{c{1}, {2}} { f({1}); }")
    's(int a) : a_(a), b_(c(1), (2)) { f((1)); }'
    """
    while True:
        shorter = VALUE.sub(r"(\1)", masked)
        if shorter == masked:
            return masked
        masked = shorter


REQUIREMENT = re.compile(r"\brequires\s*(?:\([^(){}]*\)\s*)?(\{)")


def without_requirements(masked):
    """The text with parentheses around the requirements of a requires expression and commas between them.

    >>> without_requirements("void f(auto a) requires requires(int b) { a + b; { a } -> x; } { a.g(); }")
    'void f(auto a) requires requires(int b) ( a + b, ( a ) -> x, ) { a.g(); }'
    """
    while match := REQUIREMENT.search(masked):
        begin = match.start(1)
        end = matching(masked, begin)
        masked = masked[:begin] + masked[begin:end + 1].translate(str.maketrans("{;}", "(,)")) + masked[end + 1:]
    return masked


def matching(masked, begin):
    """The place of the brace that closes the one at `begin`, or the last place.

    >>> matching("{ a { b } } c", 0)
    10
    """
    depth = 0
    for match in re.compile(r"[{}]").finditer(masked, begin):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(masked) - 1


PARENTHESES = re.compile(r"\([^()]*\)")


def flat(lead):
    """A declaration with @ in place of each pair of parentheses, without the parameters of its templates.

    >>> flat("template <int n = 3, class t = s<(n > 2)>> auto f(int a = g(1)) -> decltype(a)")
    'template auto f@ -> decltype@'
    """
    while PARENTHESES.search(lead):
        lead = PARENTHESES.sub("@", lead)
    while match := re.search(r"\btemplate\s*<", lead):
        depth, at = 1, match.end()
        while depth > 0 and at < len(lead):
            depth += {"<": 1, ">": -1}.get(lead[at], 0)
            at += 1
        lead = lead[:match.start()] + "template" + lead[at:]
    return lead


# The tokens that may stand between the parameters of a function and its body.
SPECIFIERS = r"(?:(?:const|constexpr|noexcept@?|override|final|mutable|static|&&?|try|\[\[[^\[\]]*\]\])\s*)*(?:->[^;{}=]*|requires\b[^;{}=]*|:[^;{}]*)?$"
AFTER_PARAMETERS = re.compile(r"[@)]\s*" + SPECIFIERS)
LAMBDA = re.compile(r"(?:^|[=(,{&|?:]|\breturn)\s*\[(?!\[)[^\[\]]*\]\s*(?:<[^;{}]*>\s*)?(?:requires\b[^;{}]*)?@?\s*" + SPECIFIERS)
OTHER_BLOCK = re.compile(r"\s*(?:template\s*|export\s*|inline\s*|typedef\s*|static\s*|requires\s*@\s*)*(?:namespace|class|struct|enum|union|concept)\b")


def is_function(lead):
    """Whether a block after that text, which follows the last block or statement, is of a function or a lambda.

    >>> is_function("template <int n = 3> void f()"), is_function("auto f(int a) -> decltype(a) requires (sizeof(a) > 1)")
    (True, True)
    >>> is_function("const auto f = [](int a) -> int"), is_function("const auto f = []"), is_function("entry table[2] = ")
    (True, True, False)
    >>> is_function("template <class t = s<1>> struct u : v"), is_function("int a = f() + "), is_function("s &operator=(s &&a)")
    (False, False, True)
    """
    lead = re.sub(r"\boperator\s*[^\s\w@]+", "operator ", flat(re.sub(r"(?m)^[ \t]*#[^\n]*", "", lead))).rstrip()
    if LAMBDA.search(lead):
        return True
    return AFTER_PARAMETERS.search(lead) is not None and not OTHER_BLOCK.match(lead) and "=" not in lead.split("@")[0]


def functions(text):
    """The functions of a source.

    >>> [(f.head, f.lines) for f in functions("struct s {\\n  int f(int a) const {\\n    return a;\\n  }\\n};\\nint g() { return 1; }")]
    [('int f(int a) const', 3), ('int g()', 1)]
    >>> [f.complexity for f in functions("bool f(int a) { if (a > 0 && a < 9) return true; return a == 4 ? true : false; }")]
    [4]
    >>> [f.head for f in functions("s::s(int a) : a_{a}, b_{0} { f(); }\\nbool operator==(s a, s b) { return a.x == b.x; }")]
    ['s::s(int a) : a_{a}, b_{0}', 'bool operator==(s a, s b)']

    A default in a template, a return type with parentheses, a requirement and a variable hide no function:

    >>> rest = " {\\n" + "  g();\\n" * 99 + "}\\n"
    >>> [f.lines for f in functions("template <int n = 3> void f()" + rest)]
    [101]
    >>> [f.lines for f in functions("template <class t> auto f(t a) -> decltype(a) requires (sizeof(t) > 1)" + rest)]
    [101]
    >>> [f.lines for f in functions("void f(auto a) requires requires { a.b(); }" + rest)]
    [101]
    >>> [f.lines for f in functions("namespace n {\\nconstexpr auto f = [](int a) -> int" + rest + ";\\n}")]
    [101]
    >>> [(f.head, f.lines) for f in functions("const entry table[] = {\\n{1, [](int a) { f(); }},\\n{2, [] { g(); }}\\n};")]
    [('1, [](int a)', 1), ('2, []', 1)]
    """
    plain, masked = blank(text)
    masked = without_requirements(without_values(of_one_build(masked)))
    opened = []
    for match in re.finditer(r"[{}]", masked):
        if match.group() == "{":
            begin = max(masked.rfind(c, 0, match.start()) for c in ";}{") + 1
            inside = any(counts for _, counts, _ in opened)
            opened.append((match.start(), not inside and is_function(masked[begin:match.start()]), begin))
        elif opened:
            start, counts, begin = opened.pop()
            if counts:
                yield function(head=" ".join(plain[begin:start].split()), line=masked.count("\n", 0, start) + 1,
                               lines=masked.count("\n", start, match.start()) + 1, body=plain[start:match.end()],
                               code=masked[start:match.end()])
