#include "url/planner.hpp"

#include <uniform/parse.hpp>
#include <uniform/scheme.hpp>

namespace uniform::detail {

planner::planner(std::string_view text, edition e, std::string_view scheme, const plan_options &options)
    : text_{text}, options_{options} {
    plan_.scheme = scheme;
    plan_.edition = e;
}

std::optional<std::uint16_t> planner::own_port() const noexcept {
    const scheme_info *known = scheme_registry::standard().find(plan_.scheme);
    return known == nullptr ? std::nullopt : known->default_port;
}

void planner::contact(const login_view &login) {
    check(login.host);
    plan_.host = decoded_part(login.host);
    plan_.port = own_port();
    if (!login.port || login.port->empty()) return;
    const std::size_t at = offset_of(*login.port);
    const auto number = parse_port_number(*login.port);
    if (!number) return fail(at + number.error().offset, number.error().code, rule::port);
    const std::optional<std::uint16_t> port = *number;
    // "especially when it is a number within the reserved space"
    if (port != plan_.port && *port < 1024) refuse(at, error_code::foreign_port, rule::security_considerations);
    plan_.port = port;
}

void planner::contact_configured(std::string_view server) {
    const auto parsed = parse_authority(server);
    if (!parsed) return fail(0, parsed.error().code, parsed.error().rule);
    if (parsed->userinfo) return fail(0, error_code::unexpected_userinfo, rule::login);
    if (!parsed->host || parsed->host->empty()) return fail(0, error_code::missing_host, rule::host);
    const auto number = parse_port_number(parsed->port.value_or(std::string_view{}));
    if (!number) return fail(0, number.error().code, rule::port);
    plan_.host = decoded_part(*parsed->host);
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

void planner::fail(const error &why) {
    if (!error_) error_ = why;
}

void planner::fail(std::size_t at, error_code code, rule r) { fail(error{at, code, r, plan_.edition}); }

void planner::refuse(std::size_t at, error_code code, rule r) {
    if (!options_.insist) return fail(at, code, r);
    plan_.concerns.push_back({at, code, r, plan_.edition});
}

std::expected<access_plan, error> planner::result() && {
    if (error_) return std::unexpected{*error_};
    return std::move(plan_);
}

} // namespace uniform::detail
