#include "http/api/name_requests.hpp"

#include <optional>
#include <utility>

#include <uniform/json/members.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/router.hpp"

namespace uniform::http::name_requests {

using resolver::problem;

std::string address_of(std::string_view key) { return "/api/v1/names/" + encode_segment(resolver::urn_of(key)); }

std::expected<service::write_options, problem> options_of(const request_context &c) {
    UNIFORM_TRY(auto &condition, precondition_of(c.request));
    std::string_view key = c.request.value("Idempotency-Key");
    if (key.size() >= 2 && key.front() == '"' && key.back() == '"') key = key.substr(1, key.size() - 2);
    return service::write_options{
        .idempotency_key = std::string(key), .condition = std::move(condition), .schemes = location_schemes_of(c)};
}

std::expected<wanted_change, problem> wanted_of(const request_context &c) {
    wanted_change wanted;
    UNIFORM_TRY(auto &body, optional_json_body(c));
    if (body) wanted.body = std::move(*body);
    if (!wanted.body.is_object()) {
        return std::unexpected{resolver::to_problem(json::not_an_object(wanted.body, "the body"))};
    }
    UNIFORM_TRY(auto &options, options_of(c));
    wanted.options = std::move(options);
    return wanted;
}

std::expected<wanted_change, problem> wanted_of_new(const request_context &c) {
    auto wanted = wanted_of(c);
    UNIFORM_CHECK(wanted);
    UNIFORM_CHECK(wanted->options.condition.check(std::nullopt, "the names"));
    return wanted;
}

} // namespace uniform::http::name_requests
