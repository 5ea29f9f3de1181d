"""The common part of the tests of `uniform get`: running the command, and its result."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import servers

COMMAND = ""
FOLDER = None  # of the whole run
class Got:
    def __init__(self, out, err, code):
        self.out, self.err, self.code = out, err, code


def environment(**more):
    kept = {name: os.environ[name] for name in os.environ if name.startswith(("ASAN_", "UBSAN_", "LSAN_", "LLVM_"))}
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", **kept, **more}


def get(*arguments, cwd=None, any_address=True, **more):
    """Runs `uniform get ARGUMENTS`, without a terminal; the servers of the tests are on this machine."""
    any_address = ["--any-address"] if any_address else []
    done = subprocess.run([COMMAND, "get", *any_address, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                          env=environment(**more), cwd=cwd or FOLDER, timeout=40, check=False,
                          start_new_session=True)
    return Got(done.stdout, done.stderr.decode(), done.returncode)


def plan(url):
    """The output of `uniform url plan` for the URL, as JSON."""
    done = subprocess.run([COMMAND, "url", "plan", "--json", url], stdin=subprocess.DEVNULL, capture_output=True,
                          env=environment(), cwd=FOLDER, timeout=40, check=True)
    return json.loads(done.stdout)


class Case(unittest.TestCase):
    maxDiff = None

    def folder(self):
        """An empty one for this test."""
        place = tempfile.mkdtemp(dir=FOLDER)
        self.addCleanup(lambda: subprocess.run(["rm", "-rf", place], check=True))
        return Path(place)

    def record(self, script, tls=None):
        recorder = servers.Recorder(script, tls)
        self.addCleanup(recorder.stop)
        return recorder

    def good(self, got, out):
        self.assertEqual(("", 0, out), (got.err, got.code, got.out))

    def bad(self, got, pattern, code=1):
        self.assertRegex(got.err, pattern)
        self.assertEqual(code, got.code)

    def fails_without_a_file(self, pattern, *arguments, code=1, **more):
        """It fails with that message, and nothing is left: neither the file nor a temporary one."""
        place = self.folder()
        self.bad(get("-o", place / "file", *arguments, **more), pattern, code)
        self.assertEqual([], os.listdir(place))


def once(answer):
    """A recorder's script: reads a request up to the empty line, answers, and closes."""
    def script(c):
        c.until(b"\r\n\r\n")
        c.send(answer)
    return script
