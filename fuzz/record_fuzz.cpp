// Records as bytes and as JSON: what decodes is what encoding writes; what is read from JSON is kept by both forms.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <uniform/resolver/record.hpp>

using namespace uniform::resolver;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char *>(data), size};
    if (const auto r = decode(text); r && encode(*r) != text) std::abort();
    if (const auto r = read_json<name_record>(text, record_from_json)) {
        if (decode(encode(*r)) != *r) std::abort();
        if (to_json(*r, "example:a").empty()) std::abort();
    }
    if (const auto key = key_of(text)) {
        if (key_of(urn_of(*key)) != *key) std::abort();
    }
    static_cast<void>(parse_timestamp(text));
    return 0;
}
