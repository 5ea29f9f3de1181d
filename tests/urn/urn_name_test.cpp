// Names of other identifier systems as URNs and back (RFC 8141 2.2), guesses, resolvers' addresses, new UUIDs.

#include <uniform/urn/name.hpp>

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <uniform/urn/namespace_equivalence.hpp>

#include "urn/namespace_data.hpp"

namespace {

using namespace uniform;

TEST(urn_name, of_identifier_systems) {
    const struct {
        const char *nid;
        const char *name;
        const char *urn;
    } rows[] = {
        {"isbn", "978-951-0-18435-6", "urn:isbn:978-951-0-18435-6"},
        {"ISBN", "ISBN 978 951 0 18435 6", "urn:isbn:978-951-0-18435-6"},
        {"isbn", "ISBN-13: 9789510184356", "urn:isbn:9789510184356"},
        {"isbn", "080442957x", "urn:isbn:080442957X"},
        {"isbn", " urn:isbn:951-0-18435-7 ", "urn:isbn:951-0-18435-7"},
        {"isbn", "urn:isbn:951 0 18435 7", "urn:isbn:951-0-18435-7"},
        {"issn", "1560-1560", "urn:issn:1560-1560"},
        {"issn", "ISSN 0259000x", "urn:issn:0259-000X"},
        {"isni", "0000 0001 2124 1960", "urn:isni:0000000121241960"},
        {"isni", "https://isni.org/isni/0000000121241960", "urn:isni:0000000121241960"},
        {"lei", "7ltwfzyicnsx8d621k86", "urn:lei:7LTWFZYICNSX8D621K86"},
        {"uuid", "{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
        {"uuid", "F81D4FAE7DEC11D0A76500A0C91E6BF6", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
        {"uuid", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"},
        {"oid", "1.3.6.1", "urn:oid:1.3.6.1"},
        {"oid", "OID: 1.3.6.1", "urn:oid:1.3.6.1"},
        {"oid", "{ 1 3 6 1 }", "urn:oid:1.3.6.1"},
        {"oid", ".1.3.6.1", "urn:oid:1.3.6.1"},
        {"oid", "urn:oid:1.3.6.1", "urn:oid:1.3.6.1"},
        {"ietf", "RFC 2141", "urn:ietf:rfc:2141"},
        {"ietf", "rfc2141", "urn:ietf:rfc:2141"},
        {"ietf", "2141", "urn:ietf:rfc:2141"},
        {"ietf", "https://www.rfc-editor.org/rfc/rfc8141", "urn:ietf:rfc:8141"},
        {"ietf", "BCP 14", "urn:ietf:bcp:14"},
        {"ietf", "draft-ietf-urn-ietf-06", "urn:ietf:id:ietf-urn-ietf-06"},
        {"doi", "10.1000/182", "urn:doi:10.1000/182"},
        {"doi", "doi:10.1000/182", "urn:doi:10.1000/182"},
        {"doi", "https://doi.org/10.1000/182", "urn:doi:10.1000/182"},
        {"doi", "10.1000/456#789", "urn:doi:10.1000/456%23789"},
        {"doi", "https://doi.org/10.1000/456%23789", "urn:doi:10.1000/456%23789"},
        {"doi", "urn:doi:10.1000/456%23789", "urn:doi:10.1000/456%23789"},
        {"doi", "10.1000/50%", "urn:doi:10.1000/50%25"},
        {"doi", "10.1000/\xC3\xA9", "urn:doi:10.1000/%C3%A9"},
        {"eidr", "10.5240/7791-8534-2c23-9030-8610-5", "urn:eidr:10.5240:7791-8534-2C23-9030-8610-5"},
        {"isan", "ISAN 0000-0000-2CEA-0000-1-0000-0000-Y", "urn:isan:0000-0000-2CEA-0000-1-0000-0000-Y"},
        {"isan", "000000002cea00001", "urn:isan:0000-0000-2CEA-0000-1"},
        {"nbn", "fi-fe201003181510", "urn:nbn:fi-fe201003181510"},
        {"nbn", "de:101:1-201102033592", "urn:nbn:de:101:1-201102033592"},
        {"eic", "10YCH-SWISSGRIDZ", "urn:eic:10YCH-SWISSGRIDZ"},
        {"gsma", "IMEI 904201560257637", "urn:gsma:imei:90420156-025763-7"},
        {"gs1", "(01) 09506000134352", "urn:gs1:01:09506000134352"},
        {"3gpp2", "a04b0d5602a7e3", "urn:3gpp2:meid:A04B0D56-02A7E3"},
        // RFC 3151 1.2: the transcription of public identifiers
        {"publicid", "-//OASIS//DTD DocBook  XML\tV4.1.2//EN", "urn:publicid:-:OASIS:DTD+DocBook+XML+V4.1.2:EN"},
        {"publicid", "ISO/IEC 10179:1996//DTD DSSSL Architecture//EN",
         "urn:publicid:ISO%2FIEC+10179%3A1996:DTD+DSSSL+Architecture:EN"},
        {"publicid", "-//ArborText::prod//DTD Help Document::19970708//EN",
         "urn:publicid:-:ArborText;prod:DTD+Help+Document;19970708:EN"},
        {"publicid", "3+3=6", "urn:publicid:3%2B3=6"},
    };
    for (const auto &row : rows) {
        const auto made = urn_from_name(row.nid, row.name);
        ASSERT_TRUE(made) << row.name << ": " << made.error().message() << " at " << made.error().offset;
        EXPECT_EQ(made->text(), row.urn) << row.name;
    }
}

TEST(urn_name, examples_of_all_records_go_there_and_back) {
    std::size_t seen = 0;
    for (const namespace_info &n : iana_namespaces()) {
        for (const name_form &form : n.names) {
            ++seen;
            const auto made = urn_from_name(n.nid, form.example);
            ASSERT_TRUE(made) << form.example;
            const auto back = name_from_urn(*made);
            ASSERT_TRUE(back) << made->text();
            const auto again = urn_from_name(n.nid, *back);
            ASSERT_TRUE(again) << *back;
            EXPECT_EQ(again->text(), made->text());
        }
    }
    EXPECT_GT(seen, 15U);
}

TEST(urn_name, back_and_there_again) { // of every valid example whose namespace has native names
    std::size_t seen = 0;
    for (const std::string &text : namespace_data::valid()) {
        const urn_view u = parse_urn(text).value();
        const auto name = name_from_urn(u);
        if (!name || check(u).state == check_state::incorrect) continue;
        ++seen;
        const auto made = urn_from_name(u.nid(), *name);
        ASSERT_TRUE(made) << text << " " << *name;
        EXPECT_TRUE(namespace_equivalent(*made, u)) << made->text() << " " << text;
    }
    EXPECT_GT(seen, 40U);
}

TEST(urn_name, as_people_write_it) {
    const struct {
        const char *urn;
        const char *name;
    } rows[] = {{"URN:ISBN:978-951-0-18435-6", "978-951-0-18435-6"},
                {"urn:ietf:rfc:2141", "RFC 2141"},
                {"URN:IETF:RFC:2141", "RFC 2141"},
                {"urn:ietf:id:ietf-urn-ietf-06", "draft-ietf-urn-ietf-06"},
                {"urn:doi:10.1000/456%23789", "10.1000/456#789"},
                {"urn:eidr:10.5240:7791-8534-2c23-9030-8610-5", "10.5240/7791-8534-2C23-9030-8610-5"},
                {"urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
                {"urn:publicid:-:OASIS:DTD+DocBook+XML+V4.1.2:EN", "-//OASIS//DTD DocBook XML V4.1.2//EN"},
                {"urn:oid:1.3.6.1", "1.3.6.1"}};
    for (const auto &row : rows) EXPECT_EQ(name_from_urn(parse_urn(row.urn).value()), row.name) << row.urn;
    EXPECT_FALSE(name_from_urn(parse_urn("urn:ietf:params:xml:ns:x").value()));
    EXPECT_FALSE(name_from_urn(parse_urn("urn:isbn:12").value()));
    EXPECT_FALSE(name_from_urn(parse_urn("urn:example:x").value()));
}

// decode() and encode() are no inverses: a name is given only when it leads back.
TEST(urn_name, is_the_way_back) {
    for (const char *text : {"urn:nbn:fi-a%2Fb", "urn:nbn:fi-a%41", "urn:doi:10.1000/%41", "urn:doi:10.1000/a%2Fb",
                             "urn:doi:10.1000/a%83"}) {
        EXPECT_FALSE(name_from_urn(parse_urn(text).value())) << text;
    }
    EXPECT_EQ(name_from_urn(parse_urn("urn:doi:10.1000/456%23789").value()), "10.1000/456#789");
    EXPECT_EQ(name_from_urn(parse_urn("urn:nbn:fi-a%20b").value()), "fi-a b");
    EXPECT_EQ(name_from_urn(parse_urn("urn:isbn:978-951-0-18435-7").value()), "978-951-0-18435-7"); // wrong, but a name

    std::size_t names = 0;
    std::size_t none = 0;
    for (const char *begin : {"urn:nbn:fi-", "urn:doi:10.1000/", "urn:publicid:"}) {
        for (unsigned b = 0; b < 256; ++b) {
            constexpr std::string_view digits = "0123456789abcdef";
            for (const char *end : {"", "x", "%C3%a4", "%"}) {
                std::string text = begin + std::string{"a%"} + digits[b / 16] + digits[b % 16] + end;
                if (text.back() == '%') text += "2B+";
                const urn_view u = parse_urn(text).value();
                const auto name = name_from_urn(u);
                ++(name ? names : none);
                if (!name) continue;
                const auto made = urn_from_name(u.nid(), *name);
                ASSERT_TRUE(made) << text << " " << *name;
                EXPECT_TRUE(namespace_equivalent(*made, u)) << text << " " << *name;
            }
        }
    }
    EXPECT_GT(names, 250U);
    EXPECT_GT(none, 300U);
}

// RFC 8141 2.2: "Software that is not aware of namespace-specific canonicalization and encoding rules MUST NOT
// construct URNs from the name in the non-URN identifier system."
TEST(urn_name, refuses_when_the_encoding_rules_are_unknown) {
    for (const char *nid : {"nobody-knows", "example", "sici"}) {
        const auto made = urn_from_name(nid, "a b");
        ASSERT_FALSE(made) << nid;
        EXPECT_EQ(made.error().code, error_code::unknown_namespace);
    }
    EXPECT_EQ(urn_from_name("nobody-knows", "a%20b", {.encoded = true})->text(), "urn:nobody-knows:a%20b");
    EXPECT_EQ(urn_from_name("example", "a%20b", {.encoded = true})->text(), "urn:example:a%20b");
    EXPECT_EQ(urn_from_name("sici", "a", {.encoded = true})->text(), "urn:sici:a");
    EXPECT_FALSE(urn_from_name("example", "a b", {.encoded = true}));
    const auto bad = urn_from_name("isbn", "97X9510184356", {.encoded = true}); // known after all
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, error_code::nss_mismatch);
    EXPECT_EQ(bad.error().offset, 2U);
}

TEST(urn_name, errors_are_said_of_the_name) {
    const struct {
        const char *nid;
        const char *name;
        error_code code;
        std::size_t offset;
    } rows[] = {
        {"-x", "1", error_code::nid_hyphen, 0},
        {"isbn", "978-951-0-18435-7", error_code::wrong_check_character, 16},
        {"isbn", "ISBN 951-0-18435-8", error_code::wrong_check_character, 17},
        {"isbn", "978-951-0-18435", error_code::invalid_name, 15},
        {"isbn", "ISBN 97X9510184356", error_code::invalid_name, 7},
        {"isbn", "", error_code::invalid_name, 0},
        {"isbn", "951--0-18435-7", error_code::invalid_name, 4},
        {"isbn", "ISBN 951 - - 0-18435-7", error_code::invalid_name, 11},
        {"issn", "1560--1560", error_code::invalid_name, 5},
        {"oid", "1.3.x", error_code::invalid_name, 4},
        {"oid", "3.1", error_code::invalid_name, 0},
        {"ietf", "RFC 0822", error_code::invalid_name, 4},
        {"ietf", "draft-ietf-urn-ietf-06.txt", error_code::invalid_name, 22}, // of the forms, the one that it almost is
        {"uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", error_code::invalid_name, 35},
        {"doi", "11.1/x", error_code::invalid_name, 1},
    };
    for (const auto &row : rows) {
        const auto made = urn_from_name(row.nid, row.name);
        ASSERT_FALSE(made) << row.name << " " << made->text();
        EXPECT_EQ(made.error().code, row.code) << row.name;
        EXPECT_EQ(made.error().offset, row.offset) << row.name;
    }
    // the expected name is a question to the URN all the same
    const auto wrong = urn_from_name("isbn", "ISBN 951-0-18435-8", {.any_check = true});
    ASSERT_TRUE(wrong);
    EXPECT_EQ(check(*wrong).expected.view(), "7");
    // an advisory check character does not stop anybody: RFC 7254 4.2.3 sends IMEIs with 0 for it
    EXPECT_TRUE(urn_from_name("gsma", "90420156-025763-0"));
}

TEST(urn_name, completes_check_characters) {
    const struct {
        const char *nid;
        const char *name;
        const char *urn;
    } rows[] = {{"isbn", "978-951-0-18435", "urn:isbn:978-951-0-18435-6"},
                {"isbn", "951018435", "urn:isbn:9510184357"},
                {"issn", "0317-847", "urn:issn:0317-8471"},
                {"issn", "1050 124", "urn:issn:1050-124X"},
                {"isni", "000000015000000", nullptr},
                {"lei", "7LTWFZYICNSX8D621K", "urn:lei:7LTWFZYICNSX8D621K86"},
                {"eidr", "10.5240/7791-8534-2C23-9030-8610", "urn:eidr:10.5240:7791-8534-2C23-9030-8610-5"},
                {"eic", "10YCH-SWISSGRID", "urn:eic:10YCH-SWISSGRIDZ"},
                {"nbn", "de:101:1-20110203359", "urn:nbn:de:101:1-201102033592"},
                {"nbn", "ch:bel-947", "urn:nbn:ch:bel-9478"},
                {"isan", "0000-0000-2CEA-0000", "urn:isan:0000-0000-2CEA-0000-1"},
                {"isan", "0000-0000-2CEA-0000-0000-0000", "urn:isan:0000-0000-2CEA-0000-1-0000-0000-Y"},
                {"isan", "000000002CEA000000000000", "urn:isan:0000-0000-2CEA-0000-1-0000-0000-Y"},
                {"gsma", "90420156-025763", "urn:gsma:imei:90420156-025763-7"},
                {"gs1", "0950600013435", "urn:gs1:01:09506000134352"}};
    for (const auto &row : rows) {
        const auto made = urn_from_name(row.nid, row.name, {.complete_check = true});
        ASSERT_TRUE(made) << row.name;
        if (row.urn != nullptr) {
            EXPECT_EQ(made->text(), row.urn);
        }
        EXPECT_EQ(check(*made).state, check_state::correct) << made->text();
    }
    EXPECT_EQ(complete_check_character("isbn", "951-0-18435"), "951-0-18435-7");
    EXPECT_FALSE(complete_check_character("isbn", "951-0-1843"));
    EXPECT_FALSE(complete_check_character("oid", "1.3"));
    EXPECT_EQ(complete_check_character("nobody-knows", "1").error().code, error_code::unknown_namespace);
    EXPECT_EQ(urn_from_name("isbn", "978-951-0-18435-6", {.complete_check = true}).error().code,
              error_code::invalid_name); // it is there already
}

TEST(guess_names, by_form_and_check_character) {
    const auto nids = [](const char *text) {
        std::set<std::string> all;
        for (const name_guess &g : guess_names(text)) {
            all.emplace(g.nid);
            EXPECT_TRUE(validate(parse_urn(g.urn).value())) << g.urn;
            EXPECT_FALSE(g.system.empty());
        }
        return all;
    };
    using set = std::set<std::string>;
    EXPECT_EQ(nids("978-951-0-18435-6"), set{"isbn"});
    EXPECT_EQ(nids("978-951-0-18435-7"), set{});
    EXPECT_EQ(nids("0317-8471"), set{"issn"});
    EXPECT_EQ(nids("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), set{"uuid"});
    EXPECT_EQ(nids("1.3.6.1.4.1"), set{"oid"});
    for (const char *number : {"1.3.6.1", "1.2.840", "2.16.840.1", "0.4.0.1862", "2.5.29.15.1", ".1.2.3.4", "OID 1.2.3",
                               "1.3.6.1.4.1.311"}) {
        EXPECT_EQ(nids(number), set{"oid"}) << number;
    }
    for (const char *number : {"1.2.3.4", "1.2.3", "0.1.1", "1.2", "1.1024", "2.255.255.255", "1.40.3.4.5", "3.1.4.1.5",
                               "192.168.0.1", "2.16", "1"}) {
        EXPECT_EQ(nids(number), set{}) << number;
    }
    EXPECT_EQ(nids("RFC 2141"), set{"ietf"});
    EXPECT_EQ(nids("2141"), set{});
    EXPECT_EQ(nids("10.1000/182"), set{"doi"});
    EXPECT_EQ(nids("10.5240/7791-8534-2C23-9030-8610-5"), (set{"doi", "eidr"}));
    EXPECT_EQ(nids("7LTWFZYICNSX8D621K86"), set{"lei"});
    EXPECT_EQ(nids("0000 0001 2124 1960"), set{"isni"});
    EXPECT_EQ(nids("904201560257637"), set{"gsma"});
    EXPECT_EQ(nids("URN:ISBN:978-951-0-18435-6"), set{"isbn"});
    EXPECT_EQ(nids("URN:ISBN:978-951-0-18435-7"), set{});
    EXPECT_EQ(nids("urn:isbn:978 951 0 18435 6"), set{"isbn"});
    EXPECT_EQ(nids("urn:nobody-has-it:a"), set{});
    EXPECT_EQ(nids("NBN: fi-fe201003181510"), set{"nbn"});
    EXPECT_EQ(nids("fi-fe201003181510"), set{"nbn"});
    EXPECT_EQ(nids("se:uu:diva-3475"), set{"nbn"});
    EXPECT_EQ(nids("en-us"), set{});
    EXPECT_EQ(nids("-//OASIS//DTD DocBook XML V4.1.2//EN"), set{"publicid"});
    EXPECT_EQ(nids("ISO 8879:1986//ENTITIES Added Latin 1//EN"), set{"publicid"});
    EXPECT_EQ(nids("-//a//b"), set{});
    EXPECT_EQ(nids("ISO 9999"), set{"iso"});
    EXPECT_EQ(nids("a text"), set{});
    EXPECT_EQ(nids(""), set{});
    EXPECT_EQ(nids("   "), set{});
}

TEST(guess_names, of_urns) { // RFC 8141 4.4
    const auto first = [](std::string_view text) {
        const auto all = guess_names(text);
        return all.empty() ? std::string{} : all.front().urn;
    };
    EXPECT_EQ(first("URN:ISBN:978-951-0-18435-6"), "urn:isbn:978-951-0-18435-6");
    EXPECT_EQ(first(" urn:example:\xE2\x82\xAC "), "urn:example:%E2%82%AC");
    EXPECT_EQ(first("\xC2\xABurn:example:\xE2\x82\xAC\xC2\xBB"), "urn:example:%E2%82%AC");
    EXPECT_EQ(first("-//OASIS//DTD DocBook XML V4.1.2//EN"), "urn:publicid:-:OASIS:DTD+DocBook+XML+V4.1.2:EN");
    EXPECT_EQ(first("ISO/IEC 9075-3"), "urn:iso:std:iso-iec:9075:-3");
}

TEST(urn_from_name, omits_the_year_of_a_standard) { // RFC 5141 2.4.1
    const struct {
        const char *name, *urn, *omitted;
    } rows[] = {
        {"ISO 9999:2011", "urn:iso:std:iso:9999", ":2011"},
        {"ISO 9999:2011(E)", "urn:iso:std:iso:9999", ":2011(E)"},
        {"ISO 9999-1 : 2011", "urn:iso:std:iso:9999:-1", ": 2011"},
        {"ISO/IEC 27001:2022", "urn:iso:std:iso-iec:27001", ":2022"},
        {"ISO/TR 11295:2010", "urn:iso:std:iso:tr:11295", ":2010"},
        {"ISO/IEC TR 9999-1", "urn:iso:std:iso-iec:tr:9999:-1", ""},
        {"ISO Guide 73:2009", "urn:iso:std:iso:guide:73", ":2009"},
        {"ISO 9999", "urn:iso:std:iso:9999", ""},
        {"ISO 9999:20111", "", ""},
        {"ISO 9999:2011(1)", "", ""},
        {"urn:iso:std:iso:9999", "urn:iso:std:iso:9999", ""},
    };
    for (const auto &row : rows) {
        const auto made = urn_from_name("iso", row.name);
        EXPECT_EQ(made ? made->text() : "", row.urn) << row.name;
        const auto omitted = omitted_from_name("iso", row.name);
        EXPECT_EQ(omitted ? omitted->text : "", row.omitted) << row.name;
        if (omitted) {
            EXPECT_EQ(std::string_view{row.name}.substr(omitted->offset), row.omitted) << row.name;
        }
    }
    EXPECT_FALSE(omitted_from_name("isbn", "978-951-0-18435-6"));
}

TEST(resolver_addresses, of_the_records) {
    using list = std::vector<std::string>;
    const auto of = [](const char *text) { return resolver_addresses(parse_urn(text).value()); };
    EXPECT_EQ(of("urn:ietf:rfc:2141"), list{"https://www.rfc-editor.org/rfc/rfc2141"});
    // RFC 8141 2.3.1: the r-component is for resolvers; 2.3.2: the q-component for the resource; 2.3.3: f stays here
    EXPECT_EQ(of("URN:IETF:RFC:2141?+a?=b#c"), list{"https://www.rfc-editor.org/rfc/rfc2141?b"});
    EXPECT_EQ(of("urn:ietf:rfc:2141?+a#c"), list{"https://www.rfc-editor.org/rfc/rfc2141"});
    EXPECT_EQ(of("urn:nbn:de:101:1-1?+x?=a=b#c"), list{"https://nbn-resolving.org/urn:nbn:de:101:1-1?+x?=a=b"});
    EXPECT_EQ(of("URN:ISBN:951-0-18435-7?=p"), list{"http://urn.fi/URN:ISBN:951-0-18435-7?=p"});
    EXPECT_EQ(of("urn:lei:7ltwfzyicnsx8d621k86?+r?=a=b"),
              list{"https://api.gleif.org/api/v1/lei-records?filter%5Blei%5D=7LTWFZYICNSX8D621K86&a=b"});
    EXPECT_EQ(of("urn:nbn:se:a%26&b?+r?=q=1#f")[0],
              "https://urn.kb.se/resolve?urn=urn:nbn:se:a%2526%26b%3F%2Br%3F%3Dq%3D1");
    EXPECT_EQ(of("urn:ietf:id:ietf-urn-ietf-06"), list{"https://datatracker.ietf.org/doc/draft-ietf-urn-ietf-06"});
    EXPECT_EQ(of("urn:ietf:params:xml:ns:x"), list{});
    EXPECT_EQ(of("urn:isbn:951-0-18435-7"), list{"http://urn.fi/URN:ISBN:951-0-18435-7"});
    EXPECT_EQ(of("urn:isbn:0-395-36341-1"), list{});
    EXPECT_EQ(of("urn:nbn:fi-fe201003181510"), (list{"https://urn.fi/urn:nbn:fi-fe201003181510",
                                                     "https://nbn-resolving.org/urn:nbn:fi-fe201003181510"}));
    EXPECT_EQ(of("urn:nbn:se:uu:diva-3475")[0], "https://urn.kb.se/resolve?urn=urn:nbn:se:uu:diva-3475");
    EXPECT_EQ(of("urn:nbn:de:101:1-201102033592"), list{"https://nbn-resolving.org/urn:nbn:de:101:1-201102033592"});
    EXPECT_EQ(of("urn:doi:10.1000/456%23789"), list{"https://doi.org/10.1000/456%23789"});
    EXPECT_EQ(of("urn:eidr:10.5240:7791-8534-2C23-9030-8610-5"),
              list{"https://doi.org/urn:eidr:10.5240:7791-8534-2C23-9030-8610-5"});
    EXPECT_EQ(of("urn:issn:0259000x"), list{"https://portal.issn.org/resource/ISSN/0259-000X"});
    EXPECT_EQ(of("urn:lei:7ltwfzyicnsx8d621k86"),
              list{"https://api.gleif.org/api/v1/lei-records?filter%5Blei%5D=7LTWFZYICNSX8D621K86"});
    EXPECT_EQ(of("urn:iso:std:iso-iec:TR:9999:-1:ed-1:en"),
              list{"http://standards.iso.org/iso-iec/tr/9999/-1/ed-1/en/"});
    EXPECT_EQ(of("urn:pwid:archive.org:2016-01-22T10:08:23Z:page:https://www.dr.dk"),
              list{"https://web.archive.org/web/20160122100823/https://www.dr.dk"});
    EXPECT_EQ(of("urn:urn-6:en:user:Evan"), list{"http://wikitravel.org/en/User:Evan"});
    EXPECT_EQ(of("urn:urn-3:HUL.OIS:Home"), list{"https://nrs.harvard.edu/urn-3:HUL.OIS:Home"});
    // RFC 8141 2.3.1: this resolver takes the URN without its "urn:"
    EXPECT_EQ(of("URN:URN-3:HUL.OIS:Home?+rr"), list{"https://nrs.harvard.edu/urn-3:HUL.OIS:Home?+rr"});
    EXPECT_EQ(of("urn:urn-3:HUL.OIS:Home?+rr?=q=1#f"), list{"https://nrs.harvard.edu/urn-3:HUL.OIS:Home?+rr?=q=1"});
    EXPECT_EQ(of("urn:eidr:10.5240:7791-8534-2C23-9030-8610-5?+rr"),
              list{"https://doi.org/urn:eidr:10.5240:7791-8534-2C23-9030-8610-5?+rr"});
    // not a resolver of URNs: what it takes is the DOI
    EXPECT_EQ(of("urn:doi:10.1000/182?+rr?=q"), list{"https://doi.org/10.1000/182?q"});
    // RFC 3986 5.2.4: a client would ask for another name
    EXPECT_EQ(of("urn:nbn:de:101:1-201102033592/../x"), list{});
    EXPECT_EQ(of("urn:doi:10.1000/%2E%2e/x"), list{});
    EXPECT_EQ(of("urn:doi:10.1000/..x"), list{"https://doi.org/10.1000/..x"});
    EXPECT_EQ(of("urn:example:x"), list{});
    EXPECT_EQ(of("urn:nobody-knows:x"), list{});
}

TEST(resolver_addresses, have_the_f_component_of_the_drafts) {
    struct row {
        const char *document;
        edition e;
        const char *urn;
        const char *address;
    };
    constexpr row rows[]{
        {"RFC 8141 2.3.3: the client applies it", edition::rfc8141, "urn:ietf:rfc:2141?=q#a%2fb?/",
         "https://www.rfc-editor.org/rfc/rfc2141?q"},
        {"draft -16 4.3: copied verbatim", edition::urnbis_16, "urn:ietf:rfc:2141?=q#a%2fb?/",
         "https://www.rfc-editor.org/rfc/rfc2141?q#a%2fb?/"},
        {"draft -14 3.3.3: copied verbatim", edition::urnbis_14, "urn:ietf:rfc:2141?q#a%2fb?/",
         "https://www.rfc-editor.org/rfc/rfc2141?q#a%2fb?/"},
        {"draft -14 3.3.3: empty", edition::urnbis_14, "urn:ietf:rfc:2141#", "https://www.rfc-editor.org/rfc/rfc2141#"},
        {"draft -14 3.3.3: after the other components", edition::urnbis_14, "urn:urn-3:HUL.OIS:Home?q??rr#f",
         "https://nrs.harvard.edu/urn-3:HUL.OIS:Home?q??rr#f"},
    };
    for (const row &r : rows) {
        EXPECT_EQ(resolver_addresses(parse_urn(r.urn, {r.e}).value()), std::vector<std::string>{r.address})
            << r.document;
    }
}

TEST(resolver_addresses, are_uris_for_every_example) {
    std::size_t seen = 0;
    for (const std::string &text : namespace_data::valid()) {
        for (const std::string &address : resolver_addresses(parse_urn(text).value())) {
            ++seen;
            EXPECT_TRUE(parse_uri(address)) << address;
            EXPECT_TRUE(address.starts_with("http")) << address;
        }
    }
    EXPECT_GT(seen, 30U);
}

TEST(make_uuid_urn, those_of_version_7_ascend) { // RFC 9562 6.2
    std::string last;
    for (int i = 0; i < 20000; ++i) {
        const auto u = make_uuid_urn(uuid_version::time);
        ASSERT_TRUE(u);
        ASSERT_LT(last, u->text()) << i;
        last = u->text();
        ASSERT_EQ(last[23], '7');
        ASSERT_NE(std::string_view("89ab").find(last[28]), std::string_view::npos);
    }
}

TEST(make_uuid_urn, versions_of_rfc_9562) {
    std::set<std::string> seen;
    std::string last;
    for (int i = 0; i < 200; ++i) {
        for (const uuid_version v : {uuid_version::random, uuid_version::time}) {
            const auto u = make_uuid_urn(v);
            ASSERT_TRUE(u);
            EXPECT_TRUE(validate(*u));
            EXPECT_EQ(u->nss()[14], v == uuid_version::random ? '4' : '7');                 // 5.4, 5.7: ver
            EXPECT_NE(std::string_view{"89ab"}.find(u->nss()[19]), std::string_view::npos); // 4.1: var
            EXPECT_TRUE(seen.insert(u->text()).second);
            if (v == uuid_version::time) {
                EXPECT_GE(u->text().substr(0, 22), last); // the time goes on
                last = u->text().substr(0, 22);
            }
        }
    }
}

TEST(urn_name, of_an_added_namespace) {
    namespace_registry r;
    const std::string_view leads[] = {"LAB"};
    const name_form names[] = {{.system = "laboratory number",
                                .example = "LAB 12-345",
                                .leads = leads,
                                .guess = true,
                                .separators = " ",
                                .groups = "2-3"}};
    const resolver_rule resolvers[] = {{{}, {}, "https://lab.example/{nss|upper}"}};
    const std::string_view hyphen[] = {"-"};
    const equivalence_operation operations[] = {{equivalence_action::remove, equivalence_scope::all, 0, hyphen}};
    const check_rule checks[] = {{.algorithm = check_algorithm::luhn, .skip = "-", .length = 5}};
    ASSERT_TRUE(r.add({.nid = "lab",
                       .syntax = {.pattern = "^[0-9]{2}-?[0-9]{3}$"},
                       .equivalence = operations,
                       .checks = checks,
                       .resolvers = resolvers,
                       .names = names}));
    const auto made = urn_from_name("lab", "LAB 1234", {.registry = &r, .complete_check = true});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->text(), "urn:lab:12-344");
    EXPECT_EQ(urn_from_name("lab", "12-345", {.registry = &r}).error().code, error_code::wrong_check_character);
    EXPECT_EQ(name_from_urn(*made, r), "12-344");
    EXPECT_EQ(guess_names("12344", r).size(), 1U);
    EXPECT_EQ(guess_names("12344").size(), 0U);
    EXPECT_EQ(resolver_addresses(*made, r), std::vector<std::string>{"https://lab.example/12-344"});
    EXPECT_TRUE(namespace_equivalent(*made, parse_urn("urn:lab:12344").value(), r));
    EXPECT_FALSE(namespace_equivalent(*made, parse_urn("urn:lab:12344").value()));
}

} // namespace
