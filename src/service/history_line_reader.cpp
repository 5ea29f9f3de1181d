#include "service/history_line_reader.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <uniform/base/hex.hpp>
#include <uniform/store/other_history.hpp>

namespace uniform::service {

namespace {

// A body has at most 16 MiB, and a member of JSON at most six bytes for one of a text; a proof has at most 65 hashes.
constexpr json::limits of_a_line{.depth = 4, .values = 128};

std::optional<store::digest> digest_from_hex(std::string_view digits) {
    const auto bytes = bytes_from_hex(digits);
    store::digest d;
    if (!bytes || bytes->size() != d.size()) return std::nullopt;
    std::ranges::copy(std::as_bytes(std::span(*bytes)), d.begin());
    return d;
}

} // namespace

std::optional<std::string> bytes_from_hex(std::string_view digits) {
    if (digits.size() % 2 != 0) return std::nullopt;
    std::string out(digits.size() / 2, '\0');
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int high = base::hex_value_or(digits[2 * i], -1);
        const int low = base::hex_value_or(digits[2 * i + 1], -1);
        if (high < 0 || low < 0) return std::nullopt;
        out[i] = static_cast<char>(high * 16 + low);
    }
    return out;
}

history_line_reader::history_line_reader(std::string_view line) : line_(line) {
    auto read = json::read(line, of_a_line);
    if (!read || !read->is_object()) refuse("it is no JSON object");
    value_ = std::move(*read);
}

std::string history_line_reader::text(std::string_view name) const {
    const auto *const v = find(name);
    if (v == nullptr || !v->is_string()) refuse("it has no text \"" + std::string(name) + '"');
    return *v->if_string();
}

std::uint64_t history_line_reader::number(std::string_view name) const {
    const auto *const v = find(name);
    const auto n = v == nullptr ? std::nullopt : v->if_unsigned();
    if (!n) refuse("it has no number \"" + std::string(name) + '"');
    return *n;
}

std::int64_t history_line_reader::time(std::string_view name) const {
    const auto *const v = find(name);
    const auto n = v == nullptr ? std::nullopt : v->if_integer();
    if (!n) refuse("it has no time \"" + std::string(name) + '"');
    return *n;
}

store::digest history_line_reader::hash(std::string_view name) const {
    const auto d = digest_from_hex(text(name));
    if (!d) refuse("it has no hash \"" + std::string(name) + '"');
    return *d;
}

std::vector<store::digest> history_line_reader::hashes(std::string_view name) const {
    const auto *const v = find(name);
    if (v == nullptr || v->if_array() == nullptr) refuse("it has no list \"" + std::string(name) + '"');
    std::vector<store::digest> all;
    for (const json::value &item : *v->if_array()) {
        const auto *const digits = item.if_string();
        const auto d = digits == nullptr ? std::nullopt : digest_from_hex(*digits);
        if (!d) refuse("\"" + std::string(name) + "\" is no list of hashes");
        all.push_back(*d);
    }
    return all;
}

store::history_head history_line_reader::head(std::string_view name) const {
    const auto h = store::history_head_from(text(name));
    if (!h) refuse("\"" + std::string(name) + "\" is not NUMBER:HASH");
    return *h;
}

void history_line_reader::refuse(std::string_view why) const {
    throw store::other_history("a line is none of a history or a proof: " + std::string(why) + ": " +
                               std::string(line_.substr(0, 80)));
}

} // namespace uniform::service
