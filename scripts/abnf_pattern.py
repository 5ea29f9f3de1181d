"""The pattern of a grammar in ABNF (RFC 5234, RFC 7405), as uniform::abnf_grammar makes it, for the tables that are
made before anything is compiled. A test compares the two. Recursion is refused here: no registration has any.

    pattern_of('NSS = port ":" 1*DIGIT\\nport = 5ALPHA')  ->  "^[A-Za-z]{5}:[0-9]+$"
"""
import pathlib
import re

PREDEFINED = pathlib.Path(__file__).resolve().parent.parent / "src" / "urn" / "abnf_predefined.cpp"

# RFC 8141 2: what an NSS is made of; nothing else is written
IN_NAMES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/%")
PLAIN = frozenset(b"_~:;,!@%&='/")

# a rule begins in the first column, and goes on in lines that do not
RULE = re.compile(r"^([A-Za-z][A-Za-z0-9-]*) *= *(.*\n(?:[ \t;].*\n|\n)*)", re.MULTILINE)

TOKEN = re.compile(
    r"""[ \t\n]*(?:;[^\n]*\n?[ \t\n]*)*(?:
    (?P<name>[A-Za-z][A-Za-z0-9-]*) | (?P<case>%[si])?"(?P<text>[^"]*)" |
    %(?P<base>[xdb])(?P<values>[0-9A-Fa-f]+(?:-[0-9A-Fa-f]+|(?:\.[0-9A-Fa-f]+)+)?) |
    (?P<repeat>[0-9]*\*[0-9]*|[0-9]+) | (?P<sign>[()\[\]/]) | (?P<end>$))""",
    re.VERBOSE,
)


# Expressions: ("set", bytes), ("concatenation", [...]), ("alternation", [...]), ("repetition", of, min, max or None).
EMPTY = ("concatenation", [])
NOTHING = ("alternation", [])


def one_of(values) -> tuple:
    left = frozenset(values) & IN_NAMES
    return ("set", left) if left else NOTHING


def concatenate(parts: list) -> tuple:
    if NOTHING in parts:
        return NOTHING
    parts = [p for p in parts if p != EMPTY]
    return parts[0] if len(parts) == 1 else ("concatenation", parts)


def alternate(choices: list) -> tuple:
    children: list = []
    place = None  # of the one set that all sets among them become
    for choice in [inner for c in choices for inner in (c[1] if c[0] == "alternation" else [c])]:
        if choice[0] == "set":
            if place is None:
                place = len(children)
                children.append(choice)
            children[place] = ("set", children[place][1] | choice[1])
        elif choice != EMPTY and choice not in children:
            children.append(choice)
    whole = children[0] if len(children) == 1 else ("alternation", children)
    return repeat(whole, 0, 1) if EMPTY in choices else whole


def repeat(of: tuple, least: int, most: int | None) -> tuple:
    if of == EMPTY or most == 0 or (of == NOTHING and least == 0):
        return EMPTY
    if of == NOTHING or (least == 1 and most == 1):
        return of
    if least == 0 and of[0] == "repetition" and of[2] == 0 and (most == 1 or of[3] is None):
        return of  # "(a?)?" is "a?", "(a*)*" is "a*"
    return ("repetition", of, least, most)


