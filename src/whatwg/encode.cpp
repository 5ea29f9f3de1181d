// URL Standard, "percent-encode after encoding", and what the Encoding Standard says about encoders that ICU's do
// otherwise.

#include "whatwg/encode.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>

#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/whatwg/percent_encode_set.hpp>

#include "whatwg/code_points.hpp"
#include "whatwg/percent_encoding.hpp"

namespace uniform::whatwg {

namespace {

// The encodings with an encoder of their own (Encoding Standard 4.2), and ICU's converter.
struct encoding_row {
    std::string_view name;
    const char *converter;
};
constexpr encoding_row encodings[]{
    {"IBM866", "ibm-866_P100-1995"},
    {"ISO-8859-2", "ibm-912_P100-1995"},
    {"ISO-8859-3", "ibm-913_P100-2000"},
    {"ISO-8859-4", "ibm-914_P100-1995"},
    {"ISO-8859-5", "ibm-915_P100-1995"},
    {"ISO-8859-6", "ibm-1089_P100-1995"},
    {"ISO-8859-7", "ibm-9005_X110-2007"},
    {"ISO-8859-8", "ibm-5012_P100-1999"},
    {"ISO-8859-8-I", "ibm-5012_P100-1999"},
    {"ISO-8859-10", "iso-8859_10-1998"},
    {"ISO-8859-13", "ibm-921_P100-1995"},
    {"ISO-8859-14", "iso-8859_14-1998"},
    {"ISO-8859-15", "ibm-923_P100-1998"},
    {"KOI8-R", "ibm-878_P100-1996"},
    {"KOI8-U", "ibm-1168_P100-2002"},
    {"macintosh", "macos-0_2-10.2"},
    {"windows-874", "windows-874-2000"},
    {"windows-1250", "ibm-5346_P100-1998"},
    {"windows-1251", "ibm-5347_P100-1998"},
    {"windows-1252", "ibm-5348_P100-1997"},
    {"windows-1253", "ibm-5349_P100-1998"},
    {"windows-1254", "ibm-5350_P100-1998"},
    {"windows-1255", "ibm-9447_P100-2002"},
    {"windows-1256", "ibm-9448_X100-2005"},
    {"windows-1257", "ibm-9449_P100-2002"},
    {"windows-1258", "ibm-5354_P100-1998"},
    {"x-mac-cyrillic", "macos-7_3-10.2"},
    {"GBK", "gb18030"},
    {"gb18030", "gb18030"},
    {"Big5", "windows-950-2000"},
    {"EUC-JP", "ibm-943_P15A-2003"}, // by euc_jp_of()
    {"ISO-2022-JP", "ISO-2022-JP"},
    {"Shift_JIS", "ibm-943_P15A-2003"},
    {"EUC-KR", "windows-949-2000"},
};

bool is_utf8_for_encoders(std::string_view encoding) noexcept {
    // "To get an output encoding": of replacement and UTF-16, UTF-8.
    constexpr std::string_view names[]{"UTF-8", "UTF-16BE", "UTF-16LE", "replacement"};
    return std::ranges::any_of(names, [&](std::string_view n) { return ascii::equal_ignoring_case(n, encoding); });
}

struct converter_closer {
    void operator()(UConverter *c) const noexcept { ucnv_close(c); }
};

// The characters that GB 18030 has in two octets since 2022, in the order of their octets, and ICU 72 in four.
struct gb_row {
    char32_t character;
    std::uint16_t octets;
};
constexpr gb_row gb_2022[]{{0xFE10, 0xA6D9}, {0xFE12, 0xA6DA}, {0xFE11, 0xA6DB}, {0xFE13, 0xA6DC}, {0xFE14, 0xA6DD},
                           {0xFE15, 0xA6DE}, {0xFE16, 0xA6DF}, {0xFE17, 0xA6EC}, {0xFE18, 0xA6ED}, {0xFE19, 0xA6F3},
                           {0x9FB4, 0xFE59}, {0x9FB5, 0xFE61}, {0x9FB6, 0xFE66}, {0x9FB7, 0xFE67}, {0x9FB8, 0xFE6D},
                           {0x9FB9, 0xFE7E}, {0x9FBA, 0xFE90}, {0x9FBB, 0xFEA0}};

void append_two(std::string &out, unsigned octets) {
    out += static_cast<char>(octets >> 8U);
    out += static_cast<char>(octets & 0xFFU);
}

// From the octets of Shift_JIS to those of EUC-JP: both are made of the pointer into index jis0208. The characters of
// IBM's extension, which EUC-JP has no room for, are also among those that NEC selected.
std::string euc_jp_of(std::string_view shift_jis) {
    if (shift_jis.size() == 1) return shift_jis[0] < 0 ? "\x8E" + std::string{shift_jis} : std::string{shift_jis};
    const auto lead = static_cast<unsigned char>(shift_jis[0]);
    const auto trail = static_cast<unsigned char>(shift_jis[1]);
    const auto pointer_of = [](unsigned from, unsigned to) {
        return (from - (from < 0xA0 ? 0x81U : 0xC1U)) * 188 + to - (to < 0x7F ? 0x40U : 0x41U);
    };
    unsigned pointer = pointer_of(lead, trail);
    const unsigned small_roman = pointer_of(0xFA, 0x40);
    const unsigned broken_bar = pointer_of(0xFA, 0x55); // and two quotation marks
    const unsigned kanji = pointer_of(0xFA, 0x5C);
    if (pointer >= kanji) {
        pointer = pointer - kanji + pointer_of(0xED, 0x40);
    } else if (pointer >= broken_bar) {
        pointer = pointer - broken_bar + pointer_of(0xEE, 0xFA);
    } else if (pointer >= small_roman) {
        pointer = pointer - small_roman + pointer_of(0xEE, 0xEF);
    }
    std::string out;
    append_two(out, (pointer / 94 + 0xA1) << 8U | (pointer % 94 + 0xA1));
    return out;
}

// One encoder: "encode or fail", one code point after the other.
class encoder {
public:
    explicit encoder(const encoding_row &e)
        : name_{e.name}, is_japanese_{e.name == "EUC-JP" || e.name == "Shift_JIS" || e.name == "ISO-2022-JP"} {
        UErrorCode status = U_ZERO_ERROR;
        converter_.reset(ucnv_open(e.converter, &status));
        if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc{};
        if (U_FAILURE(status)) converter_.reset();
        if (!converter_) return;
        ucnv_setFromUCallBack(converter_.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
        ucnv_setFallback(converter_.get(), false);
    }
    explicit operator bool() const noexcept { return converter_ != nullptr; }

    // Appends the octets of the code point; the code point that is at fault where the encoding does not have it.
    std::optional<char32_t> append(char32_t c, std::string &out) {
        if (is_japanese_) {
            // ISO-2022-JP encoder: what would end or begin an escape sequence.
            if (name_ == "ISO-2022-JP" && (c == 0x0E || c == 0x0F || c == 0x1B)) return U'\uFFFD';
            if (name_ != "ISO-2022-JP" && c == 0xA5) return out += '\\', std::nullopt;
            if (name_ != "ISO-2022-JP" && c == 0x203E) return out += '~', std::nullopt;
            if (c == 0x2212) c = 0xFF0D; // MINUS SIGN
        }
        if (name_ == "GBK" && c == 0x20AC) return out += '\x80', std::nullopt;
        if ((name_ == "GBK" || name_ == "gb18030") && c == 0xE5E5) return c;
        if (c < 0x80 && name_ != "ISO-2022-JP") return out += static_cast<char>(c), std::nullopt;
        if (name_ == "GBK" || name_ == "gb18030") {
            const auto *const row = std::ranges::find(gb_2022, c, &gb_row::character);
            if (row != std::end(gb_2022)) return append_two(out, row->octets), std::nullopt;
        }
        std::array<char, 32> octets{};
        const auto size = convert(c, octets, false);
        if (size > 0 && name_ == "EUC-JP") {
            out += euc_jp_of({octets.data(), static_cast<std::size_t>(size)});
            return std::nullopt;
        }
        if (size < 0 || (name_ == "GBK" && size > 2)) return c; // GBK has no four-octet sequences
        out.append(octets.data(), static_cast<std::size_t>(size));
        return std::nullopt;
    }

    // Appends the octets that return to the first state, at the end.
    void finish(std::string &out) {
        std::array<char, 32> octets{};
        const auto size = convert(0, octets, true);
        if (size > 0) out.append(octets.data(), static_cast<std::size_t>(size));
    }

private:
    std::ptrdiff_t convert(char32_t c, std::array<char, 32> &octets, bool ends) {
        std::array<UChar, 2> units{};
        std::int32_t length = 0;
        if (!ends) U16_APPEND_UNSAFE(units.data(), length, static_cast<UChar32>(c));
        const UChar *from = units.data();
        char *to = octets.data();
        UErrorCode status = U_ZERO_ERROR;
        ucnv_fromUnicode(converter_.get(), &to, octets.data() + octets.size(), &from, units.data() + length, nullptr,
                         static_cast<UBool>(ends), &status);
        if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc{};
        if (U_FAILURE(status)) {
            std::array<UChar, 2> rest{}; // the part of the code point that the converter keeps
            std::int8_t kept = rest.size();
            UErrorCode ignored = U_ZERO_ERROR;
            ucnv_getInvalidUChars(converter_.get(), rest.data(), &kept, &ignored);
            return -1;
        }
        return to - octets.data();
    }

    std::string_view name_;
    bool is_japanese_;
    std::unique_ptr<UConverter, converter_closer> converter_;
};

const encoding_row *row_of(std::string_view encoding) noexcept {
    const auto *const row = std::ranges::find_if(
        encodings, [&](const encoding_row &e) { return ascii::equal_ignoring_case(e.name, encoding); });
    return row == std::end(encodings) ? nullptr : row;
}

// ISO-8859-16, which ICU does not have: where it differs from ISO 8859-1.
struct octet_row {
    char16_t character;
    std::uint8_t octet;
};
constexpr octet_row iso_8859_16[]{
    {0x0104, 0xA1}, {0x0105, 0xA2}, {0x0141, 0xA3}, {0x20AC, 0xA4}, {0x201E, 0xA5}, {0x0160, 0xA6}, {0x0161, 0xA8},
    {0x0218, 0xAA}, {0x0179, 0xAC}, {0x017A, 0xAE}, {0x017B, 0xAF}, {0x010C, 0xB2}, {0x0142, 0xB3}, {0x017D, 0xB4},
    {0x201D, 0xB5}, {0x017E, 0xB8}, {0x010D, 0xB9}, {0x0219, 0xBA}, {0x0152, 0xBC}, {0x0153, 0xBD}, {0x0178, 0xBE},
    {0x017C, 0xBF}, {0x0102, 0xC3}, {0x0106, 0xC5}, {0x0110, 0xD0}, {0x0143, 0xD1}, {0x0150, 0xD5}, {0x015A, 0xD7},
    {0x0170, 0xD8}, {0x0118, 0xDD}, {0x021A, 0xDE}, {0x0103, 0xE3}, {0x0107, 0xE5}, {0x0111, 0xF0}, {0x0144, 0xF1},
    {0x0151, 0xF5}, {0x015B, 0xF7}, {0x0171, 0xF8}, {0x0119, 0xFD}, {0x021B, 0xFE}};

std::optional<char32_t> append_iso_8859_16(char32_t c, std::string &out) {
    const auto *const row = std::ranges::find(iso_8859_16, c, &octet_row::character);
    const bool replaced = c >= 0x100 || std::ranges::find(iso_8859_16, static_cast<std::uint8_t>(c),
                                                          &octet_row::octet) != std::end(iso_8859_16);
    if (row != std::end(iso_8859_16)) return out += static_cast<char>(row->octet), std::nullopt;
    if (replaced) return c;
    out += static_cast<char>(c);
    return std::nullopt;
}

// x-user-defined encoder: U+F780 to U+F7FF are the octets from 0x80.
std::optional<char32_t> append_user_defined(char32_t c, std::string &out) {
    if (c >= 0x80 && (c < 0xF780 || c > 0xF7FF)) return c;
    out += static_cast<char>(c < 0x80 ? c : c - 0xF780 + 0x80);
    return std::nullopt;
}

// The encoders that are no converter of ICU.
using table_encoder = std::optional<char32_t> (*)(char32_t c, std::string &out);
table_encoder table_of(std::string_view encoding) noexcept {
    if (ascii::equal_ignoring_case(encoding, "x-user-defined")) return append_user_defined;
    return ascii::equal_ignoring_case(encoding, "ISO-8859-16") ? append_iso_8859_16 : nullptr;
}

// Encodes the text with append(code point, octets), which returns the code point that the encoding does not have.
template <class Append, class Write>
void encode_each(std::string &out, std::string_view text, Append append, Write write) {
    std::string octets;
    for (std::size_t at = 0; at < text.size();) {
        const auto sequence = base::utf8_sequence_at(text.substr(at));
        const char32_t c = sequence.valid ? base::character_of(text.substr(at, sequence.size)) : U'\uFFFD';
        at += sequence.size;
        octets.clear();
        const auto fault = append(c, octets);
        write(octets);
        if (fault) out.append("%26%23").append(std::to_string(static_cast<std::uint32_t>(*fault))).append("%3B");
    }
}

} // namespace

bool is_other_encoding(std::string_view encoding) noexcept {
    return row_of(encoding) != nullptr || table_of(encoding) != nullptr;
}

bool append_after_encoding(std::string &out, std::string_view encoding, std::string_view text, percent_encode_set set) {
    const auto write = [&](std::string_view octets) {
        if (set == percent_encode_set::form_urlencoded && octets == " ") {
            out += '+';
        } else {
            append_percent_encoded(out, octets, set);
        }
    };
    const auto *const row = row_of(encoding);
    if (row == nullptr) {
        auto *const append = table_of(encoding);
        if (append == nullptr) return false;
        encode_each(out, text, append, write);
        return true;
    }
    encoder by{*row};
    if (!by) return false;
    encode_each(out, text, [&](char32_t c, std::string &octets) { return by.append(c, octets); }, write);
    std::string rest;
    by.finish(rest);
    write(rest);
    return true;
}

std::optional<std::string> percent_encode_after_encoding(std::string_view encoding, std::string_view text,
                                                         percent_encode_set set) {
    std::string out;
    const bool space_as_plus = set == percent_encode_set::form_urlencoded;
    if (!is_utf8_for_encoders(encoding)) {
        if (!append_after_encoding(out, encoding, text, set)) return std::nullopt;
        return out;
    }
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = space_as_plus ? std::min(text.find(' ', at), text.size()) : text.size();
        out += utf8_percent_encode(text.substr(at, end - at), set);
        if (end < text.size()) out += '+';
        at = end + 1;
    }
    return out;
}

} // namespace uniform::whatwg
