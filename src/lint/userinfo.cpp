// What stands before "@".

#include "lint/pass.hpp"

#include <algorithm>

namespace uniform::linting {

namespace {

// Whether people take it for a host: a dot between labels of which the last one is a name of two or more letters, or an
// address; "www." before anything; or "localhost".
bool looks_like_host(std::string_view user) {
    const std::string data = lower(decode_all(user));
    if (data.starts_with("www.") || data == "localhost") return true;
    const std::string_view text = data;
    // The first run of characters of host names: "cnn.example.com" of "cnn.example.com&story=breaking_news".
    const auto end = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-."), text.size());
    const std::string_view name = text.substr(0, end);
    if (parse_ipv4address(name)) return true;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return false;
    const std::string_view last = name.substr(dot + 1);
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (last.size() < 2 || !std::ranges::all_of(last, is_letter)) return false;
    // "first.last" is a user; with a further dot, a common ending, or something behind it, it is meant to be a host.
    constexpr std::string_view endings[]{"com", "org", "net", "edu", "gov",  "mil",     "int",  "info", "biz",
                                         "io",  "co",  "de",  "uk",  "fr",   "it",      "nl",   "eu",   "us",
                                         "ru",  "cn",  "jp",  "br",  "in",   "ch",      "fi",   "se",   "no",
                                         "es",  "pl",  "app", "dev", "bank", "example", "test", "local"};
    return std::ranges::find(endings, last) != std::end(endings) || end < text.size() ||
           std::ranges::count(name, '.') > 1;
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
               "more than one \"@\": some software takes what follows the first for the host, some what follows the "
               "last, " +
                   quoted(p.of(p.at.host)));
    }
    std::vector<edit> without;
    if (!ambiguous && !contested) without.push_back({{info.begin, info.end + 1}, ""});
    if (text.empty()) {
        p.find(lint_check::empty_userinfo, {info.begin, info.end + 1},
               "an \"@\" without a user before it, which means nothing and may hide the host from a filter", without);
        return;
    }
    const auto colon = text.find(':');
    const std::string_view user = text.substr(0, colon);
    const bool like_a_host = looks_like_host(user);
    if (like_a_host) {
        p.find(lint_check::userinfo_like_host, info,
               quoted(user) + " looks like a host, and is only the name of a user; the host is " +
                   quoted(p.of(p.at.host)),
               without);
    }
    if (colon != std::string_view::npos && colon + 1 < text.size()) {
        const auto begin = info.begin + static_cast<std::uint32_t>(colon);
        p.find(lint_check::password, {begin + 1, info.end},
               "a password in plain text, which histories, logs and proxies keep; it is deprecated and should be taken "
               "for an error",
               {{{begin, info.end}, ""}});
    }
    if (is_web_scheme(p.scheme) && !like_a_host && !ambiguous) {
        p.find(lint_check::userinfo, info,
               "user information must not be put into URLs of the Web, and readers should take it for an error",
               without);
    }
}

} // namespace uniform::linting
