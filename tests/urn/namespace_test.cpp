// The registry of namespaces and the syntax of their NSSs: every example of data/urn-namespaces.json, the levels, and
// namespaces that a caller adds.

#include <uniform/urn/namespace.hpp>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/urn/nid.hpp>

#include "urn/compiled_namespace.hpp"
#include "urn/namespace_data.hpp"

namespace {

using namespace uniform;

TEST(namespace_registry, has_every_record_in_order_and_in_any_case) {
    const auto all = iana_namespaces();
    ASSERT_EQ(all.size(), namespace_data::records().size());
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &namespace_info::nid));
    const namespace_registry &r = namespace_registry::standard();
    for (const namespace_info &n : all) {
        EXPECT_EQ(r.find(n.nid), &n) << n.nid;
        std::string upper{n.nid};
        for (char &c : upper) c = static_cast<char>(std::toupper(c));
        EXPECT_EQ(r.find(upper), &n) << upper;
    }
    EXPECT_EQ(r.find("nobody-knows"), nullptr);
    EXPECT_EQ(r.find(""), nullptr);
    EXPECT_EQ(r.find("isb"), nullptr);
    EXPECT_EQ(r.find("isbnx"), nullptr);
    EXPECT_EQ(r.find(std::string(100, 'a')), nullptr);
}

TEST(namespace_registry, says_what_the_registration_says) { // RFC 8141 6.4
    const namespace_info *isbn = namespace_registry::standard().find("isbn");
    ASSERT_NE(isbn, nullptr);
    EXPECT_EQ(isbn->status, namespace_status::registered);
    EXPECT_EQ(isbn->kind, namespace_kind::formal);
    EXPECT_EQ(isbn->registrant, "International ISBN Agency");
    EXPECT_EQ(isbn->resolution, intention::yes);
    EXPECT_EQ(isbn->components.f_component, "allowed-when-one-product-form");
    EXPECT_EQ(isbn->checks.size(), 2U);
    EXPECT_EQ(isbn->equivalence.size(), 3U);
    EXPECT_FALSE(isbn->source.empty());
    EXPECT_EQ(namespace_registry::standard().find("urn-7")->kind, namespace_kind::informal);
    const namespace_info *sici = namespace_registry::standard().find("sici");
    ASSERT_NE(sici, nullptr); // known, but nobody registered it
    EXPECT_EQ(sici->status, namespace_status::unregistered);
}

TEST(validate, every_valid_example) {
    for (const std::string &text : namespace_data::valid()) {
        const auto u = parse_urn(text);
        ASSERT_TRUE(u) << text;
        const auto verdict = validate(*u);
        EXPECT_TRUE(verdict) << text << " at " << (verdict ? 0 : verdict.error().offset);
        EXPECT_TRUE(validate(*u, validation_level::lenient)) << text;
    }
}

TEST(validate, no_invalid_example) {
    std::size_t seen = 0;
    for (const auto &r : namespace_data::records()) {
        if (!r.contains("examples")) continue;
        for (const char *list : {"invalid", "against_the_grammar"}) {
            if (!r["examples"].contains(list)) continue;
            for (const auto &e : r["examples"][list]) {
                const std::string text = e["urn"];
                ++seen;
                const auto u = parse_urn(text);
                if (!u) continue; // not even a URN
                const auto verdict = validate(*u);
                ASSERT_FALSE(verdict) << text << ": " << e["why"];
                EXPECT_EQ(verdict.error().rule, rule::nss) << text;
                EXPECT_LE(verdict.error().offset, u->assigned_name().size()) << text;
                EXPECT_GE(verdict.error().offset, u->assigned_name().size() - u->nss().size()) << text;
            }
        }
    }
    EXPECT_GT(seen, 200U);
}

TEST(validate, says_where_no_name_can_go_on) {
    const struct {
        const char *urn;
        std::size_t offset;
    } rows[] = {
        {"urn:isbn:978-951-0-18435", 24},     // more was to come
        {"urn:isbn:951--0-18435-7", 13},      // the second hyphen
        {"urn:isbn:977-951-0-18435-6", 22},   // an ISBN-10 up to there, but for the last hyphen
        {"urn:oid:1.3.6.", 14},               // an arc was to come
        {"urn:oid:1..3", 10},                 // an empty arc
        {"urn:oid:01", 9},                    // a leading zero
        {"urn:uuid:f81d4fae7dec", 17},        // the hyphen is missing
        {"urn:dev:mac:0024beffff804ff", 27},  // an odd number of digits
        {"urn:gsma:imei:90420156-025763", 29} // the branch of IMEIs goes on
    };
    for (const auto &row : rows) {
        const auto verdict = validate(parse_urn(row.urn).value());
        ASSERT_FALSE(verdict) << row.urn;
        EXPECT_EQ(verdict.error().code, error_code::nss_mismatch) << row.urn;
        EXPECT_EQ(verdict.error().offset, row.offset) << row.urn;
    }
}

