// uniform webhook.

#include <gtest/gtest.h>

#include "command/service/service_program.hpp"
#include "command/service/service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(webhooks, made_tested_shown_ended) {
    check_transcript(R"x(
$ uniform webhook create https://hooks.example.org/uniform --action submit --action register --label mine > secret.txt
webhook ID: https://hooks.example.org/uniform; its secret is shown only once
$ grep -cE '^[0-9a-f]{64}$' secret.txt
1
$ uniform webhook create ftp://hooks.example.org/
uniform: "url" must be an http or https URL
    ftp://hooks.example.org/
    ^
[1]
$ uniform webhook create --typed '<ftp://hooks.example.org/>.' 2>&1 | head -2
uniform: "url" must be an http or https URL
    ftp://hooks.example.org/
$ uniform webhook create http://127.0.0.1:8080/hook
uniform: "url" has an address that is not public (loopback): deliveries to it are refused unless the setting webhooks.allow_private is true
    http://127.0.0.1:8080/hook
    ^
[1]
$ uniform webhook create http://[fd00::1]/ 2>&1 | head -1
uniform: "url" has an address that is not public (private): deliveries to it are refused unless the setting webhooks.allow_private is true
$ uniform webhook create https://hooks.example.org/ --action sing
uniform: "sing" is not an action of a request
    sing
    ^
[1]
$ uniform webhook list
ID  active  https://hooks.example.org/uniform  submit, register  mine
$ uniform webhook show $(uniform webhook list | cut -c1-12)
webhook ID
  url              https://hooks.example.org/uniform
  label            mine
  state            active
  created          TIME
  created by       WHO
  actions          submit, register
$ uniform webhook test $(uniform webhook list | cut -c1-12) | grep state
  state            active
$ uniform webhook deliveries $(uniform webhook list | cut -c1-12) | awk '{print $2, $3}'
test waiting
$ grep -c $(cat secret.txt) <(uniform webhook list --json)
0
[1]
$ uniform webhook end $(uniform webhook list | cut -c1-12) | grep state
  state            ended
$ uniform webhook deliveries $(uniform webhook list | cut -c1-12)
$ uniform webhook show ID
uniform: the webhook "ID" does not exist
[1]
)x");
}

// Deliveries are made by a running service: to a receiver at its own address only if the settings allow that.
TEST(webhooks, are_delivered_by_the_service) {
    const result r = python(R"py(
import hashlib, hmac, http.server, json, threading, time
got = []
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        got.append((self.headers, body))
        self.send_response(500 if len(got) == 1 else 204)
        self.end_headers()
    def log_message(self, *words):
        pass
receiver = http.server.HTTPServer(('127.0.0.1', 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
s = service('--demo', '--set', 'webhooks.allow_private=true', '--set', 'webhooks.retry=1s')
os.environ['UNIFORM_TOKEN'] = s.token
p = s.command('webhook', 'create', f'http://127.0.0.1:{receiver.server_port}/hook')
secret = p.stdout.strip()
hook = json.loads(s.command('webhook', 'list', '--json').stdout.splitlines()[0])['id']
s.command('webhook', 'test', hook)
end = time.monotonic() + 60
while 'delivered' not in (listed := s.command('webhook', 'deliveries', hook).stdout) and time.monotonic() < end:
    pass
headers, body = got[1]
signed = hmac.new(secret.encode(), headers['Uniform-Webhook-Timestamp'].encode() + b'.' + body, hashlib.sha256)
print(headers['Uniform-Webhook-Signature'] == 'sha256=' + signed.hexdigest(), len(got), json.loads(body)['action'],
      '2 attempts' in listed)
s.stop()
receiver.shutdown()
)py");
    EXPECT_EQ(r.out, "True 2 test True\n");
}

} // namespace
} // namespace uniform::test
