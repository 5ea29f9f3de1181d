// The history of what is not a name, by the command: uniform namespace history and its like.

#include <gtest/gtest.h>

#include "command/service/service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(histories, of_namespaces_delegations_registrars_and_transfers) {
    check_transcript(R"x(
$ uniform namespace settings example title=More > more.txt
$ uniform namespace history example
3  TIME  change  by WHO from FROM
  hash HASH
2  TIME  add  by WHO from FROM
  hash HASH
$ uniform namespace history example --limit 1
3  TIME  change  by WHO from FROM
  hash HASH
$ uniform namespace history example --json | grep -o '"title":"[^"]*"'
"title":"Examples"
"title":"More"
"title":"Examples"
$ uniform namespace settings example --as-of 2020-01-01
uniform: the namespace "example" was not managed here yet on TIME
[1]
$ uniform namespace settings example --as-of 2099-01-01 | head -2
example
  title            More
$ uniform namespace settings example --as-of 2099-01-01 title=x
uniform: --as-of and NAME=VALUE exclude each other
`uniform namespace settings --help` explains the options
[2]
$ uniform namespace settings example --as-of then
uniform: --as-of: "then" is not a date or a date-time, such as "TIME" (RFC 3339 section 5.6)
`uniform namespace settings --help` explains the options
[2]
$ uniform namespace history nothere
uniform: the namespace "nothere" is not managed here (RFC 8141 section 5). To manage it here: `uniform namespace add nothere WHERE`
[1]
$ uniform namespace history foo
uniform: the namespace "foo" is not managed here (RFC 8141 section 5). To manage it here: `uniform namespace add foo WHERE`
[1]
$ uniform namespace history
uniform: missing argument: NID
Usage: uniform namespace history [OPTION...] NID
`uniform namespace history --help` explains the options
[2]
$ uniform registrar add library 'A library' > library.txt; uniform registrar add archive 'An archive' > archive.txt
$ uniform registrar change library --contact names@example.org > change.txt
$ uniform registrar history library
6  TIME  change  by WHO from FROM
  hash HASH
4  TIME  add  by WHO from FROM
  hash HASH
$ uniform namespace delegate example:library: --registrar library > delegated.txt
$ uniform registrar transfer example:library: archive > transfer.txt
$ uniform registrar accept example:library:~1 > accepted.txt
$ uniform registrar transfer-history example:library:~1 | grep -v hash | cut -d' ' -f3-5
TIME  accept
TIME  request
$ uniform namespace delegation-history urn:example:library: | grep -v hash | cut -d' ' -f3-5
TIME  transfer
TIME  delegate
$ uniform namespace delegation-history example:library: --json | grep -o '"new":{[^}]*}' | grep -o '"registrar":"[^"]*"'
"registrar":"archive"
"registrar":"library"
$ uniform namespace delegation-history example:none
uniform: "urn:example:none" is not delegated. `uniform namespace delegations example:` lists the delegations
[1]
)x");
}

TEST(histories, of_requests_and_tokens) {
    check_transcript(R"x(
$ uniform namespace submit "$HARBOUR" > request.txt 2>&1; uniform namespace decide 1 review > step.txt
$ uniform namespace request-history 1 | grep -v hash | cut -d' ' -f3-5
TIME  review
TIME  submit
$ uniform namespace request 1 | grep '^  action'
  action           TIME  submit, round 1, by submitter (WHO)
  action           TIME  review, round 1, by administrator (WHO)
$ uniform namespace request-history x
uniform: the request "x" does not exist: requests have numbers, such as 12
[1]
$ uniform token create --role manager --prefix harbour:
uniform: the namespace "harbour" is not registered yet: the request 1 for it is in the state "under_review"; a token for its prefixes can be created after the registration (RFC 8141 section 6.2)
    harbour:
    ^
[1]
$ uniform token create --role manager --prefix example: > manager.txt 2> said.txt
$ uniform token revoke $(cut -c9-20 manager.txt) --keep-created-tokens | grep state
  state            revoked
$ uniform token history $(cut -c9-20 manager.txt) | grep -v hash | cut -d' ' -f3-5
TIME  revoke
TIME  create
$ uniform token history $(cut -c9-20 manager.txt) --json | grep -c argon
0
[1]
$ uniform token history ID
uniform: the token "ID" does not exist. `uniform token list` lists the tokens
[1]
)x");
}

} // namespace
} // namespace uniform::test
