"""A connection for many requests: http.client takes longer to read an answer than the service to make it."""
import socket


class Connection:
    def __init__(self, address):
        host, _, port = address.rpartition(":")
        self.address = (host, int(port))
        self.socket = None

    def get(self, target, fields):
        """Status and body. Connects again where the service has closed the connection."""
        if self.socket is None:
            self.socket = socket.create_connection(self.address, timeout=60)
            self.reader = self.socket.makefile("rb")
        head = [f"GET {target} HTTP/1.1", f"Host: {self.address[0]}", *(f"{k}: {v}" for k, v in fields.items()), "\r\n"]
        self.socket.sendall("\r\n".join(head).encode("latin-1"))
        line = self.reader.readline()
        if not line.startswith(b"HTTP/1.1 "):
            raise ConnectionError(f"the answer begins with {line!r}")
        status = int(line[9:12])
        answer = {}
        while (line := self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            answer[name.lower()] = value.strip()
        if b"content-length" in answer:
            body = self.reader.read(int(answer[b"content-length"]))
        elif answer.get(b"transfer-encoding") == b"chunked":
            body = b""
            while size := int(self.reader.readline(), 16):
                body += self.reader.read(size)
                self.reader.readline()
            self.reader.readline()
        else:
            body = b""
        if answer.get(b"connection", b"").lower() == b"close":
            self.close()
        return status, body

    def close(self):
        if self.socket is not None:
            self.reader.close()
            self.socket.close()
            self.socket = None
