#!/usr/bin/env python3
"""Generates the lists that the benchmarks read. The same call generates the same bytes on every machine.

    lists.py FOLDER             web.txt file.txt urn.txt long.txt    for the benchmarks of the library;
                                iri.txt                              IRIs of many scripts, in UTF-8
    lists.py FOLDER --prose     prose.txt log.txt code.txt colons.txt   texts for finding: with URIs, and with colons
    lists.py FOLDER --million   million.txt million-4x.txt           for the benchmarks of the command
                                million-urns.txt million-sized.txt   URNs, and URIs of the same lengths

The properties of "web" were chosen after lists that crawlers publish: about 70 bytes on average with lengths around 64, a
quarter with a query, 5 % with a pct-encoded, 3 % with a fragment, mostly https, a few frequent hosts and many that occur
once, and one in a hundred not in normal form.
"""

import argparse
import random
from pathlib import Path

SYLLABLES = ("an ar ba be bo ca co da de di do el en er es fi fo ga ge go ha he in is ka ke la le li lo lu ma me mi mo "
             "na ne ni no on or pa pe po ra re ri ro sa se si so ta te ti to tu un va ve vi wa we yo za").split()
TLDS = ["com"] * 50 + ["org"] * 14 + ["net"] * 10 + ["de"] * 6 + "co.uk fr io jp edu gov it nl fi ru info eu".split()
ENCODED = ["%20", "%2F", "%3A", "%26", "%C3%A9", "%C3%BC", "%E2%80%93", "%E6%97%A5%E6%9C%AC", "%25", "%28", "%29"]
NIDS = ["isbn", "issn", "ietf", "nbn", "uuid", "oid", "lex", "oasis", "epc", "publicid"]


