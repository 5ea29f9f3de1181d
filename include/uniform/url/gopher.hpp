// gopher URLs, Gopher+ included: draft-ietf-uri-url-06 3.4; RFC 1738 3.4; RFC 4266.
//
//     const auto url = uniform::parse_gopherurl("gopher://h.x/7sel%09word%09+").value();
//     const auto p = uniform::parts_of(url);
//     p.gophertype, p.selector, *p.search, *p.gopher_plus   -> '7', "sel", "word", "+"
//     uniform::gopher_request(p)                            -> "sel\tword\t+\r\n"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ]]]]]. The delimiter
/// is the escape itself; what follows the second one is the gopher+ string, further ones included. 3.4.1 also prints
/// `<selector>%09<gopher+_string>`, which nothing tells from a search, and which RFC 1738 dropped: it is read as a
/// search.
struct gopherurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc4266;
    login_view login{};                      ///< never a user
    bool slash = false;                      ///< whether "/" follows the hostport
    std::optional<std::string_view> gtype{}; ///< one character or escape
    std::optional<std::string_view> selector{};
    std::optional<std::string_view> search{};
    std::optional<std::string_view> gopher_plus_string{};
};

/// The same, decoded.
struct gopherurl_parts {
    std::string host{};
    std::optional<std::uint16_t> port{};
    char gophertype = '1'; ///< 3.4.1: "1" where the URL has none
    std::string selector{};
    std::optional<std::string> search{};      ///< needed, and maybe empty, where gopher_plus is (3.4.3)
    std::optional<std::string> gopher_plus{}; ///< decoded

    friend bool operator==(const gopherurl_parts &, const gopherurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<gopherurl_view, error> parse_gopherurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                   url_options o = {}) noexcept;
void parse_gopherurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded, an escaped gtype too. Allocates; linear.
[[nodiscard]] gopherurl_parts parts_of(const gopherurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no URL has
/// such parts: missing_host, a host that is none, missing_part for a gopher+ string without a search, invalid_character
/// for a tab in selector or search, which is the delimiter, and for CR or LF in the selector, which has none (3.4.1).
/// The error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_gopherurl(const gopherurl_parts &parts, url_options o = {});

/// The exact text that a client sends to the server: the selector; for a search a tab and the search string; for
/// Gopher+ a tab and the gopher+ string. The line end is that of RFC 1436; a form's answer (3.4.9) has its own, and
/// gets no other. The draft's 3.4.3 leaves the search string out where the type is not 7, as Gopher+ itself does; RFC
/// 1738 and RFC 4266 send it, "which may be empty", with every gopher+ string. A search without gopher+ string is
/// always sent.
[[nodiscard]] std::string gopher_request(const gopherurl_parts &parts, edition e = edition::url_06);

/// The request of a gopher+ string (3.4.4-3.4.9).
struct gopher_plus {
    enum class kind : std::uint8_t { view, form, attributes, form_response, unknown };
    enum class scope : std::uint8_t { item, directory };

    kind what = kind::unknown;
    std::optional<std::string> view{};     ///< of kind view; absent: the default one
    std::optional<std::string> language{}; ///< of kind view
    scope of = scope::item;                ///< of kind attributes: "!" or "$"
    std::vector<std::string> names{};      ///< of kind attributes; empty: all of them
    std::vector<std::string> answers{};    ///< of kind form_response

    friend bool operator==(const gopher_plus &, const gopher_plus &) = default;
};

/// Reads a decoded gopher+ string. What is none of the forms of 3.4.4-3.4.9 is of kind unknown: no error, because the
/// string is the server's affair. Linear; allocates.
[[nodiscard]] gopher_plus read_gopher_plus(std::string_view decoded);
/// "view", "form", "attributes", "form-response", "unknown".
[[nodiscard]] std::string_view to_string(gopher_plus::kind k) noexcept;
/// The decoded gopher+ string that asks for it; read_gopher_plus() of it gives the same. A form's answer that begins
/// with
/// "." gets another "." before it, and read_gopher_plus() takes one of two away: RFC 1436 3.9 asks for it wherever a
/// lone
/// "." ends a text, and without it an answer "." would end the form and what follows would be a request of its own.
/// Fails with invalid_character for kind unknown and for names, views and answers that hold what separates them: space,
/// tab, CR or LF; CR or LF in answers; with missing_part for a language without a view. No useful offset.
[[nodiscard]] std::expected<std::string, error> write_gopher_plus(const gopher_plus &g);

} // namespace uniform
