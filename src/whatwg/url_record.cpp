// URL Standard, "URL representation", "URL miscellaneous" and "URL serializing".

#include "whatwg/url_record.hpp"

#include <charconv>
#include <limits>

#include <uniform/base/ascii.hpp>

namespace uniform::whatwg {

bool is_windows_drive_letter(std::string_view text) noexcept {
    return text.size() == 2 && ascii::is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

bool is_normalized_windows_drive_letter(std::string_view text) noexcept {
    return is_windows_drive_letter(text) && text[1] == ':';
}

bool starts_with_windows_drive_letter(std::string_view text) noexcept {
    return is_windows_drive_letter(text.substr(0, 2)) &&
           (text.size() == 2 || std::string_view{"/\\?#"}.contains(text[2]));
}

void shorten_path(url_record &record) {
    auto &path = record.path;
    if (record.scheme == "file" && path.size() == 3 &&
        is_normalized_windows_drive_letter(std::string_view{path}.substr(1))) {
        return;
    }
    if (const auto last = path.rfind('/'); last != std::string::npos) path.resize(last);
}

bool is_single_dot(std::string_view segment) noexcept {
    return segment == "." || ascii::equal_ignoring_case(segment, "%2e");
}

bool is_double_dot(std::string_view segment) noexcept {
    switch (segment.size()) {
    case 2:
        return segment == "..";
    case 4:
        return ascii::equal_ignoring_case(segment, ".%2e") || ascii::equal_ignoring_case(segment, "%2e.");
    case 6:
        return ascii::equal_ignoring_case(segment, "%2e%2e");
    default:
        return false;
    }
}

std::optional<std::uint16_t> port_of(const url_view &u) {
    if (!u.has_port()) return std::nullopt;
    std::uint16_t port = 0;
    std::from_chars(u.port().data(), u.port().data() + u.port().size(), port);
    return port;
}

url_record record_of(const url_view &u) {
    url_record r;
    r.scheme = u.scheme();
    r.username = u.username();
    r.password = u.password();
    r.host = {u.host_kind(), std::string{u.hostname()}};
    r.port = port_of(u);
    r.path = u.pathname();
    r.opaque_path = u.has_opaque_path();
    r.query = u.query();
    r.fragment = u.fragment();
    return r;
}

std::optional<serialized_url> serialize(const url_record &record) {
    const auto size = record.scheme.size() + record.username.size() + record.password.size() + record.host.text.size() +
                      record.path.size() + (record.query ? record.query->size() : 0) +
                      (record.fragment ? record.fragment->size() : 0);
    constexpr std::size_t delimiters = 16; // and the port
    if (size + delimiters > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    serialized_url made;
    auto &[href, at] = made;
    href.reserve(size + delimiters);
    const auto here = [&href] { return static_cast<std::uint32_t>(href.size()); };

    href += record.scheme;
    at.scheme_end = here();
    href += ':';
    if (record.has_host()) href += "//";
    href += record.username;
    at.username_end = here();
    if (record.includes_credentials()) {
        if (!record.password.empty()) href.append(1, ':').append(record.password);
        href += '@';
    }
    at.host_begin = here();
    href += record.host.text;
    at.host_end = here();
    at.host = record.host.kind;
    if (record.port) href.append(1, ':').append(std::to_string(*record.port));
    // "This prevents web+demo:/.//not-a-host/ ... from ending up as web+demo://not-a-host/"
    if (!record.has_host() && !record.opaque_path && record.path.starts_with("//")) href += "/.";
    at.path_begin = here();
    href += record.path;
    at.path_end = here();
    if (record.query) href.append(1, '?').append(*record.query);
    at.query_end = here();
    if (record.fragment) href.append(1, '#').append(*record.fragment);
    return made;
}

} // namespace uniform::whatwg
