// Finding URIs in a column of texts: a list of what was found for each row, in Arrow's memory format.
//
//     ArrowSchema type{};
//     ArrowArray lists{};
//     uniform::columns::find_in(messages_type, messages, {}, type, lists).value();
//     ...
//     lists.release(&lists);
//     type.release(&type);
//
// docs/guide/columns.md has an example, docs/guide/finding.md the rules.
#pragma once

#include <expected>

#include <uniform/base/api.hpp>
#include <uniform/columns/arrow.hpp>
#include <uniform/columns/columns.hpp>
#include <uniform/text/find.hpp>

namespace uniform UNIFORM_API {
namespace columns {

/// For each row of `texts` a list of the URIs in it, as find_uris() finds them (RFC 3986 appendix C), in their order;
/// an empty list where there is none, null where the row is null. Each is a struct:
///
/// - `uri` (utf8): the URI; what an abbreviated reference may stand for
/// - `begin`, `end` (int64): the bytes of the row that it was cut out of, without delimiters
/// - `delimited` (utf8): what separates it from the text: angle, url-prefix, quotes, bare, abbreviated
///
/// The lists have offsets of 64 bits (large_list), and their texts are large_utf8, only where 31 bits do not suffice.
/// `texts` is of a type that function::run() takes, and stays the caller's; both structs of the result are the
/// caller's, too, who releases them. On an error they are not touched. Errors: unsupported_type, malformed_array.
/// Linear; a value of a dictionary is read for each row that has it. Throws std::bad_alloc alone. Thread-safe.
[[nodiscard]] std::expected<void, failure> find_in(const ArrowSchema &type, const ArrowArray &texts,
                                                   const find_options &how, ArrowSchema &result_type,
                                                   ArrowArray &result);

} // namespace columns
} // namespace uniform
