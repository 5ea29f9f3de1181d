#include <uniform/resolver/correction.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/base/ascii.hpp>

#include "resolver/field_list.hpp"
#include "resolver/percent_layer.hpp"

namespace uniform::resolver {

namespace {

// White space as it is, as it is encoded in a request target, and what word processors add: no-break space, the mark
// of the byte order.
constexpr std::array<std::string_view, 11> spaces{" ",   "\t",  "\r",  "\n",     "%20",      "%09",
                                                  "%0D", "%0A", "%0d", "%C2%A0", "%EF%BB%BF"};

std::string_view without_white_space(std::string_view text) noexcept {
    const auto cut = [&](auto matches, auto remove) {
        for (bool again = true; again;) {
            again = false;
            for (const std::string_view s : spaces) {
                if (!matches(s)) continue;
                remove(s.size());
                again = true;
            }
        }
    };
    cut([&](auto s) { return text.starts_with(s); }, [&](auto n) { text.remove_prefix(n); });
    cut([&](auto s) { return text.ends_with(s); }, [&](auto n) { text.remove_suffix(n); });
    return text;
}

// The URN in a URL: after a "/", "?" or "=" after the host. Proxies make one slash of two.
std::optional<std::string_view> nested(std::string_view text) noexcept {
    std::size_t begin = 0;
    if (ascii::starts_with_ignoring_case(text, "https:/")) {
        begin = 7;
    } else if (ascii::starts_with_ignoring_case(text, "http:/")) {
        begin = 6;
    } else {
        return std::nullopt;
    }
    if (begin < text.size() && text[begin] == '/') ++begin;
    for (std::size_t i = begin; i + 1 < text.size(); ++i) {
        if (text[i] != '/' && text[i] != '?' && text[i] != '=') continue;
        std::string_view rest = text.substr(i + 1);
        if (!ascii::starts_with_ignoring_case(rest, "urn:") && !ascii::starts_with_ignoring_case(rest, "urn%3a"))
            continue;
        // The value of one parameter: others may follow.
        if (text[i] == '=') rest = rest.substr(0, rest.find('&'));
        return rest;
    }
    return std::nullopt;
}

// Whether removing a layer of percent-encoding could give a URN or a URL.
bool begins_encoded(std::string_view text) noexcept {
    return !ascii::starts_with_ignoring_case(text, "urn:") && text.substr(0, 40).contains('%');
}

// Removes one layer from the whole text; what follows a "?" was not encoded with it.
std::string without_layer(std::string_view text) {
    const std::size_t end = std::min(text.find('?'), text.size());
    return detail::without_percent_layer(text.substr(0, end)) + std::string(text.substr(end));
}

bool is_listed(std::string_view parameter, std::span<const std::string> list) noexcept {
    return std::ranges::any_of(list, [&](std::string_view l) {
        if (!l.ends_with('*')) return ascii::equal_ignoring_case(parameter, l);
        return ascii::starts_with_ignoring_case(parameter, l.substr(0, l.size() - 1));
    });
}

// Without a query that is not a component of a URN (RFC 8141 2.3) and whose parameters are all listed or empty: what
// is appended to "urn:example:a?" begins with "?" or "&".
std::string_view without_added_query(std::string_view text, const correction_rules &rules) noexcept {
    const std::size_t at = text.find('?');
    if (at == std::string_view::npos) return text;
    std::string_view query = text.substr(at);
    query.remove_prefix(std::min(query.find_first_not_of('?'), query.size()));
    while (!query.empty()) {
        const std::string_view parameter = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(parameter.size() + 1, query.size()));
        if (parameter.empty()) continue;
        if (!is_listed(parameter.substr(0, parameter.find('=')), rules.parameters)) return text;
    }
    return text.substr(0, at);
}

// Without the parameters at the end of a name that others appended to a URL with a query ("/uri-res/N2L?urn:...").
std::string_view without_added_parameters(std::string_view name, const correction_rules &rules) noexcept {
    for (;;) {
        const std::size_t at = name.rfind('&');
        if (at == std::string_view::npos) return name;
        const std::string_view parameter = name.substr(at + 1);
        if (!parameter.empty() && !is_listed(parameter.substr(0, parameter.find('=')), rules.parameters)) return name;
        name = name.substr(0, at);
    }
}

// The number of suffixes that may have been added to a name that does not exist or is malformed.
constexpr int most_added_suffixes = 3;

// The octets at the end of `text` that may be one added character, as it is or percent-encoded; 0 if there is none.
std::size_t added_suffix_size(std::string_view text, std::string_view suffixes) noexcept {
    if (text.empty()) return 0;
    if (suffixes.contains(text.back())) return 1;
    if (text.size() < 3 || text[text.size() - 3] != '%') return 0;
    const char high = text[text.size() - 2];
    const char low = text.back();
    if (!ascii::is_hexdig(high) || !ascii::is_hexdig(low)) return 0;
    return suffixes.contains(static_cast<char>(ascii::hex_value(high) * 16 + ascii::hex_value(low))) ? 3 : 0;
}

void note(std::vector<correction> &made, correction c) {
    if (std::ranges::find(made, c) == made.end()) made.push_back(c);
}

} // namespace

