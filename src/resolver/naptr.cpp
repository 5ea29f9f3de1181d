#include "naptr.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <uniform/parse.hpp>

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

// RFC 8141 3.1: "urn" and the NID are the same in upper and lower case, the rest need not be.
void append_folded(std::string &out, std::string_view text) {
    for (const char c : text) {
        if (c < 'a' || c > 'z') {
            append_literal(out, {&c, 1});
        } else {
            (((out += '[') += static_cast<char>(c - 0x20)) += c) += ']';
        }
    }
}

// RFC 1035 5.1: quotation mark and backslash are written with a backslash.
std::string quoted(std::string_view text) {
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
        out += " IN NAPTR " + std::to_string(order) + " " + std::to_string(preference) + " " + quoted(flags) + " " +
               quoted(services) + " " + quoted(regexp) + " " + std::string{replacement} + "\n";
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
    const bool name =
        std::ranges::any_of(host, [](char c) { return c >= 'a' && c <= 'z'; }) && std::ranges::all_of(host, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
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
    std::size_t longest = 0;
    for (const delegation &d : delegations) longest = std::max(longest, d.prefix.size());
    std::vector<const delegation *> around; // those that enclose the one at hand
    // A prefix that has to be left out would be answered for by the one around it: then that is left out as well.
    std::vector<const delegation *> wanted;
    for (const delegation &d : delegations) {
        while (!around.empty() && !d.prefix.starts_with(around.back()->prefix)) around.pop_back();
        if (in_zone(d, around.empty() ? nullptr : around.back())) wanted.push_back(&d);
        around.push_back(&d);
    }
    bool whole = true;
    for (const delegation *const d : wanted) {
        const std::string_view prefix = d->prefix;
        const std::size_t rest = std::min(prefix.find(':') + 1, prefix.size());
        std::string expression = "^(";
        append_folded(expression, "urn:");
        append_folded(expression, prefix.substr(0, rest));
        append_literal(expression, prefix.substr(rest));
        expression += ".*)$";
        const auto order = static_cast<unsigned>(first_order + longest - prefix.size());
        bool fits = false;
        if (d->resolver.empty()) {
            fits = here(w, order, expression, "", o.base);
        } else {
            std::string target = d->resolver;
            const std::size_t at = target.find("{urn}");
            if (at == std::string::npos) {
                target += "\\1";
            } else {
                target.replace(at, 5, "\\1");
            }
            const auto s = substitution(expression, target, "");
            if (s) w.record(order, 10, "u", "http+I2L", *s, ".");
            fits = s.has_value();
        }
        if (fits) continue;
        const bool inside = std::ranges::any_of(wanted, [&](const delegation *other) {
            return other != d && prefix.starts_with(other->prefix) && !other->resolver.empty();
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
