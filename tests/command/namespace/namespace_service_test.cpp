// uniform namespace, as far as it asks the service: RFC 8141 sections 5 and 6.

#include <gtest/gtest.h>

#include "command/service/service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(namespaces, locators_by_template) {
    check_transcript(R"x(
$ uniform name assign urn:example:lib-7 | tail -1
  event        3
$ uniform namespace settings example 'locator_template=https://archive.example/{nss}' | grep template
  locator_template https://archive.example/{nss}
$ uniform name resolve urn:example:lib-7
https://archive.example/lib-7
$ uniform namespace delegate urn:example:lib- --locator-template 'https://lib.example/{suffix}'
example:lib-
  locator_template https://lib.example/{suffix}
  state            active
  version          1
  event            5
$ uniform name resolve urn:example:lib-7 --json
{"service":"I2L","uri":"urn:example:lib-7","urn":"urn:example:lib-7","locator_template":{"template":"https://lib.example/{suffix}","prefix":"example:lib-"},"result":"https://lib.example/7"}
$ uniform name show urn:example:lib-7 | grep -c locator
0
[1]
$ uniform namespace settings example 'locator_template=https://archive.example/{name}'
uniform: "locator_template" of the settings of a namespace has the unknown variable "name"; there are urn, nid, nss and suffix
    https://archive.example/{name}
                             ^
[1]
$ uniform namespace delegate urn:example:lib- --locator-template 'https://{suffix}.example/'
uniform: "locator_template" of a delegation must have the same host for all names: nss, suffix and urn belong into its path, its query or its fragment
    https://{suffix}.example/
    ^
[1]
$ uniform namespace settings example 'locator_template=news:{nss}'
uniform: the scheme "news" of the locator is not one to which this service redirects: http, https, ftp (setting locators.schemes) (setting locators.schemes; RFC 3986 section 7.1)
    news:{nss}
    ^
[1]
)x");
}

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
  version          1
  event            2
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
  version          2
  event            3
$ uniform namespace settings example redirect=200
uniform: "redirect" of the settings of a namespace must be 301, 302, 303 or 307
[1]
$ uniform namespace settings example wrong=1
uniform: unknown setting "wrong"
The settings are title, status, redirect, q_component, r_component, public_resolvers, max_age, reinstate_within, locator_template, components, syntax, equivalence, checks.
    wrong=1
    ^
`uniform namespace settings --help` explains the options
[2]
$ uniform namespace add another redirct=303
uniform: unknown setting "redirct": did you mean "redirect"?
The settings are title, status, redirect, q_component, r_component, public_resolvers, max_age, reinstate_within, locator_template, components, syntax, equivalence, checks.
    redirct=303
    ^
`uniform namespace add --help` explains the options
[2]
$ uniform namespace settings example redirect
uniform: "redirect" is not of the form NAME=VALUE
    redirect
    ^
`uniform namespace settings --help` explains the options
[2]
$ uniform namespace settings example title=x --if-version 1
uniform: the namespace has version 2, not 1 (RFC 9110 section 13.1.1)
uniform: existing:
  nid: example
  status: active
  origin: iana
  title: Examples
  redirect: 303
  q_component: append
  r_component: true
  public_resolvers: false
  max_age: 60
  version: 2
  event: 3
[1]
$ uniform namespace settings nothere
uniform: the namespace "nothere" is not managed here (RFC 8141 section 5). To manage it here: `uniform namespace add nothere WHERE`
[1]
$ uniform namespace settings nothere title=Ours
uniform: the namespace "nothere" is not managed here (RFC 8141 section 5). To manage it here: `uniform namespace add nothere WHERE`
[1]
$ uniform namespace add nothere title=Ours | sed -E '/version|event/d'
nothere
  title            Ours
  status           active
  origin           local
  redirect         302
  q_component      append
  r_component      false
  public_resolvers false
  max_age          300
  syntax           any NSS of RFC 8141
  equivalence      RFC 8141 section 3.1
