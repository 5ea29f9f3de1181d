#include <uniform/resolver/naptr.hpp>

#include <algorithm>
#include <optional>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform::resolver {

namespace {

constexpr std::size_t longest_string = 255; // RFC 1035 3.3: <character-string>
constexpr unsigned first_order = 100;
constexpr unsigned last_order = 60000;

// A text that an extended regular expression matches as it is. Brackets, so that no backslash is needed.
void append_literal(std::string &out, std::string_view text) {
    for (const char c : text) {
        if (std::string_view{".[\\()*+?{}^$|"}.contains(c)) {
            ((out += '[') += c) += ']';
        } else {
            out += c;
        }
    }
}

void append_either_case(std::string &out, char c) {
    const char lower = ascii::to_lower(c);
    if (!ascii::is_alpha(c)) return append_literal(out, {&c, 1});
    (((out += '[') += static_cast<char>(lower - 0x20)) += lower) += ']';
}

// In which spellings the beginning of a key may have been written: what the namespace's equivalence does to a name,
// turned round. Not the flag "i": with it a client may turn to lower case what the expression took (RFC 3402 3.2).
struct spellings {
    bool folded = false;        // the whole NSS in either case of letters
    unsigned before_colon = 0;  // that up to the n-th ":"
    bool before_hyphen = false; // that up to the first "-"
    bool with_hyphens = false;  // hyphens anywhere

    [[nodiscard]] static std::optional<spellings> of(std::string_view nid, const namespace_registry &rules);
    void append_to(std::string &out, std::string_view nss) const;
};

// Nothing where an equivalence is more than a regexp of the beginning can say: the ISBN-10 of an ISBN-13, parts that
// depend on what comes later.
std::optional<spellings> spellings::of(std::string_view nid, const namespace_registry &rules) {
    spellings s;
    const namespace_info *const info = rules.find(nid);
    if (info == nullptr) return s;
    for (const equivalence_operation &o : info->equivalence) {
        switch (o.action) {
        case equivalence_action::lower_case:
        case equivalence_action::upper_case:
            if (o.scope == equivalence_scope::all) {
                s.folded = true;
            } else if (o.scope == equivalence_scope::before_colon) {
                s.before_colon = std::max<unsigned>(s.before_colon, o.n);
            } else if (o.scope == equivalence_scope::before_hyphen) {
                s.before_hyphen = true;
            } else {
                return std::nullopt;
            }
            break;
        case equivalence_action::remove:
            if (o.scope != equivalence_scope::all || o.texts.size() != 1 || o.texts[0] != "-") return std::nullopt;
            s.with_hyphens = true;
            break;
        case equivalence_action::isbn_13:
        case equivalence_action::replace:
        case equivalence_action::decode_unreserved:
        case equivalence_action::remove_leading_zeros:
            return std::nullopt;
        }
    }
    if (s.with_hyphens && s.before_hyphen) return std::nullopt; // which of the two comes first
    return s;
}

// RFC 8141 3.1: the hex digits of a pct-encoded are the same in upper and lower case in every namespace.
void spellings::append_to(std::string &out, std::string_view nss) const {
    unsigned colons = 0;
    bool hyphen = false;
    for (std::size_t i = 0; i < nss.size(); ++i) {
        if (with_hyphens) out += "-*";
        if (nss[i] == '%') {
            out += '%';
            for (const std::size_t end = std::min(i + 2, nss.size() - 1); i < end;) append_either_case(out, nss[++i]);
            continue;
        }
        if (nss[i] == ':') ++colons;
        if (nss[i] == '-') hyphen = true;
        if (folded || colons < before_colon || (before_hyphen && !hyphen)) {
            append_either_case(out, nss[i]);
        } else {
            append_literal(out, nss.substr(i, 1));
        }
    }
}

// Whether the regexp can make the address of a name there. In the query of an address, and before a text behind it, the
// URN is encoded; a substitution copies.
bool copied_into(std::string_view resolver_template) noexcept {
    const std::size_t at = resolver_template.find("{urn}");
    return resolver_template.substr(0, at).find_first_of("?#") == std::string_view::npos &&
           (at == std::string_view::npos || at + 5 == resolver_template.size());
}

// RFC 1035 5.1: quotation mark and backslash are written with a backslash.
std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out += '"';
}

// RFC 3402 section 3.2: the delimiter occurs in neither part. Nothing when the whole is too long.
std::optional<std::string> substitution(std::string_view expression, std::string_view replacement,
                                        std::string_view flags) {
    for (const char delimiter : std::string_view{"!#~@"}) {
        if (expression.contains(delimiter) || replacement.contains(delimiter)) continue;
        std::string out;
        ((((out += delimiter) += expression) += delimiter) += replacement) += delimiter;
        out += flags;
        if (out.size() > longest_string) return std::nullopt;
        return out;
    }
    return std::nullopt;
}

struct writer {
    std::string_view nid;
    std::string out = {};
    std::size_t wire = 0; // RFC 3403 section 4.1, and 12 bytes before the data

    void record(unsigned order, unsigned preference, std::string_view flags, std::string_view services,
                std::string_view regexp, std::string_view replacement) {
        out += nid;
        out += " IN NAPTR " + std::to_string(order) + " " + std::to_string(preference) + " " + in_quotes(flags) + " " +
               in_quotes(services) + " " + in_quotes(regexp) + " " + std::string{replacement} + "\n";
        wire += 12 + 4 + 3 + flags.size() + services.size() + regexp.size() + replacement.size() + 1;
    }
};