TEST(validate, knows_nothing_about_other_namespaces) {
    for (const char *text : {"urn:nobody-knows:x", "urn:sici:x", "urn:x-local:x"}) {
        const auto verdict = validate(parse_urn(text).value());
        ASSERT_FALSE(verdict) << text;
        EXPECT_EQ(verdict.error().code, error_code::unknown_namespace);
        EXPECT_EQ(verdict.error().offset, 4U);
    }
}

TEST(validate, levels) {
    const struct {
        const char *urn;
        bool lenient, normal, strict;
    } rows[] = {
        {"urn:ietf:wg:oauth:2.0:oob", true, false, false}, // RFC 2648 does not have it, the web does
        {"urn:nbn:hr:211:415884", true, false, false},     // RFC 8458 wants a hyphen
        {"urn:oid:1.3.6.1", true, true, true},             //
        {"urn:oid:1.40", true, true, false},               // X.660: below 40 under arc 1
        {"urn:oid:3.1", true, true, false},                // X.660: arcs 0 to 2
        {"urn:example:1/406/47452/2", true, true, false},  // RFC 6963 was written for RFC 2141
        {"urn:doi:a/b", true, true, false},                // prefixes are digits and dots so far
        {"urn:isbn:978-951-0-18435", false, false, false}, //
        {"urn:ddi:us.ddia1:R-V1:1", true, true, true},     //
        // SMPTE ST 2029: RFC 5119 registers "umid" without its dots
        {"urn:smpte:umid:060A2B34.01010105.01010D43.13000000.D3A00149.88650A5E.0D4F8A10.00ABCDEF", true, false, false},
        {"urn:smpte:umid:060A2B34.0101", false, false, false},
        {"urn:smpte:ul:060E2B34.04010103.04010202.01011100", true, true, true}, // RFC 5119 2
        {"urn:gsma:imei:90420156-025763-0;vers=0", true, true, true},           // RFC 7254 3
        {"urn:gsma:imei:90420156-025763-0;svn=42", true, true, true},           // RFC 7254 3
        {"URN:ISAN:0123-1230-3210-2310-1", true, true, true},                   // RFC 4246 2
        {"URN:ISAN:1881-66C7-3420-6541-9-9F3A-0245-U", true, true, true},       // RFC 4246 2
    };
    for (const auto &row : rows) {
        const urn_view u = parse_urn(row.urn).value();
        EXPECT_EQ(validate(u, validation_level::lenient).has_value(), row.lenient) << row.urn;
        EXPECT_EQ(validate(u, validation_level::normal).has_value(), row.normal) << row.urn;
        EXPECT_EQ(validate(u, validation_level::strict).has_value(), row.strict) << row.urn;
    }
}

TEST(validate, branches_of_a_namespace_that_was_added) {
    namespace_registry r;
    const nss_branch branches[] = {{"berth:", "^[Bb]erth:[0-9]+$"}};
    ASSERT_TRUE(r.add({.nid = "harbour", .syntax = {.pattern = "^[a-zA-Z0-9:]+$", .branches = branches}}));
    EXPECT_TRUE(validate(parse_urn("urn:harbour:Berth:1").value(), r));
    EXPECT_TRUE(validate(parse_urn("urn:harbour:berths:x").value(), r));
    const auto verdict = validate(parse_urn("urn:harbour:berth:x").value(), r);
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().offset, 18U);
}

TEST(validate, branches_begin_with_the_whole_word) { // RFC 9039 3: subtypes of "dev" may be any word
    EXPECT_TRUE(validate(parse_urn("urn:dev:machine:x").value()));
    EXPECT_TRUE(validate(parse_urn("urn:dev:owner:x").value()));
    EXPECT_FALSE(validate(parse_urn("urn:dev:mac:x").value()));
}

