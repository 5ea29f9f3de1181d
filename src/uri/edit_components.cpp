// Edits of whole components.
#include <array>
#include <charconv>

#include <uniform/uri/host.hpp>

#include "uri/edit.hpp"

namespace uniform {

std::expected<void, error> editable::set_scheme(std::string_view scheme) {
    components wanted = components_of(seen());
    wanted.scheme = scheme;
    return apply(wanted, {scheme, rule::scheme});
}

std::expected<void, error> reference::remove_scheme() {
    components wanted = components_of(seen());
    if (!wanted.scheme) return {};
    wanted.scheme.reset();
    return apply(wanted, {});
}

std::expected<void, error> editable::set_authority(std::string_view authority) {
    components wanted = components_of(seen());
    wanted.userinfo.reset();
    wanted.host.reset();
    wanted.port.reset();
    wanted.authority = authority;
    return apply(wanted, {authority, rule::authority});
}

std::expected<void, error> editable::remove_authority() {
    if (!seen().has_authority()) return {};
    components wanted = components_of(seen());
    wanted.userinfo.reset();
    wanted.host.reset();
    wanted.port.reset();
    wanted.authority.reset();
    return apply(wanted, {});
}

std::expected<void, error> editable::set_userinfo(std::string_view userinfo) {
    components wanted = components_of(seen());
    if (!wanted.host) return std::unexpected{not_found(rule::host)};
    wanted.userinfo = userinfo;
    return apply(wanted, {userinfo, rule::userinfo});
}

std::expected<void, error> editable::set_userinfo(decoded userinfo) {
    return set_userinfo(encode(userinfo.data, rule::userinfo, edition()));
}

std::expected<void, error> editable::remove_userinfo() {
    components wanted = components_of(seen());
    if (!wanted.userinfo) return {};
    wanted.userinfo.reset();
    return apply(wanted, {});
}

std::expected<void, error> editable::set_user(std::string_view user) {
    // The user ends at the first ":"; a further one would move the boundary.
    if (const auto colon = user.find(':'); colon != std::string_view::npos) {
        return std::unexpected{error{colon, error_code::invalid_character, rule::userinfo, edition()}};
    }
    components wanted = components_of(seen());
    if (!wanted.host) return std::unexpected{not_found(rule::host)};
    std::string userinfo{user};
    if (const auto rest = password()) (userinfo += ':').append(*rest);
    wanted.userinfo = userinfo;
    return apply(wanted, {user, rule::userinfo});
}

std::expected<void, error> editable::set_user(decoded user) {
    std::string text;
    encode_append(text, user.data, allowed(rule::userinfo, edition()) - char_set{":"});
    return set_user(text);
}

std::expected<void, error> editable::set_password(std::string_view password) {
    components wanted = components_of(seen());
    if (!wanted.host) return std::unexpected{not_found(rule::host)};
    std::string userinfo{user().value_or(std::string_view{})};
    (userinfo += ':').append(password);
    wanted.userinfo = userinfo;
    return apply(wanted, {password, rule::userinfo});
}

std::expected<void, error> editable::set_password(decoded password) {
    return set_password(encode(password.data, rule::userinfo, edition()));
}

std::expected<void, error> editable::remove_password() {
    if (!password()) return {};
    components wanted = components_of(seen());
    wanted.userinfo = user();
    return apply(wanted, {});
}

std::expected<void, error> editable::set_host(std::string_view host) {
    components wanted = components_of(seen());
    wanted.authority.reset();
    wanted.host = host;
    return apply(wanted, {host, rule::host});
}

std::expected<void, error> editable::set_host(decoded host) {
    // RFC 3986 3.2.2: URI producers must not use percent-encoding in a host but for UTF-8.
    if (!is_utf8(host.data)) return std::unexpected{error{0, error_code::invalid_character, rule::host, edition()}};
    if (host.data.size() > 1 && host.data.front() == '[' && host.data.back() == ']') { // an IP-literal, valid or not
        std::string text;
        encode_append(text, host.data, allowed(rule::host, edition()) | char_set{"[:]"});
        return set_host(text);
    }
    const auto text = encode_host(host.data, edition()); // a zone is accepted if the text was parsed with zone_ids
    return text ? set_host(*text) : std::unexpected{text.error()};
}

std::expected<void, error> editable::set_port(std::string_view port) {
    components wanted = components_of(seen());
    if (!wanted.host) return std::unexpected{not_found(rule::host)};
    wanted.port = port;
    return apply(wanted, {port, rule::port});
}

std::expected<void, error> editable::set_port(std::uint16_t port) {
    std::array<char, 5> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), port).ptr;
    return set_port(std::string_view{digits.data(), end});
}

std::expected<void, error> editable::remove_port() {
    components wanted = components_of(seen());
    if (!wanted.port) return {};
    wanted.port.reset();
    return apply(wanted, {});
}

std::expected<void, error> editable::set_query(std::string_view query) {
    components wanted = components_of(seen());
    wanted.query = query;
    return apply(wanted, {query, rule::query});
}

std::expected<void, error> editable::set_query(decoded query) {
    return set_query(encode(query.data, rule::query, edition()));
}

std::expected<void, error> editable::remove_query() {
    components wanted = components_of(seen());
    if (!wanted.query) return {};
    wanted.query.reset();
    return apply(wanted, {});
}

std::expected<void, error> editable::set_fragment(std::string_view fragment) {
    components wanted = components_of(seen());
    wanted.fragment = fragment;
    return apply(wanted, {fragment, rule::fragment});
}

std::expected<void, error> editable::set_fragment(decoded fragment) {
    return set_fragment(encode(fragment.data, rule::fragment, edition()));
}

std::expected<void, error> editable::remove_fragment() {
    components wanted = components_of(seen());
    if (!wanted.fragment) return {};
    wanted.fragment.reset();
    return apply(wanted, {});
}

} // namespace uniform
