#include "oracle/scheme_equivalence.hpp"

#include <algorithm>
#include <vector>

#include "oracle/scheme_texts.hpp"

namespace oracle {

namespace {

bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }

std::string rest_of(const std::string &part) { return part.substr(name_of(part).size()); } // "" or "=" and the value
std::string with_folded_name(const std::string &part) { return folded(name_of(part)) + rest_of(part); }

// The parameters of these names at first, the others by name.
texts sorted_after(const texts &parts, const texts &first) {
    texts result;
    for (const std::string &name : first)
        for (const std::string &part : parts)
            if (name_of(part) == name) result.push_back(part);
    for (const std::string &part : sorted(parts))
        if (std::ranges::find(first, name_of(part)) == first.end()) result.push_back(part);
    return result;
}

// RFC 2396 2.3: unreserved = alphanum | mark, where RFC 3986 2.2 has reserved these marks.
std::string with_marks(std::string text) {
    constexpr struct {
        std::string_view triplet, mark;
    } table[] = {{"%21", "!"}, {"%27", "'"}, {"%28", "("}, {"%29", ")"}, {"%2A", "*"}};
    for (const auto &[triplet, mark] : table)
        for (std::size_t at; (at = text.find(triplet)) != std::string::npos;) text.replace(at, 3, mark);
    return text;
}

// RFC 1738 5: ftptype = "A" | "I" | "D" | "a" | "i" | "d"
std::string ftp_path(std::string path) {
    for (const std::string_view end : {";type=a", ";type=d", ";type=i"}) {
        if (path.size() < end.size()) continue;
        const std::size_t at = path.size() - end.size();
        if (folded(path.substr(at)) == end) return path.substr(0, at) + std::string{end};
    }
    return path;
}

// RFC 6068 2: to = addr-spec *("," addr-spec ), addr-spec = local-part "@" domain. What follows a "/" or ";" is not in
// a domain, and what an "@" follows is no domain.
std::string with_folded_domains(const std::string &path) {
    std::string result;
    for (std::size_t i = 0; i < path.size(); ++i) {
        result += path[i];
        if (path[i] != '@') continue;
        const std::size_t end = std::min(path.find_first_of(",;/@", i + 1), path.size());
        const std::string domain = path.substr(i + 1, end - i - 1);
        result += end < path.size() && path[end] == '@' ? domain : folded(domain);
        i = end - 1;
    }
    return result;
}

// RFC 6068 2, item 4: letters, digits, "-", "." and UTF-8, percent-encoded, or in an IRI as it is.
std::size_t end_of_domain(const std::string &text, std::size_t at) {
    while (at < text.size()) {
        if (is_alpha(text[at]) || is_digit(text[at]) || text[at] == '-' || text[at] == '.' || is_high(text[at]))
            ++at;
        else if (text[at] == '%' && text[at + 1] >= '8')
            at += 3;
        else
            break;
    }
    return at;
}

// RFC 6068 2: hfield = hfname "=" hfvalue, "<hfname> is case-insensitive"; the fields of RFC 5322 3.6.2 and 3.6.3 have
// addresses.
std::string mailto_field(const std::string &field) {
    if (field.find('=') == std::string::npos) return field;
    const std::string name = folded(name_of(field));
    std::string value = rest_of(field);
    bool addresses = false;
    for (const std::string_view known : {"from", "sender", "reply-to", "to", "cc", "bcc"})
        addresses = addresses || name == known;
    for (std::size_t i = 0; addresses && i < value.size(); ++i) {
        if (value[i] != '@') continue;
        const std::size_t next = value.find_first_of(",;:@", i + 1);
        if (next != std::string::npos && value[next] == '@') continue; // of the local part, or of a name
        const std::size_t end = end_of_domain(value, i + 1);
        value = value.substr(0, i + 1) + folded(value.substr(i + 1, end - i - 1)) + value.substr(end);
    }
    return name + value;
}

int hex(char c) { return is_digit(c) ? c - '0' : lower(c) - 'a' + 10; }

// RFC 5322 3.2.3: dot-atom-text = 1*atext *("." 1*atext). RFC 6068 2, item 1: "/", "?", "#", "[", "]" and more of atext
// are percent-encoded.
bool is_local_part(const std::string &text) {
    if (text.starts_with("%22") && text.ends_with("%22") && text.size() >= 6) // quoted-string
        return text.find_first_of("/?") == std::string::npos;
    for (const std::string &atoms : cut(text, '.')) {
        if (atoms.empty()) return false;
        for (std::size_t i = 0; i < atoms.size(); ++i) {
            const bool encoded = atoms[i] == '%';
            const char c = encoded ? static_cast<char>(hex(atoms[i + 1]) * 16 + hex(atoms[i + 2])) : atoms[i];
            if (encoded) i += 2;
            if (!encoded && (c == '/' || c == '?')) return false;
            if (!is_alpha(c) && !is_digit(c) && !is_high(c) &&
                std::string_view{"!#$%&'*+-/=?^_`{|}~"}.find(c) == std::string_view::npos)
                return false;
        }
    }
    return true;
}

// RFC 3629 4: the octets, percent-encoded or not, are UTF8-octets (RFC 6068 2, item 4).
bool is_utf8(const std::string &text) {
    std::vector<unsigned> octets;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool encoded = text[i] == '%';
        octets.push_back(encoded ? static_cast<unsigned>(hex(text[i + 1]) * 16 + hex(text[i + 2]))
                                 : static_cast<unsigned char>(text[i]));
        if (encoded) i += 2;
    }
    for (std::size_t i = 0; i < octets.size();) {
        const unsigned first = octets[i++];
        if (first < 0x80) continue;
        if (first < 0xC2 || first > 0xF4) return false;
        const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        const std::size_t tails = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        for (std::size_t n = 0; n < tails; ++n, ++i) {
            if (i == octets.size() || octets[i] < (n == 0 ? least : 0x80) || octets[i] > (n == 0 ? most : 0xBF))
                return false;
        }
    }
    return true;
}

