// Bulk export of names, in order of their keys and in constant memory. Importing the result into an empty store makes
// the same name records.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/service/import.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The names that are exported, and the format.
struct export_options {
    bulk_format format = bulk_format::ndjson;
    std::string prefix = {}; ///< of keys; empty: all names
    std::string after = {};  ///< continues after this key, without the header row
    std::optional<resolver::name_state> state = {};
};

/// Writes whole lines; an export that was interrupted continues with the key of the last line as `after`. Reads in
/// pages: a name that is assigned in the meantime may be missing, but no name record is partial. `progress` gets the
/// number of names. Returns that number. Throws store::failure and what `sink` throws.
std::uint64_t export_names(store::store &s, const export_options &o, const bulk_sink &sink,
                           const std::function<void(std::uint64_t)> &progress = nullptr);

/// The header row of CSV.
[[nodiscard]] std::string_view csv_header() noexcept;

/// Appends one field of a row (RFC 4180), which no spreadsheet takes for a formula. Linear.
void append_csv_field(std::string &out, std::string_view text);

} // namespace service
} // namespace uniform
