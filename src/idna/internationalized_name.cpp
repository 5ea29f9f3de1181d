#include <uniform/idna/internationalized_name.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/idna/spoofing.hpp>
#include <uniform/idna/uts46.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/text.hpp"
#include "idna/idna2008.hpp"
#include "idna/web_ipv4.hpp"

namespace uniform::idna {

namespace {

// Each label of 63 octets stands for 63 characters of four bytes at most.
constexpr std::size_t longest_name = std::size_t{254} * 4;

// The URL Standard, "forbidden domain code point": "%" and the forbidden host code points, controls and DEL.
bool is_forbidden(char c) {
    constexpr std::string_view forbidden = " #/:<>?@[\\]^|%\x7f";
    return static_cast<unsigned char>(c) < 0x20 || forbidden.contains(c);
}

uts46_options options_of(rules by) {
    if (by == rules::uts46) return {};
    return {.check_hyphens = false, .use_std3 = false, .verify_dns_length = false};
}

std::pair<std::string_view, std::string_view> source_of(uts46_error errors) {
    using enum uts46_error;
    if ((errors & (empty_label | label_too_long)) != none) return {"RFC 1034", "3.1"};
    if ((errors & (name_too_long | input_too_long)) != none) return {"RFC 1035", "2.3.4"};
    if ((errors & bidi) != none) return {"RFC 5893", "2"};
    return {"UTS 46", "4.1"};
}

// The first character that no label may have; "" if each of them is allowed alone.
std::string_view disallowed_character(std::string_view label, rules by) {
    for (std::size_t at = 0; at < label.size();) {
        const std::string_view one = label.substr(at, base::utf8_sequence_at(label.substr(at)).size);
        std::string between{"a"};
        between.append(one).append("a");
        if ((uts46_to_ascii(between, options_of(by)).errors & uts46_error::disallowed) != uts46_error::none) return one;
        at += one.size();
    }
    return {};
}

problem explained(std::string_view name, rules by, uts46_error errors) {
    // The first label that is wrong by itself; what only the whole name breaks is a problem of the whole name.
    std::string_view faulty = name;
    const std::string_view labels = name.ends_with('.') && name.size() > 1 ? name.substr(0, name.size() - 1) : name;
    detail::for_each_label(labels, [&](std::string_view label) {
        const uts46_result alone = uts46_to_ascii(label, options_of(by));
        if (alone.ok()) return true;
        faulty = label;
        errors = alone.errors;
        return false;
    });
    const auto [document, section] = source_of(errors);
    if ((errors & uts46_error::disallowed) != uts46_error::none) {
        const std::string_view one = disallowed_character(faulty, by);
        if (!one.empty()) {
            return detail::problem_of(name, one,
                                      detail::shown(base::character_of(one)) + " is not allowed in a host name",
                                      document, section);
        }
    }
    return detail::problem_of(name, faulty, std::string{message(errors)}, document, section);
}

std::expected<std::string, problem> by_uts46(std::string_view name, rules by) {
    // VerifyDnsLength refuses the empty label of the root (UTS 46 4.2 step 4), which a name may end with in a URI.
    const bool root = by == rules::uts46 && name.size() > 1 && name.ends_with('.');
    uts46_result made = uts46_to_ascii(root ? name.substr(0, name.size() - 1) : name, options_of(by));
    if (!made.ok()) return std::unexpected{explained(name, by, made.errors)};
    if (root) made.text += '.';
    return std::move(made.text);
}

// The URL Standard's domain parser.
std::expected<std::string, problem> domain_by_browser(std::string_view name) {
    std::string made;
    if (base::is_us_ascii(name)) {
        made = ascii::lower_copy(name);
    } else {
        auto converted = by_uts46(name, rules::browser);
        if (!converted) return converted;
        made = *std::move(converted);
    }
    const auto wrong = std::ranges::find_if(made, is_forbidden);
    if (made.empty() || wrong != made.end()) {
        if (made.empty())
            return std::unexpected{detail::problem_of(name, name, "the name is empty", "URL Standard", "3.3")};
        // A converted text has no offsets in the name.
        const bool as_given = base::is_us_ascii(name);
        const auto at = static_cast<std::size_t>(wrong - made.begin());
        return std::unexpected{detail::problem_of(name, as_given ? name.substr(at, 1) : name,
                                                  "the name contains a forbidden domain code point", "URL Standard",
                                                  "3.3")};
    }
    return made;
}

// The URL Standard's host parser from the domain parser on: a domain that ends in a number is an IPv4 address or none.
std::expected<std::string, problem> host_by_browser(std::string_view name) {
    auto made = domain_by_browser(name);
    if (!made || !detail::ends_in_a_number(*made)) return made;
    const auto address = detail::parse_ipv4(*made, [](detail::ipv4_error, std::size_t) {});
    if (address) return detail::serialize_ipv4(*address);
    const auto &[error, offset, size] = address.error();
    // A converted text has no offsets in the name.
    const std::string_view faulty = base::is_us_ascii(name) ? name.substr(offset, size) : name;
    return std::unexpected{detail::problem_of(name, faulty, std::string{message(error)}, "URL Standard", "3.5")};
}

// to_ascii(), with what browsers do as told.
std::expected<std::string, problem> converted(std::string_view name, rules by,
                                              std::expected<std::string, problem> (*as_browsers_do)(std::string_view)) {
    const auto refused = [&](std::string_view faulty, std::string says, std::string_view document,
                             std::string_view section) {
        return std::unexpected{detail::problem_of(name, faulty, std::move(says), document, section)};
    };
    if (name.empty()) return refused(name, "the name is empty", "RFC 1034", "3.1");
    if (name.size() > longest_name) return refused(name, "the name is longer than 253 octets", "RFC 1035", "2.3.4");
    if (const auto at = base::find_invalid_utf8(name)) {
        const std::string_view rest = name.substr(*at);
        return refused(rest.substr(0, base::utf8_sequence_at(rest).size), "the name is not UTF-8", "RFC 3629", "3");
    }
    if (const std::size_t nul = name.find('\0'); nul != std::string_view::npos) {
        return refused(name.substr(nul, 1), "the name contains NUL", "RFC 5890", "2.3.1");
    }
    switch (by) {
    case rules::idna2008:
        return detail::lookup_2008(name);
    case rules::browser:
        return as_browsers_do(name);
    default:
        return by_uts46(name, by);
    }
}

} // namespace

std::string_view to_string(rules r) noexcept {
    static constexpr auto names =
        enum_table<rules>({{rules::uts46, "uts46"}, {rules::idna2008, "idna2008"}, {rules::browser, "browser"}});
    return names.name(r);
}

std::expected<std::string, problem> to_ascii(std::string_view name, rules by) {
    return converted(name, by, &host_by_browser);
}

std::expected<std::string, problem> to_unicode(std::string_view name, rules by) {
    auto made = to_ascii(name, by);
    if (!made) return made;
    if (by == rules::idna2008) return detail::u_labels(*made);
    // By browsers' rules a label that is no valid A-label is still a name, and stays as it is.
    std::string out;
    detail::for_each_label(*made, [&](std::string_view label) {
        const uts46_result unicode = uts46_to_unicode(label, options_of(by));
        out += unicode.ok() ? unicode.text : std::string{label};
        out += '.';
        return true;
    });
    out.pop_back();
    return out;
}

shown_name display(std::string_view name) {
    const auto ascii = lookup_name(name);
    if (!ascii) return {std::string{name}, {}};
    shown_name shown;
    detail::for_each_label(*ascii, [&](std::string_view label) {
        const auto unicode = label.starts_with("xn--") ? to_unicode(label) : std::unexpected{problem{}};
        std::string_view why;
        if (unicode) {
            const spoofing risks = spoofing_of(*unicode);
            if (risks.mixed_scripts) {
                why = "it mixes scripts";
            } else if (risks.invisible) {
                why = "it has marks that cannot be seen";
            } else if (risks.restricted) {
                why = "it has a character that is not for identifiers";
            } else if (risks.mixed_numbers) {
                why = "it mixes digits of several systems";
            } else if (!risks.looks_like.empty()) {
                why = "it looks like a word in US-ASCII";
            }
        } else if (label.starts_with("xn--")) {
            why = "it is no valid A-label";
        }
        shown.text += unicode && why.empty() ? *unicode : std::string{label};
        shown.text += '.';
        if (!why.empty() && shown.why.empty()) (shown.why = '"').append(label).append("\": ").append(why);
        return true;
    });
    shown.text.pop_back();
    return shown;
}

std::expected<std::string, problem> lookup_name(std::string_view host, rules by) {
    if (host.empty() || host.starts_with('[')) return std::string{host};
    std::string decoded;
    if (!decode_append(decoded, host)) decoded = host;
    // The text that a percent-encoding hides must still be a name: "%2F" in a host is no delimiter (RFC 3986 2.2).
    if (decoded != host && base::is_us_ascii(decoded) && std::ranges::any_of(decoded, is_forbidden)) {
        return std::unexpected{problem{0, host.size(), "its percent-encoding hides a character that no host name has",
                                       "RFC 3986", "3.2.2"}};
    }
    if (!is_utf8(decoded)) {
        return std::unexpected{
            problem{0, host.size(), "its percent-encoded octets are not UTF-8", "RFC 3986", "3.2.2"}};
    }
    if (by == rules::browser && base::is_us_ascii(decoded)) return domain_by_browser(decoded); // of any length
    return converted(decoded, by, &domain_by_browser);
}

} // namespace uniform::idna