TEST(validate, lengths) {
    const std::string label(60, 'a');
    std::string agency = label;
    for (int i = 0; i < 3; ++i) agency += "." + label; // 243
    const auto ddi = [](const std::string &a) { return validate(urn::parse("urn:ddi:" + a + ":R:1").value()); };
    EXPECT_TRUE(ddi(agency + ".bcdefghijkl"));          // 255
    const auto verdict = ddi(agency + ".bcdefghijklm"); // 256
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().code, error_code::too_long);
    EXPECT_EQ(verdict.error().offset, 8U + 255U);

    std::string name;
    for (int i = 0; i < 255; ++i) name += "%C3"; // a pct-encoded is one byte of the name
    EXPECT_TRUE(validate(urn::parse("urn:urn-6:en:place:" + name).value()));
    EXPECT_FALSE(validate(urn::parse("urn:urn-6:en:place:" + name + "a").value()));
}

// Then matching takes no lock and no memory.
TEST(namespace_registry, every_pattern_has_a_small_table) {
    for (const namespace_info &n : iana_namespaces()) {
        const detail::compiled_namespace *c = detail::compiled_of(n);
        ASSERT_NE(c, nullptr) << n.nid;
        for (const auto *p : {&c->normal, &c->lenient, &c->strict}) EXPECT_TRUE(!*p || (*p)->is_small()) << n.nid;
        for (const detail::pattern &p : c->branches) EXPECT_TRUE(p.is_small()) << n.nid;
        for (const auto &p : c->forms) EXPECT_TRUE(!p || p->is_small()) << n.nid;
    }
}

TEST(namespace_registry, additions_are_records_like_the_others) {
    namespace_registry r;
    std::string pattern = "^[a-z]{3}-[0-9]{4}$";
    const std::string_view hyphen[] = {"-"};
    const equivalence_operation operations[] = {{equivalence_action::lower_case},
                                                {equivalence_action::remove, {}, 0, hyphen}};
    ASSERT_TRUE(r.add({.nid = "Lab", .syntax = {.pattern = pattern, .ignore_case = true}, .equivalence = operations}));
    pattern.assign(pattern.size(), '!'); // everything was copied
    const namespace_info *lab = r.find("LAB");
    ASSERT_NE(lab, nullptr);
    EXPECT_EQ(lab->nid, "lab");
    EXPECT_EQ(lab->status, namespace_status::added);
    EXPECT_EQ(lab->syntax.pattern, "^[a-z]{3}-[0-9]{4}$");
    EXPECT_EQ(lab->equivalence[1].texts[0], "-");
    EXPECT_EQ(namespace_registry::standard().find("lab"), nullptr);
    EXPECT_TRUE(validate(parse_urn("urn:lab:ABC-1234").value(), r));
    EXPECT_FALSE(validate(parse_urn("urn:lab:ABC-12345").value(), r));

    const namespace_registry copy = r;
    ASSERT_TRUE(r.add({.nid = "lab", .syntax = {.pattern = "[0-9]+"}}));
    EXPECT_EQ(r.added().size(), 1U);
    EXPECT_TRUE(validate(parse_urn("urn:lab:1").value(), r));
    EXPECT_TRUE(validate(parse_urn("urn:lab:ABC-1234").value(), copy)); // as it was
    EXPECT_EQ(copy.find("lab")->syntax.pattern, "^[a-z]{3}-[0-9]{4}$");

    ASSERT_TRUE(r.add({.nid = "any"})); // no pattern: any NSS
    EXPECT_TRUE(validate(parse_urn("urn:any:a/b").value(), r));
    EXPECT_EQ(r.find("isbn"), namespace_registry::standard().find("isbn"));
}

// RFC 8141 5.1 (1), 7.2: IANA's list is newer than the release.
TEST(namespace_registry, takes_what_iana_registered_later) {
    namespace_registry newer;
    EXPECT_EQ(newer.date(), iana_namespaces_date());
    ASSERT_TRUE(newer.add({.nid = "NewIANA", .title = "New"}, namespace_status::registered));
    newer.set_date("2027-01-31");
    ASSERT_NE(newer.find("newiana"), nullptr);
    EXPECT_EQ(newer.find("newiana")->status, namespace_status::registered);
    EXPECT_TRUE(classify_nid("newiana", newer).registered);
    const auto all = newer.entries();
    EXPECT_EQ(all.size(), iana_namespaces().size() + 1);
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &namespace_info::nid));
    EXPECT_FALSE(newer.add({.nid = "x9"}, static_cast<namespace_status>(3)));

    const namespace_registry &before = namespace_registry::standard();
    EXPECT_FALSE(classify_nid("newiana").registered);
    namespace_registry::replace_standard(newer);
    EXPECT_TRUE(classify_nid("newiana").registered);
    EXPECT_EQ(namespace_registry::standard().date(), "2027-01-31");
    EXPECT_EQ(before.find("newiana"), nullptr); // who has it keeps it
    namespace_registry::replace_standard({});
    EXPECT_FALSE(classify_nid("newiana").registered);
    EXPECT_EQ(namespace_registry::standard().date(), iana_namespaces_date());
}