corrected correct(std::string_view text, const correction_rules &rules) {
    std::vector<correction> made;
    const auto as_sent = parse_urn(text);
    if (as_sent) return {.urn = uniform::urn{*as_sent}};
    if (!rules.enabled) return {.urn = std::unexpected{as_sent.error()}, .text = std::string{text}};
    std::string meant{text};
    // Each pass removes white space, a URL, or a layer of encoding; two layers at most, two URLs at most (the URL of a
    // resolver may hold that of another).
    int layers = 0;
    int urls = 0;
    for (;;) {
        if (const auto bare = without_white_space(meant); bare.size() != meant.size()) {
            meant = std::string(bare);
            note(made, correction::white_space);
            continue;
        }
        if (const auto inner = nested(meant); inner && urls < 2) {
            meant = std::string(*inner);
            note(made, correction::nested_resolver);
            ++urls;
            continue;
        }
        if (layers < 2 && begins_encoded(meant)) {
            std::string bare = without_layer(meant);
            if (bare != meant) {
                meant = std::move(bare);
                note(made, layers == 0 ? correction::encoding : correction::double_encoding);
                ++layers;
                continue;
            }
        }
        break;
    }
    auto u = parse_urn(meant);
    if (!u && ascii::starts_with_ignoring_case(meant, "urn:")) {
        if (const auto bare = without_added_query(meant, rules); bare.size() != meant.size()) {
            meant.resize(bare.size());
            note(made, correction::added_query);
            u = parse_urn(meant);
        }
    }
    if (!u && ascii::starts_with_ignoring_case(meant, "urn:")) {
        std::string_view shorter = meant;
        for (int n = 0; n < most_added_suffixes && !u; ++n) {
            const std::size_t added = added_suffix_size(shorter, rules.suffixes);
            if (added == 0) break;
            shorter.remove_suffix(added);
            const std::string_view bare = without_added_query(shorter, rules);
            u = parse_urn(bare);
            if (!u) continue;
            if (bare.size() != shorter.size()) note(made, correction::added_query);
            note(made, correction::added_suffix);
            return {.urn = uniform::urn{*u}, .corrections = std::move(made)};
        }
        u = parse_urn(meant); // the error is about the whole text
    }
    if (u) return {.urn = uniform::urn{*u}, .corrections = std::move(made)};
    // Without a URN in it, the error must be about the text as it was sent.
    if (!ascii::starts_with_ignoring_case(meant, "urn:"))
        return {.urn = std::unexpected{as_sent.error()}, .text = std::string{text}};
    return {.urn = std::unexpected{u.error()}, .text = std::move(meant), .corrections = std::move(made)};
}

std::vector<corrected> other_readings(std::string_view urn, const correction_rules &rules) {
    const auto u = parse_urn(urn);
    if (!u || !rules.enabled) return {};
    std::vector<correction> made;
    std::string_view name = u->assigned_name();
    const std::string_view components = urn.substr(name.size());
    if (const auto bare = without_white_space(name); bare.size() != name.size()) {
        name = bare;
        note(made, correction::white_space);
    }
    std::string other;
    for (std::size_t i = 0; i < name.size(); ++i) {
        other += name[i];
        const std::string_view rest = name.substr(i);
        if (rest.size() < 5 || !rest.starts_with("%25")) continue;
        if (!ascii::is_hexdig(rest[3]) || !ascii::is_hexdig(rest[4])) continue;
        i += 2; // "%25" stands for the "%" that was appended already
        note(made, correction::double_encoding);
    }
    std::vector<corrected> readings;
    const auto add = [&](const std::string &text) {
        if (auto again = uniform::urn::parse(text)) readings.push_back({.urn = std::move(*again), .corrections = made});
    };
    if (const auto bare = without_added_parameters(other, rules); components.empty() && bare.size() != other.size()) {
        other.resize(bare.size());
        note(made, correction::added_query);
    }
    if (!made.empty()) add(other + std::string(components));
    for (int n = 0; n < most_added_suffixes && components.empty(); ++n) {
        const std::size_t added = added_suffix_size(other, rules.suffixes);
        if (added == 0) break;
        other.resize(other.size() - added);
        note(made, correction::added_suffix);
        add(other);
    }
    return readings;
}

std::string list_of(std::span<const correction> corrections) {
    std::string out;
    for (const correction c : corrections) {
        if (!out.empty()) out += ", ";
        out += to_string(c);
    }
    return out;
}

} // namespace uniform::resolver
