// "Ensure the combination of parser, serializer, and API guarantee idempotence."

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "syntax/kernels.hpp"

#include <uniform/whatwg/web_url.hpp>

namespace {

using namespace uniform::whatwg;

// Texts of pieces that mean something to the parser.
rc::Gen<std::string> url_text() {
    return rc::gen::map(
        rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(std::vector<std::string>{
            "http:",  "https://", "file:",  "foo:", "ws:",         "blob:",     "mailto:", "/",    "//",
            "\\",     ":",        "@",      "?",    "#",           ".",         "..",      "%2e",  "%2E.",
            "a",      "B",        "C|",     "c:",   "example.com", "127.0.0.1", "0x7f",    "1",    "09",
            "[::1]",  "[",        "]",      "%",    "%41",         " ",         "\t",      "\n",   "\u00E9",
            "\u3002", "xn--",     "\u00AD", "|",    "^",           "'",         "\"",      "`",    "{",
            "&",      "=",        "+",      ":80",  ":8080",       "\xFF",      "\x01",    "\x7F", "localhost"})),
        [](const std::vector<std::string> &pieces) {
            std::string text;
            for (const auto &p : pieces) text += p;
            return text;
        });
}

void is_stable(const url &u) {
    RC_LOG() << u.href() << '\n';
    const auto again = parse(u.href());
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->href() == u.href());
    RC_ASSERT(again->view().offsets() == u.view().offsets());
    for (const char c : u.href()) RC_ASSERT(c >= ' ' && c < 0x7F);
}

RC_GTEST_PROP(web_url_properties, parsing_a_serialized_url_changes_nothing, ()) {
    const auto text = *url_text();
    const auto u = parse(text);
    if (!u) return;
    is_stable(*u);
}

RC_GTEST_PROP(web_url_properties, parsing_a_resolved_url_changes_nothing, ()) {
    const auto base =
        *rc::gen::elementOf(std::vector<std::string>{"http://u:w@h:8/p/q?r#f", "file:///C:/a/b", "foo://h/p",
                                                     "foo:/p/q", "mailto:a?b", "file://h/x", "foo:///", "foo://h"});
    const auto u = parse(*url_text(), base);
    if (!u) return;
    is_stable(*u);
}

RC_GTEST_PROP(web_url_properties, collecting_errors_does_not_change_the_result, ()) {
    const auto text = *url_text();
    validation_errors errors;
    const auto quick = parse(text);
    const auto slow = parse(text, nullptr, &errors);
    RC_ASSERT(quick.has_value() == slow.has_value());
    if (quick) {
        RC_ASSERT(quick->href() == slow->href());
        RC_ASSERT(quick->view().offsets() == slow->view().offsets());
    } else {
        RC_ASSERT(quick.error() == slow.error());
        RC_ASSERT(!errors.empty());
    }
    for (const auto &e : errors) RC_ASSERT(e.offset <= text.size());
}

RC_GTEST_PROP(web_url_properties, setters_leave_a_valid_url, ()) {
    auto u = parse(*rc::gen::elementOf(std::vector<std::string>{"http://u:w@h:8/p/q?r#f", "file:///C:/a/b", "foo://h/p",
                                                                "foo:/p/q", "mailto:a ?b", "file://h/x", "foo:///",
                                                                "foo://h", "foo:/.//x", "blob:http://h/"}))
                 .value();
    const auto set = *rc::gen::elementOf(std::vector<bool (url::*)(std::string_view)>{
        &url::set_href, &url::set_protocol, &url::set_username, &url::set_password, &url::set_host, &url::set_hostname,
        &url::set_port, &url::set_pathname, &url::set_search, &url::set_hash});
    (u.*set)(*url_text());
    is_stable(u);
    (u.*set)(*url_text());
    is_stable(u);
}

RC_GTEST_PROP(web_url_properties, recognized_texts_are_serialized_urls, ()) {
    const auto text = *url_text();
    const auto v = view_of(text);
    if (!v) return;
    validation_errors errors;
    const auto u = parse(text, nullptr, &errors);
    RC_ASSERT(u.has_value());
    RC_ASSERT(u->href() == text);
    RC_ASSERT(u->view().offsets() == v->offsets());
}

// Longer than the blocks of the recognizer.
RC_GTEST_PROP(web_url_properties, recognized_web_addresses_are_serialized_urls, ()) {
    auto text = *rc::gen::elementOf(std::vector<std::string>{
        "https://example.com/", "https://a.b-c.example.org:8080/", "http://h:80/", "http://h:65536/",
        "http://127.0.0.1/", "http://127.1/a/", "http://www.1and1.example/x", "http://www.example.0x1/",
        "http://a.very.long.name.of.a.host.example.org/", "file:///", "file:///C:/a", "http://h:0/", "http://H/",
        "http://a_b.example/"});
    for (const auto &piece : *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(
             std::vector<std::string>{"a", "bc", "def123", "/", "/", ".", "..", "/.", "/..", "/%2e", "%2E", "%41",
                                      "?", "#",  "~",      "|", "'", "{", "Z",  "\"", "^",   "`",    "\\",  "<"}))) {
        text += piece;
    }
    const auto v = view_of(text);
    validation_errors errors;
    const auto u = parse(text, nullptr, &errors);
    if (v) {
        RC_ASSERT(u.has_value());
        RC_ASSERT(u->href() == text);
        RC_ASSERT(u->view().offsets() == v->offsets());
    } else if (u && u->href() == text) {
        RC_FAIL("not recognized");
    }
}

// Long enough for the kernels, each of which must find the same as the parser; a piece is at most 130 octets.
RC_GTEST_PROP(web_url_properties, every_kernel_recognizes_serialized_urls, ()) {
    std::string text = *rc::gen::elementOf(std::vector<std::string>{
        "https://example.com/", "https://a.b-c.example.org:8080/", "http://a.very.long.name.of.a.host.example.org/",
        "file:///", "https://example.com/x"});
    const auto run = [](char c) {
        return rc::gen::map(rc::gen::inRange(50, 131),
                            [c](int n) { return std::string(static_cast<std::size_t>(n), c); });
    };
    const auto piece = rc::gen::oneOf(
        run('a'), run('/'), run('~'),
        rc::gen::elementOf(std::vector<std::string>{"a", "/", "/.", "/..", "/.a", "/%2e", "/%41", "%41", "?", "#", "|",
                                                    "'", "\"", "{", "\\", " ", "\u00E9", "\x7F"}));
    for (const auto &p : *rc::gen::container<std::vector<std::string>>(piece)) text += p;
    text += std::string(*rc::gen::inRange<std::size_t>(100, 300), 'z');
    validation_errors errors;
    const auto u = parse(text, nullptr, &errors);
    RC_ASSERT(u.has_value());
    for (const auto &kernel : uniform::detail::available_kernels()) {
        uniform::detail::use_kernel(kernel);
        const auto v = view_of(text);
        RC_LOG() << kernel.name << ' ' << text << '\n';
        RC_ASSERT(!v || u->href() == text);
        if (v) RC_ASSERT(u->view().offsets() == v->offsets());
    }
}

RC_GTEST_PROP(web_url_properties, form_data_survives, ()) {
    const auto tuples =
        *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(url_text(), url_text()));
    search_params p;
    for (const auto &[n, v] : tuples) p.append(n, v);
    RC_ASSERT(search_params{p.to_string()} == p);
}

} // namespace
