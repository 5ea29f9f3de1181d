// Normalization, RFC 3986 6.2.

#include <uniform/uri/normalize.hpp>

#include <algorithm>

#include <uniform/uri/parse.hpp>

#include "uri/normal_form.hpp"

namespace uniform {

void normalize_append(std::string &out, const reference_view &r, const normalize_options &options) {
    detail::append_normal_form(out, r, options);
}

std::string normalize(const reference_view &r, const normalize_options &options) {
    std::string out;
    if (detail::surely_normal(r, options)) {
        out = r.text();
    } else {
        normalize_append(out, r, options);
    }
    return out;
}

std::expected<std::string_view, error> normalize_to(std::span<char> buffer, const reference_view &r,
                                                    const normalize_options &options) {
    const auto too_small = [&] {
        return std::unexpected{error{0, error_code::buffer_too_small, rule::none, r.edition()}};
    };
    if (buffer.size() < r.text().size() + normalize_slack) return too_small();
    if (detail::needs_more_steps(r, options)) {
        const std::string result = normalize(r, options);
        if (result.size() > buffer.size()) return too_small();
        std::ranges::copy(result, buffer.begin());
        return std::string_view{buffer.data(), result.size()};
    }
    return std::string_view{buffer.data(), detail::normalize_into(buffer.data(), r, options)};
}

bool is_normal(const reference_view &r, const normalize_options &options) {
    if (detail::surely_normal(r, options)) return true;
    const detail::normal_form form{r, options};
    return form.text() == r.text();
}

changes would_change(const reference_view &r, const normalize_options &options) {
    changes c;
    if (detail::surely_normal(r, options)) return c;
    normalize_options own = options;
    own.redirects = nullptr;
    const std::string normal = normalize(r, own);
    const auto parsed = parse_uri_reference(normal, {.edition = r.edition(), .zone_ids = true});
    if (!parsed) return c; // a normal form always parses: tests/uri/normalize_test.cpp
    c.scheme = parsed->reference_view::scheme() != r.scheme();
    c.userinfo = parsed->userinfo() != r.userinfo();
    c.host = r.host() ? parsed->host() != r.host() : parsed->authority() != r.authority();
    c.port = parsed->port() != r.port();
    c.path = parsed->path() != r.path();
    c.query = parsed->query() != r.query();
    c.fragment = parsed->fragment() != r.fragment();
    if (options.redirects != nullptr && options.level == comparison_level::protocol) {
        std::string followed = normal;
        detail::follow_redirects(followed, 0, options);
        c.redirected = followed != normal;
    }
    return c;
}

} // namespace uniform
