// Whether the percent-encoding of an NSS stands for text.

#include <uniform/urn/encoded_text.hpp>

#include <array>

#include <uniform/base/ascii.hpp>

#include <uniform/base/utf8.hpp>

namespace uniform {

std::string_view message(encoding_fault_kind k) noexcept {
    return k == encoding_fault_kind::nul ? "the percent-encoding contains NUL" : "the percent-encoding is not UTF-8";
}

std::optional<encoding_fault> find_encoding_fault(const urn_view &u) noexcept {
    const std::string_view text = u.text();
    const auto begin = static_cast<std::size_t>(u.nss().data() - text.data());
    const std::size_t end = begin + u.nss().size();
    for (std::size_t at = text.find('%', begin); at < end; at = text.find('%', at)) {
        // An unencoded character ends a sequence, for it is ASCII.
        std::array<char, 4> octets{};
        std::size_t n = 0;
        for (std::size_t i = at; n < octets.size() && i < end && text[i] == '%'; i += 3) {
            octets[n++] = static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
        }
        const base::utf8_sequence s = base::utf8_sequence_at({octets.data(), n});
        if (!s.valid) return encoding_fault{at, encoding_fault_kind::not_utf8};
        if (octets[0] == '\0') return encoding_fault{at, encoding_fault_kind::nul};
        at += 3 * s.size;
    }
    return std::nullopt;
}

} // namespace uniform
