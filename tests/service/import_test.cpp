// Import and export in bulk: every line has its result, nothing is lost by a break, and what was exported is imported
// to the same records. RFC 4180 (CSV), RFC 8259 (JSON).

#include <uniform/service/import.hpp>

#include <functional>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/service/export.hpp>

#include "service/bulk_parts.hpp"
#include "service/lists/bulk_line.hpp"
#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;
using nlohmann::json;
using resolver::problem_type;

struct imported {
    std::vector<json> lines = {};
    import_summary summary = {};
    std::optional<problem> refused = {};

    [[nodiscard]] std::string results() const {
        std::string all;
        for (const json &l : lines) {
            if (!all.empty()) all += ' ';
            all += l.contains("result") ? l["result"].get<std::string>() : "-";
        }
        return all;
    }
};

imported import_text(store::store &s, const principal &who, import_options o, std::string_view text,
                     std::size_t part = 100) {
    imported result;
    std::string out;
    const bulk_source source = in_parts(text, part);
    const auto summary = import_names(s, somebody, who, o, source, [&](std::string_view lines) { out += lines; });
    if (summary) {
        result.summary = *summary;
    } else {
        result.refused = summary.error();
    }
    while (!out.empty()) {
        const std::size_t end = out.find('\n');
        result.lines.push_back(json::parse(out.substr(0, end)));
        out.erase(0, end + 1);
    }
    return result;
}

std::string export_text(store::store &s, bulk_format f, std::string prefix = {}, std::string after = {}) {
    std::string out;
    (void)export_names(s, {.format = f, .prefix = std::move(prefix), .after = std::move(after), .state = {}},
                       [&](std::string_view lines) { out += lines; });
    return out;
}

class bulk : public on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = fresh(location());
    }
    void TearDown() override {
        s.reset();
        on_both_stores::TearDown();
    }
    static std::unique_ptr<store::store> fresh(const std::string &where) {
        auto made = store::store::open(where);
        put_namespace(*made, "example");
        put_namespace(*made, "isbn");
        put_registrar(*made, "library");
        put_registrar(*made, "r");
        put_delegation(*made, {.prefix = "example:lib-", .registrar = "library", .hosts = {"library.example"}});
        return made;
    }
    name_entry get(std::string_view urn) {
        return s->read([&](store::reading &r) { return show(r, urn); }).value();
    }
    bool is_there(std::string_view urn) {
        return s->read([&](store::reading &r) { return show(r, urn); }).has_value();
    }

    std::unique_ptr<store::store> s;
    principal admin = administrator();
    principal library = registrar_of("library", {"example:"});
};

TEST_P(bulk, each_line_has_its_result) {
    const std::string text = R"({"name":"urn:example:lib-1","url":"https://library.example/1"}
{"name":"urn:example:lib-2","locators":[{"url":"https://library.example/2","media_type":"text/html"}],"metadata":{"title":"Two"}}

{"name":"urn:example:lib-1","url":"https://library.example/1"}
{"name":"urn:example:lib-1","url":"https://library.example/other"}
{"name":"urn:example:lib-3","url":"https://elsewhere.example/"}
{"name":"urn:example:other"}
{"name":"urn:example:"}
{"name":"urn:isbn:978-951-0-18435-7"}
not JSON
{"name":"urn:nowhere:a"}
{"nam":"urn:example:lib-4"}
{"name":"urn:example:lib-5","url":"mailto"}
{"name":"urn:example:lib-6"})";
    const imported i = import_text(*s, library, {.block = 3}, text);
    ASSERT_FALSE(i.refused.has_value());
    EXPECT_EQ(i.results(),
              "assigned assigned unchanged conflict problem problem problem problem problem problem problem "
              "problem assigned");
    const std::vector<int> numbers{1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    const std::vector<std::string> types{"",          "",          "",          "",          "out-of-policy",
                                         "forbidden", "malformed", "forbidden", "malformed", "out-of-policy",
                                         "invalid",   "invalid",   ""};
    for (std::size_t n = 0; n < i.lines.size(); ++n) {
        SCOPED_TRACE(i.lines[n].dump());
        EXPECT_EQ(i.lines[n]["line"], numbers[n]);
        if (!types[n].empty() && n != 7) {
            EXPECT_EQ(i.lines[n]["problem"]["type"], "/problems/" + types[n]);
        }
    }
    EXPECT_EQ(i.lines[7]["problem"]["type"], "/problems/invalid"); // the check character comes first
    EXPECT_EQ(i.lines[3]["existing"]["locators"][0]["url"], "https://library.example/1");
    EXPECT_EQ(i.summary.counts.lines, 13U);
    EXPECT_EQ(i.summary.counts.assigned, 3U);
    EXPECT_EQ(i.summary.counts.unchanged, 1U);
    EXPECT_EQ(i.summary.counts.conflicts, 1U);
    EXPECT_EQ(i.summary.counts.problems, 8U);
    EXPECT_EQ(i.summary.counts.bytes, text.size());
    EXPECT_EQ(get("urn:example:lib-2").record.metadata.text(), R"({"title":"Two"})");
    EXPECT_EQ(get("urn:example:lib-2").record.registrar, "library");
    // a repeat is harmless
    const imported again = import_text(*s, library, {.only_problems = true}, text);
    EXPECT_EQ(again.summary.counts.assigned, 0U);
    EXPECT_EQ(again.summary.counts.unchanged, 4U);
    EXPECT_EQ(again.lines.size(), 9U);
    // the history says import
    s->read([&](store::reading &r) {
        const auto h = history(r, "urn:example:lib-1");
        ASSERT_EQ(h->size(), 1U);
        EXPECT_EQ((*h)[0].event.action, "import");
    });
}

