// The JSON form of a record.

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/record.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include <uniform/json/pointer.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/language.hpp>
#include <uniform/resolver/locator_url.hpp>
#include <uniform/resolver/negotiate.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "resolver/written_text.hpp"

namespace uniform::resolver {

namespace {

constexpr std::size_t most_locators = 1000;
constexpr std::size_t most_other_names = 1000;
constexpr std::size_t longest_metadata = std::size_t{64} << 10U;
constexpr std::size_t most_values = 100;
constexpr std::size_t longest_type = 255;
constexpr std::size_t longest_value = 4096;
constexpr std::uint32_t greatest_weight = 1'000'000;

// A value, and where it stands.
struct place {
    const json::value &value;
    std::string pointer;
    std::string_view of;        // the object: "a locator"
    std::string_view name = {}; // of its member; empty: the value is the object
    bool is_element = false;    // of that member

    [[nodiscard]] place member(const json::member &m) const {
        return {m.value, json::pointer_to(pointer, m.name), of, m.name};
    }
    [[nodiscard]] place element(std::size_t i) const {
        return {value.elements()[i], json::pointer_to(pointer, i), of, name, true};
    }
    // The same value as an object of its own.
    [[nodiscard]] place as(std::string_view object) const { return {value, pointer, object}; }
    // As json::members names it.
    [[nodiscard]] std::string subject() const {
        if (name.empty()) return std::string(of);
        return (is_element ? "an element of \"" : "\"") + std::string(name) + "\" of " + std::string(of);
    }
};

// A value that is not what its member accepts: "\"weight\" of a locator must be ...".
problem wrong(std::string_view reason, const place &at, std::string rule = {}) {
    problem p{.type = problem_type::invalid, .rule = std::move(rule)};
    p.detail = at.subject() + " " + std::string(reason);
    if (at.value.offset() != json::value::no_offset) p.offset = at.value.offset();
    p.pointer = at.pointer;
    return p;
}

problem no_member(const place &at) {
    problem p = wrong({}, at);
    p.detail = "\"" + std::string(at.name) + "\" is not a member of " + std::string(at.of);
    return p;
}

// A problem of the text that the value is; its offset becomes that in the whole text.
problem within(problem p, const place &at) {
    p.type = problem_type::invalid;
    p.pointer = at.pointer;
    if (p.offset) p.offset = at.value.offset_of(*p.offset);
    return p;
}

std::expected<std::string, problem> text(const place &at) {
    const std::string *const s = at.value.if_string();
    if (s == nullptr) return std::unexpected{wrong("must be a string", at)};
    return *s;
}

std::expected<timestamp, problem> time(const place &at) {
    const std::string *const s = at.value.if_string();
    const auto t = s == nullptr ? std::nullopt : parse_timestamp(*s);
    if (!t) return std::unexpected{wrong(must_be_a_time, at, "RFC 3339 section 5.6")};
    return *t;
}

std::expected<void, problem> read_member(locator &l, std::string_view key, const place &at) {
    if (key == "weight") {
        const auto weight = at.value.if_unsigned();
        if (!weight || *weight > greatest_weight) {
            return std::unexpected{wrong("must be a whole number from 0 to 1000000", at)};
        }
        l.weight = static_cast<std::uint32_t>(*weight);
        return {};
    }
    if (key == "valid_from" || key == "valid_until") {
        const auto t = time(at);
        if (!t) return std::unexpected{t.error()};
        (key == "valid_from" ? l.valid_from : l.valid_until) = *t;
        return {};
    }
    if (key != "url" && key != "media_type" && key != "language" && key != "country") {
        return std::unexpected{no_member(at)};
    }
    const auto s = text(at);
    if (!s) return std::unexpected{s.error()};
    if (key == "url") {
        if (const auto ok = check_locator_url(*s); !ok) return std::unexpected{within(ok.error(), at)};
        l.url = *s;
    } else if (key == "media_type") {
        if (!is_media_type(*s)) return std::unexpected{wrong("must be a media type", at, "RFC 9110 section 8.3.1")};
        l.media_type = canonical_media_type(*s);
    } else if (key == "language") {
        if (!is_language_tag(*s)) return std::unexpected{wrong("must be a language tag", at, "RFC 5646 section 2.1")};
        l.language = canonical_language_tag(*s);
    } else {
        if (s->size() != 2 || !std::ranges::all_of(*s, ascii::is_alpha)) {
            return std::unexpected{wrong("must be a country code of two letters", at, "ISO 3166-1 alpha-2")};
        }
        for (const char c : *s) l.country += ascii::to_upper(c);
    }
    return {};
}

std::expected<locator, problem> read_locator(const place &at) {
    locator l;
    if (at.value.is_string()) { // the URL alone
        if (auto ok = read_member(l, "url", at); !ok) return std::unexpected{ok.error()};
        return l;
    }
    if (!at.value.is_object()) return std::unexpected{wrong("must be a URL, or a JSON object with a \"url\"", at)};
    for (const json::member &m : at.value.members()) {
        if (auto ok = read_member(l, m.name, at.member(m)); !ok) return std::unexpected{ok.error()};
    }
    if (l.url.empty()) {
        problem p = wrong({}, at);
        p.detail = "\"url\" of a locator is missing";
        p.pointer = json::pointer_to(at.pointer, "url");
        return std::unexpected{std::move(p)};
    }
    if (l.valid_from && l.valid_until && *l.valid_from >= *l.valid_until) {
        problem p = wrong("would never be valid: valid_until is not after valid_from", at);
        p.pointer = json::pointer_to(at.pointer, "valid_until");
        return std::unexpected{std::move(p)};
    }
    return l;
}

std::expected<void, problem> read_locators(name_record &r, const place &at) {
    const auto &all = at.value.elements();
    if (!at.value.is_array() || all.size() > most_locators) {
        return std::unexpected{wrong("must be an array of at most 1000 locators", at)};
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto l = read_locator(at.element(i).as("a locator"));
        if (!l) return std::unexpected{l.error()};
        r.locators.push_back(std::move(*l));
    }
    // A URL may lead to several types and languages, and be correct at several times; but no client can tell two apart
    // that have all this in common.
    std::set<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view,
                        std::optional<timestamp>, std::optional<timestamp>>>
        seen;
    for (std::size_t i = 0; i < r.locators.size(); ++i) {
        const locator &l = r.locators[i];
        if (seen.emplace(l.url, l.media_type, l.language, l.country, l.valid_from, l.valid_until).second) continue;
        return std::unexpected{wrong("repeats \"" + l.url + "\"", at.element(i).as("a locator"))};
    }
    return {};
}

std::expected<std::string, problem> read_urn(const place &at) {
    const auto s = text(at);
    if (!s) return std::unexpected{s.error()};
    const auto key = key_of(*s);
    if (!key) return std::unexpected{within(key.error(), at)};
    return urn_of(*key);
}

std::expected<void, problem> read_other_names(name_record &r, const place &at) {
    const auto &all = at.value.elements();
    if (!at.value.is_array() || all.size() > most_other_names) {
        return std::unexpected{wrong("must be an array of at most 1000 URNs", at)};
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto urn = read_urn(at.element(i));
        if (!urn) return std::unexpected{urn.error()};
        r.other_names.push_back(std::move(*urn));
    }
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < r.other_names.size(); ++i) {
        if (seen.insert(r.other_names[i]).second) continue;
        return std::unexpected{wrong("repeats \"" + r.other_names[i] + "\"", at.element(i))};
    }
    return {};
}

// A date as catalogues have it: a year, a month, a day, or a moment.
bool is_date(const std::string &s) {
    if (s.size() == 4) return parse_timestamp(s + "-01-01").has_value();
    if (s.size() == 7) return parse_timestamp(s + "-01").has_value();
    return parse_timestamp(s).has_value();
}

// The text of metadata and typed values is what pages, lists and the formats of others show.
std::expected<void, problem> check_texts(const place &at, bool on_one_line) {
    if (const std::string *const text = at.value.if_string()) {
        const auto fault =
            base::find_text_fault(*text, on_one_line ? base::text_lines::one : base::text_lines::several);
        if (!fault) return {};
        problem p = wrong(base::end_of_sentence(*fault), at, std::string{fault->rule});
        if (p.offset) p.offset = at.value.offset_of(fault->at);
        return std::unexpected{std::move(p)};
    }
    for (std::size_t i = 0; i < at.value.elements().size(); ++i) UNIFORM_CHECK(check_texts(at.element(i), on_one_line));
    for (const json::member &m : at.value.members()) {
        if (base::find_text_fault(m.name, base::text_lines::one)) {
            return std::unexpected{
                wrong("has a member whose name contains control or invisible characters, or line ends", at)};
        }
        UNIFORM_CHECK(check_texts(at.member(m), on_one_line || m.name == "title"));
    }
    return {};
}

std::expected<void, problem> check_metadata(const place &at) {
    static constexpr std::array<std::string_view, 4> core{"title", "creator", "type", "publisher"};
    if (!at.value.is_object()) return std::unexpected{wrong("must be a JSON object", at)};
    const place metadata = at.as("the metadata");
    const auto is_text = [](const json::value &v) { return v.is_string() && !v.if_string()->empty(); };
    for (const json::member &m : at.value.members()) {
        if (std::ranges::find(core, m.name) != core.end()) {
            const auto &list = m.value.elements();
            if (!is_text(m.value) && (list.empty() || !std::ranges::all_of(list, is_text))) {
                return std::unexpected{
                    wrong("must be a string, or an array of strings, none of them empty", metadata.member(m))};
            }
        } else if (m.name == "date" && !(m.value.is_string() && is_date(*m.value.if_string()))) {
            return std::unexpected{
                wrong(R"(must be a date or a date-time, such as "2026", "2026-11" or "2026-11-21T10:00:00Z")",
                      metadata.member(m), "RFC 3339 section 5.6")};
        }
    }
    return check_texts(metadata, false);
}

std::expected<void, problem> read_metadata(name_record &r, const place &at) {
    if (auto ok = check_metadata(at); !ok) return ok;
    if (!at.value.members().empty()) r.metadata = json::to_text(at.value);
    if (r.metadata.text().size() > longest_metadata)
        return std::unexpected{wrong("must not be longer than 65536 bytes", at)};
    return {};
}

bool is_type_of_value(std::string_view text) {
    return !text.empty() && text.size() <= longest_type &&
           std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) > 0x20 && c != '\x7f'; });
}

