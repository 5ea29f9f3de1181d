#!/usr/bin/env python3
"""Make the table of URI schemes from data/uri-schemes.json: generate_schemes.py INPUT OUTPUT."""
import json
import sys


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# The rules that scheme_info::equivalence has (include/uniform/uri/scheme.hpp).
RULES = {"marks", "fold_path", "user", "parameters", "fold_values", "numbers", "default", "decisive", "coordinates",
         "fields", "main_field", "authority", "addresses", "ignores", "digest", "hash", "fold_first", "fold_segment",
         "fold_query", "port", "root_dot", "nodes", "attributes", "octets", "decimals", "versions", "separated",
         "omitted", "positions", "commands", "ending", "fold_main", "keywords",
         "user_ending"}


def equivalence(scheme: dict) -> str:
    rules = scheme.get("equivalence", [])
    unknown = {rule.split("=")[0] for rule in rules} - RULES
    if unknown:
        sys.exit("%s: unknown rules of equivalence: %s" % (scheme["scheme"], ", ".join(sorted(unknown))))
    if rules and not scheme.get("equivalence_source"):
        sys.exit("%s: no document for the rules of equivalence" % scheme["scheme"])
    return " ".join(rules)


def path(scheme: dict) -> str:
    """The form of the scheme's paths by its document. Without a permanent registration, they are as in RFC 3986."""
    kind = scheme.get("path")
    if kind is None and scheme["status"] == "permanent":
        sys.exit("%s: a permanent scheme without the kind of its paths" % scheme["scheme"])
    return kind or "hierarchical"


def row(scheme: dict) -> str:
    name = scheme["scheme"].lower()
    references = [r for r in scheme["reference"] if r != "person-entry"]
    port = scheme.get("default_port")
    # The equivalences that the scheme's document defines (RFC 3986 6.2.3).
    return "    {%s, scheme_status::%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, path_kind::%s, %s, %s}," % (
        quoted(name),
        scheme["status"],
        quoted(", ".join(references) or "IANA registration"),
        "std::nullopt" if port is None else "std::uint16_t{%d}" % port,
        quoted(scheme.get("default_port_source") or ""),
        "true" if scheme.get("empty_path_is_root") else "false",
        quoted(scheme.get("default_host", "")),
        quoted(scheme.get("root_alias", "")),
        quoted(" ".join(scheme.get("path_endings", []))),
        quoted(scheme.get("path_separators", "")),
        "true" if scheme.get("domain_in_path") else "false",
        quoted(" ".join(scheme.get("address_fields", []))),
        path(scheme),
        quoted(scheme.get("path_encoded", "")),
        quoted(equivalence(scheme)),
    )


def main() -> int:
    source, target = sys.argv[1:3]
    with open(source, encoding="utf-8") as f:
        schemes = json.load(f)["schemes"]
    schemes.sort(key=lambda s: s["scheme"].lower())
    with open(target, "w", encoding="ascii") as f:
        f.write("// Made by scripts/generate_schemes.py from data/uri-schemes.json.\n")
        f.write("\n".join(row(s) for s in schemes) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
