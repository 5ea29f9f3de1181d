// Percent-encoding: data into the text of a component and back (RFC 3986 2.1, 2.4; 2003 draft 2.4).
//
//     uniform::encode("100% / 3", uniform::rule::query)     -> "100%25%20/%203"
//     uniform::encode_segment("a/b")                        -> "a%2Fb"
//     uniform::decode("a%2Fb").value()                      -> "a/b"
//
// RFC 3986 2.4: the same string must not be encoded or decoded more than once. So text and data are told apart by type:
// a plain std::string_view is text as written, with its "%"; data is said to be data by `decoded{...}`, and what takes
// it encodes it, "%" included. No function guesses which it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {

/// Data: bytes that are meant unchanged, so "%41" is three characters. Edits that take it encode it exactly once.
struct decoded {
    std::string_view data;
};

/// The meaning of "+" in a query. RFC 3986 gives it none; HTML forms use it for a space.
enum class plus : std::uint8_t {
    as_written, ///< "+" is "+"
    as_space,   ///< "+" stands for a space: only if the caller asks for it
};

/// Whether `text` has a "%". Linear.
[[nodiscard]] constexpr bool has_encoded(std::string_view text) noexcept {
    return text.find('%') != std::string_view::npos;
}

/// The characters that data keeps in a key or a value of a query: those of query without "&", "=", "+" and ";", so that
/// the pair reads back the same whatever the reader takes for a separator.
[[nodiscard]] constexpr char_set query_data(edition e = edition::rfc3986) noexcept {
    return allowed(rule::query, e) - char_set{"&=+;"};
}

/// Whether `data` is UTF-8 (RFC 3629 4). Linear.
[[nodiscard]] bool is_utf8(std::string_view data) noexcept;

// Encoding. Every byte outside the set becomes "%" and two hexadecimal digits in upper case (RFC 3986 2.1); "%" and
// bytes above 0x7F always do. There are no errors; linear; one allocation at most.

/// Appends `data`; the characters of `keep` stay as they are.
void encode_append(std::string &out, std::string_view data, char_set keep);

/// The data as text of that component: a rule that allowed() knows. A path keeps "/" as its separator; userinfo keeps
/// ":". Where percent-encoding has no place (scheme, port, IP literals) the result does not parse unless it needed
/// none.
[[nodiscard]] std::string encode(std::string_view data, rule component, edition e = edition::rfc3986);

/// One segment of a path (RFC 3986 3.3): "/" is encoded too; "." and ".." have no encoding and stay.
[[nodiscard]] std::string encode_segment(std::string_view data, edition e = edition::rfc3986);

/// One key or value of a query: "&", "=", "+" and ";" are encoded too. With plus::as_space a space is written "+".
[[nodiscard]] std::string encode_query_data(std::string_view data, plus spaces = plus::as_written,
                                            edition e = edition::rfc3986);
/// Appends it. `out` must not hold the text.
void encode_query_data_append(std::string &out, std::string_view data, plus spaces = plus::as_written,
                              edition e = edition::rfc3986);

/// A whole query with its delimiters: only what a query cannot have is encoded. With plus::as_space a space is written
/// "+", and "+" is encoded.
///
///     encode_query("a=1+2&b c#", plus::as_space); // "a=1%2B2&b+c%23"
[[nodiscard]] std::string encode_query(std::string_view data, plus spaces = plus::as_written,
                                       edition e = edition::rfc3986);

// Decoding. A "%" without two hexadecimal digits is invalid_percent_encoding with its offset; nothing else is an error.
// The result is bytes: it may hold NUL, "/" or what is not UTF-8. Linear.

/// The number of bytes that `text` decodes to.
[[nodiscard]] std::expected<std::size_t, error> decoded_size(std::string_view text) noexcept;

/// The bytes that `text` stands for. Allocates the result.
[[nodiscard]] std::expected<std::string, error> decode(std::string_view text, plus spaces = plus::as_written);

/// Appends the bytes; on error `out` is as before.
[[nodiscard]] std::expected<void, error> decode_append(std::string &out, std::string_view text,
                                                       plus spaces = plus::as_written);

/// Writes the bytes into the caller's buffer and returns them; buffer_too_small when they do not fit, and then nothing
/// is written. The buffer may begin where the text begins: that decodes in place. No allocation.
[[nodiscard]] std::expected<std::string_view, error>
decode_to(std::span<char> buffer UNIFORM_LIFETIMEBOUND, std::string_view text, plus spaces = plus::as_written) noexcept;

/// Whether `text` decodes to exactly `data`. A malformed "%" decodes to nothing. Linear, no allocation.
[[nodiscard]] constexpr bool decodes_to(std::string_view text, std::string_view data,
                                        plus spaces = plus::as_written) noexcept {
    std::size_t i = 0;
    for (const char c : data) {
        if (i == text.size()) return false;
        char at = text[i++];
        if (at == '%') {
            if (text.size() - i < 2) return false;
            if (!characters::hexdig.contains(text[i]) || !characters::hexdig.contains(text[i + 1])) return false;
            at = static_cast<char>(ascii::hex_value(text[i]) * 16 + ascii::hex_value(text[i + 1]));
            i += 2;
        } else if (at == '+' && spaces == plus::as_space) {
            at = ' ';
        }
        if (at != c) return false;
    }
    return i == text.size();
}

} // namespace uniform
