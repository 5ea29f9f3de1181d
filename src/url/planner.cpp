#include "url/planner.hpp"

#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform::detail {

namespace {

// RFC 3977 3.1: arguments are separated by white space, and no control is part of one; `controls` has the other three.
constexpr char_set word_ends = (control_characters | char_set{" "}) - controls;

} // namespace

planner::planner(std::string_view text, edition e, std::string_view scheme, const plan_options &options)
    : text_{text}, options_{options} {
    plan_.scheme = scheme;
    plan_.edition = e;
}

std::optional<std::uint16_t> planner::own_port() const noexcept { return default_port(plan_.scheme, options_.url); }

void planner::set_host(std::string_view written, std::size_t at) {
    // An escape cannot make a reg-name an IP-literal, nor anything else that RFC 3986 3.2.2 reads otherwise.
    const std::size_t wrong = written.starts_with('[') ? std::string_view::npos : find_decoded(written, no_host);
    if (wrong != std::string_view::npos) fail(at + wrong, error_code::invalid_character, rule::host);
    plan_.host = decoded_part(written);
}

void planner::contact(const login_view &login) {
    check(login.host);
    set_host(login.host, offset_of(login.host));
    plan_.port = own_port();
    if (!login.port || login.port->empty()) return;
    const std::size_t at = offset_of(*login.port);
    const auto number = parse_port_number(*login.port);
    if (!number) return fail(at + number.error().offset, number.error().code, rule::port);
    const std::optional<std::uint16_t> port = *number;
    // "especially when it is a number within the reserved space"
    if (port != plan_.port && *port < 1024) refuse(at, error_code::foreign_port, rule::security_considerations);
    plan_.unusual_port = port != plan_.port;
    plan_.port = port;
}

void planner::contact_configured(std::string_view server) {
    check_option(decoded_part(server));
    const auto parsed = parse_authority(server);
    if (!parsed) return fail(0, parsed.error().code, parsed.error().rule);
    if (parsed->userinfo) return fail(0, error_code::unexpected_userinfo, rule::login);
    if (!parsed->host || parsed->host->empty()) return fail(0, error_code::missing_host, rule::host);
    const auto number = parse_port_number(parsed->port.value_or(std::string_view{}));
    if (!number) return fail(0, number.error().code, rule::port);
    set_host(*parsed->host, 0);
    plan_.port = *number ? *number : own_port();
}

void planner::log_in(const login_view &login) {
    check(login.user);
    check(login.password);
    plan_.user = decoded_part(login.user);
    plan_.password = decoded_part(login.password);
    if (plan_.password) {
        plan_.login = credentials::given;
    } else if (plan_.user) {
        plan_.login = credentials::ask_password;
    }
}

void planner::check(std::string_view written, char_set forbidden) {
    const auto at = find_decoded(written, forbidden);
    if (at == std::string_view::npos) return;
    refuse(offset_of(written) + at, error_code::control_in_argument, rule::security_considerations);
}

void planner::check_word(std::string_view written) {
    check(written);
    const auto at = find_decoded(written, word_ends);
    if (at == std::string_view::npos) return;
    refuse(offset_of(written) + at, error_code::delimiter_in_argument, rule::security_considerations);
}

void planner::check_option(std::string_view text) {
    if (std::ranges::none_of(text, [](char c) { return controls.contains(c); })) return;
    refuse(0, error_code::control_in_option, rule::security_considerations);
}

void planner::fail(const error &why) {
    if (!error_) error_ = why;
}

void planner::fail(std::size_t at, error_code code, rule r) {
    fail(error{at, code, r, edition_of_rule(r, plan_.edition)});
}

void planner::refuse(std::size_t at, error_code code, rule r) {
    if (!options_.insist) return fail(at, code, r);
    plan_.concerns.push_back({at, code, r, edition_of_rule(r, plan_.edition)});
}

std::expected<access_plan, error> planner::result() && {
    if (error_) return std::unexpected{*error_};
    return std::move(plan_);
}

} // namespace uniform::detail
