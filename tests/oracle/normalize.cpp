#include "oracle/normalize.hpp"

#include "oracle/scheme_equivalence.hpp"
#include "oracle/scheme_rules.hpp"
#include "oracle/split.hpp"

#include <algorithm>

namespace oracle {

namespace {

struct known_scheme {
    std::string_view name;
    std::string_view port;
    bool empty_path_is_root;
};

// The schemes' own documents: RFC 9110 4.2, RFC 6455 3, RFC 1738 3.2, RFC 3510 4.7, RFC 7472 4.6, RFC 4088 3, RFC 5092
// 4, RFC 4516 4. The last have no port and no such rule; RFC 4975 6 has a port that is no default.
constexpr known_scheme known_schemes[] = {
    {"http", "80", true},  {"https", "443", true},  {"ws", "80", true},     {"wss", "443", true},  {"ftp", "21", true},
    {"ipp", "631", true},  {"ipps", "631", true},   {"ldap", "389", true},  {"tftp", "69", false}, {"dns", "53", false},
    {"snmp", "161", true}, {"dict", "2628", false}, {"msrp", "", false},    {"msrps", "", false},  {"crid", "", false},
    {"ni", "", false},     {"go", "", false},       {"iax", "4569", false}, {"info", "", false},   {"ipn", "", false},
    {"nih", "", false},    {"imap", "143", true},   {"pop", "110", false},  {"pkcs11", "", false}, {"urn", "", false},
    {"foo", "", false},    {"a", "", false},        {"mailto", "", false},  {"tel", "", false}};

bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
int value(char c) { return is_digit(c) ? c - '0' : lower(c) - 'a' + 10; }

std::string all_lower(std::string text) {
    for (char &c : text) c = lower(c);
    return text;
}

const known_scheme *find(std::string_view scheme) {
    const std::string name = all_lower(std::string(scheme));
    for (const known_scheme &s : known_schemes)
        if (s.name == name) return &s;
    return nullptr;
}

bool is_current(document d) { return d == document::rfc3986 || d == document::rfc3987; }

// RFC 3987 5.3.2.3 and 2.2: the character outside US-ASCII at the beginning of the text, percent-encoded, that an IRI
// may have unencoded. "" when there is none: no UTF-8, another character, or one that 4.1 forbids. Of each length, the
// octets are compared with what RFC 3629 writes for the character that they would be.
std::string iri_character(const std::string &text, bool query) {
    for (std::size_t n = 2; n <= 4 && 3 * n <= text.size(); ++n) {
        std::string octets;
        bool triplets = true;
        for (std::size_t k = 0; k < n; ++k) {
            if (text[3 * k] != '%') triplets = false;
            if (triplets) octets += static_cast<char>(value(text[3 * k + 1]) * 16 + value(text[3 * k + 2]));
        }
        if (!triplets) return "";
        const auto octet = [&](std::size_t k) {
            return static_cast<unsigned long>(static_cast<unsigned char>(octets[k]));
        };
        unsigned long c = octet(0) & (n == 2 ? 0x1FU : n == 3 ? 0x0FU : 0x07U);
        for (std::size_t k = 1; k < n; ++k) c = c * 64 + (octet(k) & 0x3F);
        std::string written;
        if (n == 2 && c >= 0x80 && c <= 0x7FF) written = {static_cast<char>(0xC0 + c / 64)};
        if (n == 3 && c >= 0x800 && c <= 0xFFFF) written = {static_cast<char>(0xE0 + c / 4096)};
        if (n == 4 && c >= 0x10000 && c <= 0x10FFFF) written = {static_cast<char>(0xF0 + c / 262144)};
        for (std::size_t k = n - 1; k > 0; --k) written += static_cast<char>(0x80 + (c >> (6 * (k - 1))) % 64);
        if (written != octets) continue;
        const auto in = [&](unsigned long first, unsigned long last) { return c >= first && c <= last; };
        bool ucschar = in(0xA0, 0xD7FF) || in(0xF900, 0xFDCF) || in(0xFDF0, 0xFFEF) || in(0xE1000, 0xEFFFD);
        for (unsigned long plane = 1; plane <= 13; ++plane)
            ucschar = ucschar || in(plane * 0x10000, plane * 0x10000 + 0xFFFD);
        const bool iprivate = in(0xE000, 0xF8FF) || in(0xF0000, 0xFFFFD) || in(0x100000, 0x10FFFD);
        // 4.1: LRM, RLM, LRE, RLE, LRO, RLO, PDF; Unicode's later isolates and ALM
        const bool formatting = in(0x200E, 0x200F) || in(0x202A, 0x202E) || in(0x2066, 0x2069) || c == 0x61C;
        return (ucschar || (query && iprivate)) && !formatting ? octets : "";
    }
    return "";
}

// 6.2.2.2: "decoding any percent-encoded octet that corresponds to an unreserved character". The 2003 draft (2.3) lets
// ALPHA, DIGIT, "_" and "~" be decoded "without fear", and no other mark.
std::string decoded(const std::string &text, document d, bool query) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            const char c = static_cast<char>(value(text[i + 1]) * 16 + value(text[i + 2]));
            if (d == document::rfc3987) {
                const std::string character = iri_character(text.substr(i), query);
                if (!character.empty()) {
                    result += character;
                    i += 3 * character.size() - 1;
                    continue;
                }
            }
            if (is_alpha(c) || is_digit(c) || c == '_' || c == '~' || (is_current(d) && (c == '-' || c == '.'))) {
                result += c;
                i += 2;
                continue;
            }
        }
        result += text[i];
    }
    return result;
}

