// One line of an import: a name and its record.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform::service {

struct bulk_line {
    std::string urn = {};
    std::string key = {};              ///< if the line has it; else empty
    resolver::name_record record = {}; ///< with state, registrar, batch, reason and date, if the line has them
};

/// A line of NDJSON: the members of resolver::to_json(), and "url". Checks everything except the name. Problems:
/// malformed with offset, invalid with pointer. Linear.
[[nodiscard]] std::expected<bulk_line, resolver::problem> read_ndjson(std::string_view line);
[[nodiscard]] std::expected<bulk_line, resolver::problem> bulk_line_from_json(const json::value &value);
/// The same by the general parser alone.
[[nodiscard]] std::expected<bulk_line, resolver::problem> read_ndjson_slowly(std::string_view line);

/// The columns of CSV, in the order in which they are exported.
enum class csv_column : std::uint8_t {
    name,
    state,
    registrar,
    url,
    media_type,
    language,
    country,
    weight,
    valid_from,
    valid_until,
    locators, ///< a JSON array, if there are several
    title,
    creator,
    date,
    type,
    publisher,
    metadata,    ///< a JSON object
    other_names, ///< URNs separated by spaces
    successor,
    predecessor,
    batch,
    reason,
    withdrawn,
    values, ///< a JSON array
    key,    ///< optional; must be that of the name
};
inline constexpr std::array<std::string_view, 25> csv_columns{
    "name",   "state",      "registrar",   "url",         "media_type", "language",    "country",
    "weight", "valid_from", "valid_until", "locators",    "title",      "creator",     "date",
    "type",   "publisher",  "metadata",    "other_names", "successor",  "predecessor", "batch",
    "reason", "withdrawn",  "values",      "key"};

/// RFC 4180: the fields of one record. Problems: malformed, with offset: a quotation mark that is not allowed there,
/// or text after a quoted field. Linear.
[[nodiscard]] std::expected<void, resolver::problem> split_csv(std::string_view record,
                                                               std::vector<std::string> &fields);
/// The header row. Problems: malformed; invalid: an unknown or duplicate column, no "name".
[[nodiscard]] std::expected<std::vector<csv_column>, resolver::problem> read_csv_header(std::string_view record);
[[nodiscard]] std::expected<bulk_line, resolver::problem> read_csv(std::string_view record,
                                                                   const std::vector<csv_column> &columns);

/// The problem of a name and its record, as that of their row: its offset, in the value at its pointer, becomes that in
/// the row.
[[nodiscard]] resolver::problem in_row(resolver::problem p, std::string_view row,
                                       const std::vector<csv_column> &columns);

/// Appends `text` as a field.
void append_csv(std::string &out, std::string_view text);
/// Appends a whole row with its line end; the columns are those of csv_header().
void append_csv(std::string &out, const resolver::name_record &r, std::string_view key);

} // namespace uniform::service
