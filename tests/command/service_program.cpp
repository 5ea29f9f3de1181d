#include "service_program.hpp"

namespace uniform::test {
namespace {

const std::string prelude = R"py(
import http.client, json, os, re, signal, subprocess, sys, time, urllib.parse

def command(*words, **environment):
    return subprocess.run([os.environ['U'], *words], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})

class service:
    def __init__(self, *words, store='names.db', env=None):
        self.process = subprocess.Popen([os.environ['U'], 'serve', '--port', '0', '--store', store, *words],
                                        stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})
        self.said = []
        for line in self.process.stderr:
            self.said.append(json.loads(line))
            if self.said[-1]['event'] == 'started':
                break
        else:
            raise SystemExit('it did not start')
        self.url = self.said[-1]['url']
        self.address = self.url.split('://')[1]
        kept = [s['says'].split(' is in the file ')[1] for s in self.said if ' is in the file ' in s.get('says', '')]
        self.token = open(kept[0]).read().strip() if kept else None

    def ask(self, target, method='GET', body=None, **fields):
        c = http.client.HTTPConnection(self.address, timeout=30)
        c.request(method, target, body=body, headers=fields)
        r = c.getresponse()
        self.fields = r.headers
        self.body = r.read().decode()
        c.close()
        return r.status

    def command(self, *words, **environment):
        return command(*words, '--server', self.url, **environment)

    def stop(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        rest = self.process.stderr.read()
        self.said += [json.loads(line) for line in rest.splitlines()]
        return self.process.wait(30)
)py";

} // namespace

result python(const std::string &program) {
    return shell("export U=$U; unset UNIFORM_SERVER UNIFORM_TOKEN UNIFORM_CONFIG SSL_CERT_FILE; python3 - <<'END'\n" +
                 prelude + program + "\nEND\n");
}

} // namespace uniform::test
