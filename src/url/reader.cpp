#include "url/reader.hpp"

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

#include "url/url_edition.hpp"

namespace uniform::detail {

namespace {

// RFC 1738 5: hostname = *[ domainlabel "." ] toplabel; toplabel = alpha | alpha *[ alphadigit | "-" ] alphadigit
// std::nullopt if it is one; otherwise the error and its offset.
std::optional<error_code> why_no_hostname_of_1738(std::string_view name, std::size_t &at) noexcept {
    const char_set alphadigit = characters::alpha | characters::digit;
    std::size_t label = 0;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        if (i < name.size() && name[i] != '.') {
            at = i;
            if (!alphadigit.contains(name[i]) && name[i] != '-') return error_code::invalid_character;
            continue;
        }
        at = label;
        if (i == label) return error_code::empty_component;
        if (!alphadigit.contains(name[label])) return error_code::invalid_character;
        at = i - 1;
        if (!alphadigit.contains(name[i - 1])) return error_code::invalid_character;
        if (i == name.size()) {
            at = label;
            if (!characters::alpha.contains(name[label])) return error_code::invalid_character;
        }
        label = i + 1;
    }
    return std::nullopt;
}

// hostnumber = digits "." digits "." digits "." digits
bool is_hostnumber(std::string_view host) noexcept {
    int dots = 0;
    bool digit_before = false;
    for (const char c : host) {
        if (c == '.') {
            if (!digit_before) return false;
            ++dots;
            digit_before = false;
        } else if (characters::digit.contains(c)) {
            digit_before = true;
        } else {
            return false;
        }
    }
    return dots == 3 && digit_before;
}

} // namespace

std::optional<login_view> url_reader::login(bool users, bool empty_host) noexcept {
    if (!good_) return std::nullopt;
    return is_of_1994() ? login_of_1994(users, empty_host) : authority(users, empty_host);
}

std::optional<login_view> url_reader::login_of_1994(bool users, bool empty_host) noexcept {
    login_view found;
    const std::size_t begin = at_;
    // The user and the password come first, if an "@" comes right after them.
    const auto stop = text_.find_first_of("@/", begin);
    if (stop != std::string_view::npos && text_[stop] == '@') {
        if (!users) {
            fail(begin, error_code::unexpected_userinfo, rule::hostport);
            return std::nullopt;
        }
        found.user = run(rule::user);
        if (accept(':')) found.password = run(rule::password);
        if (good_ && at_ != stop) {
            fail(at_, error_code::invalid_character, found.password ? rule::password : rule::user);
        }
        if (!good_) return std::nullopt;
        at_ = stop + 1;
    }
    const std::size_t host = at_;
    run(rule::hostname);
    if (!good_) return std::nullopt;
    found.host = text_.substr(host, at_ - host);
    if (found.host.empty()) {
        const bool nothing = at_end() || peek() == ':' || peek() == '/';
        if (!nothing) fail(host, error_code::invalid_character, rule::hostname);
        if (!empty_host) fail(host, error_code::missing_host, rule::host);
    } else {
        hostname(host, at_);
    }
    if (!good_) return std::nullopt;
    if (accept(':')) {
        found.port = digits();
        if (found.port->empty()) fail(at_, error_code::invalid_port, rule::port);
    }
    if (good_ && !at_end() && peek() != '/') {
        fail(at_, found.port ? error_code::invalid_port : error_code::invalid_character,
             found.port ? rule::port : rule::host);
    }
    if (!good_) return std::nullopt;
    return found;
}

std::string_view url_reader::host_of_1994() noexcept {
    const std::size_t begin = at_;
    run(rule::hostname);
    if (good_ && at_ == begin) {
        fail(begin, at_end() ? error_code::missing_host : error_code::invalid_character, rule::host);
    }
    if (!good_ || !hostname(begin, at_)) return {};
    return text_.substr(begin, at_ - begin);
}

// host = hostname | hostnumber. False also when nothing is there, without an error.
bool url_reader::hostname(std::size_t begin, std::size_t end) noexcept {
    const std::string_view host = text_.substr(begin, end - begin);
    if (host.empty()) return false;
    if (is_hostnumber(host)) return true;
    if (edition_ == edition::url_06) { // hostname = alpha *uchar
        if (characters::alpha.contains(host[0])) return true;
        return fail(begin, error_code::invalid_character, rule::hostname);
    }
    std::size_t at = 0;
    const auto code = why_no_hostname_of_1738(host, at);
    return !code || fail(begin + at, *code, rule::hostname);
}

// RFC 3986 3.2
std::optional<login_view> url_reader::authority(bool users, bool empty_host) noexcept {
    const auto stop = std::min(text_.find_first_of("/?#", at_), text_.size());
    const auto parsed = parse_authority(text_.substr(at_, stop - at_));
    if (!parsed) {
        fail(at_ + parsed.error().offset, parsed.error().code, parsed.error().rule);
        return std::nullopt;
    }
    if (parsed->userinfo && !users) {
        fail(at_, error_code::unexpected_userinfo, rule::login);
        return std::nullopt;
    }
    login_view found;
    if (parsed->userinfo) {
        const auto colon = parsed->userinfo->find(':');
        found.user = parsed->userinfo->substr(0, colon);
        if (colon != std::string_view::npos) found.password = parsed->userinfo->substr(colon + 1);
    }
    found.host = *parsed->host;
    found.port = parsed->port;
    if (found.host.empty() && !empty_host) {
        fail(stop - (found.port ? found.port->size() + 1 : 0), error_code::missing_host, rule::host);
        return std::nullopt;
    }
    at_ = stop;
    return found;
}

