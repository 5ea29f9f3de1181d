// Exporting names in bulk, in order of their keys and in constant memory. What it writes, import_names() of an empty
// store reads to the same records.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/resolver/record.hpp>
#include <uniform/service/import.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

struct export_options {
    bulk_format format = bulk_format::ndjson;
    std::string prefix = {}; ///< of keys; empty: all names
    std::string after = {};  ///< a key: goes on behind it, without the header row
    std::optional<resolver::name_state> state = {};
};

/// Writes whole lines; the last one's key is what `after` takes. Reads page by page, so that a name that is assigned
/// meanwhile may be there or not; each record is whole. `progress` gets the number of names. Returns that number.
/// Throws store::failure and what `sink` throws.
std::uint64_t export_names(store::store &s, const export_options &o, const bulk_sink &sink,
                           const std::function<void(std::uint64_t)> &progress = nullptr);

/// The header row of CSV.
[[nodiscard]] std::string_view csv_header() noexcept;

} // namespace uniform::service