std::expected<void, problem> read_values(name_record &r, const place &at) {
    const auto &all = at.value.elements();
    if (!at.value.is_array() || all.size() > most_values) {
        return std::unexpected{wrong("must be an array of at most 100 values", at)};
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const place one = at.element(i).as("a typed value");
        if (!one.value.is_object())
            return std::unexpected{wrong("must be a JSON object with \"type\" and \"value\"", one)};
        typed_value v;
        for (const json::member &m : one.value.members()) {
            const place member = one.member(m);
            if (m.name != "type" && m.name != "value") return std::unexpected{no_member(member)};
            auto s = text(member);
            if (!s) return std::unexpected{s.error()};
            if (m.name == "type" && !is_type_of_value(*s)) {
                return std::unexpected{wrong("must be a word or a URI of at most 255 bytes, without spaces", member)};
            }
            if (m.name == "value" && s->size() > longest_value) {
                return std::unexpected{wrong("must not be longer than 4096 bytes", member)};
            }
            UNIFORM_CHECK(check_texts(member, m.name == "type"));
            (m.name == "type" ? v.type : v.value) = std::move(*s);
        }
        for (const std::string_view needed : {"type", "value"}) {
            if (one.value.find(needed) != nullptr) continue;
            problem p = wrong({}, one);
            p.detail = "\"" + std::string(needed) + "\" of a typed value is missing";
            p.pointer = json::pointer_to(one.pointer, needed);
            return std::unexpected{std::move(p)};
        }
        r.values.push_back(std::move(v));
    }
    return {};
}

