// uniform registrar, and the delegations of uniform namespace.

#include <gtest/gtest.h>

#include "command/service/service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(registrars, delegations_and_transfers) {
    check_transcript(R"x(
$ uniform registrar add library 'A library' --contact names@example.org
library
  name             A library
  contact          names@example.org
  state            active
  version          1
  event            3
$ uniform registrar add library 'Another'
uniform: the registrar "library" already exists
uniform: existing:
  id: library
  name: A library
  state: active
  version: 1
  event: 3
[1]
$ uniform registrar add archive 'An archive'
archive
  name             An archive
  state            active
  version          1
  event            4
$ uniform registrar add 'No Good' x
uniform: the id of a registrar must have 1 to 64 characters of a-z, 0-9, "-", "." and "_", and begin with a letter or digit
    No Good
    ^
[1]
$ uniform registrar add library
uniform: missing argument: NAME
Usage: uniform registrar add [OPTION...] ID NAME
`uniform registrar add --help` explains the options
[2]
$ uniform registrar change library --contact urn@example.org
library
  name             A library
  contact          urn@example.org
  state            active
  version          2
  event            5
$ uniform registrar change library --title 'The library' --if-version 1
uniform: the registrar has version 2, not 1 (RFC 9110 section 13.1.1)
uniform: existing:
  id: library
  name: A library
  contact: urn@example.org
  state: active
  version: 2
  event: 5
[1]
$ uniform registrar change library
uniform: missing option: --title, --contact or --public-contact
`uniform registrar change --help` explains the options
[2]
$ uniform registrar change nobody --title Nobody
uniform: the registrar "nobody" does not exist. `uniform registrar list` lists the registrars, `uniform registrar add` adds one
[1]
$ uniform namespace delegate example:library: --registrar library --naming '[0-9-]+' --host '*.example.org' --host example.org --mint sequential --pattern '{2026-}ddddd'
example:library:
  registrar        library
  naming           [0-9-]+
  hosts            *.example.org, example.org
  minting          sequential, {2026-}ddddd
  state            active
  version          1
  event            7
$ uniform namespace delegate example:u: --registrar library --mint uuid7
example:u:
  registrar        library
  minting          uuid, version 7
  state            active
  version          1
  event            9
$ uniform namespace delegate example:x: --registrar nobody
uniform: the registrar "nobody" does not exist. `uniform registrar list` lists the registrars, `uniform registrar add` adds one
    nobody
    ^
[1]
$ uniform namespace delegate example:x: --pattern dd
uniform: --pattern and --check require --mint
`uniform namespace delegate --help` explains the options
[2]
$ uniform namespace delegate nowhere:
uniform: the namespace "nowhere" is not managed here (RFC 8141 section 5). To manage it here: `uniform namespace add nowhere WHERE`
[1]
$ uniform namespace delegations
example:library:          active  library           sequential, {2026-}ddddd
example:u:                active  library           uuid, version 7
$ uniform namespace delegations example:u:
example:u:                active  library           uuid, version 7
$ uniform name mint urn:example:library: --count 2 https://www.example.org/new
urn:example:library:2026-00000
urn:example:library:2026-00001
$ uniform name mint urn:example:library: --count 0
uniform: --count: "0" is too small: at least 1
`uniform name mint --help` explains the options
[2]
$ uniform name mint urn:example:library: --key 1; uniform name mint urn:example:library: --key 1
urn:example:library:2026-00002
urn:example:library:2026-00002
$ uniform name reserve --prefix urn:example:library: --count 2
urn:example:library:2026-00003
urn:example:library:2026-00004
$ uniform name assign urn:example:library:abc
uniform: the naming policy of "urn:example:library:" does not permit this character here
    urn:example:library:abc
                        ^
[1]
$ uniform name assign urn:example:library:7 https://www.example.com/
uniform: the locator policy of "urn:example:library:" does not permit the host of this locator
[1]
$ uniform registrar show library
library
  name             A library
  contact          urn@example.org
  state            active
  version          2
  event            5
  prefixes         example:library:, example:u:
$ uniform registrar list
archive               active  An archive
library               active  A library
$ uniform registrar end library
uniform: prefixes are delegated to the registrar: transfer them, or end their delegations, first
[1]
$ uniform registrar transfer example:library: archive --reason 'the library closes' | tee transfer.txt
transfer example:library:~1
  prefix           example:library:
  from             library
  to               archive
  state            requested
  note             the library closes
  requested by     WHO
  requested        TIME
$ uniform registrar transfers --state requested
example:library:~1  requested  example:library:      library -> archive
$ uniform registrar transfer example:library: archive
uniform: a transfer of the prefix "urn:example:library:" is already open
    example:library:
    ^
uniform: existing:
  id: example:library:~1
  prefix: example:library:
  from: library
  to: archive
  side: manager
  state: requested
  note: the library closes
  requested_by: WHO
  requested: TIME
  version: 1
  event: 20
[1]
$ uniform registrar accept $(head -1 transfer.txt | cut -d' ' -f2) --reason welcome
transfer example:library:~1
  prefix           example:library:
  from             library
  to               archive
  state            accepted
  note             the library closes
  answer           welcome
  requested by     WHO
  requested        TIME
  decided by       WHO
  decided          TIME
$ uniform name show urn:example:library:2026-00000 | grep -e registrar -e responsible
  registrar    library
  responsible  archive
$ uniform name show --json urn:example:library:2026-00000 | grep -o '"re[a-z]*":"[a-z]*"'
"registrar":"library"
"responsible":"archive"
$ uniform registrar refuse $(head -1 transfer.txt | cut -d' ' -f2)
uniform: the transfer is accepted: it cannot be changed
[1]
$ uniform registrar transfer example:u: archive > transfer.txt; uniform registrar withdraw $(head -1 transfer.txt | cut -d' ' -f2) | sed -n '1p;/state/p'
transfer example:u:~2
  state            withdrawn
$ uniform registrar accept 7
uniform: the transfer "7" does not exist. `uniform registrar transfers` lists the transfers
[1]
$ uniform namespace undelegate example:u:
example:u:
  registrar        library
  minting          uuid, version 7
  state            ended
  version          2
  event            30
$ uniform namespace undelegate example:u:
uniform: the delegation of "urn:example:u:" has ended: it cannot be changed
[1]
$ uniform namespace delegations --json
{"prefix":"example:library:","state":"active","registrar":"archive","naming":"[0-9-]+","hosts":["*.example.org","example.org"],"minting":{"method":"sequential","pattern":"{2026-}ddddd"},"version":2,"event":24}
{"prefix":"example:u:","state":"ended","registrar":"library","minting":{"method":"uuid","uuid_version":7},"version":2,"event":30}
$ uniform registrar end library
library
  name             A library
  contact          urn@example.org
  state            ended
  version          3
  event            31
$ uniform registrar list
archive               active  An archive
library               ended   A library
$ uniform registrar show nobody
uniform: the registrar "nobody" does not exist. `uniform registrar list` lists the registrars, `uniform registrar add` adds one
[1]
)x");
}

TEST(registrars, whom_readers_ask) {
    check_transcript(R"x(
$ uniform registrar add library 'A library' --public-contact https://library.example/ask
library
  name             A library
  public_contact   https://library.example/ask
  state            active
  version          1
  event            3
$ uniform registrar change library --public-contact ask@library.example
library
  name             A library
  public_contact   ask@library.example
  state            active
  version          2
  event            4
$ uniform registrar change library
uniform: missing option: --title, --contact or --public-contact
`uniform registrar change --help` explains the options
[2]
)x");
}

} // namespace
} // namespace uniform::test
