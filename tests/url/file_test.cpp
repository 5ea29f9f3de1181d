// file URLs and names of files: draft-ietf-uri-url-06 3.10, 5; RFC 1738 3.10, 5; RFC 8089.
#include <uniform/url/file.hpp>

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;
using enum file_system;

std::string written(const fileurl_view &u) { return shown(u.host) + ' ' + shown(u.fpath) + (u.local ? " local" : ""); }

struct reading {
    std::string_view source;
    std::string_view text;
    std::string_view expected;
    std::vector<edition> by = {url_06, rfc1738, rfc8089};
};

const reading readings[]{
    {"3.10", "file://vms.host.edu/disk$user/my/notes/note12345.txt", "vms.host.edu disk$user/my/notes/note12345.txt"},
    {"3.10: localhost", "file://localhost/a/b", "localhost a/b local"},
    {"RFC 3986 3.2.2: case", "FILE://LocalHost/a", "LocalHost a local"},
    {"RFC 3986 6.2.2.2: percent-encoded", "file://%6Cocal%48ost/a", "%6Cocal%48ost a local", {rfc8089}},
    {"RFC 3986 6.2.2.2: percent-encoded", "file://localhost%2E/a", "localhost%2E a", {rfc8089}},
    {"3.10: the empty string", "file:///a/b", "'' a/b local"},
    {"3.10", "file:///", "'' '' local"},
    {"5: [ \"/\" fpath ]", "file://h.x", "h.x -", {url_06}},
    {"5: \"/\" fpath", "file://h.x", "missing_part@10 fpath", {rfc1738}},
    {"RFC 8089 2: path-absolute", "file://h.x", "missing_part@10 path-absolute", {rfc8089}},
    {"5: no host and no path", "file://", "missing_host@7 host", {url_06, rfc1738}},
    {"RFC 8089 2", "file://", "missing_part@7 path-absolute", {rfc8089}},
    {"5: \"file://\"", "file:/a", "missing_part@5 fileurl", {url_06, rfc1738}},
    {"RFC 8089 B: minimal", "file:/path/to/file", "- path/to/file local", {rfc8089}},
    {"RFC 8089 2", "file:/", "- '' local", {rfc8089}},
    {"RFC 8089 2", "file:", "missing_part@5 path-absolute", {rfc8089}},
    {"RFC 8089 2", "file:a/b", "invalid_character@5 path-absolute", {rfc8089}},
    {"RFC 8089 E.2 is not section 2", "file:c:/a", "invalid_character@5 path-absolute", {rfc8089}},
    {"RFC 8089 E.2", "file:///c:/a", "'' c:/a local"},
    {"RFC 8089 E.2.2: forbidden by RFC 3986", "file:///c|/a", "invalid_character@9 fpath", {rfc8089, rfc1738}},
    {"5: national", "file:///c|/a", "'' c|/a local", {url_06}},
    {"RFC 3986 3.3: segment-nz", "file:////h/a", "empty_component@8 segment-nz", {rfc8089}},
    {"5: fsegment may be empty", "file:////h/a", "'' /h/a local", {url_06, rfc1738}},
    {"5: fsegment", "file:///a?b:c@d&e=f", "'' a?b:c@d&e=f local", {url_06, rfc1738}},
    {"RFC 8089 2: no query", "file:///a?b", "invalid_character@9 fpath", {rfc8089}},
    {"5: no \";\"", "file:///a;b", "invalid_character@9 fpath", {url_06, rfc1738}},
    {"RFC 3986 3.3", "file:///a;b~", "'' a;b~ local", {rfc8089}},
    {"RFC 3986 3.5", "file:///a#b", "unexpected_fragment@9 fpath", {rfc8089}},
    {"5: host, not hostport", "file://h.x:80/a", "invalid_character@10 host", {url_06, rfc1738}},
    {"RFC 8089 2: file-auth", "file://h.x:80/a", "invalid_character@10 file-auth", {rfc8089}},
    {"RFC 8089 2: the port of nothing", "file://:/a", "invalid_character@7 file-auth", {rfc8089}},
    {"RFC 8089 E.1 is not section 2", "file://u@h.x/a", "unexpected_userinfo@7 authority", {rfc8089}},
    {"RFC 8089 2: host of RFC 3986", "file://[::1]/a", "[::1] a", {rfc8089}},
    {"2.2", "file:///a\\b", "invalid_character@9 fpath", {rfc1738, rfc8089}},
    {"2.2", "file:///a%", "invalid_percent_encoding@9 escape", {url_06, rfc1738}},
};

