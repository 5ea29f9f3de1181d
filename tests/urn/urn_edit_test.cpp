// URNs that own their text: building one, and changing one component.
#include <uniform/urn/urn.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace {

using namespace uniform;
using text = std::string_view;
using maybe = std::optional<text>;

constexpr edition now = edition::rfc8141;
constexpr edition d16 = edition::urnbis_16;
constexpr edition d14 = edition::urnbis_14;
constexpr edition old = edition::rfc2141;

using edit = std::function<std::expected<void, error>(urn &)>;

struct row {
    text source;
    text before;
    const char *name;
    edit apply;
    text after;
    uniform::edition edition = now;
};

#define EDIT(call) #call, [](urn &u) { return u.call; }

const row rows[]{
    {"2.1", "urn:example:a", EDIT(set_nid("ISBN")), "urn:ISBN:a"},
    {"2.1", "URN:example:a?+r?=q#f", EDIT(set_nid("x9")), "urn:x9:a?+r?=q#f"},
    {"2.2", "urn:example:a?+r?=q#f", EDIT(set_nss("b/c%2F")), "urn:example:b/c%2F?+r?=q#f"},
    {"2.3.1", "urn:example:a", EDIT(set_r_component("r")), "urn:example:a?+r"},
    {"2.3.1", "urn:example:a?=q#f", EDIT(set_r_component("r?+")), "urn:example:a?+r?+?=q#f"},
    {"2.3.1", "urn:example:a?+r?=q", EDIT(set_r_component(std::nullopt)), "urn:example:a?=q"},
    {"2.3.2", "urn:example:a?+r", EDIT(set_q_component("q?=q?+r")), "urn:example:a?+r?=q?=q?+r"},
    {"2.3.2", "urn:example:a?+r?=q#f", EDIT(set_q_component(std::nullopt)), "urn:example:a?+r#f"},
    {"2.3.3", "urn:example:a", EDIT(set_f_component("")), "urn:example:a#"},
    {"2.3.3", "urn:example:a#f", EDIT(set_f_component("/?")), "urn:example:a#/?"},
    {"2.3.3", "urn:example:a#f", EDIT(set_f_component(std::nullopt)), "urn:example:a"},
    {"nothing to remove", "urn:example:a", EDIT(set_q_component(std::nullopt)), "urn:example:a"},
    {"-16 2: r first", "urn:example:a?=q", EDIT(set_r_component("r")), "urn:example:a?+r?=q", d16},
    {"-16 2", "urn:example:a?=q?+r", EDIT(set_q_component(std::nullopt)), "urn:example:a?+r", d16},
    {"-14 3: q first", "urn:example:a?\?r", EDIT(set_q_component("q?")), "urn:example:a?q?\?\?r", d14},
    {"-14 3", "urn:example:a?q", EDIT(set_r_component("r?\?")), "urn:example:a?q?\?r?\?", d14},
    {"2141 2.1", "urn:foo:a", EDIT(set_nid("x-")), "urn:x-:a", old},
    {"2141 2.2", "urn:foo:a", EDIT(set_nss("%00")), "urn:foo:%00", old},
};

TEST(urn_edit, does_what_it_says) {
    for (const row &r : rows) {
        SCOPED_TRACE(std::string{r.source} + " " + std::string{r.before} + " " + r.name);
        urn u = urn::parse(r.before, {r.edition}).value();
        const auto done = r.apply(u);
        ASSERT_TRUE(done) << done.error().message();
        EXPECT_EQ(u.text(), r.after);
        EXPECT_EQ(u, urn::parse(r.after, {r.edition}).value());
        EXPECT_EQ(u.edition(), r.edition);
        EXPECT_EQ(u.view().text(), r.after);
    }
}

struct failure {
    text source;
    text before;
    const char *name;
    edit apply;
    error_code code;
    std::uint64_t offset;
    text rule;
    uniform::edition edition = now;
};

