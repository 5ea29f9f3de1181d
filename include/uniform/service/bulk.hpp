// Bulk import and export: the formats, and the streams of what is read and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The format of a bulk import or export.
enum class bulk_format : std::uint8_t { ndjson, csv };
/// Their names.
inline constexpr auto bulk_format_names =
    enum_table<bulk_format>({{bulk_format::ndjson, "ndjson"}, {bulk_format::csv, "csv"}});
/// The name of a bulk format; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(bulk_format f) noexcept { return bulk_format_names.name(f); }

inline constexpr std::size_t longest_line = std::size_t{1} << 20U; ///< bytes; a CSV record may have several lines

/// Reads the next part of the input, empty at its end; each part is valid until the next call.
using bulk_source = std::function<std::string_view()>;
/// Receives whole lines of the output.
using bulk_sink = std::function<void(std::string_view)>;

} // namespace service
} // namespace uniform
