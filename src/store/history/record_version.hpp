// The number of versions of a document, in its text.
//
// The store counts the versions of each record. A name record has the number in a field of its own
// (resolver::name_record::version); a document has it as the last member of its JSON, from the second version on:
//
//     {"nid":"example","status":"registered"}                        the first version
//     {"nid":"example","status":"registered","record_version":2}     the second
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace uniform::store::detail {

/// The text of a document as it is stored. A text that is no JSON object (a counter) is returned as it is.
[[nodiscard]] std::string with_version(std::string_view body, std::uint64_t version);
/// The opposite: the text without the member, and the version.
[[nodiscard]] std::pair<std::string_view, std::uint64_t> split_version(std::string_view stored) noexcept;
/// split_version() for a text that is kept: removes nothing when the document has its first version.
[[nodiscard]] std::string without_version(std::string_view stored, std::uint64_t &version);

} // namespace uniform::store::detail
