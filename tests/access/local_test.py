"""Tests that need no server: file, data, URLs that are only printed, and texts that are not valid."""

import os
import pty
import socket

import support
from support import Case, get


class Local(Case):
    def test_file(self):
        place = self.folder()
        (place / "a b").write_bytes(b"here")
        for host in ("", "localhost"):
            self.good(get(f"file://{host}{place}/a%20b"), b"here")
        self.good(get(f"file:{place}/a%20b"), b"here")
        self.good(get("-e", "url-06", f"file://localhost{place}/a%20b"), b"here")
        self.bad(get(f"file://{place}/none"), f"open {place}/none: No such file or directory")
        self.bad(get(f"file://{place}"), f"open {place}: a directory")
        self.bad(get("file:///dev/null"), "open /dev/null: not a regular file")
        os.mkfifo(place / "fifo")
        self.bad(get(f"file://{place}/fifo"), "not a regular file")
        self.bad(get("file://host.example/etc/passwd"), r"<argument>:1:8: ")
        self.bad(get("--insist", "file://host.example/etc/passwd"), "a file of the machine host.example")
        self.bad(get("--max-size", 3, f"file://{place}/a%20b"), "4 bytes; the limit is 3 bytes")
        self.fails_without_a_file("limit", "--max-size", 1000, "file:///proc/cpuinfo")  # a file without a size

    def test_data(self):
        self.good(get("data:,high%0Atide"), b"high\ntide")
        self.good(get("data:;base64,AAEC"), b"\0\1\2")

    def test_a_file_of_this_machine(self):
        # 3.10: the host is the name of the machine
        place = self.folder()
        (place / "a").write_bytes(b"here")
        name = socket.gethostname()
        self.good(get(f"file://{name}{place}/a"), b"here")
        self.good(get(f"file://{name.upper()}{place}/a"), b"here")
        self.bad(get(f"file://{name}.invalid{place}/a"), r"<argument>:1:8: ")

    def test_what_is_not_fetched(self):
        """3.5, 3.8, 3.9, 3.11: the plan is printed, and nothing claims that something was fetched."""
        place = self.folder()
        for url, says in (
            ("telnet://host.dom/", r"not fetched: an interactive service.*\ntelnet host\.dom 23\n"),
            ("telnet://pilot:word@host.dom:2323/",
             r"pilot:\*\*\*@.*\ntelnet host\.dom 2323\n  user      pilot \(advised\)\n  password  \*\*\* \(advised\)\n"),
            ("mailto:a@example.org", r"not fetched: it designates no object(.*\n)*.*a@example\.org"),
            ("wais://host.dom/db?word", r"not fetched: no client for wais(.*\n)*.*database"),
            ("prospero://host.dom//pros/name", r"not fetched: no client for prospero(.*\n)*.*hsoname"),
        ):
            self.bad(get("-o", place / "file", url), says)
            self.assertEqual([], os.listdir(place))
            got = get("-q", url)
            self.assertEqual((b"", "", 1), (got.out, got.err, got.code))
        self.assertIn("password  word (advised)", get("--show-password", "telnet://u:word@host.dom/").err)

    def test_nothing_that_a_shell_would_run(self):
        self.assertIn("telnet -- 'a;reboot' 23\n", get("telnet://a;reboot/").err)

    def test_not_valid(self):
        for url in ("http://", "http://a b/", "no URL", "unknown:x", "ldap://host.dom/"):
            self.bad(get(url), r"^<argument>:1:\d+: ")
        got = get("data:,a", "http://a b/")
        self.assertEqual((1, b"a"), (got.code, got.out))
        self.assertRegex(got.err, "^<argument>:2:")

    def test_control_characters_stay_off_the_terminal(self):
        child, terminal = pty.fork()
        if child == 0:
            os.execve(support.COMMAND, [support.COMMAND, "get", "data:,a%1b%5bbb"], support.environment())
        shown = b""
        try:
            while more := os.read(terminal, 1024):
                shown += more
        except OSError:
            pass
        os.close(terminal)
        self.assertEqual(1, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        self.assertIn(b"--output FILE", shown)
        self.assertNotIn(b"\x1b", shown)
