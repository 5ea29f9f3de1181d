// Equivalence by the rules of the namespace: every pair of data/urn-namespaces.json, and what must hold for all names:
// it contains the lexical one, is decided by normal forms, and normal forms stay names of their namespace.

#include <uniform/urn/namespace_equivalence.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "urn/allocations.hpp"
#include "urn/compiled_namespace.hpp"
#include "urn/namespace_data.hpp"

namespace {

using namespace uniform;

std::string normal(const std::string &text) { return namespace_normalized(parse_urn(text).value()); }

TEST(namespace_equivalence, every_equivalent_pair) {
    const auto pairs = namespace_data::pairs("equivalent");
    EXPECT_GT(pairs.size(), 50U);
    for (const auto &[a, b] : pairs) {
        const urn_view x = parse_urn(a).value();
        const urn_view y = parse_urn(b).value();
        EXPECT_TRUE(namespace_equivalent(x, y)) << a << " " << b;
        EXPECT_EQ(normal(a), normal(b));
        EXPECT_EQ(namespace_hash(x), namespace_hash(y)) << a << " " << b;
    }
}

TEST(namespace_equivalence, no_other_pair) {
    const auto pairs = namespace_data::pairs("not_equivalent");
    EXPECT_GT(pairs.size(), 25U);
    for (const auto &[a, b] : pairs) {
        EXPECT_FALSE(namespace_equivalent(parse_urn(a).value(), parse_urn(b).value())) << a << " " << b;
        EXPECT_NE(normal(a), normal(b));
    }
}

TEST(namespace_equivalence, normal_forms) {
    const struct {
        const char *urn;
        const char *normal;
    } rows[] = {
        {"URN:ISBN:951-0-18435-7", "urn:isbn:9789510184356"},
        {"urn:isbn:080442957x", "urn:isbn:9780804429573"},
        {"urn:isbn:951-0-18435-8", "urn:isbn:9510184358"}, // its check digit is wrong: it stays what it is
        {"urn:isbn:951-0-18435-6", "urn:isbn:9510184356"},
        {"URN:ISBN:12-3", "urn:isbn:12-3"}, // no ISBN: lexical rules only
        {"urn:ISSN:0259-000x", "urn:issn:0259000X"},
        {"URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
        {"URN:NBN:FI-fe201003181510", "urn:nbn:fi-fe201003181510"},
        {"urn:nbn:SE:UU:DIVA-ABC%c3%a4", "urn:nbn:se:uu:diva-ABC%C3%A4"},
        {"urn:doi:10.1000/ABC%c3%A4", "urn:doi:10.1000/abc%C3%A4"},
        {"urn:IETF:RFC:2141", "urn:ietf:rfc:2141"},
        {"urn:ietf:PARAMS:xml:ns:X", "urn:ietf:params:xml:ns:X"},
        {"urn:gsma:IMEI:90420156-025763-0;vers=0", "urn:gsma:imei:90420156-025763-0"},
        {"urn:gsma:IMEI:90420156-025763-0;svn=42;vers=0", "urn:gsma:imei:90420156-025763-0;svn=42"},
        {"urn:gsma:x;vers=01", "urn:gsma:x;vers=01"}, // another version
        {"urn:gs1:GDD:BIE:TradeItem", "urn:gs1:gdd:bie:TradeItem"},
        {"urn:newsml:IPTC.org:20001006:NewsMLv1.0:12U", "urn:newsml:iptc.org:20001006:newsmlv1.0:12"},
        {"urn:smpte:UL:060E2B34.04010103", "urn:smpte:ul:060e2b34.04010103"},
        {"urn:smpte:NewNSS:Future", "urn:smpte:NewNSS:Future"},
        {"urn:pwid:Archive.ORG:2016-01-22T10:08:23Z:PAGE:https://www.dr.dk/A",
         "urn:pwid:archive.org:2016-01-22t10:08:23z:page:https://www.dr.dk/A"},
        {"urn:urn-6:en:place:Southern_California", "urn:urn-6:en:place:southern_California"},
        {"urn:urn-6:en:place:%C3%89vora", "urn:urn-6:en:place:%C3%89vora"},
        {"urn:mrn:IMO:Publications:IF110s", "urn:mrn:imo:publications:IF110s"},
        {"URN:EXAMPLE:a%2cB?+r?=q#f", "urn:example:a%2CB"},
        {"URN:Nobody-Knows:a%2cB", "urn:nobody-knows:a%2CB"},
    };
    for (const auto &row : rows) {
        EXPECT_EQ(normal(row.urn), row.normal);
        EXPECT_EQ(normal(row.normal), row.normal);
    }
}

TEST(namespace_equivalence, two_wrong_isbns_with_the_same_digits_are_two_names) {
    const urn_view a = parse_urn("urn:isbn:951-0-18435-8").value();
    const urn_view b = parse_urn("urn:isbn:951-0-18435-9").value();
    const urn_view right = parse_urn("urn:isbn:951-0-18435-7").value();
    EXPECT_FALSE(namespace_equivalent(a, b));
    EXPECT_FALSE(namespace_equivalent(a, right));
    EXPECT_TRUE(namespace_equivalent(a, parse_urn("urn:isbn:9510184358").value())); // hyphens all the same
}

// Names of a namespace made at random: a character goes on when its pattern says so.
class names {
public:
    names(const namespace_info &info, unsigned seed) : info_{info}, rules_{*detail::compiled_of(info)}, random_{seed} {}
    std::string next() {
        for (int tries = 0; tries < 20; ++tries) {
            std::string nss;
            std::string last;
            for (int step = 0; step < 90; ++step) {
                const std::size_t end = detail::misfit(info_, rules_, nss);
                if (end == detail::pattern::matched && !nss.empty()) {
                    last = nss;
                    if (random_() % 8 == 0) break;
                }
                const char c = continuation(nss);
                if (c == '\0') break;
                nss += c;
            }
            const std::string text = "urn:" + std::string{info_.nid} + ":" + last;
            if (!last.empty() && parse_urn(text)) return text;
        }
        return {};
    }

private:
    // A character with which the pattern goes on; NUL when there is none. Most patterns take most characters.
    char continuation(const std::string &nss) {
        const auto goes_on = [&](char c) { return detail::misfit(info_, rules_, nss + c) > nss.size(); };
        for (int i = 0; i < 4; ++i) {
            const char c = characters_[random_() % characters_.size()];
            if (goes_on(c)) return c;
        }
        std::string possible;
        std::ranges::copy_if(characters_, std::back_inserter(possible), goes_on);
        return possible.empty() ? '\0' : possible[random_() % possible.size()];
    }

    static constexpr std::string_view characters_ =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~!$&'()*+,;=:@/%";
    const namespace_info &info_;
    const detail::compiled_namespace &rules_;
    std::mt19937 random_;
};

// The same name with letters in another case wherever URN-equivalence allows, and components that do not count.
std::string lexical_variant(const std::string &text, unsigned bits) {
    std::string other = text;
    const std::size_t nss = other.find(':', 4) + 1;
    for (std::size_t i = 0; i < nss; ++i) {
        if (((bits >> (i % 16)) & 1) != 0) other[i] = static_cast<char>(std::toupper(other[i]));
    }
    for (std::size_t i = other.find('%', nss); i != std::string::npos; i = other.find('%', i + 3)) {
        for (std::size_t k = i + 1; k < i + 3; ++k) {
            const bool up = ((bits >> (k % 16)) & 1) != 0;
            other[k] = static_cast<char>(up ? std::toupper(other[k]) : std::tolower(other[k]));
        }
    }
    return other + (bits % 3 == 0 ? "?=q" : bits % 3 == 1 ? "#f" : "");
}

TEST(namespace_equivalence, holds_for_random_names_of_every_namespace) {
    std::size_t seen = 0;
    for (const namespace_info &info : iana_namespaces()) {
        if (info.syntax.pattern.empty()) continue;
        ASSERT_NE(detail::compiled_of(info), nullptr) << info.nid;
        names source{info, 3986};
        for (unsigned i = 0; i < 10; ++i) {
            const std::string text = source.next();
            if (text.empty()) continue; // a rare dead end between the pattern and one of its branches
            ++seen;
            const urn_view u = parse_urn(text).value();
            const std::string once = namespace_normalized(u);
            const auto v = parse_urn(once);
            ASSERT_TRUE(v) << text << " -> " << once;
            EXPECT_TRUE(validate(*v) || validate(u).error().code == error_code::too_long) << text << " -> " << once;
            EXPECT_EQ(namespace_normalized(*v), once) << text; // idempotent
            EXPECT_TRUE(namespace_equivalent(u, *v)) << text;
            EXPECT_EQ(namespace_hash(u), namespace_hash(*v)) << text;
            // contains the lexical equivalence
            const std::string variant = lexical_variant(text, i * 2654435761U >> 8);
            const auto w = parse_urn(variant);
            ASSERT_TRUE(w) << variant;
            ASSERT_TRUE(urn_equivalent(u, *w)) << text << " " << variant;
            EXPECT_TRUE(namespace_equivalent(u, *w)) << text << " " << variant;
            EXPECT_EQ(namespace_hash(u), namespace_hash(*w)) << text << " " << variant;
            // is decided by the normal forms
            const std::string other = source.next();
            if (other.empty()) continue;
            const urn_view x = parse_urn(other).value();
            EXPECT_EQ(namespace_equivalent(u, x), once == namespace_normalized(x)) << text << " " << other;
        }
    }
    EXPECT_GT(seen, 950U);
}

TEST(namespace_equivalence, removing_never_cuts_what_is_encoded) {
    const struct {
        std::vector<std::string_view> texts;
        const char *nss;
        const char *normal;
    } rows[] = {
        {{"a"}, "b%aac", "b%AAc"},    {{"a"}, "b%aaa", "b%AA"},
        {{"a"}, "a-a", "-"},          {{"a"}, "ab", "ab"}, // a letter before a letter stays
        {{"2d"}, "1%2d", "1%2D"},     {{"2dx"}, "1%2dx", "1%2Dx"},
        {{"%2D"}, "1%2d2", "12"}, // all of it is one character
        {{"x%2d"}, "1X%2d2", "12"},   {{"-"}, "%2d-1", "%2D1"},
        {{"-"}, "---", "---"}, // nothing would be left
        {{"-"}, "-/a", "-/a"}, // a NSS does not begin with "/"
        {{"ab."}, "1aab.b.2", "12"},  {{"0b0"}, "x-0b00b0", "x-"},
        {{"--", "-"}, "1---2", "12"},
    };
    for (const auto &row : rows) {
        namespace_registry r;
        const equivalence_operation operations[] = {{equivalence_action::remove, {}, 0, row.texts}};
        ASSERT_TRUE(r.add({.nid = "my-eq", .equivalence = operations})) << row.texts[0];
        const std::string text = std::string{"urn:my-eq:"} + row.nss;
        const urn_view u = parse_urn(text).value();
        const std::string once = namespace_normalized(u, r);
        EXPECT_EQ(once, std::string{"urn:my-eq:"} + row.normal) << text;
        const auto v = parse_urn(once);
        ASSERT_TRUE(v) << once;
        EXPECT_EQ(namespace_normalized(*v, r), once);
        EXPECT_TRUE(namespace_equivalent(u, *v, r));
        EXPECT_EQ(namespace_hash(u, r), namespace_hash(*v, r));
    }
}

// 1.4 megabytes of which nearly all goes: moving the rest at each removal would be 140 gigabytes.
TEST(namespace_equivalence, what_templates_can_state) { // RFC 8141 6.4.2 (3)
    using action = equivalence_action;
    static constexpr std::string_view quotes[]{"%22", "'", "%27", "'", "%60", "'"};
    static constexpr std::string_view umlaut[]{"%C3%84", "%C3%A4"};
    static constexpr std::string_view words[]{"colour", "hue", "--", ":"};
    const struct {
        const char *document;
        equivalence_operation operation;
        const char *name, *normal;
    } rows[] = {
        {"quotes", {.action = action::replace, .texts = quotes}, "urn:x-1:%22a%27%60'", "urn:x-1:'a'''"},
        {"quotes: all of a name", {.action = action::replace, .texts = quotes}, "urn:x-1:%22", "urn:x-1:'"},
        {"quotes: encoded twice", {.action = action::replace, .texts = quotes}, "urn:x-1:%2522", "urn:x-1:%2522"},
        {"a letter",
         {.action = action::replace, .texts = umlaut},
         "urn:x-1:%c3%84%C3%A4%C3%85",
         "urn:x-1:%C3%A4%C3%A4%C3%85"},
        {"words", {.action = action::replace, .texts = words}, "urn:x-1:Colour---colou-r", "urn:x-1:hue:-colou-r"},
        {"not within octets", {.action = action::replace, .texts = words}, "urn:x-1:%2D-%2D", "urn:x-1:%2D-%2D"},
        {"RFC 3986 6.2.2.2", {.action = action::decode_unreserved}, "urn:x-1:%41%2d%7e%2F%2541", "urn:x-1:A-~%2F%2541"},
        {"leading zeros",
         {.action = action::remove_leading_zeros},
         "urn:x-1:007:000:a007:0.010",
         "urn:x-1:7:0:a007:0.10"},
        {"leading zeros: encoded", {.action = action::remove_leading_zeros}, "urn:x-1:%20:%0001", "urn:x-1:%20:%0001"},
        {"leading zeros: a letter behind", {.action = action::remove_leading_zeros}, "urn:x-1:00A", "urn:x-1:0A"},
    };
    for (const auto &row : rows) {
        namespace_registry registry;
        ASSERT_TRUE(registry.add({.nid = "x-1", .equivalence = {&row.operation, 1}})) << row.document;
        const std::string once = namespace_normalized(parse_urn(row.name).value(), registry);
        EXPECT_EQ(once, row.normal) << row.document;
        EXPECT_EQ(namespace_normalized(parse_urn(once).value(), registry), once) << row.document;
    }
    const auto is_usable = [](std::vector<std::string_view> texts, equivalence_scope scope = equivalence_scope::all) {
        const equivalence_operation o{.action = action::replace, .scope = scope, .texts = texts};
        namespace_registry registry;
        return registry.add({.nid = "x-1", .equivalence = {&o, 1}}).has_value();
    };
    EXPECT_TRUE(is_usable({"a", "b"}));
    EXPECT_FALSE(is_usable({}));
    EXPECT_FALSE(is_usable({"a"}));
    EXPECT_FALSE(is_usable({"a", "%41"}));         // longer
    EXPECT_FALSE(is_usable({"a", "b", "b", "c"})); // not idempotent
    EXPECT_FALSE(is_usable({"a", "A"}));           // the same, as the case of letters is ignored
    EXPECT_TRUE(is_usable({"ab", "c"}));
    EXPECT_TRUE(is_usable({"%32", "2"}));
    EXPECT_TRUE(is_usable({"%C3%84", "%C3%A4"}));
    EXPECT_FALSE(is_usable({"'", "%22"}));    // longer
    EXPECT_FALSE(is_usable({"ab", "a"}));     // "abb" would become "ab"
    EXPECT_FALSE(is_usable({"ab", "xa"}));    // "abb", too
    EXPECT_FALSE(is_usable({"ab", "bx"}));    // "aab"
    EXPECT_FALSE(is_usable({"abc", "xbcy"})); // longer
    EXPECT_FALSE(is_usable({"abc", "b"}));    // "aabcc"
    EXPECT_FALSE(is_usable({"%C3%84%C3", "x%C3"}));
    EXPECT_FALSE(is_usable({"%2", "c"}));
    EXPECT_FALSE(is_usable({"\"", "'"})); // no NSS has it
    EXPECT_FALSE(is_usable({"a", "b"}, equivalence_scope::prefix));
}

TEST(namespace_equivalence, takes_linear_time) {
    std::string text = "urn:gsma:x";
    for (int i = 0; i < 200'000; ++i) text += ";vers=0";
    const urn_view u = parse_urn(text).value();
    const urn_view v = parse_urn("urn:gsma:x").value();
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(namespace_normalized(u), v.text());
    EXPECT_TRUE(namespace_equivalent(u, v));
    EXPECT_EQ(namespace_hash(u), namespace_hash(v));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{5});
}

TEST(namespace_equivalence, into_buffers) {
    const urn_view u = parse_urn("URN:ISBN:951-0-18435-7").value();
    std::string out = "kept ";
    namespace_normalized_append(out, u);
    EXPECT_EQ(out, "kept urn:isbn:9789510184356");
    std::array<char, 64> buffer{};
    EXPECT_EQ(namespace_normalized_to(buffer, u), "urn:isbn:9789510184356");
    EXPECT_EQ(namespace_normalized_to(std::span{buffer}.first(29), u).error().code, error_code::buffer_too_small);
    EXPECT_TRUE(namespace_normalized_to(std::span{buffer}.first(30), u));
    // longer than the room on the stack
    const std::string longer = "urn:doi:10.1/" + std::string(5000, 'A');
    const std::string lower = "urn:doi:10.1/" + std::string(5000, 'a');
    EXPECT_TRUE(namespace_equivalent(parse_urn(longer).value(), parse_urn(lower).value()));
    EXPECT_EQ(namespace_hash(parse_urn(longer).value()), namespace_hash(parse_urn(lower).value()));
    // an ISBN-10 without hyphens is the one that grows
    const urn_view ten = parse_urn("urn:isbn:9510184357").value();
    EXPECT_EQ(namespace_normalized(ten).size(), ten.text().size() + 3);
}

TEST(namespace_equivalence, takes_no_memory_once_the_tables_are_built) {
    const std::vector<std::string> texts = namespace_data::valid();
    std::vector<urn_view> urns;
    for (const std::string &t : texts) urns.push_back(parse_urn(t).value());
    std::array<char, 1024> buffer{};
    const auto ask_everything = [&] {
        std::size_t sum = 0;
        for (const urn_view &u : urns) {
            sum +=
                validate(u) && validate(u, validation_level::lenient) && validate(u, validation_level::strict) ? 1 : 0;
            sum += check(u).state == check_state::correct ? 1 : 0;
            sum += namespace_normalized_to(buffer, u)->size();
            sum += namespace_equivalent(u, urns[sum % urns.size()]) ? 1 : 0;
            sum += namespace_hash(u) % 2;
        }
        return sum;
    };
    const std::size_t first = ask_everything();
    const std::size_t before = test::allocations();
    EXPECT_EQ(ask_everything(), first);
    EXPECT_EQ(test::allocations(), before);
}

TEST(namespace_equivalence, in_containers) {
    std::unordered_set<urn_view, namespace_hasher, namespace_equal> set;
    set.insert(parse_urn("URN:ISBN:951-0-18435-7").value());
    EXPECT_TRUE(set.contains(parse_urn("urn:isbn:9789510184356").value()));
    EXPECT_FALSE(set.contains(parse_urn("urn:isbn:9789521039379").value()));
}

} // namespace
