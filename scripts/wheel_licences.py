#!/usr/bin/env python3
"""Adds to a wheel the licences of the libraries that auditwheel put into it: python3 wheel_licences.py WHEEL

Each file in PACKAGE.libs comes from a package of this Debian. The package's copyright file, and what that names in
/usr/share/common-licenses, become License-Files in the wheel's metadata (PEP 639). Says what it added. A library that no
package has, or a package without a copyright file, ends it.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

COMMON = Path("/usr/share/common-licenses")


def package_of(file):
    """libidn2-d2a73a46.so.0.3.8, as auditwheel names it: the package that has libidn2.so.0.3.8."""
    name = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", file)
    found = subprocess.run(["dpkg-query", "--search", f"*/{name}"], stdout=subprocess.PIPE, text=True, check=False).stdout
    packages = {line.partition(":")[0] for line in found.splitlines()}
    if len(packages) != 1:
        sys.exit(f"wheel_licences: one package is expected to have {name}, not {len(packages)}: {', '.join(sorted(packages))}")
    return packages.pop()


def licences_of(packages):
    """The texts, by the names that they get."""
    texts = {}
    for package in packages:
        copyright_file = Path("/usr/share/doc") / package / "copyright"
        if not copyright_file.exists():
            sys.exit(f"wheel_licences: {copyright_file} is missing; without it the wheel may not be distributed")
        texts[f"{package}.txt"] = copyright_file.read_bytes()
        for name in re.findall(rf"{COMMON}/([\w.-]*\w)", copyright_file.read_text(encoding="utf-8", errors="replace")):
            if (COMMON / name).exists():
                texts[f"{name}.txt"] = (COMMON / name).read_bytes()
    return texts


def main():
    wheel = Path(sys.argv[1])
    with zipfile.ZipFile(wheel) as old:
        files = {info: old.read(info) for info in old.infolist() if not info.is_dir()}
    inside = [info.filename for info in files]
    info_folder = next(name for name in inside if name.endswith(".dist-info/METADATA")).rpartition("/")[0]
    libraries = [name.rpartition("/")[2] for name in inside if name.partition("/")[0].endswith(".libs") and ".so" in name]
    texts = licences_of(sorted({package_of(name) for name in libraries}))
    made = wheel.with_suffix(".part")
    record = []
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        def write(info, data):
            new.writestr(info, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{info.filename},sha256={digest},{len(data)}\n")

        for info, data in files.items():
            if info.filename == f"{info_folder}/RECORD":
                continue
            if info.filename == f"{info_folder}/METADATA":
                head, end, body = data.partition(b"\n\n")
                data = head + b"".join(f"\nLicense-File: libraries/{name}".encode() for name in texts) + end + body
            write(info, data)
        date = next(info.date_time for info in files if info.filename.endswith("/METADATA"))
        for name, data in texts.items():
            info = zipfile.ZipInfo(f"{info_folder}/licenses/libraries/{name}", date)
            info.external_attr, info.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            write(info, data)
        info = zipfile.ZipInfo(f"{info_folder}/RECORD", date)
        info.external_attr, info.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
        new.writestr(info, "".join(record) + f"{info_folder}/RECORD,,\n")
    os.replace(made, wheel)
    print(f"{wheel.name}: licences of {len(libraries)} libraries: {', '.join(texts)}")


if __name__ == "__main__":
    main()