class Grammar:
    def __init__(self, text: str) -> None:
        self.texts: dict[str, str] = {}
        own: set[str] = set()
        predefined = PREDEFINED.read_text(encoding="utf-8").split('R"abnf(')[1].split(')abnf"')[0]
        for source, is_own in ((predefined, False), (text, True)):
            for name, definition in RULE.findall(source + "\n"):
                if is_own and name.lower() in own:
                    raise ValueError(name + " is defined twice")
                if is_own:
                    own.add(name.lower())
                self.texts[name.lower()] = definition
        self.made: dict[str, tuple] = {}
        self.open: set[str] = set()

    def rule(self, name: str) -> tuple:
        name = name.lower()
        if name in self.open:
            raise ValueError(name + " refers to itself")
        if name not in self.made:
            self.open.add(name)
            tokens = Tokens(self.texts[name])
            self.made[name] = self.alternation(tokens)
            if tokens.peek("end") is None:
                raise ValueError(f"{name}: not ABNF: {tokens.rest()!r}")
            self.open.remove(name)
        return self.made[name]

    def alternation(self, tokens: "Tokens") -> tuple:
        choices = [self.concatenation(tokens)]
        while tokens.take("sign", "/"):
            choices.append(self.concatenation(tokens))
        return alternate(choices)

    def concatenation(self, tokens: "Tokens") -> tuple:
        parts = [self.repetition(tokens)]
        while tokens.peek("end") is None and tokens.peek("sign") not in ("/", ")", "]"):
            parts.append(self.repetition(tokens))
        return concatenate(parts)

    def repetition(self, tokens: "Tokens") -> tuple:
        count = tokens.peek("repeat")
        if count is None:
            return self.element(tokens)
        tokens.next()
        least, star, most = count.partition("*")
        if not star:
            most = least
        return repeat(self.element(tokens), int(least or 0), int(most) if most else None)

    def element(self, tokens: "Tokens") -> tuple:
        t = tokens.next()
        if t["name"]:
            return self.rule(t["name"])
        if t["text"] is not None:
            exact = t["case"] == "%s"
            return concatenate([one_of((c if exact else c.lower() + c.upper()).encode()) for c in t["text"]])
        if t["base"]:
            base = {"x": 16, "d": 10, "b": 2}[t["base"]]
            first, dash, last = t["values"].partition("-")
            if dash:
                return one_of(range(int(first, base), int(last, base) + 1))
            return concatenate([one_of([int(v, base)]) for v in t["values"].split(".")])
        closing = {"(": ")", "[": "]"}.get(t["sign"])
        inside = self.alternation(tokens) if closing else None
        if inside is None or not tokens.take("sign", closing):
            raise ValueError(f"not ABNF: {tokens.rest()!r}")
        return inside if closing == ")" else repeat(inside, 0, 1)


class Tokens:
    def __init__(self, text: str) -> None:
        self.text, self.at = text.rstrip() + "\n", 0

    def rest(self) -> str:
        return self.text[self.at :]

    def match(self) -> re.Match:
        found = TOKEN.match(self.text, self.at)
        if found is None:
            raise ValueError(f"not ABNF: {self.rest()!r}")
        return found

    def peek(self, kind: str) -> str | None:
        return self.match()[kind]

    def next(self) -> re.Match:
        found = self.match()
        self.at = found.end()
        return found

    def take(self, kind: str, value: str) -> bool:
        if self.peek(kind) != value:
            return False
        self.next()
        return True


def write_byte(b: int) -> str:
    c = chr(b)
    return c if (c.isascii() and c.isalnum()) or b in PLAIN else "\\" + c


def write_set(values: frozenset) -> str:
    if len(values) == 1:
        return write_byte(min(values))
    out, b = "", 0
    while b < 256:
        if b in values:
            last = b
            while last + 1 in values:
                last += 1
            out += write_byte(b) + ("-" if last > b + 1 else "") + (write_byte(last) if last > b else "")
            b = last
        b += 1
    return "[" + out + "]"


def write(e: tuple) -> str:
    if e[0] == "set":
        return write_set(e[1])
    if e[0] == "concatenation":
        return "".join(f"(?:{write(c)})" if c[0] == "alternation" else write(c) for c in e[1])
    if e[0] == "alternation":
        return "|".join(write(c) for c in e[1])
    _, of, least, most = e
    body = write(of) if of[0] == "set" else f"(?:{write(of)})"
    if most is None and least <= 1:
        return body + "*+"[least]
    if (least, most) == (0, 1):
        return body + "?"
    return body + "{" + str(least) + ("" if most == least else "," if most is None else f",{most}") + "}"


def pattern_of(text: str, rule: str = "NSS") -> str:
    whole = Grammar(text).rule(rule)
    return "^" + (f"(?:{write(whole)})" if whole[0] == "alternation" else write(whole)) + "$"