TEST_P(bulk, dry_run_writes_nothing) {
    const std::uint64_t before = s->read([](store::reading &r) { return r.head().first; });
    ASSERT_TRUE(in(*s, [&](store::writing &w) { return assign(w, admin, {.urn = "urn:example:there"}); }).has_value());
    const imported i = import_text(*s, admin, {.id = "d", .dry_run = true},
                                   "{\"name\":\"urn:example:new\"}\n{\"name\":\"urn:example:there\"}\n"
                                   "{\"name\":\"urn:example:there\",\"url\":\"https://a.example/\"}\n{}\n");
    EXPECT_EQ(i.results(), "assigned unchanged conflict problem");
    EXPECT_TRUE(i.summary.dry_run);
    EXPECT_FALSE(is_there("urn:example:new"));
    EXPECT_EQ(s->read([](store::reading &r) { return r.head().first; }), before + 1);
}

// A dry run is the run: lines are compared with those of earlier blocks, too.
TEST_P(bulk, dry_run_says_what_the_import_does) {
    std::string text;
    for (int n = 0; n < 1000; ++n) {
        const std::string number = std::to_string(n % 990);
        text += R"({"name":"urn:example:d)" + number + R"(","url":"https://a.example/)" +
                (n < 995 ? number : std::to_string(n)) + "\"}\n";
    }
    text += R"({"name":"urn:example:s1","successor":"urn:example:s2"}
{"name":"urn:example:s2","successor":"urn:example:s1"}
)";
    for (const bool stop : {false, true}) {
        for (const std::size_t block : {1U, 7U, 100U, 4000U}) {
            SCOPED_TRACE(std::to_string(block) + (stop ? " stop" : ""));
            auto one = fresh(another_location());
            import_options o{.dry_run = true, .stop_on_error = stop, .block = block};
            const imported foretold = import_text(*one, admin, o, text);
            o.dry_run = false;
            const imported i = import_text(*one, admin, o, text);
            EXPECT_EQ(foretold.lines, i.lines);
            EXPECT_EQ(foretold.summary.counts, i.summary.counts);
            EXPECT_EQ(foretold.summary.stopped, i.summary.stopped);
            if (!stop) {
                EXPECT_EQ(i.summary.counts.assigned, 991U);
                EXPECT_EQ(i.summary.counts.unchanged, 5U);
                EXPECT_EQ(i.summary.counts.conflicts, 5U);
                EXPECT_EQ(i.summary.counts.problems, 1U);
            }
        }
    }
}

// The rules for new names may change: an import that is repeated changes nothing.
TEST_P(bulk, is_unchanged_after_what_changes_no_name) {
    const std::string text = R"({"name":"urn:example:lib-1","url":"https://library.example/1"}
{"name":"urn:example:lib-2","state":"withdrawn","reason":"gone"}
)";
    ASSERT_EQ(import_text(*s, library, {}, text).results(), "assigned assigned");
    const std::vector<std::pair<std::string, std::function<void()>>> rows{
        {"a transfer", [&] { put_delegation(*s, {.prefix = "example:lib-", .registrar = "r"}); }},
        {"a naming policy",
         [&] { put_delegation(*s, {.prefix = "example:lib-", .registrar = "library", .naming = "[a-z]+"}); }},
        {"a locator policy",
         [&] { put_delegation(*s, {.prefix = "example:lib-", .registrar = "library", .hosts = {"r.example"}}); }},
        {"another resolver",
         [&] {
             put_delegation(*s, {.prefix = "example:lib-", .registrar = "library", .resolver = "https://r.example/"});
         }},
        {"the namespace is closed", [&] { put_namespace(*s, "example", resolver::namespace_status::closed); }},
    };
    for (const auto &[what, change] : rows) {
        SCOPED_TRACE(what);
        change();
        for (const principal &who : {library, admin}) {
            for (const bool dry : {true, false}) {
                for (const bool stop : {true, false}) {
                    EXPECT_EQ(import_text(*s, who, {.dry_run = dry, .stop_on_error = stop}, text).results(),
                              "unchanged unchanged");
                }
            }
        }
        // the names of others are theirs
        EXPECT_EQ(import_text(*s, registrar_of("r", {"example:x"}), {}, text).results(), "problem problem");
        EXPECT_EQ(import_text(*s, {.id = "token:reader", .role = resolver::role::reader}, {}, text).results(),
                  "problem problem");
    }
    // the contents of a line are compared
    EXPECT_EQ(
        import_text(*s, admin, {}, R"({"name":"urn:example:lib-1","url":"https://library.example/1","registrar":"r"})")
            .results(),
        "problem");
}