$ uniform namespace add nothere
uniform: the namespace "nothere" already exists: `uniform namespace settings nothere` shows its settings
[1]
$ uniform namespace add exmaple
uniform: "exmaple" is similar to "example", which is managed here, and a namespace cannot be removed. If you mean "example": `uniform namespace settings example`; if you mean "exmaple": `uniform namespace add exmaple --force` (API: ?force=true)
[1]
$ uniform namespace add axample
uniform: "axample" is similar to "example", which is managed here, and a namespace cannot be removed. If you mean "example": `uniform namespace settings example`; if you mean "axample": `uniform namespace add axample --force` (API: ?force=true)
[1]
$ uniform namespace add xample
uniform: "xample" is similar to "example", which is managed here, and a namespace cannot be removed. If you mean "example": `uniform namespace settings example`; if you mean "xample": `uniform namespace add xample --force` (API: ?force=true)
[1]
$ uniform namespace add eexample
uniform: "eexample" is similar to "example", which is managed here, and a namespace cannot be removed. If you mean "example": `uniform namespace settings example`; if you mean "eexample": `uniform namespace add eexample --force` (API: ?force=true)
[1]
$ uniform namespace add ISBNN
uniform: "isbnn" is similar to "isbn", which is registered with IANA, and a namespace cannot be removed. If you mean "isbn": `uniform namespace add isbn`; if you mean "isbnn": `uniform namespace add isbnn --force` (API: ?force=true)
[1]
$ uniform namespace add nowhere
uniform: "nowhere" is similar to "nothere", which is managed here, and a namespace cannot be removed. If you mean "nothere": `uniform namespace settings nothere`; if you mean "nowhere": `uniform namespace add nowhere --force` (API: ?force=true)
[1]
$ uniform namespace add nowhere --force | head -1
nowhere
$ uniform namespace delegations isbnn:
uniform: the namespace "isbnn" is not managed here (did you mean "isbn"?) (RFC 8141 section 5)
[1]
$ uniform namespace delegations example:
$ uniform namespace delegations --typed ' <URN:exmaple:>'
uniform: the namespace "exmaple" is not managed here (did you mean "example"?) (RFC 8141 section 5)
[1]
$ uniform name list --prefix urn:exmaple:
uniform: the namespace "exmaple" is not managed here (did you mean "example"?) (RFC 8141 section 5)
[1]
$ uniform name show urn:exmaple:a
uniform: the namespace "exmaple" is not managed here (did you mean "example"?) (RFC 8141 section 5)
[1]
$ uniform name list --prefix URN:EXAMPLE:
$ uniform name export --prefix exmaple:a
uniform: the namespace "exmaple" is not managed here (did you mean "example"?) (RFC 8141 section 5)
[1]
$ uniform name export --prefix example:a
$ uniform namespace add xy status=active
uniform: "xy" cannot be the NID of a new namespace: it must have more than two characters (RFC 8141 section 5.1 (3))
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
{"nid":"harbour","kind":"formal","free":true,"list_date":"2026-07-28","attention":[],"requests":[]}
$ "$U" namespace new harbour > empty.txt; uniform namespace draft empty.txt > draft.txt; sed -n "1,8p" draft.txt
request 1
  nid              harbour
  state            draft
  track            formal, community
  round            0
  comments         0
  possible actions draft, submit, withdraw
  secret           HASH (shown only once: it makes its holder the submitter)
