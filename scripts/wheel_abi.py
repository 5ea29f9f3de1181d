#!/usr/bin/env python3
"""Says which versions of the system's libraries a wheel needs, and checks what its tag promises: python3 wheel_abi.py WHEEL

For each file the newest version of the C library and of the C++ library among the symbols that it asks for. A wheel for the
stable ABI (PEP 384) has no extension module for one version of Python only; one for manylinux_X_Y needs no C library newer
than X.Y (PEP 600).
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path


def newest(symbols, library):
    """The newest version of the library among symbols such as "(GLIBC_2.34) stat"."""
    return max((tuple(map(int, version.split("."))) for version in re.findall(rf"\({library}_([\d.]+)\)", symbols)), default=())


def shown(version):
    return ".".join(map(str, version)) or "none"


def main():
    wheel = Path(sys.argv[1])
    promised = re.search(r"manylinux_(\d+)_(\d+)", wheel.name)
    if not promised:
        sys.exit(f"wheel_abi: {wheel.name} has no tag manylinux_X_Y")
    wrong = []
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as files:
        for name in sorted(name for name in files.namelist() if re.search(r"\.so(\.[\d.]+)?$", name)):
            symbols = subprocess.run(["objdump", "--dynamic-syms", files.extract(name, folder)], stdout=subprocess.PIPE, text=True, check=True).stdout
            needed = "\n".join(line for line in symbols.splitlines() if "*UND*" in line)
            c_library = newest(needed, "GLIBC")
            print(f"wheel_abi: {name}: GLIBC {shown(c_library)}, GLIBCXX {shown(newest(needed, 'GLIBCXX'))}")
            if c_library > tuple(map(int, promised.groups())):
                wrong.append(f"wheel_abi: {name} needs a newer C library than {wheel.name} promises")
            if "-abi3-" in wheel.name and ".cpython-" in name:
                wrong.append(f"wheel_abi: {name} is for one version of Python, and {wheel.name} for many")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
