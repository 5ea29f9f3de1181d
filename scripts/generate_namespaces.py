#!/usr/bin/env python3
"""Make the table of URN namespaces from data/urn-namespaces.json: generate_namespaces.py INPUT OUTPUT.

One row per namespace, in the order of the members of uniform::namespace_info, after the arrays that the row refers to.
data/urn-namespaces.schema.json and include/uniform/urn/namespace_info.hpp describe the rows. The syntax of a namespace
is its ABNF: the pattern is made of it, and what the ABNF cannot say follows it in comments.
"""
import json
import sys
import textwrap

from abnf_pattern import pattern_of


class Table:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.arrays = 0

    def array(self, kind: str, items: list[str]) -> str:
        """The name of a new array; "{}" for an empty one."""
        if not items:
            return "{}"
        self.arrays += 1
        name = "a%d" % self.arrays
        self.lines.append("constexpr %s %s[] = {%s};" % (kind, name, ", ".join(items)))
        return name

    def texts(self, items: list[str]) -> str:
        return self.array("std::string_view", [quoted(t) for t in items])

    def pairs(self, items: list[list[str]]) -> str:
        return self.array("std::array<std::string_view, 2>", ["{%s, %s}" % (quoted(a), quoted(b)) for a, b in items])


def quoted(text: str) -> str:
    # Compilers need not support literals of more than 65536 bytes; the longest here has about 2,000.
    for raw, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\t", "\\t"), ("\r", "\\r"), ("\n", "\\n")):
        text = text.replace(raw, escaped)
    return '"' + text + '"'


def word(text: str) -> str:
    return text.replace("-", "_")


def flag(value: bool) -> str:
    return "true" if value else "false"


def members(*fields: tuple[str, str]) -> str:
    """A braced list of designated members, without empty ones."""
    return "{" + ", ".join(".%s = %s" % f for f in fields if f[1] not in ("", '""', "{}", "false")) + "}"


def abnf(s: dict) -> str:
    """The rules, and what is said beside them as comments."""
    beside = [f"{x['part']}: at most {x['max']} characters" for x in s.get("limits", [])]
    if "abnf_note" in s:
        beside.insert(0, s["abnf_note"])
    comments = [textwrap.fill(b, 80, initial_indent="; ", subsequent_indent="; ") for b in beside]
    return "\n".join(s.get("abnf", []) + comments)


def syntax(t: Table, s: dict) -> str:
    limits = [
        members(("part", quoted(x["part"])), ("source", quoted(x["source"])), ("max", str(x["max"])))
        for x in s.get("limits", [])
    ]
    return members(
        ("abnf", quoted(abnf(s))),
        ("pattern", quoted(pattern_of("\n".join(s["abnf"])) if "abnf" in s else "")),
        ("lenient", quoted(s.get("lenient", ""))),
        ("strict", quoted(s.get("strict", ""))),
        ("limits", t.array("nss_limit", limits)),
        ("charset", quoted(s.get("charset", ""))),
    )


def operation(t: Table, o: dict) -> str:
    return members(
        ("action", "equivalence_action::" + word(o["action"])),
        ("scope", "equivalence_scope::" + word(o.get("scope", "all"))),
        ("n", str(o.get("n", 0))),
        ("texts", t.texts(o.get("texts", []))),
    )


def check(t: Table, c: dict) -> str:
    payload = ", ".join("{%d, %d}" % (begin, end) for begin, end in c.get("payload", []))
    return members(
        ("algorithm", "check_algorithm::" + word(c["algorithm"])),
        ("strict", "" if c["strict"] else "bool{}"),
        ("prefixes", t.texts(c.get("prefixes", []))),
        ("until", quoted(c.get("until", ""))),
        ("skip", quoted(c.get("skip", ""))),
        ("length", str(c.get("length", 0))),
        ("payload", "{{%s}}" % payload if payload else ""),
        ("position", str(c["position"]) if "position" in c else ""),
        ("whole_urn", flag(c.get("whole_urn", False))),
        ("note", quoted(c.get("note", ""))),
    )


def resolver(t: Table, r: dict) -> str:
    return members(
        ("prefixes", t.texts(r.get("prefixes", []))),
        ("split", t.texts(r.get("split", []))),
        ("address", quoted(r["address"])),
    )


