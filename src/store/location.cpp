#include <uniform/store/location.hpp>

#include <algorithm>
#include <cctype>

#include <uniform/base/ascii.hpp>

#include "store/postgresql/postgresql_parameters.hpp"

namespace uniform::store {

namespace {

// RFC 3986 3.1: the scheme of "SCHEME://...", in lower case; empty when there is none.
std::string scheme_of(std::string_view location) {
    const auto end = location.find("://");
    if (end == std::string_view::npos || end == 0 || std::isalpha(static_cast<unsigned char>(location[0])) == 0) {
        return {};
    }
    std::string scheme;
    for (const char c : location.substr(0, end)) {
        if (!ascii::is_alnum(c) && c != '+' && c != '-' && c != '.') return {};
        scheme += ascii::to_lower(c);
    }
    return scheme;
}

// In any case, as a scheme is.
bool begins_with(std::string_view text, std::string_view with) noexcept {
    return text.size() >= with.size() &&
           std::ranges::equal(text.substr(0, with.size()), with, {}, [](char c) { return ascii::to_lower(c); });
}

// A location that was meant for PostgreSQL and is not a connection URI: as the path of a file, its password would
// appear in messages.
bool nearly_postgresql(std::string_view location) noexcept {
    const auto from = std::min(location.find_first_not_of(" \t\r\n"), location.size());
    const std::string_view text = location.substr(from);
    return begins_with(text, "postgresql:") || begins_with(text, "postgres:") || begins_with(text, "sqlite:postgres") ||
           text.contains(" password=") || text.starts_with("password=");
}

} // namespace

bool is_postgresql(std::string_view location) noexcept {
    return begins_with(location, "postgresql://") || begins_with(location, "postgres://");
}

std::string_view path_of(std::string_view location) noexcept {
    return location.starts_with("sqlite:") ? location.substr(7) : location;
}

std::string location_error(std::string_view location) {
    if (is_postgresql(location)) {
        try {
            static_cast<void>(read_parameters(std::string(location)));
        } catch (const failure &f) {
            return f.what();
        }
        return {};
    }
    if (nearly_postgresql(location)) {
        return "the location of a store in PostgreSQL must be written postgresql://USER@HOST/DATABASE";
    }
    if (path_of(location).empty()) {
        return "the location of the store is missing: give a path, or postgresql://HOST/DATABASE";
    }
    if (const auto scheme = scheme_of(location); !scheme.empty() && scheme != "sqlite") {
        return "the scheme " + scheme + " is not supported for stores: give a path, or postgresql://HOST/DATABASE";
    }
    return {};
}

std::string without_password(std::string_view location) {
    std::string out{location};
    auto scheme = out.find("://");
    if (scheme == std::string::npos && nearly_postgresql(out)) scheme = out.find(':');
    const std::size_t from =
        scheme == std::string::npos ? 0 : std::min(out.find_first_not_of(":/", scheme), out.size());
    // The parameters "password" and "sslpassword"; their names may be percent-encoded.
    std::size_t start = from;
    for (auto equals = out.find('=', start); equals != std::string::npos; equals = out.find('=', start)) {
        const auto before = out.find_last_of("?& :/@", equals);
        const std::size_t name_at = before == std::string::npos ? 0 : before + 1;
        const std::string name = out.substr(name_at, equals - name_at);
        start = equals + 1;
        if (!name.ends_with("password") && !name.contains('%')) continue;
        const auto end = std::min(out.find('&', start), out.size());
        out.replace(start, end - start, "***");
        start += 3;
    }
    // Up to the last "@": an "@" in a password should be percent-encoded, but often is not.
    if (scheme == std::string::npos) return out;
    const auto at = out.rfind('@');
    if (at == std::string::npos || at < from) return out;
    // Also an encoded ":", which makes the password a part of the user name.
    auto colon = out.find(':', from);
    if (const auto encoded = std::min(out.find("%3A", from), out.find("%3a", from)); encoded < colon) {
        colon = encoded + 2;
    }
    if (colon < at) out.replace(colon + 1, at - colon - 1, "***");
    return out;
}

} // namespace uniform::store
