// The list of parameters that `uniform edit --set-params` reads: what `uniform parse --json --params` prints.

#include <optional>

#include <uniform/json/read.hpp>

#include "print/words.hpp"
#include "uri/edit_options.hpp"

namespace uniform::cli {

namespace {

// Text of which each character, up to U+00FF, stands for one byte.
std::optional<std::string> bytes_of(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const unsigned lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            bytes += text[i];
        } else if (lead == 0xC2 || lead == 0xC3) { // the reader has checked that it is UTF-8
            const unsigned next = static_cast<unsigned char>(text[++i]);
            bytes += static_cast<char>((lead << 6U & 0xC0U) | (next & 0x3FU));
        } else {
            return std::nullopt;
        }
    }
    return bytes;
}

std::optional<decoded_parameter> parameter_of(const json::value &v) {
    const json::value *key = v.find("key");
    const json::value *value = v.find("value");
    const json::value *bytes = v.find("bytes");
    if (key == nullptr || key->if_string() == nullptr || (bytes != nullptr && !bytes->if_boolean()))
        return std::nullopt;
    const bool has_value = value != nullptr && !value->is_null();
    if (has_value && value->if_string() == nullptr) return std::nullopt;
    if (v.members().size() != 1U + (value != nullptr ? 1U : 0U) + (bytes != nullptr ? 1U : 0U)) return std::nullopt;
    decoded_parameter p{*key->if_string(), std::nullopt};
    if (has_value) p.value = *value->if_string();
    if (bytes == nullptr || !*bytes->if_boolean()) return p;
    const auto key_bytes = bytes_of(p.key);
    const auto value_bytes = p.value ? bytes_of(*p.value) : std::optional<std::string>{};
    if (!key_bytes || value_bytes.has_value() != has_value) return std::nullopt;
    return decoded_parameter{*key_bytes, value_bytes};
}

} // namespace

std::expected<std::vector<decoded_parameter>, std::string> parameters_of_json(std::string_view text) {
    const auto list = json::read(text);
    if (!list) return std::unexpected{"not JSON: " + list.error().message};
    const std::string form = "expected a list of objects with the members key and value, as `uniform parse --json "
                             "--params` prints it";
    if (list->if_array() == nullptr) return std::unexpected{form};
    std::vector<decoded_parameter> pairs;
    for (const json::value &v : list->elements()) {
        auto p = parameter_of(v);
        if (!p) return std::unexpected{form + ", not element " + std::to_string(pairs.size())};
        pairs.push_back(*std::move(p));
    }
    return pairs;
}

} // namespace uniform::cli