TEST(namespace_registry, refuses_what_it_cannot_use) {
    namespace_registry r;
    const auto code = [&](const namespace_info &n) {
        const auto added = r.add(n);
        return added ? std::pair{error_code::not_found, std::uint64_t{999}}
                     : std::pair{added.error().code, added.error().offset};
    };
    EXPECT_EQ(code({.nid = "-lab"}), std::pair(error_code::nid_hyphen, std::uint64_t{0}));
    EXPECT_EQ(code({.nid = "l"}), std::pair(error_code::nid_length, std::uint64_t{1}));
    EXPECT_EQ(code({.nid = "l_b"}), std::pair(error_code::invalid_character, std::uint64_t{1}));
    EXPECT_EQ(code({.nid = "lab", .syntax = {.pattern = "^a(b$"}}),
              std::pair(error_code::invalid_pattern, std::uint64_t{2}));
    const nss_branch branches[] = {{"x:", "^x:[0-9$"}};
    EXPECT_EQ(code({.nid = "lab", .syntax = {.branches = branches}}).first, error_code::invalid_pattern);
    const resolver_rule resolvers[] = {{{}, {}, "https://example.org/{nobody}"}};
    EXPECT_EQ(code({.nid = "lab", .resolvers = resolvers}).first, error_code::invalid_mapping);
    const nss_limit limits[] = {{"x", "nss.x", 3}};
    EXPECT_EQ(code({.nid = "lab", .syntax = {.limits = limits}}).first, error_code::invalid_mapping);
    EXPECT_TRUE(r.added().empty());
}

TEST(namespace_registry, takes_its_own_records) {
    for (const namespace_info &n : iana_namespaces()) {
        namespace_registry r;
        const auto added = r.add(n);
        EXPECT_TRUE(added) << n.nid << " " << (added ? 0 : added.error().offset);
    }
}

TEST(namespace_registry, refuses_operations_without_effect) {
    using action = equivalence_action;
    using scope = equivalence_scope;
    const auto code = [](action a, scope s, std::uint8_t n, std::vector<std::string_view> texts) {
        namespace_registry r;
        const equivalence_operation operations[] = {{a, s, n, texts}};
        const auto added = r.add({.nid = "lab", .equivalence = operations});
        return added ? error_code::not_found : added.error().code;
    };
    constexpr auto good = error_code::not_found;
    constexpr auto bad = error_code::invalid_mapping;
    EXPECT_EQ(code(action::remove, scope::all, 0, {"-"}), good);
    EXPECT_EQ(code(action::remove, scope::all, 0, {"%2D", "a%2db"}), good);
    EXPECT_EQ(code(action::remove, scope::all, 0, {}), bad);
    for (const char *text : {"", "%", "%2", "%2x", "a%", "%2D%", "%%2D"}) {
        EXPECT_EQ(code(action::remove, scope::all, 0, {"-", text}), bad) << text;
        EXPECT_EQ(code(action::lower_case, scope::prefix, 0, {text}), bad) << text;
    }
    EXPECT_EQ(code(action::remove, scope::prefix, 0, {"-"}), bad);
    EXPECT_EQ(code(action::lower_case, scope::end_after_number, 0, {"-"}), bad);
    EXPECT_EQ(code(action::lower_case, scope::before_colon, 1, {}), good);
    EXPECT_EQ(code(action::lower_case, scope::before_colon, 0, {}), bad);
    EXPECT_EQ(code(static_cast<action>(4), scope::all, 0, {}), bad);
    EXPECT_EQ(code(action::lower_case, static_cast<scope>(9), 0, {}), bad);
}

