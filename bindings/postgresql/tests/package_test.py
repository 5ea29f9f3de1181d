#!/usr/bin/env python3
"""The texts that a user reads before installing the extension: PGXN's META.json, and the row of README.md, in psql on a
column of texts."""

import json
import re
import sys
import unittest
from pathlib import Path

from server import from_arguments

ROOT = Path(__file__).resolve().parents[3]
HERE = "bindings/postgresql"
# PGXN Meta Spec 1.0.0: https://pgxn.org/spec/
REQUIRED = ("name", "version", "abstract", "maintainer", "license", "provides", "meta-spec")
OPTIONAL = ("description", "generated_by", "tags", "no_index", "prereqs", "release_status", "resources")
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[A-Za-z][0-9A-Za-z-]*)?")


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.meta = json.loads((ROOT / HERE / "META.json").read_text(encoding="utf-8"))
        control = (ROOT / HERE / "uniform.control").read_text(encoding="utf-8")
        cls.control = dict(re.findall(r"^(\w+) = '?(.*?)'?$", control, re.MULTILINE))

    def test_meta_is_valid_by_the_specification(self):
        for member in REQUIRED:
            self.assertIn(member, self.meta)
        for member in self.meta:
            self.assertTrue(member in REQUIRED or member in OPTIONAL or re.match("[Xx]_", member), member)
        self.assertRegex(self.meta["name"], r"^[^\x00-\x20/\\\x7f]{2,}$")
        self.assertRegex(self.meta["version"], VERSION)
        self.assertEqual(self.meta["meta-spec"], {"version": "1.0.0", "url": "https://pgxn.org/meta/spec.txt"})
        self.assertIn(self.meta["release_status"], ("stable", "testing", "unstable"))
        for tag in self.meta["tags"]:
            self.assertRegex(tag, r"^[^\x00-\x1f/\\\x7f]{1,255}$")
        for phase, relations in self.meta["prereqs"].items():
            self.assertIn(phase, ("configure", "build", "test", "runtime", "develop"))
            for relation, names in relations.items():
                self.assertIn(relation, ("requires", "recommends", "suggests", "conflicts"))
                for version in names.values():
                    self.assertTrue(version == 0 or VERSION.fullmatch(version), version)
        for name, extension in self.meta["provides"].items():
            self.assertRegex(name, r"^[^\x00-\x20/\\\x7f]{2,}$")
            self.assertLessEqual({"file", "version"}, extension.keys())
            self.assertLessEqual(extension.keys(), {"file", "version", "abstract", "docfile"})
            self.assertRegex(extension["version"], VERSION)

    def test_meta_describes_this_extension(self):
        self.assertEqual(list(self.meta["provides"]), ["uniform"])
        extension = self.meta["provides"]["uniform"]
        self.assertEqual(extension["version"], self.control["default_version"])
        self.assertEqual(self.meta["version"], self.control["default_version"])
        self.assertEqual(extension["abstract"], self.control["comment"])
        self.assertTrue((ROOT / extension["docfile"]).is_file())
        # The file is the script that leads to this version; the build adds the functions of data/functions.json to it.
        file = ROOT / extension["file"]
        self.assertTrue(file.name.endswith(f"--{extension['version']}.sql"), file)
        self.assertIn(file.name, [f.name for f in server.files])
        self.assertTrue((ROOT / "LICENSE").read_text(encoding="utf-8").lstrip().startswith("Apache License"))
        self.assertEqual(self.meta["license"], "apache_2_0")

    def test_the_row_of_the_readme_on_texts(self):
        row = next(line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| **SQL** |"))
        statement = re.search(r"`(SELECT [^`]*FROM pages)`", row).group(1)
        server.sql("CREATE DATABASE readme TEMPLATE template0")
        server.sql("CREATE EXTENSION uniform; CREATE TABLE pages (url text); "
                   "INSERT INTO pages VALUES ('https://Www.example.org/a'), ('no URI'), ('?q'), ('http://[::1]:80/')", "readme")
        self.assertEqual(server.sql(statement, "readme").split("\n"), ["Www.example.org", "", "", "[::1]"])


if __name__ == "__main__":
    arguments = sys.argv[1:]
    del sys.argv[1:]
    with from_arguments(arguments) as server:
        result = unittest.main(exit=False).result
        if not result.wasSuccessful():
            print(server.log())
    sys.exit(0 if result.wasSuccessful() and not server.failed else 1)
