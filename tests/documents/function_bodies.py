"""The functions of C++ sources, found by their braces: what the tests of their size and of equal bodies read.

    for f in functions(Path("src/uri/parse.cpp").read_text()):
        print(f.line, f.lines, f.head)

No compiler is asked, so that it takes a second for the whole tree. A function is a block after a closing parenthesis
that is not within another function; a lambda counts as part of the function that has it.
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


# What may stand between the parameters of a function and its body.
AFTER_PARAMETERS = re.compile(
    r"\)\s*(?:(?:const|noexcept(?:\([^()]*\))?|override|final|mutable|&&?|try)\s*)*(?:->\s*[\w:<>,&*\s]+?|requires[^;{}]*?|:[^;{}]*?(?:\{[^{}]*\}[^;{}]*?)*)?\s*$")


def functions(text):
    """The functions of a source.

    >>> [(f.head, f.lines) for f in functions("struct s {\\n  int f(int a) const {\\n    return a;\\n  }\\n};\\nint g() { return 1; }")]
    [('int f(int a) const', 3), ('int g()', 1)]
    >>> [f.complexity for f in functions("bool f(int a) { if (a > 0 && a < 9) return true; return a == 4 ? true : false; }")]
    [4]
    """
    plain, masked = blank(text)
    opened = []
    for match in re.finditer(r"[{}]", masked):
        if match.group() == "{":
            begin = max(masked.rfind(c, 0, match.start()) for c in ";}{") + 1
            lead = re.sub(r"(?m)^[ \t]*#[^\n]*", "", masked[begin:match.start()])
            inside = any(is_function for _, is_function, _ in opened)
            is_function = not inside and AFTER_PARAMETERS.search(lead) is not None and not re.match(
                r"\s*(?:namespace|class|struct|enum|union)\b", lead) and "=" not in lead.split("(")[0]
            opened.append((match.start(), is_function, begin))
        elif opened:
            start, is_function, begin = opened.pop()
            if is_function:
                yield function(head=" ".join(plain[begin:start].split()), line=masked.count("\n", 0, start) + 1,
                               lines=masked.count("\n", start, match.start()) + 1, body=plain[start:match.end()],
                               code=masked[start:match.end()])
