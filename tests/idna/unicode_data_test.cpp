// The tables of src/ucd beside ICU, over all code points that ICU's version of Unicode knows, and normalization beside
// it over texts of any characters; UTS 46 and the Normalization Forms by Unicode's own tests, if
// UNIFORM_UNICODE_DIR names a folder that has IdnaTestV2.txt and NormalizationTest.txt.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ranges>
#include <sstream>
#include <string>
#include <vector>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/base/utf8.hpp>
#include <uniform/idna/uts46.hpp>

#include "idna/punycode.hpp"
#include "ucd/normal_forms.hpp"
#include "ucd/properties.hpp"
#include "ucd/security.hpp"

namespace {

namespace ucd = uniform::ucd;
namespace idna = uniform::idna;

bool icu_knows(char32_t c) { return u_isdefined(static_cast<UChar32>(c)) != 0 && !U_IS_SURROGATE(c); }

icu::UnicodeString utf16(std::u32string_view text) {
    icu::UnicodeString out;
    for (const char32_t c : text) out.append(static_cast<UChar32>(c));
    return out;
}

std::u32string characters(const icu::UnicodeString &text) {
    std::u32string out;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1))
        out += static_cast<char32_t>(text.char32At(i));
    return out;
}

const icu::Normalizer2 &icu_normalizer(bool composed) {
    UErrorCode status = U_ZERO_ERROR;
    return *(composed ? icu::Normalizer2::getNFCInstance(status) : icu::Normalizer2::getNFDInstance(status));
}

std::u32string icu_normal(std::u32string_view text, bool composed) {
    UErrorCode status = U_ZERO_ERROR;
    return characters(icu_normalizer(composed).normalize(utf16(text), status));
}

// Up to ten differences, as text: "" when there are none.
class differences {
public:
    void add(char32_t c, std::string_view what) {
        if (++count_ <= 10) shown_ << std::hex << "U+" << std::uint32_t{c} << ' ' << what << '\n';
    }
    [[nodiscard]] std::string text() const {
        return count_ == 0 ? "" : shown_.str() + std::to_string(count_) + " differences";
    }

private:
    std::size_t count_ = 0;
    std::ostringstream shown_;
};

template <class F>
std::string over_all(F f) {
    differences found;
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        if (icu_knows(c)) f(c, found);
    }
    return found.text();
}

TEST(unicode_data, version) { EXPECT_EQ(ucd::version(), "18.0.0"); }

// The characters that Unicode has changed since 15.0, which ICU 72 has.
constexpr std::u32string_view changed =
    U"\u1B3A\u1B3C\u1B42\U0001171E\U0001D6C1\U0001D6FB\U0001D735\U0001D76F\U0001D7A9";

TEST(unicode_data, properties_are_those_of_icu) {
    EXPECT_EQ(over_all([](char32_t c, differences &found) {
                  if (changed.contains(c)) return;
                  const auto p = ucd::properties_of(c);
                  const auto i = static_cast<UChar32>(c);
                  if (p.combining_class != u_getCombiningClass(i)) found.add(c, "combining class");
                  const auto direction = u_charDirection(i);
                  using enum ucd::bidi_class;
                  constexpr std::array<ucd::bidi_class, U_CHAR_DIRECTION_COUNT> classes{
                      l,     r,  en,    es,    et,    an,  cs, other, other, other, on,   other,
                      other, al, other, other, other, nsm, bn, other, other, other, other};
                  if (p.bidi != classes.at(static_cast<std::size_t>(direction))) found.add(c, "Bidi_Class");
                  constexpr std::array<ucd::joining_type, U_JT_COUNT> joining{
                      ucd::joining_type::u, ucd::joining_type::c, ucd::joining_type::d,
                      ucd::joining_type::l, ucd::joining_type::r, ucd::joining_type::t};
                  if (p.joining != joining.at(static_cast<std::size_t>(u_getIntPropertyValue(i, UCHAR_JOINING_TYPE))))
                      found.add(c, "Joining_Type");
                  const auto general = u_charType(i);
                  const auto mark = general == U_NON_SPACING_MARK ? ucd::mark_kind::nonspacing
                                    : general == U_COMBINING_SPACING_MARK || general == U_ENCLOSING_MARK
                                        ? ucd::mark_kind::other
                                        : ucd::mark_kind::none;
                  if (p.mark != mark) found.add(c, "mark");
                  if (static_cast<UChar32>(ucd::lower_case(c)) != u_tolower(i)) found.add(c, "lower case");
              }),
              "");
}

