// The commands with a store or a service: interrupted imports, tokens, TLS, PostgreSQL.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/service/service_program.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::test {
namespace {

using testing::HasSubstr;

// SIGINT ends an import between two commits; the same command continues: no name is missing, none occurs twice, and the
// file of results has each line once. The interrupted import never gets the rest of its input. Names in random order
// are sorted in runs: some of a run may be there before their lines were reported, and the run is read again.
const std::string interrupted = R"py(
def interrupt_and_resume(*where, name='a%06d'):
    def lines(first, last):
        return [f'{{"name":"urn:example:{name % i}","url":"https://www.example.org/{i}"}}\n' for i in range(first, last + 1)]
    import_it = [os.environ['U'], 'name', 'import', '--results', 'results.ndjson', *where]
    with_key = [*import_it, '--key', 'names', '-']
    broken = subprocess.Popen(with_key, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    written = 0
    while not os.path.exists('results.ndjson') or os.path.getsize('results.ndjson') < 10_000:
        broken.stdin.writelines(lines(written + 1, written + 1000))
        broken.stdin.flush()
        written += 1000
    broken.send_signal(signal.SIGINT)
    says = broken.communicate(timeout=60)[1]
    assert broken.returncode == 130, (broken.returncode, says)
    assert says == ('uniform: interrupted\n'
                    'uniform: the committed lines remain; to continue, import the same file again (with the same --key)\n'), says
    LINES = written + 1000
    with open('names.ndjson', 'w') as f: f.writelines(lines(1, LINES))
    before = command('name', 'export', *where).stdout.count('\n')
    assert 0 < before <= written, (before, written)
    again = subprocess.run(with_key, stdin=open('names.ndjson'), capture_output=True, text=True, timeout=120)
    assert again.returncode == 0, again
    assert again.stdout == '', again.stdout[:100]
    after = int(re.search(r'resumed after line (\d+)', again.stderr).group(1))
    assert (before if name == 'a%06d' else 0) <= after <= written, (before, after, again.stderr)
    keys = [json.loads(x)['name'] for x in command('name', 'export', *where).stdout.splitlines()]
    assert len(keys) == LINES == len(set(keys)), len(keys)
    told = [json.loads(x) for x in open('results.ndjson')]
    assert [x['line'] for x in told if 'line' in x] == list(range(1, LINES + 1)), len(told)
    assert {x['result'] for x in told if 'line' in x} <= {'assigned', 'unchanged'}
    # A file is the same one by its path, size and time.
    for says in (f'{LINES} unchanged', f'resumed after line {LINES}'):
        by_name = subprocess.run([*import_it, 'names.ndjson'], capture_output=True, text=True, timeout=120)
        assert by_name.returncode == 0 and says in by_name.stderr, by_name

assert command('store', 'migrate', '--store', 'names.db').returncode == 0
assert command('namespace', 'add', 'example', 'title=Examples', '--store', 'names.db').returncode == 0
)py";

TEST(imports, interrupted_go_on_where_they_were) {
    const result r = python(interrupted + R"py(
interrupt_and_resume('--store', 'names.db')
assert command('store', 'verify', '--quiet', '--store', 'names.db').returncode == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(imports, interrupted_in_random_order_go_on) {
    const result r = python(interrupted + R"py(
interrupt_and_resume('--store', 'names.db', name='b%d')
assert command('store', 'verify', '--quiet', '--store', 'names.db').returncode == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(imports, interrupted_go_on_where_they_were_on_a_service) {
    const result r = python(interrupted + R"py(
with open('token.txt', 'w') as f:
    f.write(command('token', 'create', '--role', 'administrator', '--store', 'names.db').stdout)
s = service()
interrupt_and_resume('--server', s.url, '--token-file', 'token.txt')
assert s.stop() == 0
assert command('store', 'verify', '--quiet', '--store', 'names.db').returncode == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(imports, two_at_once_assign_each_name_once) {
    const result r = python(R"py(
with open('names.ndjson', 'w') as f:
    for i in range(20_000): f.write('{"name":"urn:example:a%d","url":"https://www.example.org/%d"}\n' % (i, i))
assert command('namespace', 'add', 'example', 'title=E', '--store', 'names.db').returncode == 3, 'no store yet'
command('store', 'migrate', '--store', 'names.db')
command('namespace', 'add', 'example', 'title=E', '--store', 'names.db')
s = service()
both = [subprocess.Popen([os.environ['U'], 'name', 'import', '--store', 'names.db', '--key', key, 'names.ndjson'],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for key in ('one', 'two')]
said = [p.communicate(timeout=120)[1] for p in both]
assert [p.returncode for p in both] == [0, 0], said
assigned, unchanged = (sum(int(re.search(rf'(\d+) {what}', x).group(1)) for x in said) for what in ('assigned', 'unchanged'))
assert (assigned, unchanged) == (20_000, 20_000), said
assert s.ask('/urn:example:a19999') == 302, s.body
assert s.stop() == 0
assert command('store', 'verify', '--quiet', '--store', 'names.db').returncode == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(imports, results_never_take_the_place_of_the_input) {
    const result r = shell("$U store migrate --store names.db > begin; "
                           "echo '{\"name\":\"urn:example:a\"}' > a.ndjson; ln a.ndjson b.ndjson; "
                           "$U name import --store names.db --results b.ndjson a.ndjson; echo $?; cat a.ndjson");
    EXPECT_EQ(r.out, "uniform: --results: \"b.ndjson\" is the input file\n2\n{\"name\":\"urn:example:a\"}\n");
}

TEST(tokens, which_one_is_shown_and_where_it_is_not_seen) {
    const result r = python(R"py(
s = service('--demo', '--set', 'log.requests=all')
good, bad = s.token, 'uniform_0123456789ab_' + 43 * 'x'
open('good.txt', 'w').write(good + '\n')
open('bad.txt', 'w').write(bad + '\n')
for words, variable, code in ((['--token', good], bad, 0), (['--token', bad], good, 1),
                              (['--token-file', 'good.txt'], bad, 0), (['--token-file', 'bad.txt'], good, 1),
                              ([], good, 0), ([], bad, 1), (['--token', ''], good, 1),
                              (['--token', good, '--token-file', 'good.txt'], good, 2)):
    r = s.command('token', 'list', *words, UNIFORM_TOKEN=variable)
    assert r.returncode == code, (words, r)
    assert good[21:] not in r.stdout + r.stderr and bad[21:] not in r.stderr, r
quiet = quiet_server()
for words in (['--token', good], ['--token=' + good]):
    seen = quiet.command_line_of('name', 'list', '--server', f'http://{quiet.address}', *words)
    assert '--token' in seen and good[21:] not in seen, seen
assert s.stop() == 0
assert sum(good[21:] in json.dumps(x) for x in s.said) == 0, 'the log is no place for a token'
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(stores, passwords_are_not_left_in_the_list_of_processes) {
    const result r = python(R"py(
quiet = quiet_server()
at = f'{quiet.address}/names'
for words, good in ((['--store', f'postgresql://u:hush@{at}'], '//u:xxxx@'),
                    ([f'--store=POSTGRES://u:hush%40hush@{at}'], '//u:xxxxxxxxxxx@'),
                    (['--store', f'postgresql://u@{at}?password=hush&connect_timeout=60'], '?password=xxxx&connect_timeout=60'),
                    (['--set', f'store.location=postgresql://u:hush@{at}'], '//u:xxxx@')):
    seen = quiet.command_line_of('config', 'check', *words)
    assert good in seen and 'hush' not in seen, seen
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(tls, a_certificate_is_checked) {
    const result r = python(R"py(
def certificate(name, address):
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
                    '-keyout', name + '.key', '-out', name + '.pem', '-days', '2', '-subj', '/CN=test',
                    '-addext', 'subjectAltName=IP:' + address], check=True, capture_output=True)
certificate('here', '127.0.0.1')
certificate('elsewhere', '127.0.0.2')
show = ('name', 'show', 'urn:example:rfc8141')
s = service('--demo', '--set', 'server.certificate=here.pem', '--set', 'server.private_key=here.key')
assert s.url.startswith('https://'), s.url
good = s.command(*show, SSL_CERT_FILE='here.pem')
assert good.returncode == 0 and good.stdout.startswith('urn:example:rfc8141\n'), good
for trusted in ({}, {'SSL_CERT_FILE': 'elsewhere.pem'}):
    r = s.command(*show, **trusted)
    assert r.returncode == 3 and r.stdout == '', r
    assert r.stderr.startswith(f'uniform: no response from {s.url}: SSL certificate problem'), r
import ssl
for path in ('/healthz', '/urn:example:article', '/urn:example:article', '/api/v1/namespaces'):
    c = http.client.HTTPSConnection(s.address, context=ssl.create_default_context(cafile='here.pem'))
    c.request('GET', path)
    fields = c.getresponse().headers
    c.close()
    assert fields['Strict-Transport-Security'] == 'max-age=31536000', (path, fields) # RFC 6797
plain = command(*show, '--server', s.url.replace('https', 'http'))
assert plain.returncode == 1 and plain.stderr.startswith('uniform: this port is for HTTPS'), plain
assert s.stop() == 0
s = service('--demo', '--set', 'server.certificate=elsewhere.pem', '--set', 'server.private_key=elsewhere.key')
r = s.command(*show, SSL_CERT_FILE='elsewhere.pem')  # trusted, and not for this address
assert r.returncode == 3 and 'subject name' in r.stderr, r
assert s.stop() == 0
for pair in (('here.pem', 'elsewhere.key'), ('none.pem', 'here.key'), ('here.key', 'here.key')):
    r = command('serve', '--port', '0', '--store', 'x.db', '--set', 'server.certificate=' + pair[0],
                '--set', 'server.private_key=' + pair[1])
    assert r.returncode == 3 and r.stderr.startswith('uniform: cannot start: the '), r
    assert not os.path.exists('x.db')
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(serve, options_of_the_whole_service_lists_the_methods) {
    const result r = python(R"py(
import socket
s = service('--demo')
host, port = s.address.rsplit(':', 1)
def raw(line):
    with socket.create_connection((host, int(port)), timeout=20) as c:
        c.sendall(line.encode() + b' HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
        return b''.join(iter(lambda: c.recv(4096), b'')).decode()
everything = raw('OPTIONS *')  # RFC 9110 9.3.7
assert everything.startswith('HTTP/1.1 204 ') and '\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n' in everything, everything
assert raw('GET *').startswith('HTTP/1.1 400 ')
assert '\r\nAllow: GET, HEAD, OPTIONS\r\n' in raw('OPTIONS /urn:example:rfc8141')
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

class on_postgresql : public testing::Test {
protected:
    void SetUp() override {
        postgresql_server::need();
        if (!IsSkipped()) location = postgresql_server::shared()->fresh_database();
    }
    [[nodiscard]] result program(const std::string &text) const {
        return python("LOCATION = '" + location + "'\n" + text);
    }
    std::string location;
};

TEST_F(on_postgresql, commands_do_what_they_do_on_a_file) {
    const result r = program(R"py(
def twice(*words, code=0, stdin=None):
    said = []
    for store in ('names.db', LOCATION):
        r = subprocess.run([os.environ['U'], *words, '--store', store], capture_output=True, text=True, input=stdin, timeout=60)
        assert r.returncode == code, (store, r)
        said.append(re.sub(r'\d{4}-\d\d-\d\dT[\d:.]+Z|\b[0-9a-f]{64}\b', 'X', r.stdout))
    assert said[0] == said[1], said
    return said[0]

for store in ('names.db', LOCATION): assert command('store', 'migrate', '--store', store).returncode == 0
twice('namespace', 'add', 'example', 'title=Examples')
twice('registrar', 'add', 'library', 'A library')
twice('namespace', 'delegate', 'example:library:', '--registrar', 'library', '--mint', 'sequential', '--pattern', 'ddd')
assert twice('name', 'mint', 'urn:example:library:', '--count', '3').count('\n') == 3
twice('name', 'assign', 'urn:example:a', 'https://www.example.org/a', '--metadata', 'title=\u00c4')
twice('name', 'assign', 'urn:example:a', 'https://www.example.org/b', code=1)
twice('name', 'reserve', 'urn:example:r')
twice('name', 'activate', 'urn:example:r', 'https://www.example.org/r')
twice('name', 'locate', 'urn:example:a', 'https://www.example.org/c')
twice('name', 'withdraw', 'urn:example:r', '--reason', 'by mistake', '--successor', 'urn:example:a')
lines = ''.join('{"name":"urn:example:n%05d","url":"https://www.example.org/%d"}\n' % (i, i) for i in range(10_000))
assert twice('name', 'import', '-', '--quiet', stdin=lines) == ''
assert twice('name', 'export').count('\n') == 10_005
assert twice('name', 'list', '--prefix', 'urn:example:library:').count('\n') == 3
twice('name', 'history', 'urn:example:r')
twice('name', 'show', 'urn:example:r')
assert twice('name', 'resolve', 'urn:example:a') == 'https://www.example.org/c\n'
twice('name', 'show', 'urn:example:none', code=1)
heads = twice('store', 'verify')
assert '10005 names' in heads, heads
for made in ('backup.db',):
    assert command('store', 'backup', '--store', LOCATION, made).returncode == 0
    assert command('store', 'verify', '--quiet', '--store', made).returncode == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

// The database stops and starts again: the connections are closed and opened again.
TEST_F(on_postgresql, a_service_outlives_its_database_being_away) {
    const result r = program(R"py(
import socket, threading
class between:
    def __init__(self, to):
        self.to, self.open, self.port = to, [], 0
        self.start()
    def start(self):
        self.ear = socket.create_server(('127.0.0.1', self.port))
        self.port = self.ear.getsockname()[1]
        threading.Thread(target=self.accept, args=(self.ear,), daemon=True).start()
    def accept(self, ear):
        while True:
            try: a, _ = ear.accept()
            except OSError: return
            b = socket.socket(socket.AF_UNIX)
            b.connect(self.to)
            self.open += [a, b]
            for x, y in ((a, b), (b, a)): threading.Thread(target=self.copy, args=(x, y), daemon=True).start()
    def copy(self, x, y):
        try:
            while part := x.recv(65536): y.sendall(part)
        except OSError: pass
        for s in (x, y):
            try: s.shutdown(socket.SHUT_RDWR)
            except OSError: pass
    def stop(self):
        self.ear.shutdown(socket.SHUT_RDWR)
        self.ear.close()
        for s in self.open:
            try: s.shutdown(socket.SHUT_RDWR)
            except OSError: pass
            s.close()
        self.open = []

where, database = re.fullmatch(r'postgresql://postgres@([^/:]+)[^/]*/(\w+)', LOCATION).groups()
folder = urllib.parse.unquote(where)
b = between(next(os.path.join(folder, x) for x in os.listdir(folder) if re.fullmatch(r'\.s\.PGSQL\.\d+', x)))
s = service('--demo', '--set', 'store.reconnect_for=500ms', store=f'postgresql://postgres@127.0.0.1:{b.port}/{database}')
assert s.ask('/readyz') == 200, s.body
assert s.ask('/urn:example:rfc8141') == 302, s.body
b.stop()
while s.ask('/readyz') != 503: pass
assert s.fields['Content-Type'].startswith('application/'), s.body
for _ in range(5):
    began = time.monotonic()
    assert s.ask('/healthz') == 200, s.body
    assert s.ask('/readyz') == 503, s.body
    assert s.ask('/metrics') == 200
    assert time.monotonic() - began < 5, 'operation waits for the store'
assert s.ask('/urn:example:rfc8141') == 302, 'what is in memory is answered'
assert s.ask('/urn:example:article') == 503, s.body
body = json.dumps({'name': 'urn:example:away', 'locators': ['https://www.example.org/']})
fields = {'Authorization': 'Bearer ' + s.token, 'Content-Type': 'application/json'}
assert s.ask('/api/v1/names', 'POST', body, **fields) == 503 and json.loads(s.body)['status'] == 503, s.body
assert LOCATION not in s.body
b.start()
while s.ask('/readyz') != 200: pass
assert s.ask('/api/v1/names', 'POST', body, **fields) == 201, s.body
assert s.ask('/urn:example:away') == 302, s.body
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

} // namespace
} // namespace uniform::test
