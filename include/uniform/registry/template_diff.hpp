// Two versions of a registration, field by field, and the requirements on a revision (RFC 8141 6.2, Appendix A).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>

namespace uniform UNIFORM_API {
namespace registry {

/// The kind of difference between a field or a line and its older version.
enum class change : std::uint8_t { same, added, removed, changed };
/// Their names.
inline constexpr auto change_names = enum_table<change>(
    {{change::same, "same"}, {change::added, "added"}, {change::removed, "removed"}, {change::changed, "changed"}});
/// The name of a change; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(change c) noexcept { return change_names.name(c); }

/// A line of a field's text.
struct line_change {
    change kind = change::same; ///< same, added or removed
    std::string text{};
};

/// The difference of one field.
struct field_change {
    std::optional<field> id{};
    std::string name{};
    change kind = change::same;
    std::vector<line_change> lines{}; ///< the lines of both, in order; empty if nothing changed
};

/// The differences between two versions of a template.
struct template_difference {
    std::vector<field_change> fields{}; ///< in the order of the new version; removed fields are at the end
    std::vector<finding> findings{};    ///< positions are those of the new version

    [[nodiscard]] bool any() const noexcept;
};

/// Compares two versions: the longest common subsequence of the lines of each field (beyond four million pairs of
/// lines, all between the common beginning and end), and findings about the new one as a revision of the old
/// one.
[[nodiscard]] template_difference compare_templates(const namespace_template &older, const namespace_template &newer);

} // namespace registry
} // namespace uniform