class Maker:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.words = ["".join(r.choices(SYLLABLES, k=r.choice((1, 2, 2, 3, 3, 4)))) for _ in range(4000)]
        self.hosts = [self.host() for _ in range(6000)]

    def host(self):
        r = self.r
        name = r.choice(self.words) + r.choice(("", "", "", "-", "")) + r.choice(self.words)
        sub = r.choice(("www.", "www.", "www.", "", "", "blog.", "docs.", "en.", "shop.", r.choice(self.words) + "."))
        return f"{sub}{name}.{r.choice(TLDS)}"

    def word(self):
        return self.words[int(self.r.random() ** 2 * len(self.words))]

    def segment(self):
        r, kind = self.r, self.r.random()
        if kind < 0.45:
            return self.word()
        if kind < 0.75:
            return r.choice("---_").join(self.word() for _ in range(r.randint(2, 7)))
        if kind < 0.90:
            return str(r.randint(1, 10 ** r.randint(1, 8)))
        if kind < 0.95:
            return self.word().capitalize() + "_" + self.word()
        return "%x" % r.getrandbits(r.choice((32, 64, 128)))

    def query(self, pairs):
        r, out = self.r, []
        for _ in range(pairs):
            kind = r.random()
            value = str(r.randint(0, 99999)) if kind < 0.4 else "%x" % r.getrandbits(48) if kind < 0.6 else self.word()
            out.append(f"{self.word()[:6]}={value}")
        return "&".join(out)

    def web(self):
        r = self.r
        host = self.hosts[int(r.random() ** 3 * len(self.hosts))]
        scheme = "https" if r.random() < 0.9 else "http"
        text = f"{scheme}://{host}"
        if r.random() < 0.01:
            text += f":{r.choice((80, 443, 8000, 8080, 8443))}"
        path = "".join("/" + self.segment() for _ in range(r.choice((0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5))))
        if not path or r.random() < 0.3:
            path += "/"
        elif r.random() < 0.35:
            path += r.choice((".html", ".html", ".php", ".jpg", ".pdf", ".aspx"))
        query = "?" + self.query(r.choice((1, 1, 2, 2, 3, 5))) if r.random() < 0.25 else ""
        if r.random() < 0.05:  # in the query when there is one
            for _ in range(r.randint(1, 4)):
                if query:
                    query += r.choice(ENCODED) + self.word()
                else:
                    path += r.choice(ENCODED) + self.word()
        fragment = "#" + self.word() if r.random() < 0.03 else ""
        if r.random() < 0.01:  # not in normal form
            kind = r.randrange(4)
            if kind == 0:
                text = text.upper().replace("HTTP", "http")
            elif kind == 1:
                path = "/a/.." + path
            elif kind == 2:
                query = query.replace("%C3", "%c3") or "?q=%7Euser"
            else:
                path = path + "%2D%61"
        return text + path + query + fragment

    def file(self):
        r = self.r
        root = r.choice(("/home/" + self.word(), "/usr/share/" + self.word(), "/var/lib/" + self.word(), "/srv/data"))
        path = root + "".join("/" + self.segment() for _ in range(r.randint(1, 4)))
        path += r.choice((".txt", ".pdf", ".tar.gz", ".jpg", ".odt", ""))
        if r.random() < 0.1:
            path = path.replace("-", "%20").replace("_", "%20")
        return "file://" + path

    def urn(self):
        r, nid = self.r, self.r.choice(NIDS)
        if nid == "isbn":
            nss = "978-%d-%d-%05d-%d" % (r.randint(0, 999), r.randint(10, 999), r.randint(0, 99999), r.randint(0, 9))
        elif nid == "issn":
            nss = "%04d-%04d" % (r.randint(0, 9999), r.randint(0, 9999))
        elif nid == "ietf":
            nss = r.choice(("rfc:%d" % r.randint(1, 9700), "params:xml:ns:" + self.word() + "-" + self.word()))
        elif nid == "nbn":
            nss = "%s:%s-%d" % (r.choice(("fi-fe", "de:gbv:089", "se:uu:diva", "at:at-ubg", "nl:ui:24-uuid")),
                                self.word(), r.randint(10 ** 6, 10 ** 9))
        elif nid == "uuid":
            x = "%032x" % r.getrandbits(128)
            nss = "-".join((x[:8], x[8:12], x[12:16], x[16:20], x[20:]))
        elif nid == "oid":
            nss = ".".join(str(r.randint(0, 9999)) for _ in range(r.randint(5, 12)))
        elif nid == "lex":
            nss = "%s:%s:law:%d-%02d-%02d;%d" % (r.choice(("it", "fr", "br", "de")), self.word(), r.randint(1950, 2025),
                                                 r.randint(1, 12), r.randint(1, 28), r.randint(1, 999))
        elif nid == "oasis":
            nss = "names:tc:" + ":".join(self.word() for _ in range(r.randint(3, 8)))
        elif nid == "epc":
            nss = "id:sgtin:%07d.%06d.%d" % (r.randint(0, 9999999), r.randint(0, 999999), r.randint(0, 9999))
        else:
            nss = "-:" + "+".join(self.word() for _ in range(r.randint(2, 6))) + ":EN"
        return f"urn:{nid}:{nss}"

    def long(self):
        r = self.r
        text = self.web().split("?")[0].split("#")[0] + "?" + self.query(2)
        length = r.randint(500, 4000) - 16
        encode = r.random() < 0.6
        while len(text) < length:
            text += "&" + self.query(1)
            if encode and r.random() < 0.3:
                text += r.choice(ENCODED)
        return text[:4000].rstrip("%0123456789ABCDEFabcdef") + "x"


# The first and the last letter of some scripts, with the number of bytes that one takes in UTF-8, and how many in a
# hundred IRIs have it.
SCRIPTS = [
    ("\u0430", "\u044f", 26),  # Cyrillic, 2
    ("\u4e00", "\u9f00", 24),  # Han, 3
    ("\u3042", "\u3093", 10),  # Hiragana, 3
    ("\uac00", "\ud7a3", 8),   # Hangul, 3
    ("\u0627", "\u064a", 10),  # Arabic, 2
    ("\u0e01", "\u0e2e", 8),   # Thai, 3
    ("\u0915", "\u0939", 6),   # Devanagari, 3
    ("\u05d0", "\u05ea", 4),   # Hebrew, 2
    ("\U0001f600", "\U0001f64f", 4),  # emoji, 4
]
LATIN = "\u00e9\u00e8\u00fc\u00f6\u00e4\u00e5\u00f1\u00e7\u00f8\u0142"


