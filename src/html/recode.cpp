// The conversions are those of iconv(), under the names that glibc has for what the Encoding Standard describes.

#include "html/recode.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <iconv.h>

#include <uniform/base/hex.hpp>
#include <uniform/base/utf8.hpp>

namespace uniform::html {

namespace {

constexpr std::pair<std::string_view, const char *> other_names[]{
    {"Big5", "BIG5-HKSCS"},     {"EUC-KR", "CP949"},          {"GBK", "GB18030"},
    {"gb18030", "GB18030"},     {"Shift_JIS", "CP932"},       {"ISO-8859-8-I", "ISO-8859-8"},
    {"macintosh", "MACINTOSH"}, {"x-mac-cyrillic", "MAC-UK"}, {"windows-874", "CP874"},
};

std::string system_name(std::string_view encoding) {
    const auto *const other =
        std::ranges::find(other_names, encoding, &std::pair<std::string_view, const char *>::first);
    if (other != std::end(other_names)) return other->second;
    if (encoding.starts_with("windows-")) return "CP" + std::string{encoding.substr(8)};
    return std::string{encoding};
}

class converter {
public:
    converter(const std::string &to, const std::string &from, bool has_states)
        : handle_{::iconv_open(to.c_str(), from.c_str())}, has_states_{has_states} {}
    converter(const converter &) = delete;
    converter &operator=(const converter &) = delete;
    ~converter() {
        if (*this) ::iconv_close(handle_);
    }
    explicit operator bool() const noexcept { return handle_ != reinterpret_cast<iconv_t>(-1); } // NOLINT

    // Converts one character, or a change of the state. Returns how many octets it took; 0 if they are none.
    std::size_t one(std::string_view from, std::string &to) {
        std::array<char, 16> room{};
        for (std::size_t size = 1; size <= std::min<std::size_t>(from.size(), 8); ++size) {
            char *in = const_cast<char *>(from.data()); // which iconv() does not change
            std::size_t in_left = size;
            char *out = room.data();
            std::size_t out_left = room.size();
            const auto done = ::iconv(handle_, &in, &in_left, &out, &out_left);
            if (done == static_cast<std::size_t>(-1) || in_left != 0) {
                if (in_left != size) { // consumed a part
                    to.assign(room.data(), out);
                    return size - in_left;
                }
                continue;
            }
            // A converter that composes characters keeps the last one.
            if (out == room.data() && !has_states_) ::iconv(handle_, nullptr, nullptr, &out, &out_left);
            to.assign(room.data(), out);
            return size;
        }
        ::iconv(handle_, nullptr, nullptr, nullptr, nullptr);
        return 0;
    }

private:
    iconv_t handle_;
    bool has_states_; // the encoding
};

constexpr std::string_view replacement = "\uFFFD";

} // namespace

void recoded_document::add(std::string_view character, std::size_t from, std::size_t from_wide) {
    const auto wide = static_cast<std::uint16_t>(character.size());
    const auto begin = static_cast<std::uint32_t>(text_.size());
    if (runs_.empty() || runs_.back().wide != wide || runs_.back().from_wide != from_wide)
        runs_.push_back({begin, static_cast<std::uint32_t>(from), wide, static_cast<std::uint16_t>(from_wide)});
    text_ += character;
}

std::optional<recoded_document> recoded_document::make(std::string_view document, std::string_view encoding,
                                                       std::size_t most) {
    if (encoding == "replacement") return std::nullopt;
    const bool is_wide = encoding.starts_with("UTF-16");
    const bool has_states = encoding == "ISO-2022-JP";
    converter convert{"UTF-8", system_name(encoding), has_states};
    if (!convert) return std::nullopt;
    recoded_document made;
    made.text_.reserve(std::min(most, document.size() + document.size() / 8));
    std::string character;
    std::size_t skipped = 0; // octets that only change the state
    for (std::size_t at = is_wide && (document.starts_with("\xFE\xFF") || document.starts_with("\xFF\xFE")) ? 2 : 0;
         at < document.size();) {
        if (made.text_.size() > most - std::min<std::size_t>(most, 8)) return std::nullopt;
        const auto octet = static_cast<unsigned char>(document[at]);
        if (octet < 0x80 && !is_wide && !has_states) {
            made.add(document.substr(at, 1), at, 1);
            ++at;
            continue;
        }
        auto size = convert.one(document.substr(at), character);
        if (size > 0 && character.empty()) {
            skipped += size;
            at += size;
            continue;
        }
        if (size == 0) {
            size = std::min<std::size_t>(is_wide ? 2 : 1, document.size() - at);
            // For the standard, an octet that windows-1252 leaves open is a control character of ISO 8859-1.
            const bool control = encoding.starts_with("windows-125") && octet >= 0x80 && octet < 0xA0;
            character = replacement;
            if (control) character = {'\xC2', static_cast<char>(octet)};
        }
        made.add(character, at - skipped, size + skipped);
        skipped = 0;
        at += size;
    }
    return made;
}

std::uint64_t recoded_document::offset(std::uint64_t in_text) const noexcept {
    const auto after = std::ranges::upper_bound(runs_, in_text, {}, &run::begin);
    if (after == runs_.begin()) return 0;
    const run &r = *std::prev(after);
    return r.from + (in_text - r.begin) / r.wide * r.from_wide;
}

std::optional<std::string> encode_query(std::string_view query, std::string_view encoding) {
    converter convert{system_name(encoding), "UTF-8", encoding == "ISO-2022-JP"};
    if (!convert) return std::nullopt;
    std::string out;
    std::string octets;
    for (std::size_t at = 0; at < query.size();) {
        const auto sequence = base::utf8_sequence_at(query.substr(at));
        const auto character = query.substr(at, sequence.size);
        at += sequence.size;
        if (character.size() == 1) {
            out += character;
        } else if (sequence.valid && convert.one(character, octets) == character.size()) {
            for (const char c : octets) {
                const bool plain = c > ' ' && c <= '~' && !std::string_view{"\"#<>'"}.contains(c);
                if (plain) out += c;
                if (!plain) base::append_percent_encoded(out, c);
            }
        } else { // Encoding Standard 4.3, "html": a character reference
            out.append("%26%23").append(std::to_string(static_cast<std::uint32_t>(base::character_of(character))));
            out += "%3B";
        }
    }
    return out;
}

} // namespace uniform::html