// The export says who assigned each name, which is not who is responsible for it now.
TEST_P(bulk, is_unchanged_for_the_registrar_that_got_the_prefix) {
    ASSERT_EQ(import_text(*s, library, {}, R"({"name":"urn:example:lib-1","url":"https://library.example/1"}
{"name":"urn:example:lib-2","state":"reserved"}
{"name":"urn:example:lib-3","state":"withdrawn","reason":"gone","successor":"urn:example:lib-1"}
)")
                  .results(),
              "assigned assigned assigned");
    ASSERT_EQ(import_text(*s, admin, {}, R"({"name":"urn:example:lib-4","registrar":"library","batch":"7"})").results(),
              "assigned");
    put_delegation(*s, {.prefix = "example:lib-", .registrar = "r", .hosts = {"r.example"}});
    const principal next = registrar_of("r", {"example:"});
    ASSERT_EQ(import_text(*s, next, {}, R"({"name":"urn:example:lib-5"})").results(), "assigned");
    for (const bulk_format f : {bulk_format::ndjson, bulk_format::csv}) {
        const std::string out = export_text(*s, f, "example:lib-");
        for (const bool dry : {true, false}) {
            for (const bool stop : {true, false}) {
                EXPECT_EQ(import_text(*s, next, {.format = f, .dry_run = dry, .stop_on_error = stop}, out).results(),
                          "unchanged unchanged unchanged unchanged unchanged");
            }
        }
        EXPECT_EQ(export_text(*s, f, "example:lib-"), out);
        // Whoever does not act for the prefix is not told what is there.
        EXPECT_EQ(import_text(*s, registrar_of("r", {"example:x"}), {.format = f}, out).results(),
                  "problem problem problem problem unchanged");
    }
    // A line that sets a member is refused as before.
    EXPECT_EQ(import_text(*s, next, {}, R"({"name":"urn:example:lib-6","registrar":"library"}
{"name":"urn:example:lib-1","url":"https://r.example/1","registrar":"library"}
{"name":"urn:example:lib-5","registrar":"library"})")
                  .results(),
              "problem problem problem");
}

TEST_P(bulk, stops_at_the_first_error) {
    const std::string lines[] = {R"({"name":"urn:example:1"})", R"({"name":"urn:example:2"})",
                                 R"({"name":"urn:example:2","url":"https://a.example/"})",
                                 R"({"name":"urn:example:3"})", R"({"name":"urn:example:4"})"};
    std::string text;
    for (const std::string &l : lines) text += l + "\n";
    for (const std::size_t block : {1U, 2U, 3U, 100U}) {
        SCOPED_TRACE(block);
        auto fresh_store = fresh(another_location());
        const imported i = import_text(*fresh_store, admin, {.id = "x", .stop_on_error = true, .block = block}, text);
        EXPECT_EQ(i.results(), "assigned assigned conflict");
        EXPECT_TRUE(i.summary.stopped);
        EXPECT_FALSE(fresh_store->read([](store::reading &r) { return show(r, "urn:example:3"); }).has_value());
        // with the line corrected, the import continues
        std::string mended = text;
        mended.replace(mended.find(lines[2]), lines[2].size(), R"({"name":"urn:example:2b"})");
        const imported j = import_text(*fresh_store, admin, {.id = "x", .stop_on_error = true, .block = block}, mended);
        ASSERT_FALSE(j.refused.has_value()) << j.refused->detail;
        EXPECT_FALSE(j.summary.stopped);
        EXPECT_TRUE(fresh_store->read([](store::reading &r) { return show(r, "urn:example:4"); }).has_value());
    }
    const imported problem_first = import_text(*s, admin, {.stop_on_error = true}, "{\"name\":1}\n" + text);
    EXPECT_EQ(problem_first.results(), "problem");
    EXPECT_FALSE(is_there("urn:example:1"));
}

struct broken {};

