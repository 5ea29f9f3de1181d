// Backslashes, and what stands around or in front of the identifier: what browsers do there, and which safer forms
// there are.

#include <gtest/gtest.h>

#include "lint/rows.hpp"

namespace uniform::test {
namespace {

const lint_row misplaced_rows[]{
    {"RFC 3986 7.3", "http://h.example\\@evil.example/", "backslash", "\\", "", "another host"},
    {"RFC 3986 7.3: a network path of browsers", "/\\evil.example", "backslash", "\\", "", "another host"},
    {"RFC 3986 7.3: a network path of browsers", "\\\\evil.com", "backslash", "\\\\", "", "another host"},
    {"RFC 3986 7.3: a network path of browsers", "\\\t/evil.com", "backslash", "\\", "", "another host"},
    {"RFC 3986 7.3: one slash", "\\a", "backslash", "\\", "/a", "segments"},
    {"RFC 3986 7.3: no network path of RFC 3986", "/\t/evil.example", "white-space", "\t", ""},
    {"RFC 3986 7.3: no network path of RFC 3986", "http:\\\\h.example\\x", "backslash", "\\\\", "", "another host"},
    {"RFC 3986 7.3", "http://h.example/a\\b", "backslash", "\\", "http://h.example/a/b", "different segments"},
    {"RFC 3986 7.3: elsewhere it is data", "urn:example:a\\b", "backslash", "\\", "urn:example:a%5Cb",
     "under this scheme"},
    {"URL Standard: no special scheme", "foo:\\\\evil", "backslash", "\\\\", "", "under this scheme"},
    {"URL Standard: no special scheme", "mailto:a\\b@c.example", "backslash", "\\", {}, "under this scheme"},
    {"URL Standard: no special scheme", "foo://h\\x/", "backslash", "\\", {}, "browsers reject it in a host"},
    {"URL Standard: no special scheme", "foo://a\\b@h/", "backslash", "\\", "", "browsers encode it"},
    {"URL Standard: query state", "?\\x", "backslash", "\\", "?%5Cx", "in a query or a fragment"},
    {"URL Standard: fragment state", "#\\x", "backslash", "\\", "#%5Cx", "in a query or a fragment"},
    {"URL Standard: query state", "http://h.example/?a\\b", "backslash", "\\", "http://h.example/?a%5Cb",
     "in a query or"},
    {"URL Standard: file host state", "file:\\\\evil\\x", "backslash", "\\\\", "", "another host"},
    {"URL Standard: file slash state", "file:\\a\\x", "backslash", "\\", "file:/a/x", "different segments"},
    {"URL Standard: a Windows drive letter", "file:\\\\C:\\x", "backslash", "\\\\", "", "different segments"},
    {"URL Standard: special authority slashes state", "ws:\\evil", "backslash", "\\", "", "another host"},
    {"URL Standard: special authority slashes state", "http:\\evil?\\x", "backslash", "\\", "", "another host"},
    {"URL Standard: special authority slashes state", "ftp:\\evil", "backslash", "\\", "", "another host"},
    // white space before "//": no authority, and none in a safer form (Appendix B)
    {"RFC 3986 B", " //evil.com", "white-space", " ", ""},
    {"RFC 3986 B", "\t//evil.com", "white-space", "\t", ""},
    {"RFC 3986 B", "\r//evil.com", "white-space", "\r", ""},
    {"RFC 3986 B", "\x01//evil.com", "control-character", "\x01", ""},
    {"RFC 3986 B", " //80\xE2\x80\x8B", "invisible-character", "\xE2\x80\x8B", ""},
    {"RFC 3986 B", " ///\\x", "backslash", "\\", ""},
    {"RFC 3986 B", "//evil.com ", "white-space", " ", "//evil.com"},
    {"URL Standard: special authority ignore slashes state", "http:a\\b", "backslash", "\\", "", "another host"},
    {"URL Standard: query state", "http:?\\x", "backslash", "\\", {}, "in a query or a fragment"},
};

TEST(lint, misplaced_characters) {
    for (const lint_row &row : misplaced_rows) check_row(row, {});
}

} // namespace
} // namespace uniform::test
