// Check characters: the algorithms by published values, and the verdicts on every example of data/urn-namespaces.json.

#include <uniform/urn/check_character.hpp>

#include <string>

#include <gtest/gtest.h>

#include <uniform/urn/namespace.hpp>

#include "urn/namespace_data.hpp"

namespace {

using namespace uniform;
using enum check_algorithm;

constexpr bool gives(check_algorithm a, std::string_view payload, std::string_view expected) {
    const auto c = compute(a, payload);
    return c && c->view() == expected;
}

// computed by the compiler
static_assert(gives(isbn_10_mod11, "951018435", "7"));
static_assert(gives(isbn_10_mod11, "080442957", "X"));
static_assert(gives(isbn_13_mod10, "978951018435", "6"));
static_assert(gives(issn_mod11, "0317847", "1"));
static_assert(gives(issn_mod11, "1050124", "X"));
static_assert(gives(iso7064_mod37_36, "779185342C2390308610", "5"));
static_assert(gives(iso7064_mod11_2, "000000012124196", "0"));
static_assert(gives(iso7064_mod11_2, "000000012150090", "X"));
static_assert(gives(iso7064_mod97_10, "7LTWFZYICNSX8D621K", "86"));
static_assert(gives(luhn, "90420156025763", "7"));
static_assert(gives(gs1_mod10, "0950600013435", "2"));
static_assert(gives(eic_mod37, "10YCH-SWISSGRID", "Z"));
static_assert(gives(nbn_de, "urn:nbn:de:101:1-20110203359", "2"));

TEST(check_character, letters_in_any_case) {
    EXPECT_EQ(compute(iso7064_mod37_36, "779185342c2390308610")->view(), "5");
    EXPECT_EQ(compute(iso7064_mod97_10, "7ltwfzyicnsx8d621k")->view(), "86");
    EXPECT_EQ(compute(eic_mod37, "10ych-swissgrid")->view(), "Z");
    EXPECT_EQ(compute(nbn_de, "URN:NBN:DE:101:1-20110203359")->view(), "2");
}

TEST(check_character, nothing_for_what_the_algorithm_does_not_take) {
    const struct {
        check_algorithm a;
        const char *payload;
    } rows[] = {
        {isbn_10_mod11, "95101843"},
        {isbn_10_mod11, "95101843X"},
        {isbn_13_mod10, "97895101843"},
        {issn_mod11, "031784"},
        {issn_mod11, "03178477"},
        {luhn, ""},
        {luhn, "12-3"},
        {gs1_mod10, "12a"},
        {iso7064_mod37_36, "12-3"},
        {iso7064_mod11_2, "12A"},
        {iso7064_mod97_10, "AB-"},
        {eic_mod37, "10YCH-SWISSGRI"},
        {eic_mod37, "10YCH-SWISSGR*D"},
        {nbn_de, "urn:nbn:de:a%20b"},
        {nbn_de, ""},
    };
    for (const auto &row : rows) EXPECT_FALSE(compute(row.a, row.payload)) << to_string(row.a) << " " << row.payload;
}

// Each of them finds every single wrong digit (for MOD 97-10 and 37,36 the standard promises it; the weights of the
// others are prime to their modulus, but for the even ones of modulus 10, which these have not).
TEST(check_character, a_single_wrong_digit_is_found) {
    const struct {
        check_algorithm a;
        std::string payload;
    } rows[] = {{isbn_10_mod11, "951018435"},
                {isbn_13_mod10, "978951018435"},
                {issn_mod11, "0317847"},
                {iso7064_mod37_36, "779185342C2390308610"},
                {iso7064_mod11_2, "000000012124196"},
                {iso7064_mod97_10, "7LTWFZYICNSX8D621K"},
                {luhn, "90420156025763"},
                {gs1_mod10, "0950600013435"}};
    for (const auto &row : rows) {
        const auto right = compute(row.a, row.payload);
        ASSERT_TRUE(right);
        for (std::size_t i = 0; i < row.payload.size(); ++i) {
            if (row.payload[i] > '9') continue;
            for (char d = '0'; d <= '9'; ++d) {
                if (d == row.payload[i]) continue;
                std::string other = row.payload;
                other[i] = d;
                EXPECT_NE(compute(row.a, other), right) << to_string(row.a) << " " << other;
            }
        }
    }
}

TEST(check, every_example) {
    std::size_t seen = 0;
    for (const auto &r : namespace_data::records()) {
        if (!r.contains("checks")) continue;
        const auto &e = r["examples"];
        for (const auto &[list, state] :
             {std::pair{"check_right", check_state::correct}, {"check_wrong", check_state::incorrect}}) {
            if (!e.contains(list)) continue;
            for (const std::string text : e[list]) {
                ++seen;
                const auto u = parse_urn(text);
                ASSERT_TRUE(u) << text;
                EXPECT_EQ(check(*u).state, state) << text;
            }
        }
    }
    EXPECT_GE(seen, 35U);
}

TEST(check, every_valid_example_whose_record_is_strict) {
    for (const std::string &text : namespace_data::valid()) {
        const check_result c = check(parse_urn(text).value());
        EXPECT_FALSE(c.strict && c.state == check_state::incorrect) << text;
    }
}

TEST(check, says_what_was_expected_and_where) {
    const struct {
        const char *urn;
        check_state state;
        bool strict;
        const char *expected;
        const char *found;
        std::size_t offset;
    } rows[] = {
        {"urn:isbn:978-951-0-18435-7", check_state::incorrect, true, "6", "7", 25},
        {"urn:isbn:978-951-0-18435-6?+a", check_state::correct, true, "6", "6", 25},
        {"urn:isbn:080442957x", check_state::correct, true, "X", "x", 18},
        {"urn:lei:7LTWFZYICNSX8D621K87", check_state::incorrect, true, "86", "87", 26},
        {"urn:isan:0000-0000-2CEA-0000-2-0000-0000-Y", check_state::incorrect, false, "1", "2", 29},
        {"urn:isan:0000-0000-2CEA-0000-1-0000-0000-X", check_state::incorrect, false, "Y", "X", 41},
        // RFC 7254 4.2.3: the digit is sent as 0; computed is 7
        {"urn:gsma:imei:90420156-025763-0", check_state::incorrect, false, "7", "0", 30},
        {"urn:gsma:imei:90420156-025763-7;svn=42", check_state::correct, false, "7", "7", 30},
        {"urn:nbn:de:gbv:089-3321752944", check_state::incorrect, true, "5", "4", 28},
        {"urn:nbn:ch:bel-9038", check_state::incorrect, false, "9", "8", 18},
        {"urn:gs1:01:09506000134353:10:ABC", check_state::incorrect, true, "2", "3", 24},
        {"urn:urn-8:2174-6753-12345", check_state::correct, false, "3", "3", 18},
    };
    for (const auto &row : rows) {
        const check_result c = check(parse_urn(row.urn).value());
        EXPECT_EQ(c.state, row.state) << row.urn;
        EXPECT_EQ(c.strict, row.strict) << row.urn;
        EXPECT_EQ(c.expected.view(), row.expected) << row.urn;
        EXPECT_EQ(c.found, row.found) << row.urn;
        EXPECT_EQ(c.offset, row.offset) << row.urn;
    }
}

TEST(check, tells_none_from_unchecked) {
    const auto state = [](const char *text) { return check(parse_urn(text).value()).state; };
    EXPECT_EQ(state("urn:example:1"), check_state::none);
    EXPECT_EQ(state("urn:nobody-knows:1"), check_state::none);
    EXPECT_EQ(state("urn:nbn:fi-fe201003181510"), check_state::unchecked);  // another country
    EXPECT_EQ(state("urn:eidr:10.5237:1234-5678"), check_state::unchecked); // another prefix
    EXPECT_EQ(state("urn:gs1:gdd:bie:TradeItem"), check_state::unchecked);
    EXPECT_EQ(state("urn:isbn:12"), check_state::unchecked); // neither 10 nor 13 digits
    EXPECT_EQ(state("urn:isbn:97X-951-0-18435-6"), check_state::unchecked);
    EXPECT_EQ(state("urn:nbn:de:a~b1"), check_state::unchecked);                            // the table has no "~"
    EXPECT_EQ(state("urn:isan:0000-0000-2CEA-0000-1-0000-000/-Y"), check_state::unchecked); // the first is right
    // a code for which the algorithm gives "-" is not issued, whatever stands in its place
    std::string eic = "10YBE----------";
    for (char c = '0'; c <= '9' && compute(eic_mod37, eic); ++c) {
        eic[5] = c;
        for (char d = 'A'; d <= 'Z' && compute(eic_mod37, eic); ++d) eic[6] = d;
    }
    ASSERT_FALSE(compute(eic_mod37, eic));
    const std::string text = "urn:eic:" + eic + "2";
    const check_result c = check(parse_urn(text).value());
    EXPECT_EQ(c.state, check_state::incorrect);
    EXPECT_EQ(c.expected.view(), "");
}

TEST(check, odd_records_do_no_harm) {
    namespace_registry r;
    const check_rule checks[] = {
        {.algorithm = luhn, .payload = {{{200, 250}, {0, 3}}}, .position = 3},
        {.algorithm = luhn, .position = 250},
        {.algorithm = iso7064_mod97_10, .length = 3},
        {.algorithm = luhn, .payload = {{{9, 9}, {}}}},
    };
    ASSERT_TRUE(r.add({.nid = "lab", .checks = checks}));
    for (const std::size_t n : {1U, 2U, 4U, 254U, 255U, 256U, 3000U}) {
        const std::string text = "urn:lab:" + std::string(n, '1');
        (void)check(parse_urn(text).value(), r);
        (void)complete_check_character("lab", std::string(n, '1'), r);
    }
}

} // namespace