// RFC 8141 5 (1): no name is assigned twice, whenever the import is interrupted.
TEST_P(bulk, continues_after_an_interruption) {
    for (const bulk_format f : {bulk_format::ndjson, bulk_format::csv}) {
        SCOPED_TRACE(std::string(to_string(f)));
        std::string text = f == bulk_format::csv ? "name,url\r\n" : "";
        constexpr int count = 1000;
        for (int n = 0; n < count; ++n) {
            const std::string urn = "urn:example:" + std::string(to_string(f)) + "-" + std::to_string(n);
            text += f == bulk_format::csv ? urn + ",https://a.example/" + std::to_string(n) + "\r\n"
                                          : R"({"name":")" + urn + "\"}\n";
        }
        std::uint64_t assigned = 0;
        std::uint64_t last_resumed = 0;
        // Runs that are sorted: import_order_test.cpp.
        import_options o{.format = f, .id = "break-" + std::string(to_string(f)), .block = 50, .sorted_lines = 0};
        for (int breaks = 0; breaks < 4; ++breaks) {
            std::size_t given = 0;
            bulk_source whole = in_parts(text, 333);
            const std::size_t until = text.size() / 5 * static_cast<std::size_t>(breaks + 1);
            const bulk_source source = [&]() -> std::string_view {
                if (given > until) throw broken{};
                const std::string_view part = whole();
                given += part.size();
                return part;
            };
            EXPECT_THROW((void)import_names(*s, somebody, admin, o, source,
                                            [&](std::string_view lines) {
                                                const json first = json::parse(lines.substr(0, lines.find('\n')));
                                                if (first.contains("resumed_after_line")) {
                                                    EXPECT_GT(first["resumed_after_line"], last_resumed);
                                                    last_resumed = first["resumed_after_line"];
                                                }
                                            }),
                         broken);
        }
        // another input with this id
        std::string other = text;
        other[other.size() / 10] = other[other.size() / 10] == '0' ? '1' : '0';
        const imported wrong = import_text(*s, admin, o, other);
        ASSERT_TRUE(wrong.refused.has_value());
        EXPECT_EQ(wrong.refused->type, problem_type::key_reused);
        EXPECT_TRUE(import_text(*s, admin, o, text.substr(0, 20)).refused.has_value());
        // the rest
        const imported i = import_text(*s, admin, o, text, 1000);
        ASSERT_FALSE(i.refused.has_value()) << i.refused->detail;
        EXPECT_GT(i.summary.resumed_after, 500U);
        EXPECT_EQ(i.lines[0]["resumed_after_line"], i.summary.resumed_after);
        EXPECT_EQ(i.lines[1]["line"], i.summary.resumed_after + 1);
        for (const json &l : i.lines) assigned += l.contains("result") && l["result"] == "assigned" ? 1U : 0U;
        EXPECT_EQ(i.summary.counts.lines, static_cast<std::uint64_t>(count));
        EXPECT_EQ(i.summary.counts.assigned, static_cast<std::uint64_t>(count));
        EXPECT_LT(assigned, 500U);
        // results that did not arrive
        import_options from = o;
        from.results_after = 300;
        const imported late = import_text(*s, admin, from, text, 777);
        ASSERT_FALSE(late.refused.has_value());
        ASSERT_GT(late.lines.size(), 700U);
        EXPECT_EQ(late.lines[0]["resumed_after_line"], late.summary.resumed_after);
        for (std::size_t n = 1; n < late.lines.size(); ++n) {
            EXPECT_EQ(late.lines[n]["line"], 300 + n);
            EXPECT_EQ(late.lines[n]["result"], "unchanged");
        }
        EXPECT_EQ(late.lines.back()["line"], late.summary.resumed_after);
        EXPECT_EQ(late.summary.counts, i.summary.counts);
        const imported late_and_wrong = import_text(*s, admin, from, other, 777);
        ASSERT_TRUE(late_and_wrong.refused.has_value());
        EXPECT_EQ(late_and_wrong.refused->type, problem_type::key_reused);
        EXPECT_TRUE(import_text(*s, admin, from, text.substr(0, 20)).refused.has_value());
        // and again: the import is complete
        const imported done = import_text(*s, admin, o, text, 1000);
        EXPECT_EQ(done.lines.size(), 1U);
        EXPECT_EQ(done.summary.counts, i.summary.counts);
    }
    EXPECT_TRUE(s->verify({}, [](std::uint64_t, std::uint64_t) {}).found.empty());
}

