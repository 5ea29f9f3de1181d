// The JSON form of a record.

#include <uniform/resolver/record.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include <nlohmann/json.hpp>

#include <uniform/resolver/json_text.hpp>
#include <uniform/resolver/language.hpp>
#include <uniform/resolver/locator_url.hpp>
#include <uniform/resolver/negotiate.hpp>

namespace uniform::resolver {

namespace {

using json = nlohmann::ordered_json;
using failed = std::unexpected<problem>;

constexpr std::size_t most_locators = 1000;
constexpr std::size_t most_other_names = 1000;
constexpr std::size_t longest_metadata = std::size_t{64} << 10U;
constexpr std::uint32_t greatest_weight = 1'000'000;

// A value that is not what the member takes; the pointer (RFC 6901) says where it stands.
problem wrong(std::string detail, std::string_view pointer, std::string rule = {}) {
    problem p{.type = problem_type::invalid, .detail = std::move(detail), .rule = std::move(rule)};
    p.members = "{\"pointer\":";
    append_json_string(p.members, pointer);
    p.members += '}';
    return p;
}
problem at(problem p, std::string_view pointer) {
    p.type = problem_type::invalid;
    p.members = wrong({}, pointer).members;
    return p;
}

std::expected<std::string, problem> text(const json &value, const std::string &pointer) {
    if (!value.is_string()) return failed{wrong("a string is wanted", pointer)};
    return value.get<std::string>();
}

std::expected<timestamp, problem> time(const json &value, const std::string &pointer) {
    const auto t = value.is_string() ? parse_timestamp(value.get_ref<const std::string &>()) : std::nullopt;
    if (!t) return failed{wrong("a date-time is wanted: \"2026-11-21T10:00:00Z\"", pointer, "RFC 3339 section 5.6")};
    return *t;
}

std::expected<void, problem> read_member(locator &l, std::string_view key, const json &value,
                                         const std::string &pointer) {
    if (key == "weight") {
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > greatest_weight) {
            return failed{wrong("a number from 0 to 1000000 is wanted", pointer)};
        }
        l.weight = value.get<std::uint32_t>();
        return {};
    }
    if (key == "valid_from" || key == "valid_until") {
        const auto t = time(value, pointer);
        if (!t) return failed{t.error()};
        (key == "valid_from" ? l.valid_from : l.valid_until) = *t;
        return {};
    }
    if (key != "url" && key != "media_type" && key != "language" && key != "country") {
        return failed{wrong("a locator has no member \"" + std::string(key) + "\"", pointer)};
    }
    const auto s = text(value, pointer);
    if (!s) return failed{s.error()};
    if (key == "url") {
        if (const auto ok = check_locator_url(*s); !ok) return failed{at(ok.error(), pointer)};
        l.url = *s;
    } else if (key == "media_type") {
        if (!is_media_type(*s)) return failed{wrong("not a media type", pointer, "RFC 9110 section 8.3.1")};
        l.media_type = canonical_media_type(*s);
    } else if (key == "language") {
        if (!is_language_tag(*s)) return failed{wrong("not a language tag", pointer, "RFC 5646 section 2.1")};
        l.language = canonical_language_tag(*s);
    } else {
        const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
        if (s->size() != 2 || !std::ranges::all_of(*s, is_letter)) {
            return failed{wrong("not a country code of two letters", pointer, "ISO 3166-1 alpha-2")};
        }
        for (const char c : *s) l.country += static_cast<char>(c & ~0x20);
    }
    return {};
}

std::expected<locator, problem> read_locator(const json &value, const std::string &pointer) {
    locator l;
    if (value.is_string()) { // the URL alone
        if (auto ok = read_member(l, "url", value, pointer); !ok) return failed{ok.error()};
        return l;
    }
    if (!value.is_object()) return failed{wrong("an object with a \"url\" is wanted", pointer)};
    for (const auto &[key, member] : value.items()) {
        if (auto ok = read_member(l, key, member, pointer + "/" + key); !ok) return failed{ok.error()};
    }
    if (l.url.empty()) return failed{wrong("the member \"url\" is missing", pointer)};
    if (l.valid_from && l.valid_until && *l.valid_from >= *l.valid_until) {
        return failed{wrong("valid_until is not after valid_from: it would never be valid", pointer)};
    }
    return l;
}

std::expected<void, problem> read_locators(name_record &r, const json &value) {
    if (!value.is_array() || value.size() > most_locators) {
        return failed{wrong("an array of at most 1000 locators is wanted", "/locators")};
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto l = read_locator(value[i], "/locators/" + std::to_string(i));
        if (!l) return failed{l.error()};
        r.locators.push_back(std::move(*l));
    }
    // A URL may lead to several types and languages, and be right at several times; but nobody can tell two apart that
    // have all this in common.
    std::set<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view,
                        std::optional<timestamp>, std::optional<timestamp>>>
        seen;
    for (std::size_t i = 0; i < r.locators.size(); ++i) {
        const locator &l = r.locators[i];
        if (seen.emplace(l.url, l.media_type, l.language, l.country, l.valid_from, l.valid_until).second) continue;
        return failed{wrong("\"" + l.url + "\" is there twice", "/locators/" + std::to_string(i))};
    }
    return {};
}

std::expected<std::string, problem> read_urn(const json &value, const std::string &pointer) {
    const auto s = text(value, pointer);
    if (!s) return failed{s.error()};
    const auto key = key_of(*s);
    if (!key) return failed{at(key.error(), pointer)};
    return urn_of(*key);
}

std::expected<void, problem> read_other_names(name_record &r, const json &value) {
    if (!value.is_array() || value.size() > most_other_names) {
        return failed{wrong("an array of at most 1000 URNs is wanted", "/other_names")};
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        auto urn = read_urn(value[i], "/other_names/" + std::to_string(i));
        if (!urn) return failed{urn.error()};
        r.other_names.push_back(std::move(*urn));
    }
    auto sorted = r.other_names;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
        return failed{wrong("\"" + *twice + "\" is there twice", "/other_names")};
    }
    return {};
}

