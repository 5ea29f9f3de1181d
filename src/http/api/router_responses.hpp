// The responses that the router makes itself, and what it adds to those of handlers.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/database.hpp>

#include "http/api/route.hpp"
#include "http/api/route_table.hpp"
#include "http/api/server_context.hpp"
#include "http/engine/http_message.hpp"

namespace uniform::http {

struct settings;

void add_field(response &r, std::string name, std::string value);
/// Replaces the field of that name, or adds one.
void set_field(response &r, std::string_view name, std::string value);
/// The fields of responses that pages of other origins may read (CORS).
void add_open_fields(response &r);

/// RFC 9110 9.2.1.
[[nodiscard]] bool is_safe(std::string_view method) noexcept;
/// Its handler only reads: it may be called again.
[[nodiscard]] bool only_reads(const route &x) noexcept;

/// Whether the service follows everything (store.follow_prefixes), or the key belongs to its part: only then can it say
/// that a name does not exist.
[[nodiscard]] bool is_here(store::reading &r, std::string_view key, const settings &now);
/// The refusal of what is about a name outside the prefixes that the service follows: it says whom to ask.
[[nodiscard]] resolver::problem is_of_other_part(std::string_view urn, const settings &now);
/// The response in place of 404 or 421 if the request names a URN outside the prefixes that the service follows
/// (store.follow_prefixes), of which it cannot say that it does not exist: a redirect to the primary for a request that
/// resolves the name, else 421 (RFC 9110 15.5.20). Nothing if it follows everything, or the name belongs to its part.
[[nodiscard]] std::optional<response> response_for_other_part(store::store &s, const request &r, const settings *now);

/// The response of a problem. RFC 6750 3: the challenge names the roles that are permitted.
[[nodiscard]] response refusal_for(const resolver::problem &p, const request &r, resolver::roles wanted,
                                   const settings *s);
/// The refusal of a change by a service that is only read.
/// @param primary the URL of the service that accepts it; empty: it is not known
[[nodiscard]] resolver::problem only_read(std::string says, std::string_view primary);
/// Without internal details.
[[nodiscard]] resolver::problem problem_of_failure(const store::failure &f);

/// The refusal of a request whose token or session would have ended by a clock that is not believed, which the log has.
[[nodiscard]] resolver::problem clock_refused(const engine_parts &engine, const request &r, std::string why);

/// Somebody without a token or session wants what needs one, by a browser: the page that asks for a token, which leads
/// back. A form is kept there, unless another site has sent it. Nothing: it is no browser, or another site.
[[nodiscard]] std::optional<response> asks_to_sign_in(const request &r, const settings *s);

/// The response to OPTIONS, and to a method that no route of the resource has.
[[nodiscard]] response response_to_other_method(const resource &there, const request &r, const settings *s);

/// Adds what every response of the resource has.
/// @param chosen null: the resource has no route with the method
/// @param in_session authenticated by a cookie
/// @param replica_behind it was read from a replica, which may lag by so much
void complete_response(response &answer, const server_context &s, const resource &there, const route *chosen,
                       const request &r, bool in_session, std::optional<std::chrono::milliseconds> replica_behind = {});

} // namespace uniform::http
