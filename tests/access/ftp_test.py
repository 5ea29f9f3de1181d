"""ftp against vsftpd, whose log tells the commands, pyftpdlib for a login, and a recorder."""

import os
import pty

import servers
import support
from support import Case, get


class Ftp(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Vsftpd(support.FOLDER / "vsftpd")
        cls.addClassCleanup(cls.server.stop)
        deep = cls.server.root / "pub" / "a b"
        deep.mkdir(parents=True)
        (cls.server.root / "motd").write_bytes(b"welcome\n")
        (deep / "c;d").write_bytes(b"one\ntwo\n")
        (cls.server.root / "pub" / "tide.txt").write_bytes(b"high\nlow\n")
        with open(cls.server.root / "large", "wb") as large:
            large.truncate(3_000_000)
        cls.url = f"ftp://127.0.0.1:{cls.server.port}"

    # The login, and what `url plan` says is sent besides the steps.
    OWN = {"USER", "PASS", "PWD", "EPSV", "PASV", "QUIT"}

    def steps(self):
        return [line for line in self.server.commands() if line.split(" ")[0] not in self.OWN]

    def check(self, path, out, steps, *options):
        """`get` sends the steps and, besides the login, nothing but what `url plan` prints."""
        self.server.commands()
        self.good(get(*options, self.url + path), out)
        sent = self.server.commands()
        self.assertEqual(steps, [line for line in sent if line.split(" ")[0] not in self.OWN])
        plan = support.plan(self.url + path)
        self.assertEqual(["PWD", "EPSV", "PASV", "QUIT"], plan["also_sent"])
        planned = [f"{step['command']} {step['argument'] or ''}".strip() for step in plan["steps"]]
        self.assertEqual(["USER anonymous", "PASS"], planned[:2])
        planned[1] = "PASS <password>"  # as the log has it
        self.assertEqual(planned, [line for line in sent if line not in plan["also_sent"]])

    def test_a_file(self):
        self.check("/motd", b"welcome\n", ["TYPE I", "RETR motd"])
        self.check("/pub/a%20b/c%3bd", b"one\ntwo\n", ["CWD pub", "CWD a b", "TYPE I", "RETR c;d"])
        self.check("/pub/a%20b/c%3Bd;type=i", b"one\ntwo\n", ["CWD pub", "CWD a b", "TYPE I", "RETR c;d"])

    def test_text(self):
        # RFC 959 3.1.1.1: sent with CRLF, and kept with the line ends of this machine
        self.check("/pub/tide.txt;type=a", b"high\nlow\n", ["CWD pub", "TYPE A", "RETR tide.txt"])

    def test_a_directory(self):
        self.check("/pub;type=d", b"pub/a b\npub/tide.txt\n", ["TYPE A", "NLST pub"])
        # a name that is empty is listed
        for path in ("/pub/;type=d", "/pub/;type=i", "/pub/;type=a", "/pub/"):
            self.check(path, b"a b\ntide.txt\n", ["CWD pub", "TYPE A", "NLST"])

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
            self.assertEqual([b"USER anonymous\r\n", password], recorder.said()[:2])

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
            said = [line for line in recorder.said() if line and line.split()[0].decode() not in self.OWN]
            self.assertEqual([b"CWD \r\n", b"CWD a\r\n", b"TYPE I\r\n", b"RETR b\r\n"], said)
            if last.startswith(b"426"):
                self.assertIn("RETR b: 426 broken", got.err)

    def test_a_server_that_stalls(self):
        recorder = self.record(lambda c: c.all(10))
        self.fails_without_a_file("not finished after 1 second, waiting for the server's greeting", "--timeout", 1, f"ftp://127.0.0.1:{recorder.port}/x")

    def test_line_ends_are_refused(self):
        for escape in ("%0D%0A", "%0a", "%00"):
            self.bad(get(self.url + f"/a{escape}DELE%20motd"), r"<argument>:1:\d+: .*\n(.*\n)*uniform: with --insist the request is sent as it is")
        self.assertTrue((self.server.root / "motd").exists())

    def test_insisting(self):
        recorder = self.record(lambda c: (c.send(b"220 ready\r\n"), c.line(), c.send(b"331 p\r\n"), c.line(),
                                          c.send(b"230 in\r\n"), c.line(), c.send(b'257 "/"\r\n'), c.all()))
        got = get("--insist", "--timeout", 5, f"ftp://127.0.0.1:{recorder.port}/a%0D%0ANOOP/b")
        self.assertRegex(got.err, "^uniform: warning: ")
        self.assertEqual(b"CWD a\r\nNOOP\r\n", recorder.said()[-1])
        self.bad(get("--insist", f"ftp://127.0.0.1:{recorder.port}/a%00b"), "NUL")

    def test_the_port_of_another_service(self):
        self.bad(get("ftp://127.0.0.1:25/x"), r"<argument>:1:17: .*port")


class FtpLogin(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Pyftpd(support.FOLDER / "pyftpd")
        cls.addClassCleanup(cls.server.stop)
        (cls.server.root / "log").write_bytes(b"rain\n")
        cls.host = f"127.0.0.1:{cls.server.port}"

    def test_given(self):
        self.good(get(f"ftp://harbour:quay%207@{self.host}/log"), b"rain\n")
        self.good(get(f"ftp://harbour:quay%207@{self.host}/;type=d"), b"log\n")

    def test_asked_for_only_if_the_server_wants_one(self):
        # draft-ietf-uri-url-06 3.2.1
        recorder = self.record(lambda c: (c.send(b"220 ready\r\n"), c.line(), c.send(b"230 in\r\n"), c.line(),
                                          c.send(b'257 "/"\r\n'), c.line(), c.send(b"550 no\r\n"), c.all()))
        self.bad(get(f"ftp://harbour@127.0.0.1:{recorder.port}/a/b"), "CWD a: 550 no")
        self.assertEqual([b"USER harbour\r\n", b"PWD\r\n", b"CWD a\r\n"], recorder.said()[:3])

    def test_line_ends_are_never_sent(self):
        recorder = self.record(lambda c: (c.send(b"220 ready\r\n"), c.line(), c.send(b"331 p\r\n"), c.all()))
        host = f"127.0.0.1:{recorder.port}"
        for arguments in ((f"ftp://u:w0rd%0D%0ADELE%20x@{host}/x",), (f"ftp://u%0Aw0rd:p@{host}/x",),
                          ("--mail-address", "w0rd\r\nDELE x", f"ftp://{host}/x")):
            self.assertEqual(1, get(*arguments).code)
            got = get("--insist", *arguments)
            self.assertEqual(1, got.code)
            self.assertNotIn(b"w0rd", b"".join(recorder.received))

    def test_wrong(self):
        got = get(f"ftp://harbour:secret@{self.host}/log")
        self.bad(got, r"^uniform: ftp://harbour:\*\*\*@.*/log: PASS: 530 ")
        self.assertNotIn("secret", got.err)

    def test_asked_for_without_a_terminal(self):
        self.bad(get(f"ftp://harbour@{self.host}/log"),
                 'PASS: the URL gives no password for "harbour", and there is no terminal for entering one')

    def test_asked_for(self):
        for word, code in (("quay 7", 0), ("wrong", 1)):
            child, terminal = pty.fork()
            if child == 0:
                os.execve(support.COMMAND, [support.COMMAND, "get", "--any-address", f"ftp://harbour@{self.host}/log"], support.environment())
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