// A date as catalogues have it: a year, a month, a day, or a moment.
bool is_date(const std::string &s) {
    if (s.size() == 4) return parse_timestamp(s + "-01-01").has_value();
    if (s.size() == 7) return parse_timestamp(s + "-01").has_value();
    return parse_timestamp(s).has_value();
}

std::expected<void, problem> check_metadata(const json &value) {
    static constexpr std::array core{"title", "creator", "type", "publisher"};
    if (!value.is_object()) return failed{wrong("an object is wanted", "/metadata")};
    const auto is_text = [](const json &v) { return v.is_string() && !v.get_ref<const std::string &>().empty(); };
    for (const char *key : core) {
        const auto member = value.find(key);
        if (member == value.end()) continue;
        const bool list = member->is_array() && !member->empty() && std::ranges::all_of(*member, is_text);
        if (!list && !is_text(*member)) {
            return failed{wrong("a string, or an array of strings, is wanted; none of them empty",
                                "/metadata/" + std::string(key))};
        }
    }
    const auto date = value.find("date");
    if (date != value.end() && !(date->is_string() && is_date(date->get<std::string>()))) {
        return failed{wrong("a date is wanted: \"2026\", \"2026-11\", \"2026-11-21\", or a date-time", "/metadata/date",
                            "RFC 3339 section 5.6")};
    }
    return {};
}

std::expected<void, problem> read_metadata(name_record &r, const json &value) {
    if (auto ok = check_metadata(value); !ok) return ok;
    r.metadata = value.empty() ? std::string{} : value.dump();
    if (r.metadata.size() > longest_metadata) return failed{wrong("more than 65536 bytes", "/metadata")};
    return {};
}

// Writes members, each behind its comma.
class members {
public:
    explicit members(std::string &out) : out_(out) { out_ += '{'; }
    void raw(std::string_view key, std::string_view value) {
        begin(key);
        out_ += value;
    }
    void text(std::string_view key, std::string_view value) {
        begin(key);
        append_json_string(out_, value);
    }
    void text_if(std::string_view key, std::string_view value) {
        if (!value.empty()) text(key, value);
    }
    void begin(std::string_view key) {
        if (!first_) out_ += ',';
        first_ = false;
        out_ += '"';
        out_ += key;
        out_ += "\":";
    }
    void end() { out_ += '}'; }

private:
    std::string &out_;
    bool first_ = true;
};

} // namespace

void append_json(std::string &out, const locator &l) {
    members m{out};
    m.text("url", l.url);
    m.text_if("media_type", l.media_type);
    m.text_if("language", l.language);
    m.text_if("country", l.country);
    if (l.weight != 1) m.raw("weight", std::to_string(l.weight));
    if (l.valid_from) m.text("valid_from", to_string(*l.valid_from));
    if (l.valid_until) m.text("valid_until", to_string(*l.valid_until));
    m.end();
}

void append_json(std::string &out, const name_record &r, std::string_view key) {
    members m{out};
    m.text("name", r.name.empty() ? urn_of(key) : r.name);
    m.text("key", key);
    m.text("state", to_string(r.state));
    m.text_if("registrar", r.registrar);
    if (!r.locators.empty()) {
        m.begin("locators");
        out += '[';
        for (const locator &l : r.locators) {
            if (&l != r.locators.data()) out += ',';
            append_json(out, l);
        }
        out += ']';
    }
    if (!r.metadata.empty()) m.raw("metadata", r.metadata);
    if (!r.other_names.empty()) {
        m.begin("other_names");
        out += '[';
        for (const std::string &n : r.other_names) {
            if (&n != r.other_names.data()) out += ',';
            append_json_string(out, n);
        }
        out += ']';
    }
    m.text_if("successor", r.successor);
    m.text_if("predecessor", r.predecessor);
    m.text_if("batch", r.batch);
    m.text_if("reason", r.reason);
    if (r.withdrawn) m.text("withdrawn", to_string(*r.withdrawn));
    m.end();
}

std::string to_json(const name_record &r, std::string_view key) {
    std::string out;
    append_json(out, r, key);
    return out;
}

std::expected<name_record, problem> record_from_json(std::string_view text) {
    if (const auto deep = nested_deeper(text)) {
        return failed{problem{
            .type = problem_type::malformed, .detail = "the JSON is nested deeper than 32 levels", .offset = *deep}};
    }
    const json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        return failed{problem{.type = problem_type::malformed, .detail = "not JSON", .rule = "RFC 8259"}};
    }
    if (!value.is_object()) return failed{wrong("an object is wanted", "")};
    name_record r;
    for (const auto &[key, member] : value.items()) {
        std::expected<void, problem> ok;
        if (key == "locators") {
            ok = read_locators(r, member);
        } else if (key == "metadata") {
            ok = read_metadata(r, member);
        } else if (key == "other_names") {
            ok = read_other_names(r, member);
        } else if (key == "successor" || key == "predecessor") {
            auto urn = read_urn(member, "/" + key);
            if (!urn) return failed{urn.error()};
            (key == "successor" ? r.successor : r.predecessor) = std::move(*urn);
        } else {
            return failed{wrong("a record has no member \"" + key + "\" that can be set", "/" + key)};
        }
        if (!ok) return failed{ok.error()};
    }
    return r;
}

} // namespace uniform::resolver
