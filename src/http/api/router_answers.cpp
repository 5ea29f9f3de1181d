// Lists as responses, and what handlers read from a request.

#include "http/api/router.hpp"

#include <algorithm>
#include <charconv>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/base64url.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/limits.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

bool is_json_type(std::string_view field) {
    const std::string type = body_type_of(field);
    return type == "application/json" || (type.starts_with("application/") && type.ends_with("+json"));
}

bool is_plain_text(std::string_view text) { return is_utf8(text) && !text.contains('\0'); }

} // namespace

response json_response(int status, std::string body) {
    response out{.status = status, .body = std::move(body)};
    out.fields.emplace_back("Content-Type", "application/json");
    return out;
}

response private_response(int status, std::string body) {
    response out = json_response(status, std::move(body));
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

std::expected<json::value, problem> json_body(const request_context &c) {
    if (!is_json_type(c.request.value("Content-Type"))) {
        return refuse(problem_type::unsupported_media_type,
                      "unsupported media type; supported media types: application/json");
    }
    return resolver::read_json(c.request.body, {.exact = true});
}

std::expected<std::optional<json::value>, problem> optional_json_body(const request_context &c) {
    if (c.request.body.empty()) return std::nullopt;
    return json_body(c);
}

std::string etag_of(std::uint64_t version) { return '"' + std::to_string(version) + '"'; }

std::span<const std::string> location_schemes_of(const request_context &c) noexcept {
    return c.server.settings->location_schemes;
}

address_text client_of(const request_context &c) noexcept {
    return c.server.engine != nullptr ? c.server.engine->limits.client_of(c.request) : address_text{c.request.remote};
}

store::origin origin_of(const request_context &c) {
    return {.who = c.who != nullptr ? c.who->id : "anyone", .from = std::string(client_of(c))};
}

std::expected<page, problem> page_of(const request_context &c) {
    page p{.limit = static_cast<std::size_t>(c.number(limit_parameter))};
    if (const auto after = c.query_value("after")) {
        auto text = base::from_base64url(*after);
        if (!text || !is_plain_text(*text)) {
            return refuse(problem_type::malformed, "\"after\" is not a cursor of this service");
        }
        p.after = std::move(*text);
    }
    return p;
}

std::string cursor_of(std::string_view last) { return base::to_base64url(last); }

std::string next_page_of(const request_context &c, std::string_view last) {
    std::string target{c.request.path};
    char before = '?';
    for (const auto &[name, value] : c.query) {
        if (name == "after") continue;
        target.append(1, before).append(encode_query_data(name)).append(1, '=').append(encode_query_data(value));
        before = '&';
    }
    return target.append(1, before).append("after=").append(cursor_of(last));
}

response list_response_of(const request_context &c, std::string_view last,
                          const std::function<void(json::writer &)> &write_items) {
    std::string body;
    json::writer w{body};
    w.begin_object().key("items").begin_array();
    write_items(w);
    w.end_array();
    response out;
    if (!last.empty()) {
        w.member("next", cursor_of(last));
        out = json_response(200, {});
        // RFC 8288
        out.fields.emplace_back("Link", "<" + next_page_of(c, last) + ">; rel=\"next\"");
    } else {
        out = json_response(200, {});
    }
    w.end_object();
    out.body = std::move(body);
    return out;
}

bool has_component(const request &r) noexcept {
    return r.query && (r.query->starts_with('=') || r.query->starts_with('+'));
}

std::string urn_of_target(const request_context &c) {
    std::string urn{c.path_value("urn")};
    if (has_component(c.request)) urn.append("?").append(*c.request.query);
    return urn;
}

std::string_view request_context::path_value(std::string_view name) const noexcept {
    const auto at = std::ranges::find(path, name, &std::pair<std::string, std::string>::first);
    return at == path.end() ? std::string_view{} : std::string_view{at->second};
}

std::optional<std::string_view> request_context::query_value(std::string_view name) const noexcept {
    const auto at = std::ranges::find(query, name, &std::pair<std::string, std::string>::first);
    if (at == query.end()) return std::nullopt;
    return at->second;
}

std::string_view request_context::text(const parameter &p) const noexcept {
    const std::string_view given = query_value(p.name).value_or(std::string_view{});
    return given.empty() ? p.fallback : given;
}

std::uint64_t request_context::number(const parameter &p) const noexcept {
    const std::string_view digits = text(p);
    std::uint64_t value = 0;
    (void)std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

bool request_context::flag(const parameter &p) const noexcept {
    const auto given = query_value(p.name);
    return given && *given != "false";
}

} // namespace uniform::http
