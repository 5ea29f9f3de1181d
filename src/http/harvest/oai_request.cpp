// Reads the requests of OAI-PMH.

#include <algorithm>
#include <chrono>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/resolver/record.hpp>

#include "base/base64url.hpp"
#include "base/decimal.hpp"
#include "base/try.hpp"
#include "http/harvest/oai.hpp"

namespace uniform::http {

namespace {

constexpr auto verb_names = enum_table<oai_verb>({{oai_verb::identify, "Identify"},
                                                  {oai_verb::list_metadata_formats, "ListMetadataFormats"},
                                                  {oai_verb::list_sets, "ListSets"},
                                                  {oai_verb::get_record, "GetRecord"},
                                                  {oai_verb::list_identifiers, "ListIdentifiers"},
                                                  {oai_verb::list_records, "ListRecords"}});

// The arguments of a verb: the required ones, the optional ones, and whether a resumptionToken may replace them.
struct wanted {
    std::vector<std::string_view> needed;
    std::vector<std::string_view> optional;
    bool resumable = false;
};
wanted wanted_by(oai_verb v) {
    switch (v) {
    case oai_verb::identify:
        return {};
    case oai_verb::list_metadata_formats:
        return {.needed = {}, .optional = {"identifier"}};
    case oai_verb::list_sets:
        return {.needed = {}, .optional = {}, .resumable = true};
    case oai_verb::get_record:
        return {.needed = {"identifier", "metadataPrefix"}, .optional = {}};
    case oai_verb::list_identifiers:
    case oai_verb::list_records:
        return {.needed = {"metadataPrefix"}, .optional = {"from", "until", "set"}, .resumable = true};
    }
    return {};
}

std::string micros(const std::optional<resolver::timestamp> &t) {
    return t ? std::to_string(t->time_since_epoch().count()) : std::string{};
}

// Section 3.4's metadataPrefix, and each part between the colons of a setSpec (section 2.7.2): unreserved characters of
// RFC 2396.
bool is_word(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return ascii::is_alnum(c) || std::string_view{"-_.!~*'()"}.contains(c);
    });
}
bool is_set(std::string_view text) noexcept {
    for (;;) {
        const std::size_t colon = text.find(':');
        if (!is_word(text.substr(0, colon))) return false;
        if (colon == std::string_view::npos) return true;
        text.remove_prefix(colon + 1);
    }
}

constexpr std::string_view prefix_of(const catalogue_format_row &row) noexcept { return row.prefix; }

// Both are optional; in one granularity; in this order (section 3.3).
std::expected<void, oai_error> read_dates(oai_selection &s, std::string_view from, std::string_view until) {
    const auto wrong = [](std::string_view name) {
        return oai_refusal(oai_error_code::bad_argument,
                           "\"" + std::string{name} + "\" must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ");
    };
    if (!from.empty()) {
        s.from = oai_date(from);
        if (!s.from) return wrong("from");
    }
    if (!until.empty()) {
        const auto t = oai_date(until);
        if (!t) return wrong("until");
        s.until = until.size() == 10 ? *t + std::chrono::days{1} : *t + std::chrono::seconds{1}; // inclusive
    }
    if (!from.empty() && !until.empty()) {
        if (from.size() != until.size()) {
            return oai_refusal(oai_error_code::bad_argument, "\"from\" and \"until\" have different granularities");
        }
        if (*s.from >= *s.until) return oai_refusal(oai_error_code::bad_argument, "\"from\" is later than \"until\"");
    }
    return {};
}

} // namespace

std::string_view to_string(oai_error_code c) noexcept {
    static constexpr auto names =
        enum_table<oai_error_code>({{oai_error_code::bad_argument, "badArgument"},
                                    {oai_error_code::bad_resumption_token, "badResumptionToken"},
                                    {oai_error_code::bad_verb, "badVerb"},
                                    {oai_error_code::cannot_disseminate_format, "cannotDisseminateFormat"},
                                    {oai_error_code::id_does_not_exist, "idDoesNotExist"},
                                    {oai_error_code::no_records_match, "noRecordsMatch"},
                                    {oai_error_code::no_set_hierarchy, "noSetHierarchy"}});
    return names.name(c);
}

std::string_view to_string(oai_verb v) noexcept { return verb_names.name(v); }

std::optional<resolver::timestamp> oai_date(std::string_view text) noexcept {
    if (text.size() != 10 && (text.size() != 20 || text[10] != 'T' || text[19] != 'Z')) return std::nullopt;
    return resolver::parse_timestamp(text);
}

std::optional<oai_arguments> oai_form(std::string_view body) {
    const auto hex = [](char c) { return base::hex_value_or(c, -1); };
    oai_arguments out;
    bool good = true;
    const auto decoded = [&](std::string_view text) {
        std::string s;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '+') {
                s += ' ';
            } else if (text[i] != '%') {
                s += text[i];
            } else if (i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
                s += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
                i += 2;
            } else {
                good = false;
            }
        }
        return s;
    };
    while (!body.empty()) {
        const auto *const end = std::ranges::find(body, '&');
        const std::string_view pair{body.begin(), end};
        body = {end == body.end() ? end : end + 1, body.end()};
        if (pair.empty()) continue;
        const auto *const equals = std::ranges::find(pair, '=');
        const std::string_view value{equals == pair.end() ? equals : equals + 1, pair.end()};
        out.emplace_back(decoded({pair.begin(), equals}), decoded(value));
    }
    if (!good) return std::nullopt;
    return out;
}

