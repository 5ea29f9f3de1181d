"""A connection of a test to a service, which is made again after an error."""
import collections
import http.client
import ssl
import urllib.parse

Response = collections.namedtuple("Response", ["status", "fields", "body"])
UNANSWERED = Response(0, {}, b"")
UNSENT = Response(0, {}, b"not connected")


class Connection:
    def __init__(self, url, ca=None, token=None):
        self.at = urllib.parse.urlsplit(url)
        self.context = ssl.create_default_context(cafile=ca) if self.at.scheme == "https" else None
        self.token = token
        self.connection = None

    def made(self, timeout):
        if self.context:
            return http.client.HTTPSConnection(self.at.hostname, self.at.port, timeout=timeout, context=self.context)
        return http.client.HTTPConnection(self.at.hostname, self.at.port, timeout=timeout)

    def ask(self, method, path, body=None, timeout=15, token=None, **fields):
        """The response; UNANSWERED or, if there is no connection, UNSENT without one."""
        if self.connection is None:
            made = self.made(timeout)
            try:
                made.connect()
            except OSError:
                return UNSENT
            self.connection = made
        elif self.connection.sock:
            self.connection.sock.settimeout(timeout)
        try:
            self.connection.request(method, path, body, {"Authorization": f"Bearer {token or self.token}"} | fields)
            response = self.connection.getresponse()
            return Response(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            return UNANSWERED


def path_of(name):
    return "/api/v1/names/" + urllib.parse.quote(name, safe="")
