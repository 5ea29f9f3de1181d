// The host: disguised addresses, addresses of internal networks, and names.

#include <algorithm>

#include <uniform/base/ascii.hpp>

#include "lint/pass.hpp"
#include "lint/unusual_address.hpp"

namespace uniform::linting {

namespace {

void check_special(pass &p, const ip_address &address, const std::string &how) {
    const special_range *special = special_range_of(address);
    if (special == nullptr) return;
    p.find_by(check_of(special->use), *p.at.host, how + to_string(address) + ", " + std::string{special->says},
              special->document, special->section);
}

void check_address(pass &p, const ip_address &address) {
    if (const auto inner = embedded_address(address)) {
        p.find(lint_check::embedded_ipv4, *p.at.host,
               "the IPv6 address embeds the IPv4 address " + to_string(*inner) +
                   ", which a filter for IPv4 addresses misses");
        return check_special(p, *inner, "the host resolves to ");
    }
    check_special(p, address, "the host is ");
}

bool has_ace_prefix(std::string_view label) {
    return label.size() >= 4 && ascii::equal_ignoring_case(label.substr(0, 4), "xn--");
}

// RFC 1123 2.1: letters, digits and hyphens, no hyphen at the ends.
bool is_ldh(std::string_view label) {
    const auto ok = [](char c) { return ascii::is_alnum(c) || c == '-'; };
    return !label.empty() && std::ranges::all_of(label, ok) && label.front() != '-' && label.back() != '-';
}

// Whether no check of single labels has anything to say: US-ASCII, 253 characters at most, labels of is_ldh() with 63
// at most, and no A-label. The rest is for those checks.
bool is_plain_name(std::string_view labels) {
    if (labels.empty() || labels.size() > 253) return false;
    char before = '.';
    std::size_t begin = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const char c = labels[i];
        if (!ascii::is_alnum(c)) {
            if (before == '.' || (c != '-' && c != '.')) return false;
            if (c == '.') {
                if (before == '-' || i - begin > 63) return false;
                begin = i + 1;
            } else if (before == '-') {
                return false; // "xn--", perhaps
            }
        }
        before = c;
    }
    return before != '.' && before != '-' && labels.size() - begin <= 63;
}

// Special-use names that are not looked up in the public DNS.
void check_local_name(pass &p, std::string_view name) {
    if (name.ends_with('.')) name.remove_suffix(1);
    // The last labels of all names below that have a dot.
    constexpr std::string_view last_labels[]{"localhost", "localdomain", "internal", "local", "arpa",
                                             "intranet",  "private",     "lan",      "corp",  "home"};
    if (const auto dot = name.rfind('.'); dot != std::string_view::npos) {
        const std::string_view last = name.substr(dot + 1);
        const auto is_last = [&](std::string_view label) { return ascii::equal_ignoring_case(last, label); };
        if (std::ranges::none_of(last_labels, is_last)) return;
    }
    const std::string text = ascii::lower_copy(name);
    const auto under = [&](std::string_view domain) {
        return text == domain ||
               (text.ends_with(domain) && text.size() > domain.size() && text[text.size() - domain.size() - 1] == '.');
    };
    const range where = *p.at.host;
    if (under("localhost") || text == "localhost.localdomain" || text == "ip6-localhost" || text == "ip6-loopback") {
        p.find_by(lint_check::loopback_address, where, "the host is a name of the machine that reads the identifier",
                  "RFC 6761", "6.3");
    } else if (under("metadata.google.internal") || text == "metadata") {
        // RFC 6762 Appendix G: .internal is for private networks; a name without a dot is completed to one.
        p.find_by(lint_check::local_name, where,
                  "the host is the metadata service of clouds, which has a machine's credentials", "RFC 6762",
                  "Appendix G", {}, lint_severity::warning);
    } else if (under("local")) {
        p.find_by(lint_check::local_name, where, "names under .local belong to the local link", "RFC 6762", "3");
    } else if (under("home.arpa")) {
        p.find_by(lint_check::local_name, where, "names under .home.arpa belong to a home network", "RFC 8375", "3");
    } else if (under("internal") || under("intranet") || under("private") || under("lan") || under("corp") ||
               under("home")) {
        p.find_by(lint_check::local_name, where, "names of this kind are private and not in the public DNS", "RFC 6762",
                  "Appendix G");
    } else if (!text.contains('.') && (is_web_scheme(p.scheme) || p.scheme == "ftp")) {
        p.find_by(lint_check::local_name, where,
                  "a name without a dot is completed with the domain of the client that looks it up", "RFC 3986",
                  "3.2.2");
    }
}

// One label that is, or could be, an internationalized one (RFC 5890 2.3.2.1).
void check_idna(pass &p, std::string_view label) {
    const bool ace = has_ace_prefix(label);
    if (!ace && base::is_us_ascii(label)) return;
    const range where = *p.at.host;
    const unicode_checks::label *const known = p.forms_of(label);
    if (known == nullptr) {
        if (ace) {
            p.find(lint_check::idna_label, where, in_quotes(label) + " is an A-label: it is displayed as another text");
        } else {
            p.find(lint_check::unicode_label, where, in_quotes(label) + " is looked up in the DNS as an A-label");
        }
        return;
    }
    const unicode_checks::label &forms = *known;
    std::vector<edit> ascii;
    if (!ace && !p.ascii_host().empty()) ascii.push_back({where, p.ascii_host()});
    if (!forms.why_not.empty()) {
        p.find(lint_check::idna_invalid, where, in_quotes(label) + " is not a valid label: " + forms.why_not);
        return;
    }
    if (ace) {
        p.find(lint_check::idna_label, where, in_quotes(label) + " is the A-label of " + in_quotes(forms.unicode));
        return;
    }
    p.find(lint_check::unicode_label, where,
           in_quotes(label) + " is looked up as " + in_quotes(forms.ascii) +
               (forms.unicode == label ? "" : ", whose U-label is " + in_quotes(forms.unicode)),
           ascii);
    if (forms.deviates) {
        p.find(lint_check::idna_deviation, where,
               in_quotes(forms.unicode) +
                   " has a character that older software (IDNA2003) maps to another, which gives another name",
               ascii);
    }
}

void report_rare_ipv4(pass &p, const ip_address &address, lint_severity severity) {
    const range where = *p.at.host;
    p.find_by(lint_check::rare_ipv4, where,
              in_quotes(p.of(where)) + " is a reg-name by RFC 3986; much software reads it as the address " +
                  to_string(address),
              "RFC 3986", "7.4", {{where, to_string(address)}}, severity);
    check_special(p, address, "much software reads the host as ");
}

// Whether one is no label of a host name.
bool check_labels(pass &p, std::string_view labels) {
    const range where = *p.at.host;
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    if (const auto characters = std::ranges::count_if(labels, begins); characters > 253) {
        p.find(lint_check::long_host_name, where,
               "the name has " + std::to_string(characters) + " characters; a name in the DNS has at most 253");
    }
    bool odd = false;
    for_each_label(labels, [&](std::string_view label) {
        check_idna(p, label);
        if (base::is_us_ascii(label)) {
            odd = odd || !is_ldh(label);
            if (label.size() > 63) {
                p.find(lint_check::long_host_name, where,
                       "a label of " + std::to_string(label.size()) + " characters; a label in the DNS has at most 63");
            }
        }
    });
    return odd;
}

void check_name(pass &p) {
    const std::string_view name = p.host;
    const range where = *p.at.host;
    const auto parsed_host = p.of(where);
    if (const auto address = rare_address(name)) return report_rare_ipv4(p, *address, lint_severity::error);
    if (const auto address = parse_ipv4address(name)) return check_special(p, *address, "the host is ");
    if (p.options.unicode != nullptr && !base::is_us_ascii(name)) {
        // Digits of other scripts may be mapped to those of an address.
        const std::string &mapped = p.ascii_host();
        const auto plain = parse_ipv4address(mapped);
        if (const auto address = plain ? plain : rare_address(mapped)) {
            p.find(lint_check::rare_ipv4, where,
                   in_quotes(parsed_host) + " is mapped to " + in_quotes(mapped) +
                       ", which much software reads as the address " + to_string(*address),
                   {{where, to_string(*address)}});
            return check_special(p, *address, "much software reads the host as ");
        }
    }
    check_local_name(p, name);

    std::string_view labels = name;
    if (labels.ends_with('.') && labels.size() > 1) labels.remove_suffix(1);
    const bool odd = !is_plain_name(labels) && check_labels(p, labels);
    const auto last = labels.rfind('.');
    const std::string_view top = labels.substr(last == std::string_view::npos ? 0 : last + 1);
    const bool number = !top.empty() && std::ranges::all_of(top, ascii::is_digit);
    if (odd) {
        p.find(lint_check::host_name_syntax, where,
               in_quotes(parsed_host) +
                   " is not a name of the DNS: its labels consist of letters, digits and inner hyphens");
    } else if (number) {
        p.find(lint_check::host_name_syntax, where,
               in_quotes(parsed_host) + " ends with a number and is not an address: some software refuses it");
    }
}

} // namespace