std::string oai_token(oai_verb v, const oai_selection &s) {
    return base::to_base64url(std::string{to_string(v)} + '\n' + micros(s.from) + '\n' + micros(s.until) + '\n' +
                              s.set + '\n' + std::to_string(s.after) + '\n' + std::to_string(s.given) + '\n' +
                              catalogue_formats[static_cast<std::size_t>(s.format)].prefix);
}

std::optional<oai_selection> oai_selection_of(std::string_view token, oai_verb v) {
    const auto text = base::from_base64url(token);
    if (!text) return std::nullopt;
    std::vector<std::string_view> fields;
    for (std::string_view rest = *text;;) {
        const std::size_t end = rest.find('\n');
        fields.push_back(rest.substr(0, end));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    // Tokens of version 0.1.0 had no format; tokens do not expire.
    if ((fields.size() != 6 && fields.size() != 7) || fields[0] != to_string(v)) return std::nullopt;
    const auto *const format =
        fields.size() == 6 ? catalogue_formats.begin() : std::ranges::find(catalogue_formats, fields[6], prefix_of);
    if (format == catalogue_formats.end()) return std::nullopt;
    const auto after = base::decimal(fields[4]);
    const auto given = base::decimal(fields[5]);
    if (!after || !given || *after > std::uint64_t{1} << 62U) return std::nullopt;
    oai_selection s{.set = std::string{fields[3]}, .format = format->format, .after = *after, .given = *given};
    const auto moment = [](std::string_view field, std::optional<resolver::timestamp> &t) {
        if (field.empty()) return true;
        const bool before_1970 = field.front() == '-';
        const auto n = base::decimal(field.substr(before_1970 ? 1 : 0));
        if (!n || *n > std::uint64_t{1} << 62U) return false;
        const auto count = static_cast<std::int64_t>(*n);
        t = resolver::timestamp{std::chrono::microseconds{before_1970 ? -count : count}};
        return true;
    };
    if (!moment(fields[1], s.from) || !moment(fields[2], s.until)) return std::nullopt;
    return s;
}

std::expected<oai_request, oai_error> oai_read(const oai_arguments &arguments) {
    const auto count = [&](std::string_view name) {
        return std::ranges::count(arguments, name, &std::pair<std::string, std::string>::first);
    };
    const auto value = [&](std::string_view name) -> std::string {
        const auto it = std::ranges::find(arguments, name, &std::pair<std::string, std::string>::first);
        return it == arguments.end() ? std::string{} : it->second;
    };
    if (count("verb") != 1) {
        return oai_refusal(oai_error_code::bad_verb,
                           count("verb") == 0 ? "missing argument \"verb\"" : "duplicate argument \"verb\"");
    }
    const auto verb = verb_names.find(value("verb"));
    if (!verb) return oai_refusal(oai_error_code::bad_verb, "unknown verb \"" + value("verb") + "\"");

    const wanted w = wanted_by(*verb);
    const bool resumed = count("resumptionToken") > 0;
    for (const auto &[name, text] : arguments) {
        if (name == "verb") continue;
        const bool known = resumed && w.resumable ? name == "resumptionToken"
                                                  : std::ranges::find(w.needed, name) != w.needed.end() ||
                                                        std::ranges::find(w.optional, name) != w.optional.end();
        if (!known && resumed && w.resumable) {
            return oai_refusal(oai_error_code::bad_argument, "resumptionToken excludes other arguments");
        }
        if (!known) {
            return oai_refusal(oai_error_code::bad_argument,
                               "unknown argument \"" + name + "\" of " + std::string{to_string(*verb)});
        }
        if (count(name) > 1) return oai_refusal(oai_error_code::bad_argument, "duplicate argument \"" + name + "\"");
        if (text.empty()) return oai_refusal(oai_error_code::bad_argument, "\"" + name + "\" is empty");
    }
    oai_request r{.verb = *verb, .resumed = resumed};
    if (resumed) {
        auto s = oai_selection_of(value("resumptionToken"), *verb);
        if (!s) return oai_refusal(oai_error_code::bad_resumption_token, "the resumptionToken is not one of this list");
        r.selection = std::move(*s);
        if (*verb == oai_verb::list_sets) r.sets_after = std::exchange(r.selection.set, {});
        return r;
    }
    for (const std::string_view name : w.needed) {
        if (count(name) == 0) {
            return oai_refusal(oai_error_code::bad_argument,
                               "missing argument \"" + std::string{name} + "\" of " + std::string{to_string(*verb)});
        }
    }
    if (count("set") > 0 && !is_set(value("set"))) {
        return oai_refusal(oai_error_code::bad_argument, "\"set\" is not a setSpec");
    }
    if (const std::string prefix = value("metadataPrefix"); !prefix.empty()) {
        if (!is_word(prefix))
            return oai_refusal(oai_error_code::bad_argument,
                               "\"metadataPrefix\" contains characters that are not permitted");
        const auto *const format = std::ranges::find(catalogue_formats, std::string_view{prefix}, prefix_of);
        if (format == catalogue_formats.end()) {
            return oai_refusal(oai_error_code::cannot_disseminate_format,
                               "unsupported metadata format; supported formats: oai_dc, datacite, mods");
        }
        r.selection.format = format->format;
    }
    r.identifier = value("identifier");
    r.selection.set = value("set");
    UNIFORM_CHECK(read_dates(r.selection, value("from"), value("until")));
    return r;
}

} // namespace uniform::http
