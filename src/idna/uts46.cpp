// UTS 46 by ICU's uidna. Debian 12 has ICU 72, whose UTS 46 is of Unicode 15.0. The revisions since then changed the
// mapping of U+1E9E and made two kinds of A-labels and the root label errors; all are done here, whatever ICU does.

#include <uniform/idna/uts46.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unistr.h>

#include <uniform/base/ascii.hpp>

#include "idna/icu_memory.hpp"
#include "idna/idna2008.hpp"

namespace uniform::idna {

namespace {

struct uidna_closer {
    void operator()(UIDNA *i) const noexcept { uidna_close(i); }
};
using uidna = std::unique_ptr<UIDNA, uidna_closer>;

using converter = decltype(&uidna_nameToASCII_UTF8);

// One instance for each choice of the options that ICU knows. UseSTD3ASCIIRules is checked here, because ICU 72 also
// refuses U+2260, U+226E and U+226F then, which the later revisions allow.
const UIDNA *instance(const uts46_options &options) {
    static const auto all = [] {
        std::array<uidna, 4> made;
        for (unsigned i = 0; i < made.size(); ++i) {
            std::uint32_t flags = UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE;
            if ((i & 1U) != 0) flags |= UIDNA_CHECK_BIDI;
            if ((i & 2U) != 0) flags |= UIDNA_CHECK_CONTEXTJ;
            UErrorCode status = U_ZERO_ERROR;
            made[i].reset(uidna_openUTS46(flags, &status));
            detail::throw_if_no_memory(status);
            if (U_FAILURE(status)) made[i].reset();
        }
        return made;
    }();
    return all[(options.check_bidi ? 1U : 0U) | (options.check_joiners ? 2U : 0U)].get();
}

uts46_error errors_of(std::uint32_t found, const uts46_options &options, bool to_ascii) {
    using enum uts46_error;
    auto errors = none;
    const auto add = [&](std::uint32_t bits, uts46_error e) {
        if ((found & bits) != 0) errors = errors | e;
    };
    if (to_ascii && options.verify_dns_length) {
        add(UIDNA_ERROR_EMPTY_LABEL, empty_label);
        add(UIDNA_ERROR_LABEL_TOO_LONG, label_too_long);
        add(UIDNA_ERROR_DOMAIN_NAME_TOO_LONG, name_too_long);
    }
    if (options.check_hyphens)
        add(UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4, hyphen);
    add(UIDNA_ERROR_LEADING_COMBINING_MARK, leading_combining_mark);
    add(UIDNA_ERROR_DISALLOWED, disallowed);
    add(UIDNA_ERROR_PUNYCODE, punycode);
    add(UIDNA_ERROR_LABEL_HAS_DOT, label_has_dot);
    add(UIDNA_ERROR_INVALID_ACE_LABEL, invalid_ace_label);
    add(UIDNA_ERROR_BIDI, bidi);
    add(UIDNA_ERROR_CONTEXTJ, joiner);
    return errors;
}

struct replaced {
    std::string_view from;
    std::string_view to;
};
// UTS 46 section 4 step 1: U+1E9E is mapped to "ß". ICU 72 always has "ss".
constexpr replaced sharp_s[]{{"\u1E9E", "\u00DF"}};
// In transitional processing, the deviation characters (UTS 46 section 6, table 4) are mapped as in IDNA2003. ICU 76 no
// longer does so.
constexpr replaced deviations[]{
    {"\u1E9E", "ss"}, {"\u00DF", "ss"}, {"\u03C2", "\u03C3"}, {"\u200C", ""}, {"\u200D", ""}};

std::string with_replaced(std::string_view name, std::span<const replaced> characters) {
    std::string out;
    out.reserve(name.size());
    for (std::size_t at = 0; at < name.size();) {
        const auto found =
            std::ranges::find_if(characters, [&](const replaced &r) { return name.substr(at).starts_with(r.from); });
        out += found == characters.end() ? name.substr(at, 1) : found->to;
        at += found == characters.end() ? 1 : found->from.size();
    }
    return out;
}

std::pair<std::string, UIDNAInfo> converted(converter convert, std::string_view name, const UIDNA *by) {
    std::string out(name.size() + 64, '\0');
    while (true) {
        UIDNAInfo info = UIDNA_INFO_INITIALIZER;
        UErrorCode status = U_ZERO_ERROR;
        const auto size = convert(by, name.data(), static_cast<std::int32_t>(name.size()), out.data(),
                                  static_cast<std::int32_t>(out.size()), &info, &status);
        if (status == U_BUFFER_OVERFLOW_ERROR) {
            out.resize(static_cast<std::size_t>(size) + 1);
            continue;
        }
        detail::throw_if_no_memory(status);
        if (U_FAILURE(status)) {
            info.errors |= UIDNA_ERROR_PUNYCODE; // ICU gives up on very long labels
            out.clear();
        } else {
            out.resize(static_cast<std::size_t>(size));
        }
        return {std::move(out), info};
    }
}

// UTS 46 section 4 step 4: what follows "xn--" must decode to something, and not to ASCII alone. Punycode that inserts
// nothing is empty or ends with its delimiter "-" (RFC 3492 section 3.1).
bool has_ascii_ace_label(std::string_view ascii) {
    bool found = false;
    detail::for_each_label(ascii, [&](std::string_view label) {
        found = label.starts_with("xn--") && (label.size() == 4 || label.ends_with('-'));
        return !found;
    });
    return found;
}

// UTS 46 section 4.1: without CheckHyphens, a decoded label must not begin with "xn--".
bool has_ace_prefix(std::string_view unicode) {
    bool found = false;
    detail::for_each_label(unicode, [&](std::string_view label) {
        found = label.starts_with("xn--");
        return !found;
    });
    return found;
}

uts46_result process(std::string_view name, const uts46_options &options, bool to_ascii) {
    using enum uts46_error;
    if (name.size() > uts46_longest) return {std::string{name}, input_too_long};
    const auto *by = instance(options);
    if (by == nullptr) return {std::string{name}, disallowed};
    const auto text = with_replaced(name, options.transitional ? std::span<const replaced>{deviations} : sharp_s);
    auto [ascii, info] = converted(&uidna_nameToASCII_UTF8, text, by);
    auto errors = errors_of(info.errors, options, to_ascii);
    // UTS 46 section 4.2: VerifyDnsLength disallows the empty label of the root, which ICU 72 lets pass.
    if (to_ascii && options.verify_dns_length && ascii.ends_with('.')) errors = errors | empty_label;
    if ((errors & punycode) == none && has_ascii_ace_label(ascii)) errors = errors | invalid_ace_label;
    const bool ace = ascii.contains("xn--");
    std::string unicode;
    if (!to_ascii || ace) {
        auto [decoded, more] = converted(&uidna_nameToUnicodeUTF8, text, by);
        errors = errors | errors_of(more.errors, options, false);
        unicode = std::move(decoded);
        if (ace && (errors & punycode) == none && has_ace_prefix(unicode)) errors = errors | invalid_ace_label;
    }
    auto &result = to_ascii ? ascii : unicode;
    if (options.use_std3) {
        const auto refused = [](char c) {
            return static_cast<unsigned char>(c) < 0x80 && !ascii::is_alnum(c) && c != '-' && c != '.';
        };
        if (std::ranges::any_of(to_ascii ? ascii : unicode, refused)) errors = errors | disallowed;
    }
    return {std::move(result), errors};
}

} // namespace

uts46_result uts46_to_ascii(std::string_view name, const uts46_options &options) {
    return process(name, options, true);
}

uts46_result uts46_to_unicode(std::string_view name, const uts46_options &options) {
    return process(name, options, false);
}

std::string lower_case_nfc(std::string_view name) {
    const auto given = icu::UnicodeString::fromUTF8({name.data(), static_cast<std::int32_t>(name.size())});
    icu::UnicodeString lower;
    for (std::int32_t i = 0; i < given.length(); i = given.moveIndex32(i, 1))
        lower.append(u_tolower(given.char32At(i)));
    std::string out;
    UErrorCode status = U_ZERO_ERROR;
    const auto *nfc = icu::Normalizer2::getNFCInstance(status);
    if (U_SUCCESS(status)) lower = nfc->normalize(lower, status);
    detail::throw_if_no_memory(status);
    lower.toUTF8String(out);
    return out;
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
