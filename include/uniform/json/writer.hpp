// Writing JSON texts at the end of a string.
//
//     std::string out;
//     json::writer w{out};
//     w.begin_object().member("name", "urn:example:a").member("weight", 3).end_object();   //
//     {"name":"urn:example:a","weight":3}
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>

namespace uniform UNIFORM_API {
namespace json {

/// The space between tokens.
enum class layout : std::uint8_t {
    compact,  ///< {"a":1,"b":[]}
    spaced,   ///< {"a": 1, "b": []}
    indented, ///< a line for each member and element, two spaces for each level
};

/// The encoding of the bytes of strings.
enum class encoding : std::uint8_t {
    utf8,  ///< octets that are not UTF-8 become U+FFFD, one for each maximal subpart (Unicode section 3.9)
    bytes, ///< each byte of 0x80 and above becomes the character of that number: U+0080 to U+00FF
};

/// The text as a JSON string (RFC 8259 section 7), with quotation marks. Escapes what must be escaped and no more.
/// Cost: linear.
void append_string(std::string &out, std::string_view text, encoding e = encoding::utf8);

/// Writes values one after the other, with the commas between them. Whether begin and end match, and whether each
/// member has a value, is up to the caller. Cost: linear in what is written; nothing is kept but a few flags.
class writer {
public:
    explicit writer(std::string &out, layout l = layout::compact, encoding e = encoding::utf8) noexcept
        : out_{out}, layout_{l}, encoding_{e} {}

    writer &begin_object() UNIFORM_LIFETIMEBOUND { return begin('{'); }
    writer &end_object() UNIFORM_LIFETIMEBOUND { return end('}'); }
    writer &begin_array() UNIFORM_LIFETIMEBOUND { return begin('['); }
    writer &end_array() UNIFORM_LIFETIMEBOUND { return end(']'); }

    /// The name of a member; its value must follow.
    writer &key(std::string_view name) UNIFORM_LIFETIMEBOUND;

    writer &string(std::string_view text) UNIFORM_LIFETIMEBOUND;
    writer &number(std::int64_t v) UNIFORM_LIFETIMEBOUND;
    writer &number(std::uint64_t v) UNIFORM_LIFETIMEBOUND;
    writer &number(double v) UNIFORM_LIFETIMEBOUND; ///< null when it is not finite, as JSON has no such number
    writer &boolean(bool v) UNIFORM_LIFETIMEBOUND { return raw(v ? "true" : "false"); }
    writer &null() UNIFORM_LIFETIMEBOUND { return raw("null"); }
    /// A value that is JSON text already.
    writer &raw(std::string_view json) UNIFORM_LIFETIMEBOUND;
    /// The string at whose end the caller writes one value.
    std::string &raw() UNIFORM_LIFETIMEBOUND;
    writer &write(const value &v) UNIFORM_LIFETIMEBOUND;

    /// A value of one of the types above; null for an optional that is empty; an array for a range.
    template <class T>
    writer &add(const T &v) UNIFORM_LIFETIMEBOUND {
        if constexpr (std::same_as<T, bool>) {
            return boolean(v);
        } else if constexpr (std::signed_integral<T>) {
            return number(std::int64_t{v});
        } else if constexpr (std::unsigned_integral<T>) {
            return number(std::uint64_t{v});
        } else if constexpr (std::floating_point<T>) {
            return number(double{v});
        } else if constexpr (std::same_as<T, value>) {
            return write(v);
        } else if constexpr (std::convertible_to<const T &, std::string_view>) {
            return string(v);
        } else if constexpr (requires { v.has_value(); }) {
            return v ? add(*v) : null();
        } else {
            static_assert(std::ranges::range<const T>);
            begin_array();
            for (const auto &each : v) add(each);
            return end_array();
        }
    }
    template <class T>
    writer &member(std::string_view name, const T &v) UNIFORM_LIFETIMEBOUND {
        key(name);
        return add(v);
    }
    /// Nothing when the string, the range or the optional is empty.
    template <class T>
    writer &member_if(std::string_view name, const T &v) UNIFORM_LIFETIMEBOUND {
        if constexpr (requires { v.has_value(); }) {
            return v ? member(name, *v) : *this;
        } else if constexpr (std::convertible_to<const T &, std::string_view>) {
            const std::string_view text{v};
            return text.empty() ? *this : member(name, text);
        } else {
            return std::ranges::empty(v) ? *this : member(name, v);
        }
    }

    /// The text that was written, after the text that was there before.
    [[nodiscard]] std::string &text() & noexcept UNIFORM_LIFETIMEBOUND { return out_; }
    [[nodiscard]] encoding strings() const noexcept { return encoding_; }

private:
    writer &begin(char bracket);
    writer &end(char bracket);
    void separate() { // before a value or a name
        if (!after_key_) separate_elements();
        after_key_ = false;
        after_value_ = true;
    }
    void separate_elements();
    void new_line();

    std::string &out_;
    layout layout_;
    encoding encoding_;
    bool after_value_ = false; // a comma is due before the next one
    bool after_key_ = false;
    unsigned depth_ = 0;
};

/// The value as a text. A value that was read is written as it was, but for space, escapes and the form of numbers.
[[nodiscard]] std::string to_text(const value &v, layout l = layout::compact);

/// The text of a value for which there is a function write(writer &, value, ...) in the namespace of its type.
template <class... T>
[[nodiscard]] std::string written(const T &...value) {
    std::string out;
    writer w{out};
    write(w, value...);
    return out;
}

} // namespace json
} // namespace uniform
