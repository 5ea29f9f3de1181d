// uniform edit: what it changes, and what it leaves byte for byte.

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    {"set",
     {"edit", "--set", "host=example.org", "--set", "port=8080", "http://example.com/a"},
     "",
     "http://example.org:8080/a\n",
     ""},
    {"set_all",
     {"edit", "--set", "scheme=ftp", "--set", "user=u", "--set", "password=p", "--set", "path=/x", "--set", "query=q",
      "--set", "fragment=f", "http://h"},
     "",
     "ftp://u:p@h/x?q#f\n",
     ""},
    {"set_authority", {"edit", "--set", "authority=u@h:1", "mailto:/a"}, "", "mailto://u@h:1/a\n", ""},
    {"set_parameter", {"edit", "--set", "query.a=9", "http://h/?b=1&a=2&a=3&c"}, "", "http://h/?b=1&a=9&c\n", ""},
    {"set_segment", {"edit", "--set", "path.1=x", "--set", "path.-1=y", "http://h/a/b/c"}, "", "http://h/a/x/y\n", ""},
    {"set_decoded",
     {"edit", "--set-decoded", "path=/a b", "--set-decoded", "query.k=1&2", "--set-decoded", "fragment=50%",
      "http://h/"},
     "",
     "http://h/a%20b?k=1%262#50%25\n",
     ""},
    {"set_all_params",
     {"edit", "--set-all-params", "X%7B", "http://h/?a=1&b&a=2#f", "http://h/", "http://h/?"},
     "",
     "http://h/?a=X%7B&b=X%7B&a=X%7B#f\nhttp://h/\nhttp://h/?\n",
     ""},
    {"set_all_params_by_the_separator",
     {"edit", "--set-all-params", "x&y", "--query-separator", ",", "http://h/?a=1,b=2"},
     "",
     "http://h/?a=x&y,b=x&y\n",
     ""},
    {"set_all_params_to_no_value",
     {"edit", "--set-all-params", "x&y", "http://h/?a=1"},
     "",
     "",
     "<argument>:1:1: cannot set the parameters: \"&\" is not allowed here, at offset 1 of \"x&y\" (query, RFC 3986 "
     "section 3.4)\n",
     1},
    {"append",
     {"edit", "--append", "path=c", "--append", "query=k=v", "--append", "query=w", "http://h/a/b?x"},
     "",
     "http://h/a/b/c?x&k=v&w\n",
     ""},
    {"append_decoded_has_no_dot_segments", // RFC 3986 3.3
     {"edit", "--append-decoded", "path=..", "http://h/x/"},
     "",
     "",
     "<argument>:1:1: cannot edit path: \"..\" as data has no encoding: in a path it is a dot segment (segment, RFC "
     "3986 "
     "section 3.3); --append path=.. writes one\n",
     1},
    {"append_decoded", {"edit", "--append-decoded", "path=a/b", "http://h/x/"}, "", "http://h/x/a%2Fb\n", ""},
    {"remove",
     {"edit", "--remove", "fragment", "--remove", "port", "--remove", "userinfo", "http://u@h:1/?q#f"},
     "",
     "http://h/?q\n",
     ""},
    {"remove_parameter_and_segment",
     {"edit", "--remove", "query.b", "--remove", "path.0", "http://h/a/c?a=1&b=2&c=3"},
     "",
     "http://h/c?a=1&c=3\n",
     ""},
    {"remove_what_is_not_there",
     {"edit", "--remove", "query", "--remove", "port", "--remove", "path.7", "--remove", "query.x", "http://h/a"},
     "",
     "http://h/a\n",
     ""},
    {"replace_where_there_is_one",
     {"edit", "--replace", "a=2", "http://h/?a=1", "http://h/?b=1"},
     "",
     "http://h/?a=2\nhttp://h/?b=1\n",
     ""},
    {"replace_append",
     {"edit", "--replace-append", "a=2", "http://h/?a=1", "http://h/?b=1"},
     "",
     "http://h/?a=2\nhttp://h/?b=1&a=2\n",
     ""},
    {"drop_params",
     {"edit", "--drop-param", "utm_*", "--drop-param", "fbclid"},
     "http://h/?utm_source=a&id=1&utm_medium=b&fbclid=c\nhttp://h/?utm_x=1\n",
     "http://h/?id=1\nhttp://h/\n",
     ""},
    {"keep_params_are_one_set",
     {"edit", "--keep-param", "id", "--keep-param", "q?", "http://h/?a=1&id=2&q1=3&q=4"},
     "",
     "http://h/?id=2&q1=3\n",
     ""},
    {"sort_query", {"edit", "--sort-query", "http://h/?b=2&a=2&c&a=1"}, "", "http://h/?a=2&a=1&b=2&c\n", ""},
    {"semicolons",
     {"edit", "--query-separator", ";", "--drop-param", "b", "http://h/?a=1;b=2;c=3"},
     "",
     "http://h/?a=1;c=3\n",
     ""},
    {"ampersands_alone", {"edit", "--drop-param", "b", "http://h/?a=1;b=2;c=3"}, "", "http://h/?a=1;b=2;c=3\n", ""},
    {"iterate", {"edit", "--iterate", "port=80 8080", "http://h/"}, "", "http://h:80/\nhttp://h:8080/\n", ""},
    {"iterate_all_combinations",
     {"edit", "--iterate", "scheme=http https", "--iterate", "path.0=a b", "x://h/_"},
     "",
     "http://h/a\nhttp://h/b\nhttps://h/a\nhttps://h/b\n",
     ""},
    {"in_the_order_given",
     {"edit", "--remove", "query", "--append", "query=a=1", "http://h/?z"},
     "",
     "http://h/?a=1\n",
     ""},
    {"in_the_other_order",
     {"edit", "--append", "query=a=1", "--remove", "query", "http://h/?z"},
     "",
     "http://h/\n",
     ""},

    {"replace_decoded",
     {"edit", "--replace-decoded", "a=2&3", "http://h/?a=1", "http://h/?b=1"},
     "",
     "http://h/?a=2%263\nhttp://h/?b=1\n",
     ""},
    {"escaped_patterns",
     {"edit", "--drop-param", "a\\*", "--drop-param", "q\\?", "http://h/?a*=1&ab=2&q%3F=3&qx=4"},
     "",
     "http://h/?ab=2&qx=4\n",
     ""},
    // RFC 3986 3.2.2
    {"an_ipv6_address_gets_its_brackets",
     {"edit", "--set-decoded", "host=2001:db8::1", "http://h:80/"},
     "",
     "http://[2001:db8::1]:80/\n",
     ""},

    // trurl's options; the order of the components of --new
    {"new_in_any_order",
     {"edit", "--new", "--set", "port=8080", "--set", "user=u", "--set", "path=/a", "--set", "host=h", "--set",
      "scheme=http"},
     "",
     "http://u@h:8080/a\n",
     ""},
    {"set_all_of_it", {"edit", "--set", "url=http://b/", "--set", "port=1", "http://a/x?y"}, "", "http://b:1/\n", ""},
    {"iterate_all_of_it", {"edit", "--iterate", "uri=a: b:", "x:"}, "", "a:\nb:\n", ""},
    {"login_options",
     {"edit", "--set", "options=AUTH=X", "imap://me@h/", "pop://me;AUTH=Y:p@h/", "smtp://h/"},
     "",
     "imap://me;AUTH=X@h/\npop://me;AUTH=X@h/\nsmtp://;AUTH=X@h/\n",
     ""},
    {"login_options_as_data", {"edit", "-S", "options=A B;", "imap://me@h/"}, "", "imap://me;A%20B;@h/\n", ""},
    {"remove_login_options",
     {"edit", "--remove", "options", "imap://me;x@h/", "imap://me@h/", "http://a;b@h/"},
     "",
     "imap://me@h/\nimap://me@h/\nhttp://a;b@h/\n",
     ""},
    {"login_options_if_absent",
     {"edit", "--set", "options?=x", "imap://me;y@h/", "imap://me@h/"},
     "",
     "imap://me;y@h/\nimap://me;x@h/\n",
     ""},
    {"zone",
     {"edit", "--zone-ids", "--set", "zoneid=eth1", "http://[fe80::1%25eth0]:1/", "http://[fe80::1]/"},
     "",
     "http://[fe80::1%25eth1]:1/\nhttp://[fe80::1%25eth1]/\n",
     ""},
    {"remove_zone", {"edit", "--zone-ids", "--remove", "zoneid", "http://[::1%25a]/"}, "", "http://[::1]/\n", ""},
    {"iterate_zone",
     {"edit", "--zone-ids", "--iterate", "zoneid=a b", "http://[::1]/"},
     "",
     "http://[::1%25a]/\nhttp://[::1%25b]/\n",
     ""},
    {"replace_without_a_value",
     {"edit", "--replace", "a", "--replace-decoded", "b", "--replace-append", "c", "http://h/?a=1&b=2"},
     "",
     "http://h/?a&b&c\n",
     ""},
    {"drop_params_ignoring_case",
     {"edit", "--ignore-case", "--drop-param", "UTM_*", "http://h/?utm_x=1&Utm_y=2&z"},
     "",
     "http://h/?z\n",
     ""},
    {"keep_params_ignoring_case",
     {"edit", "--ignore-case", "--keep-param", "A", "http://h/?a=1&A=2&%61=3&b"},
     "",
     "http://h/?a=1&A=2&%61=3\n",
     ""},

    // byte for byte
    {"nothing_asked_nothing_changed",
     {"edit", "HTTP://U:@H:/%7e//./?a=&&b;#", "a/../b?#", "urn:X:%aA", ""},
     "",
     "HTTP://U:@H:/%7e//./?a=&&b;#\na/../b?#\nurn:X:%aA\n\n",
     ""},
    {"the_rest_stays",
     {"edit", "--set", "fragment=f", "HTTP://U@H:/%7e/../?a=&&%62;#"},
     "",
     "HTTP://U@H:/%7e/../?a=&&%62;#f\n",
     ""},

    // a component that is there stays
    {"set_if_absent",
     {"edit", "--set", "scheme?=https", "--set", "port?=8443", "--set", "query.a?=1", "--set-decoded", "fragment?=a b",
      "//h/?b", "http://h:1/?a#"},
     "",
     "https://h:8443/?b&a=1#a%20b\nhttp://h:1/?a#\n",
     ""},
    {"set_if_absent_each",
     {"edit", "--set", "host?=h", "--set", "user?=u", "--set", "path?=/x", "--set", "query?=q", "--set", "path.0?=y",
      "a:", "a://i/p/q?"},
     "",
     "a://u@h/x?q\na://u@i/p/q?\n",
     ""},
    {"set_if_absent_compares_data",
     {"edit", "--set-decoded", "query.a b?=&", "--set", "query.c%20d?=2", "/?a%20b=1", "/?c%20d=1"},
     "",
     "/?a%20b=1&c%20d=2\n/?c%20d=1&a%20b=%26\n",
     ""},
    {"a_key_with_a_question_mark", {"edit", "--set", "query.a%3F=1", "/?a?=2"}, "", "/?a?=1\n", ""},
    {"new",
     {"edit", "--new", "--set", "scheme=https", "--set", "host=example.com", "--set-decoded", "path=/a b"},
     "",
     "https://example.com/a%20b\n",
     ""},
    {"new_does_not_read",
     {"edit", "--new", "--set", "path=x", "--iterate", "query=1 2"},
     "http://h/\n",
     "x?1\nx?2\n",
     ""},
    {"merge_query",
     {"edit", "--merge-query", "page=2&sort=name", "http://h/?q=a&page=1&page=0#f", "http://h/"},
     "",
     "http://h/?q=a&page=2&sort=name#f\nhttp://h/?page=2&sort=name\n",
     ""},
    {"merge_query_refused",
     {"edit", "--merge-query", "a b", "http://h"},
     "",
     "",
     "<argument>:1:1: cannot merge the query: \" \" is not allowed here, at offset 1 of \"a b\" (query, RFC 3986 "
     "section 3.4)\n",
     1},
    {"set_params",
     {"edit", "--set-params",
      R"([{"key": "q", "value": "a b"}, {"key": "q", "value": "&=;"}, {"key": "x=\u00fc", "value": null}, {"key": "y"}])",
      "http://h/?a#f"},
     "",
     "http://h/?q=a%20b&q=%26%3D%3B&x%3D%C3%BC&y#f\n",
     ""},
    {"set_params_of_a_form",
     {"edit", "--form", "--query-separator", ",", "--set-params",
      R"([{"key": "a,", "value": "b c"}, {"key": "\u00ff", "value": "\u0080", "bytes": true}])", "/"},
     "",
     "/?a%2C=b+c,%FF=%80\n",
     ""},
    {"set_params_removes", {"edit", "--set-params", "[]", "/?a"}, "", "/\n", ""},
    {"set_params_that_no_query_has",
     {"edit", "--set-params", R"([{"key": ""}])", "/"},
     "",
     "",
     "<argument>:1:1: cannot set the parameters: *\n",
     1},
    {"any_separator",
     {"edit", "--query-separator", ",", "--drop-param", "b", "--set-decoded", "query.c d=e,f", "http://h/?a,b=1&2"},
     "",
     "http://h/?a,c%20d=e%2Cf\n",
     ""},
    {"names_the_separator_in_a_value",
     {"edit", "--query-separator", ",", "--append", "query=a=b,c", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit query: \",\" is not allowed here, at offset 1 of \"b,c\" (query, RFC 3986 section "
     "3.4); --append-decoded query=KEY=DATA encodes it\n",
     1},
    {"form_of_a_whole_query",
     {"edit", "--form", "--set-decoded", "query=a=b c+d&e=f", "/"},
     "",
     "/?a=b+c%2Bd&e=f\n",
     ""},
    {"form", {"edit", "--form", "--set-decoded", "query.a b=c d+", "/?a+b=1"}, "", "/?a+b=c+d%2B\n", ""},
    {"a_template_reads_the_query_so",
     {"edit", "--query-separator", ",", "--form", "--get", "{query.b c} {query.b c:decoded} {path:decoded}",
      "/+?a,b+c=1+2,d"},
     "",
     "1+2 1 2 /+\n",
     ""},
    {"what_a_template_requires",
     {"edit", "--remove", "port", "--get", "{port:required}", "http://h:1/"},
     "",
     "",
     "<argument>:1:1: --get {port}: the component is absent\n",
     1},

    // refused
    {"what_is_not_valid",
     {"edit", "--set", "port=x", "http://h/", "http://i/"},
     "",
     "",
     "<argument>:1:1: cannot edit port: * (port, RFC 3986 section 3.2.3)*\n"
     "<argument>:2:1: cannot edit port: * (port, RFC 3986 section 3.2.3)*\n",
     1},
    {"names_the_character_and_the_option",
     {"edit", "--set", "path=/a b", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit path: \" \" is not allowed here, at offset 2 of \"/a b\" (path, RFC 3986 section "
     "3.3); "
     "--set-decoded path=DATA encodes it\n",
     1},
    {"names_the_character_of_a_segment",
     {"edit", "--append", "path=a/b", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit path: \"/\" is not allowed here, at offset 1 of \"a/b\" (segment, RFC 3986 section "
     "3.3); "
     "--append-decoded path=DATA encodes it\n",
     1},
    {"names_the_character_of_a_key",
     {"edit", "--append", "query=a b=c", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit query: \" \" is not allowed here, at offset 1 of \"a b\" (query, RFC 3986 section "
     "3.4); "
     "--append-decoded query=KEY=DATA encodes it\n",
     1},
    {"names_the_character_of_a_value",
     {"edit", "--append", "query=abc=d&e", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit query: \"&\" is not allowed here, at offset 1 of \"d&e\" (query, RFC 3986 section "
     "3.4); "
     "--append-decoded query=KEY=DATA encodes it\n",
     1},
    {"names_the_character_of_a_parameter",
     {"edit", "--set", "query.k=\u20AC", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit query.k: \"\u20AC\" is not allowed here, at offset 0 of \"\u20AC\" (query, RFC 3986 "
     "section 3.4); --set-decoded query.k=DATA encodes it\n",
     1},
    {"names_the_character_of_a_replacement",
     {"edit", "--replace", "a=x\ny", "http://h/?a=1"},
     "",
     "",
     "<argument>:1:1: cannot edit query.a: \"\\x0A\" is not allowed here, at offset 1 of \"x\\x0Ay\" (query, RFC 3986 "
     "section 3.4); --replace-decoded a=DATA encodes it\n",
     1},
    {"names_the_percent",
     {"edit", "--set", "query=a%zz", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit query: \"%\" is not followed by two hexadecimal digits, at offset 1 of \"a%zz\" "
     "(pct-encoded, RFC 3986 section 2.1); --set-decoded query=DATA encodes it\n",
     1},
    {"names_the_character_of_a_port",
     {"edit", "--set", "port=8x", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit port: a port consists of digits only, not \"x\", at offset 1 of \"8x\" (port, RFC "
     "3986 "
     "section 3.2.3); it cannot be encoded there\n",
     1},
    {"names_the_character_of_a_path_behind_an_authority",
     {"edit", "--set", "path=x", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit path: \"x\" is not allowed here, at offset 0 of \"x\": after an authority, a path "
     "begins with \"/\" (path-abempty, RFC 3986 section 3.3); write path=/x\n",
     1},
    {"names_the_slash_of_a_path_without_an_authority",
     {"edit", "--set", "path=//x", "a:b"},
     "",
     "",
     "<argument>:1:1: cannot edit path: \"/\" is not allowed here, at offset 1 of \"//x\": \"//\" would begin an "
     "authority (path-absolute, RFC 3986 section 3.3); write path=/.//x\n",
     1},
    {"names_the_colon_of_a_path",
     {"edit", "--set", "path=a:b", "c"},
     "",
     "",
     "<argument>:1:1: cannot edit path: \":\" is not allowed here, at offset 1 of \"a:b\": it would end a scheme "
     "(path-noscheme, RFC 3986 section 3.3); --set-decoded path=DATA encodes it\n",
     1},
    {"names_the_bracket_of_a_host",
     {"edit", "--set", "host=[::1", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit host: \"[\" without \"]\" in the host, at offset 0 of \"[::1\" (IP-literal, RFC 3986 "
     "section 3.2.2); --set-decoded host=::1 adds both brackets\n",
     1},
    {"names_the_character_of_an_address",
     {"edit", "--set", "host=[::g]", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit host: the text between the brackets is not an IP address: \"g\" is not expected, at "
     "offset 3 of \"[::g]\" (IPv6address, RFC 3986 section 3.2.2); it cannot be encoded there\n",
     1},
    {"names_the_character_of_a_decoded_address",
     {"edit", "-S", "host=[::g]", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit host: *: \"g\" is not expected, at offset 3 of \"[::g]\" (IPv6address, *); it cannot "
     "be "
     "encoded there\n",
     1},
    {"decoded_data_that_looks_like_an_address",
     {"edit", "-S", "host=:::", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit host: it looks like an IPv6 address, but \":\" is not expected, at offset 2 of "
     "\":::\" "
     "(IPv6address, RFC 3986 section 3.2.2); as a name: --set host=%3A%3A%3A\n",
     1},
    {"names_the_character_of_a_decoded_port",
     {"edit", "-S", "port=8 0", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit port: a port consists of digits only, not \" \", at offset 1 of \"8 0\" (port, RFC "
     "3986 "
     "section 3.2.3); it cannot be encoded there\n",
     1},
    {"names_the_character_of_a_decoded_scheme",
     {"edit", "-S", "scheme=a b", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit scheme: *, not \" \", at offset 1 of \"a b\" (scheme, RFC 3986 section 3.1); it "
     "cannot be "
     "encoded there\n",
     1},
    {"names_the_character_of_an_iterated_port",
     {"edit", "--iterate", "port=80 8x", "http://h/"},
     "",
     "http://h:80/\n",
     "<argument>:1:1: cannot edit port: *, not \"x\", at offset 1 of \"8x\" (*); it cannot be encoded there\n",
     1},
    {"names_the_character_of_an_iterated_scheme",
     {"edit", "--iterate", "scheme=a b_c", "http://h/"},
     "",
     "a://h/\n",
     "<argument>:1:1: cannot edit scheme: *, not \"_\", at offset 1 of \"b_c\" (*); it cannot be encoded there\n",
     1},
    {"brackets_of_an_address_in_an_authority",
     {"edit", "--set", "authority=u@::1", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit authority: an IPv6 address is written in brackets, as in authority=[::1] (host, RFC "
     "3986 section 3.2.2)\n",
     1},
    {"names_the_character_of_an_iteration",
     {"edit", "--iterate", "host=a b/c", "http://h"},
     "",
     "http://a\n",
     "<argument>:1:1: cannot edit host: \"/\" is not allowed here, at offset 1 of \"b/c\" (*); write it as %2F\n",
     1},
    {"brackets_of_an_ipv6_address",
     {"edit", "--set", "host=::1", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit host: an IPv6 address is written in brackets, as in host=[::1]; --set-decoded "
     "host=ADDRESS adds them (host, RFC 3986 section 3.2.2)\n",
     1},
    {"brackets_of_an_ipv6_address_with_a_zone",
     {"edit", "--set-decoded", "host=fe80::1%eth0", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit host: an IPv6 address with a zone is written in brackets, as in "
     "host=[fe80::1%25eth0], and accepted with --zone-ids (*)\n",
     1},
    {"a_host_that_is_not_utf8",
     {"edit", "--set-decoded", "host=\xFF", "http://h/"},
     "",
     "",
     "<argument>:1:1: cannot edit host: a host can encode only UTF-8, which the data is not (host, RFC 3986 section "
     "3.2.2)\n",
     1},
    {"a_password_is_not_shown_again",
     {"edit", "--set", "password=top secret", "http://u@h/"},
     "",
     "",
     "<argument>:1:1: cannot edit password: \" \" is not allowed here, at offset 3 of the password (userinfo, RFC 3986 "
     "section 3.2.1); --set-decoded password=DATA encodes it\n",
     1},
    // 1994 draft 3.1: [ user [ ":" password ] "@" ]
    {"a_password_requires_a_user",
     {"edit", "--set", "password=p", "http://h/", "http://u@h/"},
     "",
     "http://u:p@h/\n",
     "<argument>:1:1: a password requires a user; set the user, too: --set user=NAME (userinfo, RFC 3986 section "
     "3.2.1)\n",
     1},
    {"a_password_in_userinfo_requires_a_user",
     {"edit", "--set", "userinfo=:secret", "http://h/", "http://:p@h/"},
     "",
     "",
     "<argument>:1:1: a password requires a user; set the user, too: --set user=NAME (userinfo, RFC 3986 section "
     "3.2.1)\n<argument>:2:1: a password requires a user*",
     1},
    {"a_password_in_an_authority_requires_a_user",
     {"edit", "--set", "authority=:secret@h", "http://h/"},
     "",
     "",
     "<argument>:1:1: a password requires a user; *",
     1},
    {"a_user_may_follow_its_password",
     {"edit", "--set", "password=p", "--set", "user=u", "http://h/"},
     "",
     "http://u:p@h/\n",
     ""},
    {"a_user_with_a_password_stays",
     {"edit", "--remove", "user", "http://u:p@h/"},
     "",
     "",
     "*: a password requires a user*",
     1},
    {"kept_when_refused",
     {"edit", "--on-error", "keep", "--set", "port=1", "a", "http://h/"},
     "",
     "a\nhttp://h:1/\n",
     "<argument>:1:1: cannot edit port: * (host, RFC 3986 section 3.2.2)\n",
     1},
};

class edit : public testing::TestWithParam<row> {};
TEST_P(edit, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, edit, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(edit_usage, reports_mistakes) {
    for (const words &arguments :
         {words{"--set", "hosst=a"}, words{"--set", "host"}, words{"--append", "host=a"},
          words{"--set-decoded", "authority=a"}, words{"--remove", "nothing"}, words{"--iterate", "port="},
          words{"--replace", "=a"}, words{"--set", "path.x=1"}, words{"--query-separator", "%"},
          words{"--query-separator", "ab"}, words{"--set-params", "["}, words{"--set-params", "{}"},
          words{"--set-params", "[1]"}, words{"--set-params", R"([{"key": 1}])"},
          words{"--set-params", R"([{"key": "a", "value": 1}])"}, words{"--set-params", R"([{"key": "a", "b": 1}])"},
          words{"--set-params", R"([{"key": "\u20ac", "bytes": true}])"}, words{"--query-separator", "="}}) {
        words line{"edit"};
        line.insert(line.end(), arguments.begin(), arguments.end());
        line.emplace_back("http://h/");
        const result r = run(line);
        EXPECT_EQ(r.code, 2) << arguments.back();
        EXPECT_EQ(r.out, "");
        EXPECT_NE(r.err.find(arguments.front() + ": "), std::string::npos) << r.err;
    }
}

TEST(edit_usage, names_what_is_wrong) {
    struct fact {
        words line;
        std::string_view says;
        int code;
    };
    for (const fact &f : {
             fact{{"--iterate", "port=1 2", "--iterate", "port=3", "http://h/"}, "port is iterated already", 2},
             fact{{"--remove", "url", "http://h/"}, "the URI as a whole can only be set, with --set", 2},
             fact{{"--set", "options=x", "http://h/"}, "only URIs of mail servers (imap, pop, smtp) have them", 1},
             fact{{"--set", "zoneid=x", "http://h/"}, "the host is no IPv6 address", 1},
             fact{{"--set", "zoneid=x", "http://[::1]/"}, "zones are accepted with --zone-ids", 1},
             fact{{"--set", "url=a b", "http://h/"}, "cannot edit uri: ", 1},
             fact{{"--set-params", R"([{"key": "", "value": null}])", "/"},
                  "no query stands for a single one with an empty key and no value",
                  1},
             fact{{"--ignore-case", "--edition", "whatwg", "--set", "port=1", "http://h/"}, "--ignore-case", 2},
         }) {
        words line{"edit"};
        line.insert(line.end(), f.line.begin(), f.line.end());
        const result r = run(line);
        EXPECT_EQ(r.code, f.code) << r.err;
        EXPECT_NE(r.err.find(f.says), std::string::npos) << r.err;
    }
}

TEST(parse_template, a_form_of_the_host_with_the_default_port) {
    EXPECT_EQ(run({"parse", "--as", "iri", "--get", "{url:ascii:default}", "http://ü.example/x", "http://h:1/"}).out,
              "http://xn--tda.example:80/x\nhttp://h:1/\n");
    EXPECT_EQ(run({"parse", "--get", "{url:default:unicode}", "https://xn--tda.example", "mailto:a"}).out,
              "https://ü.example:443\nmailto:a\n");
    EXPECT_EQ(run({"parse", "--get", "{port:ascii:default}", "http://h"}).code, 2);
}

TEST(parse_params, has_login_options_and_zones) {
    const auto has = [](const words &line, std::string_view text) {
        const result r = run(line);
        EXPECT_NE(r.out.find(text), std::string::npos) << r.out << r.err;
    };
    has({"parse", "--json", "--params", "imap://me;AUTH=X@h/"}, R"("options": "AUTH=X", "zoneid": null)");
    has({"parse", "--json", "--params", "--zone-ids", "http://[::1%25a]/"}, R"("options": null, "zoneid": "a")");
}

// edit makes a query of the parameters that parse prints.
TEST(edit_params, are_what_parse_prints) {
    for (const std::string query : {"a=1&b&a=%262", "%FF=%C3%BC&=&&x%3D", "q=a+b%2B"}) {
        const std::string printed = run({"parse", "--json", "--params", "/?" + query}).out;
        const auto at = printed.find("\"params\": ") + 10;
        const std::string list = printed.substr(at, printed.rfind('}') - at);
        const std::string made = run({"edit", "--set-params", list, "/"}).out;
        const std::string again = run({"parse", "--json", "--params", made.substr(0, made.size() - 1)}).out;
        EXPECT_EQ(again.substr(again.find("\"params\": ") + 10), list + "}\n") << made;
    }
}

TEST(edit_usage, new_has_no_input) {
    EXPECT_EQ(run({"edit", "--new", "a"}).err, "uniform: --new reads no input\n`uniform edit --help` explains the "
                                               "options\n");
    EXPECT_EQ(run({"edit", "--new", "--edition", "whatwg"}).code, 2);
    EXPECT_EQ(run({"edit", "--form", "--edition", "whatwg", "http://h"}).code, 2);
    EXPECT_EQ(run({"edit", "--edition", "whatwg", "--set", "port?=1", "http://h"}).code, 2);
}

TEST(usage, json_excludes_a_template) {
    for (const char *const verb : {"parse", "normalize", "resolve", "edit"}) {
        const result r = run({verb, "--json", "--get", "{host}", "http://h/", "http://h/"});
        EXPECT_EQ(r.code, 2) << verb;
        EXPECT_TRUE(r.err.starts_with("uniform: --json and --get exclude each other\n")) << r.err;
    }
}

TEST(usage, requires_inputs_after_the_base) {
    for (const auto &[line, what] : {std::pair{"$U resolve http://h/ </dev/null", "reference"},
                                     {"$U resolve --base http://h/ </dev/null", "reference"},
                                     {"$U relativize http://h/ </dev/null", "target"},
                                     {"$U compare http://h/ </dev/null", "URI"}}) {
        const result r = shell(line);
        EXPECT_EQ(r.code, 2) << line;
        EXPECT_TRUE(r.out.starts_with("uniform: missing " + std::string{what} + ": ")) << r.out;
    }
    EXPECT_EQ(run({"resolve", "http://h/"}).code, 0); // an empty list
}

TEST(edit_usage, requires_a_reference) {
    const result r = shell("$U edit --set host=a </dev/null");
    EXPECT_EQ(r.code, 2);
    EXPECT_TRUE(r.out.starts_with("uniform: missing reference: ")) << r.out;
    EXPECT_EQ(run({"edit", "--set", "host=a"}).code, 0); // an empty list
}

TEST(edit_usage, has_one_form_of_output) {
    const result r = run({"edit", "--json", "--get", "{host}", "http://h/"});
    EXPECT_EQ(r.code, 2);
    EXPECT_TRUE(r.err.starts_with("uniform: --json and --get exclude each other\n")) << r.err;
}

} // namespace
} // namespace uniform::test
