#include "sql/containment.hpp"

#include <optional>

#include <uniform/uri/host.hpp>

#include "sql/normal_key.hpp"

namespace uniform::sql {

namespace {

// A text's normal form and its components.
class hierarchy_position {
public:
    explicit hierarchy_position(std::string_view text)
        : key_{text, edition::rfc3986}, parts_{parsed(key_.text(), edition::rfc3986)} {}

    [[nodiscard]] bool valid() const { return parts_.has_value(); }
    [[nodiscard]] const reference_view &parts() const { return *parts_; }

    [[nodiscard]] std::string_view host() const { return parts_->host().value_or(std::string_view{}); }
    // RFC 3986 3.2.3: a port that is empty is the scheme's own, as none is.
    [[nodiscard]] std::string_view port() const { return parts_->port().value_or(std::string_view{}); }
    // RFC 3986 6.2.3: behind an authority, an empty path is "/".
    [[nodiscard]] std::string_view path() const {
        return parts_->has_authority() && parts_->path().empty() ? "/" : parts_->path();
    }
    // "//example.com": whatever the scheme is.
    [[nodiscard]] bool any_scheme() const { return parts_->has_authority() && !parts_->has_scheme(); }
    // "//.example.com": the domain's name, without the dots at its ends.
    [[nodiscard]] std::string_view domain() const {
        const std::string_view name = without_root(host());
        return name.size() > 1 && name.front() == '.' ? name.substr(1) : std::string_view{};
    }

    // RFC 3986 3.2.2: the rightmost label of a fully qualified name may be followed by a dot.
    [[nodiscard]] static std::string_view without_root(std::string_view name) {
        return name.ends_with('.') ? name.substr(0, name.size() - 1) : name;
    }

private:
    normal_key key_;
    std::optional<reference_view> parts_;
};

bool is_name(const hierarchy_position &p) { return p.parts().host_type() == host_type::reg_name; }

bool host_within(const hierarchy_position &x, const hierarchy_position &place) {
    const std::string_view domain = place.domain();
    if (domain.empty()) return x.host() == place.host();
    if (!is_name(x)) return false;
    const std::string_view name = hierarchy_position::without_root(x.host());
    if (name == domain) return true;
    return name.ends_with(domain) && name[name.size() - domain.size() - 1] == '.';
}

bool authority_within(const hierarchy_position &x, const hierarchy_position &place) {
    if (x.parts().has_authority() != place.parts().has_authority()) return false;
    if (!place.parts().has_authority()) return true;
    if (!host_within(x, place)) return false;
    if (x.port() != place.port() && !(place.any_scheme() && place.port().empty())) return false;
    const auto user = place.parts().userinfo();
    return !user || x.parts().userinfo() == user;
}

bool path_within(const hierarchy_position &x, const hierarchy_position &place) {
    const std::string_view path = x.path();
    const std::string_view above = place.path();
    const auto query = place.parts().query();
    const auto fragment = place.parts().fragment();
    if (query || fragment) {
        return path == above && x.parts().query() == query && (!fragment || x.parts().fragment() == fragment);
    }
    if (!path.starts_with(above)) return false;
    return path.size() == above.size() || above.ends_with('/') || path[above.size()] == '/';
}

bool within(const hierarchy_position &x, const hierarchy_position &place) {
    if (!x.valid() || !place.valid()) return false;
    if (!place.any_scheme() && x.parts().scheme() != place.parts().scheme()) return false;
    return authority_within(x, place) && path_within(x, place);
}

// "com.example." of "example.com".
void append_reversed(std::string &out, std::string_view name) {
    for (;;) {
        const auto dot = name.rfind('.');
        out += dot == std::string_view::npos ? name : name.substr(dot + 1);
        out += '.';
        if (dot == std::string_view::npos) return;
        name = name.substr(0, dot);
    }
}

void append_host(std::string &out, const hierarchy_position &p) {
    if (is_name(p) && !p.host().empty()) {
        append_reversed(out, hierarchy_position::without_root(p.host()));
    } else {
        out += p.host();
    }
    out += ' '; // which no URI has
}

void append_rest(std::string &out, const hierarchy_position &p) {
    out += p.parts().scheme().value_or(std::string_view{});
    out += ' ';
    out += p.port();
    out += ' ';
    out += p.path();
    if (const auto query = p.parts().query()) {
        out += '?';
        out += *query;
    }
    if (const auto fragment = p.parts().fragment()) {
        out += '#';
        out += *fragment;
    }
}

} // namespace

bool within(std::string_view text, std::string_view place) {
    return within(hierarchy_position{text}, hierarchy_position{place});
}

bool below(std::string_view text, std::string_view place) {
    const hierarchy_position x{text};
    const hierarchy_position y{place};
    return within(x, y) && !within(y, x);
}

std::string containment_key(std::string_view text) {
    const hierarchy_position p{text};
    if (!p.valid()) return std::string{text};
    std::string key;
    append_host(key, p);
    append_rest(key, p);
    return key;
}

maybe_text containment_prefix(std::string_view place) {
    const hierarchy_position p{place};
    if (!p.valid()) return std::nullopt;
    std::string prefix;
    if (const std::string_view domain = p.domain(); !domain.empty()) {
        append_reversed(prefix, domain);
        return prefix;
    }
    append_host(prefix, p);
    if (!p.any_scheme()) append_rest(prefix, p);
    return prefix;
}

} // namespace uniform::sql
