"""A law: what `parse` calls host, port, user, path and query is what `url plan` prints, and what the server is sent by
`get`. Texts are generated; UNIFORM_AGREEMENT_SEED is their seed and UNIFORM_AGREEMENT_CONNECTIONS how many there are of a
scheme (25), for campaigns. RFC 3986 3; RFC 9110 4.2, 7.1, 7.2; RFC 1738 3.2; RFC 4266 2.
"""

import json
import os
import random
import subprocess
import unittest
from urllib.parse import unquote_to_bytes

import servers
import support
from support import Case, get

SEED = int(os.environ.get("UNIFORM_AGREEMENT_SEED", "8141"))
COUNT = int(os.environ.get("UNIFORM_AGREEMENT_CONNECTIONS", "25"))

SEGMENTS = ("a", "b.txt", "..", ".", "", "%2e%2E", "%2F", "a%3Fb", "%23", "x@evil.example", "a:b", "%7Euser", "~user", "a;b=c", "(e)", "'", "+", "%25",
            "%E2%82%AC", "$&,=!*")
QUERIES = (None, "", "q=1", "a=%2F../b", "x@evil.example/f", "?", "q=%26+")
USERS = (None, "harbour:quay", "har%40bour:q%3Auay", "h:", "x%2F:y%3F")
FRAGMENTS = (None, "", "top", "/../x?y")


def ask(*command):
    """Runs a command over lines; the JSON of each line."""
    def over(lines):
        done = subprocess.run([support.COMMAND, *command, "--json", "-f", "-"], input="".join(line + "\n" for line in lines).encode(),
                              capture_output=True, env=support.environment(), timeout=40, check=False)
        return [json.loads(line) for line in done.stdout.splitlines()]
    return over


def http_server(c):
    c.until(b"\r\n\r\n")
    c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")


def gopher_server(c):
    c.line()
    c.send(b"ok")


def ftp_server(c):
    with servers.socket.create_server(("127.0.0.1", 0)) as data:
        c.send(b"220 ready\r\n")
        while line := c.line():
            verb = line[:4]
            if verb == b"EPSV":
                c.send(b"229 (|||%d|)\r\n" % data.getsockname()[1])
            elif verb in (b"RETR", b"NLST"):
                c.send(b"150 coming\r\n")
                with data.accept()[0] as sending:
                    sending.sendall(b"ok")
                c.send(b"226 done\r\n")
            else:
                c.send({b"USER": b"331 password?\r\n", b"PASS": b"230 in\r\n", b"PWD\r": b'257 "/"\r\n', b"QUIT": b"221 bye\r\n"}.get(verb, b"250 yes\r\n"))


