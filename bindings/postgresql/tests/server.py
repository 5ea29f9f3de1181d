"""A PostgreSQL server of a test's own, which has the extension without it being installed.

PostgreSQL finds its files from the place of its program. So a tree is made with copies of the programs and with links to
everything else, the extension lies in that tree, and the data and the socket lie in it as well. The server runs as an
unprivileged user, because it refuses to run as root; the folder and everything that runs is gone at the end.
"""

import ctypes
import os
import pwd
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TIME_LIMIT = 120


def other_user():
    """The user that the server runs as: nobody else where this process is not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise SystemExit("PostgreSQL refuses to run as root, and there is no user postgres or nobody")


def die_with_parent():
    """Run in the server's process: it does not outlive the test, however that ends."""
    set_parent_death_signal = 1  # PR_SET_PDEATHSIG
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGQUIT)


class Server:
    """`with Server(pg_config, files, library) as server: server.sql("SELECT 1")`; without files and library, the server
    has no extension, and its programs are not copied."""

    def __init__(self, pg_config, files=(), library=None, *, preload=None, settings=()):
        self.pg_config = pg_config
        self.library = library and Path(library)
        self.files = [Path(f) for f in files]
        self.settings = settings
        self.user = other_user()
        self.folder = Path(tempfile.mkdtemp(prefix="uniform_pg_"))
        self.environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PGUSER": "postgres"}
        self.server_environment = dict(self.environment)
        if preload:
            self.server_environment |= {
                "LD_PRELOAD": preload,
                # PostgreSQL keeps what it allocates for as long as it runs, measures its stack, and handles signals.
                "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=1:"
                                f"log_path={self.folder}/sanitizer",
                "UBSAN_OPTIONS": f"halt_on_error=1:print_stacktrace=1:log_path={self.folder}/sanitizer",
            }
        self.process = None
        self.failed = False

    # The tree.

    def where(self, option):
        return Path(subprocess.run([self.pg_config, "--" + option], stdout=subprocess.PIPE, text=True,
                                   check=True).stdout.strip())

    def in_tree(self, path):
        return self.folder / "tree" / path.relative_to("/")

    def make_tree(self):
        bindir, pkglibdir, sharedir = (self.where(o) for o in ("bindir", "pkglibdir", "sharedir"))
        self.bin = self.in_tree(bindir)
        shutil.copytree(bindir, self.bin)
        for folder in (pkglibdir, sharedir, sharedir / "extension"):
            self.in_tree(folder).mkdir(parents=True, exist_ok=True)
            for entry in folder.iterdir():
                if entry != sharedir / "extension":
                    (self.in_tree(folder) / entry.name).symlink_to(entry)
        extension = self.in_tree(sharedir) / "extension"
        for file in self.files:
            (extension / file.name).unlink(missing_ok=True)
            shutil.copy(file, extension)
        (self.in_tree(pkglibdir) / "uniform.so").unlink(missing_ok=True)
        shutil.copy(self.library, self.in_tree(pkglibdir) / "uniform.so")
        self.extension_folder = extension

    # The server.

    def run_as_user(self, words, **options):
        if self.user:
            options |= {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, cwd="/", env=self.server_environment, **options)

    def __enter__(self):
        try:
            if self.library:
                self.make_tree()
            else:
                self.bin = self.where("bindir")
            if self.user:
                os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            self.make_data()
            self.start()
            return self
        except BaseException:
            self.__exit__()
            raise

    def make_data(self):
        """The folder with the data, which a new server starts from."""
        self.carry_out("initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                       "--no-sync", "--no-instructions")

    def carry_out(self, program, *words):
        """A program that makes files of the server."""
        with open(self.folder / "log", "ab") as log:
            done = self.run_as_user([self.bin / program, *words], stdout=log, stderr=subprocess.STDOUT)
            if done.wait(TIME_LIMIT) != 0:
                raise SystemExit(f"{program} failed:\n" + self.log())

    def start(self):
        """Starts the server on its data, and waits until it answers."""
        words = [self.bin / "postgres", "-D", self.folder / "data", "-k", self.folder]
        for setting in ("listen_addresses=", "fsync=off", "shared_buffers=64MB", *self.settings):
            words += ["-c", setting]
        with open(self.folder / "log", "ab") as log:
            self.process = self.run_as_user(words, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                                            preexec_fn=die_with_parent)
        self.environment["PGHOST"] = str(self.folder)
        until = time.monotonic() + TIME_LIMIT
        while subprocess.run([self.bin / "pg_isready", "-q"], env=self.environment, check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit("the server does not answer:\n" + self.log())
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """Ends the server: SIGINT disconnects its clients, SIGQUIT leaves what is not written to the next start."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGQUIT)
                self.process.wait()

    def children(self):
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def hold(self):
        """Stops the server's first process: from then on no other begins, and the number of none is free."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def pause(self):
        """Stops each process of the server."""
        self.hold()
        for child in self.children():
            os.kill(child, signal.SIGSTOP)

    def resume(self):
        """Continues what `pause` stopped, the first process last, which collects those that have ended."""
        for child in self.children():
            os.kill(child, signal.SIGCONT)
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        """SIGKILL for each process of the server."""
        self.hold()
        ending = []
        for child in self.children():
            ending.append(os.pidfd_open(child))
            os.kill(child, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        for process in ending:  # a killed process keeps the shared memory until it is gone
            select.select([process], [], [])
            os.close(process)

    def __exit__(self, *_):
        self.stop()
        if found := self.reports():
            self.failed = True
            print(found[-8000:])
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self):
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")[-4000:]

    def reports(self):
        """The reports of the sanitizers."""
        return "".join(f.read_text(encoding="utf-8", errors="replace") for f in self.folder.glob("sanitizer*"))

    # Its clients.

    def run(self, program, *words, check=True, **options):
        done = subprocess.run([self.bin / program, *words], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, **options)
        if check and done.returncode != 0:
            raise AssertionError(f"{program} {words}: {done.stdout.decode(errors='replace')[-2000:]}")
        return done.stdout

    def sql(self, text, database="postgres", check=True, words=()):
        """The output of psql, unaligned, rows alone."""
        out = self.run("psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", *words, "-d", database, input=text.encode(),
                       check=check)
        return out.decode("utf-8", errors="replace").rstrip("\n")


def from_arguments(arguments=None):
    """A server for PG_CONFIG LIBRARY SCRIPT... [--preload RUNTIME], as CMake gives them to each test."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    preload = None
    if "--preload" in words:
        at = words.index("--preload")
        preload = words[at + 1]
        del words[at:at + 2]
    return Server(words[0], words[2:], words[1], preload=preload)
