// The text before "@".

#include <algorithm>
#include <cstdint>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/scheme.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

// Whether people may mistake user information for a host.
enum class likeness : std::uint8_t {
    none,
    maybe, // "first.last", the name of a person as well
    host,
};

bool is_common_ending(std::string_view last) {
    if (last.size() == 2) return true; // a country's
    constexpr std::string_view endings[]{
        "com", "org",     "net",    "edu",   "gov",       "mil",     "int",      "arpa", "info", "biz",
        "app", "dev",     "online", "shop",  "site",      "xyz",     "cloud",    "bank", "name", "pro",
        "top", "club",    "store",  "tech",  "blog",      "live",    "news",     "page", "web",  "zip",
        "mov", "example", "test",   "local", "localhost", "invalid", "internal", "onion"};
    return std::ranges::find(endings, last) != std::end(endings);
}

// `user` is decoded and in lower case: the text before the first ":".
likeness likeness_of(std::string_view user) {
    using enum likeness;
    if (user.starts_with("www.") || user == "localhost" || user.starts_with('[')) return host;
    if (user.find_first_of("/\\?#") != std::string_view::npos) return host; // it goes on like a path
    // The first run of characters of host names, IDNs included: "cnn.example.com" of "cnn.example.com&story=...".
    const auto in_name = [](char c) {
        return ascii::is_lower(c) || ascii::is_digit(c) || c == '-' || c == '.' || (c & 0x80) != 0;
    };
    const auto end = static_cast<std::size_t>(std::ranges::find_if_not(user, in_name) - user.begin());
    std::string_view name = user.substr(0, end);
    if (name.ends_with('.')) name.remove_suffix(1);
    if (parse_ipv4address(name)) return host;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return none;
    const std::string_view last = name.substr(dot + 1);
    const bool letters = std::ranges::all_of(last, [](char c) { return ascii::is_lower(c) || (c & 0x80) != 0; });
    if (last.starts_with("xn--")) return host;
    if (last.size() < 2 || !letters) return none;
    const bool is_personal_name = base::is_us_ascii(last) && !is_common_ending(last) &&
                                  std::ranges::count(name, '.') == 1 &&
                                  (end == user.size() || user[end] == '+' || user[end] == '_');
    return is_personal_name ? maybe : host;
}

// Whether what follows the first ":" is a port as after a host, and not a password.
bool is_port_of_hosts(const pass &p, std::string_view text) {
    if (p.known != nullptr && p.known->default_port && text == std::to_string(*p.known->default_port)) return true;
    return text == "80" || text == "443" || text == "8080" || text == "8443";
}

} // namespace

void check_userinfo(pass &p) {
    if (!p.at.userinfo) return;
    const range info = *p.at.userinfo;
    const std::string_view text = p.of(info);

    // RFC 3986 3.2: userinfo has no "@".
    const bool ambiguous = text.contains('@');
    const bool contested = p.of(p.at.authority).contains('\\'); // browsers end the authority there
    if (ambiguous) {
        const auto begin = info.begin + static_cast<std::uint32_t>(text.find('@'));
        p.find(lint_check::ambiguous_authority, {begin, info.end + 1},
               "more than one \"@\": some software begins the host after the first, some after the last, " +
                   in_quotes(p.of(p.at.host)));
    }
    std::vector<edit> without;
    if (!ambiguous && !contested) without.push_back({{info.begin, info.end + 1}, ""});
    if (text.empty()) {
        p.find(lint_check::empty_userinfo, {info.begin, info.end + 1},
               "an \"@\" without a user before it, which has no meaning and may hide the host from a filter", without);
        return;
    }
    const auto colon = text.find(':');
    const std::string_view user = text.substr(0, colon);
    likeness like = likeness_of(ascii::lower_copy(decode_all(user)));
    if (colon != std::string_view::npos && is_port_of_hosts(p, text.substr(colon + 1))) like = likeness::host;
    // Names of people are users of hosts that people log in to; URLs of the Web have none.
    if (like == likeness::maybe && is_web_scheme(p.scheme)) like = likeness::host;
    const bool like_a_host = like == likeness::host;
    if (like != likeness::none) {
        // No safer form: the intended host and the actual host differ.
        p.find_by(lint_check::userinfo_like_host, info,
                  in_quotes(user) + " looks like a host, but is a user name; the host is " + in_quotes(p.of(p.at.host)),
                  "RFC 3986", "7.6", {}, like_a_host ? lint_severity::error : lint_severity::note);
    }
    if (colon != std::string_view::npos && colon + 1 < text.size()) {
        const auto begin = info.begin + static_cast<std::uint32_t>(colon);
        p.find(lint_check::password, {begin + 1, info.end},
               "a password in plain text, which histories, logs and proxies store; it is deprecated and should be "
               "treated as an error",
               like_a_host ? std::vector<edit>{} : std::vector<edit>{{{begin, info.end}, ""}});
    }
    if (is_web_scheme(p.scheme) && !like_a_host && !ambiguous) {
        p.find(lint_check::userinfo, info,
               "user information must not be generated in URLs of the Web, and recipients should treat it as an error",
               without);
    }
}

} // namespace uniform::linting
