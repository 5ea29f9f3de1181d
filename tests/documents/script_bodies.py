"""The functions of JavaScript and TypeScript sources, as function_bodies.py finds those of C++.

    for f in functions(Path("web/src/app.ts").read_text()):
        print(f.line, f.lines, f.head, f.words)

A function is one with a name, a method or an arrow function that is not within another function.
"""

import re
from dataclasses import dataclass

from body_names import closing
from function_bodies import function, matching

LITERAL = "\x01"  # in place of each character of a literal
TOKEN = re.compile(LITERAL + r"+|[A-Za-z_$#][\w$]*|\d[\w.]*|=>|[^\s\w]")
NAME = re.compile(r"[A-Za-z_$][\w$]*")
# After these, "/" begins a regular expression and divides nothing.
BEFORE_PATTERN = re.compile(r"(?:^|[-+*%&|^!~=<>?:;,({\[]|\b(?:return|typeof|case|in|of|await|yield|void|delete))\s*$")
PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
QUOTED = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^\\`$])*(?:`|\$\{|$)", re.DOTALL)
NO_FUNCTION = {"if", "for", "await", "while", "switch", "catch", "with"}


@dataclass
class script_function(function):
    words: list  # the tokens of its body, with numbers in place of its own names


def blank(text):
    """The text with spaces in place of comments and LITERAL in place of each character of a literal; line ends stay.

    >>> blank('a("{", /[/"]{/g, b / c) // "').replace(LITERAL, "x")
    'a(xxx, xxxxxxxx, b / c)     '
    >>> blank("`a ${b(`}`)} c` + d").replace(LITERAL, "x")
    'xxx {b(xxx)}xxx + d'
    """
    out, at, opened = [], 0, []

    def put(found, character):
        nonlocal at
        out.append(re.sub(r"[^\n]", character, found))
        at += len(found)

    def put_template():
        nonlocal at
        found = TEMPLATE.match(text, at).group()
        if found.endswith("${"):
            put(found[:-2], LITERAL)
            out.append(" {")
            at += 2
            opened.append("$")
        else:
            put(found, LITERAL)

    while at < len(text):
        c = text[at]
        if found := COMMENT.match(text, at):
            put(found.group(), " ")
        elif found := QUOTED.match(text, at):
            put(found.group(), LITERAL)
        elif c == "/" and BEFORE_PATTERN.search("".join(out[-40:])) and (found := PATTERN.match(text, at)):
            put(found.group(), LITERAL)
        elif c == "`":
            put(c, LITERAL)
            put_template()
        else:
            out.append(c)
            at += 1
            if c == "{":
                opened.append(c)
            elif c == "}" and opened and opened.pop() == "$":
                put_template()
    return "".join(out)


def opening(masked, end):
    """The place of the parenthesis that the one at `end` closes.

    >>> opening("f(a, (b))", 8)
    1
    """
    depth = 0
    for at in range(end, -1, -1):
        depth += {")": 1, "(": -1}.get(masked[at], 0)
        if depth == 0:
            return at
    return 0


def end_of_expression(masked, begin):
    """The place after an expression, which a comma, a semicolon or the bracket around it ends.

    >>> end_of_expression("a(b, c), d", 0)
    7
    """
    depth = 0
    for at in range(begin, len(masked)):
        if masked[at] in "([{":
            depth += 1
        elif masked[at] in ")]}":
            depth -= 1
            if depth < 0:
                return at
        elif masked[at] in ",;" and depth == 0:
            return at
    return len(masked)


def parameters(words):
    """The places and names of parameters, without those in patterns.

    >>> parameters(["a", ":", "t", ",", "{", "b", "}", ",", ".", ".", ".", "c", ",", "d", "=", "f", "(", "1", ",", "2", ")"])
    [(0, 'a'), (11, 'c'), (13, 'd')]
    """
    found, depth, begins = [], 0, True
    for at, word in enumerate(words):
        if depth == 0 and begins and NAME.fullmatch(word) and word not in ("readonly", "private", "public"):
            found.append((at, word))
            begins = False
        depth += 1 if word in ("(", "[", "{") else -1 if word in (")", "]", "}") else 0
        if word == "," and depth == 0:
            begins = True
        elif word != ".":
            begins = begins and word in ("readonly", "private", "public")
    return found


