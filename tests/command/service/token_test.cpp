// uniform token.

#include <gtest/gtest.h>

#include "command/runner.hpp"
#include "command/service/service_program.hpp"
#include "command/service/service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(tokens, made_shown_revoked) {
    check_transcript(R"x(
$ uniform token create --role reader
token ID: reader, until TIME; it is shown only once
TOKEN
$ uniform registrar add library 'A library' > library.txt
$ uniform token create --role registrar --registrar library --label catalogue --expires 2027-06-01 > mine.txt
token ID: registrar of library, until TIME; it is shown only once
$ wc -l < mine.txt
1
$ uniform token create --role manager
uniform: a token of the role manager must have prefixes: "isbn:" for a whole namespace
[1]
$ uniform token create --role manager --prefix example: --expires 2027-06-01 > manager.txt
token ID: manager, example:, until TIME; it is shown only once
$ uniform token create --role king
uniform: --role: "king" is none of reader, registrar, manager, expert, administrator
`uniform token create --help` explains the options
[2]
$ uniform token create --role registrar
uniform: missing option: --registrar, the id of the registrar that the token acts for
`uniform token create --help` explains the options
[2]
$ uniform token create
uniform: missing option: --role
`uniform token create --help` explains the options
[2]
$ uniform token create --role reader --expires soon
uniform: "expires" of a token must be a date or a date-time, such as "2026-11-21" or "TIME" (RFC 3339 section 5.6)
    soon
    ^
[1]
$ uniform token list --limit 4 | wc -l
4
$ uniform token list | grep catalogue
ID  active   registrar      TIME  library           catalogue
$ uniform token show $(uniform token list | grep catalogue | cut -c1-12)
token ID
  role             registrar
  registrar        library
  label            catalogue
  state            active
  created          TIME
  created by       WHO
  expires          TIME
$ uniform token revoke $(uniform token list | grep catalogue | cut -c1-12)
token ID
  role             registrar
  registrar        library
  label            catalogue
  state            revoked
  created          TIME
  created by       WHO
  expires          TIME
  revoked          TIME
$ uniform token list | grep catalogue
ID  revoked  registrar      TIME  library           catalogue
$ uniform token show ID
uniform: the token "ID" does not exist. `uniform token list` lists the tokens
[1]
$ uniform token revoke ID
uniform: the token "ID" does not exist. `uniform token list` lists the tokens
[1]
$ uniform token show | grep role
  role             administrator
$ uniform token sessions
$ uniform token end-session 0011223344556677
uniform: the session "0011223344556677" does not exist. `uniform token sessions` lists the sessions
[1]
)x");
}

// A browser has signed in to the service with the token of the command.
TEST(tokens, sessions_are_listed_and_ended) {
    const result r = python(R"py(
s = service('--demo')
signed_in = http.client.HTTPConnection(s.address)
signed_in.request('POST', '/sign-in', 'token=' + s.token,
                  {'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': 'A browser'})
print(signed_in.getresponse().status)
listed = s.command('token', 'sessions', UNIFORM_TOKEN=s.token).stdout
print(listed.split()[3:], len(listed.splitlines()))
for attempt in (1, 2):
    ended = s.command('token', 'end-session', listed[:16], UNIFORM_TOKEN=s.token)
    print(ended.returncode, ended.stdout.splitlines()[-1:], len(ended.stderr.splitlines()))
print(s.command('token', 'sessions', UNIFORM_TOKEN=s.token).stdout)
s.stop()
)py");
    EXPECT_EQ(r.out, "303\n['A', 'browser'] 1\n0 ['  browser          A browser'] 0\n1 [] 1\n\n");
}

TEST(tokens, one_that_is_missing_is_named_with_its_options) {
    const result r = python(R"py(
s = service('--demo')
p = s.command('token', 'list', UNIFORM_TOKEN='')
print(p.returncode, p.stderr, end='')
s.stop()
)py");
    EXPECT_EQ(r.out, "1 uniform: a valid access token is required, as \"Authorization: Bearer TOKEN\" (RFC 6750 "
                     "section 2.1). Give the token with --token-file FILE or in the "
                     "environment variable UNIFORM_TOKEN; `uniform token create` makes one\n");
}

} // namespace
} // namespace uniform::test
