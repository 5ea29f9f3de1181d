// Joins a root with the path of a URI, unless a segment could mean another place (RFC 3986 7.3).
#include <uniform/uri/safe_path.hpp>

#include <algorithm>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/path.hpp>

namespace uniform {

namespace {

// "." and "..", what is one of them without its parameters ("..;x"), and longer names of dots and spaces, whose ends
// some file systems drop.
bool is_dots(std::string_view name) {
    name = name.substr(0, name.find(';'));
    return name.starts_with('.') && name.find_first_not_of(". ") == std::string_view::npos;
}

// What the decoded segment could be taken for.
std::optional<path_risk> risk_of(std::string_view data) {
    if (is_dots(data)) return path_risk::dot_segment;
    if (data.contains('/')) return path_risk::encoded_slash;
    if (data.contains('\\')) return path_risk::backslash;
    if (std::ranges::any_of(data, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }))
        return path_risk::control_character;
    if (data.size() >= 2 && ascii::is_alpha(data[0]) && data[1] == ':') return path_risk::drive_letter;
    for (auto at = data.find('%'); at != std::string_view::npos; at = data.find('%', at + 1)) {
        if (at + 2 < data.size() && characters::hexdig.contains(data[at + 1]) &&
            characters::hexdig.contains(data[at + 2]))
            return path_risk::double_encoding;
    }
    if (!is_utf8(data)) return path_risk::not_utf8;
    return std::nullopt;
}

} // namespace

std::string_view to_string(path_risk r) noexcept {
    switch (r) {
    case path_risk::invalid_percent_encoding:
        return "invalid_percent_encoding";
    case path_risk::dot_segment:
        return "dot_segment";
    case path_risk::encoded_slash:
        return "encoded_slash";
    case path_risk::backslash:
        return "backslash";
    case path_risk::control_character:
        return "control_character";
    case path_risk::double_encoding:
        return "double_encoding";
    case path_risk::drive_letter:
        return "drive_letter";
    case path_risk::empty_segment:
        return "empty_segment";
    case path_risk::not_utf8:
        return "not_utf8";
    }
    return "unknown";
}

std::string_view message(path_risk r) noexcept {
    switch (r) {
    case path_risk::invalid_percent_encoding:
        return "the path has a \"%\" without two hexadecimal digits";
    case path_risk::dot_segment:
        return "the path has a \".\" or \"..\" segment";
    case path_risk::encoded_slash:
        return "the path has an encoded \"/\"";
    case path_risk::backslash:
        return "the path has a \"\\\"";
    case path_risk::control_character:
        return "the path has a control character";
    case path_risk::double_encoding:
        return "the path is percent-encoded twice";
    case path_risk::drive_letter:
        return "the path has a drive letter";
    case path_risk::empty_segment:
        return "the path has an empty segment";
    case path_risk::not_utf8:
        return "the path is not UTF-8";
    }
    return "the path is not safe";
}

std::expected<std::string, unsafe_path> safe_join(std::string_view root, std::string_view path) {
    std::string out{root.empty() ? std::string_view{"."} : root};
    if (path.empty()) return out;
    if (out.ends_with('/')) out.pop_back();
    out.reserve(out.size() + 1 + path.size());
    const char *const end = path.data() + path.size();
    for (const std::string_view segment : path_segments{path}) {
        const auto offset = static_cast<std::uint64_t>(segment.data() - path.data());
        out += '/';
        if (segment.empty()) {
            if (segment.data() == end) return out; // the last one
            return std::unexpected{unsafe_path{path_risk::empty_segment, offset}};
        }
        const std::size_t begin = out.size();
        if (const auto done = decode_append(out, segment); !done)
            return std::unexpected{unsafe_path{path_risk::invalid_percent_encoding, offset + done.error().offset}};
        if (const auto risk = risk_of(std::string_view{out}.substr(begin)))
            return std::unexpected{unsafe_path{*risk, offset}};
    }
    return out;
}

} // namespace uniform