constexpr std::string_view services_here[]{"I2L", "I2Ls", "I2R", "I2C", "I2Ns"};

// This service, by RFC 2169: one URI for each of its services.
bool here(writer &w, unsigned order, std::string_view expression, std::string_view flags, const std::string &base) {
    std::vector<std::string> all;
    for (const std::string_view service : services_here) {
        auto s = substitution(expression, base + "/uri-res/" + std::string{service} + "?\\1", flags);
        if (!s) return false;
        all.push_back(std::move(*s));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        w.record(order, static_cast<unsigned>(10 * (i + 1)), "u", "thttp+" + std::string{services_here[i]}, all[i],
                 ".");
    }
    return true;
}

// THTTP finds the service by a host name alone when it is at port 80.
std::optional<std::string> plain_host(const std::string &base) {
    const auto u = parse_uri(base);
    if (!u || u->scheme() != "http" || !u->host() || (u->port() && *u->port() != "80" && !u->port()->empty()) ||
        !u->path().empty()) {
        return std::nullopt;
    }
    const std::string host{*u->host()};
    const bool name = std::ranges::any_of(host, ascii::is_lower) && std::ranges::all_of(host, [](char c) {
                          return ascii::is_lower(c) || ascii::is_digit(c) || c == '-' || c == '.';
                      });
    if (!name || !host.contains('.')) return std::nullopt;
    return host.ends_with('.') ? host : host + ".";
}

} // namespace

std::string zone_head(const zone_options &o) {
    std::string origin = o.origin;
    if (!origin.ends_with('.')) origin += '.';
    return "; NAPTR records of URN namespaces (RFC 3403, RFC 3404), to be included in the zone\n$ORIGIN " + origin +
           "\n$TTL " + std::to_string(o.ttl) + "\n";
}

std::string naptr_records(std::string_view nid, std::span<const delegation> delegations, const zone_options &o) {
    writer w{.nid = nid};
    std::string notes;
    const auto spelt = spellings::of(nid, o.rules != nullptr ? *o.rules : namespace_registry::standard());
    std::size_t longest = 0;
    for (const delegation &d : delegations) longest = std::max(longest, d.prefix.size());
    const auto leads_there = [&](const delegation &d) {
        return spelt.has_value() && !d.resolver.empty() && copied_into(d.resolver);
    };
    std::vector<const delegation *> around; // those that enclose the one at hand
    std::vector<const delegation *> wanted;
    std::size_t encoded = 0;
    for (const delegation &d : delegations) {
        while (!around.empty() && !d.prefix.starts_with(around.back()->prefix)) around.pop_back();
        if (leads_there(d) || (!around.empty() && leads_there(*around.back()))) wanted.push_back(&d);
        if (!d.resolver.empty() && !copied_into(d.resolver)) ++encoded;
        around.push_back(&d);
    }
    if (!spelt && std::ranges::any_of(delegations, [](const delegation &d) { return !d.resolver.empty(); })) {
        notes += "; the prefixes of " + std::string{nid} +
                 " have no records: no regexp tells which names are equivalent to theirs; the service sends them on\n";
    } else if (encoded > 0) {
        notes += "; of the prefixes of " + std::string{nid} + ", " + std::to_string(encoded) +
                 " lead here: their resolvers want the URN encoded, which no regexp does; the service sends them on\n";
    }
    // A prefix that has to be left out would be answered for by the one around it: then that is left out as well.
    bool whole = true;
    for (const delegation *const d : wanted) {
        const std::string_view prefix = d->prefix;
        const std::size_t rest = std::min(prefix.find(':') + 1, prefix.size());
        std::string expression = "^(";
        for (const char c : std::string_view{"urn:"}) append_either_case(expression, c);
        for (const char c : prefix.substr(0, rest)) append_either_case(expression, c);
        spelt->append_to(expression, prefix.substr(rest));
        expression += ".*)$";
        const auto order = static_cast<unsigned>(first_order + longest - prefix.size());
        bool fits = false;
        if (!leads_there(*d)) {
            fits = here(w, order, expression, "", o.base);
        } else {
            std::string target = d->resolver;
            target.replace(std::min(target.find("{urn}"), target.size()), 5, "\\1");
            const auto s = substitution(expression, target, "");
            if (s) w.record(order, 10, "u", "http+I2L", *s, ".");
            fits = s.has_value();
        }
        if (fits) continue;
        const bool inside = std::ranges::any_of(wanted, [&](const delegation *other) {
            return other != d && prefix.starts_with(other->prefix) && leads_there(*other);
        });
        notes += "; " + d->prefix + " has no record: its regexp would be longer than 255 bytes\n";
        if (inside) whole = false;
    }
    if (!whole || w.wire > o.bytes) {
        notes += "; the prefixes of " + std::string{nid} + " have no records: " +
                 (whole ? "the set would be too large for an answer of the DNS" : "one of them cannot be told apart") +
                 "; the service sends them on\n";
        w.out.clear();
        w.wire = 0;
    }
    if (!here(w, last_order, "^(.*)$", "", o.base)) {
        notes += "; " + std::string{nid} + " has no records: the service's own address is too long\n";
    }
    if (const auto host = plain_host(o.base)) {
        w.record(last_order, 60, "a", "thttp+I2L+I2Ls+I2R+I2Rs+I2C+I2Cs+I2N+I2Ns", "", *host);
    }
    return notes + w.out;
}

} // namespace uniform::resolver
