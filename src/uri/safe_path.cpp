// Joins a root with the path of a URI, unless a segment could mean another place or another file (RFC 3986 7.3).
#include <uniform/uri/safe_path.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/device_name.hpp>
#include <uniform/uri/path.hpp>

#include "uri/encoded_place.hpp"
#include "uri/plain_form.hpp"

namespace uniform {

namespace {

// A risk and its place in the decoded segment.
struct risky_place {
    path_risk risk;
    std::size_t at;
};

// Whether the character there can be taken for "/", "\\", ":" or ".". The punctuation of a script cannot after a
// character beyond US-ASCII: an Armenian name may have U+0589, a Hebrew one U+05C3, an Ethiopic one U+1361 between its
// words, and after a Latin word each is a disguised ":".
bool is_similar(char32_t c, std::string_view name, std::size_t at) noexcept {
    const detail::likeness like = detail::likeness_of(c);
    if (like == detail::likeness::punctuation) return at == 0 || static_cast<unsigned char>(name[at - 1]) < 0x80;
    return like != detail::likeness::none;
}

// Whether the joiner between them can shape both sides: elsewhere it is nothing but invisible.
bool shapes_both_sides(char32_t before, std::string_view after) noexcept {
    if (after.empty()) return false;
    const base::utf8_sequence s = base::utf8_sequence_at(after);
    return s.valid && base::is_shaped_by_joiners(before) &&
           base::is_shaped_by_joiners(base::character_of(after.substr(0, s.size)));
}

// Unicode's noncharacters, and the private characters by which Cygwin, Samba and the Windows Subsystem for Linux store
// characters that Windows does not allow in names (U+F03A for ":").
constexpr bool is_no_character(char32_t c) noexcept {
    return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF) || (c >= 0xF000 && c <= 0xF0FF);
}

// A space that is none of ASCII (Unicode's general category Zs), or the Braille pattern without dots.
constexpr bool is_other_blank(char32_t c) noexcept {
    return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x2800 ||
           c == 0x3000;
}

// The first character that is a risk by itself.
std::optional<risky_place> risky_character(std::string_view name, bool portable) {
    const auto is_hex = [&](std::size_t i) { return i < name.size() && ascii::is_hexdig(name[i]); };
    char32_t before = 0;
    for (std::size_t at = 0; at < name.size();) {
        const base::utf8_sequence s = base::utf8_sequence_at(name.substr(at));
        if (!s.valid) return risky_place{path_risk::not_utf8, at};
        const char32_t c = base::character_of(name.substr(at, s.size));
        if (c < 0x20 || (c >= 0x7F && c <= 0x9F)) return risky_place{path_risk::control_character, at};
        const bool is_seen = !base::is_hidden(c) && !base::is_default_ignorable(c);
        const bool has_use = base::is_joiner(c) && shapes_both_sides(before, name.substr(at + s.size));
        if ((!is_seen && !has_use) || is_no_character(c)) return risky_place{path_risk::hidden_character, at};
        if (c == '/') return risky_place{path_risk::encoded_slash, at};
        if (c == '%' && is_hex(at + 1) && is_hex(at + 2)) return risky_place{path_risk::double_encoding, at};
        if (portable) {
            if (c == '\\') return risky_place{path_risk::backslash, at};
            if (c == ':') {
                const bool drive = at == 1 && name.size() == 2 && ascii::is_alpha(name[0]);
                return drive ? risky_place{path_risk::drive_letter, 0} : risky_place{path_risk::colon, at};
            }
            if (c < 0x7F && std::string_view{"*?<>\"|"}.contains(static_cast<char>(c)))
                return risky_place{path_risk::wildcard, at};
            if (is_similar(c, name, at)) return risky_place{path_risk::similar_character, at};
            if (is_other_blank(c) && (at == 0 || at + s.size == name.size()))
                return risky_place{path_risk::hidden_character, at};
        }
        before = c;
        at += s.size;
    }
    return std::nullopt;
}

// The offset of "~" and digits at the end of the name or before "." or ";", as in the second name that Windows gives to
// long ones.
std::size_t short_name_at(std::string_view name) {
    for (std::size_t at = name.find('~'); at != std::string_view::npos; at = name.find('~', at + 1)) {
        const std::size_t end = std::min(name.find_first_not_of("0123456789", at + 1), name.size());
        if (end > at + 1 && (end == name.size() || name[end] == '.' || name[end] == ';')) return at;
    }
    return std::string_view::npos;
}

// No name begins with one of these: the dashes are those that NFKC or Windows (the "best fit" of its code pages) turns
// into "-".
constexpr std::array<std::string_view, 8> not_first{".", "-", " ", "\u2010", "\u2011", "\u2212", "\uFE63", "\uFF0D"};

// The risk that the decoded segment is taken for something else. RFC 8615 3 puts well-known URIs at the top.
std::optional<risky_place> risk_of(std::string_view name, file_names names, bool at_the_top) {
    const bool portable = names == file_names::portable;
    // Some servers remove ";" and what is after it.
    const auto without_parameters = [](std::string_view text) { return text.substr(0, text.find(';')); };
    const std::string_view itself = without_parameters(name);
    if (itself == "." || itself == "..") return risky_place{path_risk::dot_segment, 0};
    if (const auto found = risky_character(name, portable)) return found;
    if (!portable) return std::nullopt;

    constexpr std::string_view dropped = ". ";
    for (const std::string_view text : {itself, name}) {
        if (!text.empty() && dropped.contains(text.back()))
            return risky_place{path_risk::trailing_dot_or_space, text.size() - 1};
    }
    if (is_device_name(itself)) return risky_place{path_risk::device_name, 0};
    if (const std::size_t at = short_name_at(name); at != std::string_view::npos)
        return risky_place{path_risk::short_name, at};
    const bool is_first = std::ranges::any_of(not_first, [&](std::string_view c) { return name.starts_with(c); });
    if (is_first && !(at_the_top && name == ".well-known")) return risky_place{path_risk::leading_character, 0};
    return std::nullopt;
}

struct risk_entry {
    path_risk risk;
    std::string_view name;
    std::string_view message;
};

constexpr std::array risks{
    risk_entry{path_risk::invalid_percent_encoding, "invalid_percent_encoding",
               "the path has a \"%\" without two hexadecimal digits"},
    risk_entry{path_risk::dot_segment, "dot_segment", "the path has a \".\" or \"..\" segment"},
    risk_entry{path_risk::encoded_slash, "encoded_slash", "the path has an encoded \"/\""},
    risk_entry{path_risk::control_character, "control_character", "the path has a control character"},
    risk_entry{path_risk::hidden_character, "hidden_character",
               "the path has a character that is invisible or reorders the text"},
    risk_entry{path_risk::double_encoding, "double_encoding", "the path is percent-encoded twice"},
    risk_entry{path_risk::empty_segment, "empty_segment", "the path has an empty segment"},
    risk_entry{path_risk::not_utf8, "not_utf8", "the path is not UTF-8"},
    risk_entry{path_risk::backslash, "backslash", "the path has a \"\\\", which Windows takes for \"/\""},
    risk_entry{path_risk::similar_character, "similar_character",
               "the path has a character that becomes or resembles \"/\", \"\\\", \":\" or \".\""},
    risk_entry{path_risk::drive_letter, "drive_letter", "the path has a drive letter of Windows"},
    risk_entry{path_risk::colon, "colon", "the path has a \":\", which on Windows is after a drive or before a stream"},
    risk_entry{path_risk::wildcard, "wildcard", "the path has a character that Windows does not allow in names"},
    risk_entry{path_risk::trailing_dot_or_space, "trailing_dot_or_space",
               "a name in the path ends with \".\" or a space, which Windows drops"},
    risk_entry{path_risk::device_name, "device_name", "a name in the path is a device on Windows"},
    risk_entry{path_risk::short_name, "short_name",
               "a name in the path can be a short name (8.3) of another file on Windows"},
    risk_entry{path_risk::leading_character, "leading_character",
               "a name in the path begins with \".\", \"-\" or a space"},
};
static_assert([] {
    for (std::size_t i = 0; i < risks.size(); ++i) {
        if (static_cast<std::size_t>(risks[i].risk) != i) return false;
    }
    return true;
}());

} // namespace

std::string_view to_string(path_risk r) noexcept {
    const auto index = static_cast<std::size_t>(r);
    return index < risks.size() ? risks[index].name : "unknown";
}

std::string_view message(path_risk r) noexcept {
    const auto index = static_cast<std::size_t>(r);
    return index < risks.size() ? risks[index].message : "the path is not safe";
}

std::expected<std::string, unsafe_path> safe_join(std::string_view root, std::string_view path, file_names names) {
    std::string out{root.empty() ? std::string_view{"."} : root};
    if (path.empty()) return out;
    if (out.ends_with('/')) out.pop_back();
    out.reserve(out.size() + 1 + path.size());
    const char *const end = path.data() + path.size();
    const std::size_t top = out.size() + 1;
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
        if (const auto found = risk_of(std::string_view{out}.substr(begin), names, begin == top))
            return std::unexpected{unsafe_path{found->risk, offset + detail::encoded_place(segment, found->at)}};
    }
    return out;
}

} // namespace uniform