bool is_address(const std::string &text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos || !is_utf8(text) || !is_local_part(text.substr(0, at))) return false;
    for (const std::string &label : cut(text.substr(at + 1), '.'))
        if (label.empty()) return false;
    return end_of_domain(text, at + 1) == text.size();
}

// RFC 3987 2.2: iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD, in a query alone. Of valid UTF-8.
bool has_private(const std::string &text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        const auto second = static_cast<unsigned char>(text[i + 1]);
        if (first == 0xEE || (first == 0xEF && second < 0xA4) || (first == 0xF3 && second >= 0xB0) || first == 0xF4)
            return true;
    }
    return false;
}

// RFC 6068 2: "mailto:?to=addr1,addr2" and "mailto:addr1?to=addr2" are equivalent to "mailto:addr1,addr2"; if each "to"
// is what the path may have.
void mailto_to(components &c) {
    texts moved;
    texts stay;
    for (const std::string &field : cut(*c.query, '&')) {
        if (field.starts_with("to=")) {
            for (const std::string &address : cut(field.substr(3), ',')) {
                if (!is_address(address) || has_private(address)) return;
                moved.push_back(address);
            }
        } else {
            stay.push_back(field);
        }
    }
    if (moved.empty()) return;
    for (const std::string &address : moved) c.path += (c.path.empty() ? "" : ",") + address;
    c.query.reset();
    if (!stay.empty()) c.query = joined(stay, '&');
}

// RFC 3966 3: visual-separator = "-" / "." / "(" / ")"
std::string without_separators(const std::string &text) {
    std::string result;
    for (const char c : text)
        if (c != '-' && c != '.' && c != '(' && c != ')') result += c;
    return result.empty() ? text : result;
}

