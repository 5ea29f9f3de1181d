// ICU's spoof checker (UTS 39) and libidn2 (IDNA2008, UTS 46).

#include <uniform/unicode/icu.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include <idn2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include <uniform/base/ascii.hpp>

namespace uniform {

namespace {

// Labels that are too long for the DNS, so that the conversions, which are not linear, skip them.
constexpr std::size_t longest_label = 255;

struct checker_closer {
    void operator()(USpoofChecker *c) const noexcept { uspoof_close(c); }
};
using checker = std::unique_ptr<USpoofChecker, checker_closer>;

struct idn_deleter {
    void operator()(char *text) const noexcept { idn2_free(text); }
};
using idn_text = std::unique_ptr<char, idn_deleter>;

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The scripts of a word, by their short names.
std::string scripts_of(std::string_view word) {
    std::array<bool, USCRIPT_CODE_LIMIT> there{};
    const auto text = icu::UnicodeString::fromUTF8({word.data(), static_cast<std::int32_t>(word.size())});
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        UErrorCode status = U_ZERO_ERROR;
        const auto s = uscript_getScript(text.char32At(i), &status);
        if (U_SUCCESS(status) && s > USCRIPT_INHERITED && s < USCRIPT_CODE_LIMIT)
            there[static_cast<std::size_t>(s)] = true;
    }
    std::string names;
    for (std::size_t s = 0; s < there.size(); ++s) {
        if (!there[s]) continue;
        if (!names.empty()) names += ", ";
        names += uscript_getName(static_cast<UScriptCode>(s));
    }
    return names;
}

class checks final : public unicode_checks {
public:
    checks() {
        UErrorCode status = U_ZERO_ERROR;
        checker_.reset(uspoof_open(&status));
        if (U_FAILURE(status)) checker_.reset();
        if (checker_ == nullptr) return;
        uspoof_setRestrictionLevel(checker_.get(), USPOOF_HIGHLY_RESTRICTIVE);
        uspoof_setChecks(checker_.get(),
                         USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS | USPOOF_HIDDEN_OVERLAY,
                         &status);
        if (U_FAILURE(status)) checker_.reset();
    }

    [[nodiscard]] spoofing spoofing_of(std::string_view word) const override {
        spoofing found;
        if (checker_ == nullptr || word.size() > 0x7FFFFFF) return found;
        const auto size = static_cast<std::int32_t>(word.size());
        UErrorCode status = U_ZERO_ERROR;
        const std::int32_t failed = uspoof_check2UTF8(checker_.get(), word.data(), size, nullptr, &status);
        if (U_FAILURE(status)) return found;
        found.mixed_scripts = (failed & USPOOF_RESTRICTION_LEVEL) != 0;
        found.mixed_numbers = (failed & USPOOF_MIXED_NUMBERS) != 0;
        found.invisible = (failed & (USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY)) != 0;
        if (found.mixed_scripts) {
            found.scripts = scripts_of(word);
            // One script alone can fail as well, by characters that are not for identifiers; that is not a mixture.
            found.mixed_scripts = found.scripts.contains(',');
        }
        found.looks_like = ascii_form(word);
        return found;
    }

    [[nodiscard]] direction direction_of(char32_t c) const override {
        switch (u_charDirection(static_cast<UChar32>(c))) {
        case U_LEFT_TO_RIGHT:
            return direction::left_to_right;
        case U_RIGHT_TO_LEFT:
        case U_RIGHT_TO_LEFT_ARABIC:
            return direction::right_to_left;
        default:
            return direction::neither;
        }
    }

    [[nodiscard]] label label_of(std::string_view text) const override {
        label forms;
        if (text.empty() || text.size() > longest_label) {
            forms.why_not = text.empty() ? "it is empty" : "it is longer than 63 characters";
            return forms;
        }
        if (text.contains('\0')) {
            forms.why_not = "it has a NUL";
            return forms;
        }
        const std::string in{text};
        const bool ace = is_ascii(in) && ascii::starts_with_ignoring_case(in, "xn--");
        if (!ace && is_ascii(in)) {
            forms.ascii = in;
            forms.unicode = in;
            return forms;
        }
        char *made = nullptr;
        int code = idn2_to_ascii_8z(in.c_str(), &made, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
        const idn_text ascii{code == IDN2_OK ? made : nullptr};
        if (ascii == nullptr) {
            forms.why_not = idn2_strerror(code);
            return forms;
        }
        made = nullptr;
        code = idn2_to_unicode_8z8z(ascii.get(), &made, IDN2_NONTRANSITIONAL);
        const idn_text unicode{code == IDN2_OK ? made : nullptr};
        if (unicode == nullptr) {
            forms.why_not = idn2_strerror(code);
            return forms;
        }
        // What UTS 46 maps may become a delimiter: U+2100 is "a/c". RFC 5890 2.3.2.1: an A-label is an LDH label.
        const std::string_view mapped{ascii.get()};
        const auto wrong = std::ranges::find_if_not(mapped, [](char c) { return ascii::is_alnum(c) || c == '-'; });
        if (wrong != mapped.end()) {
            forms.why_not =
                "it is mapped to \"" + std::string{mapped} + "\", and \"" + *wrong + "\" is no letter, digit or hyphen";
            return forms;
        }
        forms.ascii = ascii.get();
        forms.unicode = unicode.get();
        // An A-label must be what its U-label becomes (RFC 5890 2.3.2.1).
        made = nullptr;
        code = idn2_to_ascii_8z(unicode.get(), &made, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
        const idn_text again{code == IDN2_OK ? made : nullptr};
        if (again == nullptr || again.get() != forms.ascii) {
            forms.why_not = again == nullptr ? idn2_strerror(code) : "it is not the A-label of its decoded form";
            if (ace) forms.ascii.clear();
            forms.unicode.clear();
            return forms;
        }
        made = nullptr;
        code = idn2_to_ascii_8z(unicode.get(), &made, IDN2_NFC_INPUT | IDN2_TRANSITIONAL);
        const idn_text older{code == IDN2_OK ? made : nullptr};
        forms.deviates = older == nullptr || older.get() != forms.ascii;
        return forms;
    }

private:
    // UTS 39 4: two texts are confusable when their skeletons are the same. People expect an ASCII word, so
    // each character beyond ASCII is replaced by its skeleton; "" when one of them has none in ASCII.
    [[nodiscard]] std::string ascii_form(std::string_view word) const {
        const auto text = icu::UnicodeString::fromUTF8({word.data(), static_cast<std::int32_t>(word.size())});
        std::string out;
        for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
            const UChar32 c = text.char32At(i);
            if (c < 0x80) {
                out += static_cast<char>(c);
                continue;
            }
            if (u_charType(c) == U_FORMAT_CHAR)
                return {}; // invisible, which is another finding; ICU 76 drops it, 72 keeps it
            std::string one;
            icu::UnicodeString{c}.toUTF8String(one);
            std::array<char, 64> skeleton{};
            UErrorCode status = U_ZERO_ERROR;
            const std::int32_t length =
                uspoof_getSkeletonUTF8(checker_.get(), 0, one.data(), static_cast<std::int32_t>(one.size()),
                                       skeleton.data(), static_cast<std::int32_t>(skeleton.size()), &status);
            if (U_FAILURE(status)) return {};
            const std::string_view like{skeleton.data(), static_cast<std::size_t>(length)};
            if (!is_ascii(like)) return {};
            out += like;
        }
        return out;
    }

    checker checker_; // const once it is made, so that threads may share it (uspoof.h)
};

} // namespace

const unicode_checks &icu_checks() {
    static const checks only;
    return only;
}

} // namespace uniform
