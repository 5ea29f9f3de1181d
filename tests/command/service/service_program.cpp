#include "command/service/service_program.hpp"

namespace uniform::test {
namespace {

const std::string prelude = R"py(
import atexit, http.client, json, os, re, signal, subprocess, sys, time, urllib.parse

def too_long(*_): raise SystemExit('it takes longer than four minutes')
signal.signal(signal.SIGALRM, too_long)
signal.alarm(240)

def command(*words, **environment):
    return subprocess.run([os.environ['U'], *words], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})

class service:
    def __init__(self, *words, store='names.db', env=None):
        self.process = subprocess.Popen([os.environ['U'], 'serve', '--port', '0', '--store', store, *words],
                                        stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})
        atexit.register(self.process.kill) # if the program fails
        self.said = []
        for line in self.process.stderr:
            self.said.append(json.loads(line))
            if self.said[-1]['event'] == 'started':
                break
        else:
            raise SystemExit('it did not start')
        self.url = self.said[-1]['url']
        self.address = self.url.split('://')[1]
        kept = [s['message'].split(' is in the file ')[1] for s in self.said if ' is in the file ' in s.get('message', '')]
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

    def read_log(self, event):
        """Reads the log up to this event."""
        while self.said[-1]['event'] != event:
            self.said.append(json.loads(self.process.stderr.readline()))

    def stop(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        rest = self.process.stderr.read()
        self.said += [json.loads(line) for line in rest.splitlines()]
        return self.process.wait(30)

class quiet_server:
    """Accepts connections and sends nothing."""
    def __init__(self):
        import socket
        self.ear = socket.create_server(('127.0.0.1', 0))
        self.ear.settimeout(60)
        self.address = f'127.0.0.1:{self.ear.getsockname()[1]}'
    def command_line_of(self, *words):
        """The words that others see of a command, when it has connected."""
        p = subprocess.Popen([os.environ['U'], *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
        connection, _ = self.ear.accept()
        seen = open(f'/proc/{p.pid}/cmdline').read()
        p.kill()
        p.wait(60)
        connection.close()
        return seen
)py";

} // namespace

result python(const std::string &program) {
    return shell("export U=$U; unset UNIFORM_SERVER UNIFORM_TOKEN UNIFORM_CONFIG SSL_CERT_FILE; python3 - <<'END'\n" +
                 prelude + program + "\nEND\n");
}

} // namespace uniform::test