// RFC 3966 3: "+" *phonedigit DIGIT *phonedigit of "phone-context" and 1*phonedigit of "ext". "3com.com" is a
// domainname, whose separators count.
bool is_phone_number(const std::string &text) {
    bool digits = false;
    for (std::size_t i = text.starts_with('+') ? 1 : 0; i < text.size(); ++i) {
        digits = digits || is_digit(text[i]);
        if (!is_digit(text[i]) && without_separators({'0', text[i]}) != "0") return false;
    }
    return digits;
}

// RFC 3966 4: parameters in any order, "URI comparisons are case-insensitive", numbers without visual separators. RFC
// 3966 3: "The 'isdn-subaddress' or 'extension' MUST appear first, if present, followed by the 'phone-context'
// parameter, if present, followed by any other parameters in lexicographical order."
void tel(components &c) {
    c.path = with_marks(c.path);
    if (c.query) c.query = with_marks(*c.query);
    texts parts = cut(folded(c.path), ';');
    if (parts[0].find('/') == std::string::npos) parts[0] = without_separators(parts[0]);
    texts parameters(parts.begin() + 1, parts.end());
    for (std::string &p : parameters) {
        const std::string name = name_of(p);
        const std::string value = rest_of(p).empty() ? "" : rest_of(p).substr(1);
        if ((name == "ext" || name == "phone-context") && is_phone_number(value))
            p = name + "=" + without_separators(value);
    }
    c.path = parts[0];
    for (const std::string &p : sorted_after(parameters, {"isub", "ext", "phone-context"})) c.path += ";" + p;
}

// RFC 5870 3.3: num = [ "-" ] 1*DIGIT [ "." 1*DIGIT ]; the shortest of the same value, or "".
std::string number(const std::string &text) {
    const bool minus = text.starts_with('-');
    const texts parts = cut(text.substr(minus ? 1 : 0), '.');
    if (parts.size() > 2) return "";
    for (const std::string &part : parts)
        if (part.empty() || !std::ranges::all_of(part, is_digit)) return "";
    std::string whole = parts[0];
    std::string fraction = parts.size() == 2 ? parts[1] : "";
    while (whole.size() > 1 && whole[0] == '0') whole.erase(0, 1);
    while (fraction.ends_with('0')) fraction.pop_back();
    const std::string value = whole + (fraction.empty() ? "" : "." + fraction);
    return (minus && value != "0" ? "-" : "") + value;
}

// RFC 5870 3.4.4
void geo(components &c) {
    texts parts = cut(c.path, ';');
    texts coordinates = cut(parts[0], ',');
    texts parameters;
    for (std::size_t i = 1; i < parts.size(); ++i) parameters.push_back(with_folded_name(parts[i]));
    bool valid = true;
    for (std::string &coordinate : coordinates) {
        coordinate = number(coordinate);
        valid = valid && !coordinate.empty();
    }
    std::size_t systems = 0;
    bool wgs84 = true;
    for (std::string &p : parameters) {
        // 3.3: "For the 'crs' parameter, values are case insensitive"
        if (name_of(p) == "crs") {
            if (valid) p = folded(p);
            wgs84 = wgs84 && p == "crs=wgs84";
            ++systems;
        } else if (name_of(p) == "u" && valid && rest_of(p) != "" && !number(rest_of(p).substr(1)).empty()) {
            p = "u=" + number(rest_of(p).substr(1));
        }
    }
    if (valid && wgs84 && coordinates.size() > 1) {
        if (coordinates[0] == "90" || coordinates[0] == "-90") coordinates[1] = "0"; // "poles case"
        if (coordinates[1] == "-180") coordinates[1] = "180";                        // "date line" case
    }
    c.path = valid ? joined(coordinates, ',') : parts[0];
    for (const std::string &p : sorted_after(parameters, {"crs", "u"})) {
        // 3.4.1: wgs84 is the default; 3.3: crs "MUST NOT appear more than once"
        if (p != "crs=wgs84" || systems > 1) c.path += ";" + p;
    }
}

