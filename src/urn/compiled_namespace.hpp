// The patterns of a registry entry, compiled when they are first asked for, and the fields of an NSS.
#pragma once

#include <atomic>
#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/urn/namespace_info.hpp>

#include "urn/pattern.hpp"

namespace uniform::detail {

struct compiled_namespace {
    std::optional<pattern> normal; // none: any NSS
    std::optional<pattern> lenient;
    std::optional<pattern> strict;
    std::vector<pattern> branches;             // as in syntax.branches
    std::vector<std::optional<pattern>> forms; // as in names
};

/// Errors: invalid_pattern, with the offset into the pattern.
[[nodiscard]] std::expected<compiled_namespace, error> compile(const namespace_info &info);

// One for each entry; those of the standard table are filled when they are first used, and live as long as the
// process.
struct namespace_rules {
    mutable std::atomic<const compiled_namespace *> compiled{nullptr};
};

/// The compiled patterns of an entry of a registry. nullptr when they cannot be compiled, which the tests
/// rule out for the standard table and add() for the rest.
[[nodiscard]] const compiled_namespace *compiled_of(const namespace_info &info);

/// validate() for an NSS by itself, in normal level: npos when it fits, else where it does not.
[[nodiscard]] std::size_t misfit(const namespace_info &info, const compiled_namespace &rules, std::string_view nss);

/// Part of a text between colons: "" all of it, ".2" the third field, ".2+" from there to the end. Nothing when there
/// is no such field, or the selector is none.
[[nodiscard]] std::optional<std::string_view> field(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                    std::string_view selector) noexcept;
/// Whether it is a selector that field() can read.
[[nodiscard]] bool is_selector(std::string_view selector) noexcept;

/// Whether a resolver's address can be read: every part in braces has a known source, selector and filters.
[[nodiscard]] bool is_address(std::string_view address) noexcept;

} // namespace uniform::detail