TEST_P(bulk, csv_columns) {
    const std::string text =
        "\xEF\xBB\xBFname,url,title,creator,weight,media_type,other_names,locators\r\n"
        "urn:example:1,https://a.example/,X,\"A, or \"\"B\"\"\r\nand C\",7,text/html,,\r\n"
        "urn:example:2,,,,,,urn:example:1 urn:example:3,\"[\"\"https://a.example/\"\",{\"\"url\"\":"
        "\"\"https://b.example/\"\",\"\"weight\"\":2}]\"\r\n"
        "urn:example:3,,,,,,,\n"
        "urn:example:4,https://a.example/,,,,,,[]\n"
        "urn:example:5,,,,x,,,\n"
        "urn:example:6,\n"
        "urn:example:7,\"a\"b,,,,,,\n"
        "urn:example:8,a\"b,,,,,,\n"
        "urn:example:9,https://a.example/,\xFF,,,,,\n"
        "urn:example:10,https://a.example/,\"never closed";
    const imported i = import_text(*s, admin, {.format = bulk_format::csv}, text, 7);
    ASSERT_FALSE(i.refused.has_value()) << i.refused->detail;
    EXPECT_EQ(i.results(), "assigned assigned assigned problem problem problem problem problem problem problem");
    EXPECT_EQ(json::parse(get("urn:example:1").record.metadata.text()),
              json::parse(R"({"title":"X","creator":"A, or \"B\"\r\nand C"})"));
    EXPECT_EQ(get("urn:example:1").record.locators[0].weight, 7U);
    EXPECT_EQ(get("urn:example:2").record.locators.size(), 2U);
    EXPECT_EQ(get("urn:example:2").record.other_names.size(), 2U);
    EXPECT_EQ(i.lines[1]["line"], 4); // the first record has two lines
    EXPECT_EQ(i.lines[9]["line"], 12);
    for (const char *bad : {"", "a,b\n", "name,name\n", "url\n", "name,\"url\n", "name,u\"rl\n"}) {
        const imported j = import_text(*s, admin, {.format = bulk_format::csv}, bad);
        EXPECT_TRUE(j.refused.has_value()) << bad;
    }
}

// Hostile input: a line that is too long, NUL, bad UTF-8, quotation marks that do not close. The lines after it are
// read.
TEST_P(bulk, hostile_lines) {
    const std::string good = R"({"name":"urn:example:good-)";
    std::string text = good + "1\"}\n";
    text += R"({"name":"urn:example:x","metadata":{"title":")" + std::string(longest_line, 'a') + "\"}}\n";
    text += std::string("\0\0\n", 3);
    text += "{\"name\":\"urn:example:\xC3\x28\"}\n";
    text += "{\"name\":\"urn:example:x\",\"metadata\":{\"title\":\"\xED\xA0\x80\"}}\n";
    text += std::string(100000, '[') + "\n";
    text += R"({"name":"urn:example:x","name":"urn:example:y"})"
            "\n";
    text += good + "2\"}\r\n";
    const imported i = import_text(*s, admin, {}, text, 65536);
    EXPECT_EQ(i.results(), "assigned problem problem problem problem problem problem assigned");
    EXPECT_EQ(i.lines[1]["problem"]["type"], "/problems/too-large");
    EXPECT_EQ(i.lines[1]["line"], 2);
    EXPECT_EQ(i.lines[7]["line"], 8);

    std::string rows = "name,title\nurn:example:c1,\"" + std::string(longest_line, '\n') + "\nurn:example:c2,x\n";
    const imported j = import_text(*s, admin, {.format = bulk_format::csv}, rows, 65536);
    ASSERT_EQ(j.lines.size(), 2U);
    EXPECT_EQ(j.results(), "problem assigned");
    EXPECT_EQ(j.lines[0]["line"], 2);
    EXPECT_EQ(j.lines[1]["line"], 3 + longest_line);
}

// RFC 7493 2.2: a number that a reader may round is refused with its position, and the lines around it are accepted.
TEST_P(bulk, numbers_that_would_be_rounded) {
    std::string text;
    for (const char *n : {"9007199254740991", "9007199254740992", "-9007199254740993", "0.1", "18446744073709551616",
                          "3.14159265358979323846", "1e400", "1e22"}) {
        text += R"({"name":"urn:example:n)" + std::string(n) + R"(","metadata":{"a/b":[1,{"n":)" + n + "}]}}\n";
    }
    const imported i = import_text(*s, admin, {}, text);
    EXPECT_EQ(i.results(), "assigned problem problem assigned problem problem problem assigned");
    for (const std::size_t line : {1U, 2U, 4U, 5U, 6U}) {
        EXPECT_EQ(i.lines[line]["problem"]["pointer"], "/metadata/a~1b/1/n") << i.lines[line];
        EXPECT_EQ(i.lines[line]["problem"]["rule"], "RFC 7493 section 2.2") << i.lines[line];
    }
    EXPECT_NE(export_text(*s, bulk_format::ndjson).find("9007199254740991}"), std::string::npos) << "to the last digit";
    EXPECT_FALSE(is_there("urn:example:n9007199254740992"));
}

