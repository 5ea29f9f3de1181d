#include "oracle/scheme_rules.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <vector>

#include "oracle/scheme_texts.hpp"

namespace oracle {

namespace {

bool is_alnum(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z'); }
int hex(char c) { return is_digit(c) ? c - '0' : lower(c) - 'a' + 10; }

bool all_digits(const std::string &text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

std::string significant(std::string digits) {
    while (digits.size() > 1 && digits[0] == '0') digits.erase(0, 1);
    return digits;
}

// RFC 2229 5: "Trailing colons may be omitted"; if the database is omitted, it is "!", if the strategy, ".".
void dict(components &c) {
    if (c.query || c.path.find(';') != std::string::npos || c.path.substr(0, 2) == "//") return;
    texts parts = cut(c.path, ':');
    const bool define = parts[0] == "/d" && parts.size() <= 4;
    const bool match = parts[0] == "/m" && parts.size() <= 5;
    if (!define && !match) return;
    if (parts.size() > 2 && parts[2] == "!") parts[2] = "";
    if (match && parts.size() > 3 && parts[3] == ".") parts[3] = "";
    while (parts.size() > 2 && parts.back().empty()) parts.pop_back();
    c.path = joined(parts, ':');
}

// RFC 2384 4, RFC 5092 3.2: "If a user name is included with no authentication mechanism, then ';AUTH=*' is assumed."
void mail_access(components &c) {
    const std::string authority = *c.authority;
    const std::size_t at = authority.rfind('@');
    if (at == std::string::npos) return;
    const texts parts = cut(authority.substr(0, at), ';');
    if (parts.size() == 2 && !parts[0].empty() && folded(parts[1]) == "auth=*")
        c.authority = parts[0] + authority.substr(at);
}

// RFC 3508 2: the host and, of US-ASCII, the user have no case; what a parameter says of its own is not known.
void h323(components &c) {
    const std::size_t end = std::min(c.path.find(';'), c.path.size());
    c.path = folded(c.path.substr(0, end)) + c.path.substr(end);
}

// RFC 5724 2.2: the keywords are case-insensitive: "body"
void sms(components &c) {
    if (!c.query) return;
    texts fields = cut(*c.query, '&');
    for (std::string &field : fields)
        if (folded(name_of(field)) == "body") field = "body" + field.substr(4);
    c.query = joined(fields, '&');
}

// RFC 3617 2: "If left unspecified, the mode is assumed to be 'octet'". More than one says it otherwise.
void tftp(components &c) {
    const texts parts = cut(c.path, ';');
    const auto modes =
        std::count_if(parts.begin() + 1, parts.end(), [](const std::string &part) { return name_of(part) == "mode"; });
    if (modes == 1 && c.path.ends_with(";mode=octet")) c.path.resize(c.path.size() - 11);
}

// RFC 4452 5, and RFC 2396 2.3: its example U3 unescapes "%28" and "%29".
void info(components &c) {
    const auto unescape = [](std::string text) {
        constexpr struct {
            std::string_view triplet, mark;
        } table[] = {{"%21", "!"}, {"%27", "'"}, {"%28", "("}, {"%29", ")"}, {"%2A", "*"}};
        for (const auto &[triplet, mark] : table)
            for (std::size_t at; (at = text.find(triplet)) != std::string::npos;) text.replace(at, 3, mark);
        return text;
    };
    c.path = unescape(c.path);
    if (c.query) c.query = unescape(*c.query);
    // namespace "/" identifier; parameters are the identifier's
    const std::size_t slash = c.path.substr(0, c.path.find(';')).find('/');
    if (slash != std::string::npos) c.path = folded(c.path.substr(0, slash)) + c.path.substr(slash);
}

// RFC 4501 3: "host.example" and "host.example." are one name, "." and "" the root, CLASS and TYPE may occur in any
// order, IN and A are the defaults, "strings are not case sensitive".
void dns(components &c) {
    c.path = folded(c.path);
    const std::size_t size = c.path.size();
    const std::size_t begin = c.path.rfind(';') == std::string::npos ? 0 : c.path.rfind(';') + 1;
    const bool root = c.path == "." || (size > begin + 1 && c.path[size - 1] == '.' && c.path[size - 2] != '.');
    if (root && !c.path.ends_with("%5C.")) c.path.pop_back();
    if (!c.query || c.query->empty()) return;
    texts fields = sorted(cut(folded(*c.query), ';'));
    for (const std::string name : {"class", "type"}) {
        const auto named = [&](const std::string &field) { return name_of(field) == name; };
        const std::string known = name == "class" ? "class=in" : "type=a";
        if (std::ranges::count_if(fields, named) == 1) std::erase(fields, known);
    }
    c.query.reset();
    if (!fields.empty()) c.query = joined(fields, ';');
}

// RFC 4516 2: attributes "?" scope "?" filter "?" extensions; 3: the scope is "base" by default, the filter
// "(objectClass=*)"; 4: nothing and an empty query are one.
void ldap(components &c) {
    if (!c.query) return;
    texts parts = cut(*c.query, '?');
    if (parts.size() > 4) return;
    if (parts.size() > 1 && parts[1] == "base") parts[1] = "";
    if (parts.size() > 2 && parts[2] == "(objectClass=*)") parts[2] = "";
    while (!parts.empty() && parts.back().empty()) parts.pop_back();
    c.query.reset();
    if (!parts.empty()) c.query = joined(parts, '?');
}

// RFC 5952 4 and 5 of an address in brackets; another text as it is.
std::string address(const std::string &host) {
    std::array<unsigned char, 16> b{};
    if (host.size() < 2 || inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), b.data()) != 1) return host;
    texts groups;
    for (std::size_t i = 0; i < 16; i += 2) {
        std::array<char, 8> group{};
        (void)std::snprintf(group.data(), group.size(), "%x", static_cast<unsigned>(b[i] * 256 + b[i + 1]));
        groups.emplace_back(group.data());
    }
    const bool mapped =
        std::all_of(groups.begin(), groups.begin() + 5, [](auto &g) { return g == "0"; }) && groups[5] == "ffff";
    if (mapped) {
        groups.resize(6);
        std::string dotted;
        for (std::size_t i = 12; i < 16; ++i) dotted += (i == 12 ? "" : ".") + std::to_string(b[i]);
        groups.push_back(dotted);
    }
    for (std::size_t length = 8; length > 1; --length) {
        for (std::size_t begin = 0; begin + length <= groups.size(); ++begin) {
            const auto first = groups.begin() + static_cast<std::ptrdiff_t>(begin);
            const auto last = first + static_cast<std::ptrdiff_t>(length);
            if (!std::all_of(first, last, [](auto &g) { return g == "0"; })) continue;
            return "[" + joined({groups.begin(), first}, ':') + "::" + joined({last, groups.end()}, ':') + "]";
        }
    }
    return "[" + joined(groups, ':') + "]";
}

// RFC 4975 6.1 (2): addresses are compared as such; (5): "The transport parameter is case insensitive." Section 9:
// transport = "tcp" / 1*ALPHANUM, the first parameter
void msrp(components &c, bool server) {
    const std::string authority = *c.authority;
    const authority_parts parts = split_authority(authority);
    if (server && parts.host.starts_with('[')) {
        const auto begin = static_cast<std::size_t>(parts.host.data() - authority.data());
        c.authority =
            authority.substr(0, begin) + address(std::string(parts.host)) + authority.substr(begin + parts.host.size());
    }
    texts parameters = cut(c.path, ';');
    if (parameters.size() > 1 && std::ranges::all_of(parameters[1], is_alnum)) parameters[1] = folded(parameters[1]);
    c.path = joined(parameters, ';');
}

// RFC 5456 5.1: "iax:" [ userinfo "@" ] host [ ":" port ] [ "/" number [ "?" context ] ]; 5.2: without case but for the
// user, the port is 4569 if omitted.
void iax(components &c) {
    const std::string text = c.path + (c.query ? "?" + *c.query : "");
    const std::size_t at = text.rfind('@');
    const std::string user = at == std::string::npos ? "" : text.substr(0, at + 1);
    std::string rest = folded(text.substr(user.size()));
    const std::size_t end = std::min(rest.find_first_of("/;?"), rest.size());
    std::string host = rest.substr(0, end);
    if ((end == rest.size() || rest[end] != ';') && host.size() > 5 && host.ends_with(":4569"))
        host.resize(host.size() - 5);
    const std::string made = user + host + rest.substr(end);
    if (made.starts_with("//")) return; // the host is not empty
    const std::size_t question = std::min(made.find('?'), made.size());
    c.path = made.substr(0, question);
    c.query.reset();
    if (question < made.size()) c.query = made.substr(question + 1);
}

// RFC 6920 7: "nih:" alg ";" sepval [ ";" checkdigit ], of lower-case digits with "-" anywhere; figure 11: the numbers
// that may stand for names.
void nih(components &c) {
    texts parts = cut(c.path, ';');
    const auto is_value = [](const std::string &text) {
        return text.find_first_not_of("0123456789abcdef-") == std::string::npos &&
               text.find_first_not_of('-') != std::string::npos;
    };
    if (c.query || parts.size() < 2 || parts.size() > 3 || !is_value(parts[1])) return;
    if (parts.size() == 3 && (parts[2].size() != 1 || !is_value(parts[2]))) return;
    std::erase(parts[1], '-');
    const std::map<std::string, std::string> numbers{{"sha-256", "1"},    {"sha-256-128", "2"}, {"sha-256-120", "3"},
                                                     {"sha-256-96", "4"}, {"sha-256-64", "5"},  {"sha-256-32", "6"}};
    const auto known = numbers.find(parts[0]);
    c.path = (known == numbers.end() ? parts[0] : known->second) + ";" + parts[1];
}

// RFC 7512 2.6; an attribute of a path has no "/" (2.3)
void pkcs11(components &c) {
    if (c.path.find('/') != std::string::npos) return;
    texts attributes = cut(c.path, ';');
    for (std::string &attribute : attributes) {
        const std::string name = name_of(attribute);
        if (name == attribute) continue; // no "="
        const std::string value = attribute.substr(name.size() + 1);
        if (name == "id") {
            // "all bytes are percent-encoded": those that need not be are as they are here
            std::string plain;
            for (std::size_t i = 0; i < value.size(); ++i) {
                const char c1 = value[i] == '%' ? static_cast<char>(hex(value[i + 1]) * 16 + hex(value[i + 2])) : '\0';
                if (c1 != '\0' && std::string_view{":@!$'()*+,=&"}.find(c1) != std::string_view::npos) {
                    plain += c1;
                    i += 2;
                } else {
                    plain += value[i];
                }
            }
            attribute = "id=" + plain;
        }
        if (name == "slot-id" && all_digits(value)) attribute = "slot-id=" + significant(value);
        if (name == "library-version") {
            const texts numbers = cut(value, '.');
            if (numbers.size() > 2 || !std::ranges::all_of(numbers, all_digits)) continue;
            const std::string minor = numbers.size() == 2 ? significant(numbers[1]) : "0";
            attribute = "library-version=" + significant(numbers[0]) + (minor == "0" ? "" : "." + minor);
        }
    }
    const std::string path = joined(sorted(attributes), ';');
    if (path.starts_with("//")) return; // would be an authority
    c.path = path;
    if (!c.query) return;
    const texts fields = sorted(cut(*c.query, '&'));
    c.query = joined(fields, '&');
    if (c.query->empty()) c.query.reset();
}

// RFC 9758 4: (1) no zeros before a number, (2) the allocator 0 may be omitted, (3) "!" is the node 4294967295 of it;
// 3.4.1: the node 0 of it is the null URI.
void ipn(components &c) {
    texts numbers = cut(c.path, '.');
    if (c.query || numbers.size() < 2 || numbers.size() > 3) return;
    if (numbers.size() == 2 && numbers[0] == "!") numbers[0] = "4294967295";
    for (const std::string &number : numbers)
        if (!all_digits(number) || significant(number) != number) return;
    if (numbers.size() == 2) numbers.insert(numbers.begin(), "0");
    if (numbers[0] != "0") return;
    c.path = numbers[1] == "0" ? "0.0" : numbers[1] == "4294967295" ? "!." + numbers[2] : numbers[1] + "." + numbers[2];
}

// RFC 6920 3: alg-val = alg ";" val, val = 1*unreserved of base64url without "="; 10: "MUST NOT be treated as matching
// any other".
bool is_digest(const std::string &path) {
    const texts parts = cut(path, ';');
    return parts.size() == 2 && parts[0].size() > 1 && parts[0][0] == '/' && cut(parts[0], '/').size() == 2 &&
           !parts[1].empty() &&
           std::ranges::all_of(parts[1], [](char c) { return is_alnum(c) || c == '-' || c == '_'; });
}

} // namespace

void relate_by_document(components &c, bool server) {
    if (!c.scheme) return;
    const std::string scheme = *c.scheme;
    if (scheme == "dns") dns(c);
    if (c.authority) {
        if (scheme == "crid") c.path = folded(c.path); // RFC 4078 4
        if (scheme == "dict") dict(c);
        if (server && (scheme == "imap" || scheme == "pop")) mail_access(c);
        if (scheme == "ldap") ldap(c);
        if (scheme == "msrp" || scheme == "msrps") msrp(c, server);
        if (scheme == "tftp") tftp(c);
    } else {
        if (scheme == "h323") h323(c);
        if (scheme == "iax") iax(c);
        if (scheme == "info") info(c);
        if (scheme == "ipn") ipn(c);
        if (scheme == "nih") nih(c);
        if (scheme == "pkcs11") pkcs11(c);
        // RFC 2609 2.1: service-type ":" sap, which begins with "/"
        const std::size_t sap = c.path.substr(0, c.path.find(';')).find('/');
        if (scheme == "service" && sap != std::string::npos)
            c.path = folded(c.path.substr(0, sap)) + c.path.substr(sap);
        if (scheme == "sms") sms(c);
        if (scheme == "tv") c.path = folded(c.path); // RFC 2838 4
        // RFC 6501 3.3.2, 4.6.5: all components
        if (scheme == "xcon" || scheme == "xcon-userid") {
            c.path = folded(c.path);
            if (c.query) c.query = folded(*c.query);
        }
    }
}

bool has_uncompared_parts(std::string_view normal) {
    const components c = split(normal);
    return c.authority && (c.scheme == "msrp" || c.scheme == "msrps" || c.scheme == "ni");
}

bool equal_where_compared(std::string_view a, std::string_view b, bool servers) {
    if (!has_uncompared_parts(a) || !has_uncompared_parts(b)) return false;
    components x = split(a);
    components y = split(b);
    if (x.scheme == "ni") {
        if (!is_digest(x.path) || !is_digest(y.path)) return false;
        x.authority = y.authority = "";
        x.query = y.query;
        return x == y;
    }
    // RFC 4975 6.1 (2): "Userinfo parts are not considered for URI comparison."
    if (!servers) return false;
    for (components *c : {&x, &y}) c->authority->erase(0, c->authority->rfind('@') + 1);
    return x == y;
}

} // namespace oracle