class Iris(Maker):
    """Web addresses whose words are of one script each: like the article addresses of encyclopedias. One in four is
    Latin with some accents; the host is of US-ASCII in two of three."""

    def __init__(self, seed):
        super().__init__(seed)
        self.script = None

    def word(self):
        r = self.r
        if self.script is None:
            word = super().word()
            at = r.randrange(len(word))
            return word[:at] + r.choice(LATIN) + word[at + 1:] if r.random() < 0.5 else word
        first, last, _ = self.script
        return "".join(chr(r.randint(ord(first), ord(last))) for _ in range(r.randint(2, 9)))

    def iri(self):
        r = self.r
        self.script = None if r.random() < 0.25 else r.choices(SCRIPTS, [s[2] for s in SCRIPTS])[0]
        host = self.hosts[int(r.random() ** 3 * len(self.hosts))]
        if r.random() < 0.33 and (self.script is None or self.script[0] != "\U0001f600"):
            host = f"{self.word()}.{self.word()}"
        path = "".join("/" + r.choice("__-").join(self.word() for _ in range(r.randint(1, 4)))
                       for _ in range(r.choice((1, 1, 2, 2, 3))))
        query = f"?q={self.word()}&p={r.randint(1, 99)}" if r.random() < 0.2 else ""
        fragment = "#" + self.word() if r.random() < 0.1 else ""
        return f"https://{host}{path}{query}{fragment}"


