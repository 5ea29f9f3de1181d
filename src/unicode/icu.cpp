// The risks of words by uniform::idna, and labels by libidn2 (IDNA 2008 with the mapping of UTS 46).

#include <uniform/unicode/icu.hpp>

#include <algorithm>
#include <memory>
#include <utility>

#include <idn2.h>
#include <unicode/uchar.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/spoofing.hpp>

namespace uniform {

namespace {

// Labels that are too long for the DNS, so that the conversions, which are not linear, skip them.
constexpr std::size_t longest_label = 255;

struct idn_deleter {
    void operator()(char *text) const noexcept { idn2_free(text); }
};
using idn_text = std::unique_ptr<char, idn_deleter>;

class checks final : public unicode_checks {
public:
    [[nodiscard]] spoofing spoofing_of(std::string_view word) const override {
        idna::spoofing found = idna::spoofing_of(word);
        return {found.mixed_scripts, found.invisible, found.mixed_numbers, std::move(found.looks_like),
                std::move(found.scripts)};
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
        const bool ace = base::is_us_ascii(in) && ascii::starts_with_ignoring_case(in, "xn--");
        if (!ace && base::is_us_ascii(in)) {
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
};

} // namespace

const unicode_checks &icu_checks() {
    static const checks only;
    return only;
}

} // namespace uniform
