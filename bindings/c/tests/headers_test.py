"""Each header compiles alone, as C11 and C17 or as C++17 and C++23, without a warning, by the compiler that is named."""
import pathlib
import subprocess
import sys


def main() -> int:
    compiler, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    cpp = pathlib.Path(compiler).name.startswith(("g++", "clang++"))
    standards = ("c++17", "c++23") if cpp else ("c11", "c17")
    warnings = ["-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]
    if not cpp:
        warnings.append("-Wstrict-prototypes")
    headers = sorted(folder.rglob("*.h"))
    faults = 0
    for header in headers:
        for standard in standards:
            run = subprocess.run(
                [compiler, f"-std={standard}", "-x", "c++" if cpp else "c", *warnings, f"-I{folder}", "-fsyntax-only", "-"],
                input=f"#include <{header.relative_to(folder)}>\n", text=True, capture_output=True, check=False)
            if run.returncode != 0:
                faults += 1
                print(f"{header.name}, {standard}:\n{run.stderr}")
    print(f"{len(headers)} headers by {compiler}, {faults} faults")
    return 1 if faults or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
