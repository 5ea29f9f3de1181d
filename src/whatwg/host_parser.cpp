// URL Standard, "IDNA", "Host parsing" and "Host serializing".

#include "whatwg/host_parser.hpp"

#include <algorithm>

#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/uts46.hpp>
#include <uniform/syntax/percent.hpp>

#include "whatwg/code_points.hpp"
#include "whatwg/percent_encoding.hpp"

namespace uniform::whatwg {

namespace {

// "Domain parser ToASCII"
idna::uts46_result unicode_to_ascii(std::string_view domain, bool be_strict) {
    // The standard's examples of validation errors take no offence at the root label, which UTS 46 disallows since its
    // revision 31 with VerifyDnsLength.
    if (be_strict && domain.size() > 1 && domain.ends_with('.')) domain.remove_suffix(1);
    return idna::uts46_to_ascii(domain,
                                {.check_hyphens = be_strict, .use_std3 = be_strict, .verify_dns_length = be_strict});
}

// "Opaque-host parser"
std::optional<host> parse_opaque_host(std::string_view text, std::size_t at, recorder &record) {
    using enum error_kind;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_octet(text[i], forbidden_host)) continue;
        record.fail(host_invalid_code_point, at + i);
        return std::nullopt;
    }
    if (record.wanted()) {
        for (std::size_t i = 0; i < text.size();) {
            const auto size = base::utf8_sequence_at(text.substr(i)).size;
            const auto c = base::character_of(text.substr(i, size));
            if (!is_url_code_point(c) && c != '%') {
                record.add(invalid_url_unit, at + i);
                break;
            }
            i += size;
        }
        for (auto i = text.find('%'); i != std::string_view::npos; i = text.find('%', i + 1)) {
            if (is_percent_encoded_byte(text.substr(i))) continue;
            record.add(invalid_url_unit, at + i);
            break;
        }
    }
    host h{text.empty() ? host_kind::empty : host_kind::opaque, {}};
    append_percent_encoded(h.text, text, percent_encode_set::c0_control);
    return h;
}

std::expected<host, failure> parsed_host(std::string_view text, bool is_opaque, validation_errors *errors) {
    recorder record{errors};
    if (text.empty() && !is_opaque) { // which the host parser asserts not to get
        record.fail(error_kind::host_missing, 0);
        return std::unexpected{record.why()};
    }
    if (auto h = parse_host(text, is_opaque, 0, record)) return *std::move(h);
    return std::unexpected{record.why()};
}

} // namespace

std::size_t recorder::given(std::size_t offset) const noexcept {
    const auto after = std::ranges::upper_bound(moves_, offset, {}, &moved::in_text);
    if (after == moves_.begin()) return offset;
    const auto &last = *(after - 1);
    return last.in_given + (offset - last.in_text);
}

std::optional<std::string> parse_domain(std::string_view domain, bool be_strict, std::size_t at, recorder &record) {
    using enum error_kind;
    if (be_strict || record.wanted()) {
        auto strict = unicode_to_ascii(domain, true);
        if (!strict.ok()) record.fail(domain_to_ascii, at);
        if (be_strict) {
            if (!strict.ok()) return std::nullopt;
            return std::move(strict.text);
        }
    }
    std::string result;
    if (base::is_us_ascii(domain)) {
        // "... regardless of Unicode ToASCII's outcome, due to web compatibility."
        result = ascii::lower_copy(domain);
    } else {
        auto relaxed = unicode_to_ascii(domain, false);
        if (!relaxed.ok()) {
            record.failed(domain_to_ascii, at);
            return std::nullopt;
        }
        result = std::move(relaxed.text);
    }
    if (result.empty() || std::ranges::any_of(result, [](char c) { return is_octet(c, forbidden_domain); })) {
        record.failed(domain_to_ascii, at);
        return std::nullopt;
    }
    return result;
}

std::optional<host> parse_host(std::string_view text, bool is_opaque, std::size_t at, recorder &record) {
    using enum error_kind;
    if (text.starts_with('[')) {
        if (!text.ends_with(']')) {
            record.fail(ipv6_unclosed, at + text.size());
            return std::nullopt;
        }
        const auto address = parse_ipv6(text.substr(1, text.size() - 2), at + 1, record);
        if (!address) return std::nullopt;
        return host{host_kind::ipv6, '[' + serialize_ipv6(*address) + ']'};
    }
    if (is_opaque) return parse_opaque_host(text, at, record);

    std::optional<std::string> ascii;
    bool encoded = false;
    for (auto i = text.find('%'); i != std::string_view::npos && !encoded; i = text.find('%', i + 1)) {
        encoded = is_percent_encoded_byte(text.substr(i));
        if (encoded) record.add(domain_percent_encoded, at + i);
    }
    if (encoded) {
        ascii = parse_domain(utf8_decode(percent_decode(text)), false, at, record);
    } else {
        ascii = parse_domain(text, false, at, record);
    }
    if (!ascii) return std::nullopt;
    if (ends_in_a_number(*ascii)) {
        const auto address = parse_ipv4(*ascii, at, !encoded && ascii->size() == text.size(), record);
        if (!address) return std::nullopt;
        return host{host_kind::ipv4, serialize_ipv4(*address)};
    }
    return host{host_kind::domain, *std::move(ascii)};
}

std::expected<host, failure> parse_host(std::string_view text, bool is_opaque, validation_errors *errors) {
    if (!is_utf8(text)) return parsed_host(utf8_decode(text), is_opaque, errors);
    return parsed_host(text, is_opaque, errors);
}

std::expected<std::string, failure> domain_to_ascii(std::string_view domain, bool be_strict,
                                                    validation_errors *errors) {
    recorder record{errors};
    if (auto made = parse_domain(domain, be_strict, 0, record)) return *std::move(made);
    return std::unexpected{record.why()};
}

std::string domain_to_unicode(std::string_view domain) {
    auto made = idna::uts46_to_unicode(domain, {.check_hyphens = false, .use_std3 = false, .verify_dns_length = false});
    return made.ok() ? std::move(made.text) : std::string{domain};
}

bool is_valid_domain(std::string_view text) {
    const auto domain = domain_to_ascii(text, true);
    return domain && !domain->empty() && !ends_in_a_number(*domain);
}

} // namespace uniform::whatwg
