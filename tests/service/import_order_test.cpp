// An import in random order writes its lines in the order of their keys, and nobody sees a difference: the results, the
// names and the counts are those of an import that writes block after block. What is interrupted goes on.

#include <uniform/service/import.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/export.hpp>

#include "service/bulk_parts.hpp"
#include "service/names_support.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;

// Lines of output without the numbers of events, which differ with the order of the writes.
std::vector<std::string> lines_of(std::string_view out) {
    static const std::regex event(R"(,"event":[0-9]+)");
    std::vector<std::string> all;
    while (!out.empty()) {
        const std::string_view line = out.substr(0, out.find('\n'));
        out.remove_prefix(line.size() + 1);
        all.push_back(std::regex_replace(std::string{line}, event, ""));
    }
    return all;
}

struct imported {
    std::vector<std::string> lines = {};
    import_counts counts = {};
    std::string refused = {};
};

imported import_text(store::store &s, const principal &who, const import_options &o, std::string_view text) {
    imported i;
    std::string out;
    const auto summary =
        import_names(s, somebody, who, o, in_parts(text, 1000), [&](std::string_view part) { out += part; });
    i.lines = lines_of(out);
    if (summary) i.counts = summary->counts;
    if (!summary) i.refused = summary.error().detail;
    return i;
}

std::string export_text(store::store &s) {
    std::string out;
    (void)export_names(s, {.format = bulk_format::ndjson}, [&](std::string_view lines) { out += lines; });
    return out;
}

std::string lines_in_random_order(std::mt19937 &random, int count, bool with_relations) {
    const auto below = [&](int n) { return std::uniform_int_distribution<int>{0, n - 1}(random); };
    std::string text;
    for (int n = 0; n < count; ++n) {
        const auto name = [&] {
            // Another spelling of a key now and then; the same keys again.
            return (below(9) == 0 ? "URN:Example:" : "urn:example:") + std::string(below(3) == 0 ? "lib-" : "") +
                   std::to_string(below(count));
        };
        switch (below(20)) {
        case 0:
            text += "not JSON\n";
            break;
        case 1:
            text += R"({"name":"urn:nowhere:)" + std::to_string(n) + "\"}\n";
            break;
        case 2:
            text += R"({"name":")" + name() + R"(","url":"https://elsewhere.example/"})" + "\n";
            break;
        case 3:
            text += R"({"name":")" + name() +
                    R"(","state":"withdrawn","reason":"gone","withdrawn":"2026-01-01T00:00:00Z"})" + "\n";
            break;
        case 4:
            text += R"({"name":")" + name() + '"' +
                    (with_relations && below(4) == 0 ? R"(,"successor":")" + name() + '"' : std::string{}) + "}\n";
            break;
        default:
            text +=
                R"({"name":")" + name() + R"(","url":"https://library.example/)" + std::to_string(below(3)) + "\"}\n";
        }
    }
    return text;
}

class imports_in_random_order : public on_both_stores {
protected:
    // The time stands still, so that what is withdrawn now is so at the same time.
    static std::unique_ptr<store::store> open(const std::string &where, const std::function<void()> &on_clock = {}) {
        const auto now = resolver::parse_timestamp("2026-06-01T00:00:00Z").value();
        return store::store::open(where, {.clock = [now, on_clock] {
                                      if (on_clock) on_clock();
                                      return now;
                                  }});
    }
    static void prepare(store::store &s) {
        put_namespace(s, "example");
        put_registrar(s, "library");
        put_delegation(s, {.prefix = "example:lib-", .registrar = "library", .hosts = {"library.example"}});
        for (int n = 0; n < 100; n += 7) {
            ASSERT_TRUE(in(s, [&](store::writing &w) {
                            return assign(
                                w, administrator(),
                                {.urn = "urn:example:" + std::to_string(n), .record = at("https://library.example/1")});
                        }).has_value());
        }
    }
    static void expect_sound(store::store &s) {
        EXPECT_TRUE(s.verify({}, [](std::uint64_t, std::uint64_t) {}).found.empty());
    }
};