// Each error of a line has a pointer, and the offset of the byte in the line. "@": where it is; not sent.
TEST_P(bulk, errors_have_a_pointer_and_an_offset) {
    struct row {
        std::string_view line, pointer;
    };
    static constexpr row ndjson[] = {
        {R"(@[])", ""},
        {R"({"name":"urn:example:a"} @x)", ""},
        {R"(@{"url":"https://a.example/"})", "/name"},
        {R"({"name":@5})", "/name"},
        {R"({"name":"urn:example:a@%zz"})", "/name"},
        {R"({"name":"urn:isbn:@x"})", "/name"},
        {R"({"name":"urn:example:a","url":"https://a.example/@ x"})", "/url"},
        {R"({"name":"urn:example:a","url":@5})", "/url"},
        {R"({"name":"urn:example:lib-a","url":@"https://b.example/"})", "/url"},
        {R"({"url":@"https://b.example/","name":"urn:example:a","locators":[]})", "/url"},
        {R"({"name":"urn:example:lib-a","locators":["https://library.example/",@"https://b.example/"]})",
         "/locators/1"},
        {R"({"name":"urn:example:a","locators":[{"url":"https://a.example/","language":@"?"}]})",
         "/locators/0/language"},
        {R"({"name":"urn:example:a","key":@"example:b"})", "/key"},
        {R"({"name":"urn:example:a","registrar":@"nobody"})", "/registrar"},
        {R"({"name":"urn:example:a","state":@"gone"})", "/state"},
        {R"(@{"name":"urn:example:a","state":"withdrawn"})", "/reason"},
        {R"({"name":"urn:example:a","reason":@"x"})", "/reason"},
        {R"({"name":"urn:example:a","state":"withdrawn","reason":"x","withdrawn":@"2999-01-01T00:00:00Z"})",
         "/withdrawn"},
        {R"({"name":"urn:example:a","successor":@"urn:example:a"})", "/successor"},
        {R"({"name":"urn:example:a","other_names":["urn:example:b",@"urn:example:a"]})", "/other_names/1"},
        {R"({"name":"urn:example:a","metadata":{"title":@5}})", "/metadata/title"},
    };
    static constexpr std::string_view header = "name,url,language,title,metadata,locators,successor\n";
    static constexpr row csv[] = {
        {"urn:example:a@%zz,,,,,,", "/name"},
        {"\"urn:example:a@%zz\",,,,,,", "/name"},
        {"@,https://a.example/,,,,,", "/name"},
        {"urn:example:a,https://a.example/@ x,,,,,", "/locators/0/url"},
        {"urn:example:lib-a,@https://b.example/,,,,,", "/locators/0"},
        {"urn:example:a,https://a.example/,@?,,,,", "/locators/0/language"},
        {R"(urn:example:a,,,,@"{""title"":5}",,)", "/metadata/title"},
        {"urn:example:a,,,,{@x},,", "/metadata"},
        {R"(urn:example:a,,,,@[],,)", "/metadata"},
        {R"(urn:example:a,,,,,[@5],)", "/locators/0"},
        {"urn:example:a,,,,,,@urn:example:a", "/successor"},
    };
    const auto check = [&](const row &x, import_options o, std::string_view before) {
        std::string line{x.line};
        const std::size_t offset = line.find('@');
        line.erase(offset, 1);
        const imported i = import_text(*s, admin, o, std::string(before) + line + "\n");
        ASSERT_EQ(i.results(), "problem") << line;
        const json &p = i.lines[0]["problem"];
        EXPECT_EQ(i.lines[0]["line"], before.empty() ? 1 : 2);
        EXPECT_EQ(p.value("pointer", "none"), x.pointer) << line << p;
        EXPECT_EQ(p.value("offset", std::size_t{999}), offset) << line << p;
    };
    for (const row &x : ndjson) check(x, {}, "");
    for (const row &x : csv) check(x, {.format = bulk_format::csv}, header);
}

TEST_P(bulk, who_may_set_what) {
    const imported i = import_text(*s, library, {}, R"({"name":"urn:example:lib-1","registrar":"library"}
{"name":"urn:example:lib-2","registrar":"another"}
{"name":"urn:example:lib-3","batch":"7"}
{"name":"urn:example:lib-4","state":"reserved"}
{"name":"urn:example:lib-5","state":"withdrawn","reason":"gone"}
{"name":"urn:example:lib-6","state":"withdrawn"}
{"name":"urn:example:lib-7","reason":"gone"}
{"name":"urn:example:lib-8","state":"reserved","url":"https://library.example/"}
{"name":"urn:example:lib-9","key":"example:lib-9"}
{"name":"urn:example:lib-a","key":"example:lib-9"}
{"name":"urn:example:lib-b","successor":"urn:example:lib-b"}
{"name":"urn:example:lib-c","state":"withdrawn","reason":"gone","withdrawn":"2999-01-01T00:00:00Z"}
{"name":"urn:example:lib-d","state":"withdrawn","reason":"gone","withdrawn":"1999-01-01T00:00:00Z"})");
    EXPECT_EQ(i.results(),
              "assigned problem problem assigned assigned problem problem assigned assigned problem problem "
              "problem assigned");
    EXPECT_EQ(get("urn:example:lib-4").record.state, resolver::name_state::reserved);
    EXPECT_EQ(get("urn:example:lib-5").record.reason, "gone");
    EXPECT_TRUE(get("urn:example:lib-5").record.withdrawn.has_value());
    const std::string of_another = R"({"name":"urn:example:lib-2","registrar":"another","batch":"7"})";
    EXPECT_EQ(import_text(*s, admin, {}, of_another).results(), "problem") << "there is no such registrar";
    put_registrar(*s, "another");
    EXPECT_EQ(import_text(*s, admin, {}, of_another).results(), "assigned");
    EXPECT_EQ(get("urn:example:lib-2").record.registrar, "another");
}

// In RFC 2483, a client that follows a cycle of successors never stops.
TEST_P(bulk, no_cycles_of_successors) {
    const std::vector<std::pair<std::string, std::string>> rows{
        {R"({"name":"urn:example:a1","successor":"urn:example:a2"}
{"name":"urn:example:a2","successor":"urn:example:a1"})",
         "assigned problem"},
        {R"({"name":"urn:example:b1","state":"withdrawn","reason":"r","successor":"urn:example:b2"}
{"name":"urn:example:b2","state":"withdrawn","reason":"r","successor":"urn:example:b3"}
{"name":"urn:EXAMPLE:b3","successor":"URN:example:b1"}
{"name":"urn:example:b3"})",
         "assigned assigned problem assigned"},
        {R"({"name":"urn:example:c1","successor":"urn:example:c2"}
{"name":"urn:example:c1","successor":"urn:example:c2"}
{"name":"urn:example:c1","successor":"urn:example:c3"}
{"name":"urn:example:c2","successor":"urn:example:c3"}
{"name":"urn:example:c3"}
{"name":"urn:example:c3","successor":"urn:example:c1"})",
         "assigned unchanged conflict assigned assigned conflict"},
    };
    for (const auto &[text, results] : rows) {
        SCOPED_TRACE(text);
        const imported foretold = import_text(*s, admin, {.dry_run = true}, text);
        EXPECT_EQ(foretold.results(), results);
        const imported i = import_text(*s, admin, {}, text);
        EXPECT_EQ(i.results(), results);
        for (const json &l : i.lines) {
            if (l["result"] == "problem") {
                EXPECT_EQ(l["problem"]["detail"], "the successors form a cycle that contains this name");
            }
        }
    }
    // a name that is there already is unchanged
    EXPECT_EQ(import_text(*s, admin, {}, rows[0].first).results(), "unchanged problem");
    EXPECT_EQ(import_text(*s, admin, {}, R"({"name":"urn:example:a2"})").results(), "assigned");
    EXPECT_EQ(import_text(*s, admin, {.block = 1}, R"({"name":"urn:example:d1","successor":"urn:example:d2"}
{"name":"urn:example:d2","successor":"urn:example:d1"})")
                  .results(),
              "assigned problem");
    const imported stopped = import_text(*s, admin, {.stop_on_error = true},
                                         R"({"name":"urn:example:e1","successor":"urn:example:e2"}
{"name":"urn:example:e2","successor":"urn:example:e1"}
{"name":"urn:example:e3"})");
    EXPECT_EQ(stopped.results(), "assigned problem");
    EXPECT_TRUE(is_there("urn:example:e1"));
    EXPECT_FALSE(is_there("urn:example:e2") || is_there("urn:example:e3"));
}

// The policies change while an import runs: the lines after the change are checked by the new ones.
TEST_P(bulk, policies_that_change_meanwhile) {
    std::string text;
    for (int n = 0; n < 100; ++n) text += R"({"name":"urn:example:lib-)" + std::to_string(n) + "\"}\n";
    int parts = 0;
    bulk_source whole = in_parts(text, 300);
    const bulk_source source = [&]() -> std::string_view {
        if (++parts == 5) put_delegation(*s, {.prefix = "example:lib-", .registrar = "other"});
        return whole();
    };
    std::string out;
    const auto summary = import_names(*s, somebody, library, {.block = 5, .sorted_lines = 0}, source,
                                      [&](std::string_view lines) { out += lines; });
    ASSERT_TRUE(summary.has_value());
    EXPECT_GT(summary->counts.assigned, 10U);
    EXPECT_GT(summary->counts.problems, 30U);
    EXPECT_EQ(summary->counts.assigned + summary->counts.problems, 100U);
    // in order: first what was assigned, then what was refused
    EXPECT_LT(out.rfind("assigned"), out.find("problem\":"));
}

