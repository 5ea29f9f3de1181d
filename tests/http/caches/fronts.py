"""Varnish and nginx with the configurations of deploy/cache, in front of a service."""
import os
import shutil
import signal
import subprocess
from pathlib import Path

from origin import ask, free_port, until

CONFIGURATIONS = Path(__file__).resolve().parents[3] / "deploy/cache"
SECRET = "a-secret-of-this-test-alone"


def replaced(text, what, by):
    """The text of a configuration, in which this must occur."""
    assert what in text, what
    return text.replace(what, by)


def program(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


class Front:
    def __init__(self, folder):
        self.folder, self.port, self.process = folder, free_port(), None

    def run(self, command):
        with open(self.folder / "said", "ab") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=said)

        def answers():
            if self.process.poll() is not None:
                raise AssertionError(f"{command[0]} ended: " + (self.folder / "said").read_text())
            try:
                return ask(self.port, "/healthz")
            except OSError:
                return None

        until(answers, f"{command[0]} answers")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


class Varnish(Front):
    name = "varnish"
    # The time for which the cache may keep a response; purges end it before.
    max_age = "1d"

    def __init__(self, folder):
        super().__init__(folder)
        (folder / "secret").write_text(SECRET + "\n")
        (folder / "field").write_text(f"Authorization: Bearer {SECRET}\n")

    @staticmethod
    def is_missing():
        return not program("varnishd") and "varnishd is not installed"

    def settings(self):
        return {"shared_cache.keys": "surrogate-key", "purge.urls": f"http://127.0.0.1:{self.port}/",
                "purge.field_file": str(self.folder / "field")}

    def start(self, port):
        text = (CONFIGURATIONS / "varnish.vcl").read_text()
        text = replaced(text, '.port = "8141"', f'.port = "{port}"')
        text = replaced(text, "/etc/varnish/uniform-purge-secret", str(self.folder / "secret"))
        (self.folder / "uniform.vcl").write_text(text)
        # Without a jail: the folder is this user's alone.
        self.run([program("varnishd"), "-F", "-j", "none", "-n", str(self.folder / "work"), "-a",
                  f"127.0.0.1:{self.port}", "-f", str(self.folder / "uniform.vcl"), "-s", "malloc,64m"])


class Nginx(Front):
    name = "nginx"
    max_age = "1s"

    @staticmethod
    def is_missing():
        return not program("nginx") and "nginx is not installed"

    def settings(self):
        return {}

    def start(self, port):
        text = (CONFIGURATIONS / "nginx.conf").read_text()
        text = replaced(text, "127.0.0.1:8141", f"127.0.0.1:{port}")
        text = replaced(text, "listen 80;", f"listen 127.0.0.1:{self.port};")
        text = replaced(text, "/var/cache/nginx/uniform", str(self.folder / "cache"))
        paths = "".join(f"{p}_temp_path {self.folder}/{p};" for p in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {self.folder}/pid; events {{}} "
            f"http {{ {paths} access_log off; error_log {self.folder}/error.log;\n{text} }}")
        self.run([program("nginx"), "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e",
                  str(self.folder / "error.log")])


FRONTS = {front.name: front for front in (Varnish, Nginx)}