TEST(namespace_registry, refuses_check_characters_without_a_place) {
    const auto takes = [](const check_rule &rule) {
        namespace_registry r;
        return r.add({.nid = "lab", .checks = {&rule, 1}}).has_value();
    };
    constexpr auto luhn = check_algorithm::luhn;
    EXPECT_TRUE(takes({.algorithm = luhn}));
    EXPECT_TRUE(takes({.algorithm = luhn, .length = 5, .position = 4}));
    EXPECT_TRUE(takes({.algorithm = luhn, .length = 5, .payload = {{{1, 5}, {}}}, .position = 0}));
    EXPECT_FALSE(takes({.algorithm = luhn, .length = 5, .position = 5}));
    EXPECT_FALSE(takes({.algorithm = luhn, .length = 5, .position = 0}));
    EXPECT_FALSE(takes({.algorithm = luhn, .length = 1}));
    EXPECT_FALSE(takes({.algorithm = check_algorithm::iso7064_mod97_10, .length = 5, .position = 4}));
    EXPECT_FALSE(takes({.algorithm = luhn, .payload = {{{3, 2}, {}}}}));
    EXPECT_FALSE(takes({.algorithm = luhn, .payload = {{{0, 2}, {4, 3}}}}));
    EXPECT_FALSE(takes({.algorithm = luhn, .payload = {{{}, {2, 3}}}}));
    EXPECT_FALSE(takes({.algorithm = luhn, .length = 5, .payload = {{{0, 6}, {}}}}));
    EXPECT_FALSE(takes({.algorithm = static_cast<check_algorithm>(10)}));
}

TEST(namespace_registry, refuses_addresses_that_are_none) {
    const auto takes = [](std::string_view address) {
        namespace_registry r;
        const resolver_rule resolvers[] = {{{}, {}, address}};
        return r.add({.nid = "lab", .resolvers = resolvers}).has_value();
    };
    for (const char *good : {"https://example.org/{urn}", "https://example.org/{nss.9}/{normal.1+|upper}", "{urn}",
                             "https://example.org/?a={head}&b={tail.0|digits}"}) {
        EXPECT_TRUE(takes(good)) << good;
    }
    for (const char *bad :
         {"", "example.org/{urn}", "//example.org/{urn}", "https://example.org/a {urn}", "{nss}",
          "https://example.org/{urn", "https://example.org/{urn|nothing}", "1:{urn}", "https://example.org/%{nss}"}) {
        EXPECT_FALSE(takes(bad)) << bad;
    }
}

TEST(namespace_registry, refuses_patterns_that_no_nss_has) {
    const auto offset = [](std::string_view pattern) -> std::size_t {
        namespace_registry r;
        const auto added = r.add({.nid = "lab", .syntax = {.pattern = pattern}});
        if (added) return 999;
        EXPECT_EQ(added.error().code, error_code::invalid_pattern) << pattern;
        return added.error().offset;
    };
    const struct {
        const char *pattern;
        std::size_t offset;
    } rows[] = {
        {"^a[^]$", 2},
        {"a\xC3\xA9", 1},
        {"[\x80-\xFF]", 0},
        {"[a\xC3]", 0},
        {"a b", 1},
        {"a(?:b|#)", 999},
        {"x\\?", 1},
        {"x[#?]", 1},
        {"[^!-~]", 0},
        {"a\"", 1},
        {"^(?:a|b){2,3}[^#?]+\\.%[0-9A-F\\-]{2}.*$", 999},
    };
    for (const auto &row : rows) EXPECT_EQ(offset(row.pattern), row.offset) << row.pattern;
}

TEST(namespace_registry, refuses_values_that_have_no_name) {
    namespace_registry r;
    EXPECT_FALSE(r.add({.nid = "lab", .kind = static_cast<namespace_kind>(2)}));
    EXPECT_FALSE(r.add({.nid = "lab", .resolution = static_cast<intention>(3)}));
    const name_form names[] = {{.letters = equivalence_action::isbn_13}};
    EXPECT_FALSE(r.add({.nid = "lab", .names = names}));
    EXPECT_TRUE(r.added().empty());
}

TEST(validate, reads_from_many_threads) {
    std::atomic<int> wrong{0};
    const std::vector<std::string> names = namespace_data::valid();
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                for (const std::string &text : names) wrong += validate(parse_urn(text).value()) ? 0 : 1;
            });
        }
    }
    EXPECT_EQ(wrong, 0);
}

} // namespace
