// The name that a request asks for: its URN, parsed once, and corrected if it is misspelt.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/namespace_rules.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/urn/urn.hpp>

#include "http/engine/engine.hpp"

namespace uniform::http {

struct requested_name {
    uniform::urn urn; ///< without its f-component, which clients keep (RFC 8141 2.3.3)
    std::vector<resolver::correction> corrections = {};
    std::string key = {}; ///< by the rules of its namespace; empty until set_key()
    /// For results in JSON: their URLs are not fetched by what sent the name, so that nothing else would apply it.
    std::optional<std::string> f_component = {};

    [[nodiscard]] std::string_view text() const noexcept UNIFORM_LIFETIMEBOUND { return urn.text(); }
    [[nodiscard]] std::optional<std::string_view> r_component() const noexcept { return urn.r_component(); }
    [[nodiscard]] std::optional<std::string_view> q_component() const noexcept { return urn.q_component(); }
    /// In the spelling of the request; in the one of the key once that is set.
    [[nodiscard]] std::string_view nid() const noexcept UNIFORM_LIFETIMEBOUND;
};

/// Nothing is corrected: two URNs that differ are two names, whatever the difference looks like (RFC 8141 3.1).
inline constexpr resolver::correction_rules uncorrected{.enabled = false};

/// Parses a URN as it was sent, and corrects it where that is needed and asked for. Errors, with the corrections:
/// malformed; unknown_name if it is longer than any name that can be assigned. Linear.
[[nodiscard]] std::expected<requested_name, resolver::problem>
read_name(std::string_view text, const resolver::correction_rules &rules = uncorrected);

/// The same for a text that is a URN and is not to be corrected.
[[nodiscard]] std::expected<requested_name, resolver::problem>
read_urn(std::string_view text, std::vector<resolver::correction> corrections = {});

/// Sets the key, by the rules of the namespace if it has some of its own (RFC 8141 3.1). Linear.
void set_key(requested_name &n, const resolver::namespace_rules &rules);

/// The path and the query of the request target, also of one in absolute-form (RFC 9112 3.2.2). A view of it.
[[nodiscard]] std::string_view origin_form(const request &r) noexcept;

/// Whether a target in origin-form asks for a name: "/urn:...", in upper or lower case, percent-encoded as a whole
/// ("/urn%3A..."), after white space, or inside the URL of another resolver ("/https://host/urn:..."). The router gives
/// GET and HEAD of all of these to the route "/{urn*}". Constant time.
[[nodiscard]] bool is_name_target(std::string_view target) noexcept;

} // namespace uniform::http
