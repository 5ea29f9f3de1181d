#include "sql/functions.hpp"

#include <algorithm>
#include <vector>

#include <uniform/lint/lint.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/url/by_edition.hpp>
#include <uniform/urn/urn.hpp>

#include "sql/decoded_text.hpp"

namespace uniform::sql {

std::optional<reference_view> parsed(std::string_view text, edition e) {
    const auto r = parse_uri_reference(text, {e});
    return r ? std::optional{*r} : std::nullopt;
}

bool valid(std::string_view text, edition e) {
    return is_urn_edition(e) ? parse_urn(text, {e}).has_value() : !why_invalid(text, {e});
}

maybe_text error_of(std::string_view text, edition e) {
    if (is_urn_edition(e)) {
        const auto u = parse_urn(text, {e});
        return u ? std::nullopt : std::optional{sentence(u.error(), text)};
    }
    const auto why = why_invalid(text, {e});
    return why ? std::optional{sentence(*why, text)} : std::nullopt;
}

maybe_view component(std::string_view text, rule which, edition e) {
    const auto r = parsed(text, e);
    const auto where = r ? r->where(which) : std::nullopt;
    if (!where) return std::nullopt;
    return text.substr(where->begin, where->end - where->begin);
}

maybe_text address(const reference_view &r) {
    const auto a = r.address();
    return a ? std::optional{to_string(*a)} : std::nullopt;
}

maybe_text normalize(std::string_view text, comparison_level level, edition e) {
    auto normal = normalize_text(text, {e}, {.level = level});
    return normal ? std::optional{*std::move(normal)} : std::nullopt;
}

std::optional<bool> equivalent(std::string_view a, std::string_view b, comparison_level level, edition e) {
    const auto same = equivalent_texts(a, b, {e}, {.level = level});
    return same ? std::optional{*same} : std::nullopt;
}

maybe_text resolve(std::string_view base, std::string_view reference, edition e) {
    auto target = resolve_texts(base, reference, {e});
    return target ? std::optional{*std::move(target)} : std::nullopt;
}

maybe_text relativize(std::string_view base, std::string_view target, edition e) {
    const auto b = parse_uri(base, {e});
    const auto t = parse_uri(target, {e});
    if (!b || !t) return std::nullopt;
    auto reference = uniform::relativize(*b, *t);
    return reference ? std::optional{*std::move(reference)} : std::nullopt;
}

maybe_text parameter(std::string_view text, std::string_view key) {
    const auto query = component(text, rule::query, edition::rfc3987);
    if (!query) return std::nullopt;
    const auto found = query_parameters{*query}.find(decoded{key});
    if (!found) return std::nullopt;
    return decoded_text(found->value.value_or(std::string_view{}));
}

std::string escape(std::string_view data, bool space_to_plus, bool normalize_breaks) {
    std::string out;
    std::size_t begin = 0;
    const auto flush = [&](std::size_t end) {
        encode_append(out, data.substr(begin, end - begin), unreserved(edition::rfc3986));
        begin = end + 1;
    };
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (data[i] == ' ' && space_to_plus) {
            flush(i);
            out += '+';
        } else if (normalize_breaks && (data[i] == '\n' || data[i] == '\r')) {
            flush(i);
            if (data[i] == '\r' && i + 1 < data.size() && data[i + 1] == '\n') begin = ++i + 1;
            out += "%0D%0A";
        }
    }
    flush(data.size());
    return out;
}

std::string unescape(std::string_view text, bool plus_to_space, bool convert_breaks) {
    std::string out;
    out.reserve(text.size());
    const auto hex = [](char c) { return characters::hexdig.contains(c); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%' && i + 2 < text.size() && hex(text[i + 1]) && hex(text[i + 2])) {
            c = static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
            i += 2;
        } else if (c == '+' && plus_to_space) {
            c = ' ';
        }
        if (convert_breaks && c == '\n' && out.ends_with('\r')) out.pop_back();
        out += c;
    }
    return out;
}

std::string lint_rules(std::string_view text) {
    std::string out;
    std::vector<lint_check> seen;
    for (const auto &f : uniform::lint(text, {.unicode = &icu_checks(), .safer = false})) {
        if (std::find(seen.begin(), seen.end(), f.check) != seen.end()) continue;
        seen.push_back(f.check);
        if (!out.empty()) out += ',';
        out += to_string(f.check);
    }
    return out;
}

} // namespace uniform::sql
