"""Compiles and runs the examples of docs/guide/c.md, and compares what they print with what stands below them."""
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = "#include <stdio.h>\n#include <string.h>\n#include <uniform.h>\n\nint main(void) {\n"
TAIL = "    return 0;\n}\n"


def main() -> int:
    compiler, library, headers, page = sys.argv[1:]
    text = pathlib.Path(page).read_text(encoding="utf-8")
    examples = re.findall(r"```c\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)
    blocks = text.count("```c\n")
    faults = 0 if len(examples) == blocks else 1
    if faults:
        print(f"{blocks - len(examples)} examples have no output below them")
    for number, (code, expected) in enumerate(examples, 1):
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder, "example.c"), pathlib.Path(folder, "example")
            source.write_text(code if "int main(" in code else HEAD + code + TAIL, encoding="utf-8")
            made = subprocess.run([compiler, "-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", f"-I{headers}",
                                   str(source), "-o", str(program), library,
                                   f"-Wl,-rpath,{pathlib.Path(library).parent}"],
                                  capture_output=True, text=True, check=False)
            if made.returncode != 0:
                faults += 1
                print(f"example {number}:\n{made.stderr}")
                continue
            ran = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=60)
            if ran.returncode != 0 or ran.stdout != expected:
                faults += 1
                print(f"example {number} ended with {ran.returncode} and printed:\n{ran.stdout}expected:\n{expected}")
    print(f"{len(examples)} examples, {faults} faults")
    return 1 if faults or not examples else 0


if __name__ == "__main__":
    sys.exit(main())