def checked(urn):
    """The same with the correct length and check character, for ISBN and ISSN."""
    digits = [int(c) for c in urn if c.isdigit()]
    if urn.startswith("urn:isbn:"):
        digits = (digits + [0] * 12)[:12]
        check = -sum(d * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10
        text = "".join(map(str, digits))
        return f"urn:isbn:978-{text[3:5]}-{text[5:8]}-{text[8:]}-{check}"
    if urn.startswith("urn:issn:"):
        check = -sum((8 - i) * d for i, d in enumerate(digits[:7])) % 11
        return urn[:-1] + ("X" if check == 10 else str(check))
    return urn


def sized(maker, length):
    """A URI of that length."""
    text = "http://h/" + maker.word()
    while len(text) < length:
        text += "/" + maker.word()
    return text[:length]


def distinct(make, count):
    seen = {}
    while len(seen) < count:
        seen[make()] = None
    return seen


def write(path, lines):
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(line + "\n" for line in lines)


def library(folder):
    write(folder / "web.txt", distinct(Maker(1).web, 20000))
    write(folder / "file.txt", distinct(Maker(2).file, 20000))
    write(folder / "urn.txt", distinct(Maker(3).urn, 20000))
    write(folder / "long.txt", distinct(Maker(4).long, 1000))
    write(folder / "iri.txt", distinct(Iris(9).iri, 20000))


def million(folder):
    """A million lines, one in ten of them a duplicate; and four times as many, where each quarter is different."""
    maker, lines = Maker(5), []
    for _ in range(1_000_000):
        lines.append(maker.r.choice(lines) if lines and maker.r.random() < 0.1 else maker.web())
    write(folder / "million.txt", lines)
    maker = Maker(6)
    urns = [checked(maker.urn()) for _ in range(1_000_000)]
    write(folder / "million-urns.txt", urns)
    write(folder / "million-sized.txt", (sized(maker, len(urn)) for urn in urns))
    text = (folder / "million.txt").read_bytes()
    with open(folder / "million-4x.txt", "wb") as f:
        f.write(text)
        for quarter in (b"b", b"c", b"d"):
            f.write(text.replace(b"://", b"://" + quarter + b"."))


class Prose(Maker):
    """Sentences: a colon in one of ten, and a URI in a few paragraphs, in the usual ways of writing."""

    def sentence(self):
        r = self.r
        words = [self.word() for _ in range(r.randint(6, 22))]
        words[0] = words[0].capitalize()
        if r.random() < 0.1:
            words[r.randrange(len(words) - 1)] += ":"
        if r.random() < 0.4:
            words[r.randrange(len(words) - 1)] += ","
        if r.random() < 0.02:
            words[-1] = f"{r.randint(1, 23)}:{r.randint(10, 59)}"
        if r.random() < 0.05:
            words[-1] = r.choice(("(e.g. %s)", "\"%s\"", "(%s)")) % words[-1]
        return " ".join(words) + "."

    def mention(self):
        return self.r.choice(("See <%s>.", "See %s.", "It is at %s, they say.", "(%s)", "\"%s\"")) % self.web()

    def paragraph(self):
        sentences = [self.sentence() for _ in range(self.r.randint(3, 9))]
        if self.r.random() < 0.25:
            sentences.append(self.mention())
        text, line = [], ""
        for word in " ".join(sentences).split(" "):
            if len(line) + len(word) > 75:
                text.append(line)
                line = ""
            line += (" " if line else "") + word
        return "\n".join([*text, line, ""])

    def log_line(self):
        r = self.r
        return (f"10.{r.randint(0, 255)}.{r.randint(0, 255)}.{r.randint(1, 254)} - - [21/Nov/2026:{r.randint(0, 23):02}:"
                f"{r.randint(0, 59):02}:{r.randint(0, 59):02} +0000] \"GET /{self.word()}/{self.word()} HTTP/1.1\" 200 "
                f"{r.randint(100, 99999)} \"{self.web()}\" \"{self.word().capitalize()}/5.0 ({self.word()}; "
                f"{self.word()})\"")


def code(folder, seed=6):
    """Texts with many colons and almost no URIs: a program in C++, and a log of keys and values with times."""
    r = random.Random(seed)
    names = ("begin", "end", "size", "text", "value", "offset", "result", "part", "count", "line", "name", "state")
    types = ("std::size_t", "std::string_view", "std::vector<std::string>", "error::code", "std::uint64_t", "auto")
    lines = []
    for i in range(120_000):
        a, b, c = r.sample(names, 3)
        lines.append(r.choice((
            f"    const {r.choice(types)} {a} = std::{b}({c}.{a}(), {c}.{b}() + {r.randrange(99)});",
            f"    if ({a} < {b} && {c}_ != uniform::{a}::{c}) return std::nullopt; // {a}: {b} of the {c}",
            f"    case {a}::{b}:",
            f"#include <{a}/{b}.hpp>",
            f"template <class {a.title()}> {r.choice(types)} {b}::{c}(const {r.choice(types)} &{a}) {{",
            f"    out << {a} << \": \" << std::to_string({b}) << '\\n';",
            f"    : {a}_{{std::move({a})}}, {b}_{{{c} ? {a} : {b}}} {{}}",
        )))
        if i % 4000 == 0:
            lines.append(f"// RFC 3986 3.{i // 4000}: see https://www.rfc-editor.org/rfc/rfc3986#section-3.{i // 4000}")
    write(folder / "code.txt", lines)
    lines = []
    for i in range(60_000):
        a, b, c = r.sample(names, 3)
        lines.append(f"2026-11-21T{i // 3600 % 24:02}:{i // 60 % 60:02}:{i % 60:02} {a}:{r.randrange(9999)} {b}:{c} "
                     f"level:info {c}:[{r.randrange(99)}:{r.randrange(99)}] 10.0.{i % 256}.1:{r.randrange(65536)} ok")
    write(folder / "colons.txt", lines)


def prose(folder):
    code(folder)
    maker = Prose(7)
    write(folder / "prose.txt", (maker.paragraph() for _ in range(16_000)))
    maker = Prose(8)
    write(folder / "log.txt", (maker.log_line() for _ in range(40_000)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--prose", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    (million if arguments.million else prose if arguments.prose else library)(arguments.folder)


if __name__ == "__main__":
    main()
