// uniform registrar, and the delegations of uniform namespace.

#include <gtest/gtest.h>

#include "service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(registrars, delegations_and_transfers) {
    check_transcript(R"x(
$ uniform registrar add library 'A library' --contact names@example.org
library
  name             A library
  contact          names@example.org
  state            active
  version          3
$ uniform registrar add library 'Another'
uniform: It is taken: there is a registrar "library" already
uniform: there is: {"id":"library","name":"A library","state":"active","version":3}
[1]
$ uniform registrar add archive 'An archive'
archive
  name             An archive
  state            active
  version          4
$ uniform registrar add 'No Good' x
uniform: A value is not valid: the id of a registrar is 1 to 64 of a-z, 0-9, "-", "." and "_", and begins with a letter or digit
[1]
$ uniform registrar add library
uniform: registrar add takes an ID and a NAME
[2]
$ uniform registrar change library --contact urn@example.org
library
  name             A library
  contact          urn@example.org
  state            active
  version          5
$ uniform registrar change library --title 'The library' --if-version 1
uniform: A condition of the request does not hold: the registrar has version 5, not 1 (RFC 9110 section 13.1.1)
[1]
$ uniform registrar change library
uniform: registrar change needs --title or --contact
[2]
$ uniform registrar change nobody --title Nobody
uniform: There is nothing at this address: there is no registrar "nobody"
[1]
$ uniform namespace delegate example:library: --registrar library --naming '[0-9-]+' --host '*.example.org' --host example.org --mint sequential --pattern '{2026-}ddddd'
example:library:
  registrar        library
  naming           [0-9-]+
  hosts            *.example.org, example.org
  minting          sequential, {2026-}ddddd
  state            active
  version          7
$ uniform namespace delegate example:u: --registrar library --mint uuid7
example:u:
  registrar        library
  minting          uuid, version 7
  state            active
  version          9
$ uniform namespace delegate example:x: --registrar nobody
uniform: A value is not valid: there is no registrar "nobody"
[1]
$ uniform namespace delegate example:x: --pattern dd
uniform: --pattern and --check need --mint
[2]
$ uniform namespace delegate nowhere:
uniform: There is nothing at this address: the namespace "nowhere" is not kept here
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
uniform: --count needs a number from 1, not "0"
[2]
$ uniform name mint urn:example:library: --key 1; uniform name mint urn:example:library: --key 1
urn:example:library:2026-00002
urn:example:library:2026-00002
$ uniform name reserve --prefix urn:example:library: --count 2
urn:example:library:2026-00003
urn:example:library:2026-00004
$ uniform name assign urn:example:library:abc
uniform: The policy of the namespace or prefix does not allow this: With this character no name goes on by the naming policy of "urn:example:library:"
    urn:example:library:abc
                        ^
[1]
$ uniform name assign urn:example:library:7 https://www.example.com/
uniform: The policy of the namespace or prefix does not allow this: The locator policy of "urn:example:library:" does not name the host of this locator
[1]
$ uniform registrar show library
library
  name             A library
  contact          urn@example.org
  state            active
  version          5
  prefixes         example:library:, example:u:
$ uniform registrar list
archive               active  An archive
library               active  A library
$ uniform registrar end library
uniform: Its state does not allow this: prefixes are delegated to the registrar: transfer them or end their delegation first
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
uniform: It is taken: a transfer of this prefix waits for an answer
uniform: there is: {"from":"library","id":"example:library:~1","note":"the library closes","prefix":"example:library:","requested":"TIME","requested_by":"WHO","side":"manager","state":"requested","to":"archive","version":20}
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
$ uniform registrar refuse $(head -1 transfer.txt | cut -d' ' -f2)
uniform: Its state does not allow this: the transfer is accepted already
[1]
$ uniform registrar transfer example:u: archive > transfer.txt; uniform registrar withdraw $(head -1 transfer.txt | cut -d' ' -f2) | sed -n '1p;/state/p'
transfer example:u:~2
  state            withdrawn
$ uniform registrar accept 7
uniform: There is nothing at this address: there is no such transfer
[1]
$ uniform namespace undelegate example:u:
example:u:
  registrar        library
  minting          uuid, version 7
  state            ended
  version          30
$ uniform namespace undelegate example:u:
uniform: Its state does not allow this: the delegation of "urn:example:u:" has ended already
[1]
$ uniform namespace delegations --json
{"hosts":["*.example.org","example.org"],"minting":{"method":"sequential","pattern":"{2026-}ddddd"},"naming":"[0-9-]+","prefix":"example:library:","registrar":"archive","state":"active","version":24}
{"minting":{"method":"uuid","uuid_version":7},"prefix":"example:u:","registrar":"library","state":"ended","version":30}
$ uniform registrar end library
library
  name             A library
  contact          urn@example.org
  state            ended
  version          31
$ uniform registrar list
archive               active  An archive
library               ended   A library
$ uniform registrar show nobody
uniform: There is nothing at this address: there is no registrar "nobody"
[1]
)x");
}

} // namespace
} // namespace uniform::test
