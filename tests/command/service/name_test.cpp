// uniform name: every command, on a local store and on a service.

#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"
#include "command/service/service_program.hpp"
#include "command/service/service_transcript.hpp"

namespace uniform::test {
namespace {

TEST(names, what_happens_to_names) {
    check_transcript(R"x(
$ uniform name assign urn:example:report-7 https://www.example.org/7 --metadata 'title=Report 7' --language en --weight 2
urn:example:report-7
  state        active
  key          example:report-7
  version      1
  event        3
  locator      https://www.example.org/7  language=en  weight=2
  title        Report 7
$ uniform name assign urn:EXAMPLE:report-7 https://www.example.org/other
uniform: the name "urn:example:report-7" already exists (it is active) (RFC 8141 section 5 (1))
    urn:EXAMPLE:report-7
    ^
uniform: existing:
  name: urn:example:report-7
  key: example:report-7
  state: active
  locators:
    - url: https://www.example.org/7
      language: en
      weight: 2
  metadata:
    title: Report 7
  version: 1
  event: 3
[1]
$ uniform name assign 'urn:example:bad name'
uniform: a space is not allowed here (RFC 8141 section 2.2)
    urn:example:bad name
                   ^
[1]
$ uniform name assign urn:nowhere:a
uniform: the namespace "nowhere" is not managed here (RFC 8141 section 5). To manage it here: `uniform namespace add nowhere WHERE`
    urn:nowhere:a
    ^
[1]
$ uniform name show '<urn:example:report-7>'
uniform: a URN begins with "urn:" (RFC 8141 section 2)
    <urn:example:report-7>
    ^
uniform: --typed removes what is around it: "<urn:example:report-7>"
[1]
$ uniform name show --typed ' <urn:example:report-7> '
urn:example:report-7
  state        active
  key          example:report-7
  version      1
  event        3
  locator      https://www.example.org/7  language=en  weight=2
  title        Report 7
$ uniform name assign urn:example:here/x --key 7 --json
{"name":"urn:example:here/x","key":"example:here/x","state":"active","version":1,"event":4}
$ uniform name assign urn:example:here/x --key 7 --json
{"name":"urn:example:here/x","key":"example:here/x","state":"active","version":1,"event":4}
$ uniform name assign urn:example:other --key 7
uniform: This idempotency key was used with another request.
[1]
$ uniform name assign -- -7
uniform: a URN begins with "urn:" (RFC 8141 section 2)
    -7
    ^
[1]
$ uniform name assign
uniform: missing argument: URN
Usage: uniform name assign [OPTION...] URN [URL...]
`uniform name assign --help` explains the options
[2]
$ uniform name assign urn:example:z --metadata title
uniform: --metadata: "title" is not of the form NAME=VALUE
`uniform name assign --help` explains the options
[2]
$ uniform name assign urn:example:z --metadata title=a --metadata title=b
uniform: --metadata: duplicate member "title"; several values are an array in --record
`uniform name assign --help` explains the options
[2]
$ uniform name assign urn:example:z --weight 1
uniform: missing argument: URL, for --media-type, --language, --country and --weight
`uniform name assign --help` explains the options
[2]
$ uniform name reserve urn:example:b urn:example:c
urn:example:b
urn:example:c
$ uniform name reserve urn:example:c
uniform: name 1 of the list: the name "urn:example:c" already exists (it is reserved) (RFC 8141 section 5 (1))
    urn:example:c
    ^
uniform: existing:
  name: urn:example:c
  key: example:c
  state: reserved
  batch: 1
  version: 1
  event: 7
[1]
$ uniform name reserve
uniform: missing argument: URN, or --prefix and --count
`uniform name reserve --help` explains the options
[2]
$ uniform name activate urn:example:b https://www.example.org/b
urn:example:b
  state        active
  key          example:b
  version      2
  event        9
  locator      https://www.example.org/b
  batch        1
$ uniform name activate urn:example:report-7
uniform: the name "urn:example:report-7" is active: only a reserved name can be activated
uniform: existing:
  name: urn:example:report-7
  key: example:report-7
  state: active
  locators:
    - url: https://www.example.org/7
      language: en
      weight: 2
  metadata:
    title: Report 7
  version: 1
  event: 3
[1]
$ uniform name locate urn:example:b https://www.example.org/b.pdf --media-type application/pdf
urn:example:b
  state        active
  key          example:b
  version      3
  event        10
  locator      https://www.example.org/b.pdf  media_type=application/pdf
  batch        1
$ uniform name locate urn:example:b https://www.example.org/x --if-version 1
uniform: the name has version 3, not 1 (RFC 9110 section 13.1.1)
uniform: existing:
  name: urn:example:b
  key: example:b
  state: active
  locators:
    - url: https://www.example.org/b.pdf
      media_type: application/pdf
  batch: 1
  version: 3
  event: 10
[1]
$ echo '{"metadata": {"title": "B", "date": "2026"}}' | uniform name describe urn:example:b --record - --other-name urn:isbn:9780141036144
urn:example:b
  state        active
  key          example:b
  version      4
  event        11
  locator      https://www.example.org/b.pdf  media_type=application/pdf
  title        B
  date         2026
  other name   urn:isbn:9780141036144
  batch        1
$ uniform name describe urn:example:b
uniform: missing option: --metadata, --other-name, --value, --successor, --predecessor or --record
`uniform name describe --help` explains the options
[2]
$ uniform name withdraw urn:example:b
uniform: missing option: --reason; the page of the withdrawn name shows it
`uniform name withdraw --help` explains the options
[2]
$ uniform name withdraw urn:example:b --reason 'twice' --successor urn:example:report-7
urn:example:b
  state        withdrawn
  reason       twice
  withdrawn    TIME
  key          example:b
  version      5
  event        12
  locator      https://www.example.org/b.pdf  media_type=application/pdf
  title        B
  date         2026
  other name   urn:isbn:9780141036144
  successor    urn:example:report-7
  batch        1
$ uniform name withdraw urn:example:b --reason 'again'
uniform: the name "urn:example:b" is withdrawn: it can be withdrawn only once
uniform: existing:
  name: urn:example:b
  key: example:b
  state: withdrawn
  locators:
    - url: https://www.example.org/b.pdf
      media_type: application/pdf
  metadata:
    title: B
    date: 2026
  other_names: urn:isbn:9780141036144
  successor: urn:example:report-7
  batch: 1
  reason: twice
  withdrawn: TIME
  version: 5
  event: 12
[1]
$ uniform name show urn:example:b
urn:example:b
  state        withdrawn
  reason       twice
  withdrawn    TIME
  key          example:b
  version      5
  event        12
  locator      https://www.example.org/b.pdf  media_type=application/pdf
  title        B
  date         2026
  other name   urn:isbn:9780141036144
  successor    urn:example:report-7
  batch        1
$ uniform name show urn:example:nothing
uniform: the name "urn:example:nothing" does not exist here
[1]
$ uniform name show --as-of 2020-01-01 urn:example:report-7
uniform: the name "urn:example:report-7" did not exist yet on TIME
[1]
$ uniform name list --prefix urn:example:
urn:example:b	withdrawn	https://www.example.org/b.pdf
urn:example:c	reserved
urn:example:here/x	active
urn:example:report-7	active	https://www.example.org/7
$ uniform name list --prefix urn:example: --state withdrawn --json | grep -o '"reason":"[^"]*"'
"reason":"twice"
$ uniform name list --limit 2
urn:example:b	withdrawn	https://www.example.org/b.pdf
urn:example:c	reserved
$ uniform name list --search ''
uniform: --search: a search needs a word: letters or digits
`uniform name list --help` explains the options
[2]
$ uniform name list --search 'uni*"'
uniform: --search: "*" has no meaning in a search: it finds names that have all the words, as whole words
`uniform name list --help` explains the options
[2]
$ uniform name list --url ''
uniform: --url: the URL is empty
`uniform name list --help` explains the options
[2]
$ uniform name list --limit x
uniform: --limit: "x" is not a whole number
`uniform name list --help` explains the options
[2]
$ uniform name history urn:example:b
12  TIME  withdraw  by WHO from FROM
  hash HASH
11  TIME  change  by WHO from FROM
  hash HASH
10  TIME  change  by WHO from FROM
  hash HASH
9  TIME  activate  by WHO from FROM
  hash HASH
6  TIME  reserve  by WHO from FROM
  hash HASH
$ uniform name history urn:example:b --limit 1
12  TIME  withdraw  by WHO from FROM
  hash HASH
$ uniform name resolve urn:example:report-7
https://www.example.org/7
$ uniform name resolve https://x.example/abc
uniform: the URI is not a URN, and nothing is known about it here (RFC 2483 section 4.1: syntactically valid but does not exist)
[1]
$ uniform name resolve urn:example:report-7#part
https://www.example.org/7#part
$ uniform name resolve 'urn:example:report-7?=a=b#part/%41?'
https://www.example.org/7?a=b#part/%41?
$ uniform name resolve --json urn:example:report-7#part
{"service":"I2L","uri":"urn:example:report-7#part","urn":"urn:example:report-7","result":"https://www.example.org/7#part"}
$ uniform name resolve --service I2Ls urn:example:report-7#part
https://www.example.org/7#part
$ uniform name resolve --explain urn:example:report-7#part | grep location
  "location": "https://www.example.org/7#part"
$ uniform name resolve 'urn:example:report-7#a b' 2>&1 | head -1
uniform: a space is not allowed here (RFC 8141 section 2.3.3)
$ uniform name assign urn:example:whole 'https://www.example.org/8#own' | head -1
urn:example:whole
$ uniform name resolve urn:example:whole#part
https://www.example.org/8#own
$ uniform name resolve --edition urnbis-16 'urn:example:whole?=a=b#part/%41?'
https://www.example.org/8?a=b#part/%41?
$ uniform name resolve -e urnbis-14 'urn:example:whole?a=b??r=s#part'
https://www.example.org/8?a=b#part
$ uniform name resolve -e urnbis-14 --service I2Ls 'urn:example:whole#'
https://www.example.org/8#
$ uniform name resolve -e urnbis-14 'urn:example:whole??a b'
uniform: a space is not allowed here (r-component, draft-ietf-urnbis-rfc2141bis-urn-14 section 3.3.2)
    urn:example:whole??a b
                        ^
[1]
$ uniform name assign urn:example:name urn:example:whole
uniform: a URN is a name, not a locator: a redirect to it would lead to a resolver again; other names of the resource are "other_names" (RFC 8141 section 2.3.2)
    urn:example:whole
    ^
[1]
$ uniform name resolve urn:example:b
uniform: "urn:example:b" was withdrawn: twice (RFC 2483 section 4.1: existed in the past)
[1]
$ uniform name resolve --service I2Ls urn:example:report-7
https://www.example.org/7
$ uniform name resolve --service nothing urn:example:report-7
uniform: unknown service "nothing": the services are I2L I2Ls I2R I2Rs I2C I2Cs I2N I2Ns I=I, and those of RFC 2169 (RFC 2483 section 4)
[1]
$ uniform name resolve --explain urn:example:report-7 | head -2
{
  "urn": "urn:example:report-7",
$ uniform name mint urn:example:
uniform: the prefix "urn:example:" is not delegated, so it has no minting rule. `uniform namespace delegate` delegates a prefix and sets its minting rule
[1]
)x");
}

TEST(names, imported_as_they_were_typed) {
    check_transcript(R"x(
$ printf '{"name":" <urn:example:n1> ","locators":[{"url":"<https://www.example.org/1>"},"URL: https://www.example.org/2"],"other_names":["<urn:isbn:9780141036144>"]}\nno JSON\n{"name":"urn:example:n2"}' > typed.ndjson
$ printf '{"name":" <urn:example:n1> "}' | uniform name import --quiet --dry-run - > /dev/null
uniform: --typed removes what is around it: " <urn:example:n1> "
[1]
$ uniform name import --typed typed.ndjson | cut -c 1-60
3 lines: 2 assigned, 0 unchanged, 0 conflicts, 1 problem
{"line":1,"result":"assigned","name":"urn:example:n1"}
{"line":2,"result":"problem","problem":{"type":"/problems/ma
{"line":3,"result":"assigned","name":"urn:example:n2"}
$ uniform name show urn:example:n1 | tail -3
  locator      https://www.example.org/1
  locator      https://www.example.org/2
  other name   urn:isbn:9780141036144
$ printf 'name,url,creator,other_names\r\n<urn:example:c1>," <https://www.example.org/c?a,b> ","<a, ""b"">",<urn:isbn:9780141036144> urn:example:x\nurn:example:c2,https://www.example.org/2,"two\nlines",' > typed.csv; uniform name import --typed typed.csv
{"line":2,"result":"assigned","name":"urn:example:c1"}
{"line":3,"result":"assigned","name":"urn:example:c2"}
2 lines: 2 assigned, 0 unchanged, 0 conflicts, 0 problems
$ uniform name show urn:example:c1 | tail -4
  locator      https://www.example.org/c?a,b
  creator      <a, "b">
  other name   urn:isbn:9780141036144
  other name   urn:example:x
)x");
}

TEST(names, typed_values) {
    check_transcript(R"x(
$ uniform name assign urn:example:v --value HS_PUBKEY=abc --value 'checksum=sha256 b=c'
urn:example:v
  state        active
  key          example:v
  version      1
  event        3
  value        HS_PUBKEY=abc
  value        checksum=sha256 b=c
$ uniform name show urn:example:v | grep value
  value        HS_PUBKEY=abc
  value        checksum=sha256 b=c
$ uniform name describe urn:example:v --value size=7 | grep value
  value        size=7
$ uniform name assign urn:example:w --value abc
uniform: --value: "abc" is not of the form TYPE=VALUE
`uniform name assign --help` explains the options
[2]
$ uniform name assign urn:example:w --value 'a b=c'
uniform: "type" of a typed value must be a word or a URI of at most 255 bytes, without spaces
    a b
    ^
[1]
)x");
}

TEST(names, minted_with_a_template) {
    check_transcript(R"x(
$ uniform namespace delegate urn:example:item- --mint sequential --pattern dd | tail -1
  event            3
$ uniform name mint urn:example:item- 'https://a.example/{nss}'
uniform: "{" is not allowed here; variables such as {nss} are expanded in the member "template" (RFC 3986 section 3.3)
    https://a.example/{nss}
                      ^
uniform: --template expands variables such as {nss}: "https://a.example/{nss}"
[1]
$ uniform name mint urn:example:item- --template 'https://a.example/{name}'
uniform: "url" of locator 1 of the template has the unknown variable "name"; there are urn, nid, nss and suffix
    https://a.example/{name}
                       ^
[1]
$ uniform name mint urn:example:item- --template 'https://a.example/{nss}' --metadata 'title=No. {number}'
uniform: "title" of the metadata of the template has the unknown variable "number"; there are urn, nid, nss and suffix
    No. {number}
         ^
[1]
$ uniform name mint urn:example:item- --template 'https://a.example/{nss}' --metadata 'title=No. {suffix}' --value 'url={urn}'
urn:example:item-00
$ uniform name show urn:example:item-00
urn:example:item-00
  state        active
  key          example:item-00
  version      1
  event        5
  locator      https://a.example/item-00
  title        No. 00
  value        url=urn:example:item-00
)x");
}

TEST(names, many) {
    check_transcript(R"x(
$ printf '{"name":"urn:example:n%d","url":"https://www.example.org/%d"}\n' 1 1 2 2 3 3 > names.ndjson
$ uniform name import --dry-run names.ndjson
{"line":1,"result":"assigned","name":"urn:example:n1"}
{"line":2,"result":"assigned","name":"urn:example:n2"}
{"line":3,"result":"assigned","name":"urn:example:n3"}
3 lines: 3 would be assigned, 0 unchanged, 0 conflicts, 0 problems
$ uniform name list
$ uniform name import names.ndjson --results results.ndjson; tail -n +2 results.ndjson
3 lines: 3 assigned, 0 unchanged, 0 conflicts, 0 problems
{"line":1,"result":"assigned","name":"urn:example:n1"}
{"line":2,"result":"assigned","name":"urn:example:n2"}
{"line":3,"result":"assigned","name":"urn:example:n3"}
$ head -c 130 results.ndjson > cut; cp cut results.ndjson; uniform name import names.ndjson --results results.ndjson; tail -n +2 results.ndjson
3 lines: 3 assigned, 0 unchanged, 0 conflicts, 0 problems
resumed after line 3, the last one of an earlier run
{"line":1,"result":"assigned","name":"urn:example:n1"}
{"resumed_after_line":3}
{"line":2,"result":"unchanged","name":"urn:example:n2"}
{"line":3,"result":"unchanged","name":"urn:example:n3"}
$ echo other > results.ndjson; uniform name import names.ndjson --results results.ndjson --quiet; grep -c . results.ndjson
2
$ uniform name import names.ndjson --quiet
{"resumed_after_line":3}
$ printf '{"name":"urn:example:n3","url":"https://www.example.org/other"}\n{"name":"urn:example:n 4"}\n{"name":"urn:example:n5"}\n' | uniform name import --quiet -
{"line":1,"result":"conflict","name":"urn:example:n3","existing":{"name":"urn:example:n3","key":"example:n3","state":"active","locators":[{"url":"https://www.example.org/3"}],"version":1,"event":5}}
{"line":2,"result":"problem","name":"urn:example:n 4","problem":{"type":"/problems/malformed","title":"Malformed request","status":400,"detail":"a space is not allowed here","offset":22,"rule":"RFC 8141 section 2.2","pointer":"/name"}}
[1]
$ printf 'name,url\nurn:example:c1,https://www.example.org/c1\n' > names.csv; uniform name import names.csv
{"line":2,"result":"assigned","name":"urn:example:c1"}
1 line: 1 assigned, 0 unchanged, 0 conflicts, 0 problems
$ printf 'nmae,url\nurn:example:c1,https://www.example.org/c1\n' > wrong.csv; uniform name import wrong.csv
uniform: wrong.csv:1:1: the header row: unknown column "nmae": did you mean "name"? The columns are name, state, registrar, url, media_type, language, country, weight, valid_from, valid_until, locators, title, creator, date, type, publisher, metadata, other_names, successor, predecessor, batch, reason, withdrawn, values, key (RFC 4180 section 2)
[1]
$ printf 'urn,url\n' | uniform name import --format csv - 2>&1 | sed 's/ The columns.*//'
uniform: <stdin>:1:1: the header row: unknown column "urn": did you mean "name"?
$ printf 'name,locator\n' | uniform name import --format csv - 2>&1 | sed 's/ The columns.*//'
uniform: <stdin>:1:6: the header row: unknown column "locator": did you mean "url"?
$ printf 'name,\377\n' | uniform name import --format csv - 2>&1 | sed 's/ The columns.*//'
uniform: <stdin>:1:6: the header row: unknown column "%FF".
$ printf 'name,u"rl\nurn:example:c1,https://www.example.org/c1\n' > wrong.csv; uniform name import wrong.csv
uniform: wrong.csv:1:7: the header row: a quotation mark in a field that is not quoted (RFC 4180 section 2)
[1]
$ printf 'name,url,url\n' | uniform name import --format csv -
uniform: <stdin>:1:10: the header row: the column "url" is repeated (RFC 4180 section 2)
[1]
$ uniform name import --format csv - < /dev/null
uniform: <stdin>:1:1: the header row is missing; it names the columns, for example "name,url"
[1]
$ printf 'name,url\nurn:example:c1\n' > wrong.csv; uniform name import wrong.csv
{"line":2,"result":"problem","problem":{"type":"/problems/malformed","title":"Malformed request","status":400,"detail":"the row has 1 field, the header row 2","rule":"RFC 4180 section 2"}}
1 line: 0 assigned, 0 unchanged, 0 conflicts, 1 problem
[1]
$ uniform name import nowhere.csv
uniform: nowhere.csv: No such file or directory
[3]
$ uniform name import
uniform: missing argument: FILE
Usage: uniform name import [OPTION...] FILE
`uniform name import --help` explains the options
[2]
$ uniform name export --prefix urn:example:n --format csv | tr -d '\r'
name,state,registrar,url,media_type,language,country,weight,valid_from,valid_until,locators,title,creator,date,type,publisher,metadata,other_names,successor,predecessor,batch,reason,withdrawn,values
urn:example:n1,active,,https://www.example.org/1,,,,,,,,,,,,,,,,,,,,
urn:example:n2,active,,https://www.example.org/2,,,,,,,,,,,,,,,,,,,,
urn:example:n3,active,,https://www.example.org/3,,,,,,,,,,,,,,,,,,,,
urn:example:n5,active,,,,,,,,,,,,,,,,,,,,,,
$ uniform name export --output out.ndjson && wc -l < out.ndjson && ls out.ndjson*
5
out.ndjson
$ uniform name export --output nowhere/out.csv
uniform: nowhere/out.csv: No such file or directory
[3]
$ uniform name export | uniform name import -
{"line":1,"result":"unchanged","name":"urn:example:c1"}
{"line":2,"result":"unchanged","name":"urn:example:n1"}
{"line":3,"result":"unchanged","name":"urn:example:n2"}
{"line":4,"result":"unchanged","name":"urn:example:n3"}
{"line":5,"result":"unchanged","name":"urn:example:n5"}
5 lines: 0 assigned, 5 unchanged, 0 conflicts, 0 problems
$ uniform name export --after urn:example:n3
{"name":"urn:example:n5","key":"example:n5","state":"active"}
)x");
}

// A list has pages of 100 items.
TEST(names, lists_continue_after_a_page) {
    check_transcript(R"x(
$ seq -f '{"name":"urn:example:n%03g"}' 1 250 | uniform name import - --quiet
$ uniform name list --prefix urn:example: > list; wc -l < list; sort -u list | wc -l; tail -n 1 list
250
250
urn:example:n250	active
$ uniform name list --limit 201 --state active --json | wc -l
201
)x");
    // A history of more than a page. One connection makes it: a command for each event would take seconds.
    const result r = python(R"py(
store = ('--store', 'names.db')
for words in (('store', 'migrate'), ('namespace', 'add', 'example'), ('name', 'assign', 'urn:example:a')):
    assert command(*words, *store).returncode == 0
token = command('token', 'create', '--role', 'administrator', *store).stdout.strip()
s = service()
connection = http.client.HTTPConnection(s.address, timeout=30)
for i in range(101):
    connection.request('PATCH', '/api/v1/names/urn:example:a',
                       json.dumps({'locators': [{'url': f'https://www.example.org/{i}'}]}),
                       {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/merge-patch+json'})
    response = connection.getresponse()
    assert response.status == 200, response.read()
    response.read()
connection.close()
for place in (('--server', s.url), store):
    assert command('name', 'history', 'urn:example:a', *place).stdout.count('hash') == 102
assert s.stop() == 0
)py");
    EXPECT_EQ(r.code, 0) << r.out;
}

TEST(names, what_is_refused_and_what_is_escaped) {
    check_transcript(R"x(
$ echo '{"metadata": {"\u001b[31mred": "a"}}' > record.json; uniform name assign urn:example:a --record record.json
uniform: record.json:1:14: the metadata has a member whose name contains control or invisible characters, or line ends
[1]
$ echo '{"metadata": {"\u200bred": "a"}}' > record.json; uniform name assign urn:example:a --record record.json
uniform: record.json:1:14: the metadata has a member whose name contains control or invisible characters, or line ends
[1]
$ echo '{"metadata": {"\u05d0\u200fred": "a", "\u05d0\u200flonger than that": "b", "\u05d0\u200f\u200f\u200f\u200f": "c"}}' > record.json
$ uniform name assign urn:example:a https://www.example.org/a --record record.json | grep -c '\\xE2\\x80\\x8F'
3
$ uniform name locate urn:example:a
uniform: missing argument: URL; to remove all locators, --record with {"locators": []}
`uniform name locate --help` explains the options
[2]
$ echo '{"locators": []}' | uniform name locate urn:example:a --record - | grep -c locator
0
[1]
$ echo '{"foo": 1}' > r.json; uniform name assign urn:example:b --record r.json
uniform: r.json:1:9: "foo" is not a member of a name record
[1]
$ printf '{"locators":\n [1]}' > r.json; uniform name assign urn:example:b --record r.json
uniform: r.json:2:3: a locator must be a URL, or a JSON object with a "url"
[1]
$ echo '{"locators": [{"url": "https://www.example.org/a b"}]}' | uniform name assign urn:example:b --record -
uniform: <stdin>:1:23: a space is not allowed here (RFC 3986 section 3.3)
    https://www.example.org/a b
                             ^
[1]
$ echo '{"locators": [{}]}' | uniform name assign urn:example:b --record -
uniform: <stdin>:1:15: "url" of a locator is missing
[1]
$ echo '{"locators": []}' | uniform name assign urn:example:b 'a b' --record -
uniform: the scheme is missing (a name and ":") (RFC 3986 section 3)
    a b
     ^
[1]
$ uniform name import --on-error keep record.json
uniform: --on-error: "keep" is none of report, stop
`uniform name import --help` explains the options
[2]
$ uniform name import --on-error drop record.json
uniform: --on-error: "drop" is none of report, stop
`uniform name import --help` explains the options
[2]
)x");
}

TEST(names, no_service_no_store) {
    struct row {
        const char *line;
        int code;
    };
    for (const row &r : {row{"$U name list --server http://127.0.0.1:1", 3},
                         {"UNIFORM_SERVER=nothing $U name list", 3},
                         {"$U name list --server nothing", 2},
                         {"$U name list --server ftp://127.0.0.1/", 2},
                         {"$U name list --server http://127.0.0.1:1 --store names.db", 2},
                         {"$U name list --server http://127.0.0.1:1 --token-file nowhere", 3},
                         {"$U name list --store nowhere.db", 3},
                         {"$U name list now --store nowhere.db", 2}}) {
        const result got = shell(std::string{"unset UNIFORM_SERVER UNIFORM_TOKEN; "} + r.line);
        EXPECT_EQ(got.code, r.code) << r.line << '\n' << got.out;
        EXPECT_TRUE(got.out.starts_with("uniform: ")) << r.line << '\n' << got.out;
    }
}

} // namespace
} // namespace uniform::test
