// RFC 3986 3.2.1: what follows the first ":" of a userinfo should not be shown in clear text, unless it is empty.
#include <uniform/uri/reference.hpp>

namespace uniform {

namespace {

// The position of the secret in an authority, from the first ":" to the last "@"; an empty view when there is none. The
// text is used, not the offsets: a registry-based name of the older editions ("u:secret@my_host") may contain one as
// well.
std::string_view secret_of(std::string_view authority) noexcept {
    const auto at = authority.rfind('@');
    if (at == std::string_view::npos) return {};
    const std::string_view userinfo = authority.substr(0, at);
    const auto colon = userinfo.find(':');
    return colon == std::string_view::npos ? std::string_view{} : userinfo.substr(colon + 1);
}

} // namespace

std::string redacted(const reference_view &r) {
    const std::string_view text = r.text();
    const std::string_view secret = secret_of(r.authority().value_or(std::string_view{}));
    if (secret.empty()) return std::string{text};
    const auto begin = static_cast<std::size_t>(secret.data() - text.data());
    std::string out;
    out.reserve(text.size() + 3);
    out.append(text.substr(0, begin)).append("***");
    // A registry-based name may have several "@"; with one of them it could read as a server.
    for (const char c : secret) {
        if (c == '@') out.append("@***");
    }
    return out.append(text.substr(begin + secret.size()));
}

} // namespace uniform