void check_host(pass &p) {
    if (!p.at.host) return;
    const std::string_view host = p.of(p.at.host);
    if (host.empty()) {
        // RFC 9110 4.2.1: a sender must not generate, a recipient must reject it. file and others have a default.
        if (!is_web_scheme(p.scheme) && p.scheme != "ftp") return;
        const std::string_view path = p.of(p.at.path);
        const auto rest = std::min(path.find_first_not_of('/'), path.size());
        const bool has_other = !p.at.userinfo && !p.at.port && rest > 0 && rest < path.size();
        p.find(lint_check::empty_host, {p.at.authority->begin, p.at.authority->end},
               has_other ? "the scheme requires a host; browsers read the first segment of the path as the host"
                         : "the scheme requires a host; browsers reject a URL without one");
        return;
    }
    if (host.starts_with('[')) {
        if (const auto address = parse_ipv6address(p.host)) check_address(p, *address);
        return;
    }
    if (is_network_scheme(p)) return check_name(p);
    // RFC 3986 3.2.2: an IPv4address is one whatever the scheme; its rare forms depend on who looks the name up.
    if (const auto address = parse_ipv4address(p.host)) return check_special(p, *address, "the host is ");
    if (const auto address = rare_address(p.host)) {
        const bool one = std::ranges::all_of(p.host, ascii::is_digit); // rather an id
        report_rare_ipv4(p, *address, one ? lint_severity::note : lint_severity::warning);
    }
}

} // namespace uniform::linting