TEST(unicode_data, normalization_is_that_of_icu) {
    EXPECT_EQ(over_all([](char32_t c, differences &found) {
                  const std::u32string one(1, c);
                  if (ucd::nfc(one) != icu_normal(one, true)) found.add(c, "NFC");
                  if (ucd::nfd(one) != icu_normal(one, false)) found.add(c, "NFD");
                  const bool boundary =
                      ucd::properties_of(c).combining_class == 0 && ucd::properties_of(c).nfc == ucd::quick_check::yes;
                  if (boundary && !icu_normalizer(true).hasBoundaryBefore(static_cast<UChar32>(c)))
                      found.add(c, "no boundary before it");
              }),
              "");
}

// Characters that meet: starters, marks of several classes, what they compose to, jamo, and any others.
std::u32string meeting_characters() {
    static const std::u32string often =
        U"aeo\u00E9\u1E0B\u0323\u0307\u0301\u0308\u0327\u0338\u0345\u05B0\u0344\u0958\u0F71"
        U"\u0F72\u0F73\u1100\u1161\u11A7\u11A8\uAC00\uAC01\u1025\u102E\u0B47\u0B3E\u212B"
        U"\U000110A5\U000110BA\U0001D15E<=";
    return *rc::gen::container<std::u32string>(rc::gen::oneOf(
        rc::gen::elementOf(often), rc::gen::suchThat(rc::gen::inRange<char32_t>(0, 0x30000), icu_knows)));
}

RC_GTEST_PROP(unicode_data_properties, normalization_is_that_of_icu, ()) {
    const std::u32string text = meeting_characters();
    RC_ASSERT(ucd::nfc(text) == icu_normal(text, true));
    RC_ASSERT(ucd::nfd(text) == icu_normal(text, false));
    RC_ASSERT(ucd::is_nfc(text) == (ucd::nfc(text) == text));
    RC_ASSERT(ucd::nfc_of_utf8(ucd::utf8_of(text)) == ucd::utf8_of(ucd::nfc(text)));
}

