// uniform serve: starts, answers, stops.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/service/service_program.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(serve, starts_answers_and_stops) {
    const result r = python(R"py(
s = service('--demo')
assert s.token, s.said
assert s.token not in json.dumps(s.said), 'a log is no place for a token'
assert os.stat('names.db.token').st_mode & 0o777 == 0o600
assert s.ask('/healthz') == 200 and json.loads(s.body) == {'status': 'alive'}, s.body
assert s.ask('/readyz') == 200 and json.loads(s.body) == {'status': 'ready'}, s.body
assert s.ask('/nothing/here') == 404 and json.loads(s.body)['type'].startswith('/problems/'), s.body
assert s.ask('/api/v1/history/head') == 200, s.body
number = json.loads(s.body)['number']
assert s.ask('/metrics') == 200 and s.fields['Content-Type'].startswith('text/plain; version=0.0.4')
assert 'uniform_http_requests_total{route="operation",status="200"} 2' in s.body, s.body
assert f'uniform_store_events {number}\n' in s.body, s.body
assert 'uniform_store_primary_away_seconds 0\n' in s.body, s.body
assert s.ask('/api/v1/statistics') == 401
assert s.ask('/api/v1/statistics', Authorization='Bearer ' + s.token) == 200, s.body
assert s.ask('/api/v1/statistics?from=2026-02-30', Authorization='Bearer ' + s.token) == 400, s.body
assert s.ask('/api/v1/statistics?from=2020-01-01', Authorization='Bearer ' + s.token) == 400, s.body
assert s.stop() == 0
assert [x['event'] for x in s.said[-2:]] == ['stopping', 'stopped'], s.said
again = service('--demo')
assert again.token is None, 'the first token is shown once'
assert again.stop(signal.SIGINT) == 0
alone = service(store='alone.db')
assert alone.token is None, 'a log is no place for a token'
assert [x['event'] for x in alone.said] == ['store_created', 'administrator_missing', 'started'], alone.said
assert 'uniform token create' in alone.said[1]['message'], alone.said
assert alone.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, the_demonstration_has_links_that_work) {
    const result r = python(R"py(
s = service('--demo')
def links_of(target):
    assert s.ask(target) in (200, 410), (target, s.body)
    found = re.findall(r'(?:href|src)="([^"]+)"', s.body)
    base = 'http://' + s.address
    return {l.replace('&amp;', '&').removeprefix(base).split('#')[0] for l in found if l.removeprefix(base)[:1] == '/'}
links = links_of('/') | links_of('/search?q=example:')
names = {l for l in links if l.startswith('/about/')}
assert len(names) > 5 and len(links) > 15, links
for name in names: links |= links_of(name)
withdrawn = 'urn:example:library:first-edition'
for link in links - {l for l in links if l.startswith('/urn:')}: # those are below
    elsewhere = link.startswith('/search?q=urn:') # a name of a namespace that is not managed here
    gone = link.split('?')[0] in ('/about/' + withdrawn, '/api/v1/linkset/' + withdrawn)
    for_users = link.startswith(('/manage', '/operation')) # who has signed in
    expected = 303 if elsewhere or link.startswith('/language/') else 410 if gone else 401 if for_users else 200
    assert s.ask(link) == expected, (link, s.ask(link), s.body)
for target, status in {
    '/urn:example:article': 302,
    '/urn:example:library:second-edition': 302,
    '/urn:example:rfc8141': 302,
    '/urn:example:library:first-edition': 410,
    '/uri-res/I2Ls?urn:example:library:first-edition': 410,
    '/urn:example:library:forthcoming': 404,
    '/uri-res/I2Ls?urn:example:library:forthcoming': 404,
    '/urn:example:unpublished': 200, # its description: it has no locator
}.items():
    assert s.ask(target) == status, (target, s.ask(target), s.body)
assert s.ask('/urn:example:rfc8141') == 302 and s.fields['Location'] == 'https://www.rfc-editor.org/rfc/rfc8141.html', s.fields
assert s.ask('/urn:example:article', **{'Accept-Language': 'de'}) == 302 and s.fields['Location'].startswith('https://de.'), s.fields
assert s.ask('/urn:example:library:first-edition') == 410 and 'second-edition' in s.body, s.body
assert s.stop() == 0
assert subprocess.run([os.environ['U'], 'store', 'verify', '--quiet', '--store', 'names.db']).returncode == 0
again = service('--demo')
assert not any('demonstration' in x.get('message', '') for x in again.said), 'only an empty store gets it'
again.stop()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, limits_by_address_answer_429) {
    const result r = python(R"py(
s = service('--demo', '--set', 'limits.rate_address=1', '--set', 'limits.burst_address=5')
seen = [s.ask('/urn:example:rfc8141') for _ in range(12)]
assert seen[:5] == [302] * 5 and 429 in seen[5:], seen
while s.ask('/urn:example:rfc8141') != 429: pass
assert int(s.fields['Retry-After']) >= 1 and s.fields['RateLimit-Limit'] == '5', s.fields
assert json.loads(s.body)['type'] == '/problems/too-many', s.body
s.stop()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, who_has_no_token_asks_for_names_and_for_little_else) {
    const result r = python(R"py(
s = service('--demo', '--set', 'limits.rate_api=1', '--set', 'limits.burst_api=5')
assert [s.ask('/urn:example:rfc8141') for _ in range(20)] == [302] * 20
assert [s.ask('/readyz') for _ in range(20)] == [200] * 20
assert [s.ask('/api/v1/statistics', Authorization='Bearer ' + s.token) for _ in range(20)] == [200] * 20
seen = [s.ask('/oai?verb=Identify', Authorization='Basic eDp5') for _ in range(12)]
assert seen[:5] == [200] * 5 and 429 in seen[5:], seen
assert int(s.fields['Retry-After']) >= 1, s.fields
s.stop()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, every_response_restricts_what_a_browser_does_with_it) {
    const result r = python(R"py(
import socket
s = service('--demo')
host, port = s.address.rsplit(':', 1)
def raw(text):
    with socket.create_connection((host, int(port)), timeout=20) as c:
        c.sendall(text.encode())
        c.shutdown(socket.SHUT_WR)
        return b''.join(iter(lambda: c.recv(65536), b'')).decode()
get = 'GET {} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{}\r\n'.format
seen = {}
for text in (get('/', ''), get('/healthz', ''), get('/readyz', ''), get('/metrics', ''), get('/urn:example:rfc8141', ''),
             get('/urn:example:rfc8141', ''), get('/about/urn:example:article', 'Accept: text/html\r\n'),
             get('/urn:example:nothing', 'Accept: text/html\r\n'), get('/urn:', ''), get('/nothing', ''), get('/oai', ''),
             get('/api/v1/names', ''), get('/api/v1/export', ''), get('/api/v1/tokens', ''), get('/problems/gone', ''),
             'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'HEAD / HTTP/1.0\r\n\r\n', 'nonsense\r\n\r\n',
             'GET / HTTP/1.1\r\n\r\n', get('/', 'A: ' + 'a' * 20000 + '\r\n')):
    lines = raw(text).split('\r\n\r\n')[0].split('\r\n')
    seen[lines[0].split(' ')[1]] = True
    assert lines.count('X-Content-Type-Options: nosniff') == 1, (text, lines)
    assert sum("frame-ancestors 'none'" in l for l in lines if l.startswith('Content-Security-Policy: ')) == 1, (text, lines)
    assert not any(l.startswith('Strict-Transport-Security') for l in lines), 'only with TLS (RFC 6797 7.2)'
assert {'200', '204', '302', '400', '401', '404', '431'} <= set(seen), seen
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, malformed_requests_are_logged_with_their_clients_where_clients_are) {
    const result r = python(R"py(
import socket
for logs in ('true', 'false'):
    s = service('--set', 'log.requests=all', '--set', 'log.client_address=' + logs)
    host, port = s.address.rsplit(':', 1)
    with socket.create_connection((host, int(port)), timeout=20) as c:
        c.sendall(b'nonsense\r\n\r\n')
        answer = b''.join(iter(lambda: c.recv(4096), b'')).decode()
    assert answer.startswith('HTTP/1.1 400 '), answer
    assert s.ask('/healthz') == 200
    assert s.stop() == 0
    refused, asked = [x for x in s.said if x['event'] == 'request']
    assert refused['status'] == 400 and asked['status'] == 200, s.said
    assert json.loads(answer.split('\r\n\r\n')[1])['instance'] == '/requests/' + refused['id'], (refused, answer)
    for x in (refused, asked):
        assert x.get('client') == ('127.0.0.1' if logs == 'true' else None), x
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, is_not_ready_while_the_store_answers_with_errors) {
    const result r = python(R"py(
import sqlite3
s = service('--demo')
assert s.ask('/readyz') == 200, s.body
db = sqlite3.connect('names.db', isolation_level=None)
db.execute('ALTER TABLE names RENAME TO lost')
assert s.ask('/urn:example:library:forthcoming') == 500, s.body
assert s.ask('/readyz') == 503 and s.fields['Retry-After'] == '5', s.body
assert json.loads(s.body) == {'status': 'not ready', 'reason': 'the store does not respond or reports errors'}, s.body
assert s.ask('/healthz') == 200
db.execute('ALTER TABLE lost RENAME TO names')
assert s.ask('/readyz') == 200, s.body
assert s.ask('/urn:example:library:forthcoming') == 404, s.body
s.stop()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, ends_while_a_link_is_being_checked) {
    const result r = python(R"py(
import socket
host = socket.create_server(('127.0.0.1', 0))
host.settimeout(30)
url = f'http://127.0.0.1:{host.getsockname()[1]}/never'
subprocess.run([os.environ['U'], 'store', 'migrate', '--store', 'names.db'], stdout=subprocess.DEVNULL, check=True)
made = subprocess.run([os.environ['U'], 'token', 'create', '--role', 'administrator', '--json', '--store', 'names.db'],
                      stdout=subprocess.PIPE, check=True)
fields = {'Authorization': 'Bearer ' + json.loads(made.stdout)['token'], 'Content-Type': 'application/json'}
s = service()
assert s.ask('/api/v1/namespaces/example', 'PUT', json.dumps({'nid': 'example'}), **fields, **{'If-None-Match': '*'}) < 300, s.body
body = json.dumps({'name': 'urn:example:slow', 'locators': [{'url': url}]})
assert s.ask('/api/v1/names', 'POST', body, **fields) == 201, s.body
s.stop()
s = service('--set', 'links.check=true', '--set', 'links.allow_private=true', '--set', 'links.robots=false')
asked, _ = host.accept()
assert asked.recv(1000).startswith(b'HEAD /never '), 'it is asked, and does not answer'
assert s.ask('/urn:example:slow') == 302, 'nobody waits for it'
began = time.monotonic()
assert s.stop() == 0
assert time.monotonic() - began < 3, time.monotonic() - began
assert [x['event'] for x in s.said[-2:]] == ['stopping', 'stopped'], s.said
assert subprocess.run([os.environ['U'], 'store', 'verify', '--quiet', '--store', 'names.db']).returncode == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

// A command beside a service knows what the service knows.
TEST(serve, commands_do_not_write_to_a_store_without_the_events_that_the_service_knows) {
    const result r = python(R"py(
def run(*words):
    done = subprocess.run([os.environ['U'], *words, '--store', 'names.db'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout
service('--demo').stop()
assert run('store', 'backup', 'older.db')[0] == 0
s = service()
s.stop()
assert run('name', 'assign', 'urn:example:a', 'https://a.example/')[0] == 0
service().stop()  # which has seen the event
code, said = subprocess.run([os.environ['U'], 'store', 'restore', '--replace', '--store', 'names.db', 'older.db']).returncode, ''
assert code == 0
code, said = run('name', 'assign', 'urn:example:a', 'https://other.example/')
assert code != 0 and 'uniform store confirm-history ' in said, said
code, said = run('store', 'confirm-history', said.split('confirm-history ')[1].split('`')[0])
assert code == 0, said
code, said = run('name', 'assign', 'urn:example:b', 'https://b.example/')
assert code == 0, said
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, wrong_tokens_are_slowed_down) {
    const result r = python(R"py(
s = service('--set', 'limits.failed_tokens=3')
seen = [s.ask('/api/v1/tokens', Authorization='Bearer uniform_0123456789ab_wrong') for _ in range(5)]
assert seen == [401] * 3 + [429] * 2, seen
assert int(s.fields['Retry-After']) >= 1, s.fields
s.stop()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, statistics_say_what_was_resolved_and_not_by_whom) {
    const result r = python(R"py(
s = service('--demo', '--set', 'limits.trusted_proxies=127.0.0.1')
token = s.token
for _ in range(7): s.ask('/urn:example:rfc8141')
for _ in range(3): s.ask('/urn:example:library:second-edition')
for _ in range(2): s.ask('/urn:example:library:first-edition')
for n in range(4): s.ask('/urn:example:nowhere', **{'X-Forwarded-For': f'192.0.2.{n}'})
for _ in range(4): s.ask('/urn:example:secret', **{'X-Forwarded-For': '192.0.2.7'})
def of(prefix, outcome):
    return sum(x['count'] for x in told['resolutions'] if (x['prefix'], x['outcome']) == (prefix, outcome))
assert s.stop() == 0  # which stores what was counted
s = service()
assert s.ask('/api/v1/statistics', Authorization='Bearer ' + token) == 200, s.body
told = json.loads(s.body)
assert of('', 'redirected') == 7, told
assert of('example:library:', 'redirected') == 3, told
assert of('example:library:', 'withdrawn') == 2, told
assert of('', 'unknown') == 8, told
# From the second address on; a name that one address alone has asked for is its own.
assert told['unknown'] == [{'name': 'urn:example:nowhere', 'count': 3}], told
assert '127.0.0.1' not in s.body and '192.0.2.' not in s.body
s.stop()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, the_log_has_an_entry_for_each_request_if_set) {
    const result r = python(R"py(
s = service('--demo', '--set', 'log.requests=all')
s.ask('/urn:example:rfc8141')
s.ask('/api/v1/statistics', Authorization='Bearer ' + s.token)
identity = s.fields['X-Request-Id']
s.ask('/healthz', **{'X-Request-Id': 'uniform_7f3a9c112233_Zm9vYmFy'}) # the client chose it; a token is never logged
s.stop()
lines = [x for x in s.said if x['event'] == 'request']
assert [x['status'] for x in lines] == [302, 200, 200], lines
assert lines[2]['id'] == 'uniform_7f3a9c112233_...', lines
assert lines[0]['target'] == '/urn:example:rfc8141' and 'client' not in lines[0], lines
assert lines[1]['id'] == identity and lines[1]['who'].startswith('token:'), lines
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, a_line_of_the_log_is_as_long_as_its_setting_allows) {
    const result r = python(R"py(
s = service('--demo', '--set', 'log.requests=all')
for target in ('/urn:example:' + 9000 * 'x', '/api/v1/names/' + 9000 * '%0A', '/%22' + 9000 * 'y'):
    s.ask(target, 'GET')
    s.ask(target, 4000 * 'M')
s.stop()
lines = [x for x in s.said if x['event'] == 'request']
assert lines and all(len(json.dumps(x)) < 700 for x in lines), max(len(json.dumps(x)) for x in lines)
assert all(len(json.dumps(x)) < 5000 for x in s.said), s.said
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, what_keeps_it_from_starting) {
    const result taken = python(R"py(
s = service()
port = s.address.rsplit(':', 1)[1]
other = subprocess.run([os.environ['U'], 'serve', '--port', port, '--store', 'other.db'], stderr=subprocess.PIPE, text=True)
s.stop()
print(other.stderr, end='')
if os.path.exists('other.db'): print('other.db was made')
sys.exit(other.returncode)
)py");
    EXPECT_EQ(taken.code, 3) << taken.out;
    EXPECT_THAT(taken.out, testing::StartsWith("uniform: cannot start: cannot listen at 127.0.0.1:"));
    EXPECT_THAT(taken.out, testing::EndsWith("in use\n")) << "and no store was made";
    EXPECT_EQ(shell("$U serve --port 70000").code, 2);
    EXPECT_EQ(shell("$U serve --set server.prot=1").code, 2);
    EXPECT_EQ(shell("$U serve now").code, 2);
    const result no_store = shell("echo hello > text; $U serve --port 0 --store text");
    EXPECT_EQ(no_store.code, 3);
    EXPECT_THAT(no_store.out, HasSubstr("text"));
    const result no_file = shell("$U serve --config nowhere.toml");
    EXPECT_EQ(no_file.code, 3);
    EXPECT_THAT(no_file.out, HasSubstr("nowhere.toml"));
}

TEST(serve, notifies_systemd) {
    const result r = python(R"py(
import socket
told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
told.bind('notify')
told.settimeout(20)
s = service(env={'NOTIFY_SOCKET': os.path.abspath('notify')})
assert told.recv(100) == b'READY=1'
s.stop()
assert told.recv(100) == b'STOPPING=1'
abstract = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
abstract.bind('\0uniform-test-%d' % os.getpid())
abstract.settimeout(20)
s = service(env={'NOTIFY_SOCKET': '@uniform-test-%d' % os.getpid()})
assert abstract.recv(100) == b'READY=1'
s.stop()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, a_second_signal_ends_it_at_once) {
    const result r = python(R"py(
import socket
s = service('--set', 'server.drain_time=1h')
host, port = s.address.rsplit(':', 1)
slow = socket.create_connection((host, int(port)))
slow.sendall(b'POST /api/v1/namespaces HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n')
assert slow.recv(100).startswith(b'HTTP/1.1 100 '), 'it waits for the body, which never comes'
s.process.send_signal(signal.SIGTERM)
s.read_log('stopping')
s.process.send_signal(signal.SIGTERM)
assert s.process.wait(5) == 128 + signal.SIGTERM, s.process.returncode
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

} // namespace
} // namespace uniform::test
