"""A function of the table goes to the upgrade script of the version that brought it, and to no other.

The table and the versions are those of the project, with one version and two functions more."""

import copy
import re
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import function_table  # noqa: E402
import generate_bindings  # noqa: E402

VERSIONS = [*function_table.versions_of_extension(), "99.0.0", "99.1.0"]


class Since(unittest.TestCase):
    def scripts(self, *later):
        """The names of the functions in the script of each version, with copies of a row that have these names and versions."""
        table = copy.deepcopy(generate_bindings.TABLE)
        row = next(row for row in table["functions"] if "postgresql" in row.get("generated", {}))
        for name, version in later:
            table["functions"].append(row | {"name": name, "generated": {"postgresql": name, "c": name},
                                             "since": {"postgresql": version, "c": version}})
        with mock.patch.object(generate_bindings, "TABLE", table), \
                mock.patch.object(function_table, "versions_of_extension", lambda: VERSIONS):
            self.symbols = "\n".join(generate_bindings.symbols()["libuniform-c1.table.symbols"])
            files = generate_bindings.postgresql()
        return {version: re.findall(r"^CREATE FUNCTION (\w+)", "\n".join(files[f"table--{version}.sql"]), re.MULTILINE)
                for version in VERSIONS}

    def test_a_script_has_exactly_the_functions_of_its_version(self):
        today = self.scripts()
        self.assertEqual(today["99.0.0"], [])
        then = self.scripts(("later", "99.0.0"), ("latest", "99.1.0"))
        self.assertEqual(then, today | {"99.0.0": ["later"], "99.1.0": ["latest"]})
        self.assertIn(" later@Base 99.0.0", self.symbols)

    def test_a_version_without_functions_adds_nothing_to_its_script(self):
        self.scripts()
        with mock.patch.object(function_table, "versions_of_extension", lambda: VERSIONS):
            self.assertEqual(generate_bindings.postgresql()["table--99.0.0.sql"], [])

    def test_every_upgrade_script_is_known(self):
        names = [path.name for path in (function_table.ROOT / "bindings/postgresql").glob("uniform--*--*.sql")]
        self.assertEqual(len(names), len(function_table.versions_of_extension()))


if __name__ == "__main__":
    unittest.main()