TEST(unicode_data, long_runs_of_marks) {
    std::u32string text(1, U'a');
    for (int i = 0; i < 20'000; ++i) text += i % 2 == 0 ? U"\u0301" : U"\u0323";
    EXPECT_EQ(ucd::nfc(text), icu_normal(text, true));
}

RC_GTEST_PROP(unicode_data_properties, punycode_is_undone, ()) {
    const std::u32string text = meeting_characters();
    const auto encoded = idna::detail::punycode_of(text);
    RC_ASSERT(encoded.has_value());
    RC_ASSERT(idna::detail::punycode_decoded(*encoded) == text);
}

TEST(unicode_data, punycode) {
    struct row {
        std::string_view source;
        std::u32string_view label;
        std::string_view encoded;
    };
    for (const row &r : {
             row{"RFC 3492 7.1 (B)", U"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587",
                 "ihqwcrb4cv8a8dqg056pqjye"},
             row{"RFC 3492 7.1 (L)", U"3\u5E74b\u7D44\u91D1\u516B\u5148\u751F", "3b-ww4c5e180e575a65lsy2b"},
             row{"RFC 3492 7.1 (R)", U"\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067", "d9juau41awczczp"},
             row{"RFC 3492 7.1 (S)", U"-> $1.00 <-", "-> $1.00 <--"},
         }) {
        EXPECT_EQ(idna::detail::punycode_of(r.label), r.encoded) << r.source;
        EXPECT_EQ(idna::detail::punycode_decoded(r.encoded), r.label) << r.source;
    }
    for (const std::string_view wrong : {"99999999", "-a", "\xC3\xA9-a", "a\xC3\xA9", "0000000000000000"})
        EXPECT_FALSE(idna::detail::punycode_decoded(wrong)) << wrong << ": RFC 3492 6.2";
}

struct uidna_closer {
    void operator()(UIDNA *i) const noexcept { uidna_close(i); }
};

// ToASCII of the character between two letters, without and with the checks.
TEST(unicode_data, uts46_is_that_of_icu) {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<UIDNA, uidna_closer> icu{
        uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ, &status)};
    ASSERT_TRUE(U_SUCCESS(status));
    unsigned now_accepted = 0;
    EXPECT_EQ(over_all([&](char32_t c, differences &found) {
                  // Since ICU 72: UTS 46 revision 31 maps U+1E9E to "ß", and later ones disallow or allow these.
                  if (c == U'\u1E9E') return;
                  std::string name{"x"};
                  uniform::base::append_utf8(name, c);
                  name += 'y';
                  std::array<char, 200> out{};
                  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
                  UErrorCode code = U_ZERO_ERROR;
                  const auto size = uidna_nameToASCII_UTF8(icu.get(), name.data(), static_cast<int>(name.size()),
                                                           out.data(), static_cast<int>(out.size()), &info, &code);
                  const auto made = idna::uts46_to_ascii(
                      name, {.check_hyphens = false, .use_std3 = false, .verify_dns_length = false});
                  constexpr unsigned lengths = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                               UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                               UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
                  const bool accepted = (info.errors & ~lengths) == 0;
                  if (!accepted && made.ok()) {
                      ++now_accepted;
                  } else if (accepted != made.ok()) {
                      found.add(c, "is refused");
                  } else if (accepted && made.text != std::string_view{out.data(), static_cast<std::size_t>(size)}) {
                      found.add(c, made.text);
                  }
              }),
              "");
    // Unicode 15.1 and 16 map letters that had no lower case in Unicode 3.2, and were disallowed until then.
    EXPECT_LE(now_accepted, U_ICU_VERSION_MAJOR_NUM < 76 ? 71U : 0U);
}

TEST(unicode_data, scripts_are_those_of_icu) {
    EXPECT_EQ(over_all([](char32_t c, differences &found) {
                  UErrorCode status = U_ZERO_ERROR;
                  const std::string_view name = uscript_getName(uscript_getScript(static_cast<UChar32>(c), &status));
                  if (ucd::name_of(ucd::script_of(c)) != name) found.add(c, name);
                  const auto zero = u_charType(static_cast<UChar32>(c)) == U_DECIMAL_DIGIT_NUMBER
                                        ? c - static_cast<char32_t>(u_charDigitValue(static_cast<UChar32>(c)))
                                        : 0;
                  if (ucd::zero_of(c) != zero) found.add(c, "digit");
              }),
              "");
}

std::filesystem::path unicode_file(std::string_view name) {
    const char *const folder = std::getenv("UNIFORM_UNICODE_DIR");
    if (folder == nullptr) return {};
    const auto path = std::filesystem::path{folder} / name;
    return std::filesystem::exists(path) ? path : std::filesystem::path{};
}

// The fields of the lines that are no comments, without spaces at their ends.
std::vector<std::vector<std::string>> fields_of(const std::filesystem::path &path) {
    std::vector<std::vector<std::string>> rows;
    std::ifstream in{path};
    for (std::string line; std::getline(in, line);) {
        line.resize(std::min(line.size(), line.find('#')));
        if (line.empty() || line.starts_with('@')) continue;
        auto &row = rows.emplace_back();
        std::istringstream fields{line};
        for (std::string field; std::getline(fields, field, ';');) {
            const auto begin = field.find_first_not_of(' ');
            row.push_back(begin == std::string::npos ? ""
                                                     : field.substr(begin, field.find_last_not_of(' ') + 1 - begin));
        }
    }
    return rows;
}

