#include "links/link_checker_rules.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <netinet/in.h>

#include <uniform/base/ascii.hpp>

namespace uniform::links {

namespace {

bool private_4(std::uint32_t a) noexcept {
    struct network {
        std::uint32_t first;
        unsigned bits;
    };
    static constexpr std::array<network, 15> all{{{0x00000000, 8},
                                                  {0x0A000000, 8},
                                                  {0x64400000, 10},
                                                  {0x7F000000, 8},
                                                  {0xA9FE0000, 16},
                                                  {0xAC100000, 12},
                                                  {0xC0000000, 24},
                                                  {0xC0000200, 24},
                                                  {0xC0586300, 24},
                                                  {0xC0A80000, 16},
                                                  {0xC6120000, 15},
                                                  {0xC6336400, 24},
                                                  {0xCB007100, 24},
                                                  {0xE0000000, 4},
                                                  {0xF0000000, 4}}};
    return std::ranges::any_of(all, [&](const network &n) { return (a ^ n.first) >> (32 - n.bits) == 0; });
}

// RFC 9309 2.2.3: "*" is any text, "$" at the end is the end of the path.
bool fits(std::string_view pattern, std::string_view path) noexcept {
    const bool to_end = pattern.ends_with('$');
    if (to_end) pattern.remove_suffix(1);
    std::size_t at = 0;
    for (bool first = true;; first = false) {
        const std::size_t star = pattern.find('*');
        const std::string_view piece = pattern.substr(0, star);
        const bool last = star == std::string_view::npos;
        if (first) {
            if (!path.starts_with(piece)) return false;
            at = piece.size();
            if (last) return !to_end || at == path.size();
        } else if (last && to_end) {
            return path.size() - at >= piece.size() && path.ends_with(piece);
        } else {
            const std::size_t found = path.find(piece, at);
            if (found == std::string_view::npos) return false;
            at = found + piece.size();
            if (last) return true;
        }
        pattern.remove_prefix(star + 1);
    }
}

} // namespace

std::string media_type_of(std::string_view content_type) {
    return ascii::lower_copy(ascii::trim(content_type.substr(0, content_type.find(';'))).substr(0, 127));
}

link_found evaluate(const std::optional<link_found> &before, const link_answer &a, std::int64_t now,
                    std::int64_t dead_after) {
    link_found f{.since = now, .checked = now, .status = a.status, .media_type = a.media_type, .target = a.target};
    const bool closed = a.status >= 401 && a.status <= 403;
    const bool good = a.failure.empty() && a.soft_404.empty() && ((a.status >= 200 && a.status < 300) || closed);
    if (good) {
        if (closed) {
            f.says = "access is restricted (status " + std::to_string(a.status) + ")";
            if (before) f.media_type = before->media_type; // the answer is of another type than what is there
        } else if (before && before->state == link_state::alive && !before->media_type.empty() &&
                   !a.media_type.empty() && before->media_type != a.media_type) {
            f.says = "the content type was " + before->media_type;
        } else if (before && before->state == link_state::alive && before->media_type == a.media_type &&
                   before->says.starts_with("the content type was ")) {
            f.says = before->says.substr(0, before->says.find("; ")); // still worth a look
        }
        const std::string recorded = media_type_of(a.recorded_type);
        if (!closed && !recorded.empty() && !a.media_type.empty() && recorded != a.media_type) {
            f.says += (f.says.empty() ? "" : "; ") + ("the name record has the media type " + recorded);
        }
    } else {
        f.failures = (before ? before->failures : 0) + 1;
        f.state = f.failures >= dead_after ? link_state::dead : link_state::failing;
        f.says = !a.failure.empty()    ? a.failure
                 : !a.soft_404.empty() ? "seems to be an error page: it " + a.soft_404
                                       : "answers " + std::to_string(a.status);
        if (before) f.media_type = before->media_type;
    }
    if (before && before->state == f.state) f.since = before->since;
    return f;
}

std::int64_t due(const link_found &f, std::int64_t recheck) noexcept {
    if (f.state == link_state::alive) return f.checked + recheck;
    const auto doublings = static_cast<unsigned>(std::clamp<std::int64_t>(f.failures - 1, 0, 20));
    return f.checked + std::min(recheck, std::int64_t{3600} << doublings);
}

bool private_address(const sockaddr *a) noexcept {
    if (a->sa_family == AF_INET) {
        sockaddr_in in{};
        std::memcpy(&in, a, sizeof in);
        return private_4(ntohl(in.sin_addr.s_addr));
    }
    if (a->sa_family != AF_INET6) return true;
    sockaddr_in6 in{};
    std::memcpy(&in, a, sizeof in);
    const auto *const b = in.sin6_addr.s6_addr;
    const auto four = [&](std::size_t i) {
        return private_4(std::uint32_t{b[i]} << 24U | std::uint32_t{b[i + 1]} << 16U | std::uint32_t{b[i + 2]} << 8U |
                         std::uint32_t{b[i + 3]});
    };
    static constexpr std::array<unsigned char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    static constexpr std::array<unsigned char, 12> nat64{0, 0x64, 0xFF, 0x9B};
    if (std::memcmp(b, mapped.data(), 12) == 0 || std::memcmp(b, nat64.data(), 12) == 0) return four(12);
    if ((b[0] & 0xE0U) != 0x20U) return true;                                      // not 2000::/3
    if (b[0] == 0x20 && b[1] == 0x02) return four(2);                              // 2002::/16, RFC 3056
    if (b[0] == 0x20 && b[1] == 0x01 && (b[2] & 0xFEU) == 0) return true;          // 2001::/23
    if (b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0D && b[3] == 0xB8) return true; // 2001:db8::/32
    return b[0] == 0x3F && b[1] == 0xFF && (b[2] & 0xF0U) == 0;                    // 3fff::/20
}

robots robots::parse(std::string_view text, std::string_view agent) {
    const std::string wanted = ascii::lower_copy(agent);
    robots own;
    robots others; // of "*"
    bool own_seen = false;
    bool in_own = false;
    bool in_others = false;
    bool naming = false; // the lines before were "user-agent", too
    text = text.substr(0, std::size_t{500} << 10U);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = line.substr(0, line.find('#'));
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string key = ascii::lower_copy(ascii::trim(line.substr(0, colon)));
        const std::string_view value = ascii::trim(line.substr(colon + 1));
        if (key == "user-agent") {
            if (!naming) in_own = in_others = false;
            naming = true;
            if (value == "*") {
                in_others = true;
            } else if (!wanted.empty() && ascii::lower_copy(value) == wanted) {
                in_own = own_seen = true;
            }
        } else if (key == "allow" || key == "disallow") {
            naming = false;
            if (value.empty()) continue;
            if (in_own) own.rules_.push_back({key == "allow", std::string{value}});
            if (in_others) others.rules_.push_back({key == "allow", std::string{value}});
        }
    }
    return own_seen ? own : others;
}

bool robots::allows(std::string_view path) const noexcept {
    if (path == "/robots.txt") return true;
    std::size_t longest = 0;
    bool allowed = true;
    for (const rule &r : rules_) {
        if (!fits(r.pattern, path)) continue;
        if (r.pattern.size() > longest || (r.pattern.size() == longest && r.allow)) {
            longest = r.pattern.size();
            allowed = r.allow;
        }
    }
    return allowed;
}

} // namespace uniform::links