def own_names(heading, words):
    """The names of the parameters and of what the body declares, in their order.

    >>> own_names(["a"], "{ const b = c ; ( d , e ) => f ; for ( const { g } of h ) i => k ; function l ( m ) { } }".split())
    ['a', 'b', 'd', 'e', 'i', 'l', 'm']
    """
    found = []
    for at, word in enumerate(words):
        before = words[at - 1] if at > 0 else ""
        following = words[at + 1] if at + 1 < len(words) else ""
        if NAME.fullmatch(word) and (before in ("let", "const", "var", "function") or following == "=>" or
                                     words[max(0, at - 2):at] == ["catch", "("]):
            found.append((at, word))
        if word == "(":
            end = closing(words, at)
            if words[end:end + 1] == ["=>"] or (at > 1 and words[at - 2] == "function") or before == "function":
                found += [(at + 1 + place, name) for place, name in parameters(words[at + 1:end - 1])]
    return list(dict.fromkeys([name for _, name in parameters(heading)] + [name for _, name in sorted(found)]))


def numbered(heading, words):
    """The tokens of a body with numbers in place of its own names; names of members of objects stay.

    >>> " ".join(numbered(["a", ",", "b"], "{ f ( { a , b : b } ) ; return g . a + a + b ; }".split()))
    '{ f ( { a , b : $2 } ) ; return g . a + $1 + $2 ; }'
    """
    numbers = {name: f"${number}" for number, name in enumerate([n for n in own_names(heading, words) if n in words], 1)}
    out, opened = [], []
    for at, word in enumerate(words):
        before = words[at - 1] if at > 0 else ""
        following = words[at + 1] if at + 1 < len(words) else ""
        member = before == "." and words[max(0, at - 2):at] != [".", "."]
        in_braces = opened[-1:] == ["{"] and before in ("{", ",") and following in (",", "}", ":", "(")
        out.append(word if member or in_braces else numbers.get(word, word))
        if word in ("(", "[", "{"):
            opened.append(word)
        elif word in (")", "]", "}") and opened:
            opened.pop()
    return out


def words_of(text, masked, begin, end):
    return [text[m.start():m.end()] if m.group()[0] == LITERAL else m.group() for m in TOKEN.finditer(masked, begin, end)]


def functions(text):
    """The functions of a source.

    >>> source = "class a {\\n  m(b) {\\n    return 1;\\n  }\\n}\\nexport function f(c: d): e<g> {\\n  if (c) { h(); }\\n}\\nconst i = (k) =>\\n  l(k,\\n    1);\\n"
    >>> [(f.head, f.line, f.lines) for f in functions(source)]
    [('m(b)', 2, 3), ('export function f(c: d): e<g>', 6, 3), ('const i = (k) =>', 10, 2)]
    >>> [f.lines for f in functions("export function start(root: HTMLElement): void {\\n" + "  g(() => { h(); });\\n" * 99 + "}\\n")]
    [101]
    >>> [f.lines for f in functions("const f = async (a = {}) => {\\n" + "  g();\\n" * 99 + "};\\n")]
    [101]
    >>> a, b, c = functions("const a = (x, y) => x - y; const b = (u, v) => u - v; const c = (u, v) => v - u;")
    >>> a.words == b.words, b.words == c.words
    (True, False)
    """
    masked, done = blank(text), 0
    for match in re.finditer(r"=>|\{", masked):
        if match.start() < done:
            continue
        ahead = masked[max(0, match.start() - 400):match.start()]
        parameters_end = re.search(r"\)\s*(?::[^=;{}()?]*)?$", ahead)
        name = None if parameters_end else re.search(r"[\w$]+\s*$", ahead)
        if parameters_end:
            close = match.start() - len(ahead) + parameters_end.start()
            first = opening(masked, close)
            heading = words_of(text, masked, first + 1, close)
        elif name:
            first = match.start() - len(ahead) + name.start()
            heading = words_of(text, masked, first, match.start())
        if match.group() == "=>":
            begin = re.compile(r"\s*").match(masked, match.end()).end()
            if not parameters_end and not name:
                continue
        else:
            begin = match.start()
            line = masked[masked.rfind("\n", 0, first) + 1:first] if parameters_end else ""
            word = re.search(r"([\w$]+)(?:<[^<>()]*>)?\s*$", line)
            if not parameters_end or (word and word.group(1) in NO_FUNCTION) or re.search(r"\bextends\b[^<>]*$", line):
                continue
        done = matching(masked, begin) + 1 if masked.startswith("{", begin) else end_of_expression(masked, begin)
        head = text[masked.rfind("\n", 0, first) + 1:match.end() if match.group() == "=>" else begin]
        words = words_of(text, masked, begin, done)
        yield script_function(head=" ".join(head.split()), line=masked.count("\n", 0, begin) + 1,
                              lines=masked.count("\n", begin, done) + 1, body=text[begin:done], code=masked[begin:done],
                              words=numbered(heading, words))
