// All short texts as IPv6address and IPv4address, against versions that split the text at its delimiters (RFC
// 3986 3.2.2).

#include <uniform/uri/host.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bounded/enumeration.hpp"

namespace {

using namespace uniform;

using octets = std::vector<unsigned>;

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == at) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

bool consists_of(const std::string &text, const char *characters) {
    return text.find_first_not_of(characters) == std::string::npos;
}

std::optional<octets> naive_ipv4(std::string_view text) {
    octets all;
    for (const std::string &part : split(text, '.')) {
        if (part.empty() || part.size() > 3 || !consists_of(part, "0123456789")) return std::nullopt;
        const unsigned value = static_cast<unsigned>(std::stoul(part));
        if (std::to_string(value) != part || value > 255) return std::nullopt;
        all.push_back(value);
    }
    return all.size() == 4 ? std::optional{all} : std::nullopt;
}

// Groups of h16, the last one maybe an IPv4address; no text has no groups.
std::optional<octets> naive_groups(std::string_view text, bool at_end) {
    octets all;
    if (text.empty()) return all;
    const std::vector<std::string> parts = split(text, ':');
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (const auto four = naive_ipv4(parts[i]); four && at_end && i + 1 == parts.size()) {
            all.insert(all.end(), four->begin(), four->end());
            continue;
        }
        if (parts[i].empty() || parts[i].size() > 4 || !consists_of(parts[i], "0123456789abcdefABCDEF")) {
            return std::nullopt;
        }
        const unsigned value = static_cast<unsigned>(std::stoul(parts[i], nullptr, 16));
        all.push_back(value >> 8);
        all.push_back(value & 255);
    }
    return all;
}

std::optional<octets> naive_ipv6(std::string_view text) {
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos) {
        const auto all = naive_groups(text, true);
        return all && all->size() == 16 ? all : std::nullopt;
    }
    const auto head = naive_groups(text.substr(0, gap), false);
    const auto tail = naive_groups(text.substr(gap + 2), true);
    if (!head || !tail || head->size() + tail->size() > 14) return std::nullopt; // it stands for one group at least
    octets all = *head;
    all.resize(16 - tail->size(), 0);
    all.insert(all.end(), tail->begin(), tail->end());
    return all;
}

bool same(std::optional<ip_address> found, const std::optional<octets> &naive) {
    return found.has_value() == naive.has_value() && (!found || std::ranges::equal(found->bytes(), *naive));
}

TEST(bounded_ipv6, reads_each_short_text_as_its_parts) {
    std::size_t addresses = 0;
    const auto check = [&](std::string_view text) {
        const auto naive = naive_ipv6(text);
        addresses += naive ? 1 : 0;
        ASSERT_TRUE(same(parse_ipv6address(text), naive)) << text;
    };
    EXPECT_EQ(bounded::each_text(":1aF.g", 6, check), 55987U);
    EXPECT_EQ(bounded::each_text(":1.0", 9, check), 349525U);
    EXPECT_EQ(bounded::each_text(":1.", 12, check), 797161U);
    EXPECT_EQ(bounded::each_text(":1", 18, check), 524287U); // eight groups have 15 octets
    EXPECT_GT(addresses, 1000U);
    // an IPv4address behind each beginning
    bounded::each_text(":1", 13, [&](std::string_view text) { check(std::string(text) + "1.2.3.4"); });
    bounded::each_text(":1", 13, [&](std::string_view text) { check(std::string(text) + ":1.2.3.4"); });
}

TEST(bounded_ipv4, reads_each_short_text_as_its_parts) {
    std::size_t addresses = 0;
    const auto check = [&](std::string_view text) {
        const auto naive = naive_ipv4(text);
        addresses += naive ? 1 : 0;
        ASSERT_TRUE(same(parse_ipv4address(text), naive)) << text;
    };
    EXPECT_EQ(bounded::each_text("0125.", 9, check), 2441406U);
    EXPECT_GT(addresses, 1000U);
    for (unsigned value = 0; value < 1000; ++value) {
        for (const char *form : {"%u", "%02u", "%03u", "%04u"}) {
            char number[8];
            std::snprintf(number, sizeof number, form, value);
            for (const std::string &text : {std::string(number) + ".0.0.1", "1.0.0." + std::string(number)})
                check(text);
        }
    }
}

} // namespace
