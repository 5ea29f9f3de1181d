"""The shared library exports exactly the functions that uniform.h declares, and the static one defines them all. The list of
them in the Debian package, with the version that each came with, is complete."""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts"))
import generate_bindings  # noqa: E402


def declared(headers: pathlib.Path) -> set[str]:
    names = set()
    for header in headers.rglob("*.h"):
        text = re.sub(r"//[^\n]*", "", header.read_text(encoding="utf-8"))
        names |= set(re.findall(r"\b(uniform_\w+)\s*\(", text))
    return names


def defined(nm: str, library: str, *options: str) -> set[str]:
    lines = subprocess.run([nm, *options, "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[2].split("@")[0] for line in lines.splitlines() if len(line.split()) == 3}


def main() -> int:
    nm, shared, static, headers, listed = sys.argv[1:]
    wanted = declared(pathlib.Path(headers))
    exported = defined(nm, shared, "--dynamic")
    in_archive = defined(nm, static, "--extern-only")
    faults = [f"declared and not exported: {name}" for name in sorted(wanted - exported)]
    faults += [f"exported and not declared: {name}" for name in sorted(exported - wanted)]
    faults += [f"not in the static library: {name}" for name in sorted(wanted - in_archive)]
    lines = pathlib.Path(listed).read_text(encoding="utf-8").splitlines()
    for name, more in generate_bindings.symbols().items():  # which the build of the package writes beside the list
        faults += [] if f'#include "{name}"' in lines else [f"{listed} does not include {name}"]
        lines += more
    in_package = {found[1] for line in lines if (found := re.match(r" (\w+)@Base [\d.]+$", line))}
    faults += [f"not in {listed}: {name}" for name in sorted(wanted - in_package)]
    faults += [f"in {listed} alone: {name}" for name in sorted(in_package - wanted)]
    for fault in faults:
        print(fault)
    print(f"{len(wanted)} functions are declared, {len(exported)} exported")
    return 1 if faults or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
