#include <uniform/json/writer.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include <uniform/base/hex.hpp>

#include "json/number.hpp"
#include <uniform/base/utf8.hpp>

namespace uniform::json {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

constexpr bool is_plain(unsigned char c) noexcept { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

constexpr std::uint64_t each_byte(std::uint64_t c) noexcept { return c * 0x0101010101010101U; }
// Bytes that are zero get their high bit set; so may bytes above one that is zero, but none below the first.
constexpr std::uint64_t zero_bytes(std::uint64_t w) noexcept { return (w - each_byte(1)) & ~w & each_byte(0x80); }

// The high bit of the first byte that cannot be printed as it is, and perhaps of some after it.
constexpr std::uint64_t not_plain(std::uint64_t w) noexcept {
    return ((w - each_byte(0x20)) & ~w & each_byte(0x80)) | (w & each_byte(0x80)) | zero_bytes(w ^ each_byte('"')) |
           zero_bytes(w ^ each_byte('\\'));
}

template <class Word>
std::uint64_t load(const char *text) noexcept {
    Word w = 0;
    std::memcpy(&w, text, sizeof w);
    return w;
}

// Whether all characters are printed as they are. Whole words; the last overlaps the one before it.
bool is_plain(std::string_view text) noexcept {
    const char *const begin = text.data();
    const std::size_t size = text.size();
    if (size >= 8) {
        for (std::size_t i = 0; i + 8 < size; i += 8) {
            if (not_plain(load<std::uint64_t>(begin + i)) != 0) return false;
        }
        return not_plain(load<std::uint64_t>(begin + size - 8)) == 0;
    }
    if (size >= 4) return not_plain(load<std::uint32_t>(begin) | load<std::uint32_t>(begin + size - 4) << 32U) == 0;
    return std::ranges::all_of(text, [](char c) { return is_plain(static_cast<unsigned char>(c)); });
}

// The number of characters at the beginning that are printed as they are, eight at a time.
std::size_t plain_run(const char *text, std::size_t size) noexcept {
    std::size_t i = 0;
    if constexpr (std::endian::native == std::endian::little) {
        for (; i + 8 <= size; i += 8) {
            const std::uint64_t others = not_plain(load<std::uint64_t>(text + i));
            if (others != 0) return i + static_cast<std::size_t>(std::countr_zero(others)) / 8;
        }
    }
    while (i < size && is_plain(static_cast<unsigned char>(text[i]))) ++i;
    return i;
}

void append_code(std::string &out, unsigned char c) {
    out += "\\u00";
    base::append_octet(out, c, base::lower_hex);
}

// RFC 8259 section 7: the two-character escapes; the others by their number.
void append_escaped(std::string &out, unsigned char c) {
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\b':
        out += "\\b";
        break;
    case '\f':
        out += "\\f";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\r':
        out += "\\r";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        append_code(out, c);
    }
}

template <class N>
void append_whole(std::string &out, N v) {
    std::array<char, 24> digits{};
    const auto [end, failed] = std::to_chars(digits.data(), digits.data() + digits.size(), v);
    out.append(digits.data(), end);
}

// From the first character that is not printed as it is.
void append_rest(std::string &out, std::string_view text, std::size_t i, encoding e) {
    std::size_t done = 0; // the characters before it have been written
    for (; i < text.size(); i += plain_run(text.data() + i, text.size() - i)) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x80 && e == encoding::utf8) {
            const auto s = base::utf8_sequence_at(text.substr(i));
            if (!s.valid) (out += text.substr(done, i - done)) += replacement;
            i += s.size;
            if (!s.valid) done = i;
            continue;
        }
        out += text.substr(done, i - done);
        if (c >= 0x80) {
            append_code(out, c);
        } else {
            append_escaped(out, c);
        }
        done = ++i;
    }
    out += text.substr(done);
}

// The text between `before` and `after`.
void append_between(std::string &out, std::string_view before, std::string_view text, std::string_view after,
                    encoding e) {
    if (!is_plain(text)) {
        out += before;
        append_rest(out, text, plain_run(text.data(), text.size()), e);
        out += after;
        return;
    }
    const std::size_t begin = out.size();
    const std::size_t end = begin + before.size() + text.size() + after.size();
    out.resize_and_overwrite(end, [&](char *to, std::size_t) { // GCC 12 passes the new capacity, not `end`
        to += begin;
        for (const char c : before) *to++ = c;
        if (!text.empty()) std::memcpy(to, text.data(), text.size()); // data() may be null
        to += text.size();
        for (const char c : after) *to++ = c;
        return end;
    });
}

} // namespace

void append_string(std::string &out, std::string_view text, encoding e) { append_between(out, "\"", text, "\"", e); }

void writer::new_line() {
    out_ += '\n';
    out_.append(std::size_t{2} * depth_, ' ');
}

void writer::separate_elements() {
    if (after_value_) out_ += layout_ == layout::spaced ? std::string_view{", "} : std::string_view{","};
    if (layout_ == layout::indented && depth_ > 0) new_line();
}

writer &writer::begin(char bracket) {
    separate();
    out_ += bracket;
    after_value_ = false;
    ++depth_;
    return *this;
}

writer &writer::end(char bracket) {
    --depth_;
    if (layout_ == layout::indented && after_value_) new_line();
    out_ += bracket;
    after_value_ = true;
    return *this;
}

writer &writer::key(std::string_view name) {
    switch (layout_) {
    case layout::compact:
        append_between(out_, std::string_view{",\""}.substr(after_value_ ? 0 : 1), name, "\":", encoding_);
        break;
    case layout::spaced:
        append_between(out_, std::string_view{", \""}.substr(after_value_ ? 0 : 2), name, "\": ", encoding_);
        break;
    case layout::indented:
        separate();
        append_between(out_, "\"", name, "\": ", encoding_);
    }
    after_value_ = false;
    after_key_ = true;
    return *this;
}

writer &writer::string(std::string_view text) {
    separate();
    append_string(out_, text, encoding_);
    return *this;
}

writer &writer::number(std::int64_t v) {
    separate();
    append_whole(out_, v);
    return *this;
}

writer &writer::number(std::uint64_t v) {
    separate();
    append_whole(out_, v);
    return *this;
}

writer &writer::number(double v) {
    if (!std::isfinite(v)) return null();
    separate();
    detail::append_real(out_, v);
    return *this;
}

writer &writer::raw(std::string_view json) {
    separate();
    out_ += json;
    return *this;
}

std::string &writer::raw() {
    separate();
    return out_;
}

writer &writer::write(const value &v) {
    switch (v.type()) {
    case type::null:
        return null();
    case type::boolean:
        return boolean(*v.if_boolean());
    case type::integer:
        return number(*v.if_integer());
    case type::large_integer:
        return number(*v.if_unsigned());
    case type::real:
        return number(*v.if_number());
    case type::string:
        return string(*v.if_string());
    case type::array:
        begin_array();
        for (const value &each : v.elements()) write(each);
        return end_array();
    case type::object:
        begin_object();
        for (const auto &each : v.members()) key(each.name).write(each.value);
        return end_object();
    }
    return *this;
}

std::string to_text(const value &v, layout l) {
    std::string out;
    writer{out, l}.write(v);
    return out;
}

} // namespace uniform::json
