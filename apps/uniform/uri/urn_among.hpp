// The treatment of the URNs among the inputs of the commands for URIs: --urn.
//
// The two standards disagree: RFC 3986 6.2.2 decodes unreserved characters and removes dot segments; by RFC 8141 3.1,
// names that differ in these are different names. docs/decisions/0006-urns-among-uris.md explains the choice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <uniform/uri/normalize.hpp>
#include <uniform/urn/urn.hpp>

#include "print/host_forms.hpp"
#include "uri/options.hpp"

namespace uniform::cli {

class urn_among {
public:
    // `normal` outlives this. `idna`: the names in hosts are compared and written as A-labels.
    urn_among(const normalize_options &normal, urn_reading urn, bool idna = false) noexcept
        : normal_{normal}, urn_{urn}, idna_{idna} {}

    // The URN that `r` is; std::nullopt if it is none, or if URNs are read as any other URI.
    [[nodiscard]] std::optional<urn_view> of(const reference_view &r) const {
        if (!has_urn_scheme(r) || urn_ == urn_reading::uri) [[likely]]
            return std::nullopt;
        return find(r);
    }

    // The functions of normalize.hpp and compare.hpp for both URIs and URNs. Inputs are equivalent if they have the
    // same normal form.
    [[nodiscard]] bool is_normal(const reference_view &r) const {
        if (idna_ && has_internationalized_host(r)) return false;
        const auto u = of(r);
        return u ? is_normal(r, *u) : uniform::is_normal(r, normal_);
    }
    void normalize_append(std::string &out, const reference_view &r) const {
        if (idna_ && has_internationalized_host(r)) return append_in_ascii(out, r);
        append(out, r);
    }
    [[nodiscard]] changes would_change(const reference_view &r) const;
    [[nodiscard]] bool equivalent(const reference_view &a, const reference_view &b) const;

    // The lowest level at which the two are equivalent; "" if there is none. For two URNs the levels are simple, case,
    // scheme, lexical, namespace; each contains those before it.
    [[nodiscard]] std::string_view lowest_level(const reference_view &a, const reference_view &b) const;

private:
    [[nodiscard]] static std::optional<urn_view> find(const reference_view &r);
    void append_in_ascii(std::string &out, const reference_view &r) const;
    void append(std::string &out, const reference_view &r) const {
        const auto u = of(r);
        u ? append(out, r, *u) : uniform::normalize_append(out, r, normal_);
    }
    [[nodiscard]] bool is_normal(const reference_view &r, const urn_view &u) const;
    void append(std::string &out, const reference_view &r, const urn_view &u) const;
    [[nodiscard]] bool is_redirected(const reference_view &r) const;

    const normalize_options &normal_;
    urn_reading urn_;
    bool idna_;
};

} // namespace uniform::cli
