// One line of an import: a name and its record.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/enum_names.hpp>
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
inline constexpr auto csv_columns = enum_table<csv_column>({{csv_column::name, "name"},
                                                            {csv_column::state, "state"},
                                                            {csv_column::registrar, "registrar"},
                                                            {csv_column::url, "url"},
                                                            {csv_column::media_type, "media_type"},
                                                            {csv_column::language, "language"},
                                                            {csv_column::country, "country"},
                                                            {csv_column::weight, "weight"},
                                                            {csv_column::valid_from, "valid_from"},
                                                            {csv_column::valid_until, "valid_until"},
                                                            {csv_column::locators, "locators"},
                                                            {csv_column::title, "title"},
                                                            {csv_column::creator, "creator"},
                                                            {csv_column::date, "date"},
                                                            {csv_column::type, "type"},
                                                            {csv_column::publisher, "publisher"},
                                                            {csv_column::metadata, "metadata"},
                                                            {csv_column::other_names, "other_names"},
                                                            {csv_column::successor, "successor"},
                                                            {csv_column::predecessor, "predecessor"},
                                                            {csv_column::batch, "batch"},
                                                            {csv_column::reason, "reason"},
                                                            {csv_column::withdrawn, "withdrawn"},
                                                            {csv_column::values, "values"},
                                                            {csv_column::key, "key"}});

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
