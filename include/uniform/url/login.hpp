// What the URLs of all schemes share: options, the login in front of a url-path, and what their parts are made of.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/syntax/percent.hpp>

namespace uniform UNIFORM_API {

class scheme_registry;

/// Which document reads a URL.
struct url_options {
    /// edition::url_06, edition::rfc1738, or the scheme's own later document; nothing: the scheme's current standard,
    /// as current_edition() gives it. An edition that does not have the scheme is read as the current one.
    std::optional<uniform::edition> edition{};
    std::uint32_t max_length = 0xFFFFFFFE; ///< longer texts, read or made, are refused with error_code::too_long
    /// Whose default ports are filled in, omitted and called the scheme's own; nothing: scheme_registry::standard().
    const scheme_registry *schemes = nullptr;
};

/// draft-ietf-uri-url-06 5: login = [ user [ ":" password ] "@" ] hostport. As written; an empty user or password is
/// another thing than none (3.1).
struct login_view {
    std::optional<std::string_view> user;
    std::optional<std::string_view> password;
    std::string_view host;
    std::optional<std::string_view> port; ///< digits; RFC 3986 allows none of them after the ":"

    friend bool operator==(const login_view &, const login_view &) = default;
};

/// The same, decoded (3.1: "any ":", "@", or "/" must be encoded" in user and password): for reading and for making.
struct login_parts {
    std::optional<std::string> user{};
    std::optional<std::string> password{}; ///< a password needs a user
    /// Not encoded; an IP-literal with its brackets. A name that has, decoded, what no host name has (controls, space
    /// and any of #%/:<>?@[\]^|) stays encoded, so that it is made as it was: "%5B%3A%3A1%5D" is not "[::1]". Made of
    /// such a character that is not encoded, it is refused with invalid_character: "::1" wants its brackets.
    std::string host{};
    std::optional<std::uint16_t> port{}; ///< nothing: the scheme's default

    friend bool operator==(const login_parts &, const login_parts &) = default;
};

/// The characters that stand for themselves in a part of a URL ("%" of an escape omitted): for the rules of
/// draft-ietf-uri-url-06 section 5 and of RFC 1738 section 5. RFC 1738 has no `national` in `unreserved`. Rules that
/// are no such part have the empty set.
[[nodiscard]] constexpr char_set url_allowed(rule part, edition e = edition::url_06) noexcept {
    using namespace characters;
    // section 5: unreserved = alpha | digit | safe | extra | national
    // "=" stands in extra and in reserved of the draft; RFC 1738 has it in reserved alone.
    const bool draft = e == edition::url_06;
    const char_set unreserved =
        alpha | digit | char_set{"$-_.+"} | char_set{"!*'(),"} | (draft ? char_set{"={}|\\^~[]"} : char_set{});
    switch (part) {
    case rule::user:
    case rule::password:
        return unreserved | char_set{";?&="};
    case rule::fsegment:
    case rule::psegment:
        return unreserved | char_set{"?:@&="};
    case rule::fpath:
    case rule::ppath:
        return unreserved | char_set{"?:@&=/"};
    case rule::hsegment:
    case rule::search:
        return unreserved | char_set{";:@&="};
    case rule::hpath:
        return unreserved | char_set{";:@&=/"};
    case rule::article:
        return unreserved | char_set{";/?:&="};
    case rule::fieldname:
    case rule::fieldvalue:
        return unreserved | char_set{"?:@&"};
    case rule::gtype:
    case rule::selector:
    case rule::gopher_plus_string:
    case rule::encoded822addr:
    case rule::schemepart:
        return unreserved | char_set{";/?:@&="}; // xchar
    case rule::hostname:
    case rule::database:
    case rule::wtype:
    case rule::wpath:
        return unreserved; // uchar
    case rule::group:
        return alpha | digit | (draft ? char_set{"-."} : char_set{"-.+_"});
    default:
        return {};
    }
}

/// The name of a part of a URL and its decoded value, for programs that do not know the scheme.
struct url_field {
    using pairs = std::vector<std::pair<std::string, std::string>>;
    enum class kind : std::uint8_t { absent, text, number, boolean, list, pair_list };

    std::string name; ///< the documents' word: "user", "gophertype", "hsoname"
    kind what = kind::absent;
    std::string text{};
    std::uint64_t number = 0; ///< a boolean: 0 or 1
    std::vector<std::string> list{};
    pairs pair_list{};

    static url_field of(std::string name, std::optional<std::string> value) {
        url_field f{std::move(name)};
        if (value) {
            f.what = kind::text;
            f.text = std::move(*value);
        }
        return f;
    }
    static url_field of_number(std::string name, std::optional<std::uint64_t> value) {
        url_field f{std::move(name)};
        if (value) {
            f.what = kind::number;
            f.number = *value;
        }
        return f;
    }
    static url_field of_boolean(std::string name, bool value) {
        url_field f{std::move(name), kind::boolean};
        f.number = value ? 1 : 0;
        return f;
    }
    static url_field of_list(std::string name, std::vector<std::string> value) {
        url_field f{std::move(name), kind::list};
        f.list = std::move(value);
        return f;
    }
    static url_field of_pairs(std::string name, pairs value) {
        url_field f{std::move(name), kind::pair_list};
        f.pair_list = std::move(value);
        return f;
    }
};

} // namespace uniform
