// New UUIDs (RFC 9562).

#include <uniform/base/hex.hpp>
#include <uniform/urn/name.hpp>

#include <array>
#include <chrono>
#include <exception>
#include <random>

#include "base/mutex.hpp"

namespace uniform {

namespace {

// RFC 9562 6.2, method 2: within one millisecond the random part goes up by a random amount, and the time never goes
// back, so that the UUIDs of one process ascend.
class ascending {
public:
    void apply(std::array<std::uint8_t, 16> &bytes, std::uint64_t now) {
        const base::scoped_lock lock{mutex_};
        const std::uint64_t drawn = word(bytes, 8, 8);
        if (now > time_) {
            time_ = now;
            high_ = word(bytes, 6, 2) & 0x7FF; // RFC 9562 6.2: the top bit is left for what is carried
            low_ = drawn & rest;
        } else {
            low_ += 1 + (drawn & 0xFFFFFFFF);
            if (low_ > rest) {
                low_ &= rest;
                if (++high_ > 0xFFF) {
                    high_ = 0;
                    ++time_;
                }
            }
        }
        put(bytes, 0, 6, time_);
        put(bytes, 6, 2, high_);
        put(bytes, 8, 8, low_);
    }

private:
    static constexpr std::uint64_t rest = (std::uint64_t{1} << 62) - 1;

    static std::uint64_t word(const std::array<std::uint8_t, 16> &bytes, std::size_t at, std::size_t count) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < count; ++i) value = value << 8 | bytes[at + i];
        return value;
    }
    static void put(std::array<std::uint8_t, 16> &bytes, std::size_t at, std::size_t count, std::uint64_t value) {
        for (std::size_t i = count; i > 0; --i, value >>= 8) bytes[at + i - 1] = static_cast<std::uint8_t>(value);
    }

    base::mutex mutex_{};
    std::uint64_t time_ UNIFORM_GUARDED_BY(mutex_) = 0; // unix_ts_ms
    std::uint64_t high_ UNIFORM_GUARDED_BY(mutex_) = 0; // rand_a, 12 bits
    std::uint64_t low_ UNIFORM_GUARDED_BY(mutex_) = 0;  // rand_b, 62 bits
};

} // namespace

std::optional<urn> make_uuid_urn(uuid_version version) {
    std::array<std::uint8_t, 16> bytes{};
#if defined(__cpp_exceptions)
    try
#endif
    {
        // the system's generator: no seed in memory could reveal the next UUID
        std::random_device source;
        for (std::size_t i = 0; i < bytes.size(); i += 4) {
            const std::uint32_t word = source();
            for (std::size_t k = 0; k < 4; ++k) bytes[i + k] = static_cast<std::uint8_t>(word >> (8 * k));
        }
    }
#if defined(__cpp_exceptions)
    catch (const std::exception &) {
        return std::nullopt;
    }
#endif
    if (version == uuid_version::time) {
        // RFC 9562 5.7: unix_ts_ms, 48 bits, most significant first
        const auto now =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
                .count();
        static ascending last;
        last.apply(bytes, static_cast<std::uint64_t>(now));
    }
    // RFC 9562 4.2, 4.1: ver in the upper four bits of octet 6, var 10 in the upper two of octet 8
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | (static_cast<unsigned>(version) << 4));
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);

    std::string text = "urn:uuid:";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        base::append_octet(text, bytes[i], base::lower_hex);
    }
    auto made = urn::parse(text);
    if (!made) return std::nullopt;
    return std::move(*made);
}

} // namespace uniform