json::value value_of(const locator &l) {
    json::value v;
    v.set("url", l.url).set_if("media_type", l.media_type).set_if("language", l.language);
    v.set_if("country", l.country);
    if (l.weight != 1) v.set("weight", l.weight);
    if (l.valid_from) v.set("valid_from", to_string(*l.valid_from));
    if (l.valid_until) v.set("valid_until", to_string(*l.valid_until));
    return v;
}

} // namespace

void write(json::writer &w, const locator &l) {
    w.begin_object().member("url", l.url).member_if("media_type", l.media_type).member_if("language", l.language);
    w.member_if("country", l.country);
    if (l.weight != 1) w.member("weight", l.weight);
    if (l.valid_from) w.member("valid_from", to_string(*l.valid_from));
    if (l.valid_until) w.member("valid_until", to_string(*l.valid_until));
    w.end_object();
}

void write_members(json::writer &w, const name_record &r, std::string_view key) {
    w.member("name", urn_of(key, r)).member("key", key);
    w.member("state", to_string(r.state)).member_if("registrar", r.registrar);
    if (!r.locators.empty()) {
        w.key("locators").begin_array();
        for (const locator &l : r.locators) write(w, l);
        w.end_array();
    }
    if (!r.metadata.empty()) w.key("metadata").raw(r.metadata.text()); // JSON as this writer writes it
    w.member_if("other_names", r.other_names);
    w.member_if("successor", r.successor).member_if("predecessor", r.predecessor).member_if("batch", r.batch);
    w.member_if("reason", r.reason);
    if (r.withdrawn) w.member("withdrawn", to_string(*r.withdrawn));
    if (!r.values.empty()) {
        w.key("values").begin_array();
        for (const typed_value &v : r.values) {
            w.begin_object().member("type", v.type).member("value", v.value).end_object();
        }
        w.end_array();
    }
}

