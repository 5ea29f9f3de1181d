// Observed redirects, for the level protocol (RFC 3986 6.2.4).
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <unordered_map>

#include <uniform/uri/reference.hpp>

namespace uniform {

/// "If they observe that http://example.com/data redirects to http://example.com/data/ they will likely regard the two
/// as equivalent" (RFC 3986 6.2.4): which URIs the caller has seen redirect, and where to. Keys and targets are kept in
/// their scheme-based normal form without fragment.
class redirect_table {
public:
    /// `from` redirects to `to`. A chain is followed to its end; a later entry for the same `from` replaces the
    /// earlier. Fails with invalid_mapping if it would create a redirect loop. Both must be URIs by their edition.
    std::expected<void, error> add(const uri_view &from, const uri_view &to);

    /// The final target of a scheme-based normal form without fragment; "" when it is not in the table.
    [[nodiscard]] std::string_view target(std::string_view normal) const;

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
