"""The destinations of output: standard output, files, directories, devices; and the files after failures and
signals."""

import os
import signal
import stat
import subprocess
import threading
import time

import servers
import support
from support import Case, get


class Output(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Nginx(support.FOLDER / "nginx-output", 'location /any/ { return 200 "found"; }')
        cls.addClassCleanup(cls.server.stop)
        (cls.server.root / "tide.txt").write_bytes(b"high\r\nlow\n")
        (cls.server.root / "ten").write_bytes(b"0123456789")
        with open(cls.server.root / "large", "wb") as large:
            large.truncate(30_000_000)
        (cls.server.root / "two words;x=1").write_bytes(b"found")
        cls.url = f"http://127.0.0.1:{cls.server.port}"

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
        self.good(get("-o", place, self.url + "/ten#/a?b"), b"")
        self.assertEqual(["ten", "two words;x=1"], sorted(os.listdir(place)))
        self.good(get("-o", place, "data:,a%2F..%2Fb"), b"")
        self.assertEqual(3, len(os.listdir(place)))

    def test_long_names_are_cut(self):
        """A file system has names of at most 255 octets: one long name of a list does not end it."""
        place = self.folder()
        long = self.url + "/any/" + "%C3%A9" * 150
        self.good(get("-o", place, long + "?a", long + "?b", self.url + "/any/" + "a" * 239 + "..b", self.url + "/ten"), b"")
        names = sorted(os.listdir(place))
        self.assertEqual(["a" * 239, "ten", "\u00e9" * 120, "\u00e9" * 120 + ".1"], names)

    def test_equal_names_are_numbered(self):
        place = self.folder()
        self.bad(get("-o", place, self.url + "/ten?1", self.url + "/none/ten", self.url + "/ten?2", self.url + "/ten.1",
                     self.url + "/tide.txt"), "none/ten: .*404 Not Found")
        self.assertEqual(["ten", "ten.2", "tide.txt"], sorted(os.listdir(place)))
        recorder = self.record(support.once(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
        place = self.folder()
        url = f"http://127.0.0.1:{recorder.port}"
        self.good(get("-o", place, url, url + "/a/", url + "/index"), b"")
        self.assertEqual(["index", "index.1", "index.2"], sorted(os.listdir(place)))

    def test_several_into_one_file(self):
        self.bad(get("-o", "file", self.url + "/ten", self.url + "/ten"), "several URLs require a directory", 2)

    def test_what_cannot_be_written(self):
        self.bad(get("-o", "/no/such/folder/file", self.url + "/ten"), "No such file or directory", 3)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([support.COMMAND, "get", "--any-address", self.url + "/ten"], stdout=full, stderr=subprocess.PIPE,
                                  env=support.environment(), check=False)
        self.assertEqual(3, done.returncode)
        self.assertIn(b"No space left", done.stderr)
        self.bad(get("-o", "/dev/full", self.url + "/ten"), "No space left", 3)

    def test_to_a_device_as_it_is(self):
        self.good(get("-o", "/dev/null", self.url + "/ten"), b"")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.good(get("-o", "-", self.url + "/ten"), b"0123456789")

    def test_to_a_fifo(self):
        fifo = self.folder() / "fifo"
        os.mkfifo(fifo)
        begin = time.monotonic()
        self.bad(get("--timeout", 1, "-o", fifo, self.url + "/ten"), "no process reads from this FIFO", 3)
        self.assertLess(time.monotonic() - begin, 5)
        with subprocess.Popen([support.COMMAND, "get", "--any-address", "-o", fifo, self.url + "/large"], stderr=subprocess.PIPE,
                              env=support.environment()) as writer:
            with open(fifo, "rb") as reader:
                self.assertEqual(30_000_000, len(reader.read()))
            self.assertEqual((None, b""), writer.communicate(timeout=20))
            self.assertEqual(0, writer.returncode)
        stalled = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        begin = time.monotonic()
        self.bad(get("--timeout", 1, "-o", fifo, self.url + "/large"), "the reader of the FIFO did not read everything in time", 3)
        self.assertLess(time.monotonic() - begin, 5)
        os.close(stalled)

    def test_a_reader_that_has_enough(self):
        done = subprocess.run(["bash", "-c", f"'{support.COMMAND}' get --any-address {self.url}/large | head -c 5; echo ${{PIPESTATUS[0]}}"],
                              capture_output=True, env=support.environment(), check=True)
        self.assertEqual((b"\0\0\0\0\x000\n", b""), (done.stdout, done.stderr))

    def test_quiet(self):
        self.good(get("-q", self.url + "/ten"), b"")
        got = get("-q", self.url + "/none")
        self.assertEqual((b"", "", 1), (got.out, got.err, got.code))
        place = self.folder()
        self.good(get("-q", "-o", place / "a", self.url + "/ten"), b"")
        self.assertEqual(b"0123456789", (place / "a").read_bytes())

    def test_signals_leave_nothing(self):
        asked = threading.Event()

        def stall(c):
            c.until(b"\r\n\r\n")
            asked.set()  # the temporary file is made before the request
            c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly")
            c.all(20)
        recorder = self.record(stall)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            place = self.folder()
            asked.clear()
            child = subprocess.Popen([support.COMMAND, "get", "--any-address", "-o", place / "file", f"http://127.0.0.1:{recorder.port}/"],
                                     stderr=subprocess.PIPE, env=support.environment())
            self.assertTrue(asked.wait(20))
            self.assertEqual(1, len(os.listdir(place)))
            self.assertFalse((place / "file").exists())
            child.send_signal(number)
            _, err = child.communicate(timeout=10)
            self.assertEqual((b"", -number), (err, child.returncode))
            self.assertEqual([], os.listdir(place))

    def test_progress(self):
        shown = threading.Event()

        def slow(c):
            c.until(b"\r\n\r\n")
            c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n" + b"x" * 1000000)
            shown.wait(patience)
            c.send(b"x" * 2000000)
        for options, patience in (((), 20), (("--no-progress",), 2), (("-q",), 2)):
            shown.clear()
            recorder = self.record(slow)
            terminal, inside = os.openpty()
            with subprocess.Popen([support.COMMAND, "get", "--any-address", *options, "-o", self.folder() / "file",
                                   f"http://127.0.0.1:{recorder.port}/"], stderr=inside,
                                  env=support.environment()) as child:
                os.close(inside)
                seen = b""
                try:
                    while more := os.read(terminal, 1024):
                        seen += more
                        shown.set()
                except OSError:
                    pass  # so ends a terminal
                self.assertEqual(0, child.wait(20))
            os.close(terminal)
            if options:
                self.assertEqual(b"", seen)
            else:
                self.assertRegex(seen, rb"^(\r[0-9.]+ MB of 3\.0 MB, [0-9.]+ MB/s\x1b\[K)+\r\x1b\[K$")

    def test_no_arguments(self):
        self.bad(get(), "missing argument: URL", 2)
        self.bad(get("--timeout", 0, "data:,a"), "--timeout", 2)