// NormalizationTest.txt: c2 == NFC(c1, c2, c3), c4 == NFC(c4, c5), c3 == NFD(c1, c2, c3), c5 == NFD(c4, c5)
TEST(unicode_tests, normalization) {
    const auto path = unicode_file("NormalizationTest.txt");
    if (path.empty()) GTEST_SKIP() << "UNIFORM_UNICODE_DIR names no folder with NormalizationTest.txt";
    std::size_t rows = 0;
    for (const auto &row : fields_of(path)) {
        std::vector<std::u32string> c;
        for (const std::string &field : row | std::views::take(5)) {
            std::u32string text;
            std::istringstream codes{field};
            for (std::uint32_t code = 0; codes >> std::hex >> code;) text += static_cast<char32_t>(code);
            c.push_back(text);
        }
        ASSERT_EQ(c.size(), 5);
        for (const std::size_t i : {0U, 1U, 2U}) {
            EXPECT_EQ(ucd::nfc(c[i]), c[1]) << row[0];
            EXPECT_EQ(ucd::nfd(c[i]), c[2]) << row[0];
        }
        for (const std::size_t i : {3U, 4U}) {
            EXPECT_EQ(ucd::nfc(c[i]), c[3]) << row[0];
            EXPECT_EQ(ucd::nfd(c[i]), c[4]) << row[0];
        }
        ++rows;
    }
    EXPECT_GT(rows, 10'000U);
}

// A field of IdnaTestV2.txt, in which \uXXXX and \x{XXXX} are characters; "" stands for an empty text. std::nullopt for
// a text with a surrogate, which no UTF-8 has.
std::optional<std::string> unescaped(std::string_view field) {
    if (field == "\"\"") return "";
    std::string out;
    for (std::size_t at = 0; at < field.size();) {
        std::size_t digits = 0;
        std::size_t skip = 0;
        if (field.substr(at).starts_with("\\u")) {
            digits = 4;
            skip = 2;
        } else if (field.substr(at).starts_with("\\x{")) {
            digits = field.find('}', at) - at - 3;
            skip = 3;
        } else {
            out += field[at++];
            continue;
        }
        const auto code = static_cast<char32_t>(std::stoul(std::string{field.substr(at + skip, digits)}, nullptr, 16));
        if (code >= 0xD800 && code < 0xE000) return std::nullopt;
        uniform::base::append_utf8(out, code);
        at += skip + digits + (skip == 3 ? 1 : 0);
    }
    return out;
}

// IdnaTestV2.txt: source; toUnicode; its status; toAsciiN; its status; toAsciiT; its status. A blank field is that
// before it.
TEST(unicode_tests, uts46) {
    const auto path = unicode_file("IdnaTestV2.txt");
    if (path.empty()) GTEST_SKIP() << "UNIFORM_UNICODE_DIR names no folder with IdnaTestV2.txt";
    std::size_t rows = 0;
    for (auto row : fields_of(path)) {
        row.resize(7);
        const auto source = unescaped(row[0]);
        const auto unicode = row[1].empty() ? source : unescaped(row[1]);
        const auto ascii = row[3].empty() ? unicode : unescaped(row[3]);
        const auto transitional = row[5].empty() ? ascii : unescaped(row[5]);
        if (!source || !unicode || !ascii || !transitional) continue;
        // Characters that the file's version does not have may be allowed now.
        const auto is_new = [](char32_t c) { return !icu_knows(c); };
        if (std::ranges::any_of(ucd::characters_of(*source + *unicode), is_new)) continue;
        const std::string unicode_status = row[2].empty() ? "[]" : row[2];
        const std::string ascii_status = row[4].empty() ? unicode_status : row[4];
        const std::string transitional_status = row[6].empty() ? ascii_status : row[6];
        const auto check = [&](const idna::uts46_result &made, const std::string &text, const std::string &expected,
                               const char *what) {
            EXPECT_EQ(made.ok(), expected == "[]") << what << " of " << row[0] << ": " << idna::message(made.errors);
            if (expected == "[]") {
                EXPECT_EQ(made.text, text) << what << " of " << row[0];
            }
        };
        // "Implementations may ignore X4_2": an empty label is an error of VerifyDnsLength, which ToUnicode does not
        // have.
        check(idna::uts46_to_unicode(*source), *unicode, unicode_status == "[X4_2]" ? "[]" : unicode_status,
              "ToUnicode");
        check(idna::uts46_to_ascii(*source), *ascii, ascii_status, "ToASCII");
        check(idna::uts46_to_ascii(*source, {.transitional = true}), *transitional, transitional_status,
              "transitional ToASCII");
        ++rows;
    }
    EXPECT_GT(rows, 3'000U);
}

} // namespace
