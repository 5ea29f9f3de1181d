// Reads a URL from left to right by the rules of draft-ietf-uri-url-06 section 5, RFC 1738 section 5, or RFC 3986 where
// a later document took the scheme over. Keeps the first error.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/url/login.hpp>

namespace uniform::detail {

/// The characters of the name of a news group.
inline constexpr char_set group_char = characters::alpha | characters::digit | char_set{"-+_."};

/// The edition that has the rule: what RFC 3986 does not define of ftp is in RFC 1738, which it updates.
[[nodiscard]] constexpr edition edition_of_rule(rule r, edition e) noexcept {
    return e == edition::rfc3986 && r >= rule::url && r < rule::none ? edition::rfc1738 : e;
}

class url_reader {
public:
    url_reader(std::string_view text, edition e, std::uint32_t max_length) noexcept : text_{text}, edition_{e} {
        if (text.size() > max_length || text.size() > 0xFFFFFFFE) fail(max_length, error_code::too_long, rule::none);
    }

    [[nodiscard]] bool good() const noexcept { return good_; }
    [[nodiscard]] std::unexpected<error> why() const noexcept { return std::unexpected{error_}; }
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] uniform::edition edition() const noexcept { return edition_; }
    [[nodiscard]] bool is_of_1994() const noexcept { return is_edition_of_1994(edition_); }
    [[nodiscard]] std::size_t offset() const noexcept { return at_; }
    [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
    [[nodiscard]] char peek() const noexcept { return at_end() ? '\0' : text_[at_]; }
    [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }
    [[nodiscard]] bool is_next(std::string_view word) const noexcept { return rest().starts_with(word); }

    // Always false, so that a reading function can end with it.
    bool fail(std::size_t at, error_code code, rule r) noexcept {
        if (good_) error_ = error{at, code, r, edition_of_rule(r, edition_)};
        good_ = false;
        return false;
    }

    // Skips the character if it is the next.
    bool accept(char c) noexcept {
        if (!good_ || peek() != c || at_end()) return false;
        ++at_;
        return true;
    }
    bool accept(std::string_view word) noexcept {
        if (!good_ || !is_next(word)) return false;
        at_ += word.size();
        return true;
    }

    // 2.1: the scheme's name in upper or lower case, and ":".
    bool scheme(std::string_view name) noexcept {
        if (!good_) return false;
        const auto colon = text_.find(':');
        if (colon == std::string_view::npos) return fail(0, error_code::missing_scheme, rule::url);
        if (!ascii::equal_ignoring_case(text_.substr(0, colon), name)) {
            return fail(0, error_code::invalid_scheme, rule::scheme);
        }
        at_ = colon + 1;
        return true;
    }
    // The same for one of two names; true for the second, which is that of the secure scheme.
    bool scheme(std::string_view plain, std::string_view secure) noexcept {
        const bool second = text_.find(':') == secure.size() && plain.size() != secure.size();
        scheme(second ? secure : plain);
        return second;
    }
    // "//", which a host follows.
    bool slashes(rule url) noexcept { return accept("//") || fail(at_, error_code::missing_part, url); }

    // Over characters of `set` and escapes, to the first that is neither. Empty after an error.
    std::string_view run(char_set set) noexcept {
        if (!good_) return {};
        const std::size_t begin = at_;
        while (at_ < text_.size()) {
            if (set.contains(text_[at_])) {
                ++at_;
            } else if (text_[at_] != '%') {
                break;
            } else if (text_.size() - at_ > 2 && characters::hexdig.contains(text_[at_ + 1]) &&
                       characters::hexdig.contains(text_[at_ + 2])) {
                at_ += 3;
            } else {
                fail(at_, error_code::invalid_percent_encoding, rule::pct_encoded);
                return {};
            }
        }
        return text_.substr(begin, at_ - begin);
    }
    // The same by the rule's own characters.
    std::string_view run(rule part) noexcept { return run(url_allowed(part, edition_)); }
    // The same; in the later editions by the characters of RFC 3986's component, without the delimiters that the
    // scheme's document gives.
    std::string_view run(rule of_1994, rule component, char_set delimiters = {}) noexcept {
        return is_of_1994() ? run(of_1994) : run(allowed(component, edition::rfc3986) - delimiters);
    }
    std::string_view digits() noexcept {
        const std::size_t begin = at_;
        while (good_ && at_ < text_.size() && characters::digit.contains(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    // group = alpha *[ alpha | digit | "-" | "." ], which RFC 1738 adds "+" and "_" to; empty where no letter is next.
    // It has no escapes.
    std::string_view group_of_1994() noexcept {
        const char_set set = url_allowed(rule::group, edition_);
        const std::size_t begin = at_;
        if (!good_ || !characters::alpha.contains(peek())) return {};
        while (at_ < text_.size() && set.contains(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    // Nothing may follow. `last` is the rule in which a character that follows does not belong. A fragment is not part
    // of a URL: in 1994 "#" is no character of one, later it is a delimiter of the reference around it.
    bool end(rule last) noexcept {
        if (!good_ || at_end()) return good_;
        const bool fragment = peek() == '#' && !is_of_1994();
        return fail(at_, fragment ? error_code::unexpected_fragment : error_code::invalid_character, last);
    }

    // login = [ user [ ":" password ] "@" ] hostport; in the later editions authority of RFC 3986 3.2. A scheme without
    // user and password has `users` false: unexpected_userinfo. `empty_host`: whether the host may be missing.
    std::optional<login_view> login(bool users, bool empty_host = false) noexcept;

    // host = hostname | hostnumber of 1994, which must be there; where no login has it.
    std::string_view host_of_1994() noexcept;

private:
    std::optional<login_view> login_of_1994(bool users, bool empty_host) noexcept;
    std::optional<login_view> authority(bool users, bool empty_host) noexcept;
    bool hostname(std::size_t begin, std::size_t end) noexcept;

    std::string_view text_;
    uniform::edition edition_;
    std::size_t at_ = 0;
    bool good_ = true;
    error error_{};
};

// Decoded; what was parsed has no malformed escapes.
[[nodiscard]] std::string decoded_part(std::string_view text);
[[nodiscard]] std::optional<std::string> decoded_part(const std::optional<std::string_view> &text);
[[nodiscard]] login_parts decoded_login(const login_view &login);

// The controls of US-ASCII.
inline constexpr char_set control_characters = [] {
    char_set all{"\x7F"};
    for (char c = 0; c < 0x20; ++c) all.add(c);
    return all;
}();
// The characters that no host name has: the delimiters around a host by every edition here, white space, controls, and
// "%". A host of such characters, all the same escaped, is none that a resolver should get to see; "[...]" would pass
// for an address.
inline constexpr char_set no_host = control_characters | char_set{" #%/:<>?@[\\]^|"};

// The host of login_parts: decoded, unless that has characters of no_host; then encoded, as made_host() takes it.
[[nodiscard]] std::string host_part(std::string_view written);
// The host of login_parts as it is written in a URL: an IP-literal as it is. Fails with invalid_character for a host of
// no_host, unless it is encoded and could not be given otherwise.
[[nodiscard]] std::expected<std::string, error> made_host(std::string_view host, edition e);

// The default port of a scheme by the caller's registry, or the standard one.
[[nodiscard]] std::optional<std::uint16_t> default_port(std::string_view scheme, const url_options &o) noexcept;

// The result, unless it is too long.
[[nodiscard]] std::expected<std::string, error> bounded(std::string url, const url_options &o, edition e);

// The offset of a byte of `wanted` in a part as written, as it is or escaped; npos when there is none.
[[nodiscard]] std::size_t find_decoded(std::string_view written, char_set wanted) noexcept;

// The characters that a made URL leaves as they are: those of the part without "national", which 2.2 has as unsafe, and
// without what RFC 3986 does not allow, so that every edition reads what is made. In the later editions "~" stays,
// which RFC 3986 2.3 does not want encoded.
[[nodiscard]] char_set made_characters(rule part, edition e = edition::url_06) noexcept;

// Appends "//" and the login. Fails with missing_host, or what keeps the texts from being a login.
[[nodiscard]] std::expected<void, error> append_login(std::string &out, const login_parts &login, const url_options &o,
                                                      std::string_view scheme, bool empty_host = false);

// user, password, host, port (with the default filled in) and user_given, as every scheme with a login has them.
void append_login_fields(std::vector<url_field> &fields, const login_view &login, std::string_view scheme, bool users,
                         const url_options &o);

} // namespace uniform::detail
