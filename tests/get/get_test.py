#!/usr/bin/env python3
"""`uniform get` against real servers: nginx, vsftpd, pyftpdlib, gophernicus, leafnode; and against a recorder for what a
well-behaved server does not do, and for the exact bytes.

get_test.py --command PATH [unittest arguments]
"""

import os
import pty
import re
import signal
import ssl
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import servers

COMMAND = ""
FOLDER = None  # of the whole run
ARTICLE = """From: pilot@example.org
Newsgroups: demo.harbour
Subject: Tide
Message-ID: <tide1@example.org>
Date: Sat, 21 Nov 2026 00:00:00 +0000
Path: not-for-mail

.hidden by a dot
..two
The tide is high.
"""
WIRE = ARTICLE.replace("\n", "\r\n").encode()


def setUpModule():
    global FOLDER
    FOLDER = tempfile.TemporaryDirectory(prefix="uniform-get-")
    os.chmod(FOLDER.name, 0o755)


def tearDownModule():
    FOLDER.cleanup()


class Got:
    def __init__(self, out, err, code):
        self.out, self.err, self.code = out, err, code


def environment(**more):
    kept = {name: os.environ[name] for name in os.environ if name.startswith(("ASAN_", "UBSAN_", "LSAN_"))}
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", **kept, **more}


