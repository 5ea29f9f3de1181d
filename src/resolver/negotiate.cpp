#include <uniform/resolver/negotiate.hpp>

#include <algorithm>
#include <optional>

#include <uniform/base/ascii.hpp>

#include "resolver/field_list.hpp"

namespace uniform::resolver {

namespace {

using detail::is_token;
using detail::take_part;

constexpr std::size_t most_ranges = 64;
constexpr std::size_t longest_media_type = 255;

// RFC 9110 5.6.4: quoted-string, whose content may be any of these
bool is_quoted_string(std::string_view text) noexcept {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
    const std::string_view inside = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] == '"') return false;
        if (inside[i] == '\\' && ++i == inside.size()) return false;
        const auto c = static_cast<unsigned char>(inside[i]);
        if ((c < ' ' && c != '\t') || c == 0x7F) return false;
    }
    return true;
}

// RFC 9110 5.6.6: parameter-name "=" parameter-value; the value without its quotation marks
std::optional<std::pair<std::string_view, std::string_view>> parameter(std::string_view text) noexcept {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !is_token(text.substr(0, equals))) return std::nullopt;
    std::string_view value = text.substr(equals + 1);
    if (is_quoted_string(value)) {
        value = value.substr(1, value.size() - 2);
    } else if (!is_token(value)) {
        return std::nullopt;
    }
    return std::pair{text.substr(0, equals), value};
}

// type "/" subtype
std::optional<std::pair<std::string_view, std::string_view>> essence(std::string_view text) noexcept {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::pair parts{text.substr(0, slash), text.substr(slash + 1)};
    if (!is_token(parts.first) || !is_token(parts.second)) return std::nullopt;
    return parts;
}

std::optional<media_range> read_range(std::string_view text) {
    std::string_view rest = text;
    const auto types = essence(take_part(rest, ';'));
    if (!types || (types->first == "*" && types->second != "*")) return std::nullopt;
    media_range r{.type = types->first, .subtype = types->second};
    while (!rest.empty()) {
        const std::string_view part = take_part(rest, ';');
        if (part.empty()) continue;
        const auto p = parameter(part);
        if (!p) return std::nullopt;
        if (ascii::equal_ignoring_case(p->first, "q")) {
            // the parameters after it were an extension of RFC 7231, and mean nothing now
            const auto q = detail::quality(p->second);
            if (!q) return std::nullopt;
            r.quality = *q;
            return r;
        }
        r.parameters.push_back(*p);
    }
    return r;
}

// Whether the media type has that parameter. The values of most are compared exactly; "charset" in any case
// (RFC 9110 8.3.2).
bool has_parameter(std::string_view media_type, std::string_view name, std::string_view value) noexcept {
    static_cast<void>(take_part(media_type, ';'));
    while (!media_type.empty()) {
        const auto p = parameter(take_part(media_type, ';'));
        if (!p || !ascii::equal_ignoring_case(p->first, name)) continue;
        return ascii::equal_ignoring_case(name, "charset") ? ascii::equal_ignoring_case(p->second, value)
                                                           : p->second == value;
    }
    return false;
}

} // namespace

bool is_media_type(std::string_view text) noexcept {
    if (text.size() > longest_media_type) return false;
    std::string_view rest = text;
    const auto types = essence(take_part(rest, ';'));
    if (!types || types->first == "*" || types->second == "*") return false;
    if (text.front() == ' ' || text.front() == '\t' || text.back() == ' ' || text.back() == '\t') return false;
    while (!rest.empty()) {
        if (!parameter(take_part(rest, ';'))) return false;
    }
    return !text.ends_with(';');
}

std::string canonical_media_type(std::string_view media_type) {
    std::string out;
    std::string_view rest = media_type;
    std::ranges::transform(take_part(rest, ';'), std::back_inserter(out), ascii::to_lower);
    while (!rest.empty()) {
        const std::string_view part = take_part(rest, ';');
        const std::size_t equals = std::min(part.find('='), part.size());
        out += ';';
        std::ranges::transform(part.substr(0, equals), std::back_inserter(out), ascii::to_lower);
        out += part.substr(equals);
    }
    return out;
}

accept_list::accept_list(std::string_view field) {
    while (!field.empty() && ranges_.size() < most_ranges) {
        const std::string_view part = take_part(field, ',');
        if (part.empty()) continue;
        if (auto r = read_range(part)) ranges_.push_back(std::move(*r));
    }
}

accept_list::fit accept_list::of(std::string_view media_type) const noexcept {
    if (ranges_.empty()) return {.quality = 1000, .specificity = 1, .position = 0};
    std::string_view rest = media_type;
    const auto types = essence(take_part(rest, ';'));
    fit best{};
    std::size_t most = 0; // parameters matched by the best range
    if (!types) return best;
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        const media_range &r = ranges_[i];
        std::uint8_t specificity = 1;
        if (r.type != "*") {
            if (!ascii::equal_ignoring_case(r.type, types->first)) continue;
            specificity = 2;
            if (r.subtype != "*") {
                if (!ascii::equal_ignoring_case(r.subtype, types->second)) continue;
                specificity = r.parameters.empty() ? 3 : 4;
            }
        }
        const bool all = std::ranges::all_of(
            r.parameters, [&](const auto &p) { return has_parameter(media_type, p.first, p.second); });
        if (!all) continue;
        if (specificity < best.specificity || (specificity == best.specificity && r.parameters.size() <= most))
            continue;
        most = r.parameters.size();
        best = {.quality = r.quality, .specificity = specificity, .position = static_cast<std::uint8_t>(i)};
    }
    return best;
}

bool prefers_html(const accept_list &accept) noexcept {
    if (accept.empty()) return false;
    const auto value = [&](std::string_view type) {
        const auto fit = accept.of(type);
        return std::pair{fit.quality, fit.specificity};
    };
    return value("text/html") > std::max(value("application/json"), value("application/problem+json"));
}

} // namespace uniform::resolver
