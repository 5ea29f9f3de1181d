#!/usr/bin/env python3
"""Make the table of URI schemes from data/uri-schemes.json: generate_schemes.py INPUT OUTPUT."""
import json
import sys

# RFC 9110 4.2.3 and RFC 6455 3: an empty path after the authority is the same as "/".
EMPTY_PATH_IS_ROOT = {"http", "https", "ws", "wss"}

# RFC 8089 2: "file://localhost/" is "file:///".
DEFAULT_HOST = {"file": "localhost"}


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def row(scheme: dict) -> str:
    name = scheme["scheme"].lower()
    references = [r for r in scheme["reference"] if r != "person-entry"]
    port = scheme.get("default_port")
    return "    {%s, scheme_status::%s, %s, %s, %s, %s, %s}," % (
        quoted(name),
        scheme["status"],
        quoted(", ".join(references) or "IANA registration"),
        "std::nullopt" if port is None else "std::uint16_t{%d}" % port,
        quoted(scheme.get("default_port_source") or ""),
        "true" if name in EMPTY_PATH_IS_ROOT else "false",
        quoted(DEFAULT_HOST.get(name, "")),
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
