// The risks of words, and labels by IDNA 2008 behind the mapping of UTS 46, by uniform::idna.

#include <uniform/unicode/icu.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/spoofing.hpp>
#include <uniform/idna/uts46.hpp>

#include "ucd/properties.hpp"

namespace uniform {

namespace {

// Labels that are too long for the DNS, so that the conversions, which are not linear, skip them.
constexpr std::size_t longest_label = 255;

// The mapping of UTS 46 alone; what the label must be is for IDNA 2008 to say.
constexpr idna::uts46_options mapping_alone{
    .check_hyphens = false, .check_bidi = false, .check_joiners = false, .use_std3 = false, .verify_dns_length = false};

// The control characters of US-ASCII; the mapping refuses those beyond it.
bool is_control(char c) {
    return base::is_hidden(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80;
}

class checks final : public unicode_checks {
public:
    [[nodiscard]] spoofing spoofing_of(std::string_view word) const override {
        idna::spoofing found = idna::spoofing_of(word);
        return {found.mixed_scripts, found.invisible, found.mixed_numbers, std::move(found.looks_like),
                std::move(found.scripts)};
    }

    [[nodiscard]] direction direction_of(char32_t c) const override {
        switch (ucd::properties_of(c).bidi) {
        case ucd::bidi_class::l:
            return direction::left_to_right;
        case ucd::bidi_class::r:
        case ucd::bidi_class::al:
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
        if (const auto control = std::ranges::find_if(text, is_control); control != text.end()) {
            forms.why_not = "it has " + base::code_point(static_cast<unsigned char>(*control));
            return forms;
        }
        const std::string in{text};
        const bool ace = base::is_us_ascii(in) && ascii::starts_with_ignoring_case(in, "xn--");
        if (!ace && base::is_us_ascii(in)) {
            forms.ascii = in;
            forms.unicode = in;
            return forms;
        }
        const idna::uts46_result mapped = idna::uts46_to_ascii(in, mapping_alone);
        if (!mapped.ok()) {
            forms.why_not = idna::message(mapped.errors);
            return forms;
        }
        // A character that UTS 46 maps may become a delimiter: U+2100 is "a/c". RFC 5890 2.3.2.1: an A-label is an LDH
        // label.
        const auto wrong = std::ranges::find_if_not(mapped.text, [](char c) { return ascii::is_alnum(c) || c == '-'; });
        if (wrong != mapped.text.end()) {
            forms.why_not =
                "it is mapped to \"" + mapped.text + "\", and \"" + *wrong + "\" is no letter, digit or hyphen";
            return forms;
        }
        auto unicode = idna::to_unicode(mapped.text, idna::rules::idna2008);
        if (!unicode) {
            forms.why_not = std::move(unicode.error().says);
            return forms;
        }
        forms.ascii = mapped.text;
        forms.unicode = *std::move(unicode);
        const idna::uts46_result older = idna::uts46_to_ascii(forms.unicode, {.check_hyphens = false,
                                                                              .check_bidi = false,
                                                                              .check_joiners = false,
                                                                              .use_std3 = false,
                                                                              .transitional = true,
                                                                              .verify_dns_length = false});
        forms.deviates = !older.ok() || older.text != forms.ascii;
        return forms;
    }
};

} // namespace

const unicode_checks &icu_checks() {
    static const checks only;
    return only;
}

} // namespace uniform
