// ICU's normalizer.

#include <uniform/unicode/nfc.hpp>

#include <cstdint>
#include <new>

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <uniform/syntax/percent.hpp>

namespace uniform {

std::string to_nfc(std::string_view text) {
    if (text.size() > 0x7FFFFFF || !is_utf8(text)) return std::string{text};
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2 *const nfc = icu::Normalizer2::getNFCInstance(status);
    if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc{};
    if (U_FAILURE(status)) return std::string{text};
    std::string out;
    icu::StringByteSink<std::string> sink{&out, static_cast<std::int32_t>(text.size())};
    nfc->normalizeUTF8(0, icu::StringPiece{text.data(), static_cast<std::int32_t>(text.size())}, sink, nullptr, status);
    if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc{};
    return U_SUCCESS(status) ? out : std::string{text};
}

} // namespace uniform
