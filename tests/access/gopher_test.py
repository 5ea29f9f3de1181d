"""gopher against gophernicus, and against a recorder for the exact bytes."""

import os
import pty

import servers
import support
from support import Case, get


class Gopher(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Gophernicus(support.FOLDER / "gopher")
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
        self.assertEqual(1, len(recorder.said()))
        return recorder.said()[0]

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
                # 3.4.9 has line ends in an answer; they are taken without a word for gopher's own port alone
                insist = ("--insist",) if path == form else ()
                self.assertEqual(sent, self.sent(path, *insist))
                self.assertEqual(draft, self.sent(path, *insist, "-e", "url-06"))

    FORM = (b"+-1\r\n+INFO: 0Vote\t/vote\th\t70\t?\r\n+ASK:\r\n Note: A vote\r\n Ask: Your name\tnobody\r\n"
            b" AskP: Your word\r\n Choose: Which tide?\tlow\thigh\r\n Select: Again:0\r\n AskL: Why?\r\n+VIEWS:\r\n text\r\n.\r\n")

    def form(self, reply=FORM):
        return self.record(lambda c: c.send(reply if b"!+ASK" in c.all() else b"+-1\r\nthanks\r\n.\r\n"))

    def test_a_form(self):
        """3.4.5, 3.4.9: the definition is fetched, and the answers are sent"""
        recorder = self.form()
        url = f"gopher://127.0.0.1:{recorder.port}/0/vote%09%09?"
        answers = [word for answer in ("Ann", "w0rd", "high", "yes", "one\n.two") for word in ("--answer", answer)]
        self.good(get(*answers, url), b"+-1\r\nthanks\r\n.\r\n")
        self.assertEqual([b"/vote\t\t!+ASK\r\n",
                          b"/vote\t\t+\t1\r\n+-1\r\nAnn\r\nw0rd\r\nhigh\r\n1\r\n2\r\none\r\n..two\r\n.\r\n"], recorder.said())
        place = self.folder()
        for wrong, says in (([], "answer with --answer: there is no terminal"),
                            (["--answer", "x"], "the form asks 5 questions, and --answer gives 1 answer: .*Which tide"),
                            (answers[:4] + ["--answer", "ebb"] + answers[6:], '"ebb" is not "low", "high"'),
                            (answers[:6] + ["--answer", "maybe"] + answers[8:], '"maybe" is not yes or no')):
            self.bad(get("-o", place / "file", *wrong, url), says)
        self.assertEqual([], os.listdir(place))

    def test_a_form_that_is_none(self):
        for reply, says in ((b"--1\r\n1 no such item\r\n.\r\n", "refused to give the form: 1 no such item"),
                            (b"+-1\r\n+INFO: x\r\n.\r\n", "the item has no form"), (b"3error\r\n", "not one of Gopher"),
                            (b"+-1\r\n+ASK:\r\n ChooseF: which\r\n.\r\n", "a file of this machine, which is not sent"),
                            (b"+-1\r\n+ASK:\r\n Dial: which\r\n.\r\n", "unknown kind of question")):
            self.bad(get("--answer", "x", f"gopher://127.0.0.1:{self.form(reply).port}/0/vote%09%09?"), says)

    def test_a_form_on_the_terminal(self):
        recorder = self.form(b"+-1\r\n+ASK:\r\n Ask: Your name\tnobody\r\n AskP: Your word\r\n.\r\n")
        child, terminal = pty.fork()
        if child == 0:
            os.execve(support.COMMAND, [support.COMMAND, "get", "--any-address", f"gopher://127.0.0.1:{recorder.port}/0v%09%09?"],
                      support.environment())
        shown = b""
        for prompt, answer in ((b"Your name [nobody]: ", b"\n"), (b"Your word: ", b"w0rd\n")):
            while not shown.endswith(prompt):
                shown += os.read(terminal, 1024)
            os.write(terminal, answer)
        try:
            while more := os.read(terminal, 1024):
                shown += more
        except OSError:
            pass  # so ends a terminal
        os.close(terminal)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown)
        self.assertIn(b"nobody\r\nw0rd\r\n", recorder.said()[-1])
        self.assertNotIn(b"w0rd", shown)

    def test_line_ends_are_refused(self):
        # section 6: the gopher-to-SMTP attack
        attack = "gopher://127.0.0.1:25/0HELO%20x%0D%0AMAIL%20FROM:x%0D%0A"
        self.bad(get(attack), r"<argument>:1:\d+: ")
        self.bad(get("gopher://127.0.0.1:25/0x"), r"<argument>:1:20: ")
        self.bad(get(self.url + "/0x%0D%0Ay"), r"<argument>:1:\d+: ")

    def test_insisting(self):
        recorder = self.record(lambda c: (c.all(), c.send(b"ok")))
        got = get("--insist", f"gopher://127.0.0.1:{recorder.port}/0x%0D%0Ay")
        self.assertEqual((b"ok", 0, [b"x\r\ny\r\n"]), (got.out, got.code, recorder.said()))
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
        self.fails_without_a_file("send x: not finished after 1 second, waiting for the response", "--timeout", 1,
                                  f"gopher://127.0.0.1:{stalling.port}/0x")