const failure failures[]{
    {"2.1", "urn:example:a", EDIT(set_nid("")), error_code::nid_length, 0, "NID"},
    {"2.1", "urn:example:a", EDIT(set_nid("a")), error_code::nid_length, 1, "NID"},
    {"2.1", "urn:example:a", EDIT(set_nid("ab-")), error_code::nid_hyphen, 2, "NID"},
    {"2.1", "urn:example:a", EDIT(set_nid("a:b")), error_code::invalid_character, 1, "NID"},
    {"2.2", "urn:example:a", EDIT(set_nss("")), error_code::empty_component, 0, "NSS"},
    {"2.2", "urn:example:a", EDIT(set_nss("/a")), error_code::invalid_character, 0, "NSS"},
    {"2.2", "urn:example:a", EDIT(set_nss("a?=b")), error_code::invalid_character, 1, "NSS"},
    {"2.2", "urn:example:a", EDIT(set_nss("a#b")), error_code::invalid_character, 1, "NSS"},
    {"2.2", "urn:example:a", EDIT(set_nss("a%4")), error_code::invalid_percent_encoding, 1, "pct-encoded"},
    {"2.2: the NSS is to blame, though others are broken never", "urn:example:a?+r", EDIT(set_nss("\xC3")),
     error_code::invalid_character, 0, "NSS"},
    {"2.3.1", "urn:example:a", EDIT(set_r_component("")), error_code::empty_component, 0, "r-component"},
    {"2.3.1", "urn:example:a", EDIT(set_r_component("?r")), error_code::invalid_character, 0, "r-component"},
    {"2.3.1", "urn:example:a", EDIT(set_r_component("r#")), error_code::invalid_character, 1, "r-component"},
    {"2.3.1: it would end there", "urn:example:a", EDIT(set_r_component("r?=q")), error_code::not_convertible, 1,
     "r-component"},
    {"2.3.2", "urn:example:a", EDIT(set_q_component("")), error_code::empty_component, 0, "q-component"},
    {"2.3.2", "urn:example:a", EDIT(set_q_component("/q")), error_code::invalid_character, 0, "q-component"},
    {"2.3.3", "urn:example:a", EDIT(set_f_component("f#")), error_code::invalid_character, 1, "f-component"},
    {"-16 2.3.1: it would end there", "urn:example:a", EDIT(set_q_component("q?+r")), error_code::not_convertible, 1,
     "q-component", d16},
    {"-16 2.3.2: it would end there", "urn:example:a", EDIT(set_r_component("r?=q")), error_code::not_convertible, 1,
     "r-component", d16},
    {"-14 3.3.1: it would end there", "urn:example:a", EDIT(set_q_component("q?\?r")), error_code::not_convertible, 1,
     "q-component", d14},
    {"2141 has none", "urn:foo:a", EDIT(set_r_component("r")), error_code::unsupported_component, 0, "r-component",
     old},
    {"2141 has none", "urn:foo:a", EDIT(set_q_component("q")), error_code::unsupported_component, 0, "q-component",
     old},
    {"2141 has none", "urn:foo:a", EDIT(set_f_component("")), error_code::unsupported_component, 0, "f-component", old},
    {"2141 2.3.2", "urn:foo:a", EDIT(set_nss("a/b")), error_code::reserved_character, 1, "NSS", old},
    {"2141 2.1", "urn:foo:a", EDIT(set_nid("urn")), error_code::reserved_nid, 0, "NID", old},
};

TEST(urn_edit, or_leaves_the_urn_alone) {
    for (const failure &f : failures) {
        SCOPED_TRACE(std::string{f.source} + " " + f.name);
        urn u = urn::parse(f.before, {f.edition}).value();
        const auto done = f.apply(u);
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, f.code) << to_string(done.error().code);
        EXPECT_EQ(done.error().offset, f.offset);
        EXPECT_EQ(to_string(done.error().rule, f.edition), f.rule);
        EXPECT_EQ(done.error().edition, f.edition);
        EXPECT_EQ(u.text(), f.before);
        EXPECT_EQ(u, urn::parse(f.before, {f.edition}).value());
    }
}

// An edit may take its text from the URN itself.
TEST(urn_edit, takes_a_part_of_itself) {
    urn u = urn::parse("urn:example:abc?+r?=q#f").value();
    ASSERT_TRUE(u.set_nid(u.nss()));
    EXPECT_EQ(u.text(), "urn:abc:abc?+r?=q#f");
    EXPECT_FALSE(u.set_nss(u.text().substr(4, 0)));
    EXPECT_FALSE(u.set_nss(u.text()));
}

TEST(urn_edit, builds_from_components) {
    EXPECT_EQ(urn::build({"example", "a", {}, {}, {}}).value().text(), "urn:example:a");
    EXPECT_EQ(urn::build({"example", "a", "r", "q", "f"}).value().text(), "urn:example:a?+r?=q#f");
    EXPECT_EQ(urn::build({"example", "a", "r", "q", "f"}, {d16}).value().text(), "urn:example:a?+r?=q#f");
    EXPECT_EQ(urn::build({"example", "a", "r", "q", ""}, {d14}).value().text(), "urn:example:a?q?\?r#");
    EXPECT_EQ(urn::build({"a", "a", {}, {}, {}}, {old}).value().text(), "urn:a:a");
    EXPECT_EQ(urn::build({"", "a", {}, {}, {}}).error().code, error_code::nid_length);
    EXPECT_EQ(urn::build({"example", "", {}, {}, {}}).error().code, error_code::empty_component);
    EXPECT_EQ(urn::build({"example", "a", "r", {}, {}}, {old}).error().code, error_code::unsupported_component);
    EXPECT_EQ(urn::build({"example", "a", {}, {}, {}}, {.max_length = 12}).error().code, error_code::too_long);
    const urn u = urn::parse("urn:example:a?+r#").value();
    EXPECT_EQ(urn::build(components_of(u)).value(), u);
}

} // namespace