// 5.2.4 knows dot segments by "." alone, and a ".." removes the segment before it. In a reference that is not resolved
// yet, the other spellings of a dot segment stay before any "..": decoded, they would change what it removes.
std::string decoded_path_of_a_reference(const std::string &path, document d) {
    const std::size_t double_dot = (path + "/").rfind("/../");
    std::string result;
    for (std::size_t begin = 0;;) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string segment = path.substr(begin, end - begin);
        const std::string without = decoded(segment, d, false);
        const bool dots = without == "." || without == "..";
        const bool earlier = double_dot != std::string::npos && begin <= double_dot;
        result += dots && earlier ? segment : without;
        if (end == path.size()) return result;
        result += '/';
        begin = end + 1;
    }
}

bool has_newsgroups(std::string_view scheme) { return scheme == "news" || scheme == "snews" || scheme == "nntp"; }

// As decoded(), and the triplets of "~" stay.
std::string decoded_but_tildes(const std::string &path, document d) {
    std::string result;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min({path.find("%7e", begin), path.find("%7E", begin), path.size()});
        result += decoded(path.substr(begin, end - begin), d, false) + path.substr(end, 3);
        begin = std::min(end + 3, path.size());
    }
    return result;
}

// Schemes whose documents have no hierarchy in the path: "." and ".." are data of theirs.
bool has_opaque_path(const components &c) {
    // Names, addresses and numbers
    constexpr std::string_view names[] = {
        "about",  "acct",          "cid",     "geo",  "h323",       "im",  "ipn",
        "jabber", "leaptofrogans", "mailto",  "mid",  "mt",         "nih", "opaquelocktoken",
        "pres",   "reload",        "session", "sip",  "sips",       "sms", "tag",
        "tel",    "fax",           "modem",   "xcon", "xcon-userid"};
    // A server and no path, or the path "/" alone
    constexpr std::string_view servers[] = {"aaa",    "aaas", "pop",   "stun", "stuns", "telnet",
                                            "tn3270", "turn", "turns", "tv",   "vnc"};
    // Parts that have a place of their own, or text of the scheme's own, in which "/" may be data
    constexpr std::string_view texts[] = {
        "crid", "data",  "dav",       "dict",     "dns",      "doi",       "dtn",     "go",     "gopher", "iax",
        "info", "iris",  "iris.beep", "iris.lwz", "iris.xpc", "iris.xpcs", "ldap",    "ldaps",  "msrp",   "msrps",
        "mtqp", "news",  "ni",        "nntp",     "pkcs11",   "prospero",  "service", "sieve",  "snews",  "tftp",
        "urn",  "vemmi", "videotex",  "wais",     "xmpp",     "z39.50",    "z39.50r", "z39.50s"};
    const std::string scheme = c.scheme ? all_lower(std::string(*c.scheme)) : "";
    const auto is_in = [&](const auto &list) { return std::ranges::find(list, scheme) != std::end(list); };
    return is_in(names) || is_in(servers) || is_in(texts);
}

