// Data as the text of a component, and back: the one place that knows what each component keeps.
//
//     uniform::encode_data("a/b c", uniform::data_place::segment).value()   -> "a%2Fb%20c"
//     uniform::encode_data("::1", uniform::data_place::host).value()        -> "[::1]"
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/uri/query.hpp>

namespace uniform UNIFORM_API {

/// The places that data can be put into.
enum class data_place : std::uint8_t {
    user,      ///< the userinfo before its first ":" (RFC 3986 3.2.1)
    password,  ///< the userinfo after it
    host,      ///< 3.2.2
    path,      ///< 3.3: "/" separates segments
    segment,   ///< 3.3
    query,     ///< 3.4
    parameter, ///< a key or a value of a query
    fragment,  ///< 3.5
};

/// Their names, in this order.
inline constexpr auto data_place_names = enum_table<data_place>({{data_place::user, "user"},
                                                                 {data_place::password, "password"},
                                                                 {data_place::host, "host"},
                                                                 {data_place::path, "path"},
                                                                 {data_place::segment, "segment"},
                                                                 {data_place::query, "query"},
                                                                 {data_place::parameter, "parameter"},
                                                                 {data_place::fragment, "fragment"}});

/// "segment".
[[nodiscard]] constexpr std::string_view to_string(data_place p) noexcept { return data_place_names.name(p); }
/// The place of that name; std::nullopt if there is none.
[[nodiscard]] constexpr std::optional<data_place> data_place_from_string(std::string_view name) noexcept {
    return data_place_names.find(name);
}

/// The production that the text of the place matches; rule::query for a parameter.
[[nodiscard]] rule production_of(data_place p) noexcept;

/// Data as text: what the place does not keep, and "%", is percent-encoded (RFC 3986 2.1, 2.4); `q` is for queries and
/// parameters. Errors: those of encode_host(); invalid_character, with the rule segment, for "." and "..", which have
/// no encoding (3.3, 6.2.2.2). Linear; allocates the result.
[[nodiscard]] std::expected<std::string, error> encode_data(std::string_view data, data_place p,
                                                            const query_options &q = {}, edition e = edition::rfc3986);

} // namespace uniform
