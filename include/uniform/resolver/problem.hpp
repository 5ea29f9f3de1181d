// The reasons why the service refuses a request: RFC 9457 calls them problems. RFC 2483 section 4 requires that
// malformed, unknown, without output, gone and not allowed can be distinguished.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem_types.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace resolver {

/// One refusal: what is wrong, where, and by which rule. RFC 9457 calls its further members extension members.
///
/// An operation gets values, not their JSON: the offsets of its problems are in the string at `pointer`. The HTTP API
/// changes them to offsets in the body, so that a response has only these. Without a pointer, the offset is in the URN,
/// prefix or NID of the path.
struct problem {
    problem_type type = problem_type::internal;
    std::string detail = {};                 ///< the fault in this case, a sentence
    std::optional<std::size_t> offset = {};  ///< of the byte: in the body, or in the text of the path (see below)
    std::string rule = {};                   ///< "RFC 8141 section 5.1"
    std::optional<std::string> pointer = {}; ///< RFC 6901: to the value in the JSON body
    json::value existing = {};               ///< the current resource; null: there is none, or it is not shown
    json::array findings = {};               ///< of the check of a registration template
    std::vector<std::string> allowed = {};   ///< the allowed methods of HTTP
    json::object members = {};               ///< others, which only one type of problem has
};

/// A parser's error as a problem of type malformed, with offset and rule.
[[nodiscard]] problem malformed(const error &e, std::string_view text);
/// An error of a JSON text, or of a value in it, as a problem of type malformed or invalid, with offset and pointer.
[[nodiscard]] problem to_problem(const json::error &e);

/// The problem of an operation as that of the document that its input was read from: the offset, in the string at the
/// pointer, becomes the offset of the same byte in the document; without one, it becomes that of the value, or of the
/// object in which a member is missing. Without a pointer, nothing changes.
[[nodiscard]] problem in_body(problem p, const json::value &document);

/// Reads a JSON text; the error as a problem. Cost: as json::read.
[[nodiscard]] std::expected<json::value, problem> read_json(std::string_view text, const json::limits &limits = {});
/// Reads a JSON text, and what `read` makes of its value: `read_json(text, record_from_json)`.
template <class T>
[[nodiscard]] std::expected<T, problem> read_json(std::string_view text,
                                                  std::expected<T, problem> (*read)(const json::value &)) {
    const auto v = read_json(text);
    if (!v) return std::unexpected{v.error()};
    return read(*v);
}

/// The problem as an object of RFC 9457 ("type", "title", "status", "detail", "offset", "rule", and its members).
/// `instance` names the request, and is left out when empty.
[[nodiscard]] std::string to_json(const problem &p, std::string_view instance = {});
/// The same, as the next value of `w`.
void write(json::writer &w, const problem &p, std::string_view instance = {});

} // namespace resolver
} // namespace uniform
