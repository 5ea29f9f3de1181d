"""The features that users of curl and wget expect: lists, parallel transfers, resuming, header fields, logging in,
HEAD."""

import base64
import os
import threading

import servers
import support
from support import Case, get

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Batch(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Nginx(support.FOLDER / "nginx-batch", "location = /away { return 302 http://localhost:$arg_port/; }")
        cls.addClassCleanup(cls.server.stop)
        (cls.server.root / "ten").write_bytes(b"0123456789")
        cls.url = f"http://127.0.0.1:{cls.server.port}"
        cls.ftp = servers.Vsftpd(support.FOLDER / "vsftpd-batch")
        cls.addClassCleanup(cls.ftp.stop)
        (cls.ftp.root / "ten").write_bytes(b"0123456789")
        (cls.ftp.root / "tide.txt").write_bytes(b"high\nlow\n")
        cls.ftp_url = f"ftp://127.0.0.1:{cls.ftp.port}"

    def test_a_list(self):
        place = self.folder()
        (place / "list").write_text(f"{self.url}/ten\r\n\n  data:,a\nhttp://a b/\n")
        got = get("-f", place / "list", "data:,b")
        self.assertEqual((b"b0123456789a", 1), (got.out, got.code))
        self.assertRegex(got.err, f"^{place}/list:4:9: ")
        self.bad(get("-f", place / "none"), "No such file", 3)

    def test_rejects_and_a_summary(self):
        place = self.folder()
        (place / "list").write_text("data:,a\nhttp://a b/\nhttp://127.0.0.1:1/u\ndata:,b\n")
        for form, says in (("text", "2 retrieved, 2 rejected\n"),
                           ("json", '{"inputs": 4, "retrieved": 2, "rejected": 2}\n')):
            got = get("-f", place / "list", "--rejects", place / "bad", "--summary", form)
            self.assertEqual((b"ab", says, 1), (got.out, got.err, got.code))
            rejected = (place / "bad").read_text().splitlines()
            self.assertEqual(["http://a b/", "http://127.0.0.1:1/u"], [line.split("\t")[1] for line in rejected])
            self.assertRegex(rejected[0], f"^{place}/list:2:9: a space is not allowed here")
            self.assertRegex(rejected[1], f"^{place}/list:3:18: the port is not the scheme.s default")
        self.bad(get("--rejects", place / "none/x", "data:,b"), "No such file", 3)

    def test_several_at_once(self):
        both = threading.Barrier(2, timeout=20)

        def script(c):
            c.until(b"\r\n\r\n")
            both.wait()  # neither gets an answer before the other has asked
            c.send(OK)
        recorder = self.record(script)
        place = self.folder()
        urls = [f"http://127.0.0.1:{recorder.port}/{name}" for name in "abcdef"]
        self.good(get("-P", 2, "-o", place, *urls), b"")
        self.assertEqual(list("abcdef"), sorted(os.listdir(place)))
        self.good(get("-P", 2, "-q", *urls[:2]), b"")
        self.bad(get("-P", 2, *urls), "--parallel requires --output DIRECTORY or --quiet", 2)
        place = self.folder()
        got = get("-P", 8, "-o", place, *(f"{self.url}/{name}" for name in ("ten", "x", "y", "z")))
        self.assertEqual((1, ["ten"], 3), (got.code, os.listdir(place), got.err.count("404 Not Found\n")))

    def test_names_of_files(self):
        """Those that `decode --below` permits, with "_" for the rest."""
        recorder = self.record(lambda c: (c.until(b"\r\n\r\n"), c.send(OK)))
        rows = {"con": "_con", "-rf": "_rf", "%20a": "_a", ".profile": "_profile", "..%2F": "_._", "x%3Ay": "x_y",
                "C%EF%BC%9Ad": "C_d", "%E2%80%AEgpj.exe": "_gpj.exe", "b%C2%85c": "b_c", "%EF%BC%8E%EF%BC%8E": "__",
                "PROGRA~1": "PROGRA_1", "z%2541": "z_41", "f%E3%85%A4g": "f_g", "n%00l": "n_l", "h%FFi": "h_i",
                "f::$DATA": "f__$DATA", "end%20": "end_", "%C3%BC": "\u00FC",
                "%EF%BC%8Dx": "_x", "%E2%88%92y": "_y", "%EF%BC%A3on": "_\uFF23on", "in%E2%80%8Dv": "in_v"}
        place = self.folder()
        self.good(get("-o", place, *(f"http://127.0.0.1:{recorder.port}/{name}" for name in rows)), b"")
        self.assertEqual(sorted(rows.values()), sorted(os.listdir(place)))
        self.good(get("-o", place, f"http://127.0.0.1:{recorder.port}/a/"), b"")
        self.assertIn("index", os.listdir(place))

    def test_going_on(self):
        """RFC 9110 14; RFC 3659 5"""
        for url in (self.url, self.ftp_url):
            place = self.folder()
            file = place / "ten"
            for has in (b"", b"0123", b"0123456789"):
                file.write_bytes(has)
                self.good(get("-C", "-o", file, url + "/ten"), b"")
                self.assertEqual(b"0123456789", file.read_bytes())
            file.write_bytes(b"0123456789ab")  # longer than the whole
            self.bad(get("-C", "-o", file, url + "/ten"), "416|beyond|550")
            self.assertEqual(b"0123456789ab", file.read_bytes())
            self.assertEqual(["ten"], os.listdir(place))
        file.write_bytes(b"hi")
        self.good(get("-C", "-o", file, self.ftp_url + "/tide.txt;type=a"), b"")  # text has no such places
        self.assertEqual(b"high\nlow\n", file.read_bytes())
        file.write_bytes(b"01")
        self.good(get("-C", "-o", file, f"file://{self.server.root}/ten"), b"")
        self.assertEqual(b"0123456789", file.read_bytes())
        self.bad(get("-C", self.url + "/ten"), "--resume requires --output FILE", 2)

    def test_what_was_received_stays(self):
        def broken(c):
            asked = c.until(b"\r\n\r\n")
            if b"Range: bytes=4-" in asked:
                c.send(b"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 4-5/6\r\nContent-Length: 2\r\n\r\nef")
            else:
                c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcd")
        recorder = self.record(broken)
        file = self.folder() / "file"
        url = f"http://127.0.0.1:{recorder.port}/"
        self.assertEqual(1, get("-C", "-o", file, url).code)
        self.assertEqual(b"abcd", file.read_bytes())
        self.good(get("-C", "-o", file, url), b"")
        self.assertEqual(b"abcdef", file.read_bytes())

    def test_a_server_that_sends_something_else(self):
        file = self.folder() / "file"
        for answer, says, left in (
            (b"206 Partial Content\r\nContent-Range: bytes 0-1/9", "another part than the one requested", b"abcd"),
            (b"206 Partial Content", "another part than the one requested", b"abcd"),
            (b"404 Not Found", "404 Not Found", b"abcd"),
            (b"200 OK", None, b"ok"),  # everything again
        ):
            file.write_bytes(b"abcd")
            recorder = self.record(support.once(b"HTTP/1.1 " + answer + b"\r\nContent-Length: 2\r\n\r\nok"))
            got = get("-C", "-o", file, f"http://127.0.0.1:{recorder.port}/")
            self.good(got, b"") if says is None else self.bad(got, says)
            self.assertEqual(left, file.read_bytes())

    def test_header_fields_and_a_login(self):
        recorder = self.record(support.once(OK))
        here = f"127.0.0.1:{recorder.port}"
        self.good(get("-H", "Accept: text/plain", "-H", "X-Tide:high", "-u", "ann:se:cret", f"http://{here}/"), b"ok")
        said = recorder.said()[0]
        credentials = base64.b64encode(b"ann:se:cret")
        for line in (b"Accept: text/plain", b"X-Tide:high", b"Authorization: Basic " + credentials):
            self.assertIn(b"\r\n" + line + b"\r\n", said)
        # not to another host
        self.good(get("-H", "X-Tide: high", "-u", "ann:secret", f"{self.url}/away?port={recorder.port}"), b"ok")
        self.assertNotIn(b"X-Tide", recorder.said()[-1])
        self.assertNotIn(b"Authorization", recorder.said()[-1])
        for wrong in ("x", ": y", "a b: c", "a: b\r\nc: d", "Host: x"):
            self.bad(get("-H", wrong, f"http://{here}/"), "--header: ", 2)
        self.bad(get("-u", "ann", f"http://{here}/"), "--user gives no password, and there is no terminal")

    def test_a_login_of_ftp(self):
        ftp = servers.Pyftpd(support.FOLDER / "pyftpd-batch")
        self.addCleanup(ftp.stop)
        (ftp.root / "log").write_bytes(b"rain\n")
        self.good(get("-u", "harbour:quay 7", f"ftp://127.0.0.1:{ftp.port}/log"), b"rain\n")
        got = get("-u", "harbour:w0rd", f"ftp://127.0.0.1:{ftp.port}/log")
        self.bad(got, "PASS: 530")
        self.assertNotIn("w0rd", got.err)

    def test_head(self):
        got = get("-I", self.url + "/ten")
        self.assertRegex(got.out, rb"^HTTP/1\.1 200 OK\r\n(.*\r\n)*Content-Length: 10\r\n(.*\r\n)*\r\n$")
        self.assertEqual(("", 0), (got.err, got.code))
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"))
        self.assertEqual(0, get("--head", f"http://127.0.0.1:{recorder.port}/a").code)
        self.assertTrue(recorder.said()[0].startswith(b"HEAD /a HTTP/1.1\r\n"))
        self.bad(get("-I", self.ftp_url + "/ten"), "--head is of http and https")
        self.bad(get("-I", self.url + "/none"), "HEAD /none: 404")

    def test_what_a_timeout_waited_for(self):
        def slow(c):
            c.until(b"\r\n\r\n")
            c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            c.all(20)
        url = f"http://127.0.0.1:{self.record(slow).port}/"
        self.bad(get("--timeout", 1, "-o", self.folder() / "a", url),
                 "GET /: not finished after 1 second, waiting for the rest of the content after 3 bytes of 9")
        silent = servers.socket.create_server(("127.0.0.1", 0))
        self.addCleanup(silent.close)
        self.bad(get("--timeout", 1, f"https://127.0.0.1:{silent.getsockname()[1]}/"),
                 "not finished after 1 second, waiting for the connection or the TLS handshake")