void write(json::writer &w, const name_record &r, std::string_view key) {
    w.begin_object();
    write_members(w, r, key);
    w.end_object();
}

std::string to_json(const name_record &r, std::string_view key) { return detail::written_text(r, key, write); }

json::value value_of(const name_record &r, std::string_view key) {
    json::value v;
    v.set("name", urn_of(key, r)).set("key", key);
    v.set("state", to_string(r.state)).set_if("registrar", r.registrar);
    json::array locators;
    for (const locator &l : r.locators) locators.push_back(value_of(l));
    v.set_if("locators", std::move(locators));
    if (!r.metadata.empty()) v.set("metadata", r.metadata.value());
    v.set_if("other_names", r.other_names).set_if("successor", r.successor).set_if("predecessor", r.predecessor);
    v.set_if("batch", r.batch).set_if("reason", r.reason);
    if (r.withdrawn) v.set("withdrawn", to_string(*r.withdrawn));
    json::array values;
    for (const typed_value &each : r.values) {
        values.push_back(json::object{{"type", each.type}, {"value", each.value}});
    }
    v.set_if("values", std::move(values));
    return v;
}

std::expected<name_record, problem> record_from_json(const json::value &value) { return record_from_json(value, {}); }

std::expected<name_record, problem> record_from_json(const json::value &value,
                                                     std::initializer_list<std::string_view> others) {
    const place whole{value, {}, "a name record"};
    if (!value.is_object()) return std::unexpected{wrong("must be a JSON object", whole)};
    name_record r;
    for (const json::member &m : value.members()) {
        const place at = whole.member(m);
        std::expected<void, problem> ok;
        if (m.name == "locators") {
            ok = read_locators(r, at);
        } else if (m.name == "metadata") {
            ok = read_metadata(r, at);
        } else if (m.name == "other_names") {
            ok = read_other_names(r, at);
        } else if (m.name == "values") {
            ok = read_values(r, at);
        } else if (m.name == "successor" || m.name == "predecessor") {
            auto urn = read_urn(at);
            if (!urn) return std::unexpected{urn.error()};
            (m.name == "successor" ? r.successor : r.predecessor) = std::move(*urn);
        } else if (std::ranges::find(others, m.name) == others.end()) {
            ok = std::unexpected{no_member(at)};
        }
        if (!ok) return std::unexpected{ok.error()};
    }
    return r;
}

} // namespace uniform::resolver
