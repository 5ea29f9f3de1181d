"""nntp, news and snews against leafnode, and against a recorder."""

import ssl
import unittest

import servers
import support
from support import Case, get


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


@unittest.skipUnless(servers.Leafnode.can_run(), "leafnode's folders are fixed: only who may make a mount namespace (root, "
                     "where the container allows it) can give it others")
class News(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Leafnode(support.FOLDER / "leafnode", {
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
        self.assertEqual([b"GROUP g\r\n", b"ARTICLE 1\r\n", b"QUIT\r\n"], r.said())

    def test_an_article_as_received(self):
        body = WIRE.replace(b"\r\n.", b"\r\n..")
        r = self.answer(b"201 hello\r\n", b"220 1 <a@b>\r\n" + body + b".\r\n")
        self.good(get("--news-server", f"127.0.0.1:{r.port}", "news:tide1@example.org"), WIRE)
        self.assertEqual(b"ARTICLE <tide1@example.org>\r\n", r.said()[0])

    def test_a_configured_server_is_asked_for(self):
        r = self.answer(b"201 hello\r\n", b"220 1 <a@b>\r\nx\r\n.\r\n")
        self.good(get("--news-server", f"127.0.0.1:{r.port}", "news:a@b", any_address=False), b"x\r\n")
        self.bad(get(f"news://127.0.0.1:{r.port}/a@b", any_address=False), "not contacted unasked")

    def test_byte_by_byte(self):
        def script(c):
            for byte in b"200 hello\r\n":
                c.send_alone(bytes([byte]))
            c.line()
            for byte in b"220 x\r\n..\r\n..a\r\n.\rb\r\n\r\nc\nd.\r\n.\r\nnot this\r\n":
                c.send_alone(bytes([byte]))
            c.all(0.2)
        r = self.record(script)
        self.good(get(f"news://127.0.0.1:{r.port}/a@b"), b".\r\n.a\r\n\rb\r\n\r\nc\nd.\r\n")

    def test_what_is_no_nntp(self):
        for greeting, says in ((b"HTTP/1.1 400 Bad Request\r\n\r\n", "not NNTP"),
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
        self.fails_without_a_file("ARTICLE 1: not finished after 1 second, waiting for the rest of the content after 3 bytes", "--timeout", 1, self.url(r))
        r = self.answer(b"", b"", end=b"wait")
        self.fails_without_a_file("not finished after 1 second", "--timeout", 1, self.url(r))

    def test_a_server_that_wants_a_login(self):
        r = self.answer(b"200 hello\r\n", b"480 who?\r\n", b"381 and?\r\n", b"281 in\r\n", b"211 1 1 1 g\r\n")
        self.good(get(f"nntp://pilot:word@127.0.0.1:{r.port}/g"), b"211 1 1 1 g\r\n")
        self.assertEqual([b"GROUP g\r\n", b"AUTHINFO USER pilot\r\n", b"AUTHINFO PASS word\r\n", b"GROUP g\r\n"],
                         r.said()[:4])
        r = self.answer(b"200 hello\r\n", b"480 who?\r\n", b"381 and?\r\n", b"481 no\r\n")
        got = get(f"nntp://pilot:word@127.0.0.1:{r.port}/g")
        self.bad(got, r"nntp://pilot:\*\*\*@.*: AUTHINFO PASS: 481 no")
        r = self.answer(b"200 hello\r\n", b"480 who?\r\n")
        self.bad(get(self.url(r)), "GROUP g: 480 who?")

    def test_a_server_that_wants_a_reader(self):
        r = self.answer(b"200 hello\r\n", b"401 MODE-READER\r\n", b"200 welcome\r\n", b"211 1 1 1 g\r\n")
        self.good(get(self.url(r, "g")), b"211 1 1 1 g\r\n")
        self.assertEqual([b"GROUP g\r\n", b"MODE READER\r\n", b"GROUP g\r\n"], r.said()[:3])

    def test_snews(self):
        key, certificate = servers.make_certificate(self.folder())
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
        r = self.record(lambda c: (c.send(b"200 hello\r\n"), c.line(), c.send(b"220 x\r\n" + b"y" * 100000 + b"\r\n.\r\n"),
                                   c.line()), tls)
        url = f"snews://localhost:{r.port}/a@b"
        self.good(get(url, SSL_CERT_FILE=str(certificate)), b"y" * 100000 + b"\r\n")
        self.assertEqual([b"ARTICLE <a@b>\r\n", b"QUIT\r\n"], r.said())
        self.bad(get(url), f"connect to localhost:{r.port}: .*certificate")

    def test_no_server(self):
        self.bad(get("news:comp.lang.c++"), r"<argument>:1:\d+: (.*\n)*uniform: name the server with --news-server or in the environment variable NNTPSERVER")
