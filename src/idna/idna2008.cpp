#include "idna/idna2008.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/us_ascii.hpp>

#include "idna/label_rules.hpp"
#include "idna/punycode.hpp"
#include "ucd/normal_forms.hpp"
#include "ucd/properties.hpp"

namespace uniform::idna::detail {

namespace {

constexpr std::string_view ace_prefix = "xn--";

// RFC 5891 5.4: why a U-label cannot be looked up; "" if it can. What RFC 5892 allows by context has a rule there; only
// those of the joiners are tested, as section 5.4 permits.
std::string why_not(std::u32string_view label) {
    if (!ucd::is_nfc(label)) return "it is not in Normalization Form C";
    if (label.size() >= 4 && label.substr(2, 2) == U"--") return "it has \"--\" in its third and fourth place";
    if (begins_with_mark(label)) return "it begins with a combining mark";
    const auto wrong = std::ranges::find(label, ucd::idna_property::disallowed,
                                         [](char32_t c) { return ucd::properties_of(c).property; });
    if (wrong != label.end()) return base::code_point(*wrong) + " is not allowed in it";
    if (!has_joiners_in_context(label)) return "a joiner is where RFC 5892 does not allow it";
    if (is_right_to_left(label) && !satisfies_bidi(label))
        return "the directions of its characters break the rule of RFC 5893";
    return {};
}

std::expected<std::string, problem> label_2008(std::string_view name, std::string_view label) {
    const auto refused = [&](std::string says, std::string_view document, std::string_view section) {
        return std::unexpected{problem_of(name, label, std::move(says), document, section)};
    };
    if (label.empty()) return refused("a label is empty", "RFC 1034", "3.1");
    const bool ascii_label = base::is_us_ascii(label);
    const bool ace = ascii_label && ascii::starts_with_ignoring_case(label, ace_prefix);
    std::string made;
    if (ascii_label && !ace) {
        const auto wrong = std::ranges::find_if_not(label, [](char c) { return ascii::is_alnum(c) || c == '-'; });
        if (wrong != label.end()) {
            return refused(shown(static_cast<unsigned char>(*wrong)) + " is no letter, digit or hyphen", "RFC 5890",
                           "2.3.1");
        }
        if (label.starts_with('-') || label.ends_with('-')) {
            return refused("a label begins or ends with a hyphen", "RFC 5890", "2.3.1");
        }
        made = ascii::lower_copy(label);
    } else if (ace) {
        made = ascii::lower_copy(label);
        const auto decoded = punycode_decoded(std::string_view{made}.substr(ace_prefix.size()));
        if (!decoded) return refused("no valid label: it is not Punycode", "RFC 5891", "5.4");
        // RFC 5890 2.3.2.1: an A-label and its U-label are each what the other becomes.
        if (std::ranges::all_of(*decoded, [](char32_t c) { return c < 0x80; }) ||
            punycode_of(*decoded) != made.substr(ace_prefix.size())) {
            return refused("it is not the A-label of its decoded form", "RFC 5890", "2.3.2.1");
        }
        if (const std::string why = why_not(*decoded); !why.empty())
            return refused("no valid label: " + why, "RFC 5891", "5.4");
    } else {
        const std::u32string unicode = ucd::characters_of(label);
        if (const std::string why = why_not(unicode); !why.empty())
            return refused("no valid label: " + why, "RFC 5891", "5.4");
        const auto encoded = punycode_of(unicode);
        if (!encoded) return refused("a label is longer than 63 octets", "RFC 1034", "3.1");
        made.append(ace_prefix).append(*encoded);
    }
    if (made.size() > 63) return refused("a label is longer than 63 octets", "RFC 1034", "3.1");
    return made;
}

} // namespace

problem problem_of(std::string_view name, std::string_view label, std::string says, std::string_view document,
                   std::string_view section) {
    return {static_cast<std::size_t>(label.data() - name.data()), label.size(), std::move(says), document, section};
}

std::string shown(char32_t c) {
    if (c >= 0x80 || base::is_hidden(c)) return base::code_point(c);
    return {'"', static_cast<char>(c), '"'};
}

std::string u_labels(std::string_view ascii) {
    std::string out;
    for_each_label(ascii, [&](std::string_view label) {
        const auto decoded =
            label.starts_with(ace_prefix) ? punycode_decoded(label.substr(ace_prefix.size())) : std::nullopt;
        out += decoded ? ucd::utf8_of(*decoded) : std::string{label};
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
    std::vector<std::pair<std::string_view, std::u32string>> labels;
    for_each_label(root ? name.substr(0, name.size() - 1) : name, [&](std::string_view label) {
        const auto made = label_2008(name, label);
        if (!made) {
            wrong = made.error();
            return false;
        }
        out += *made;
        out += '.';
        labels.emplace_back(label, ucd::characters_of(u_labels(*made)));
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
