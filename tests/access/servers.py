"""Real servers on 127.0.0.1 for the tests of `uniform get`, and a recorder that answers as it is told.

Each one works in a folder of its own, gets a free port from the kernel, runs in the foreground as a child of the test,
and is ended by its own process id. They run as root and as an ordinary user, except leafnode, whose folders are fixed:
it gets others by a mount namespace of its own, which takes root.
"""

import os
import shutil
import signal
import socket
import subprocess
import threading
from pathlib import Path


def program(name):
    """The path of a server; a missing one is a failure of the test."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if found is None:
        raise RuntimeError(f"{name} is not installed; scripts/packages.sh lists its package")
    return found


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, process, log):
    """Until somebody listens there."""
    for _ in range(200):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue
        raise RuntimeError(f"{process.args[0]} ended with {process.returncode}: {log()}")
    raise RuntimeError(f"{process.args[0]} does not listen: {log()}")


def make_certificate(folder):
    """Makes a certificate for localhost, signed by itself."""
    key, certificate = Path(folder) / "key.pem", Path(folder) / "certificate.pem"
    subprocess.run([program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out",
                    certificate], check=True, capture_output=True)
    return key, certificate


class Daemon:
    """A server that listens itself."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(mode=0o755)
        self.port = free_port()
        self.output = self.folder / "output"
        arguments = self.configure()
        with open(self.output, "wb") as output:
            # a group of its own, so that its workers end with it
            self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                            start_new_session=True)
        try:
            wait_for(self.port, self.process, lambda: self.output.read_text(errors="replace"))
        except RuntimeError:
            self.stop()
            raise

    def stop(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()


class Nginx(Daemon):
    """http, and https with a certificate of its own. What `locations` says goes into its server block."""

    def __init__(self, folder, locations):
        self.locations = locations
        self.tls_port = free_port()
        super().__init__(folder)

    def configure(self):
        nginx = program("nginx")
        self.root = self.folder / "root"
        self.root.mkdir()
        self.key, self.certificate = make_certificate(self.folder)
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(f"""
{user}
daemon off;
worker_processes 1;
pid {self.folder}/pid;
error_log {self.folder}/error.log;
events {{}}
http {{
    access_log {self.folder}/access.log combined;
    client_body_temp_path {self.folder}/body;
    proxy_temp_path {self.folder}/proxy;
    fastcgi_temp_path {self.folder}/fastcgi;
    uwsgi_temp_path {self.folder}/uwsgi;
    scgi_temp_path {self.folder}/scgi;
    default_type text/plain;
    server {{
        listen 127.0.0.1:{self.port};
        listen 127.0.0.1:{self.tls_port} ssl;
        ssl_certificate {self.certificate};
        ssl_certificate_key {self.key};
        root {self.root};
        {self.locations}
    }}
}}
""")
        return [nginx, "-p", str(self.folder), "-c", "nginx.conf", "-e", str(self.folder / "error.log")]


class Vsftpd(Daemon):
    """Anonymous ftp, and a log with every command."""

    def configure(self):
        vsftpd = program("vsftpd")
        self.root = self.folder / "root"
        self.root.mkdir()
        self.log_file = self.folder / "log"
        (self.folder / "empty").mkdir()
        configuration = self.folder / "vsftpd.conf"
        configuration.write_text(f"""listen=YES
listen_address=127.0.0.1
listen_port={self.port}
background=NO
run_as_launching_user=YES
seccomp_sandbox=NO
anonymous_enable=YES
local_enable=NO
anon_root={self.root}
allow_writeable_chroot=YES
secure_chroot_dir={self.folder}/empty
vsftpd_log_file={self.log_file}
xferlog_enable=YES
log_ftp_protocol=YES
ascii_download_enable=YES
""")
        os.chmod(configuration, 0o600)
        return [vsftpd, str(configuration)]

    def commands(self):
        """The commands that clients sent, which are then forgotten. The log has a command before the client has its
        response; only QUIT, for whose response no client waits, may be there later, and is omitted."""
        lines = self.log_file.read_text(errors="replace").splitlines() if self.log_file.exists() else []
        self.log_file.write_text("")
        said = [line.partition("FTP command: ")[2] for line in lines if "FTP command: " in line]
        return [c for line in said if (c := line.partition('", "')[2].removesuffix('"')) != "QUIT"]


class Pyftpd(Daemon):
    """ftp for a user with a password."""

    def configure(self):
        self.root = self.folder / "root"
        self.root.mkdir()
        return ["/usr/bin/python3", "-c", """
import sys
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer
FTPHandler.authorizer = DummyAuthorizer()
FTPHandler.authorizer.add_user("harbour", "quay 7", sys.argv[2])
FTPServer(("127.0.0.1", int(sys.argv[1])), FTPHandler).serve_forever()
""", str(self.port), str(self.root)]


class Listener:
    """Accepts connections on a thread and handles each on one of its own."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.serving = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.serving.append(threading.Thread(target=self.serve, args=(connection,), daemon=True))
            self.serving[-1].start()

    def serve(self, connection):
        with connection:
            try:
                self.handle(connection)
            except OSError:
                pass  # the client has gone

    def stop(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join(5)


class Inetd(Listener):
    """Runs a program for each connection, which is its standard input and output, as inetd does."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.children = []
        super().__init__()

    def handle(self, connection):
        child = subprocess.Popen(self.arguments(self.port), stdin=connection, stdout=connection,
                                 stderr=subprocess.DEVNULL)
        self.children.append(child)
        child.wait()

    def stop(self):
        super().stop()
        for child in self.children:
            if child.poll() is None:
                child.terminate()
                child.wait(5)


class Gophernicus(Inetd):
    def __init__(self, folder):
        server = program("gophernicus")
        self.root = Path(folder)
        self.root.mkdir(mode=0o755)
        # It refuses to run as root.
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        super().__init__(lambda port: [*user, server, "-h", "127.0.0.1", "-p", str(port), "-r", str(self.root), "-nv",
                                       "-nm", "-ns"])


class Leafnode(Inetd):
    """A news server with the articles of `groups`: {group: {number: text}}. Takes root."""

    @staticmethod
    def can_run():
        """Whether this user may mount one folder over another in a namespace of its own."""
        bind = ["unshare", "--mount", "sh", "-c", "mount --bind /tmp /mnt"]
        return subprocess.run(bind, check=False, stderr=subprocess.DEVNULL).returncode == 0

    def __init__(self, folder, groups):
        server = program("leafnode")
        folder = Path(folder)
        etc, spool = folder / "etc", folder / "spool"
        for place in (etc, *(spool / name for name in ("leaf.node", "message.id", "temp.files", "out.going",
                                                       "interesting.groups", "failed.postings"))):
            place.mkdir(parents=True, mode=0o755)
        os.chmod(folder, 0o755)
        # a name that leafnode takes for one of its own, as its README-FQDN demands
        (etc / "config").write_text("server = localhost\nexpire = 20\nhostname = news.harbour.home.arpa\n")
        (etc / "local.groups").write_text("".join(f"{group} y\n" for group in groups))
        with open(spool / "leaf.node" / "groupinfo", "w", encoding="ascii") as info:
            for group, articles in groups.items():
                info.write(f"{group} {max(articles)} {min(articles)} 1795219200 A group\n")
        for group, articles in groups.items():
            place = spool / group.replace(".", "/")
            place.mkdir(parents=True)
            for number, text in articles.items():
                (place / str(number)).write_text(text)
                identity = next(line[12:] for line in text.splitlines() if line.startswith("Message-ID: "))
                # leafnode looks in one of a thousand folders, which it chooses by a hash
                for i in range(1000):
                    by_id = spool / "message.id" / f"{i:03}"
                    by_id.mkdir(exist_ok=True)
                    os.link(place / str(number), by_id / identity)
        subprocess.run(["chown", "-R", "news:news", str(folder)], check=True)
        inside = f"mount --bind {etc} /etc/news/leafnode && mount --bind {spool} /var/spool/news && exec {server}"
        super().__init__(lambda port: ["unshare", "--mount", "sh", "-c", inside])


class Recorder(Listener):
    """Keeps what it is sent, and answers as a function of the Conversation does."""

    def __init__(self, script, tls=None):
        self.script = script
        self.tls = tls  # an ssl.SSLContext
        self.received = []
        super().__init__()

    def said(self):
        """The bytes that the server was sent, once the clients have gone."""
        for thread in self.serving:
            thread.join(5)
        return self.received

    def handle(self, connection):
        connection.settimeout(20)
        if self.tls:
            with self.tls.wrap_socket(connection, server_side=True) as inside:
                self.script(Conversation(inside, self.received))
        else:
            self.script(Conversation(connection, self.received))


class Conversation:
    def __init__(self, connection, received):
        self.connection = connection
        self.received = received
        self.buffer = b""

    def send_alone(self, data):
        """Sends, and waits until the client has read it: what is sent next comes to it by itself."""
        self.send(data)
        here, there = (f":{end[1]:04X}" for end in (self.connection.getsockname(), self.connection.getpeername()))
        while True:
            with open("/proc/net/tcp") as table:
                rows = [row.split() for row in table]
            received = [row[4] for row in rows if row[1].endswith(there) and row[2].endswith(here)]
            if not received or received[0].endswith(":00000000"):
                return
            os.sched_yield()

    def send(self, data):
        self.connection.sendall(data)

    def line(self):
        """The next line that was sent, with its end; b"" at the end."""
        return self.until(b"\n")

    def until(self, end):
        while end not in self.buffer:
            more = self.connection.recv(65536)
            if not more:
                break
            self.buffer += more
        found, ending, self.buffer = self.buffer.partition(end)
        self.received.append(found + ending)
        return found + ending

    def all(self, seconds=0.3):
        """The bytes that are sent until there is a pause."""
        self.connection.settimeout(seconds)
        try:
            while more := self.connection.recv(65536):
                self.buffer += more
        except TimeoutError:
            pass
        self.connection.settimeout(20)
        self.received.append(self.buffer)
        self.buffer = b""
        return self.received[-1]