$ uniform namespace submit empty.txt 2>&1 | head -3
uniform: 26 errors in the template: not filled in: the date of the request, as YYYY-MM-DD; and others (RFC 8141 Appendix A)
uniform: line 5: error: not filled in: the date of the request, as YYYY-MM-DD (RFC 8141 Appendix A)
uniform: line 8: error: not filled in: name of the organization or person (RFC 8141 Appendix A)
$ uniform namespace submit $HARBOUR --title Harbours --author 'A port'
request 2
  nid              harbour
  title            Harbours
  submitter        A port
  state            submitted
  track            formal, community
  round            1
  comments         0
  action           TIME  submit, round 1, by submitter (WHO)
  possible actions submit, comment, review, recognize, withdraw
  pattern of names ^[A-Za-z]{5}:[0-9]+$
  equivalence      Names that differ only in the case of letters are equivalent.
  r-components     not-defined
  q-components     not-defined
  f-components     not-defined
  secret           HASH (shown only once: it makes its holder the submitter)
$ uniform namespace requests
1     draft         harbour           formal
2     submitted     harbour           formal    Harbours
$ uniform namespace requests harbour --state submitted --json | grep -o '"id":"[0-9]*"'
"id":"2"
$ uniform namespace comment 2 'How are names kept unique?' --author 'A reader'
comment 1
$ uniform namespace comment 2 'No name'
uniform: missing option: --author, which is shown with the comment
`uniform namespace comment --help` explains the options
[2]
$ echo By counting. | uniform namespace comment 2 - --author 'A port'
comment 2
$ uniform namespace comments 2
1  TIME  A reader (submitter), round 1
                   How are names kept unique?
2  TIME  A port (submitter), round 1
                   By counting.
$ uniform namespace decide 2 approve
uniform: the action "approve" is not possible in the state "submitted". `uniform namespace request 2` shows the possible actions
[1]
$ uniform namespace decide 2 comment
uniform: not a decision: `uniform namespace comment` does that
`uniform namespace decide --help` explains the options
[2]
$ uniform namespace decide 2 aprove
uniform: "aprove" is none of submit, review, return, approve, report, decline, reopen, recognize, conclude, register, settle, withdraw, accept, dismiss: did you mean "approve"?
`uniform namespace decide --help` explains the options
[2]
$ uniform namespace decide 2 review | sed -n '/state/p'
  state            under_review
$ uniform namespace decide 2 return
uniform: missing option: --reason; the submitter must know it
`uniform namespace decide --help` explains the options
[2]
$ uniform namespace decide 2 return --reason 'Say more.' | sed -n '/state/p'
  state            returned
$ uniform namespace submit $HARBOUR 2 --reason 'Said more.' | sed -n '/round/p;/state/p'
  state            submitted
  round            2
  action           TIME  submit, round 1, by submitter (WHO)
  action           TIME  review, round 1, by administrator (WHO)
  action           TIME  return, round 1, by administrator (WHO): Say more.
  action           TIME  submit, round 2, by submitter (WHO): Said more.