TEST(file, is_read_by_each_edition) {
    for (const reading &r : readings) {
        for (const edition e : r.by) {
            const auto url = parse_fileurl(r.text, {.edition = e});
            EXPECT_EQ(url ? written(*url) : why(url), r.expected) << r.source << ": " << r.text << " " << to_string(e);
        }
    }
}

TEST(file, parts_and_back) {
    const struct {
        std::string_view url;
        fileurl_parts parts;
        edition by = rfc8089;
    } rows[]{
        {"file:///a/b%2Fc/", {.host = "", .segments = {"a", "b/c", ""}}},
        {"file:/a~", {.segments = {"a~"}}},
        {"file:///", {.host = ""}},
        {"file:/", {}},
        {"file://h.x/", {.host = "h.x"}},
        {"file://h.x", {.host = "h.x", .slash = false}, url_06},
        {"file:////a", {.host = "", .segments = {"", "a"}}, rfc1738},
        {"file:////", {.host = "", .segments = {"", ""}}, rfc1738},
    };
    for (const auto &r : rows) {
        EXPECT_EQ(parts_of(parse_fileurl(r.url, {.edition = r.by}).value()), r.parts) << r.url;
        EXPECT_EQ(make_fileurl(r.parts, {.edition = r.by}), r.url);
    }
    const struct {
        std::string_view expected;
        fileurl_parts parts;
        edition by = rfc8089;
    } refused[]{
        {"missing_host@5 host", {.segments = {"a"}}, rfc1738},
        {"missing_part@10 fpath", {.host = "h.x", .slash = false}, rfc1738},
        {"missing_part@7 fpath", {.host = "", .slash = false}},
        {"missing_host@7 host", {.host = "", .slash = false}, url_06},
        {"empty_component@8 segment-nz", {.host = "", .segments = {"", "a"}}},
        {"empty_component@8 fsegment", {.host = "", .segments = {""}}, rfc1738},
        {"invalid_character@0 host", {.host = "h/x", .segments = {"a"}}, rfc1738},
    };
    for (const auto &r : refused) EXPECT_EQ(why(make_fileurl(r.parts, {.edition = r.by})), r.expected);
}

RC_GTEST_PROP(file_properties, what_is_made_is_read_as_its_parts, ()) {
    const auto e = *rc::gen::element(url_06, rfc1738, rfc8089);
    fileurl_parts p{.host = *hosts(), .segments = *rc::gen::container<std::vector<std::string>>(bytes())};
    if (*rc::gen::arbitrary<bool>()) p.host = "";
    const auto url = make_fileurl(p, {.edition = e});
    const bool empty_first = !p.segments.empty() && p.segments.front().empty();
    RC_ASSERT(url.has_value() != (empty_first && (e == rfc8089 || p.segments.size() == 1)));
    if (url) {
        RC_ASSERT(parts_of(parse_fileurl(*url, {.edition = e}).value()) == p);
    }
}

struct naming {
    std::string_view source;
    std::string_view url;
    file_system system;
    std::string_view expected; ///< the name, or why there is none
    edition by = rfc8089;
};

