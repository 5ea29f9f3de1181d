// The responses of the resolver. One function makes them of the result of resolve(), and the response cache makes its
// redirects by the same functions.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/problem.hpp>

#include "http/api/own_url.hpp"
#include "http/engine/engine.hpp"
#include "http/operation/statistics.hpp"
#include "http/resolve/resolution_result.hpp"
#include "http/resolve/shared_caching.hpp"

namespace uniform::http {

struct settings;

/// Adds the header fields that every response of the resolver has, those that it does not have yet: the table in
/// response_fields.hpp. The router adds them to its own responses, which are about no name.
void add_common_fields(response &out, std::span<const resolver::correction> corrections = {});

/// The common part of the redirects of many names: all of the response but Location and the last one of the keys for
/// caches.
struct redirect_template {
    int status = 302;
    bool by_language = false; ///< the choice depends on Accept-Language
    std::vector<resolver::correction> corrections = {};
    lifetime in_caches = {};
    key_prefix keys = {};
    auto operator<=>(const redirect_template &) const = default;
};
/// The template of a result that is a redirect or delegated.
[[nodiscard]] redirect_template redirect_template_of(const resolution &r, const request &q, const settings *s);
/// Location is its first field, that of the keys for caches the second, if there is one.
/// @param digest that of the name, the end of its keys
[[nodiscard]] response redirect_response(const redirect_template &f, std::string location, std::string_view digest);

/// The response of a resolution, with its common fields: redirect, list, representation, page or problem details.
[[nodiscard]] response response_of(const resolution &r, const request &q, const own_url &own);

/// The response of a problem that was found before the name was looked up, with the common fields.
/// @param s for the frame of a page; may be null
/// @param asked the text that is no name, for the page that shows where; empty: it is about something else
[[nodiscard]] response response_of(const resolver::problem &p, const request &q, const settings *s = nullptr,
                                   std::string_view asked = {});

/// A body that is no representation of a name (JSON, a truth value), not to be stored by caches; with the common
/// fields.
[[nodiscard]] response response_of(std::string body, std::string_view content_type,
                                   std::span<const resolver::correction> corrections = {});

/// The outcome as which a resolution is counted.
[[nodiscard]] outcome outcome_of(const resolution &r) noexcept;

} // namespace uniform::http