// 6.2.2.1: "the hexadecimal digits within a percent-encoding triplet [...] should be normalized to use uppercase
// letters"
std::string upper_triplets(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '%') {
            text[i + 1] = upper(text[i + 1]);
            text[i + 2] = upper(text[i + 2]);
        }
    return text;
}

} // namespace

bool knows_scheme(std::string_view scheme) { return find(scheme) != nullptr; }

std::string normalize(std::string_view text, normalize_steps steps, document d, bool server, bool &guarded) {
    components c = split(text);
    const auto in_each = [&](auto change, bool names = true) {
        if (c.authority && names) c.authority = change(*c.authority);
        c.path = change(c.path);
        if (c.query) c.query = change(*c.query);
        if (c.fragment) c.fragment = change(*c.fragment);
    };
    // A registry-based name of the old texts keeps its triplets: decoding could make a server of it.
    if (steps.percent) {
        const std::optional<std::string> query = c.query;
        const std::string path = c.path;
        in_each([&](const std::string &part) { return decoded(part, d, false); }, server);
        if (query) c.query = decoded(*query, d, true);
        if (!c.scheme) c.path = decoded_path_of_a_reference(path, d);
        // RFC 5538 4: the name of a newsgroup is of other characters than "~", which it has encoded.
        else if (has_newsgroups(all_lower(*c.scheme)) && path.find('@') == std::string::npos)
            c.path = decoded_but_tildes(path, d);
    }
    if (steps.letter_case) {
        // 6.2.2.1: "the scheme and host are case-insensitive and therefore should be normalized to lowercase"
        if (c.scheme) c.scheme = all_lower(*c.scheme);
        if (c.authority && server) {
            const std::string authority = *c.authority;
            const authority_parts parts = split_authority(authority);
            const auto begin = static_cast<std::size_t>(parts.host.data() - authority.data());
            c.authority = authority.substr(0, begin) + all_lower(std::string(parts.host)) +
                          authority.substr(begin + parts.host.size());
        }
        in_each(upper_triplets);
    }
    const bool had_empty_segment = c.path.starts_with("//");
    if (steps.dots && !has_opaque_path(c) && (c.path.starts_with('/') || is_current(d))) {
        if (is_current(d)) {
            c.path = remove_dot_segments(c.path);
            // Without a ".." that could remove them, the other spellings are decoded too.
            if (!c.scheme && steps.percent) c.path = remove_dot_segments(decoded_path_of_a_reference(c.path, d));
        }
        // 2003 draft 6.2.2.3: by the algorithm of 5.2 where the path is that of a URI
        else if (c.scheme) {
            c.path = *remove_dot_segments_2003(c.path, excess::keep);
        }
        // RFC 8089 2: a path-absolute of a file stays one.
        const bool file = c.scheme && all_lower(*c.scheme) == "file" && !had_empty_segment;
        if ((!c.authority || file) && c.path.starts_with("//")) {
            guarded = true;
            c.path = "/." + c.path;
        }
    }
    if (steps.scheme && c.authority) {
        const known_scheme *known = c.scheme ? find(*c.scheme) : nullptr;
        if (server) {
            const std::string authority = *c.authority;
            if (const auto port = split_authority(authority).port) {
                // The port is a number: "0080" is 80.
                const std::size_t significant = std::min(port->find_first_not_of('0'), port->size());
                if (port->empty() ||
                    (known != nullptr && !known->port.empty() && port->substr(significant) == known->port))
                    c.authority = authority.substr(0, authority.size() - port->size() - 1);
            }
        }
        if (known != nullptr && known->empty_path_is_root && c.path.empty()) c.path = "/";
        // RFC 3368 3.3.2, and 6.2.3: a reference to the default authority has an empty one
        if (c.scheme == "go" && is_current(d) && c.authority == "localhost") c.authority = "";
    }
    if (steps.scheme) {
        relate_by_scheme(c);
        relate_by_document(c, server);
    }
    return recompose(c);
}

} // namespace oracle