def get(*arguments, cwd=None, **more):
    """Runs `uniform get ARGUMENTS`, without a terminal."""
    done = subprocess.run([COMMAND, "get", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                          env=environment(**more), cwd=cwd or FOLDER.name, timeout=40, check=False,
                          start_new_session=True)
    return Got(done.stdout, done.stderr.decode(), done.returncode)


class Case(unittest.TestCase):
    maxDiff = None

    def folder(self):
        """An empty one for this test."""
        place = tempfile.mkdtemp(dir=FOLDER.name)
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


class Http(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Nginx(Path(FOLDER.name) / "nginx", """
        location = /to-tide { return 302 /tide.txt; }
        location = /relative { return 301 ../tide.txt?x#part; }
        location = /loop { return 302 /loop; }
        location = /two { return 307 /to-tide; }
        location = /to-ftp { return 302 ftp://127.0.0.1/tide.txt; }
        location = /to-file { return 302 file:///etc/passwd; }
        location = /to-smtp { return 302 http://127.0.0.1:25/; }
        location = /to-nothing { return 302 "http://[/"; }
        location = /gone { return 410; }
        location = /target { return 200 "$request_uri|$http_host|$http_user_agent|$http_accept_encoding|$http_cookie"; }
        """)
        cls.addClassCleanup(cls.server.stop)
        (cls.server.root / "tide.txt").write_bytes(b"high\r\nlow\n")
        (cls.server.root / "ten").write_bytes(b"0123456789")
        (cls.server.root / "empty").write_bytes(b"")
        with open(cls.server.root / "large", "wb") as large:
            large.truncate(30_000_000)
        (cls.server.root / "two words;x=1").write_bytes(b"found")
        cls.url = f"http://127.0.0.1:{cls.server.port}"

    def test_a_document(self):
        self.good(get(self.url + "/tide.txt"), b"high\r\nlow\n")
        self.good(get(self.url.replace("http", "HTTP") + "/empty"), b"")
        self.good(get(self.url + "/two%20words;x=1"), b"found")

    def test_several_follow_one_another(self):
        self.good(get(self.url + "/tide.txt", self.url + "/ten"), b"high\r\nlow\n0123456789")
        got = get(self.url + "/ten", self.url + "/none", self.url + "/ten")
        self.bad(got, "404 Not Found")
        self.assertEqual(b"01234567890123456789", got.out)

    def test_the_target_is_sent_as_written(self):
        agent = r"\|127\.0\.0\.1:\d+\|uniform/[\d.]+\|\|$"
        for target in ("/target", "/target?a=%7e&b=/../%2F", "/target?"):
            self.assertRegex(get(self.url + target).out.decode(), "^" + re.escape(target) + agent)

    def test_dot_segments_and_escapes_are_not_touched(self):
        recorder = self.record(once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        self.good(get(f"http://127.0.0.1:{recorder.port}/a/../b/./%7e%2f;p?q=../'$"), b"ok")
        head = recorder.received[0].decode().split("\r\n")
        self.assertEqual("GET /a/../b/./%7e%2f;p?q=../'$ HTTP/1.1", head[0])
        self.assertEqual([f"Host: 127.0.0.1:{recorder.port}"], [line for line in head if line.startswith("Host")])

    def test_draft_of_1994(self):
        recorder = self.record(once(b"HTTP/1.0 200 OK\r\n\r\nok"))
        self.good(get("-e", "url-06", f"http://127.0.0.1:{recorder.port}/{{a|b}}"), b"ok")
        self.assertIn(b"GET /{a|b} HTTP", recorder.received[0])

    def test_what_the_server_refuses(self):
        self.bad(get(self.url + "/none"), rf"^uniform: {self.url}/none: GET /none: 404 Not Found\n$")
        self.bad(get(self.url + "/gone"), "GET /gone: 410 Gone")
        self.assertEqual(b"", get(self.url + "/none").out)
        self.fails_without_a_file("404 Not Found", self.url + "/none")

    def test_redirects(self):
        self.good(get(self.url + "/to-tide"), b"high\r\nlow\n")
        self.good(get(self.url + "/relative"), b"high\r\nlow\n")
        self.good(get("--max-redirects", 2, self.url + "/two"), b"high\r\nlow\n")
        self.bad(get("--max-redirects", 1, self.url + "/two"),
                 'GET /to-tide: 302 .* to "http://.*/tide.txt": 1 redirects? .*limit')
        self.bad(get("--max-redirects", 0, self.url + "/to-tide"), "302 .*: redirects are not followed")
        self.bad(get(self.url + "/loop"), "10 redirects were followed, which is the limit")

    def test_redirects_lead_to_http_alone(self):
        self.fails_without_a_file('302 .*"ftp://127.0.0.1/tide.txt": .*http and https only', self.url + "/to-ftp")
        self.fails_without_a_file('302 .*"file:///etc/passwd": .*http and https only', self.url + "/to-file")
        self.bad(get(self.url + "/to-nothing"), "no URI that could be followed")

    def test_a_redirect_is_checked_like_a_url(self):
        self.bad(get(self.url + "/to-smtp"), r"302 .*:25/\": .*port")
        self.bad(get("--insist", self.url + "/to-smtp"), r"302 .*:25/\": .*port")

    def test_size_limit(self):
        self.good(get("--max-size", 10, self.url + "/ten"), b"0123456789")
        self.fails_without_a_file("GET /ten: 10 bytes; the limit is 9 bytes", "--max-size", 9, self.url + "/ten")

        def endless(c):
            c.until(b"\r\n\r\n")
            c.send(b"HTTP/1.1 200 OK\r\n\r\n")
            for _ in range(10000):
                c.send(b"x" * 10000)
        recorder = self.record(endless)
        self.fails_without_a_file("GET /: more than 100000 bytes, which is the limit", "--max-size", "100000",
                                  f"http://127.0.0.1:{recorder.port}/")

    def test_truncated(self):
        for answer in (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
                       b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n"):
            recorder = self.record(once(answer))
            self.fails_without_a_file("GET /: ", f"http://127.0.0.1:{recorder.port}/")

    def test_a_part_is_not_the_whole(self):
        recorder = self.record(once(b"HTTP/1.1 206 Partial Content\r\nContent-Length: 2\r\n\r\nok"))
        self.fails_without_a_file("206 Partial Content", f"http://127.0.0.1:{recorder.port}/")

    def test_no_http(self):
        recorder = self.record(once(b"220 smtp.example.org ready\r\n"))
        self.bad(get(f"http://127.0.0.1:{recorder.port}/"), "uniform: http")

    def test_time_limit(self):
        def stall(c):
            c.until(b"\r\n\r\n")
            c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly")
            c.all(10)
        recorder = self.record(stall)
        begin = time.monotonic()
        self.fails_without_a_file("not finished after 1 second", "--timeout", 1, f"http://127.0.0.1:{recorder.port}/")
        self.assertLess(time.monotonic() - begin, 5)

    def test_nobody_there(self):
        port = servers.free_port()
        self.fails_without_a_file(f"connect to 127.0.0.1:{port}: ", f"http://127.0.0.1:{port}/")
        self.bad(get("http://no-such-host.invalid/"), "connect to no-such-host.invalid:80: ")

    def test_certificates(self):
        url = f"https://localhost:{self.server.tls_port}/ten"
        self.bad(get(url), f"connect to localhost:{self.server.tls_port}: .*certificate")
        self.good(get(url, SSL_CERT_FILE=str(self.server.certificate)), b"0123456789")

    def test_proxy_of_the_environment(self):
        recorder = self.record(once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        proxy = f"http://127.0.0.1:{recorder.port}"
        self.good(get("http://www.example.org/a?b", http_proxy=proxy), b"ok")
        self.assertTrue(recorder.received[0].startswith(b"GET http://www.example.org/a?b HTTP/1.1\r\n"),
                        recorder.received[0])
        self.good(get(self.url + "/ten", http_proxy=proxy, no_proxy="127.0.0.1"), b"0123456789")

    def test_no_netrc(self):
        home = self.folder()
        (home / ".netrc").write_text("machine 127.0.0.1 login a password b\n")
        recorder = self.record(once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        self.good(get(f"http://127.0.0.1:{recorder.port}/", HOME=str(home)), b"ok")
        self.assertNotIn(b"Authorization", recorder.received[0])

    # Output

    def test_into_a_file(self):
        place = self.folder()
        self.good(get("-o", place / "a", self.url + "/tide.txt"), b"")
        self.assertEqual(b"high\r\nlow\n", (place / "a").read_bytes())
        self.assertEqual(["a"], os.listdir(place))
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(0o666 & ~mask, stat.S_IMODE((place / "a").stat().st_mode))

    def test_a_file_is_replaced_or_left(self):
        place = self.folder()
        (place / "a").write_text("old")
        os.chmod(place / "a", 0o640)
        (place / "link").symlink_to("a")
        self.bad(get("-o", place / "link", self.url + "/none"), "404")
        self.assertEqual("old", (place / "a").read_text())
        self.good(get("-o", place / "link", self.url + "/ten"), b"")
        self.assertEqual("0123456789", (place / "a").read_text())
        self.assertTrue((place / "link").is_symlink())
        self.assertEqual(0o640, stat.S_IMODE((place / "a").stat().st_mode))
        self.assertEqual(["a", "link"], sorted(os.listdir(place)))

    def test_into_a_directory(self):
        place = self.folder()
        self.good(get("-o", place, self.url + "/ten?x=/y", self.url + "/two%20words;x=1"), b"")
        self.assertEqual(["ten", "two words;x=1"], sorted(os.listdir(place)))
        self.bad(get("-o", place, self.url + "/"), "no name for a file", 2)
        self.bad(get("-o", place, self.url + "/a/x", self.url + "/b/x"), "two files would be x", 2)
        self.good(get("-o", place, "data:,a%2F..%2Fb"), b"")
        self.assertEqual(3, len(os.listdir(place)))

    def test_several_into_one_file(self):
        self.bad(get("-o", "file", self.url + "/ten", self.url + "/ten"), "several URLs need a directory", 2)

    def test_what_cannot_be_written(self):
        self.bad(get("-o", "/no/such/folder/file", self.url + "/ten"), "No such file or directory", 3)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([COMMAND, "get", self.url + "/ten"], stdout=full, stderr=subprocess.PIPE,
                                  env=environment(), check=False)
        self.assertEqual(3, done.returncode)
        self.assertIn(b"No space left", done.stderr)
        self.bad(get("-o", "/dev/full", self.url + "/ten"), "No space left", 3)

    def test_to_a_device_as_it_is(self):
        self.good(get("-o", "/dev/null", self.url + "/ten"), b"")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.good(get("-o", "-", self.url + "/ten"), b"0123456789")

    def test_a_reader_that_has_enough(self):
        done = subprocess.run(["bash", "-c", f"'{COMMAND}' get {self.url}/large | head -c 5; echo ${{PIPESTATUS[0]}}"],
                              capture_output=True, env=environment(), check=True)
        self.assertEqual((b"\0\0\0\0\x000\n", b""), (done.stdout, done.stderr))

    def test_quiet(self):
        self.good(get("-q", self.url + "/ten"), b"")
        got = get("-q", self.url + "/none")
        self.assertEqual((b"", "", 1), (got.out, got.err, got.code))
        place = self.folder()
        self.good(get("-q", "-o", place / "a", self.url + "/ten"), b"")
        self.assertEqual(b"0123456789", (place / "a").read_bytes())

    def test_signals_leave_nothing(self):
        def stall(c):
            c.until(b"\r\n\r\n")
            c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly")
            c.all(20)
        recorder = self.record(stall)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            place = self.folder()
            child = subprocess.Popen([COMMAND, "get", "-o", place / "file", f"http://127.0.0.1:{recorder.port}/"],
                                     stderr=subprocess.PIPE, env=environment())
            for _ in range(100):
                if any((place / name).stat().st_size for name in os.listdir(place)):
                    break
                time.sleep(0.05)
            self.assertEqual(1, len(os.listdir(place)))
            self.assertFalse((place / "file").exists())
            child.send_signal(number)
            _, err = child.communicate(timeout=10)
            self.assertEqual((b"", -number), (err, child.returncode))
            self.assertEqual([], os.listdir(place))

    def test_no_arguments(self):
        self.bad(get(), "what is to be got", 2)
        self.bad(get("--timeout", 0, "data:,a"), "--timeout", 2)


class Ftp(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Vsftpd(Path(FOLDER.name) / "vsftpd")
        cls.addClassCleanup(cls.server.stop)
        deep = cls.server.root / "pub" / "a b"
        deep.mkdir(parents=True)
        (cls.server.root / "motd").write_bytes(b"welcome\n")
        (deep / "c;d").write_bytes(b"one\ntwo\n")
        (cls.server.root / "pub" / "tide.txt").write_bytes(b"high\nlow\n")
        with open(cls.server.root / "large", "wb") as large:
            large.truncate(3_000_000)
        cls.url = f"ftp://127.0.0.1:{cls.server.port}"

    # What libcurl says of its own accord; the rest is the plan's.
    OWN = {"USER", "PASS", "PWD", "EPSV", "PASV", "QUIT"}

    def steps(self):
        return [line for line in self.server.commands() if line.split(" ")[0] not in self.OWN]

    def check(self, path, out, steps, *options):
        self.server.commands()
        self.good(get(*options, self.url + path), out)
        self.assertEqual(steps, self.steps())

    def test_a_file(self):
        self.check("/motd", b"welcome\n", ["TYPE I", "RETR motd"])
        self.check("/pub/a%20b/c%3bd", b"one\ntwo\n", ["CWD pub", "CWD a b", "TYPE I", "RETR c;d"])
        self.check("/pub/a%20b/c%3Bd;type=i", b"one\ntwo\n", ["CWD pub", "CWD a b", "TYPE I", "RETR c;d"])

    def test_text(self):
        # RFC 959 3.1.1.1: sent with CRLF, and kept with the line ends of this machine
        self.check("/pub/tide.txt;type=a", b"high\nlow\n", ["CWD pub", "TYPE A", "RETR tide.txt"])

    def test_a_directory(self):
        self.check("/pub;type=d", b"pub/a b\npub/tide.txt\n", ["TYPE A", "NLST pub"])
        self.check("/pub/;type=d", b"a b\ntide.txt\n", ["CWD pub", "TYPE A", "NLST"])

    def test_an_encoded_slash_is_no_hierarchy(self):
        # 3.2.2: "CWD /etc" and then "RETR motd"
        pub = f"{self.server.root}/pub"
        escaped = pub.replace("/", "%2F")
        self.check(f"/{escaped}/tide.txt", b"high\nlow\n", [f"CWD {pub}", "TYPE I", "RETR tide.txt"])
        self.check(f"/{escaped}%2Ftide.txt", b"high\nlow\n", ["TYPE I", f"RETR {pub}/tide.txt"])
        self.check("/pub%2Ftide.txt", b"high\nlow\n", ["TYPE I", "RETR pub/tide.txt"])

    def test_a_null_argument(self):
        # 3.2.2: "CWD " with a null argument
        self.server.commands()
        self.bad(get(self.url + "//pub/tide.txt"), "/pub/tide.txt: CWD : 550 ")
        self.assertEqual(["CWD"], [line.strip() for line in self.steps()])

    def test_what_the_server_refuses(self):
        self.bad(get(self.url + "/none/x"), f"^uniform: {self.url}/none/x: CWD none: 550 Failed to change directory.\n$")
        self.bad(get(self.url + "/pub/none"), "RETR none: 550 Failed to open file.")
        self.fails_without_a_file("RETR none: 550", self.url + "/none")

    def test_the_password_of_anonymous(self):
        self.server.commands()
        self.good(get(self.url + "/motd"), b"welcome\n")
        self.assertEqual(["USER anonymous", "PASS <password>"], self.server.commands()[:2])

        def script(c):
            c.send(b"220 ready\r\n")
            while line := c.line():
                c.send({b"USER": b"331 password?\r\n", b"PASS": b"530 no\r\n"}.get(line[:4], b"500 what?\r\n"))
        for options, password in (((), b"PASS \r\n"), (("--mail-address", "me@example.org"), b"PASS me@example.org\r\n")):
            recorder = self.record(script)
            self.bad(get(*options, f"ftp://127.0.0.1:{recorder.port}/x"), "PASS: 530 no")
            self.assertEqual([b"USER anonymous\r\n", password], recorder.received[:2])

    def test_size_limit(self):
        self.fails_without_a_file("RETR large: more than 1000000 bytes", "--max-size", 1000000, self.url + "/large")

    def test_nothing_but_the_plan(self):
        """Against a recorder: a null argument accepted, and a transfer that the server breaks off."""
        for last, code in ((b"226 done\r\n", 0), (b"426 broken\r\n", 1), (b"", 1)):
            def script(c, last=last):
                data = servers.socket.create_server(("127.0.0.1", 0))
                c.send(b"220 ready\r\n")
                while line := c.line():
                    verb = line[:4]
                    if verb == b"EPSV":
                        c.send(b"229 (|||%d|)\r\n" % data.getsockname()[1])
                    elif verb == b"RETR":
                        c.send(b"150 coming (100 bytes)\r\n")
                        with data.accept()[0] as sending:
                            sending.sendall(b"some")
                        if not last:
                            break
                        c.send(last)
                    else:
                        c.send({b"USER": b"331 password?\r\n", b"PASS": b"230 in\r\n", b"PWD\r": b'257 "/"\r\n',
                                b"TYPE": b"200 yes\r\n", b"QUIT": b"221 bye\r\n"}.get(verb, b"250 yes\r\n"))
                data.close()
            recorder = self.record(script)
            place = self.folder()
            got = get("-o", place / "file", f"ftp://127.0.0.1:{recorder.port}//a/b;type=i")
            self.assertEqual((code, ["file"] if code == 0 else []), (got.code, os.listdir(place)), got.err)
            said = [line for line in recorder.received if line and line.split()[0].decode() not in self.OWN]
            self.assertEqual([b"CWD \r\n", b"CWD a\r\n", b"TYPE I\r\n", b"RETR b\r\n"], said)
            if last.startswith(b"426"):
                self.assertIn("RETR b: 426 broken", got.err)

    def test_a_server_that_stalls(self):
        recorder = self.record(lambda c: c.all(10))
        self.fails_without_a_file("not finished after 1 second", "--timeout", 1, f"ftp://127.0.0.1:{recorder.port}/x")

    def test_line_ends_are_refused(self):
        for escape in ("%0D%0A", "%0a", "%00"):
            self.bad(get(self.url + f"/a{escape}DELE%20motd"), r"<argument>:1:\d+: .*\n(.*\n)*uniform: --insist")
        self.assertTrue((self.server.root / "motd").exists())

    def test_insisting(self):
        recorder = self.record(lambda c: (c.send(b"220 ready\r\n"), c.line(), c.send(b"331 p\r\n"), c.line(),
                                          c.send(b"230 in\r\n"), c.line(), c.send(b'257 "/"\r\n'), c.all()))
        got = get("--insist", "--timeout", 5, f"ftp://127.0.0.1:{recorder.port}/a%0D%0ANOOP/b")
        self.assertRegex(got.err, "^uniform: warning: ")
        self.assertEqual(b"CWD a\r\nNOOP\r\n", recorder.received[-1])
        self.bad(get("--insist", f"ftp://127.0.0.1:{recorder.port}/a%00b"), "NUL")

    def test_the_port_of_another_service(self):
        self.bad(get("ftp://127.0.0.1:25/x"), r"<argument>:1:17: .*port")


class FtpLogin(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Pyftpd(Path(FOLDER.name) / "pyftpd")
        cls.addClassCleanup(cls.server.stop)
        (cls.server.root / "log").write_bytes(b"rain\n")
        cls.host = f"127.0.0.1:{cls.server.port}"

    def test_given(self):
        self.good(get(f"ftp://harbour:quay%207@{self.host}/log"), b"rain\n")
        self.good(get(f"ftp://harbour:quay%207@{self.host}/;type=d"), b"log\n")

    def test_wrong(self):
        got = get(f"ftp://harbour:secret@{self.host}/log")
        self.bad(got, r"^uniform: ftp://harbour:\*\*\*@.*/log: PASS: 530 ")
        self.assertNotIn("secret", got.err)

    def test_asked_for_without_a_terminal(self):
        self.bad(get(f"ftp://harbour@{self.host}/log"),
                 'PASS: the URL gives no password for "harbour", and there is no terminal')

    def test_asked_for(self):
        for word, code in (("quay 7", 0), ("wrong", 1)):
            child, terminal = pty.fork()
            if child == 0:
                os.execve(COMMAND, [COMMAND, "get", f"ftp://harbour@{self.host}/log"], environment())
            shown = b""
            while b"Password of" not in shown or not shown.endswith(b": "):
                shown += os.read(terminal, 1024)
            os.write(terminal, word.encode() + b"\n")
            try:
                while more := os.read(terminal, 1024):
                    shown += more
            except OSError:
                pass  # so ends a terminal
            os.close(terminal)
            self.assertEqual(code, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown)
            self.assertNotIn(word.encode(), shown.replace(b"wrong", b"") if code else shown)
            self.assertIn(b"rain" if code == 0 else b"530", shown)


class Gopher(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Gophernicus(Path(FOLDER.name) / "gopher")
        cls.addClassCleanup(cls.server.stop)
        (cls.server.root / "about.txt").write_text("A harbour.\n")
        (cls.server.root / "gophermap").write_text("iHarbour\n0About\t/about.txt\n")
        cgi = cls.server.root / "cgi-bin"
        cgi.mkdir()
        (cgi / "find").write_text('#!/bin/sh\nprintf "found %s\\n" "$SEARCHREQUEST$QUERY_STRING"\n')
        os.chmod(cgi / "find", 0o755)
        cls.url = f"gopher://127.0.0.1:{cls.server.port}"

    def test_a_text(self):
        self.assertTrue(get(self.url + "/0/about.txt").out.startswith(b"A harbour."))

    def test_the_menu(self):
        for path in ("", "/", "/1", "/1/"):
            got = get(self.url + path)
            self.assertEqual(("", 0), (got.err, got.code))
            self.assertIn(f"0About\t/about.txt\t127.0.0.1\t{self.server.port}\r\n".encode(), got.out)

    def test_a_search(self):
        self.assertIn(b"found two", get(self.url + "/7/cgi-bin/find%09two").out)

    def test_absent(self):
        self.assertIn(b"Error", get(self.url + "/0/none").out)  # gopher has no way to say it otherwise

    def sent(self, path, *options):
        recorder = self.record(lambda c: (c.all(), c.send(b"ok")))
        self.good(get("-q", *options, f"gopher://127.0.0.1:{recorder.port}{path}"), b"")
        self.assertEqual(1, len(recorder.received))
        return recorder.received[0]

    def test_the_bytes(self):
        """3.4.1 to 3.4.9"""
        # RFC 4266 sends the search string to Gopher+ items too; the draft of 1994 only where the type is 7.
        form, answer = "/0sel%09%09+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A", b"+\t1\r\n+-1\r\none\r\ntwo\r\n.\r\n"
        for path, sent, draft in (
                ("", b"\r\n", b"\r\n"),
                ("/", b"\r\n", b"\r\n"),
                ("/0", b"\r\n", b"\r\n"),
                ("/00/a%20b", b"0/a b\r\n", b"0/a b\r\n"),
                ("/1/%e4%F6", b"/\xe4\xf6\r\n", b"/\xe4\xf6\r\n"),
                ("/7sel%09two%20words", b"sel\ttwo words\r\n", b"sel\ttwo words\r\n"),
                ("/0sel%09%09%2B", b"sel\t\t+\r\n", b"sel\t+\r\n"),
                ("/7sel%09word%09%2B", b"sel\tword\t+\r\n", b"sel\tword\t+\r\n"),
                ("/0sel%09%09!%2BABSTRACT%20%2BSMELL", b"sel\t\t!+ABSTRACT +SMELL\r\n", b"sel\t!+ABSTRACT +SMELL\r\n"),
                ("/1sel%09%09$", b"sel\t\t$\r\n", b"sel\t$\r\n"),
                ("/0sel%09%09+application/postscript%20Es_ES", b"sel\t\t+application/postscript Es_ES\r\n",
                 b"sel\t+application/postscript Es_ES\r\n"),
                (form, b"sel\t\t" + answer, b"sel\t" + answer)):
            with self.subTest(path):
                self.assertEqual(sent, self.sent(path))
                self.assertEqual(draft, self.sent(path, "-e", "url-06"))

    def test_line_ends_are_refused(self):
        # section 6: the gopher-to-SMTP attack
        attack = "gopher://127.0.0.1:25/0HELO%20x%0D%0AMAIL%20FROM:x%0D%0A"
        self.bad(get(attack), r"<argument>:1:\d+: ")
        self.bad(get("gopher://127.0.0.1:25/0x"), r"<argument>:1:20: ")
        self.bad(get(self.url + "/0x%0D%0Ay"), r"<argument>:1:\d+: ")

    def test_insisting(self):
        recorder = self.record(lambda c: (c.all(), c.send(b"ok")))
        got = get("--insist", f"gopher://127.0.0.1:{recorder.port}/0x%0D%0Ay")
        self.assertEqual((b"ok", 0, [b"x\r\ny\r\n"]), (got.out, got.code, recorder.received))
        self.assertRegex(got.err, "^uniform: warning: ")

    def test_insisting_on_a_port(self):
        got = get("--insist", "--timeout", 5, "gopher://127.0.0.1:26/0x")  # nobody is there
        self.assertRegex(got.err, "^uniform: warning: .*port.*\nuniform: .*connect to 127.0.0.1:26: ")

    def test_limits(self):
        def endless(c):
            c.line()
            for _ in range(1000):
                c.send(b"x" * 10000)
        recorder = self.record(endless)
        self.fails_without_a_file("send x: more than 5000 bytes", "--max-size", 5000,
                                  f"gopher://127.0.0.1:{recorder.port}/0x")
        stalling = self.record(lambda c: c.all(10))
        self.fails_without_a_file("send x: not finished after 1 second", "--timeout", 1,
                                  f"gopher://127.0.0.1:{stalling.port}/0x")


@unittest.skipIf(os.geteuid() != 0, "leafnode's folders are fixed: only root can give it others, by a mount namespace")
class News(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Leafnode(Path(FOLDER.name) / "leafnode", {
            "demo.harbour": {1: ARTICLE, 3: ARTICLE.replace("tide1", "tide3")},
            "demo.weather": {7: ARTICLE.replace("tide1", "rain7").replace("harbour", "weather")},
        })
        cls.addClassCleanup(cls.server.stop)
        cls.host = f"127.0.0.1:{cls.server.port}"

    def article(self, got, identity):
        self.assertEqual(("", 0), (got.err, got.code))
        self.assertTrue(got.out.endswith(b"\r\n\r\n.hidden by a dot\r\n..two\r\nThe tide is high.\r\n"), got.out)
        self.assertIn(f"Message-ID: <{identity}>\r\n".encode(), got.out)

    def test_an_article(self):
        self.article(get(f"nntp://{self.host}/demo.harbour/3"), "tide3@example.org")
        self.article(get("--news-server", self.host, "news:tide1@example.org"), "tide1@example.org")
        self.article(get("news:rain7@example.org", NNTPSERVER=self.host), "rain7@example.org")
        self.article(get(f"news://{self.host}/rain7@example.org"), "rain7@example.org")

    def test_a_group(self):
        for got in (get(f"nntp://{self.host}/demo.harbour"), get(f"news://{self.host}/demo.harbour")):
            self.assertRegex(got.out, rb"^211 3 1 3 demo\.harbour.*\r\n$")

    def test_all_groups(self):
        for url in ("news:*", "news:demo.*"):
            got = get("--news-server", self.host, url)
            self.assertEqual([b"demo.harbour", b"demo.weather"], sorted(line.split()[0] for line in got.out.splitlines()))

    def test_absent(self):
        self.bad(get(f"nntp://{self.host}/no.such.group/1"), "GROUP no.such.group: 411 ")
        self.bad(get(f"nntp://{self.host}/demo.harbour/99"), "ARTICLE 99: 4[23][03] ")
        self.fails_without_a_file("ARTICLE <none@example.org>: 430 ", f"news://{self.host}/none@example.org")


class NewsRecorded(Case):
    def answer(self, *answers, end=b"", **more):
        """A server that greets and answers line by line."""
        def script(c):
            c.send(answers[0])
            for answer in answers[1:]:
                if not c.line():
                    return
                c.send(answer)
            if end:
                c.all(10)
            elif not more.get("close"):
                c.all(0.2)
        return self.record(script)

    def url(self, recorder, what="g/1"):
        return f"nntp://127.0.0.1:{recorder.port}/{what}"

    def test_the_commands(self):
        r = self.answer(b"200 hello\r\n", b"211 1 1 1 g\r\n", b"220 1 <a@b>\r\n" + b"x\r\n.\r\n")
        self.good(get(self.url(r)), b"x\r\n")
        self.assertEqual([b"GROUP g\r\n", b"ARTICLE 1\r\n", b"QUIT\r\n"], r.received)

    def test_an_article_as_received(self):
        body = WIRE.replace(b"\r\n.", b"\r\n..")
        r = self.answer(b"201 hello\r\n", b"220 1 <a@b>\r\n" + body + b".\r\n")
        self.good(get("--news-server", f"127.0.0.1:{r.port}", "news:tide1@example.org"), WIRE)
        self.assertEqual(b"ARTICLE <tide1@example.org>\r\n", r.received[0])

    def test_byte_by_byte(self):
        def script(c):
            for byte in b"200 hello\r\n":
                c.send(bytes([byte]))
            c.line()
            for byte in b"220 x\r\n..\r\n..a\r\n.\rb\r\n\r\nc\nd.\r\n.\r\nnot this\r\n":
                c.send(bytes([byte]))
                time.sleep(0.002)
            c.all(0.2)
        r = self.record(script)
        self.good(get(f"news://127.0.0.1:{r.port}/a@b"), b".\r\n.a\r\n\rb\r\n\r\nc\nd.\r\n")

    def test_what_is_no_nntp(self):
        for greeting, says in ((b"HTTP/1.1 400 Bad Request\r\n\r\n", "no NNTP"),
                               (b"502 not you\r\n", "connect to .*: 502 not you"),
                               (b"200 " + b"x" * 10000, "more than 4096 bytes"),
                               (b"200", "closed the connection")):
            with self.subTest(greeting[:20]):
                self.bad(get(self.url(self.answer(greeting, close=True))), says)

    def test_refused(self):
        r = self.answer(b"200 hello\r\n", b"211 1 1 1 g\r\n", b"423 no such number\r\n")
        self.bad(get(self.url(r)), "ARTICLE 1: 423 no such number\n$")

    def test_truncated(self):
        r = self.answer(b"200 hello\r\n", b"211 1 1 1 g\r\n", b"220 1 <a@b>\r\nx\r\n", close=True)
        self.fails_without_a_file("ARTICLE 1: the server closed the connection", self.url(r))

    def test_limits(self):
        r = self.answer(b"200 hello\r\n", b"211 1 1 1 g\r\n", b"220 1 <a@b>\r\n" + b"x" * 200000, end=b"wait")
        self.fails_without_a_file("ARTICLE 1: more than 1024 bytes", "--max-size", "1K", self.url(r))
        r = self.answer(b"200 hello\r\n", b"211 1 1 1 g\r\n", b"220 1 <a@b>\r\nx\r\n", end=b"wait")
        self.fails_without_a_file("ARTICLE 1: not finished after 1 second", "--timeout", 1, self.url(r))
        r = self.answer(b"", b"", end=b"wait")
        self.fails_without_a_file("not finished after 1 second", "--timeout", 1, self.url(r))

    def test_a_server_that_wants_a_login(self):
        r = self.answer(b"200 hello\r\n", b"480 who?\r\n", b"381 and?\r\n", b"281 in\r\n", b"211 1 1 1 g\r\n")
        self.good(get(f"nntp://pilot:word@127.0.0.1:{r.port}/g"), b"211 1 1 1 g\r\n")
        self.assertEqual([b"GROUP g\r\n", b"AUTHINFO USER pilot\r\n", b"AUTHINFO PASS word\r\n", b"GROUP g\r\n"],
                         r.received[:4])
        r = self.answer(b"200 hello\r\n", b"480 who?\r\n", b"381 and?\r\n", b"481 no\r\n")
        got = get(f"nntp://pilot:word@127.0.0.1:{r.port}/g")
        self.bad(got, r"nntp://pilot:\*\*\*@.*: AUTHINFO PASS: 481 no")
        r = self.answer(b"200 hello\r\n", b"480 who?\r\n")
        self.bad(get(self.url(r)), "GROUP g: 480 who?")

    def test_a_server_that_wants_a_reader(self):
        r = self.answer(b"200 hello\r\n", b"401 MODE-READER\r\n", b"200 welcome\r\n", b"211 1 1 1 g\r\n")
        self.good(get(self.url(r, "g")), b"211 1 1 1 g\r\n")
        self.assertEqual([b"GROUP g\r\n", b"MODE READER\r\n", b"GROUP g\r\n"], r.received[:3])

    def test_snews(self):
        key, certificate = servers.make_certificate(self.folder())
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
        r = self.record(lambda c: (c.send(b"200 hello\r\n"), c.line(), c.send(b"220 x\r\n" + b"y" * 100000 + b"\r\n.\r\n"),
                                   c.line()), tls)
        url = f"snews://localhost:{r.port}/a@b"
        self.good(get(url, SSL_CERT_FILE=str(certificate)), b"y" * 100000 + b"\r\n")
        self.assertEqual([b"ARTICLE <a@b>\r\n", b"QUIT\r\n"], r.received)
        self.bad(get(url), f"connect to localhost:{r.port}: .*certificate")

    def test_no_server(self):
        self.bad(get("news:comp.lang.c++"), r"<argument>:1:\d+: (.*\n)*uniform: --news-server or the environment's NNTPSERVER")


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
        self.bad(get("file:///dev/null"), "open /dev/null: no regular file")
        os.mkfifo(place / "fifo")
        self.bad(get(f"file://{place}/fifo"), "no regular file")
        self.bad(get("file://host.example/etc/passwd"), r"<argument>:1:8: ")
        self.bad(get("--insist", "file://host.example/etc/passwd"), "a file of the machine host.example")
        self.bad(get("--max-size", 3, f"file://{place}/a%20b"), "4 bytes; the limit is 3 bytes")
        self.fails_without_a_file("limit", "--max-size", 1000, "file:///proc/cpuinfo")  # a file without a size

    def test_data(self):
        self.good(get("data:,high%0Atide"), b"high\ntide")
        self.good(get("data:;base64,AAEC"), b"\0\1\2")

    def test_what_is_only_told(self):
        self.good(get("telnet://host.dom/"), b"telnet host.dom 23\n")
        self.good(get("telnet://pilot:word@host.dom:2323/"),
                  b"telnet host.dom 2323\n  user      pilot (advised)\n  password  word (advised)\n")
        self.assertIn(b"a@example.org", get("mailto:a@example.org").out)
        self.assertIn(b"database", get("wais://host.dom/db?word").out)
        self.assertIn(b"hsoname", get("prospero://host.dom//pros/name").out)

    def test_nothing_that_a_shell_would_run(self):
        self.assertEqual(b"telnet -- 'a;reboot' 23\n", get("telnet://a;reboot/").out)

    def test_not_valid(self):
        for url in ("http://", "http://a b/", "no URL", "unknown:x", "ldap://host.dom/"):
            self.bad(get(url), r"^<argument>:1:\d+: ")
        got = get("data:,a", "http://a b/")
        self.assertEqual((1, b"a"), (got.code, got.out))
        self.assertRegex(got.err, "^<argument>:2:")

    def test_control_characters_stay_off_the_terminal(self):
        child, terminal = pty.fork()
        if child == 0:
            os.execve(COMMAND, [COMMAND, "get", "data:,a%1b%5bbb"], environment())
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


if __name__ == "__main__":
    at = sys.argv.index("--command")
    COMMAND = str(Path(sys.argv[at + 1]).resolve())
    del sys.argv[at:at + 2]
    unittest.main()
