// New UUIDs (RFC 9562).

#include <uniform/urn_name.hpp>

#include <array>
#include <chrono>
#include <exception>
#include <random>

namespace uniform {

std::optional<urn> make_uuid_urn(uuid_version version) {
    std::array<std::uint8_t, 16> bytes{};
    try {
        // the system's own generator: nothing is kept from which the next UUID could be told
        std::random_device source;
        for (std::size_t i = 0; i < bytes.size(); i += 4) {
            const std::uint32_t word = source();
            for (std::size_t k = 0; k < 4; ++k) bytes[i + k] = static_cast<std::uint8_t>(word >> (8 * k));
        }
    } catch (const std::exception &) {
        return std::nullopt;
    }
    if (version == uuid_version::time) {
        // RFC 9562 5.7: unix_ts_ms, 48 bits, most significant first
        const auto now =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
                .count();
        for (std::size_t i = 0; i < 6; ++i) bytes[i] = static_cast<std::uint8_t>(now >> (8 * (5 - i)));
    }
    // RFC 9562 4.2, 4.1: ver in the upper four bits of octet 6, var 10 in the upper two of octet 8
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | (static_cast<unsigned>(version) << 4));
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);

    std::string text = "urn:uuid:";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    auto made = urn::parse(text);
    if (!made) return std::nullopt;
    return std::move(*made);
}

} // namespace uniform