// Lines that meet each other and what is there, by who may and who may not assign them; whatever fits in memory.
TEST_P(imports_in_random_order, have_the_results_of_blocks_one_after_another) {
    std::mt19937 random{5};
    const int rounds = GetParam() == store::dialect::sqlite ? 6 : 2;
    for (int round = 0; round < rounds; ++round) {
        const std::string text = lines_in_random_order(random, 100, round % 3 == 2);
        const principal who = round % 2 == 0 ? administrator() : registrar_of("library", {"example:"});
        const import_options plain{.only_problems = round % 4 == 3, .block = 5, .sorted_lines = 0, .most_rejected = 0};
        const auto expected_store = open(another_location());
        prepare(*expected_store);
        const imported expected = import_text(*expected_store, who, plain, text);
        ASSERT_EQ(expected.refused, "");
        for (const auto &[lines, memory] : std::vector<std::pair<std::size_t, std::size_t>>{
                 {6, 100}, {40, 1}, {1000, 300}, {1000, std::size_t{8} << 20U}}) {
            SCOPED_TRACE(std::to_string(round) + ": runs of " + std::to_string(lines) + " lines, " +
                         std::to_string(memory) + " bytes");
            const auto s = open(another_location());
            prepare(*s);
            import_options o = plain;
            o.sorted_lines = lines;
            o.sort_memory = memory;
            o.dry_run = true;
            EXPECT_EQ(import_text(*s, who, o, text).lines, expected.lines) << "a dry run";
            o.dry_run = false;
            const imported i = import_text(*s, who, o, text);
            EXPECT_EQ(i.lines, expected.lines);
            EXPECT_EQ(i.counts, expected.counts);
            EXPECT_EQ(export_text(*s), export_text(*expected_store));
            expect_sound(*s);
        }
    }
}

// CSV, too, and lines of more bytes than memory.
TEST_P(imports_in_random_order, rows_are_sorted_too) {
    std::string text = "name,url,creator\n";
    for (int n = 0; n < 300; ++n) {
        const std::string number = std::to_string(n * 7919 % 300);
        text += "urn:example:" + number + ",https://a.example/" + number + ",\"a\nb" + std::string(200, 't') + "\"\n";
    }
    const auto s = open(location());
    put_namespace(*s, "example");
    const imported i = import_text(
        *s, administrator(), {.format = bulk_format::csv, .block = 10, .sorted_lines = 200, .sort_memory = 100}, text);
    ASSERT_EQ(i.lines.size(), 300U);
    for (std::size_t n = 0; n < i.lines.size(); ++n) {
        EXPECT_TRUE(i.lines[n].starts_with(R"({"line":)" + std::to_string(2 * n + 2) + R"(,"result":"assigned")"))
            << i.lines[n];
    }
    expect_sound(*s);
}

// The keys of a run are written in their order, which is what it is for: events have consecutive numbers.
TEST_P(imports_in_random_order, names_of_a_run_are_written_in_the_order_of_their_keys) {
    std::string text;
    std::vector<std::string> keys;
    for (int n = 0; n < 100; ++n) {
        keys.push_back("example:" + std::to_string(1000 + n * 37 % 100));
        text += R"({"name":"urn:)" + keys.back() + "\"}\n";
    }
    const auto s = open(location());
    put_namespace(*s, "example");
    // Each run is at most as long as all before it, and half of all pairs of random keys are in descending order.
    ASSERT_EQ(import_text(*s, administrator(), {.block = 5}, text).counts.assigned, 100U);
    std::vector<std::pair<std::uint64_t, std::string>> by_event;
    s->read([&](store::reading &r) {
        for (const std::string &key : keys) by_event.emplace_back(r.name(key)->event, key);
        return 0;
    });
    std::ranges::sort(by_event);
    std::size_t descents = 0;
    for (std::size_t n = 1; n < by_event.size(); ++n) descents += by_event[n].second < by_event[n - 1].second ? 1U : 0U;
    EXPECT_LE(descents, 12U);
    expect_sound(*s);
}