const naming namings[]{
    {"RFC 8089 D.1", "file:///bin/bash", posix, "/bin/bash"},
    {"RFC 8089 D.1", "file:/bin/a%20b/", posix, "/bin/a b/"},
    {"RFC 8089 D.1", "file://localhost/", posix, "/"},
    {"RFC 8089 D.1: a tilde is just a tilde", "file:///~/a", posix, "/~/a"},
    {"4: any bytes", "file:///%C3%A9%FF%0A", posix, "/\xC3\xA9\xFF\n"},
    {"5: its own separator", "file:///a/b%2Fc", posix, "invalid_character@11 fsegment"},
    {"5: NUL", "file:///a/b%00c", posix, "invalid_character@11 fsegment"},
    {"3.10: another host", "file://h.x/a", posix, "no_access@7 file-auth"},
    {"3.10: no path", "file://localhost", posix, "missing_part@16 fpath", url_06},
    {"5: empty segments", "file:////a", posix, "//a", rfc1738},
    {"RFC 8089 D.2", "file:///E:/Documents%20and%20Settings", windows, "E:\\Documents and Settings"},
    {"RFC 8089 E.2.2", "file:///c|/path/to/file", windows, "c:\\path\\to\\file", url_06},
    {"RFC 8089 E.2.2, as RFC 3986 writes it", "file:///c%7C/path", windows, "c:\\path"},
    {"RFC 8089 D.2", "file:///c:", windows, "c:\\"},
    {"RFC 8089 D.2", "file:/c:/a/", windows, "c:\\a\\"},
    {"RFC 8089 E.3.1", "file://Server01/user/docs/Letter.txt", windows, "\\\\Server01\\user\\docs\\Letter.txt"},
    {"RFC 8089 E.3.1", "file://host.example.com/Share/path/to/file.txt", windows,
     "\\\\host.example.com\\Share\\path\\to\\file.txt"},
    {"RFC 8089 E.3.2", "file:////host.example.com/path/to/file", windows, "\\\\host.example.com\\path\\to\\file",
     rfc1738},
    {"RFC 8089 E.3.2", "file://///host.example.com/path/to/file", windows, "\\\\host.example.com\\path\\to\\file",
     rfc1738},
    {"RFC 8089 E.3.2: 2*3\"/\"", "file:///////a", windows, "empty_component@8 fsegment", rfc1738},
    {"RFC 8089 E.3.2", "file:////", windows, "empty_component@8 fsegment", rfc1738},
    {"the current drive's root", "file:///a/b", windows, "\\a\\b"},
    {"its root", "file:///", windows, "\\"},
    {"5", "file:///c:/a%5Cb", windows, "invalid_character@12 fsegment"},
    {"5", "file:///c:/a%2fb", windows, "invalid_character@12 fsegment"},
    {"5", "file:///c:/%00", windows, "invalid_character@11 fsegment"},
    {"5", "file://h%5Cx/a", windows, "invalid_character@7 file-auth"},
    {"no UNC name", "file://[::1]/a", windows, "no_access@7 file-auth"},
    {"3.10", "file://vms.host.edu/disk$user/my/notes/note12345.txt", vms, "DISK$USER:[MY.NOTES]NOTE12345.TXT"},
    {"RFC 8089 D.4", "file:///DISK%24USER/a.b;1", vms, "DISK$USER:[000000]A.B;1"},
    {"a device", "file:///disk", vms, "DISK:"},
    {"its directory", "file:///disk/", vms, "DISK:[000000]"},
    {"a directory", "file:///disk/a/b/", vms, "DISK:[A.B]"},
    {"no device", "file:///", vms, "missing_part@8 fsegment"},
    {"5: separators", "file:///disk/a.b/c", vms, "invalid_character@14 fsegment"},
    {"5: separators", "file:///disk/%5D/c", vms, "invalid_character@13 fsegment"},
    {"5: separators", "file:///disk/a/b%3Ac", vms, "invalid_character@16 fsegment"},
    {"no name", "file:///disk/a/..", vms, "invalid_character@15 fsegment"},
    {"no directory", "file:///disk//a", vms, "empty_component@13 fsegment"},
};

TEST(file, names) {
    for (const naming &n : namings) {
        const auto url = parse_fileurl(n.url, {.edition = n.by});
        ASSERT_TRUE(url) << n.url;
        const auto name = filename(*url, n.system);
        const std::string expected{n.expected};
        EXPECT_EQ(name ? *name : why(name), expected) << n.source << ": " << n.url;
    }
}