$ uniform namespace template 2 1 | head -1; uniform namespace template 2 | head -1; uniform namespace template 2 --json | head -2
Namespace Identifier:  harbour
Namespace Identifier:  harbour
{
  "edition": "rfc8141",
$ uniform namespace decide 2 review > /dev/null; uniform namespace decide 2 approve --round 1
uniform: round 1 has ended: the request is in round 2
[1]
$ uniform namespace decide 2 approve --round 2 | sed -n '/state/p'
  state            approved
$ uniform namespace decide 2 reopen
uniform: missing option: --reason; the submitter must know it
`uniform namespace decide --help` explains the options
[2]
$ uniform namespace decide 2 reopen --reason 'A question came up.' | sed -n '/state/p;/possible/p'
  state            under_review
  possible actions submit, comment, return, recognize, approve, report, decline, withdraw
$ uniform namespace decide 2 approve --body X
uniform: --body belongs to recognize
`uniform namespace decide --help` explains the options
[2]
$ uniform namespace decide 2 approve | sed -n '/state/p'
  state            approved
$ uniform namespace available harbour
harbour: available
  kind             formal
  requested in     request 2, approved
$ uniform namespace decide 2 register
request 2
  nid              harbour
  title            Harbours
  submitter        A port
  state            registered
  track            formal, community
  round            2
  comments         2
  action           TIME  submit, round 1, by submitter (WHO)
  action           TIME  review, round 1, by administrator (WHO)
  action           TIME  return, round 1, by administrator (WHO): Say more.
  action           TIME  submit, round 2, by submitter (WHO): Said more.
  action           TIME  review, round 2, by administrator (WHO)
  action           TIME  approve, round 2, by administrator (WHO)
  action           TIME  reopen, round 2, by administrator (WHO): A question came up.
  action           TIME  approve, round 2, by administrator (WHO)
  action           TIME  register, round 2, by administrator (WHO)
  pattern of names ^[A-Za-z]{5}:[0-9]+$
  equivalence      Names that differ only in the case of letters are equivalent.
  r-components     not-defined
  q-components     not-defined
  f-components     not-defined
  namespace        harbour
  its manager      uniform token create --role manager --prefix harbour:
$ uniform namespace request 2 | sed '/ action /d'
request 2
  nid              harbour
  title            Harbours
  submitter        A port
  state            registered
  track            formal, community
  round            2
  comments         2
  pattern of names ^[A-Za-z]{5}:[0-9]+$
  equivalence      Names that differ only in the case of letters are equivalent.
  r-components     not-defined
  q-components     not-defined
  f-components     not-defined
$ uniform namespace submit $(sed 's/harbour/quay/g' $HARBOUR > quay.txt; echo quay.txt) | sed -n '1p;/state/p'
request 3
  state            submitted
$ uniform namespace decide 3 withdraw-request | sed -n '/state/p'
  state            withdrawn
$ uniform namespace request 77
uniform: the request 77 does not exist. `uniform namespace requests` lists the public requests; a draft requires its secret
[1]
$ uniform namespace list
example           active  iana   Examples
harbour           active  here   Harbours
nothere           active  local  Ours
nowhere           active  local
)x");
}

// RFC 8141 6.3: what is refused is not listed, and messages name options.
TEST(namespaces, the_fast_track_by_the_command) {
    check_transcript(R"x(
$ uniform namespace submit $HARBOUR | sed -n '1p;/state/p'
request 1
  state            submitted
$ uniform namespace decide 1 review | sed -n '/possible/p'
  possible actions submit, comment, return, recognize, approve, report, decline, withdraw
$ uniform namespace decide 1 recognize
uniform: --body: "body" is missing or empty (RFC 8141 section 6.3)
[1]
$ uniform namespace decide 1 recognize --body 'A Society'
uniform: --reference: "reference" is missing or empty (RFC 8141 section 6.3)
[1]
$ uniform namespace decide 1 recognize --body 'A Society' --reference 'IESG 2026-11-12' | sed -n '/possible/p'
  possible actions submit, comment, withdraw
$ uniform namespace request 1 | sed -n '/possible/p'
  possible actions submit, comment, withdraw
$ uniform namespace decide 1 conclude 2>&1 | head -1
uniform: the fast track is requested on behalf of "A Society": the registrant must be that body, or name it as the body that authorizes the request (RFC 8141 section 6.3)
)x");
}

