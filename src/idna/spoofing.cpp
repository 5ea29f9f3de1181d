#include <uniform/idna/spoofing.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include <uniform/base/us_ascii.hpp>

#include "idna/icu_memory.hpp"
namespace uniform::idna {

namespace {

struct checker_closer {
    void operator()(USpoofChecker *c) const noexcept { uspoof_close(c); }
};
using spoof_checker = std::unique_ptr<USpoofChecker, checker_closer>;

// Const once it is made, so that threads may share it (uspoof.h); nullptr if ICU has no data.
const USpoofChecker *the_checker() {
    static const spoof_checker only = [] {
        UErrorCode status = U_ZERO_ERROR;
        spoof_checker made{uspoof_open(&status)};
        detail::throw_if_no_memory(status);
        if (U_FAILURE(status)) return spoof_checker{};
        uspoof_setRestrictionLevel(made.get(), USPOOF_HIGHLY_RESTRICTIVE);
        uspoof_setChecks(made.get(),
                         USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS | USPOOF_HIDDEN_OVERLAY,
                         &status);
        detail::throw_if_no_memory(status);
        return U_FAILURE(status) ? spoof_checker{} : std::move(made);
    }();
    return only.get();
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

// UTS 39 4: two texts are confusable when their skeletons are the same. People expect an ASCII word, so
// each character beyond ASCII is replaced by its skeleton; "" when one of them has none in ASCII.
std::string ascii_form(const USpoofChecker *checker, std::string_view word) {
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
            uspoof_getSkeletonUTF8(checker, 0, one.data(), static_cast<std::int32_t>(one.size()), skeleton.data(),
                                   static_cast<std::int32_t>(skeleton.size()), &status);
        detail::throw_if_no_memory(status);
        if (U_FAILURE(status)) return {};
        const std::string_view like{skeleton.data(), static_cast<std::size_t>(length)};
        if (!base::is_us_ascii(like)) return {};
        out += like;
    }
    return out;
}

bool has_restricted(std::string_view word) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeSet *const recommended = uspoof_getRecommendedUnicodeSet(&status);
    detail::throw_if_no_memory(status);
    if (U_FAILURE(status)) return false;
    const auto text = icu::UnicodeString::fromUTF8({word.data(), static_cast<std::int32_t>(word.size())});
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 c = text.char32At(i);
        if (c >= 0x80 && !recommended->contains(c)) return true;
    }
    return false;
}

} // namespace

spoofing spoofing_of(std::string_view word) {
    spoofing found;
    const USpoofChecker *const checker = the_checker();
    if (checker == nullptr || word.size() > 0x7FFFFFF) return found;
    const auto size = static_cast<std::int32_t>(word.size());
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t failed = uspoof_check2UTF8(checker, word.data(), size, nullptr, &status);
    detail::throw_if_no_memory(status);
    if (U_FAILURE(status)) return found;
    found.mixed_scripts = (failed & USPOOF_RESTRICTION_LEVEL) != 0;
    found.mixed_numbers = (failed & USPOOF_MIXED_NUMBERS) != 0;
    found.invisible = (failed & (USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY)) != 0;
    if (found.mixed_scripts) {
        found.scripts = scripts_of(word);
        // One script alone can fail as well, by characters that are not for identifiers; that is not a mixture.
        found.mixed_scripts = found.scripts.contains(',');
    }
    found.restricted = has_restricted(word);
    found.looks_like = ascii_form(checker, word);
    return found;
}

} // namespace uniform::idna
