#include "print/shapes.hpp"

#include <algorithm>
#include <vector>

#include <uniform/base/ascii.hpp>

namespace uniform::cli {

namespace {

bool is_number(std::string_view text) { return !text.empty() && std::ranges::all_of(text, ascii::is_digit); }

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_hyphen ? text[i] != '-' : !ascii::is_hexdig(text[i])) return false;
    }
    return true;
}

bool is_hash(std::string_view text) {
    constexpr std::size_t least = 16;
    constexpr std::size_t any = 32; // of MD5; no word has as many
    if (text.size() < least || !std::ranges::all_of(text, ascii::is_hexdig)) return false;
    return text.size() >= any || (std::ranges::any_of(text, ascii::is_digit) && !is_number(text));
}

// "" if the text is none of these.
std::string_view placeholder_of(std::string_view text) {
    if (is_uuid(text)) return "{uuid}";
    if (is_number(text) && text.size() < 32) return "{number}";
    return is_hash(text) ? "{hash}" : "";
}

void append_segment(std::string &out, std::string_view segment) {
    if (const auto whole = placeholder_of(segment); !whole.empty()) return void(out += whole);
    const std::size_t dot = segment.rfind('.');
    const auto stem = dot == std::string_view::npos ? std::string_view{} : placeholder_of(segment.substr(0, dot));
    if (stem.empty()) return void(out += segment);
    out += stem;
    out += segment.substr(dot);
}

} // namespace

void append_keys(std::string &out, std::string_view query, query_options how) {
    std::vector<std::string_view> keys;
    for (const parameter &p : query_parameters{query, how}) keys.push_back(p.key);
    std::ranges::sort(keys);
    const auto again = std::ranges::unique(keys);
    keys.erase(again.begin(), again.end());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i != 0) out += '&';
        out += keys[i];
    }
}

void append_path_shape(std::string &out, std::string_view path) {
    for (;;) {
        const std::size_t slash = path.find('/');
        append_segment(out, path.substr(0, slash));
        if (slash == std::string_view::npos) return;
        out += '/';
        path.remove_prefix(slash + 1);
    }
}

} // namespace uniform::cli
