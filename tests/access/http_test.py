"""http and https against nginx, and against a recorder for what a well-behaved server does not do."""

import json
import re
import socket
import time

import servers
import support
from support import Case, get


class Http(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Nginx(support.FOLDER / "nginx", """
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

    def test_dot_segments_and_the_host_go_out_normalized(self):
        # RFC 3986 6.2.2; escapes in the target are not touched
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        self.good(get(f"http://127.0.0.1:{recorder.port}/a/../b/./%7e%2f;p?q=../'$"), b"ok")
        head = recorder.said()[0].decode().split("\r\n")
        self.assertEqual("GET /b/%7e%2f;p?q=../'$ HTTP/1.1", head[0])
        self.assertEqual([f"Host: 127.0.0.1:{recorder.port}"], [line for line in head if line.startswith("Host")])

    def test_a_name_beyond_us_ascii_is_looked_up_in_its_idna_form(self):
        """RFC 3986 section 3.2.2; the name is "localhost", with one letter full-width, which UTS 46 maps."""
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        self.good(get(f"http://%EF%BD%8Cocalhost:{recorder.port}/"), b"ok")
        self.assertIn(f"Host: localhost:{recorder.port}\r\n".encode(), recorder.said()[0])
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        self.good(get(f"http://\uff4cocalhost:{recorder.port}/\u00e9?\u00e4"), b"ok")  # an IRI
        self.assertIn(b"GET /%C3%A9?%C3%A4 HTTP/1.1\r\nHost: localhost:", recorder.said()[0])
        full_width = "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1"  # "127"
        self.fails_without_a_file("not contacted unasked", f"http://{full_width}:{recorder.port}/", any_address=False)

    def test_a_gateway_of_the_draft_of_1994_section_4(self):
        asked = "wais://h.x/db?a%20b"
        sent = "wais%3A%2F%2Fh.x%2Fdb%3Fa%2520b"
        for gateway, target in (
            (self.url + "/target?u=", "/target?u=" + sent),
            (self.url + "/target?u={}&v=1", "/target?u=" + sent + "&v=1"),
        ):
            got = get("--gateway", "WAIS=" + gateway, asked)
            self.assertEqual(target, got.out.decode().split("|")[0])
        self.bad(get("--gateway", "news=" + self.url + "/", asked), "not fetched(.*\n)*.*database")  # of another scheme: the plan
        self.assertEqual(2, get("--gateway", "wais", asked).code)
        self.bad(get("--gateway", "wais=data:,x", "wais"), "<argument>")  # no URL of that scheme
        # a text that is not valid is not sent
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\n\r\nok"))
        for wrong in ("wais://h.x/a b", "wais:h", "wais://h.x/db%0D%0Ax", "wais://h.x:70000/db"):
            self.bad(get("--gateway", f"wais=http://127.0.0.1:{recorder.port}/", wrong), r"^<argument>:1:\d+: ")
        self.assertEqual([], recorder.said())
        place = self.folder()
        self.good(get("-o", place, "--gateway", "wais=" + self.url + "/target?u=", "wais://h.x/tides#top"), b"")
        self.assertIn(b"u=wais%3A%2F%2Fh.x%2Ftides|", (place / "tides").read_bytes())

    def test_passwords_and_gateways(self):
        asked = "x-db://u:w0rd@h.x/a%20b"
        got = get("--gateway", "x-db=" + self.url + "/none?u=", asked)
        self.bad(got, r"^uniform: x-db://u:\*\*\*@h\.x/a%20b: GET /none\?u=x-db%3A%2F%2Fu%3A%2A%2A%2A%40h\.x%2Fa%2520b: 404 ")
        self.assertNotIn("w0rd", got.err)
        recorder = self.record(support.once(b"HTTP/1.1 302 Found\r\nLocation: ftp://h/?" +
                                            b"x-db%3A%2F%2Fu%3Aw0rd%40h.x%2Fa%2520b\r\n\r\n"))
        got = get("--gateway", f"x-db=http://127.0.0.1:{recorder.port}/", asked)
        self.bad(got, "302 Found to ")
        self.assertNotIn("w0rd", got.err)
        self.assertIn(b"w0rd", recorder.said()[0])
        got = get("--gateway", "x-db=http://127.0.0.1:25/", asked)
        self.bad(got, r"^<gateway>:1:\d+: .*\n(.*\n)*uniform: the gateway's URL is ")
        self.assertNotIn("w0rd", got.err)
        for gateway in ("http://me:gatew4y@h/", "ftp://me:gatew4y@h:x/", "http://[/", "no-scheme", "http://h/ {}"):
            got = get("--gateway", "x-db=" + gateway, asked)
            self.bad(got, r"^uniform: --gateway: .* makes no URL: ", 2)
            self.assertNotRegex(got.err, "w0rd|gatew4y")
        self.bad(get("--gateway", "x_db=http://h/", asked), r'^uniform: --gateway: "x_db" is not a scheme\n', 2)

    def test_a_fragment_is_not_sent(self):
        # RFC 3986 3.5
        self.good(get(self.url + "/tide.txt#low"), b"high\r\nlow\n")
        self.assertRegex(get(self.url + "/target?a#b/c?d").out, rb"^/target\?a\|")

    def test_draft_of_1994(self):
        recorder = self.record(support.once(b"HTTP/1.0 200 OK\r\n\r\nok"))
        self.good(get("-e", "url-06", f"http://127.0.0.1:{recorder.port}/{{a|b}}"), b"ok")
        self.assertIn(b"GET /{a|b} HTTP", recorder.said()[0])

        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        self.good(get(f"http://%4CocalHost:{recorder.port}/a/%2E%2e/b"), b"ok")
        self.assertIn(f"GET /b HTTP/1.1\r\nHost: localhost:{recorder.port}\r\n".encode(), recorder.said()[0])

    def test_an_address_of_this_machine_is_not_contacted_unasked(self):
        # RFC 3986 7.3, 7.4
        recorder = self.record(support.once(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\n\r\n"))
        for host in ("127.0.0.1", "0x7f.1", "2130706433", "localhost", "x.localhost", "[::1]", "[::ffff:7f00:1]", "0",
                     "10.1.2.3", "192.168.1.1", "169.254.169.254", "[fe80::1]", "100.64.0.1", "224.0.0.1"):
            self.fails_without_a_file("not contacted unasked.*--any-address permits it",
                                      f"http://{host}:{recorder.port}/", any_address=False)
        self.bad(get("http://0x08080808/", any_address=False), "written in a rare form, is not contacted in that form")
        name = socket.gethostname()
        if all(address[4][0].startswith("127.") for address in socket.getaddrinfo(name, 80)):  # a name that leads there
            self.bad(get(f"http://{name}:{recorder.port}/", any_address=False), "not contacted unasked")
        for scheme in ("ftp", "gopher", "nntp"):
            self.bad(get(f"{scheme}://127.0.0.1:{recorder.port}/1", any_address=False), "not contacted unasked")
        self.assertEqual([], recorder.said())

    def test_what_is_configured_is_asked_for_but_not_its_redirects(self):
        gateway = f"wais={self.url}"
        self.good(get("--gateway", gateway + "/ten?", "wais://h.x/db", any_address=False), b"0123456789")
        self.bad(get("--gateway", gateway + "/to-tide?", "wais://h.x/db", any_address=False), "not contacted unasked")

    def test_the_report(self):
        # RFC 3986 5.1.2, 5.1.3; RFC 9110 8.7
        def script(c):
            target = c.until(b"\r\n\r\n").split(b" ")[1]
            c.send(b"HTTP/1.1 302 Found\r\nLocation: /b/./c?d\r\n\r\n" if target == b"/a" else
                   b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Location: e/f\r\nContent-Length: 2\r\n\r\nok")
        port = self.record(script).port
        here = f"http://127.0.0.1:{port}"
        got = get("--report", "text", here + "/a#x")
        self.assertEqual((b"ok", 0), (got.out, got.code))
        self.assertEqual(f"{here}/a\n  retrieved         {here}/b/c?d\n  type              text/html\n"
                         f"  content-location  {here}/b/e/f\n  status            200\n  size              2\n", got.err)
        place = self.folder()
        got = get("--report", "json", "-o", place / "file", here + "/a")
        self.assertEqual({"url": here + "/a", "retrieved": here + "/b/c?d", "visited": [here + "/a", here + "/b/c?d"],
                          "content_type": "text/html", "content_location": here + "/b/e/f", "status": 200, "size": 2,
                          "file": str(place / "file")}, json.loads(got.err))
        got = get("--report", "json", "data:text/html;charset=utf-8,x")
        self.assertEqual(("text/html;charset=utf-8", None, []),
                         tuple(json.loads(got.err)[name] for name in ("content_type", "content_location", "visited")))
        self.assertNotIn("retrieved", get("--report", "json", "data:x").err)  # it is not valid

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
        self.bad(get(self.url + "/to-nothing"),
                 r'302 .* to "http://\[/": not a URI reference \(RFC 9110 section 10\.2\.2\): at character 8, ')

    def redirected(self, location, *options):
        recorder = self.record(support.once(b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\n\r\n"))
        return get(*options, f"http://127.0.0.1:{recorder.port}/")

    def test_what_is_no_uri_reference_is_not_followed(self):
        # RFC 9110 10.2.2
        self.bad(self.redirected(b"/a b"), r'302 Found to "/a b": not a URI reference .*: at character 3, ')
        self.bad(self.redirected("/flöde".encode()), "302 Found to .*: not a URI reference .*: at character 4, ")
        self.assertLess(len(self.redirected(b"/ " + b"x" * 50000).err), 1500)

    def test_the_password_of_a_redirect_is_not_shown(self):
        for location in (b"ftp://u:w0rd@127.0.0.1/", b"http://u:w0rd@127.0.0.1:25/", b"http://u:w0 rd@127.0.0.1/",
                         b"//u:w w0rd@h/", b"http:u:w0rd@h/", b"http://u:w0rd@[/", b"http:/u:w0rd@127.0.0.1/",
                         b"unknown://u:w0rd@127.0.0.1/", b"http://u:w0rd@127.0.0.1:99999/"):
            for options in ((), ("--max-redirects", 0)):
                got = self.redirected(location, *options)
                self.bad(got, r"302 Found to .*\*\*\*@")
                self.assertNotRegex(got.err, "w0|rd@", location)

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
            recorder = self.record(support.once(answer))
            self.fails_without_a_file("GET /: ", f"http://127.0.0.1:{recorder.port}/")

    def test_a_part_is_not_the_whole(self):
        recorder = self.record(support.once(b"HTTP/1.1 206 Partial Content\r\nContent-Length: 2\r\n\r\nok"))
        self.fails_without_a_file("206 Partial Content", f"http://127.0.0.1:{recorder.port}/")

    def test_no_http(self):
        recorder = self.record(support.once(b"220 smtp.example.org ready\r\n"))
        self.bad(get(f"http://127.0.0.1:{recorder.port}/"), "a response that is not HTTP")

    def test_header_lines_end(self):
        def endless(begin, unit):
            def script(c):
                c.until(b"\r\n\r\n")
                c.send(begin)
                for _ in range(1000):
                    c.send(unit)
            return script
        for begin, unit, says in ((b"HTTP/1.1 200 OK\r\nTide: ", b"x" * 10000, "an unterminated header line"),
                                  (b"HTTP/1.1 200 ", b"x" * 10000, "an unterminated header line"),
                                  (b"HTTP/1.1 200 OK\r\n", b"Tide: high\r\n" * 1000, "more than 4000 header fields"),
                                  (b"HTTP/1.1 200 OK\r\n", b"Tide: " + b"x" * 10000 + b"\r\n",
                                   "more than 256 kilobytes of header fields")):
            recorder = self.record(endless(begin, unit))
            self.bad(get(f"http://127.0.0.1:{recorder.port}/"), "^uniform: http://127[^ ]*: .*" + says)

    def test_time_limit(self):
        def stall(c):
            c.until(b"\r\n\r\n")
            c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly")
            c.all(10)
        recorder = self.record(stall)
        begin = time.monotonic()
        self.fails_without_a_file("GET /: not finished after 1 second, waiting for the rest of the content after 4 bytes of 100", "--timeout", 1, f"http://127.0.0.1:{recorder.port}/")
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
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        proxy = f"http://127.0.0.1:{recorder.port}"
        self.good(get("http://www.example.org/a?b", http_proxy=proxy), b"ok")
        self.assertTrue(recorder.said()[0].startswith(b"GET http://www.example.org/a?b HTTP/1.1\r\n"),
                        recorder.said()[0])
        self.good(get(self.url + "/ten", http_proxy=proxy, no_proxy="127.0.0.1"), b"0123456789")

    def test_a_urn_is_asked_of_its_known_resolver(self):
        # RFC 8141 4.2; 2.3.1 and 2.3.2: with its r- and q-component, 2.3.3: without its f-component
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        proxy = f"http://127.0.0.1:{recorder.port}"
        self.good(get("URN:ISO:std:iso:9999:-1?=a=b#f", http_proxy=proxy), b"ok")
        self.assertTrue(recorder.said()[0].startswith(b"GET http://standards.iso.org/iso/9999/-1/?a=b HTTP/1.1\r\n"),
                        recorder.said()[0])
        self.assertEqual("/target?u=urn%3Aexample%3Aa%3F%2Br%3F%3Dq",
                         get("--gateway", "urn=" + self.url + "/target?u=", "urn:example:a?+r?=q#f").out.decode().split("|")[0])
        # where it redirects to is not the user's choice
        recorder = self.record(support.once(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:" + str(self.server.port).encode() + b"/\r\nContent-Length: 0\r\n\r\n"))
        self.bad(get("urn:iso:std:iso:9999", any_address=False, http_proxy=f"http://127.0.0.1:{recorder.port}",
                     no_proxy="127.0.0.1"), "127.0.0.1 is a loopback address")

    def test_no_netrc(self):
        home = self.folder()
        (home / ".netrc").write_text("machine 127.0.0.1 login a password b\n")
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        self.good(get(f"http://127.0.0.1:{recorder.port}/", HOME=str(home)), b"ok")
        self.assertNotIn(b"Authorization", recorder.said()[0])
