#!/usr/bin/env python3
"""`uniform get` against real servers: nginx, vsftpd, pyftpdlib, gophernicus, leafnode; and against a recorder for what a
well-behaved server does not do, and for the exact bytes.

get_test.py --command PATH [unittest arguments, such as ftp_test.Ftp]
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

import support

TESTS = ("http_test", "output_test", "batch_test", "ftp_test", "gopher_test", "news_test", "local_test", "connections_test")


def main():
    at = sys.argv.index("--command")
    support.COMMAND = str(Path(sys.argv[at + 1]).resolve())
    arguments = sys.argv[:at] + sys.argv[at + 2:]
    if all(word.startswith("-") for word in arguments[1:]):
        arguments += TESTS
    with tempfile.TemporaryDirectory(prefix="uniform-get-") as folder:
        os.chmod(folder, 0o755)
        support.FOLDER = Path(folder)
        return 0 if unittest.main(module=None, argv=arguments, exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