def name(t: Table, n: dict) -> str:
    return members(
        ("system", quoted(n["system"])),
        ("example", quoted(n["example"])),
        ("leads", t.texts(n.get("leads", []))),
        ("needs_lead", flag(n.get("needs_lead", False))),
        ("guess", flag(n.get("guess", False))),
        ("braces", flag(n.get("braces", False))),
        ("separators", quoted(n.get("separators", ""))),
        ("separator", quoted(n.get("separator", ""))),
        ("letters", "equivalence_action::" + word(n["letters"]) if "letters" in n else ""),
        ("groups", quoted(n.get("groups", ""))),
        ("replace", t.pairs(n.get("replace", []))),
        ("replace_all", t.pairs(n.get("replace_all", []))),
        ("encode", flag(n.get("encode", False))),
        ("also_encode", quoted(n.get("also_encode", ""))),
        ("nss_prefix", quoted(n.get("nss_prefix", ""))),
        ("pattern", quoted(n.get("pattern", ""))),
        ("shown_lead", quoted(n.get("shown_lead", ""))),
        ("omitted", quoted(n.get("omitted", ""))),
    )


def row(t: Table, n: dict, number: int) -> str:
    components = n.get("components", {})
    resolution = n.get("resolution", {})
    equivalence = n.get("equivalence", {})
    examples = n.get("examples", {})
    bad = examples.get("invalid", []) + examples.get("against_the_grammar", [])
    return members(
        ("nid", quoted(n["nid"])),
        ("kind", "namespace_kind::" + n["kind"]),
        ("status", "namespace_status::" + n["status"]),
        ("title", quoted(n["title"])),
        ("registrant", quoted(n.get("registrant", ""))),
        ("references", t.texts(n["references"])),
        ("date", quoted(n.get("date", ""))),
        ("updated", quoted(n.get("updated", ""))),
        ("spec_date", quoted(n.get("spec_date", ""))),
        ("date_source", quoted(n.get("date_source", ""))),
        ("syntax", syntax(t, n.get("syntax", {}))),
        ("equivalence", t.array("equivalence_operation", [operation(t, o) for o in equivalence.get("operations", [])])),
        ("equivalence_summary", quoted(equivalence.get("summary", ""))),
        ("checks", t.array("check_rule", [check(t, c) for c in n.get("checks", [])])),
        (
            "components",
            members(
                ("r_component", quoted(components.get("r", ""))),
                ("q_component", quoted(components.get("q", ""))),
                ("f_component", quoted(components.get("f", ""))),
                ("basis", quoted(components.get("basis", ""))),
            ),
        ),
        ("resolution", "intention::" + resolution.get("intended", "unknown")),
        ("resolvers", t.array("resolver_rule", [resolver(t, r) for r in resolution.get("resolvers", [])])),
        ("resolution_note", quoted(resolution.get("note", ""))),
        ("names", t.array("name_form", [name(t, f) for f in n.get("names", [])])),
        ("source", quoted(n.get("source", ""))),
        ("notes", quoted(n.get("notes", ""))),
        ("examples", t.texts(examples.get("valid", []) + examples.get("derived", []))),
        (
            "bad_examples",
            t.array("bad_example", ["{%s, %s}" % (quoted(x["urn"]), quoted(x["why"])) for x in bad]),
        ),
        ("equivalent", t.pairs(examples.get("equivalent", []))),
        ("not_equivalent", t.pairs(examples.get("not_equivalent", []))),
        ("rules", "&rules[%d]" % number),
    )


def main() -> int:
    source, target = sys.argv[1:3]
    with open(source, encoding="utf-8") as f:
        registry = json.load(f)
    namespaces = registry["namespaces"]
    namespaces.sort(key=lambda n: n["nid"])
    t = Table()
    rows = [row(t, n, i) for i, n in enumerate(namespaces)]
    with open(target, "w", encoding="utf-8") as f:
        f.write("// Made by scripts/generate_namespaces.py from data/urn-namespaces.json.\n")
        f.write("\n".join(t.lines) + "\n")
        # "IANA, Uniform Resource Names (URN) Namespaces, 2026-07-28"
        f.write("constexpr std::string_view table_date = %s;\n" % quoted(registry["registry"][-10:]))
        f.write("constexpr std::size_t table_size = %d;\n" % len(rows))
        f.write("constinit detail::namespace_rules rules[table_size];\n")
        f.write("constexpr namespace_info table[table_size] = {\n    " + ",\n    ".join(rows) + "};\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