// An export is imported to the same records.
TEST_P(bulk, there_and_back) {
    const std::string text = R"({"name":"urn:example:1","url":"https://a.example/"}
{"name":"urn:example:2","locators":[{"url":"https://a.example/","media_type":"text/html","language":"de","country":"AT","weight":3,"valid_from":"2026-01-01T00:00:00Z","valid_until":"2027-01-01T00:00:00.000001Z"},"https://b.example/"]}
{"name":"urn:example:3","locators":[{"url":"https://a.example/","language":"de","valid_from":"2026-01-01T00:00:00Z"}],"metadata":{"title":["A","B"],"x":{"y":[1,2.5,null,true]},"date":"2026-11"}}
{"name":"urn:example:4","state":"reserved","batch":"9","registrar":"r"}
{"name":"urn:example:5","state":"withdrawn","reason":"a, \"b\"\nc","withdrawn":"2026-01-01T00:00:00.5Z","successor":"urn:example:1"}
{"name":"URN:ISBN:951-0-18435-7","other_names":["urn:example:1","urn:example:2"],"predecessor":"urn:example:5"}
{"name":"urn:example:%c3%bc","metadata":{"title":"\u00fc \ud83d\ude00 \\ \"","creator":"a\n\tb\u2028c"}}
)";
    ASSERT_EQ(import_text(*s, admin, {}, text).summary.counts.assigned, 7U);
    for (const bulk_format f : {bulk_format::ndjson, bulk_format::csv}) {
        SCOPED_TRACE(std::string(to_string(f)));
        const std::string out = export_text(*s, f);
        auto second = fresh(another_location());
        const imported i = import_text(*second, admin, {.format = f}, out, 10);
        EXPECT_EQ(i.summary.counts.assigned, 7U) << json(i.lines).dump(1);
        EXPECT_EQ(export_text(*second, f), out);
        for (const store::name_row &row : s->read([](store::reading &r) { return r.names("", "", 100); })) {
            const auto there = second->read([&](store::reading &r) { return r.name(row.key); });
            ASSERT_TRUE(there.has_value()) << row.key;
            EXPECT_EQ(resolver::decode(there->record), resolver::decode(row.record)) << row.key;
        }
    }
    // on, after a name
    const std::string whole = export_text(*s, bulk_format::csv, "example:");
    const std::string rest = export_text(*s, bulk_format::csv, "example:", "example:2");
    EXPECT_TRUE(whole.ends_with(rest));
    EXPECT_TRUE(rest.starts_with("urn:example:3,"));
}