// Drafts -16 and -14, Appendix A: the setting holds for what the client does itself, too.
TEST(namespaces, components_by_the_command) {
    check_transcript(R"x(
$ uniform namespace settings example 'components={"q":"^page=[0-9]+$"}' | grep -c example
1
$ uniform name assign urn:example:a https://a.example/ | head -1
urn:example:a
$ uniform name resolve 'urn:example:a#f'
uniform: the namespace "example" does not define the f-component "f" (setting components) (draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A)
[1]
$ uniform name resolve 'urn:example:a?=page=x'
uniform: the namespace "example" does not define the q-component "page=x" (setting components) (RFC 8141 Appendix A)
[1]
$ uniform name resolve 'urn:example:a?=page=1'
https://a.example/?page=1
$ $U urn check ${AT% --token*} 'urn:example:a?=page=x' 'urn:example:a?=page=1#f' 'urn:example:a?=page=1'
valid    registered    match     none         urn:example:a?=page=x
valid    registered    match     none         urn:example:a?=page=1#f
valid    registered    match     none         urn:example:a?=page=1
<argument>:1:16: the namespace "example" does not define the q-component "page=x" (setting components) (RFC 8141 Appendix A)
<argument>:2:23: the namespace "example" does not define the f-component "f" (setting components) (draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A)
[1]
$ $U urn check -q --require syntax ${AT% --token*} 'urn:example:a#f'
$ uniform namespace settings example 'components={"r":"not-allowed","q":"allowed","f":"allowed"}' | grep -c example
1
$ uniform name resolve 'urn:example:a?+r?=page=x'
uniform: the namespace "example" does not allow the r-component "r" (setting components) (RFC 8141 Appendix A)
[1]
$ $U urn check ${AT% --token*} 'urn:example:a?+r'
valid    registered    match     none         urn:example:a?+r
<argument>:1:16: the namespace "example" does not allow the r-component "r" (setting components) (RFC 8141 Appendix A)
[1]
)x");
}

// The message names the member that is wrong.
TEST(namespaces, operations_that_cannot_be_carried_out) {
    check_transcript(R"x(
$ uniform namespace settings example 'equivalence={"operations":[{"action":"remove","scope":"after-colon","n":1,"texts":["-"]}]}' 2>&1 | head -1
uniform: the operation cannot be carried out: "scope" of "remove" must be "all" or "end-after-number"
$ uniform namespace settings example 'equivalence={"operations":[{"action":"remove-leading-zeros","scope":"after-colon","n":1}]}' 2>&1 | head -1
uniform: the operation cannot be carried out: "scope" of "remove-leading-zeros" must be "all"
$ uniform namespace settings example 'equivalence={"operations":[{"action":"lower-case","scope":"after-colon"}]}' 2>&1 | head -1
uniform: the operation cannot be carried out: "n" is missing, the number of the colon
$ uniform namespace settings example 'equivalence={"operations":[{"action":"remove"}]}' 2>&1 | head -1
uniform: the operation cannot be carried out: "texts" is missing, what is removed
$ uniform namespace settings example 'equivalence={"operations":[{"action":"remove","texts":["%2"]}]}' 2>&1 | head -1
uniform: the operation cannot be carried out: "texts" has an empty text, or one that ends within a percent-encoded octet
$ uniform namespace settings example 'equivalence={"operations":[{"action":"replace","texts":["ab","bc"]}]}' 2>&1 | head -1
uniform: the operation cannot be carried out: "texts" must be pairs of texts of an NSS, of which the second is no longer than the first, and cannot overlap with what is replaced
$ uniform namespace add quays 'equivalence={"operations":[{"action":"replace","texts":["%C3%84","%C3%A4"]}]}' | head -1
quays
$ uniform name assign urn:quays:%C3%84 https://a.example/ > /dev/null; uniform name resolve urn:quays:%C3%A4
https://a.example/
)x");
}

TEST(namespaces, patterns_of_settings) {
    check_transcript(R"x(
$ uniform namespace add nothere > /dev/null; uniform namespace settings nothere 'syntax=^[a-z]+$'
uniform: syntax is JSON, or null to remove it: syntax={"pattern": "^[a-z]+$"}; a pattern describes the whole NSS, from "^" to "$"
    syntax=^[a-z]+$
    ^
`uniform namespace settings --help` explains the options
[2]
$ uniform namespace settings nothere 'syntax={"pattern": "^[a-z]+$"}' | sed -n '/syntax/p'
  syntax           {"pattern":"^[a-z]+$"}
$ uniform namespace settings nothere checks=some
uniform: checks is JSON, or null to remove it
    checks=some
    ^
`uniform namespace settings --help` explains the options
[2]
)x");
}

} // namespace
} // namespace uniform::test