std::string decoded_part(std::string_view text) { return decode(text).value_or(std::string{text}); }

std::optional<std::string> decoded_part(const std::optional<std::string_view> &text) {
    if (!text) return std::nullopt;
    return decoded_part(*text);
}

std::string host_part(std::string_view written) {
    std::string host = decoded_part(written);
    if (written.starts_with('[') || std::ranges::none_of(host, [](char c) { return no_host.contains(c); })) return host;
    std::string encoded;
    encode_append(encoded, host, made_characters(rule::hostname));
    return encoded;
}

std::expected<std::string, error> made_host(std::string_view host, edition e) {
    if (host.starts_with('[')) return std::string{host};
    const auto wrong = [](char c) { return no_host.contains(c); };
    std::string name{host};
    if (std::ranges::any_of(host, wrong)) {
        const auto decoded = decode(host);
        const bool encoded = decoded && std::ranges::none_of(host, [&](char c) { return c != '%' && wrong(c); });
        // Escapes that are not needed are decoded.
        if (!encoded || std::ranges::none_of(*decoded, wrong)) {
            return std::unexpected{error{0, error_code::invalid_character, rule::host, e}};
        }
        name = *decoded;
    }
    std::string made;
    encode_append(made, name, made_characters(rule::hostname, e));
    return made;
}

std::optional<std::uint16_t> default_port(std::string_view scheme, const url_options &o) noexcept {
    const scheme_registry &schemes = o.schemes == nullptr ? scheme_registry::standard() : *o.schemes;
    const scheme_info *known = schemes.find(scheme);
    return known == nullptr ? std::nullopt : known->default_port;
}

std::expected<std::string, error> bounded(std::string url, const url_options &o, edition e) {
    if (url.size() <= o.max_length) return url;
    return std::unexpected{error{o.max_length, error_code::too_long, rule::none, e}};
}

login_parts decoded_login(const login_view &login) {
    login_parts parts{decoded_part(login.user), decoded_part(login.password), host_part(login.host), {}};
    if (login.port) parts.port = parse_port_number(*login.port).value_or(std::nullopt);
    return parts;
}

std::size_t find_decoded(std::string_view written, char_set wanted) noexcept {
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i] != '%' || written.size() - i < 3) {
            if (wanted.contains(written[i])) return i;
        } else {
            if (wanted.contains(
                    static_cast<char>(ascii::hex_value(written[i + 1]) * 16 + ascii::hex_value(written[i + 2]))))
                return i;
            i += 2;
        }
    }
    return std::string_view::npos;
}

char_set made_characters(rule part, edition e) noexcept {
    const char_set of_1738 = url_allowed(part, edition::rfc1738);
    const char_set every = of_1738 - (of_1738 - allowed(rule::path, edition::rfc3986));
    return is_edition_of_1994(e) ? every : every | char_set{"~"};
}

std::expected<void, error> append_login(std::string &out, const login_parts &login, const url_options &o,
                                        std::string_view scheme, bool empty_host) {
    const edition e = url_edition(o, scheme);
    const auto refuse = [&](error_code code, rule r) { return std::unexpected{error{0, code, r, e}}; };
    if (login.password && !login.user) return refuse(error_code::missing_part, rule::user);
    if (login.host.empty() && !empty_host) return refuse(error_code::missing_host, rule::host);
    std::string made = "//";
    if (login.user) {
        encode_append(made, *login.user, made_characters(rule::user, e));
        if (login.password) {
            made += ':';
            encode_append(made, *login.password, made_characters(rule::password, e));
        }
        made += '@';
    }
    const std::size_t host = made.size();
    const auto name = made_host(login.host, e);
    if (!name) return std::unexpected{name.error()};
    made += *name;
    if (login.port) made += ':' + std::to_string(*login.port);
    // The written text must parse to the same parts.
    url_reader again{made, e, 0xFFFFFFFE};
    again.accept("//");
    const auto read = again.login(login.user.has_value(), empty_host);
    if (!read) return again.why();
    if (!again.at_end() || read->host.size() + host + (read->port ? read->port->size() + 1 : 0) != made.size()) {
        return refuse(error_code::invalid_character, rule::host);
    }
    out += made;
    return {};
}

void append_login_fields(std::vector<url_field> &fields, const login_view &login, std::string_view scheme, bool users,
                         const url_options &o) {
    const login_parts parts = decoded_login(login);
    if (users) {
        fields.push_back(url_field::of("user", parts.user));
        fields.push_back(url_field::of("password", parts.password));
    }
    fields.push_back(url_field::of("host", parts.host));
    std::optional<std::uint64_t> port;
    if (parts.port) {
        port = *parts.port;
    } else if (login.port && !login.port->empty()) { // digits, but not a TCP port
        return fields.push_back(url_field::of("port", std::string{*login.port}));
    } else if (const auto own = default_port(scheme, o)) {
        port = *own;
    }
    fields.push_back(url_field::of_number("port", port));
}

} // namespace uniform::detail
