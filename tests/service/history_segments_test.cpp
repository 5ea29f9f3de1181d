// The index of the segments of a history: what is written is read, and nothing else.

#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/service/history_segments.hpp>
#include <uniform/store/other_history.hpp>

namespace uniform::service {
namespace {

store::digest digest_of(unsigned n) {
    store::digest d{};
    d.fill(static_cast<std::byte>(n));
    return d;
}

segments_index index_with(std::uint64_t events) {
    segments_index index{.head = {events, events == 0 ? store::digest{} : digest_of(7)}};
    for (std::uint64_t first = 1; first <= events; first += events_of_segment) {
        const bool is_last = events - first < events_of_segment;
        index.segments.push_back(
            {segment_file(first, digest_of(is_last ? 7 : 5)), digest_of(static_cast<unsigned>(first % 251))});
    }
    return index;
}

TEST(history_segments, names_are_in_the_order_of_the_events) {
    std::string hash;
    for (int i = 0; i < 32; ++i) hash += "ab";
    EXPECT_EQ(segment_file(4097, digest_of(0xAB)), "000000004097-" + hash + ".ndjson");
    EXPECT_LT(segment_file(4097, digest_of(0xFF)), segment_file(8193, digest_of(0)));
    EXPECT_LT(segment_file(999'999'999'999, digest_of(0xFF)).size(),
              segment_file(1'000'000'000'001, digest_of(0)).size());
}

TEST(history_segments, what_is_written_is_read) {
    for (const std::uint64_t events : {0U, 1U, 4095U, 4096U, 4097U, 8192U, 20480U, 20481U}) {
        const segments_index index = index_with(events);
        EXPECT_EQ(read_segments_index(segments_index_text(index)), index) << events;
        EXPECT_EQ(index.complete(), events / 4096) << events;
    }
}

struct wrong_index {
    std::string_view why;
    std::string text;
};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST(history_segments, refuses_what_is_no_index) {
    const std::string good = segments_index_text(index_with(5000));
    const std::string first = good.substr(0, good.find('\n') + 1);
    const std::string second = good.substr(first.size(), good.find('\n', first.size()) + 1 - first.size());
    const wrong_index all[]{
        {"it is empty", ""},
        {"it is cut off", good.substr(0, good.size() - 1)},
        {"line 1 is no JSON object", "[]\n" + good},
        {"line 2 is no JSON object", first + "{\n"},
        {"line 2 has no root", replaced(good, "\"root\"", "\"roots\"")},
        {"line 2 has no root", first + "{\"file\":\"x\",\"root\":\"0011\"}\n"},
        {"the first line is not that of version 1", replaced(good, "uniform-segments", "uniform-segment")},
        {"the first line is not that of version 1", replaced(good, "\"version\":1", "\"version\":2")},
        {"the first line is not that of version 1", replaced(good, "\"version\":1", "\"version\":\"1\"")},
        {"the first line lacks head or tree", replaced(good, "\"head\":\"5000:", "\"head\":\"5000-")},
        {"the first line lacks head or tree", replaced(good, "\"tree\"", "\"trees\"")},
        {"it has 1 segments for 5000 events", first + second},
        {"it has 3 segments for 5000 events", good + second},
        {"it has 2 segments for 4096 events", replaced(good, "\"head\":\"5000:", "\"head\":\"4096:")},
        {"the segment that begins with event 1 has another name", replaced(good, "000000000001-", "000000000002-")},
        {"the segment that begins with event 1 has another name", replaced(good, "000000000001-", "../00000001-")},
        {"the segment that begins with event 1 has another name", replaced(good, "-0505", "-05g5")},
        {"the segment that begins with event 1 has another name", replaced(good, "05.ndjson", "05.ndjson.")},
        {"the segment that begins with event 4097 has another name", replaced(good, "4097-0707", "4097-0708")},
        {"the tree is not that of the roots", replaced(good, "\"root\":\"01", "\"root\":\"02")},
    };
    for (const auto &[why, text] : all) {
        try {
            (void)read_segments_index(text);
            ADD_FAILURE() << why << '\n' << text;
        } catch (const store::other_history &e) {
            EXPECT_EQ(e.what(), "the index of the segments is invalid: " + std::string(why)) << text;
        }
    }
}

TEST(history_segments, is_known_by_its_name) {
    for (const std::string_view yes : {"index.ndjson", "/a/index.ndjson", "https://example.org/a/index.ndjson"}) {
        EXPECT_TRUE(is_segments_index(yes)) << yes;
    }
    for (const std::string_view no : {"", "index", "history.ndjson", "/a/myindex.ndjson", "https://example.org/"}) {
        EXPECT_FALSE(is_segments_index(no)) << no;
    }
}

} // namespace
} // namespace uniform::service
