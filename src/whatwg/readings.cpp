#include <uniform/whatwg/readings.hpp>

#include <algorithm>
#include <expected>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/uts46.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/whatwg/percent_encode_set.hpp>
#include <uniform/whatwg/web_url.hpp>

#include "whatwg/code_points.hpp"

namespace uniform::whatwg {

namespace {

// Only the first error of a part is shown.
constexpr std::size_t most_errors = 1000;

// A part of the text.
struct text_part {
    std::size_t begin = 0;
    std::size_t end = 0;
    [[nodiscard]] std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// RFC 3986 Appendix B: ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
struct generic_parts {
    std::optional<text_part> scheme;
    std::optional<text_part> authority;
    text_part host;
    text_part path;
    std::optional<text_part> query;
};

// The host is what follows the last "@", up to ":" and digits.
text_part host_in(std::string_view text, text_part authority) {
    text_part host = authority;
    if (const auto at = authority.of(text).rfind('@'); at != std::string_view::npos) host.begin += at + 1;
    const auto name = host.of(text);
    const auto colon = name.rfind(':');
    if (colon != std::string_view::npos && std::ranges::all_of(name.substr(colon + 1), ascii::is_digit))
        host.end = host.begin + colon;
    return host;
}

generic_parts generic_parts_of(std::string_view text) {
    generic_parts p;
    std::size_t at = 0;
    const auto scheme_end = text.find_first_of(":/?#");
    if (scheme_end != std::string_view::npos && scheme_end != 0 && text[scheme_end] == ':') {
        p.scheme = {0, scheme_end};
        at = scheme_end + 1;
    }
    const auto until = [&](std::string_view delimiters) {
        const text_part part{at, std::min(text.find_first_of(delimiters, at), text.size())};
        at = part.end;
        return part;
    };
    p.host = {at, at};
    if (text.substr(at).starts_with("//")) {
        at += 2;
        p.authority = until("/?#");
        p.host = host_in(text, *p.authority);
    }
    p.path = until("?#");
    if (at < text.size() && text[at] == '?') {
        ++at;
        p.query = until("#");
    }
    return p;
}

// A host in a form that is the same for both readings when they mean the same.
std::string comparable_host(std::string_view host) {
    if (host.starts_with('[')) {
        const auto parsed = parse_host(host);
        return parsed ? parsed->text : std::string{host};
    }
    // A name that IDNA maps beyond the case and NFC, such as one with full-width digits, is another name for software
    // that does not map it.
    auto name = ascii::lower_copy(percent_decode(host));
    if (!base::is_us_ascii(name)) name = idna::lower_case_nfc(name);
    if (!name.contains("xn--")) return name;
    std::string shown;
    for (std::size_t at = 0; at <= name.size();) {
        const auto end = std::min(name.find('.', at), name.size());
        const auto label = std::string_view{name}.substr(at, end - at);
        const auto unicode = label.starts_with("xn--") ? idna::uts46_to_unicode(label) : idna::uts46_result{};
        shown += label.starts_with("xn--") && unicode.ok() ? std::string_view{unicode.text} : label;
        if (end < name.size()) shown += '.';
        at = end + 1;
    }
    return shown;
}

// The cause of a difference: the first validation error between `from` and `to`, or else the first one before.
text_part cause_in(const validation_errors &errors, text_part zone, text_part otherwise) {
    const auto inside = std::ranges::find_if(
        errors, [&](const validation_error &e) { return e.offset >= zone.begin && e.offset <= zone.end; });
    const auto found = inside != errors.end() ? inside : std::ranges::find_if(errors, [&](const validation_error &e) {
        return e.offset <= zone.end;
    });
    if (found == errors.end()) return otherwise;
    // Errors of domains and IPv4 addresses concern the host as a whole.
    if (found->kind <= error_kind::ipv4_out_of_range_part && found->kind != error_kind::domain_percent_encoded)
        return otherwise;
    return {found->offset, found->offset + 1};
}

// The base of relative references, whose host nobody knows: RFC 6761 6.4, no name ends in ".invalid".
constexpr std::string_view base_host = "base.invalid";
const url &unknown_base() {
    static const url base = *parse("https://base.invalid/");
    return base;
}

// The URL that a browser makes of a text: of one with a scheme, its URL; of others, that of the reference for the
// unknown base.
struct browser_url {
    std::expected<url, failure> read = std::unexpected{failure{}};
    bool is_relative = false;
    validation_errors errors{most_errors};
    [[nodiscard]] std::string_view host() const {
        const auto name = read->view().hostname();
        return is_relative && name == base_host ? std::string_view{} : name;
    }
};

browser_url read_by_browser(std::string_view text, const generic_parts &p) {
    browser_url reading;
    if (p.scheme) {
        reading.read = parse(text, nullptr, &reading.errors);
        // "\\h:80" has no scheme for browsers, and a host where there is a base
        if (reading.read || reading.read.error().kind != error_kind::missing_scheme_non_relative_url) return reading;
    }
    browser_url relative;
    relative.is_relative = true;
    relative.read = parse(text, &unknown_base(), &relative.errors);
    return p.scheme && (!relative.read || relative.host().empty()) ? std::move(reading) : std::move(relative);
}

// RFC 3986 5.2.2, 5.2.3: the path of the target, for the path "/" of the base.
std::string target_path(std::string_view text, const generic_parts &p) {
    std::string path{p.path.of(text)};
    if (!p.scheme && !p.authority && !path.starts_with('/')) path.insert(0, 1, '/');
    return path;
}

} // namespace

std::string_view name(reading_part part) noexcept {
    static constexpr auto names = enum_table<reading_part>({{reading_part::scheme, "scheme"},
                                                            {reading_part::host, "host"},
                                                            {reading_part::path, "path"},
                                                            {reading_part::query, "query"},
                                                            {reading_part::rejected, "rejected"}});
    return names.name(part);
}

std::vector<reading_difference> reading_differences(std::string_view text) {
    std::vector<reading_difference> found;
    const auto p = generic_parts_of(text);
    const auto reading = read_by_browser(text, p);
    const auto &errors = reading.errors;
    const auto add = [&](reading_part part, text_part cause, std::string by_rfc3986, std::string_view by_browser) {
        cause.begin = std::min(cause.begin, text.size());
        cause.end = std::min(cause.end, text.size());
        found.push_back({part, cause.begin, cause.end - cause.begin, std::move(by_rfc3986), std::string{by_browser}});
    };
    if (!reading.read) {
        const auto &why = reading.read.error();
        if (!p.host.of(text).empty() || why.kind == error_kind::host_missing)
            add(reading_part::rejected, {why.offset, why.offset + 1}, std::string{p.host.of(text)}, name(why.kind));
        return found;
    }
    const auto v = reading.read->view();
    if (p.scheme && !reading.is_relative) {
        const auto scheme = ascii::lower_copy(p.scheme->of(text));
        if (scheme != v.scheme()) add(reading_part::scheme, cause_in(errors, *p.scheme, *p.scheme), scheme, v.scheme());
    }

    const auto host = p.host.of(text);
    if (comparable_host(host) != comparable_host(reading.host())) {
        // of a reference, the slashes that RFC 3986 finds in the path
        const text_part zone{p.scheme ? p.scheme->end : 0, p.authority           ? p.authority->end
                                                           : reading.is_relative ? p.path.end
                                                                                 : p.host.end};
        add(reading_part::host, cause_in(errors, zone, p.host), std::string{host}, reading.host());
    }

    std::string path = target_path(text, p);
    if (!v.has_opaque_path()) {
        const auto *end = detail::remove_dot_segments(path.data(), path.data() + path.size(), path.data());
        path.resize(static_cast<std::size_t>(end - path.data()));
    }
    if (path.empty() && v.is_special()) path = "/";
    if (percent_decode(path) != percent_decode(v.pathname()))
        add(reading_part::path, cause_in(errors, p.path, p.path), path, v.pathname());

    const auto query = p.query ? p.query->of(text) : std::string_view{};
    if (percent_decode(query) != percent_decode(v.query().value_or(std::string_view{}))) {
        const auto part = p.query.value_or(text_part{p.path.end, p.path.end});
        add(reading_part::query, cause_in(errors, part, part), std::string{query},
            v.query().value_or(std::string_view{}));
    }
    return found;
}

} // namespace uniform::whatwg
