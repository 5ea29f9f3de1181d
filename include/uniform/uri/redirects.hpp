// Observed redirects, for the level protocol (RFC 3986 6.2.4).
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/uri/reference.hpp>

namespace uniform UNIFORM_API {

/// "If they observe that http://example.com/data redirects to http://example.com/data/ they will likely regard the two
/// as equivalent" (RFC 3986 6.2.4): which URIs the caller has seen redirect, and where to. Keys and targets are kept in
/// their scheme-based normal form without fragment.
class redirect_table {
public:
    /// `from` redirects to `to`. A chain is followed to its end; a later entry for the same `from` replaces the
    /// earlier. Fails with invalid_mapping if it would create a redirect loop. Both must be URIs by their edition.
    std::expected<void, error> add(const uri_view &from, const uri_view &to);

    /// Adds all of these, `from` and `to`; of two with the same `from`, the later replaces the earlier. A redirect loop
    /// says nothing about equivalence: its redirects are left out, also those that the table had, and all others used.
    /// Returns the members of each loop in their order, as keys of the table; a URI that redirects to itself is a loop
    /// of one member. The order of the loops is that of `list`. Linear in the table and the list.
    /// Example: `for (const auto &loop : table.add_list(seen)) report(loop);`
    std::vector<std::vector<std::string>> add_list(std::span<const std::pair<uri_view, uri_view>> list);

    /// The final target of a scheme-based normal form without fragment; "" when it is not in the table.
    [[nodiscard]] std::string_view target(std::string_view normal) const UNIFORM_LIFETIMEBOUND;

    [[nodiscard]] std::size_t size() const noexcept { return next_.size(); }
    [[nodiscard]] bool empty() const noexcept { return next_.empty(); }

private:
    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view s) const noexcept { return std::hash<std::string_view>{}(s); }
    };
    std::unordered_map<std::string, std::string, hash, std::equal_to<>> next_;
};

} // namespace uniform
