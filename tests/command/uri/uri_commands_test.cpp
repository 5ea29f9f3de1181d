// The output of each command for URIs, for people.

#include <algorithm>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    // parse
    {"parse_draws_as_section_3_does",
     {"parse", "foo://example.com:8042/over/there?name=ferret#nose"},
     "",
     "foo://example.com:8042/over/there?name=ferret#nose\n"
     "\\_/   \\_________/ \\__/\\_________/ \\_________/ \\__/\n"
     "scheme   host    port    path        query fragment\n",
     ""},
    {"parse_separates_drawings", {"parse", "a:b", "//h"}, "", "a:b\n| |\n| path\nscheme\n\n//h\n  |\nhost\n", ""},
    {"parse_names_empty_components",
     {"parse", "http://h:/?#"},
     "",
     "http://h:/?#\n"
     "\\__/   | ^ ^^\n"
     " |     | | |fragment (empty)\n"
     " |     | | query (empty)\n"
     " |     | port (empty), path\n"
     " |     host\n"
     " scheme\n",
     ""},
    {"parse_params",
     {"parse", "--json", "--params", "//u:p%20w@h%20i:/a%2Fb//c?q=a+b&q=%26&x&="},
     "",
     "{\"input\": \"//u:p%20w@h%20i:/a%2Fb//c?q=a+b&q=%26&x&=\", \"valid\": true, \"scheme\": null, \"userinfo\": "
     "\"u:p%20w\", \"host\": \"h%20i\", \"host_type\": \"reg-name\", \"port\": \"\", \"path\": \"/a%2Fb//c\", "
     "\"query\": \"q=a+b&q=%26&x&=\", \"fragment\": null, \"offsets\": {\"scheme\": null, \"authority\": [2, 16], "
     "\"userinfo\": [2, 9], \"host\": [10, 15], \"port\": [16, 16], \"path\": [16, 25], \"query\": [26, 41], "
     "\"fragment\": null}, \"user\": \"u\", \"password\": \"p%20w\", \"options\": null, \"zoneid\": null, "
     "\"default_port\": null, \"host_forms\": "
     "{\"ascii\": \"h%20i\", \"unicode\": \"h%20i\", \"display\": \"h%20i\", \"registrable\": null, \"suffix\": null, "
     "\"label\": null, \"subdomain\": null, \"listed\": null, \"private\": null}, "
     "\"decoded\": {\"user\": "
     "\"u\", \"password\": \"p w\", \"host\": \"h i\", \"path\": \"/a/b//c\", \"query\": \"q=a+b&q=&&x&=\", "
     "\"fragment\": null, \"segments\": [\"a/b\", \"\", \"c\"]}, \"params\": [{\"key\": \"q\", \"value\": \"a+b\"}, "
     "{\"key\": \"q\", \"value\": \"&\"}, {\"key\": \"x\", \"value\": null}, {\"key\": \"\", \"value\": \"\"}]}\n",
     ""},
    {"parse_params_of_a_form",
     {"parse", "--json", "--params", "--form", "--query-separator", ";", "HTTP:%FF?q=a+b;%C3=%26&z"},
     "",
     "{\"input\": \"HTTP:%FF?q=a+b;%C3=%26&z\", \"valid\": true, \"scheme\": \"HTTP\", \"userinfo\": null, \"host\": "
     "null, "
     "\"host_type\": null, \"port\": null, \"path\": \"%FF\", \"query\": \"q=a+b;%C3=%26&z\", \"fragment\": null, "
     "\"offsets\": {\"scheme\": [0, 4], \"authority\": null, \"userinfo\": null, \"host\": null, \"port\": null, "
     "\"path\": [5, 8], \"query\": [9, 24], \"fragment\": null}, \"user\": null, \"password\": null, \"options\": "
     "null, \"zoneid\": null, \"default_port\": "
     "80, \"host_forms\": null, \"decoded\": {\"user\": null, \"password\": null, "
     "\"host\": null, \"path\": \"\\u00ff\", \"query\": \"q=a+b;\\u00c3=&&z\", \"fragment\": null, \"segments\": "
     "[\"\\u00ff\"], \"bytes\": true}, \"params\": [{\"key\": \"q\", \"value\": \"a b\"}, {\"key\": \"\\u00c3\", "
     "\"value\": \"&\", \"bytes\": true}, {\"key\": \"z\", \"value\": null}]}\n",
     ""},
    {"template_with_the_default_port",
     {"parse", "--get", "{uri:default} {authority:default} {port:default}", "http://h/a", "https://h:/", "ftp://u@h:33",
      "foo://h", "mailto:a", "//h", "HTTP://[::1]?q"},
     "",
     "http://h:80/a h:80 80\nhttps://h:443/ h:443 443\nftp://u@h:33 u@h:33 33\nfoo://h h \nmailto:a  \n//h h \n"
     "HTTP://[::1]:80?q [::1]:80 80\n",
     ""},
    // RFC 5092 3, RFC 2384 3, RFC 6874 2
    {"template_with_login_options_and_zones",
     {"parse", "--zone-ids", "--get", "{options}|{zoneid}|{user}", "imap://u;AUTH=*@h/", "POP://u;AUTH=+X@h",
      "smtp://u:p;AUTH=x@h/", "http://a;b@h", "http://[fe80::1%25eth%30]/", "imap://u@h"},
     "",
     "AUTH=*||u;AUTH=*\nAUTH=+X||u;AUTH=+X\nAUTH=x||u\n||a;b\n|eth%30|\n||u\n",
     ""},
    {"template_that_requires",
     {"parse", "--get", "{host} {port:required}", "http://h", "http://h:", "http://h:1"},
     "",
     "h \nh 1\n",
     "<argument>:1:1: --get {port}: the component is absent\n",
     1},
    {"template_that_requires_of_targets",
     {"resolve", "--get", "{url} {query:required}", "http://h/?a", "", "b", "?c"},
     "",
     "http://h/?a a\nhttp://h/?c c\n",
     "<argument>:3:1: --get {query}: the component is absent\n",
     1},
    {"template_that_requires_each",
     {"parse", "--get",
      "{scheme:required}{user:required}{path.0:required}{query.a:required}{port:default:required}"
      "{host.suffix:required}{fragment:decoded:required}",
      "http://u@a.example.com/b?a#f%20", "http://u@a.example.com/?b#f", "http://u@127.0.0.1/?a#f"},
     "",
     "httpub80comf \n",
     "<argument>:2:1: --get {query.a}: the component is absent\n"
     "<argument>:3:1: --get {host.suffix}: the component is absent\n",
     1},
    {"template_that_is_strict",
     {"parse", "--get", "{path:strict} {query.a:all:strict}", "/%41?a=%42", "/%0A", "/?a&a=%FF", "/%C3%BC%7F",
      "?b=%00"},
     "",
     "/A B\n \n",
     "<argument>:2:1: --get {path}: it has control characters when decoded\n"
     "<argument>:3:7: --get {query.a}: it is not UTF-8 when decoded\n"
     "<argument>:4:1: --get {path}: it has control characters when decoded\n",
     1},

    // encode and decode
    {"encode_for_each_component",
     {"encode", "segment", "a/b c", "50%", "\u00FC"},
     "",
     "a%2Fb%20c\n50%25\n%C3%BC\n",
     ""},
    {"encode_refuses_what_has_no_encoding",
     {"encode", "segment", "..", "."},
     "",
     "",
     "<argument>:2:1: *\n<argument>:3:1: *\n",
     1},
    {"encode_refuses_long_inputs",
     {"encode", "segment", "--max-length", "5", "abcdefgh"},
     "",
     "",
     "<argument>:2:6: *\n",
     1},
    {"decode_refuses_long_inputs",
     {"decode", "path", "--below", "/srv", "--max-length", "5", "/abcdefgh"},
     "",
     "",
     "<argument>:2:6: *\n",
     1},
    {"decode_below_keeps_nothing_that_is_refused",
     {"decode", "path", "--below", "/srv", "--on-error", "keep", "/.."},
     "",
     "",
     "uniform: *\n*",
     2},
    {"encode_path", {"encode", "path", "/a b/c?"}, "", "/a%20b/c%3F\n", ""},
    {"encode_user", {"encode", "user", "a:b@c"}, "", "a%3Ab%40c\n", ""},
    {"encode_password", {"encode", "password", "a:b@c/"}, "", "a:b%40c%2F\n", ""},
    {"encode_host_permits_no_zone", // RFC 6874
     {"encode", "host", "::1", "fe80::1%eth0"},
     "",
     "[::1]\n",
     "<argument>:3:8: an IPv6 address with a zone (RFC 6874) is not of RFC 3986; --zone-ids permits it\n",
     1},
    {"decode_host_permits_no_zone",
     {"decode", "host", "[fe80::1%25eth0]"},
     "",
     "",
     "<argument>:2:9: an IPv6 address with a zone (RFC 6874) is not of RFC 3986; --zone-ids permits it\n",
     1},
    {"decode_below_refuses_short_names",
     {"decode", "path", "--below", "/srv", "/PROGRA~1", "/a~b"},
     "",
     "/srv/a~b\n",
     "<argument>:2:8: a name in the path can be a short name (8.3) of another file on Windows (RFC 3986 section 7.3)\n",
     1},
    {"parse_form_is_for_queries",
     {"parse", "--get", "{path:form}", "a"},
     "",
     "",
     "uniform: --get: this modifier is not allowed after path\n*",
     2},
    {"parse_prints_a_host_that_is_no_name_as_it_is",
     {"parse", "--get", "{host:ascii}", "http://%FF.x/", "http://xn--a.x/", "http://m%C3%BCnchen.example/"},
     "",
     "%FF.x\nxn--a.x\nxn--mnchen-3ya.example\n",
     ""},
    {"parse_demands_the_form_of_a_host",
     {"parse", "--get", "{host:ascii:required}", "http://%FF.x/", "http://xn--a.x/", "http://a_b.example/",
      "http://[::1]/"},
     "",
     "a_b.example\n[::1]\n",
     "<argument>:1:8: --get {host}: the host is no name that has this form\n"
     "<argument>:2:8: --get {host}: the host is no name that has this form\n",
     1},
    {"encode_host",
     {"encode", "host", "--zone-ids", "a b", "::1", "x:y", "fe80::1%eth0"},
     "",
     "a%20b\n[::1]\nx%3Ay\n[fe80::1%25eth0]\n",
     ""},
    {"decode_host",
     {"decode", "host", "--zone-ids", "a%20b", "[::1]", "[fe80::1%25eth0]", "a:b"},
     "",
     "a b\n::1\nfe80::1%eth0\n",
     "<argument>:5:2: *",
     1},
    {"encode_query", {"encode", "query", "a=1&b c#"}, "", "a=1&b%20c%23\n", ""},
    {"encode_parameter", {"encode", "parameter", "a=1&b c+;,"}, "", "a%3D1%26b%20c%2B%3B,\n", ""},
    {"encode_parameter_of_a_form",
     {"encode", "parameter", "--form", "--query-separator", ",", "a b+,"},
     "",
     "a+b%2B%2C\n",
     ""},
    {"encode_fragment", {"encode", "fragment", "a#b?/"}, "", "a%23b?/\n", ""},
    {"encode_a_host_that_is_not_utf8",
     {"encode", "host", "\xFF"},
     "",
     "",
     "<argument>:2:1: these bytes are not UTF-8 (reg-name, RFC 3986 section 3.2.2)\n",
     1},
    {"decode_each_component", {"decode", "segment", "a%2Fb%20c", "%25%34%31"}, "", "a/b c\n%41\n", ""},
    {"decode_refuses_what_is_no_segment",
     {"decode", "segment", "a/b", "a%2", "%41%zz/"},
     "",
     "",
     "<argument>:2:2: \"/\" is not allowed here (segment, RFC 3986 section 3.3)\n"
     "<argument>:3:2: \"%\" is not followed by two hexadecimal digits (pct-encoded, RFC 3986 section 2.1)\n"
     "<argument>:4:4: \"%\" is not followed by two hexadecimal digits (pct-encoded, RFC 3986 section 2.1)\n",
     1},
    {"decode_parameter", {"decode", "parameter", "a+b%2B=c"}, "", "a+b+=c\n", ""},
    {"decode_parameter_of_a_form", {"decode", "parameter", "--form", "a+b%2B"}, "", "a b+\n", ""},
    {"decode_parameter_has_no_separator",
     {"decode", "parameter", "a&b"},
     "",
     "",
     "<argument>:2:2: \"&\" is not allowed here (query, RFC 3986 section 3.4)\n",
     1},
    {"decode_query_of_a_form", {"decode", "query", "--form", "a+b%26&c%2B"}, "", "a b&&c+\n", ""},
    {"decode_query_keeps_plus", {"decode", "query", "a+b%26&c"}, "", "a+b&&c\n", ""},
    {"encode_query_of_a_form", {"encode", "query", "--form", "a=1+2&b c#"}, "", "a=1%2B2&b+c%23\n", ""},
    {"encode_has_forms_of_queries_only",
     {"encode", "segment", "--form", "a b"},
     "",
     "",
     "uniform: --form is for the components query and parameter\n*",
     2},
    {"decode_has_separators_of_parameters_only",
     {"decode", "query", "--query-separator", ";", "a"},
     "",
     "",
     "uniform: --query-separator is for the component parameter\n*",
     2},
    {"decode_octets_as_json",
     {"decode", "fragment", "--json", "%FF%00"},
     "",
     "{\"input\": \"%FF%00\", \"valid\": true, \"decoded\": \"\\u00ff\\u0000\", \"bytes\": true}\n",
     ""},
    // RFC 3986 7.3
    {"decode_path_below_a_folder",
     {"decode", "path", "--below", "/srv/www/", "/a%20b.html", "/..%2Fetc/passwd", "/a/../b", "/%252e%252e/b", "//etc",
      "/", "/.../x", "/a:b", "/C:/x"},
     "",
     "/srv/www/a b.html\n/srv/www/\n",
     "<argument>:3:4: the path has an encoded \"/\" (RFC 3986 section 7.3)\n"
     "<argument>:4:4: the path has a \".\" or \"..\" segment (RFC 3986 section 7.3)\n"
     "<argument>:5:2: the path is percent-encoded twice (RFC 3986 section 7.3)\n"
     "<argument>:6:2: the path has an empty segment (RFC 3986 section 7.3)\n"
     "<argument>:8:4: a name in the path ends with \".\" or a space, which Windows drops (RFC 3986 section 7.3)\n"
     "<argument>:9:3: the path has a \":\", which on Windows is after a drive or before a stream (RFC 3986 section "
     "7.3)\n"
     "<argument>:10:2: the path has a drive letter of Windows (RFC 3986 section 7.3)\n",
     1},
    {"decode_path_below_a_folder_of_posix",
     {"decode", "path", "--below", "/srv", "--file-names", "posix", "/a:b", "/con", "/a%C2%85"},
     "",
     "/srv/a:b\n/srv/con\n",
     "<argument>:4:3: the path has a control character (RFC 3986 section 7.3)\n",
     1},
    {"decode_path_below_a_folder_as_json",
     {"decode", "path", "--below", "/srv", "--json", "/abc%00d"},
     "",
     "{\"input\": \"/abc%00d\", \"valid\": false, \"error\": {\"code\": \"control_character\", \"offset\": 4, "
     "\"rule\": null, \"document\": \"RFC 3986\", \"section\": \"7.3\", \"message\": \"the path has a control "
     "character\"}}\n",
     "",
     1},
    {"decode_path_of_a_file_that_exists", {"decode", "path", "/etc/passwd"}, "", "/etc/passwd\n", ""},
    {"encode_data_of_a_file_that_exists",
     {"encode", "parameter", "/etc/passwd"},
     "",
     "/etc/passwd\n",
     "uniform: note: \"/etc/passwd\" is read as data; -f reads the file of that name\n"},
    // a component, not a reference
    {"encode_path_keeps_what_a_reference_would_not", {"encode", "path", "a:b", "//x"}, "", "a:b\n//x\n", ""},
    {"encode_reads_lines", {"encode", "segment"}, "a b\nc\n", "a%20b\nc\n", ""},

    {"parse_lists_what_is_too_long_to_be_drawn",
     {"parse", "http://h/" + std::string(100, 'a')},
     "",
     "http://h/" + std::string(100, 'a') +
         "\n    scheme            http\n    host              h\n    path              /" + std::string(100, 'a') +
         "\n",
     ""},

    // check
    {"check_is_silent_on_what_is_valid", {"check", "http://a/", "x"}, "", "", ""},
    {"check_reports_the_rest",
     {"check", "http://a/", "http://a b/"},
     "",
     "",
     "<argument>:2:9: * (reg-name, RFC 3986 section 3.2.2)\n",
     1},
    {"check_as_uri", {"check", "--as", "uri", "a:b", "x"}, "", "", "<argument>:2:2: * (URI, RFC 3986 section 3)\n", 1},
    {"check_lists_the_valid", {"check", "--list", "valid", "--on-error", "drop"}, "a\nb c\nd\n", "a\nd\n", "", 1},
    {"check_lists_the_invalid", {"check", "-l", "invalid", "-q"}, "a\nb c\nd\n", "b c\n", "", 1},
    {"check_quiet", {"check", "-q", "a b"}, "", "", "", 1},
    {"check_by_edition",
     {"check", "-e", "rfc2396", "http://[::1]/"},
     "",
     "",
     "<argument>:1:8: * (authority, RFC 2396 section 3.2)\n",
     1},
    {"check_zone_ids", {"check", "--zone-ids", "http://[fe80::1%25eth0]/"}, "", "", ""},

    // normalize
    {"normalize_syntax", {"normalize", "HTTP://Example.COM:80/%7Ea/../b"}, "", "http://example.com:80/b\n", ""},
    {"normalize_by_level",
     {"normalize", "--level", "scheme", "HTTP://Example.COM:80", "https://h:/"},
     "",
     "http://example.com/\nhttps://h/\n",
     ""},
    {"normalize_simple_is_the_text", {"normalize", "-l", "simple", "HTTP://A/%7e"}, "", "HTTP://A/%7e\n", ""},
    {"normalize_case_alone", {"normalize", "-l", "case", "HTTP://A/%7e/../b"}, "", "http://a/%7E/../b\n", ""},
    {"normalize_percent_alone", {"normalize", "-l", "percent", "HTTP://A/%7e/../%3d"}, "", "HTTP://A/~/../%3d\n", ""},
    {"normalize_path_alone", {"normalize", "-l", "path", "HTTP://A/%7e/../b"}, "", "HTTP://A/b\n", ""},
    {"normalize_level_by_its_other_name", {"normalize", "-l", "all-syntax", "A:%41"}, "", "a:A\n", ""},
    {"normalize_rfc5952", {"normalize", "--rfc5952", "http://[1:0:0:0::2]/"}, "", "http://[1::2]/\n", ""},
    {"normalize_added_scheme",
     {"normalize", "-l", "scheme", "--scheme", "foo:77/", "--scheme", "bar:88", "foo://h:77", "bar://h:88"},
     "",
     "foo://h/\nbar://h\n",
     ""},
    {"normalize_changes",
     {"normalize", "--changes", "HTTP://A/%7e/./b", "http://a/"},
     "",
     "scheme,host,path\tHTTP://A/%7e/./b\n-\thttp://a/\n",
     ""},
    {"normalize_keeps_what_is_between",
     {"normalize"},
     "http://a/\nhttp://b/\nHTTP://C/\nhttp://d/\nx y\nhttp://e/\n",
     "http://a/\nhttp://b/\nhttp://c/\nhttp://d/\nhttp://e/\n",
     "<stdin>:5:2: * (path-noscheme, RFC 3986 section 3.3)\n",
     1},

    // compare
    {"compare_prints_the_level",
     {"compare", "http://example.com/%7ea", "HTTP://EXAMPLE.com/~a", "http://example.com/%7ea", "http://example.com/b"},
     "",
     "syntax\thttp://example.com/%7ea\tHTTP://EXAMPLE.com/~a\n"
     "simple\thttp://example.com/%7ea\thttp://example.com/%7ea\n"
     "different\thttp://example.com/%7ea\thttp://example.com/b\n",
     "",
     1},
    {"compare_every_level",
     {"compare", "--pairs", "-l", "scheme"},
     "http://a/\thttp://a/\nhttp://a/\tHTTP://A/\nhttp://a/%41\thttp://a/A\nhttp://a/b/../c\thttp://a/c\n"
     "http://a/b/../c\tHTTP://a/c\nhttp://a\thttp://a:80/\n",
     "simple\thttp://a/\thttp://a/\ncase\thttp://a/\tHTTP://A/\npercent\thttp://a/%41\thttp://a/A\n"
     "path\thttp://a/b/../c\thttp://a/c\nsyntax\thttp://a/b/../c\tHTTP://a/c\nscheme\thttp://a\thttp://a:80/\n",
     ""},
    {"compare_equal_is_0", {"compare", "-q", "--level", "scheme", "http://a", "http://a:80/"}, "", "", ""},
    {"compare_different_is_1", {"compare", "-q", "http://a", "http://a:80/"}, "", "", "", 1},
    {"compare_base_for_all_lines",
     {"compare", "--base", "a:b"},
     "A:b\na:b\n",
     "case\ta:b\tA:b\nsimple\ta:b\ta:b\n",
     ""},
    {"compare_first_argument_for_all_lines", {"compare", "a:b"}, "A:b\n", "case\ta:b\tA:b\n", ""},
    {"compare_invalid_is_1",
     {"compare", "a:b", "a: b"},
     "",
     "",
     "<argument>:2:3: * (path-rootless, RFC 3986 section 3.3)\n",
     1},
    {"compare_invalid_base",
     {"compare", "--base", "a: b", "a:b"},
     "",
     "",
     "--base:1:3: * (path-rootless, RFC 3986 section 3.3)\n",
     1},

    {"compare_for_a_network_action",
     {"compare", "--pairs", "--ignore-fragment", "--resolve-base", "http://h/a/b"},
     "c#d\thttp://h/a/c\nHTTP://h/#x\t/#y\nurn:a:b#c\turn:a:b\nc\thttp://h/c\n",
     "simple\tc#d\thttp://h/a/c\ncase\tHTTP://h/#x\t/#y\nsimple\turn:a:b#c\turn:a:b\n"
     "different\tc\thttp://h/c\n",
     "",
     1},
    {"compare_resolves_the_first", {"compare", "--resolve-base", "a:/b", "c"}, "a:/c\n", "simple\tc\ta:/c\n", ""},
    {"compare_same_document_2003",
     {"compare", "-e", "rfc2396bis-01", "--resolve-base", "http://h/a#x", "", "http://h/a", "#f", "http://h/a#f"},
     "",
     "simple\t\thttp://h/a\ndifferent\t\t#f\ndifferent\t\thttp://h/a#f\n",
     "",
     1},
    {"compare_invalid_resolve_base",
     {"compare", "--resolve-base", "/a", "a:b", "a:b"},
     "",
     "",
     "--resolve-base:1:1: * (URI, RFC 3986 section 3)\n",
     1},
    {"unique_for_a_network_action",
     {"unique", "--ignore-fragment", "--resolve-base", "http://h/a/"},
     "b#1\nhttp://h/a/b#2\n/a/b\nc\nurn:a:b\nurn:A:b#f\n/c\nx y\n",
     "b#1\nc\nurn:a:b\nurn:A:b#f\n/c\n",
     "<stdin>:8:2: * (path-noscheme, RFC 3986 section 3.3)\n",
     1},
    {"unique_with_fragments", {"unique"}, "a:b#c\na:b\n", "a:b#c\na:b\n", ""},

    // resolve
    {"resolve_one", {"resolve", "http://a/b/c/d;p?q", "../g"}, "", "http://a/b/g\n", ""},
    {"resolve_lines", {"resolve", "-b", "http://a/b"}, "c\n?d\n#e\n", "http://a/c\nhttp://a/b?d\nhttp://a/b#e\n", ""},
    {"resolve_pairs", {"resolve", "--pairs"}, "http://a/b\tc\nx:y\tz\n", "http://a/c\nx:z\n", ""},
    {"resolve_non_strict", {"resolve", "--non-strict", "http://a/b/c/d;p?q", "http:g"}, "", "http://a/b/c/g\n", ""},
    {"resolve_strict", {"resolve", "--strict", "http://a/b/c/d;p?q", "http:g"}, "", "http:g\n", ""},
    {"resolve_2003",
     {"resolve", "-e", "rfc2396bis-01", "http://a/b/c/d;p?q", "", "#s", "../../../g"},
     "",
     "(current document)\n(current document)#s\nhttp://a/../g\n",
     ""},
    {"resolve_excess_drop",
     {"resolve", "-e", "rfc2396bis_01", "--excess", "drop", "http://a/b/c/d;p?q", "../../../g"},
     "",
     "http://a/g\n",
     ""},
    {"resolve_excess_keep", {"resolve", "--excess", "keep", "http://a/b", "../../g"}, "", "http://a/../../g\n", ""},
    // RFC 8141 4.3; drafts -16 4.3 and -14 5.3
    {"resolve_against_a_urn_warns_once",
     {"resolve", "urn:example:a/b", "c", "#f"},
     "",
     "urn:example:a/c\nurn:example:a/b#f\n",
     "uniform: warning: the base URI is a URN; authors should avoid relative references * (RFC 8141 section 4.3)*\n"},
    {"resolve_against_a_urn_by_rfc8141",
     {"resolve", "-e", "rfc8141", "URN:example:a/b", "c"},
     "",
     "URN:example:a/c\n",
     ""},
    {"resolve_against_a_urn_by_rfc2141",
     {"resolve", "-e", "rfc2141", "urn:example:a", "#f"},
     "",
     "urn:example:a#f\n",
     ""},
    {"resolve_against_a_urn_by_the_last_draft",
     {"resolve", "-e", "urnbis-16", "urn:example:a/b", "c", "http://h/", ""},
     "",
     "http://h/\n",
     "<argument>:2:1: a relative reference is not resolved against a URN; * (draft-ietf-urnbis-rfc2141bis-urn-16 "
     "section "
     "4.3)\n<argument>:4:1: *\n",
     1},
    {"resolve_against_a_urn_by_an_earlier_draft",
     {"resolve", "-e", "urnbis-14", "--json", "urn:example:a", "c"},
     "",
     "{\"base\": \"urn:example:a\", \"ref\": \"c\", \"target\": null, \"error\": {\"in\": \"ref\", \"code\": "
     "\"urn_base\", \"offset\": 0, \"rule\": null, \"document\": \"draft-ietf-urnbis-rfc2141bis-urn-14\", \"section\": "
     "\"5.3\", \"message\": \"a relative reference is not resolved against a URN; give the base URI, such as the URN's "
     "locator\"}}\n",
     "*",
     1},
    {"resolve_pairs_warns_once",
     {"resolve", "--pairs"},
     "urn:example:a\t#f\nurn:example:b\t#g\nurn:example:c\t#h\n",
     "urn:example:a#f\nurn:example:b#g\nurn:example:c#h\n",
     "<stdin>:1:15: warning: the base URI is a URN; authors should avoid relative references against URNs (RFC 8141 "
     "section 4.3). `--edition urnbis-16` refuses them, `--edition rfc8141` resolves them without this warning\n"},
    {"resolve_pairs_with_a_urn",
     {"resolve", "--pairs"},
     "http://a/b\tc\nurn:example:a\t#f\nurn:example:a\turn:example:b\n",
     "http://a/c\nurn:example:a#f\nurn:example:b\n",
     "<stdin>:2:15: warning: the base URI is a URN*\n"},
    {"resolve_by_an_edition_of_urns_is_rfc3986",
     {"resolve", "-e", "urnbis-16", "http://a/b", "../c"},
     "",
     "http://a/c\n",
     ""},
    {"resolve_has_no_references_in_editions_of_urls", // RFC 1738 5: a URL begins with its scheme
     {"resolve", "-e", "rfc1738", "http://a/b", "c"},
     "",
     "",
     "<argument>:2:1: the scheme is missing (a name and \":\") (url, RFC 1738 section 5)\n",
     1},
    {"resolve_leaves_urls_of_1994",
     {"resolve", "-e", "url-06", "http://a/b", "ftp://h/a/../b"},
     "",
     "ftp://h/a/../b\n",
     ""},
    {"normalize_leaves_dot_segments_of_1994", // url-06 3.2.2
     {"normalize", "-e", "url-06", "FTP://H/a/../b"},
     "",
     "ftp://h/a/../b\n",
     ""},
    {"compare_by_an_edition_of_1994",
     {"compare", "-e", "url-06", "ftp://h/a/../b", "FTP://h/b"},
     "",
     "different\tftp://h/a/../b\tFTP://h/b\n",
     "",
     1},
    {"normalize_reads_urns_as_uris_of_1994", // which is what it does
     {"normalize", "-e", "url-06", "--urn", "uri", "URN:A:%7eb"},
     "",
     "urn:A:%7Eb\n",
     ""},
    {"check_by_an_edition_of_1994", {"check", "-e", "url-06", "http://h/", "c"}, "", "", "*", 1},

    // relativize
    {"relativize_one", {"relativize", "http://example.com/a/b/c", "http://example.com/a/d?x"}, "", "/a/d?x\n", ""},
    {"relativize_lines",
     {"relativize", "--base", "http://h/long/way/to/here"},
     "http://h/long/way/to/there\nhttp://h/long/way/up\nhttp://other/\nurn:a:b\n",
     "there\n../up\n//other/\nurn:a:b\n",
     ""},

    // schemes
    {"schemes_not_registered",
     {"schemes", "no-such"},
     "",
     "",
     "uniform: \"no-such\" is not in IANA's registry of URI schemes\n",
     1},
    {"schemes_new",
     {"schemes", "--new", "weather", "x-weather", "org.example.weather", "a_b"},
     "",
     "available  weather               RFC 7595 section 3.8              no rule forbids it\n"
     "refused    x-weather             draft-ietf-uri-url-06 section 4   names starting with \"x-\" are reserved for "
     "experimental purposes\n"
     "available  org.example.weather   RFC 7595 section 3.8              for private use by the owner of that domain\n"
     "refused    a_b                   RFC 3986 section 3.1              \"_\" is not allowed here (offset 1)\n",
     "",
     1},
    {"schemes_new_nothing", {"schemes", "--new"}, "", "", "uniform: missing argument: NAME\n*", 2},

    // explain
    {"explain_side_by_side",
     {"explain", "http://[::1]:80/a"},
     "",
     "http://[::1]:80/a\n"
     "             rfc3986   rfc3987   rfc2396bis-01  rfc2396    whatwg\n"
     "             URI       IRI       URI            not valid  URL\n"
     "  scheme     http      http      http                      http\n"
     "  authority  [::1]:80  [::1]:80  [::1]:80                  [::1]\n"
     "  host       [::1]     [::1]     [::1]                     [::1]\n"
     "  host type  ipv6      ipv6      ipv6                      IPv6 address\n"
     "  port       80        80        80                        -\n"
     "  path       /a        /a        /a                        /a\n"
     "  rfc2396: the authority is neither a server nor a registry-based name (authority, RFC 2396 section 3.2)\n"
     "    http://[::1]:80/a\n"
     "           ^\n"
     "             rfc9110  rfc1738    url-06\n"
     "             URL      not valid  not valid\n"
     "  host       [::1]\n"
     "  port       80\n"
     "  path       /a\n"
     "  rfc1738: \"[\" is not allowed here (hostname, RFC 1738 section 3.1)\n"
     "    http://[::1]:80/a\n"
     "           ^\n"
     "  url-06: \"[\" is not allowed here (hostname, draft-ietf-uri-url-06 section 3.1)\n"
     "    http://[::1]:80/a\n"
     "           ^\n"
     "  note: the port is the scheme's default (RFC 2616)\n",
     ""},
    {"explain_odd_hosts",
     {"explain", "http://0x7f.1/"},
     "",
     "http://0x7f.1/\n"
     "             rfc3986   rfc3987   rfc2396bis-01  rfc2396   whatwg\n"
     "             URI       IRI       URI            URI       URL\n"
     "  scheme     http      http      http           http      http\n"
     "  authority  0x7f.1    0x7f.1    0x7f.1         0x7f.1    127.0.0.1\n"
     "  host       0x7f.1    0x7f.1    0x7f.1         -         127.0.0.1\n"
     "  host type  reg-name  reg-name  hostname       reg-name  IPv4 address\n"
     "  path       /         /         /              /         /\n"
     "             rfc9110  rfc1738    url-06\n"
     "             URL      not valid  not valid\n"
     "  host       0x7f.1\n"
     "  port       80\n"
     "  path       /\n"
     "  rfc1738: \"1\" is not allowed here (hostname, RFC 1738 section 3.1)\n"
     "    http://0x7f.1/\n"
     "                ^\n"
     "  url-06: \"0\" is not allowed here (hostname, draft-ietf-uri-url-06 section 3.1)\n"
     "    http://0x7f.1/\n"
     "           ^\n"
     "  note: the host is a registered name, but much software reads it as the address 127.0.0.1 (RFC 3986 section "
     "7.4)\n",
     ""},
};

