// uniform namespace, as far as it asks the service: RFC 8141 sections 5 and 6.

#include <gtest/gtest.h>

#include "service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(namespaces, settings_and_the_way_of_a_request) {
    check_transcript(R"x(
$ uniform namespace list
example           active  iana   Examples
$ uniform namespace settings example
example
  title            Examples
  status           active
  origin           iana
  redirect         302
  q_component      append
  r_component      false
  public_resolvers false
  max_age          300
  version          2
$ uniform namespace settings example redirect=303 r_component=true max_age=60
example
  title            Examples
  status           active
  origin           iana
  redirect         303
  q_component      append
  r_component      true
  public_resolvers false
  max_age          60
  version          3
$ uniform namespace settings example redirect=200
uniform: A value is not valid: "redirect" must be 301, 302, 303 or 307
[1]
$ uniform namespace settings example wrong=1
uniform: A value is not valid: "wrong" is no setting of a namespace
[1]
$ uniform namespace settings example redirect
uniform: namespace settings needs NAME=VALUE, not "redirect"
[2]
$ uniform namespace settings example title=x --if-version 1
uniform: A condition of the request does not hold: the namespace has version 3, not 1 (RFC 9110 section 13.1.1)
[1]
$ uniform namespace settings nothere
uniform: There is nothing at this address: the namespace "nothere" is not kept here
[1]
$ uniform namespace settings nothere title=Ours | sed '/version/d'
nothere
  title            Ours
  status           active
  origin           local
  redirect         302
  q_component      append
  r_component      false
  public_resolvers false
  max_age          300
$ uniform namespace settings xy status=active
uniform: A value is not valid: "xy" cannot be the NID of a new namespace: it must have more than two characters (RFC 8141 section 5.1 (3))
[1]
$ uniform namespace available isbn
isbn: not available
  kind             formal
  registered       iana
  because          "isbn" is registered with IANA: it must not be registered already (RFC 8141 section 5.1 (1))
[1]
$ uniform namespace available harbour
harbour: available
  kind             formal
$ uniform namespace available -- -a-
-a-: not available
  kind             malformed
  because          a NID neither begins nor ends with "-" (RFC 8141 section 2.1)
[1]
$ uniform namespace available harbour --json
{"nid":"harbour","kind":"formal","free":true,"attention":[],"requests":[]}
$ "$U" namespace new harbour > empty.txt; uniform namespace draft empty.txt > draft.txt; sed -n "1,8p" draft.txt
request 1
  nid              harbour
  state            draft
  track            formal, community
  round            0
  comments         0
  open steps       edit, submit, withdraw-request
  secret           HASH (shown this once: it makes its holder the submitter)
$ uniform namespace submit empty.txt 2>&1 | head -4
uniform: request 2 is a draft now; its secret, shown this once: HASH
uniform: A value is not valid: 26 errors in the template: not filled in: the day on which you send the request, as YYYY-MM-DD; and others (RFC 8141 Appendix A)
uniform: error: not filled in: the day on which you send the request, as YYYY-MM-DD (RFC 8141 Appendix A)
uniform: error: not filled in: name of the organization or person (RFC 8141 Appendix A)
$ uniform namespace submit $HARBOUR --title Harbours --author 'A port'
uniform: request 3 is a draft now; its secret, shown this once: HASH
request 3
  nid              harbour
  title            Harbours
  submitter        A port
  state            submitted
  track            formal, community
  round            1
  comments         0
  open steps       submit, comment, review, recognize, withdraw-request
$ uniform namespace requests
1     draft         harbour           formal
2     draft         harbour           formal
3     submitted     harbour           formal    Harbours
$ uniform namespace requests harbour --state submitted --json | grep -o '"id":"[0-9]*"'
"id":"3"
$ uniform namespace comment 3 'How are names kept unique?' --author 'A reader'
comment 1
$ uniform namespace comment 3 'No name'
uniform: namespace comment needs --author: comments are public, and have one
[2]
$ echo By counting. | uniform namespace comment 3 - --author 'A port'
comment 2
$ uniform namespace comments 3
1  TIME  A reader (submitter), round 1
                   How are names kept unique?
2  TIME  A port (submitter), round 1
                   By counting.
$ uniform namespace decide 3 approve
uniform: Its state does not allow this: "approve" is not open in the state "submitted"
[1]
$ uniform namespace decide 3 aprove
uniform: there is no step "aprove"; did you mean approve?
[2]
$ uniform namespace decide 3 review | sed -n '/state/p'
  state            under_review
$ uniform namespace decide 3 return
uniform: A value is not valid: "text" is needed
[1]
$ uniform namespace decide 3 return --reason 'Say more.' | sed -n '/state/p'
  state            returned
$ uniform namespace submit $HARBOUR 3 --reason 'Said more.' | sed -n '/round/p;/state/p'
  state            submitted
  round            2
  step             TIME  review, round 1, by administrator (WHO)
  step             TIME  return, round 1, by administrator (WHO): Say more.
  step             TIME  submit, round 2, by submitter (WHO): Said more.
$ uniform namespace template 3 1 | head -1; uniform namespace template 3 | head -1; uniform namespace template 3 --json | head -2
Namespace Identifier:  harbour
Namespace Identifier:  harbour
{
  "edition": "rfc8141",
$ uniform namespace decide 3 review > /dev/null; uniform namespace decide 3 approve --round 1
uniform: A condition of the request does not hold: round 1 is over: the request is in round 2
[1]
$ uniform namespace decide 3 approve --round 2 | sed -n '/state/p'
  state            approved
$ uniform namespace available harbour
harbour: available
  kind             formal
  asked for in     request 3, approved
$ uniform namespace decide 3 register
request 3
  nid              harbour
  title            Harbours
  submitter        A port
  state            registered
  track            formal, community
  round            2
  comments         2
  step             TIME  review, round 1, by administrator (WHO)
  step             TIME  return, round 1, by administrator (WHO): Say more.
  step             TIME  submit, round 2, by submitter (WHO): Said more.
  step             TIME  review, round 2, by administrator (WHO)
  step             TIME  approve, round 2, by administrator (WHO)
  step             TIME  register, round 2, by administrator (WHO)
  namespace        harbour
  its manager      uniform token create --role manager --prefix harbour:
$ uniform namespace request 3 | sed '/ step /d'
request 3
  nid              harbour
  title            Harbours
  submitter        A port
  state            registered
  track            formal, community
  round            2
  comments         2
$ uniform namespace request 77
uniform: There is nothing at this address: there is no request 77
[1]
$ uniform namespace list
example           active  iana   Examples
harbour           active  here   Harbours
nothere           active  local  Ours
)x");
}

} // namespace
} // namespace uniform::test