// RFC 3261 25.1: SIP-URI = "sip:" [ userinfo ] hostport uri-parameters [ headers ]; the userinfo may have ";" and "?",
// and no "@" is in what follows it.
struct sip_parts {
    std::string userinfo; // with its "@"
    std::string hostport;
    texts parameters;
    std::optional<texts> headers;

    explicit sip_parts(const components &c) {
        const std::string text = with_marks(c.path + (c.query ? "?" + *c.query : ""));
        const std::size_t at = text.rfind('@');
        userinfo = at == std::string::npos ? "" : text.substr(0, at + 1);
        const std::string rest = text.substr(userinfo.size());
        const std::size_t question = std::min(rest.find('?'), rest.size());
        parameters = cut(rest.substr(0, question), ';');
        hostport = parameters[0];
        parameters.erase(parameters.begin());
        if (question < rest.size()) headers = cut(rest.substr(question + 1), '&');
    }
};

// RFC 3261 19.1.4: "Comparison of the userinfo of SIP and SIPS URIs is case-sensitive. [...] Comparison of all other
// components of the URI is case-insensitive unless explicitly defined otherwise", and what is the value of a header is
// defined by section 20. "The ordering of parameters and header fields is not significant".
void sip(components &c) {
    sip_parts parts(c);
    for (std::string &p : parts.parameters) p = folded(p);
    std::string text = parts.userinfo + folded(parts.hostport);
    for (const std::string &p : sorted(parts.parameters)) text += ";" + p;
    if (parts.headers) {
        for (std::string &h : *parts.headers) h = with_folded_name(h);
        text += "?" + joined(sorted(*parts.headers), '&');
    }
    const std::size_t question = std::min(text.find('?'), text.size());
    c.path = text.substr(0, question);
    c.query.reset();
    if (question < text.size()) c.query = text.substr(question + 1);
}

} // namespace

void relate_by_scheme(components &c) {
    if (!c.scheme) return;
    const std::string scheme = *c.scheme;
    if (scheme == "ftp") c.path = ftp_path(c.path);
    // RFC 3261 19.1.4, RFC 7565, RFC 3860, RFC 3859
    for (const std::string_view with_domain : {"mailto", "sip", "sips", "acct", "im", "pres"})
        if (scheme == with_domain) c.path = with_folded_domains(c.path);
    if (scheme == "mailto" && c.query) {
        texts fields = cut(*c.query, '&');
        for (std::string &field : fields) field = mailto_field(field);
        c.query = joined(fields, '&');
    }
    // None of the documents has an authority.
    if (c.authority) return;
    if (scheme == "tel") tel(c);
    if (scheme == "geo") geo(c);
    if (scheme == "sip" || scheme == "sips") sip(c);
    if (scheme == "mailto" && c.query) mailto_to(c);
}

bool is_sip(std::string_view normal) {
    const components c = split(normal);
    return (c.scheme == "sip" || c.scheme == "sips") && !c.authority;
}

bool sip_equivalent(std::string_view a, std::string_view b) {
    if (!is_sip(a) || !is_sip(b)) return false;
    const components first = split(a);
    const components second = split(b);
    if (first.scheme != second.scheme || first.fragment != second.fragment) return false;
    const sip_parts x(first);
    const sip_parts y(second);
    if (x.userinfo != y.userinfo || x.hostport != y.hostport || x.headers != y.headers) return false;
    // "Any uri-parameter appearing in both URIs must match."
    for (const std::string &p : x.parameters)
        for (const std::string &q : y.parameters)
            if (name_of(p) == name_of(q) && p != q) return false;
    // "A user, ttl, or method uri-parameter appearing in only one URI never matches", nor maddr; and "a URI omitting
    // any component with a default value will not match a URI explicitly containing that component with its default
    // value
    // [...] The same is true for the transport-parameter".
    for (const char *name : {"user", "ttl", "method", "maddr", "transport"}) {
        const auto has = [&](const texts &parameters) {
            return std::ranges::find(parameters, name, name_of) != parameters.end();
        };
        if (has(x.parameters) != has(y.parameters)) return false;
    }
    return true;
}

} // namespace oracle