TEST(uri_commands_usage, templates_and_components) {
    EXPECT_EQ(run({"parse", "--params", "a"}).err,
              "uniform: --params requires --json\n`uniform parse --help` explains the options\n");
    EXPECT_EQ(
        run({"normalize", "--get", "{port:required}", "http://h"}).err,
        "uniform: --get: only the templates of parse, resolve and edit may have the modifiers required and strict\n");
    EXPECT_EQ(run({"parse", "--json", "--params", "--edition", "whatwg", "http://h"}).code, 2);
    EXPECT_EQ(run({"encode"}).code, 2);
    EXPECT_EQ(run({"encode", "segmant", "a"}).err,
              "uniform: unknown component \"segmant\": did you mean \"segment\"?\n`uniform encode --help` explains the "
              "options\n");
    EXPECT_EQ(run({"decode", "port", "1"}).code, 2);
    EXPECT_EQ(run({"decode", "segment", "--below", "/srv", "a"}).code, 2);
    EXPECT_EQ(run({"decode", "path", "--file-names", "posix", "a"}).code, 2);
}

class uri_commands : public testing::TestWithParam<row> {};
TEST_P(uri_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, uri_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

TEST(schemes, has_the_default_port_of_http) {
    const result r = run({"schemes", "HTTP"});
    EXPECT_EQ(r.out.substr(0, 27), "http  permanent    80     R");
    EXPECT_EQ(r.code, 0);
}

TEST(schemes, status_selects) {
    const result all = run({"schemes"});
    const result permanent = run({"schemes", "--status", "permanent"});
    const auto lines = [](const std::string &text) { return std::ranges::count(text, '\n'); };
    EXPECT_GT(lines(all.out), 300);
    EXPECT_GT(lines(permanent.out), 50);
    EXPECT_LT(lines(permanent.out), lines(all.out));
    EXPECT_EQ(permanent.out.find("provisional"), std::string::npos);
}

TEST(explain, what_no_edition_accepts_is_1) {
    EXPECT_EQ(run({"explain", "a b"}).code, 1);
    EXPECT_EQ(run({"explain", "a b", "a"}).code, 1);
    EXPECT_EQ(run({"explain", "http://[::1]/"}).code, 0);
}

// The remarks, by their codes: one text each.
TEST(explain, remarks) {
    const std::pair<const char *, const char *> table[]{
        {"http://2130706433/", "odd_ipv4"},
        {"http://0177.0.0.1/", "odd_ipv4"},
        {"http://user@h/", "userinfo"},
        {"http://bank.example@evil.example/", "userinfo_like_host"},
        {"http://u:p@h/", "password"},
        {"http://h:80/", "default_port"},
        {"http://h:/", "empty_port"},
        {"http://h:65536/", "port_overflow"},
        {"http:///a", "empty_host"},
        {"http://h/a/../b", "dot_segments"},
        {"http://h/a%2Fb", "encoded_slash"},
        {"http://h/%2e%2e/b", "encoded_dot"},
        {"http://h/%00", "encoded_nul"},
        {"http://h/%2520", "encoded_percent"},
        {"http://h/%ff", "not_utf8"},
        {"http://a%41/", "encoded_host"},
        {"no-such-scheme:x", "unregistered_scheme"},
        {"a/b", "relative"},
        {"//h/b", "network_path"},
        {"HTTP://h/", "not_normal"},
        {"http://h\\a", "backslash"},
        {" http://h/", "surrounding_space"},
        {"http://h/\t", "tab_or_newline"},
        {"http://h/\xC3\xA9", "non_ascii"},
    };
    for (const auto &[text, code] : table) {
        EXPECT_NE(run({"explain", "--json", text}).out.find(std::string{"\"code\": \""} + code + '"'),
                  std::string::npos)
            << text << " " << code;
    }
    EXPECT_NE(run({"explain", "--json", "http://h/a"}).out.find("\"notes\": []"), std::string::npos);
    for (const char *plain :
         {"http://127.0.0.1/", "http://256.1.1.1/", "http://1.2.3.4.5/", "http://0x/g", "http://a1/"}) {
        const bool odd = run({"explain", "--json", plain}).out.find("odd_ipv4") != std::string::npos;
        EXPECT_EQ(odd, std::string_view{plain} == "http://0x/g") << plain;
    }
}

} // namespace
} // namespace uniform::test
