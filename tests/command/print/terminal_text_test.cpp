// The text that a terminal gets has no character that it would act on, unless the command itself means it.

#include <array>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/runner.hpp"
#include "command/service/service_program.hpp"
#include "print/terminal_text.hpp"
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/utf8.hpp>

namespace uniform::test {
namespace {

using cli::terminal_text;
using cli::text_form;
using testing::HasSubstr;

std::string escaped(std::string_view text, text_form form = text_form::text, bool colours = false) {
    std::string out;
    terminal_text t{colours};
    t.append(out, text, form);
    t.finish(out, form);
    return out;
}

TEST(terminal_text, escapes_what_is_hidden) {
    constexpr struct {
        std::string_view in, text, json;
    } rows[]{
        {"a \xC3\xA9 \xF0\x9F\x98\x80\n\tb", "a \xC3\xA9 \xF0\x9F\x98\x80\n\tb", "a \xC3\xA9 \xF0\x9F\x98\x80\n\tb"},
        {"a\r\nb\rc\r", "a\r\nb\\x0Dc\\x0D", "a\r\nb\\u000dc\\u000d"},
        {"\x1b[31m\x07\x7f\b", "\\x1B[31m\\x07\\x7F\\x08", "\\u001b[31m\\u0007\\u007f\\u0008"},
        {"\u0080\u009b31m\u009f\u00a0", "\\xC2\\x80\\xC2\\x9B31m\\xC2\\x9F\u00a0", "\\u0080\\u009b31m\\u009f\u00a0"},
        {"\x9b"
         "31m\x9d\xff",
         "\\x9B31m\\x9D\\xFF", "\\ufffd31m\\ufffd\\ufffd"},
        {"\xC3", "\\xC3", "\\ufffd"},
        {"\xE2\x80", "\\xE2\\x80", "\\ufffd\\ufffd"},
        {"\u202e\u2066\u200e\u061c", "\\xE2\\x80\\xAE\\xE2\\x81\\xA6\\xE2\\x80\\x8E\\xD8\\x9C",
         "\\u202e\\u2066\\u200e\\u061c"},
        {"\ufeff\u200b\u2028\u2029\u00ad", "\\xEF\\xBB\\xBF\\xE2\\x80\\x8B\\xE2\\x80\\xA8\\xE2\\x80\\xA9\\xC2\\xAD",
         "\\ufeff\\u200b\\u2028\\u2029\\u00ad"},
        {"\U000E0041", "\\xF3\\xA0\\x81\\x81", "\\udb40\\udc41"},
    };
    for (const auto &r : rows) {
        EXPECT_EQ(escaped(r.in), r.text);
        EXPECT_EQ(escaped(r.in, text_form::json), r.json);
    }
    EXPECT_EQ(escaped("\x1b[31mred\x1b[0m \x1b[8m \x1b[2J \x1b", text_form::text, true),
              "\x1b[31mred\x1b[0m \\x1B[8m \\x1B[2J \\x1B");
}

TEST(terminal_text, parts_do_not_matter) {
    const std::string whole = "a\xC3\xA9\u202e\U000E0041\x9b\r\n\r\xE2\x80z\x1b[31m\xF0\x9F";
    for (const text_form form : {text_form::text, text_form::json}) {
        for (std::size_t size = 1; size < whole.size(); ++size) {
            std::string out;
            terminal_text t{false};
            for (std::size_t i = 0; i < whole.size(); i += size) t.append(out, whole.substr(i, size), form);
            t.finish(out, form);
            EXPECT_EQ(out, escaped(whole, form)) << size;
        }
    }
}

// Each class of what must not arrive, once as UTF-8 and, of C1, as single octets.
const std::string evil = "<\u009b31m\u009d0;t\u009c\x9b"
                         "31m\x7f\x1b[31m\x1b]0;t\x07\u202e\u2066\u200e\u061c\ufeff\u200b\u2028\U000E0041>";

std::string hidden_in(std::string_view out, bool with_colours) {
    std::string found;
    for (std::string_view rest = out; !rest.empty();) {
        const base::utf8_sequence s = base::utf8_sequence_at(rest);
        const std::string_view one = rest.substr(0, s.size);
        const bool own = one == "\n" || one == "\t" || (with_colours && one == "\x1b");
        if (!own && (!s.valid || base::is_hidden(base::character_of(one)))) {
            for (const char c : one) found += std::to_string(static_cast<unsigned char>(c)) + " ";
        }
        rest.remove_prefix(s.size);
    }
    return found;
}

TEST(terminal, nothing_hidden_arrives_by_any_command) {
    const std::string in_page =
        "<p><a href=\"http://a.example/" + evil + "\">" + evil + "</a> http://b.example/" + evil;
    struct line {
        words arguments;
        std::string in;
    };
    const line lines[] = {
        {{"parse", evil}, ""},
        {{"parse", "http://a.example/" + evil}, ""},
        {{"check", "--list", "invalid"}, evil + "\n"},
        {{"normalize", "--on-error", "keep"}, evil + "\n"},
        {{"resolve", "--on-error", "keep", "http://a.example/", evil}, ""},
        {{"compare", evil, evil}, ""},
        {{"unique"}, evil + "\n" + evil + "\n"},
        {{"explain", evil}, ""},
        {{"edit", "--set", "fragment=" + evil, "http://a.example/"}, ""},
        {{"schemes", evil}, ""},
        {{"find"}, in_page},
        {{"find", "--html"}, in_page},
        {{"complete", evil}, ""},
        {{"lint", "http://a.example/" + evil}, ""},
        {{"lint", "--in-text"}, in_page},
        {{"url", "parse", "http://a.example/" + evil}, ""},
        {{"url", "plan", "http://a.example/" + evil}, ""},
        {{"urn", "parse", "urn:example:" + evil}, ""},
        {{"urn", "check", "urn:example:" + evil}, ""},
        {{"urn", "nid", evil}, ""},
        {{"urn", "guess", evil}, ""},
        {{"urn", "namespaces", evil}, ""},
        {{"namespace", "check", "-"}, "Namespace Identifier: " + evil + "\n\nPurpose: " + evil + "\n"},
        {{"namespace", "template", "-"}, "Namespace Identifier: " + evil + "\n\nPurpose: " + evil + "\n"},
        {{"config", "check", "-"}, "[" + evil + "]\n"},
        {{"help", evil}, ""},
        {{evil}, ""},
    };
    for (const line &l : lines) {
        for (const words &more : {words{}, words{"--json"}, words{"--color", "always"}}) {
            words with = l.arguments;
            with.insert(with.begin() + (with.front() == "urn" || with.front() == "url" || with.front() == "namespace" ||
                                                with.front() == "config"
                                            ? 2
                                            : 1),
                        more.begin(), more.end());
            const result r = run_on_terminal(with, l.in);
            EXPECT_EQ(hidden_in(r.out, true), "") << testing::PrintToString(with) << r.out;
            EXPECT_EQ(r.out.find("\x1b]"), std::string::npos) << testing::PrintToString(with);
        }
    }
}

TEST(terminal, a_fetched_page_does_not_control_it) {
    const std::string page = "data:text/plain;charset=utf-8,caf%C3%A9%0D%0A%C2%9B31m%9B31m%E2%80%AE%0Aend";
    EXPECT_EQ(run_on_terminal({"get", page}).out, "caf\u00e9\n\\xC2\\x9B31m\\x9B31m\\xE2\\x80\\xAE\nend");
    EXPECT_EQ(run_on_terminal({"get", "-o", "/dev/tty", page}).out.find("\x9b"), std::string::npos);
    EXPECT_EQ(run({"get", page}).out, "caf\u00e9\r\n\u009b31m\x9b"
                                      "31m\u202e\nend")
        << "others get the exact bytes";
    const result binary = run_on_terminal({"get", "data:,a%1B%5B31m"});
    EXPECT_NE(binary.code, 0);
    EXPECT_THAT(binary.out, HasSubstr("use --output FILE or a pipe"));
}

// From metadata, and from the service: in text, as JSON, on the store and by --server.
TEST(terminal, nothing_hidden_arrives_from_a_service) {
    const result r = python(R"py(
import pty, unicodedata
evil = '<\u009b31m\u009d0;t\u009c\x7f\u202e\u2066\u200e\u061c\ufeff\u200b\u2028\U000e0041>'
def on_terminal(*words):
    ours, theirs = pty.openpty()
    p = subprocess.Popen([os.environ['U'], *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                         env={**os.environ, 'NO_COLOR': '1'})
    os.close(theirs)
    out = b''
    while True:
        try: part = os.read(ours, 65536)
        except OSError: break
        if not part: break
        out += part
    os.close(ours)
    p.wait(60)
    return re.sub('\r+\n', '\n', out.decode('utf-8', 'surrogateescape'))
def hidden(text):
    return [hex(ord(c)) for c in text if c not in '\n\t' and unicodedata.category(c) in ('Cc', 'Cf', 'Zl', 'Zp', 'Cs')]
s = service('--demo')
fields = {'Authorization': 'Bearer ' + s.token, 'Content-Type': 'application/json'}
unseen = '<31m\u200e\u05d0\u061c\u200f\u0645\u200c\u062e>' # all others that are invisible are refused, as control characters are
for metadata, answer in (({'title': evil}, 422), ({evil[1:5]: 'a'}, 422), ({'title': unseen, unseen: unseen}, 201)):
    record = {'locators': ['https://a.example/'], 'metadata': metadata}
    assert s.ask('/api/v1/names/urn:example:evil', 'PUT', json.dumps(record), **fields) == answer, s.body
assert s.ask('/api/v1/requests', 'POST', json.dumps({'template': 'Namespace Identifier: x\n\nPurpose: ' + unseen + '\n',
                                                     'title': unseen}), **fields) == 201, s.body
number = json.loads(s.body)['request']['id']
open('token', 'w').write(s.token)
shown = 0
for where in (('--store', 'names.db'), ('--server', s.url, '--token-file', 'token')):
    for words in (('name', 'show', 'urn:example:evil'), ('name', 'list'), ('name', 'history', 'urn:example:evil'),
                  ('name', 'export', '--prefix', 'urn:example:evil'), ('name', 'export', '--format', 'csv'),
                  ('name', 'resolve', 'urn:example:evil'), ('name', 'show', 'urn:example:' + evil),
                  ('namespace', 'request', number), ('namespace', 'requests'), ('namespace', 'template', number),
                  ('namespace', 'list'), ('token', 'list'), ('registrar', 'list')):
        for more in ((), ('--json',)):
            out = on_terminal(*words, *where, *more)
            assert not hidden(out), (words, where, more, hidden(out), out)
            shown += '31m' in out
            if more and words[:2] == ('name', 'show') and words[2] == 'urn:example:evil':
                assert json.loads(out)['metadata']['title'] == unseen, out
    whole = on_terminal('name', 'export', '--prefix', 'urn:example:evil', *where)
    assert json.loads(whole)['metadata']['title'] == unseen, whole
    piped = command('name', 'export', '--prefix', 'urn:example:evil', *where).stdout
    assert unseen[4] in piped and json.loads(piped)['metadata']['title'] == unseen, piped
assert shown > 10, shown
s.stop()

# A server that sends what it likes.
import http.server, threading
class hostile(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.bodies[self.path.startswith('/api/v1/export')]
        self.send_response(self.status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    do_POST = do_PUT = do_GET
    def log_message(self, *_): pass
ear = http.server.ThreadingHTTPServer(('127.0.0.1', 0), hostile)
threading.Thread(target=ear.serve_forever, daemon=True).start()
url = f'http://127.0.0.1:{ear.server_address[1]}'
raw = evil.encode() + b'\x9b31m\x1b[31m\x1b]0;t\x07'
named = json.dumps({'name': evil, 'state': evil, 'key': evil, 'locators': [{'url': evil}], 'metadata': {evil: evil}}, ensure_ascii=False)
for status in (200, 404):
    hostile.status = status
    for body in (named, json.dumps({'items': [json.loads(named)]}, ensure_ascii=False),
                 json.dumps({'title': evil, 'detail': evil, 'rule': evil, 'type': evil, 'existing': {evil: evil}}, ensure_ascii=False)):
        hostile.bodies = [body.encode(), raw]
        for words in (('name', 'show', 'urn:example:a'), ('name', 'list'), ('name', 'export'), ('name', 'export', '--format', 'csv'),
                      ('name', 'resolve', 'urn:example:a'), ('namespace', 'show', 'example'), ('namespace', 'zone'),
                      ('namespace', 'template', '1'), ('namespace', 'available', 'x'), ('namespace', 'comments', '1')):
            for more in ((), ('--json',)):
                out = on_terminal(*words, '--server', url, *more)
                assert not hidden(out), (words, more, hidden(out), out)
ear.shutdown()
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(terminal, messages_in_a_file_are_escaped_too) {
    for (const words &line : {words{"parse", "a b" + evil}, words{"check", "-f", evil},
                              words{"urn", "namespaces", evil}, words{"get", "http://a b/" + evil}}) {
        EXPECT_EQ(hidden_in(run(line).err, false), "") << testing::PrintToString(line);
    }
}

} // namespace
} // namespace uniform::test
