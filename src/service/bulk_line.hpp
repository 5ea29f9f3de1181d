// One line of an import, read: a name and its record.
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
    std::string key = {};              ///< as the line says it; empty: it does not
    resolver::name_record record = {}; ///< also state, registrar, batch, reason and date, as the line says them
};

/// A line of NDJSON: the members of resolver::to_json(), and "url". Everything is checked but the name. Problems:
/// malformed with the offset, invalid with a pointer. Linear.
[[nodiscard]] std::expected<bulk_line, resolver::problem> read_ndjson(std::string_view line);
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
    locators, ///< a JSON array, when there is not just one
    title,
    creator,
    date,
    type,
    publisher,
    metadata,    ///< a JSON object
    other_names, ///< URNs with spaces between them
    successor,
    predecessor,
    batch,
    reason,
    withdrawn,
    key, ///< may be there, and is the name's then
};
inline constexpr std::array<std::string_view, 24> csv_columns{
    "name",       "state",       "registrar", "url",         "media_type", "language", "country",   "weight",
    "valid_from", "valid_until", "locators",  "title",       "creator",    "date",     "type",      "publisher",
    "metadata",   "other_names", "successor", "predecessor", "batch",      "reason",   "withdrawn", "key"};

/// RFC 4180: the fields of one record. Problems: malformed with the offset: a quotation mark where none may stand, or
/// text behind a quoted field. Linear.
[[nodiscard]] std::expected<void, resolver::problem> split_csv(std::string_view record,
                                                               std::vector<std::string> &fields);
/// The header row. Problems: malformed; invalid: a column that is not known, one that is there twice, no "name".
[[nodiscard]] std::expected<std::vector<csv_column>, resolver::problem> read_csv_header(std::string_view record);
[[nodiscard]] std::expected<bulk_line, resolver::problem> read_csv(std::string_view record,
                                                                   const std::vector<csv_column> &columns);

/// Appends `text` as a field.
void append_csv(std::string &out, std::string_view text);
/// Appends a whole row with its line end; the columns are those of csv_header().
void append_csv(std::string &out, const resolver::name_record &r, std::string_view key);

} // namespace uniform::service