TEST(file, urls_of_names) {
    const struct {
        std::string_view source;
        std::string_view name;
        file_system system;
        std::string_view url; ///< or why there is none
        edition by = rfc8089;
    } rows[]{
        {"RFC 8089 B", "/path/to/a file", posix, "file:///path/to/a%20file"},
        {"RFC 8089 D.1", "/", posix, "file:///"},
        {"RFC 8089 D.1", "/~a/", posix, "file:///~a/"},
        {"2.2: \"~\" is unsafe", "/~a", posix, "file:///%7Ea", rfc1738},
        {"RFC 3986 2.1", "/100%/a;b?c#d\xFF", posix, "file:///100%25/a%3Bb%3Fc%23d%FF"},
        {"not absolute", "a/b", posix, "invalid_name@0 fpath"},
        {"not absolute", "", posix, "invalid_name@0 fpath"},
        {"NUL", std::string_view{"/a\0b", 4}, posix, "invalid_name@0 fpath"},
        {"RFC 3986 3.3", "//a", posix, "empty_component@8 segment-nz"},
        {"5", "//a", posix, "file:////a", rfc1738},
        {"RFC 8089 D.2", "E:\\Documents and Settings", windows, "file:///E:/Documents%20and%20Settings"},
        {"RFC 8089 D.2", "c:/path\\to/", windows, "file:///c:/path/to/"},
        {"RFC 8089 D.2", "c:\\", windows, "file:///c:/"},
        {"RFC 8089 E.3.1", "\\\\host.example.com\\Share\\path\\to\\file.txt", windows,
         "file://host.example.com/Share/path/to/file.txt"},
        {"the current drive's root", "\\a", windows, "file:///a"},
        {"read as a drive", "\\c:\\a", windows, "invalid_name@0 fpath"},
        {"read as this machine", "\\\\localhost\\a", windows, "invalid_name@0 fpath"},
        {"relative to a drive", "c:a", windows, "invalid_name@0 fpath"},
        {"relative", "a\\b", windows, "invalid_name@0 fpath"},
        {"relative", "c|\\b", windows, "invalid_name@0 fpath"},
        {"a host alone", "\\\\host", windows, "invalid_name@0 fpath"},
        {"RFC 8089 C", "\\\\?\\c:\\a", windows, "invalid_name@0 fpath"},
        {"RFC 8089 C", "\\\\.\\COM1", windows, "invalid_name@0 fpath"},
        {"NUL", std::string_view{"c:\\a\0", 5}, windows, "invalid_name@0 fpath"},
        {"3.10", "DISK$USER:[MY.NOTES]NOTE12345.TXT", vms, "file:///disk$user/my/notes/note12345.txt", url_06},
        {"RFC 8089 D.4", "DISK$USER:[MY.NOTES]NOTE12345.TXT", vms, "file:///disk%24user/my/notes/note12345.txt"},
        {"RFC 8089 D.4: a node", "NODE::DISK:[A$B]C.D;1", vms, "file://node/disk/a$b/c.d%3B1"},
        {"a device", "DISK:", vms, "file:///disk"},
        {"its directory", "DISK:[000000]", vms, "file:///disk/"},
        {"of the default directory", "DISK:A.B", vms, "invalid_name@0 fpath"},
        {"of the default device", "[A]B.C", vms, "invalid_name@0 fpath"},
        {"relative", "DISK:[.A]B.C", vms, "invalid_name@0 fpath"},
        {"no name at all", "DISK:[A]B]C", vms, "invalid_name@0 fpath"},
        {"RFC 8089 E.1: an access control string", "NODE\"u p\"::DISK:[A]B", vms, "invalid_name@0 fpath"},
        {"RFC 8089 D.4: a node has no brackets", "D:[::|:", vms, "invalid_name@0 fpath"},
    };
    for (const auto &r : rows) {
        const auto url = make_fileurl(r.name, r.system, {.edition = r.by});
        EXPECT_EQ(url ? *url : why(url), r.url) << r.source << ": " << r.name;
    }
}

RC_GTEST_PROP(file_properties, names_come_back, ()) {
    const auto e = *rc::gen::element(url_06, rfc1738, rfc8089);
    const auto system = *rc::gen::element(posix, windows, vms);
    const std::string start = system == posix ? "/"
                              : system == vms ? "D:["
                                              : *rc::gen::element<std::string>("c:\\", "\\\\h\\", "\\");
    const std::string name = start + *rc::gen::container<std::string>(rc::gen::element(
                                         'a', 'B', '/', '\\', '.', ':', ']', '%', ';', '~', '\0', ' ', '|'));
    const auto url = make_fileurl(name, system, {.edition = e});
    if (!url) return;
    std::string expected = name;
    if (system == windows) std::ranges::replace(expected, '/', '\\');
    if (system == vms) std::ranges::transform(expected, expected.begin(), [](char c) { return c == 'a' ? 'A' : c; });
    RC_ASSERT(filename(parse_fileurl(*url, {.edition = e}).value(), system).value() == expected);
}

RC_GTEST_PROP(file_properties, names_never_hold_what_was_escaped, ()) {
    const std::string segment = encode_segment(*bytes());
    const std::string text = "file:///a/" + segment + "/b";
    const auto view = parse_fileurl(text);
    RC_ASSERT(view.has_value());
    if (const auto name = filename(*view, posix)) {
        RC_ASSERT(std::ranges::count(*name, '/') == 3);
        RC_ASSERT(!name->contains('\0'));
    }
    if (const auto name = filename(*view, windows)) {
        RC_ASSERT(std::ranges::count(*name, '\\') == 3);
    }
}

} // namespace
