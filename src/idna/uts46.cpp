// UTS 46 section 4, by the tables of src/ucd: the same answers whatever Unicode library the system has.

#include <uniform/idna/uts46.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>

#include "idna/label_rules.hpp"
#include "idna/punycode.hpp"
#include "ucd/normal_forms.hpp"
#include "ucd/properties.hpp"

namespace uniform::idna {

namespace {

using enum uts46_error;

// A label after section 4 step 4, and what the DNS stores for it.
struct converted_label {
    std::u32string unicode;
    std::string ascii;
};

class processor {
public:
    processor(const uts46_options &options, bool to_ascii) noexcept : options_{options}, to_ascii_{to_ascii} {}

    uts46_result process(std::string_view name) {
        const std::u32string text = ucd::nfc(mapped(name));
        std::vector<converted_label> labels;
        for (std::u32string_view rest = text;;) {
            const std::size_t dot = rest.find(U'.');
            labels.push_back(converted(rest.substr(0, dot)));
            if (dot == std::u32string_view::npos) break;
            rest.remove_prefix(dot + 1);
        }
        check_bidi(labels);
        if (to_ascii_ && options_.verify_dns_length) verify_dns_length(labels);
        std::string out;
        for (const converted_label &label : labels) {
            if (&label != labels.data()) out += '.';
            out += to_ascii_ ? label.ascii : ucd::utf8_of(label.unicode);
        }
        return {std::move(out), errors_};
    }

private:
    void record(uts46_error e) noexcept { errors_ = errors_ | e; }

    // Section 4 step 1. A disallowed character stays, and is recorded when the label is checked.
    [[nodiscard]] std::u32string mapped(std::string_view name) const {
        std::u32string out;
        out.reserve(name.size());
        for (const char32_t c : ucd::characters_of(name)) {
            if (c < 0x80) {
                out += static_cast<char32_t>(ascii::to_lower(static_cast<char>(c)));
                continue;
            }
            switch (ucd::properties_of(c).status) {
            case ucd::idna_status::mapped:
                if (options_.transitional && c == U'\u1E9E') {
                    out += U"ss";
                } else {
                    ucd::append_mapping(out, c);
                }
                break;
            case ucd::idna_status::deviation:
                if (options_.transitional) {
                    append_deviation(out, c);
                } else {
                    out += c;
                }
                break;
            case ucd::idna_status::ignored:
                break;
            case ucd::idna_status::valid:
            case ucd::idna_status::disallowed:
                out += c;
                break;
            }
        }
        return out;
    }

    // Section 6, table 4: in transitional processing, the deviation characters are mapped as in IDNA2003; the joiners
    // are removed.
    static void append_deviation(std::u32string &out, char32_t c) {
        if (c == U'\u00DF') out += U"ss";
        if (c == U'\u03C2') out += U'\u03C3';
    }

    // Section 4 step 4, and the conversion of section 4.2.
    converted_label converted(std::u32string_view label) {
        const bool is_ascii = std::ranges::all_of(label, [](char32_t c) { return c < 0x80; });
        if (label.starts_with(U"xn--")) return decoded(label, is_ascii);
        check(label);
        converted_label made{std::u32string{label}, {}};
        if (is_ascii) {
            made.ascii.assign(label.begin(), label.end());
        } else if (const auto encoded = detail::punycode_of(label)) {
            made.ascii = "xn--" + *encoded;
        } else {
            record(punycode);
        }
        return made;
    }

    converted_label decoded(std::u32string_view label, bool is_ascii) {
        converted_label as_it_is{std::u32string{label},
                                 is_ascii ? std::string(label.begin(), label.end()) : ucd::utf8_of(label)};
        auto unicode = is_ascii ? detail::punycode_decoded(std::string_view{as_it_is.ascii}.substr(4)) : std::nullopt;
        if (!unicode) {
            record(punycode);
            return as_it_is;
        }
        // The decoded label must be one that is encoded and not mapped: not in US-ASCII alone, in Form C, all of it
        // valid.
        if (unicode->contains(U'.')) record(label_has_dot);
        if (std::ranges::all_of(*unicode, [](char32_t c) { return c < 0x80; }) || unicode->starts_with(U"xn--") ||
            !std::ranges::all_of(*unicode, is_valid) || !ucd::is_nfc(*unicode)) {
            record(invalid_ace_label);
            return as_it_is;
        }
        check(*unicode);
        return {*std::move(unicode), std::move(as_it_is.ascii)};
    }