INSTANTIATE_ON_BOTH_STORES(bulk);

// The readers alone.

TEST_P(bulk, an_export_has_no_formulas_and_its_import_is_the_same) {
    std::string text;
    for (const char *const reason : {"=cmd|' /C calc'!A1", "+1;=2", "-2+3", "@SUM(1)", "'=x", "\t=1", "'quoted'"}) {
        text += json{{"name", "urn:example:f" + std::to_string(text.size())},
                     {"state", "withdrawn"},
                     {"withdrawn", "2026-01-01T00:00:00Z"},
                     {"reason", reason}}
                    .dump() +
                "\n";
    }
    EXPECT_EQ(import_text(*s, admin, {}, text).summary.counts.assigned, 7U);
    const std::string csv = export_text(*s, bulk_format::csv, "example:f");
    EXPECT_NE(csv.find(",'=cmd|"), std::string::npos) << csv;
    for (const char *const cell : {",=", ",+", ",-", ",@", "\"=", "\"+", "\"-", "\"@", "\"\t"}) {
        EXPECT_EQ(csv.find(cell), std::string::npos) << cell << csv;
    }
    const std::string before = export_text(*s, bulk_format::ndjson, "example:f");
    const imported again = import_text(*s, admin, {.format = bulk_format::csv}, csv);
    EXPECT_EQ(again.summary.counts.unchanged, 7U) << again.results();
    EXPECT_EQ(export_text(*s, bulk_format::ndjson, "example:f"), before);
}

TEST_P(bulk, locators_have_a_permitted_scheme) {
    const std::vector<std::string> schemes{"https", "telnet"};
    for (const bool more : {false, true}) {
        const std::string n = more ? "y" : "n";
        const imported lines = import_text(
            *s, admin, {.schemes = more ? std::span<const std::string>{schemes} : std::span<const std::string>{}},
            R"({"name":"urn:example:t)" + n +
                R"(","locators":["telnet://a.example/"]})"
                "\n");
        EXPECT_EQ(lines.results(), more ? "assigned" : "problem");
        const imported rows =
            import_text(*s, admin,
                        {.format = bulk_format::csv,
                         .schemes = more ? std::span<const std::string>{schemes} : std::span<const std::string>{}},
                        "name,url\nurn:example:u" + n + ",telnet://a.example/\n");
        ASSERT_EQ(rows.results(), more ? "assigned" : "problem");
        if (more) continue;
        EXPECT_EQ(lines.lines[0]["problem"]["type"], "/problems/out-of-policy");
        EXPECT_EQ(lines.lines[0]["problem"]["pointer"], "/locators/0");
        EXPECT_EQ(rows.lines[0]["problem"]["offset"], 15) << rows.lines[0];
    }
}

// However the input is cut in parts, the records, lines and offsets are the same.
} // namespace
