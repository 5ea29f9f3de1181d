#include "idna/idna2008.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <idn2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>

namespace uniform::idna::detail {

namespace {

struct idn_deleter {
    void operator()(char *text) const noexcept { idn2_free(text); }
};
using idn_text = std::unique_ptr<char, idn_deleter>;

std::expected<std::string, problem> label_2008(std::string_view name, std::string_view label) {
    const auto refused = [&](std::string says, std::string_view document, std::string_view section) {
        return std::unexpected{problem_of(name, label, std::move(says), document, section)};
    };
    if (label.empty()) return refused("a label is empty", "RFC 1034", "3.1");
    const bool ascii_label = base::is_us_ascii(label);
    const bool ace = ascii_label && ascii::starts_with_ignoring_case(label, "xn--");
    std::string made;
    if (ascii_label && !ace) {
        const auto wrong = std::ranges::find_if_not(label, [](char c) { return ascii::is_alnum(c) || c == '-'; });
        if (wrong != label.end()) {
            return refused(std::string{"\""} + *wrong + "\" is no letter, digit or hyphen", "RFC 5890", "2.3.1");
        }
        if (label.starts_with('-') || label.ends_with('-')) {
            return refused("a label begins or ends with a hyphen", "RFC 5890", "2.3.1");
        }
        made = ascii::lower_copy(label);
    } else {
        const std::string in = ace ? ascii::lower_copy(label) : std::string{label};
        char *out = nullptr;
        const int code = idn2_to_ascii_8z(in.c_str(), &out, IDN2_NO_TR46);
        const idn_text owned{code == IDN2_OK ? out : nullptr};
        if (code == IDN2_MALLOC) throw std::bad_alloc{}; // which says nothing about the name
        if (owned == nullptr) return refused(std::string{"no valid label: "} + idn2_strerror(code), "RFC 5891", "5.4");
        made = owned.get();
        // RFC 5890 2.3.2.1: an A-label and its U-label are each what the other becomes.
        if (ace && !base::is_us_ascii(u_labels(made)) && made != in) {
            return refused("it is not the A-label of its decoded form", "RFC 5890", "2.3.2.1");
        }
    }
    if (made.size() > 63) return refused("a label is longer than 63 octets", "RFC 1034", "3.1");
    return made;
}

// RFC 5893 section 2, rules 1 to 6, for one label of a name that has a right-to-left label.
bool satisfies_bidi(const icu::UnicodeString &label) {
    std::vector<UCharDirection> is;
    for (std::int32_t i = 0; i < label.length(); i = label.moveIndex32(i, 1)) {
        is.push_back(u_charDirection(label.char32At(i)));
    }
    if (is.empty()) return true;
    const bool left = is.front() == U_LEFT_TO_RIGHT;
    if (!left && is.front() != U_RIGHT_TO_LEFT && is.front() != U_RIGHT_TO_LEFT_ARABIC) return false; // 1
    bool european = false;
    bool arabic = false;
    for (const UCharDirection d : is) {
        switch (d) {
        case U_EUROPEAN_NUMBER:
            european = true;
            break;
        case U_EUROPEAN_NUMBER_SEPARATOR:
        case U_COMMON_NUMBER_SEPARATOR:
        case U_EUROPEAN_NUMBER_TERMINATOR:
        case U_OTHER_NEUTRAL:
        case U_BOUNDARY_NEUTRAL:
        case U_DIR_NON_SPACING_MARK:
            break;
        case U_LEFT_TO_RIGHT:
            if (!left) return false; // 2
            break;
        case U_ARABIC_NUMBER:
            arabic = true;
            [[fallthrough]];
        case U_RIGHT_TO_LEFT:
        case U_RIGHT_TO_LEFT_ARABIC:
            if (left) return false; // 5
            break;
        default:
            return false;
        }
    }
    if (!left && european && arabic) return false; // 4
    while (!is.empty() && is.back() == U_DIR_NON_SPACING_MARK) is.pop_back();
    const UCharDirection last = is.back();
    if (left) return last == U_LEFT_TO_RIGHT || last == U_EUROPEAN_NUMBER; // 6
    return last == U_RIGHT_TO_LEFT || last == U_RIGHT_TO_LEFT_ARABIC || last == U_EUROPEAN_NUMBER ||
           last == U_ARABIC_NUMBER; // 3
}

icu::UnicodeString utf16(std::string_view text) {
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

bool is_right_to_left(const icu::UnicodeString &label) {
    for (std::int32_t i = 0; i < label.length(); i = label.moveIndex32(i, 1)) {
        const UCharDirection d = u_charDirection(label.char32At(i));
        if (d == U_RIGHT_TO_LEFT || d == U_RIGHT_TO_LEFT_ARABIC || d == U_ARABIC_NUMBER) return true;
    }
    return false;
}

} // namespace

problem problem_of(std::string_view name, std::string_view label, std::string says, std::string_view document,
                   std::string_view section) {
    return {static_cast<std::size_t>(label.data() - name.data()), label.size(), std::move(says), document, section};
}

std::string u_labels(std::string_view ascii) {
    std::string out;
    for_each_label(ascii, [&](std::string_view label) {
        char *made = nullptr;
        const int code = idn2_to_unicode_8z8z(std::string{label}.c_str(), &made, IDN2_NO_TR46);
        const idn_text owned{code == IDN2_OK ? made : nullptr};
        out += owned == nullptr ? std::string{label} : std::string{owned.get()};
        out += '.';
        return true;
    });
    out.pop_back();
    return out;
}

std::expected<std::string, problem> lookup_2008(std::string_view name) {
    const bool root = name.size() > 1 && name.ends_with('.');
    std::string out;
    std::optional<problem> wrong;
    bool bidi = false;
    std::vector<std::pair<std::string_view, icu::UnicodeString>> labels;
    for_each_label(root ? name.substr(0, name.size() - 1) : name, [&](std::string_view label) {
        const auto made = label_2008(name, label);
        if (!made) {
            wrong = made.error();
            return false;
        }
        out += *made;
        out += '.';
        labels.emplace_back(label, utf16(u_labels(*made)));
        bidi = bidi || is_right_to_left(labels.back().second);
        return true;
    });
    if (wrong) return std::unexpected{*std::move(wrong)};
    for (const auto &[label, unicode] : labels) {
        if (bidi && !satisfies_bidi(unicode)) {
            return std::unexpected{problem_of(name, label,
                                              "the directions of its characters are not allowed in a name that has a "
                                              "right-to-left label",
                                              "RFC 5893", "2")};
        }
    }
    if (out.size() > 254) {
        return std::unexpected{problem_of(name, name, "the name is longer than 253 octets", "RFC 1035", "2.3.4")};
    }
    if (!root) out.pop_back();
    return out;
}

} // namespace uniform::idna::detail