struct broken {};

// RFC 8141 5 (1): no name is assigned twice, wherever the import is interrupted: here before each of its writes and
// reads. What was reported is there, and each line is counted once.
TEST_P(imports_in_random_order, continue_after_an_interruption_anywhere) {
    constexpr int count = 25;
    std::string text;
    for (int n = 0; n < count; ++n) text += R"({"name":"urn:example:)" + std::to_string(n * 37 % count) + "\"}\n";
    text += R"({"name":"urn:example:1","url":"https://a.example/"})"
            "\n{}\n";
    const import_options o{.id = "i", .block = 2, .sort_memory = 100};
    std::set<std::string> resumed_inside;
    const int step = GetParam() == store::dialect::sqlite ? 1 : 5;
    for (int first = 1;; first += step) {
        SCOPED_TRACE("the clock fails at look " + std::to_string(first));
        const std::string where = another_location();
        {
            const auto s = open(where);
            put_namespace(*s, "example");
        }
        std::map<std::uint64_t, std::string> results; // the last of each line
        std::uint64_t assigned = 0;
        bool done = false;
        bool was_broken = false;
        std::optional<import_counts> counts;
        // Interrupted again and again, each time a little later, so that a run goes on several times.
        for (int attempt = 0; !done; ++attempt) {
            std::atomic<int> looks = 0;
            std::atomic<bool> runs = false;
            const int last = attempt < 3 ? first + 2 * attempt : 1000000;
            const auto s = open(where, [&] {
                if (runs && ++looks >= last) throw broken{};
            });
            std::string out;
            runs = true;
            try {
                const auto summary = import_names(*s, somebody, administrator(), o, in_parts(text, 100),
                                                  [&](std::string_view part) { out += part; });
                ASSERT_TRUE(summary.has_value()) << summary.error().detail;
                counts = summary->counts;
                done = true;
            } catch (const broken &) {
                was_broken = true;
            }
            runs = false;
            for (const std::string &line : lines_of(out)) {
                const auto number = line.find("{\"line\":");
                if (number != 0) continue;
                const std::uint64_t at = std::stoull(line.substr(8));
                const std::string rest = line.substr(line.find("\"result\":\"") + 10);
                const std::string result = rest.substr(0, rest.find('"'));
                EXPECT_FALSE(results.contains(at)) << "reported twice: " << line;
                results[at] = result;
                if (result == "assigned") ++assigned;
                if (result == "unchanged") resumed_inside.insert(line);
                if (result != "problem") {
                    const std::string urn = line.substr(line.find("urn:"));
                    const std::string key = urn.substr(4, urn.find('"') - 4);
                    EXPECT_TRUE(s->read([&](store::reading &r) { return r.name(key).has_value(); })) << line;
                }
            }
            expect_sound(*s);
            if (!done) continue;
            EXPECT_EQ(counts->assigned, static_cast<std::uint64_t>(count));
            EXPECT_EQ(counts->conflicts, 1U);
            EXPECT_EQ(counts->problems, 1U);
            EXPECT_EQ(counts->unchanged, 0U);
            EXPECT_EQ(counts->lines, static_cast<std::uint64_t>(count + 2));
            EXPECT_LE(assigned, static_cast<std::uint64_t>(count));
            for (int n = 0; n < count; ++n) {
                EXPECT_TRUE(s->read([&](store::reading &r) { return r.name("example:" + std::to_string(n)); })) << n;
            }
        }
        if (!was_broken) break;
    }
    EXPECT_FALSE(resumed_inside.empty()) << "no run went on where it was interrupted";
}