    // Section 4.1, criterion 7, but for UseSTD3ASCIIRules. The deviation characters that are left were encoded, or are
    // allowed in nontransitional processing.
    static bool is_valid(char32_t c) noexcept {
        if (c < 0x80) return !ascii::is_upper(static_cast<char>(c));
        const auto status = ucd::properties_of(c).status;
        return status == ucd::idna_status::valid || status == ucd::idna_status::deviation;
    }
    static bool is_std3(char32_t c) noexcept { return c >= 0x80 || c == U'-' || ascii::is_alnum(static_cast<char>(c)); }

    // Section 4.1, criteria 2 to 8.
    void check(std::u32string_view label) {
        if (label.empty()) return;
        if (options_.check_hyphens && (label.front() == U'-' || label.back() == U'-' ||
                                       label.substr(std::min<std::size_t>(2, label.size())).starts_with(U"--")))
            record(hyphen);
        if (!std::ranges::all_of(label, is_valid) || (options_.use_std3 && !std::ranges::all_of(label, is_std3)))
            record(disallowed);
        if (detail::begins_with_mark(label)) record(leading_combining_mark);
        if (options_.check_joiners && !detail::has_joiners_in_context(label)) record(joiner);
    }

    // Section 4.1, criterion 9, which needs the whole name.
    void check_bidi(const std::vector<converted_label> &labels) {
        if (!options_.check_bidi || std::ranges::none_of(labels, detail::is_right_to_left, &converted_label::unicode))
            return;
        if (!std::ranges::all_of(labels, detail::satisfies_bidi, &converted_label::unicode)) record(bidi);
    }

    // Section 4.2 step 4
    void verify_dns_length(const std::vector<converted_label> &labels) {
        std::size_t size = labels.size() - 1;
        for (const converted_label &label : labels) {
            if (label.ascii.empty()) record(empty_label);
            if (label.ascii.size() > 63) record(label_too_long);
            size += label.ascii.size();
        }
        if (labels.size() > 1 && labels.back().ascii.empty()) --size; // "excluding the root label and its dot"
        if (size > 253) record(name_too_long);
    }

    uts46_options options_;
    bool to_ascii_;
    uts46_error errors_ = none;
};

uts46_result process(std::string_view name, const uts46_options &options, bool to_ascii) {
    if (name.size() > uts46_longest) return {std::string{name}, input_too_long};
    return processor{options, to_ascii}.process(name);
}

} // namespace

uts46_result uts46_to_ascii(std::string_view name, const uts46_options &options) {
    return process(name, options, true);
}

uts46_result uts46_to_unicode(std::string_view name, const uts46_options &options) {
    return process(name, options, false);
}

std::string lower_case_nfc(std::string_view name) {
    std::u32string lower = ucd::characters_of(name);
    std::ranges::transform(lower, lower.begin(), ucd::lower_case);
    return ucd::utf8_of(ucd::nfc(std::move(lower)));
}

std::string_view message(uts46_error errors) noexcept {
    using enum uts46_error;
    const auto has = [&](uts46_error e) { return (errors & e) != none; };
    if (has(input_too_long)) return "the name is longer than 16384 octets";
    if (has(disallowed)) return "a character is not allowed in a domain name";
    if (has(punycode)) return "what follows \"xn--\" is not valid Punycode";
    if (has(invalid_ace_label)) return "a label that begins with \"xn--\" is not the A-label of what it stands for";
    if (has(label_has_dot)) return "a decoded label contains \".\"";
    if (has(leading_combining_mark)) return "a label begins with a combining mark";
    if (has(bidi)) return "a label breaks the rule for right-to-left text (RFC 5893)";
    if (has(joiner)) return "a joiner is where RFC 5892 does not allow it";
    if (has(hyphen)) return "a label has \"-\" at an end, or in its third and fourth place";
    if (has(empty_label)) return "a label is empty";
    if (has(label_too_long)) return "a label is longer than 63 octets";
    if (has(name_too_long)) return "the name is longer than 253 octets";
    return "";
}

} // namespace uniform::idna