class Connections(Case):
    def urls(self, scheme, port, made):
        """Generated URLs, with what `parse` and `url plan` say of them; without those that are refused."""
        urls = [f"{scheme}://{made(chosen)}".replace("PORT", str(port)) for chosen in [random.Random(f"{SEED} {scheme} {n}") for n in range(COUNT)]]
        parsed, planned = ask("parse")(urls), ask("url", "plan")(urls)
        self.assertEqual((urls, urls), ([p["input"] for p in parsed], [p["input"] for p in planned]))
        rows = [row for row in zip(urls, parsed, planned) if row[2]["valid"]]
        self.assertGreater(len(rows), COUNT / 4)
        for url, p, plan in rows:
            with self.subTest(url):
                self.assertTrue(p["valid"])
                self.assertEqual((p["host"], int(p["port"])), (plan["host"], plan["port"]))
        return rows

    @staticmethod
    def normal(url):
        """The components of the normal form."""
        done = subprocess.run([support.COMMAND, "normalize", url], capture_output=True, check=True, env=support.environment())
        return ask("parse")([done.stdout.decode().rstrip("\n")])[0]

    def sent(self, recorder, url):
        """The bytes that the server is sent for a URL, in one connection: another one would be to nobody."""
        del recorder.received[:]
        got = get("--timeout", 20, url)
        self.assertEqual((b"ok", 0), (got.out, got.code), got.err)
        return recorder.said()

    def test_http(self):
        recorder = self.record(http_server)

        def made(chosen):
            path = "".join("/" + chosen.choice(SEGMENTS) for _ in range(chosen.randrange(4)))
            query, fragment = chosen.choice(QUERIES), chosen.choice(FRAGMENTS)
            return f"127.0.0.1:PORT{path}" + ("" if query is None else f"?{query}") + ("" if fragment is None else f"#{fragment}")
        for url, parsed, plan in self.urls("http", recorder.port, made):
            with self.subTest(url):
                (request,) = self.sent(recorder, url)
                line, *fields = request.decode().split("\r\n")
                hosts = [field[6:] for field in fields if field.lower().startswith("host: ")]
                self.assertEqual([["GET", plan["steps"][0]["argument"], "HTTP/1.1"], [plan["steps"][1]["argument"]]], [line.split(" "), hosts])
                self.assertEqual(f"{parsed['host']}:{parsed['port']}", hosts[0])
                # The request is for the parsed URL, without dot segments and fragment; 4.2.3: an empty path is "/".
                asked, meant = self.normal(f"http://{hosts[0]}{line.split(' ')[1]}"), self.normal(url)
                self.assertEqual([meant["path"] or "/", meant["query"]], [asked["path"], asked["query"]])
                self.assertEqual(parsed["query"] is None, asked["query"] is None)

    def test_ftp(self):
        recorder = self.record(ftp_server)

        def made(chosen):
            user, query = chosen.choice(USERS), chosen.choice((None, None, None, "", "x@evil.example/f"))
            path = "".join("/" + chosen.choice(SEGMENTS) for _ in range(chosen.randrange(1, 4))) + chosen.choice("/abc") + chosen.choice(("", ";type=i", ";type=a"))
            return ("" if user is None else user + "@") + f"127.0.0.1:PORT{path}" + ("" if query is None else f"?{query}")
        for url, parsed, plan in self.urls("ftp", recorder.port, made):
            with self.subTest(url):
                self.assertIsNone(parsed["query"])  # a plan drops nothing: what has a query is refused
                said = [line.rstrip(b"\r\n") for line in self.sent(recorder, url)]
                said = [line.partition(b" ")[::2] for line in said if line]
                self.assertEqual([(s["command"], s["argument"] or "") for s in plan["steps"]],
                                 [(verb.decode(), argument.decode()) for verb, argument in said if verb.decode() not in plan["also_sent"]])
                # RFC 1738 3.2.2: CWD for each segment but the last; they are decoded after the path was split.
                segments = self.normal(url)["path"][1:].partition(";type=")[0].split("/")
                self.assertEqual([unquote_to_bytes(s) for s in segments[:-1] + [s for s in segments[-1:] if s]],
                                 [argument for verb, argument in said if verb in (b"CWD", b"RETR")])
                if parsed["userinfo"] is not None:
                    user, _, password = parsed["userinfo"].partition(":")
                    self.assertEqual([unquote_to_bytes(user), unquote_to_bytes(password)], [argument for verb, argument in said if verb in (b"USER", b"PASS")])

    def test_gopher(self):
        recorder = self.record(gopher_server)

        def made(chosen):
            return "127.0.0.1:PORT/" + chosen.choice("019gI") + "".join(chosen.choice(("/", "?", "")) + chosen.choice(SEGMENTS) for _ in range(chosen.randrange(4)))
        for url, parsed, plan in self.urls("gopher", recorder.port, made):
            with self.subTest(url):
                (request,) = [line for line in self.sent(recorder, url) if line]
                self.assertEqual(plan["steps"][0]["argument"].encode(), request)
                rest = parsed["path"][2:] + ("" if parsed["query"] is None else "?" + parsed["query"])
                self.assertEqual(unquote_to_bytes(rest) + b"\r\n", request)


if __name__ == "__main__":
    unittest.main()
