// uniform serve with the link checker: pages come and go.

#include <gtest/gtest.h>

#include "service_program.hpp"

namespace uniform::test {
namespace {

// A page that goes away: its locator comes behind the other one, until it is back.
TEST(serve, links_that_go_bad_are_passed_over) {
    const result r = python(R"py(
import http.server, threading
there = {'/a', '/b'}
class pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b'a page of its own: ' + self.path.encode()
        self.send_response(200 if self.path in there else 404)
        self.send_header('Content-Type', 'text/plain')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        if self.command == 'GET': self.wfile.write(body)
    do_HEAD = do_GET
    def log_message(self, *_): pass
host = http.server.ThreadingHTTPServer(('127.0.0.1', 0), pages)
threading.Thread(target=host.serve_forever, daemon=True).start()
at = f'http://127.0.0.1:{host.server_port}'
s = service('--demo', *(x for setting in ('check=true', 'allow_private=true', 'host_delay=0s', 'recheck=1s', 'rate=100', 'dead_after=2')
                        for x in ('--set', 'links.' + setting)))
body = json.dumps({'name': 'urn:example:pages', 'locators': [at + '/a', at + '/b']})
assert s.ask('/api/v1/names', 'POST', body, Authorization='Bearer ' + s.token, **{'Content-Type': 'application/json'}) == 201, s.body
def leads_to(path):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert s.ask('/urn:example:pages') == 302, s.body
        if s.fields['Location'] == at + path: return True
        time.sleep(0.1)
    return False
assert leads_to('/a')
time.sleep(2)
assert leads_to('/a')
there.remove('/a')
assert leads_to('/b'), 'the one that is dead comes last'
assert s.ask('/api/v1/links?state=dead', Authorization='Bearer ' + s.token) == 200 and at + '/a' in s.body, s.body
there.clear()
time.sleep(4)
assert s.ask('/urn:example:pages') == 302, 'a dead one is still better than none'
there.update(('/a', '/b'))
assert leads_to('/a'), 'it is back'
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

} // namespace
} // namespace uniform::test