// Another input is found out before anything of it is written.
TEST_P(imports_in_random_order, another_input_is_refused_inside_of_a_run) {
    std::string text;
    for (int n = 0; n < 60; ++n) text += R"({"name":"urn:example:)" + std::to_string(10 + n * 37 % 60) + "\"}\n";
    const import_options o{.id = "i", .block = 4};
    bool was_refused = false;
    for (int last = 1; last < 40 && !was_refused; ++last) {
        const std::string where = another_location();
        {
            const auto s = open(where);
            put_namespace(*s, "example");
        }
        std::atomic<int> looks = -1000;
        {
            const auto s = open(where, [&] {
                if (++looks >= last) throw broken{};
            });
            looks = 0;
            try {
                (void)import_names(*s, somebody, administrator(), o, in_parts(text, 100), [](std::string_view) {});
            } catch (const broken &) {
            }
            looks = -1000;
        }
        const auto s = open(where);
        const auto position =
            s->look_up([&](store::reading &r) { return r.find("import", administrator().id + " i"); });
        if (!position || !position->body.contains("last_key")) continue;
        // A line of the run behind those that are counted.
        const auto run = position->body.find(R"("run":{"line":)") + 14;
        const std::size_t line = std::stoul(position->body.substr(run)) - 1;
        std::string other = text;
        std::size_t at = 0;
        for (std::size_t n = 0; n < line; ++n) at = other.find('\n', at) + 1;
        other.replace(other.find("urn:example:", at) + 12, 2, "99");
        const std::string before = export_text(*s);
        const imported i = import_text(*s, administrator(), o, other);
        EXPECT_TRUE(i.refused.contains("read another input")) << i.refused;
        EXPECT_EQ(export_text(*s), before);
        EXPECT_EQ(import_text(*s, administrator(), o, text).counts.assigned, 60U);
        was_refused = true;
    }
    EXPECT_TRUE(was_refused);
}

// The disk is full, or the folder is gone: what was reported stays, the reason is said, and no file is left.
TEST_P(imports_in_random_order, say_that_there_is_no_space_for_sorting) {
    std::string text;
    for (int n = 0; n < 100; ++n) text += R"({"name":"urn:example:)" + std::to_string(n * 37 % 100) + "\"}\n";
    const auto s = open(location());
    put_namespace(*s, "example");
    try {
        (void)import_text(*s, administrator(), {.block = 5, .sort_memory = 100, .sort_folder = "/nowhere"}, text);
        FAIL() << "there is no such folder";
    } catch (const store::failure &f) {
        EXPECT_STREQ(f.what(), "the temporary file for sorting, in the folder /nowhere, cannot be made: No such file "
                               "or directory");
    }
    expect_sound(*s);
    EXPECT_EQ(import_text(*s, administrator(), {.block = 5}, text).counts.lines, 100U);
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "uniform-import-order";
    std::filesystem::create_directory(folder);
    const imported again =
        import_text(*s, administrator(), {.block = 5, .sort_memory = 100, .sort_folder = folder}, text);
    EXPECT_EQ(again.counts.unchanged, 100U);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    std::filesystem::remove(folder);
}

// Imports of several clients at the same time do not take the disk from the store. (/proc has no free byte.)
TEST_P(imports_in_random_order, are_not_sorted_when_the_disk_has_little_space) {
    std::string text;
    for (int n = 0; n < 100; ++n) text += R"({"name":"urn:example:)" + std::to_string(n * 37 % 100) + "\"}\n";
    const auto s = open(location());
    put_namespace(*s, "example");
    const import_options o{.block = 5, .sort_memory = 100, .sort_folder = "/proc"};
    EXPECT_EQ(import_text(*s, administrator(), o, text).counts.assigned, 100U);
    import_options without_spare = o;
    without_spare.sort_spare = 0;
    EXPECT_THROW((void)import_text(*s, administrator(), without_spare, text), store::failure);
    expect_sound(*s);
}

INSTANTIATE_ON_BOTH_STORES(imports_in_random_order);

} // namespace
