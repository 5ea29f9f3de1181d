"""The faults between the requests of sequences_test.py: what happens to the service, its store and its connections."""
import collections
import json
import os
import select
import socket
import subprocess
import threading
import time

from api_test import Service, address_of, quote
from sequences_model import Model


class Process(Service):
    """`uniform serve` on a store that is there already. Its log is read all the time, or it would wait for a reader;
    `said` has the last lines. `before` is run in the new process. With `port`, it is at the same address when it is started
    again."""
    port = "0"

    def __init__(self, command, folder, token, location=None, settings=(), before=None):
        self.command, self.folder, self.token, self.before = command, folder, token, before
        self.location = location or os.path.join(folder, "names.db")
        self.settings = ["limits.failed_tokens=0", "limits.stored_address=0", "limits.stored_anonymous=0",
                         "limits.rate_writes=0", "webhooks.send=false", *settings]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.command, "serve", "--port", self.port, "--store", self.location,
             *(word for one in self.settings for word in ("--set", one))], stderr=subprocess.PIPE, text=True,
            env={**os.environ, "HOME": self.folder}, preexec_fn=self.before)
        self.address = address_of(self.process)
        self.connection = None
        self.said = collections.deque(maxlen=20)
        self.reader = threading.Thread(target=self.said.extend, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def ended(self):
        code = self.process.wait(60)
        self.reader.join(60)
        return code

    def kill(self):
        self.process.kill()
        self.ended()

    def stop(self):
        self.process.terminate()
        return self.ended()


class Faults(Model):
    """A part of Sequences, which has the values."""

    def fault_kill(self):
        before = self.head()
        self.service.kill()
        self.restarted(before, "SIGKILL")

    def fault_terminate(self):
        before = self.head()
        code = self.service.stop()
        if code != 0:
            self.complain("SIGTERM", f"the service ended with {code}")
        self.restarted(before, "SIGTERM")

    def raw(self, urn, key, body):
        return (f"PUT /api/v1/names/{quote(urn)} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {self.admin}\r\n"
                f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()

    def connect(self):
        host, port = self.service.address.rsplit(":", 1)
        return socket.create_connection((host.strip("[]"), int(port)), timeout=60)

    def unanswered(self, end):
        """A request whose response is not read: repeated with its key, it is carried out once."""
        urn, key = self.values.fresh("urn"), f"cut-{self.rng.randrange(10 ** 9)}"
        body = json.dumps({"locators": [{"url": "https://www.example.org/cut"}]})
        c = self.connect()
        c.sendall(self.raw(urn, key, body))
        wait = self.rng.choice([0, 0.001, 0.005, 0.02])
        select.select([c], [], [], wait)  # the response may be there earlier, or never
        end()
        c.close()
        status, _, text = self.service.ask("PUT", "/api/v1/names/" + quote(urn), self.admin, body, Idempotency_Key=key)
        if status not in (200, 201):
            if b"URN" in text or status in (403, 409, 422):  # the prefix has rules by now
                return
            self.complain(f"PUT {urn} repeated with its key is {status}", text)
            return
        self.note("/api/v1/names/" + quote(urn))
        events = self.read("/api/v1/names/" + quote(urn) + "/history").get("items", [])
        if len(events) != 1:
            self.complain(f"{urn} was assigned once, and has {len(events)} events", events)
        self.values.learn("urn", urn)

    def fault_unanswered(self):
        self.unanswered(lambda: None)

    def fault_killed_within(self):
        before = self.head()

        def end():
            self.service.kill()
            self.restarted(before, "SIGKILL within a request")
        self.unanswered(end)

    def fault_cut(self):
        """Part of a request: nothing happens."""
        urn = self.values.fresh("urn")
        whole = self.raw(urn, f"cut-{self.rng.randrange(10 ** 9)}", json.dumps({"locators": [{"url": "https://www.example.org/"}]}))
        c = self.connect()
        c.sendall(whole[:self.rng.randrange(1, len(whole))])
        if self.rng.random() < 0.5:
            c.shutdown(socket.SHUT_WR)
            answer = b""
            while part := c.recv(65536):
                answer += part
            if not answer.startswith(b"HTTP/1.1 4"):
                self.complain("a part of a request", answer)
        c.close()
        if (now := self.read("/api/v1/names/" + quote(urn))) != {"status": 404}:
            self.complain(f"a part of a request assigned {urn}", now)

    def fault_second_process(self):
        """Another service on the same store: each reads what the other wrote."""
        second = Process(self.command, self.folder, self.admin)
        try:
            self.again(self.some(5), second, " from another process")
            for writer, reader in ((self.service, second), (second, self.service)):
                urn = self.values.fresh("urn")
                target = "/api/v1/names/" + quote(urn)
                if writer.ask("PUT", target, self.admin, {"locators": ["https://www.example.org/second"]})[0] != 201:
                    continue  # the prefix has rules by now
                self.model[target] = self.read(target, writer)
                until = time.monotonic() + 30  # cache.poll is 50 ms
                while self.read(target, reader) != self.model[target]:
                    if time.monotonic() > until:
                        self.complain(f"{target} is not seen by the other process")
                        break
        finally:
            if self.rng.random() < 0.5:
                second.kill()
            elif second.stop() != 0:
                self.complain("SIGTERM", "the other process failed")

    def fault_commands(self):
        """Commands on the store of the running service."""
        made = self.run("token", "create", "--role", "administrator", "--json")
        if made.returncode != 0:
            self.complain("token create", made.stderr)
            return
        status, _, text = self.service.ask("GET", "/api/v1/tokens/self", json.loads(made.stdout)["token"])
        if status != 200:
            self.complain("a token made by the command", text)
        if (verified := self.run("store", "verify")).returncode != 0:
            self.complain("store verify beside the service", verified.stderr)

    def fault(self):
        self.counts.setdefault("faults", {})
        what = self.rng.choice(["kill", "terminate", "unanswered", "unanswered", "killed_within", "cut", "cut",
                                "second_process", "commands"])
        self.counts["faults"][what] = self.counts["faults"].get(what, 0) + 1
        getattr(self, "fault_" + what)()
