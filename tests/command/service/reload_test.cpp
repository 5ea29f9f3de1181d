// SIGHUP: the service reads its settings, certificate and log file again, and never ends.

#include <gtest/gtest.h>

#include "command/service/service_program.hpp"

namespace uniform::test {
namespace {

const std::string settings_file = R"py(
def write_settings(text):
    with open('u.toml', 'w') as f: f.write(text)

def reload(s, event='settings_read'):
    s.said.append({'event': 'before'})
    s.process.send_signal(signal.SIGHUP)
    s.read_log(event)
    return s.said[-1]

browser = {'Accept': 'text/html'}
)py";

TEST(reload, changes_what_can_change) {
    const result r = python(settings_file + R"py(
write_settings('[resolution]\ncorrections = true\n')
s = service('--demo', '--config', 'u.toml')
assert s.ask('/urn:example:article?fbclid=1', **browser) == 302, s.body
assert s.ask('/oai?verb=Identify') == 200 and '<repositoryName>Uniform<' in s.body
write_settings('[resolution]\ncorrections = false\n[harvest]\nname = "Ours"\n'
               '[limits]\nrate_api = 1\nburst_api = 2\n[server]\npublic_url = "https://names.example/"\n')
assert 'need_restart' not in reload(s), s.said
assert s.ask('/urn:example:article') == 302
assert s.ask('/urn:example:article?fbclid=1', **browser) == 400, (s.fields, 'no longer corrected, also from the cache')
assert s.ask('/oai?verb=Identify') == 200 and '<repositoryName>Ours<' in s.body
assert 'https://names.example/oai' in s.body, s.body
assert 429 in [s.ask('/oai?verb=Identify') for _ in range(50)]
write_settings('[limits]\nrate_api = 0\n')
reload(s)
assert s.ask('/urn:example:article?fbclid=1', **browser) == 302
assert [s.ask('/oai?verb=Identify') for _ in range(9)] == [200] * 9
assert s.url in s.body, 'the URL is that of the address again'
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(reload, names_what_needs_a_restart) {
    const result r = python(settings_file + R"py(
write_settings('')
s = service('--demo', '--config', 'u.toml')
write_settings('[server]\nworkers = 2\n[cache]\nsize = "1M"\n[log]\nrequests = "all"\n')
assert reload(s)['need_restart'] == 'server.workers, cache.size', s.said
assert s.ask('/healthz') == 200
s.read_log('request')
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(reload, of_settings_with_errors_changes_nothing) {
    const result r = python(settings_file + R"py(
write_settings('[harvest]\nname = "Ours"\n')
s = service('--demo', '--config', 'u.toml')
for text, words in (('[harvest]\nname = "Theirs"\nnmae = "x"\n', ['u.toml:3:1', 'nmae']),
                    ('[harvest\n', ['u.toml:1']),
                    ('[harvest]\nname = "Theirs"\n[log]\nfile = "no/such/folder/log"\n', ['no/such/folder/log'])):
    write_settings(text)
    why = reload(s, 'settings_refused')['why']
    assert all(w in why for w in words), why
    assert s.ask('/oai?verb=Identify') == 200 and '<repositoryName>Ours<' in s.body, text
os.remove('u.toml')
assert 'u.toml' in reload(s, 'settings_refused')['why'], s.said
assert s.ask('/healthz') == 200
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(reload, reads_certificate_and_key_again) {
    const result r = python(settings_file + R"py(
import shutil, socket, ssl
for n in 'ab':
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
                    '-keyout', n + '.key', '-out', n + '.pem', '-days', '2', '-subj', '/CN=' + n],
                   check=True, stderr=subprocess.DEVNULL)
def use(certificate, key):
    shutil.copy(certificate, 'now.pem')
    shutil.copy(key, 'now.key')
trust = ssl.create_default_context()
trust.check_hostname = False
trust.verify_mode = ssl.CERT_NONE
def connect():
    host, port = s.address.split(':')
    return trust.wrap_socket(socket.create_connection((host, int(port)), timeout=60))
def certificate_of(c): return ssl.DER_cert_to_PEM_cert(c.getpeercert(True)).strip()
def answers(c):
    c.sendall(b'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    return c.recv(4096).startswith(b'HTTP/1.1 200 ')
a, b = (open(n + '.pem').read().strip() for n in 'ab')
use('a.pem', 'a.key')
write_settings('')
s = service('--demo', '--set', 'server.certificate=now.pem', '--set', 'server.private_key=now.key', '--config', 'u.toml')
early = connect()
assert certificate_of(early) == a
use('b.pem', 'b.key')
reload(s)
assert certificate_of(connect()) == b
assert answers(early), 'connections that are open go on'
use('a.pem', 'b.key')
assert 'does not belong' in reload(s, 'settings_refused')['why'], s.said
assert certificate_of(connect()) == b and answers(connect())
# The other file cannot be opened: the certificate stays, too.
use('a.pem', 'a.key')
write_settings('[log]\nfile = "no/such/folder/log"\n')
assert 'no/such/folder/log' in reload(s, 'settings_refused')['why'], s.said
assert certificate_of(connect()) == b and answers(connect())
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(reload, opens_the_log_file_again) {
    const result r = python(settings_file + R"py(
write_settings('[log]\nrequests = "all"\n')
s = service('--demo', '--config', 'u.toml')
write_settings('[log]\nrequests = "all"\nfile = "names.log"\n')
s.process.send_signal(signal.SIGHUP)
def events(file): return [json.loads(l)['event'] for l in open(file).read().splitlines()]
def ask_until(holds):
    while not holds(): assert s.ask('/healthz') == 200
ask_until(lambda: os.path.exists('names.log') and 'request' in events('names.log'))
os.rename('names.log', 'names.log.1')
s.process.send_signal(signal.SIGHUP)
ask_until(lambda: os.path.exists('names.log') and 'request' in events('names.log'))
before = open('names.log.1').read()
s.ask('/healthz')
assert s.stop() == 0
assert events('names.log')[-2:] == ['stopping', 'stopped']
assert open('names.log.1').read() == before, 'nothing is written to the file that was moved away'
assert os.stat('names.log').st_mode & 0o777 & ~0o640 == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(reload, never_ends_the_service) {
    const result r = python(settings_file + R"py(
s = service('--demo')
for _ in range(50): s.process.send_signal(signal.SIGHUP)
assert s.ask('/healthz') == 200
reload(s)
# While it stops, too: the exit code is that of an orderly end.
s.process.send_signal(signal.SIGTERM)
s.process.send_signal(signal.SIGHUP)
assert s.stop(signal.SIGHUP) == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

} // namespace
} // namespace uniform::test
