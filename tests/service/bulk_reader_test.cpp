// Lines of imports: however the text arrives, and however a line is read, the result is the same. RFC 4180, RFC 8259.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "service/bulk_parts.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/lists/bulk_reader.hpp"

namespace {

using namespace uniform::service;
using uniform::test::in_parts;

RC_GTEST_PROP(bulk_reader_properties, parts_do_not_matter, ()) {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"\"\r\n\n")));
    const auto part = *rc::gen::inRange<std::size_t>(1, 10);
    for (const bulk_format f : {bulk_format::ndjson, bulk_format::csv}) {
        const bulk_source whole = in_parts(text, 1000000);
        const bulk_source parts = in_parts(text, part);
        bulk_reader a(f, whole, true);
        bulk_reader b(f, parts, true);
        for (;;) {
            const auto x = a.next();
            const auto y = b.next();
            RC_ASSERT(x.has_value() == y.has_value());
            RC_ASSERT(a.offset() == b.offset());
            RC_ASSERT(a.lines() == b.lines());
            RC_ASSERT(a.digest() == b.digest());
            if (!x) break;
            RC_ASSERT(x->text == y->text);
            RC_ASSERT(x->line == y->line);
            RC_ASSERT(x->wrong.has_value() == y->wrong.has_value());
        }
        RC_ASSERT(a.offset() == text.size());
    }
}

// The fast way and the general one read the same, for lines near the plain form.
RC_GTEST_PROP(ndjson_properties, both_ways_are_one, ()) {
    const auto word =
        rc::gen::element<std::string>("urn:example:a", "https://a.example/", "a", "", "\xC3\xBC", "\xC3", "\\n",
                                      "\\u00fc", "active", "reserved", "http:", "x\x7F", "2026", "2026-13");
    const auto name = rc::gen::element<std::string>("name", "key", "state", "registrar", "url", "title", "date", "x",
                                                    "locators", "metadata");
    const auto quoted = [](const std::string &s) { return "\"" + s + "\""; };
    std::string line = "{";
    const int members = *rc::gen::inRange(0, 6);
    for (int m = 0; m < members; ++m) {
        if (m != 0) line += *rc::gen::element<std::string>(",", ", ", " ,");
        const std::string key = m == 0 ? "name" : *name;
        line += quoted(key) + *rc::gen::element<std::string>(":", ": ");
        if (key == "locators") {
            line +=
                *rc::gen::element<std::string>("[]", "[\"https://a.example/\"]",
                                               "[{\"url\":\"https://a.example/\"},{\"url\": \"https://b.example/\"}]",
                                               "[{\"url\":\"https://a.example/\",\"weight\":2}]", "[{\"url\":\"x\"}]");
        } else if (key == "metadata") {
            line += "{" + quoted(*name) + ":" + quoted(*word) + "," + quoted(*name) + ":" + quoted(*word) + "}";
        } else {
            line += quoted(m == 0 ? "urn:example:a" : *word);
        }
    }
    line += *rc::gen::element<std::string>("}", "} ", "", "}x");
    RC_LOG() << line << "\n";
    const auto fast = read_ndjson(line);
    const auto slow = read_ndjson_slowly(line);
    RC_ASSERT(fast.has_value() == slow.has_value());
    if (fast) {
        RC_ASSERT(fast->urn == slow->urn);
        RC_ASSERT(fast->key == slow->key);
        RC_ASSERT(fast->record == slow->record);
    }
}

} // namespace
