// uniform serve with the link checker. tests/links has what it finds, and how it checks again.

#include <gtest/gtest.h>

#include "command/service/service_program.hpp"

namespace uniform::test {
namespace {

// The locator of a page that is not found comes after the other one.
TEST(serve, passes_over_dead_links) {
    const result r = python(R"py(
import http.server, threading
checked = threading.Condition()
class pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b'a page of its own: ' + self.path.encode()
        self.send_response(200 if self.path == '/b' else 404)
        self.send_header('Content-Type', 'text/plain')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        if self.command == 'GET': self.wfile.write(body)
        with checked: checked.notify()
    do_HEAD = do_GET
    def log_message(self, *_): pass
host = http.server.ThreadingHTTPServer(('127.0.0.1', 0), pages)
threading.Thread(target=host.serve_forever, daemon=True).start()
at = f'http://127.0.0.1:{host.server_port}'
store = ('--store', 'names.db')
for words in (('store', 'migrate'), ('namespace', 'add', 'example', 'title=Examples'),
              ('name', 'assign', 'urn:example:pages', at + '/a', at + '/b')):
    assert command(*words, *store).returncode == 0
token = command('token', 'create', '--role', 'administrator', *store).stdout.strip()
s = service(*(x for setting in ('check=true', 'allow_private=true', 'host_delay=0s', 'rate=100', 'dead_after=1')
              for x in ('--set', 'links.' + setting)))
def location():
    assert s.ask('/urn:example:pages') == 302, s.body
    return s.fields['Location'].removeprefix(at)
def dead():
    assert s.ask('/api/v1/links?state=dead', Authorization='Bearer ' + token) == 200, s.body
    return {x['url'].removeprefix(at) for x in json.loads(s.body)['items']}
while location() != '/b':  # a result applies soon after the check
    with checked: checked.wait(0.1)
assert dead() == {'/a'}, s.body
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

} // namespace
} // namespace uniform::test
