// How the verbs for URIs treat the URNs among their records: --urn.
//
// The two standards disagree: RFC 3986 6.2.2 decodes unreserved characters and removes dot segments, RFC 8141 3.1 says
// that names which differ so are different names. docs/decisions/0006-urns-among-uris.md tells what was chosen.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <uniform/normalize.hpp>
#include <uniform/urn.hpp>

#include "options.hpp"

namespace uniform::command {

class urn_among {
public:
    // `o` lives as long as this.
    explicit urn_among(const options &o) noexcept : options_{o} {}

    // The URN that `r` is; nothing when it is none, or when URNs are read as any other URI.
    [[nodiscard]] std::optional<urn_view> of(const reference_view &r) const {
        if (!has_urn_scheme(r) || options_.urn == urn_reading::uri) [[likely]]
            return std::nullopt;
        return find(r);
    }

    // What normalize.hpp and compare.hpp do, for URIs and URNs. Records are equivalent when they have one normal form.
    [[nodiscard]] bool is_normal(const reference_view &r) const {
        const auto u = of(r);
        return u ? is_normal(r, *u) : uniform::is_normal(r, options_.normal);
    }
    void normalize_append(std::string &out, const reference_view &r) const {
        const auto u = of(r);
        u ? append(out, r, *u) : uniform::normalize_append(out, r, options_.normal);
    }
    [[nodiscard]] changes would_change(const reference_view &r) const;
    [[nodiscard]] bool equivalent(const reference_view &a, const reference_view &b) const;

    // The lowest rung on which the two meet; "" when there is none. For two URNs the rungs are simple, case, scheme,
    // lexical, namespace; each contains those before it.
    [[nodiscard]] std::string_view meets(const reference_view &a, const reference_view &b) const;

private:
    [[nodiscard]] static std::optional<urn_view> find(const reference_view &r);
    [[nodiscard]] bool is_normal(const reference_view &r, const urn_view &u) const;
    void append(std::string &out, const reference_view &r, const urn_view &u) const;
    [[nodiscard]] bool is_redirected(const reference_view &r) const;

    const options &options_;
};

} // namespace uniform::command
