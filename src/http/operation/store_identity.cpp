// The basic idea: device and inode are those of one file of the machine, and the identifier of its last start
// (random(4), /proc/sys/kernel/random/boot_id) is that of the machine. The exclusive or of both is unique to the file.
// Neither is a secret.
#include "http/operation/store_identity.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <random>

#include <sys/stat.h>

#include <uniform/base/hex.hpp>
#include <uniform/store/location.hpp>

namespace uniform::http {

namespace {

constexpr std::size_t digits = 32;
constexpr std::size_t most_stores = 16;

using halves = std::array<std::uint64_t, 2>;

// The start of the machine; without /proc, that of this process.
halves machine() {
    static const halves once = [] {
        halves h{};
        std::ifstream in("/proc/sys/kernel/random/boot_id");
        std::size_t n = 0;
        for (char c; n < digits && in.get(c);) {
            if (const int v = base::hex_value_or(c, -1); v >= 0) {
                h[n / 16] = h[n / 16] << 4U | static_cast<unsigned>(v);
                ++n;
            }
        }
        if (n == digits) return h;
        std::random_device some;
        for (auto &half : h) half = std::uint64_t{some()} << 32U | some();
        return h;
    }();
    return once;
}

} // namespace

std::string identity_of(const store::database &d) {
    halves id = machine();
    const std::string &location = d.location();
    struct stat is{};
    if (d.dialect() == store::dialect::sqlite && ::stat(std::string(store::path_of(location)).c_str(), &is) == 0) {
        id[0] ^= static_cast<std::uint64_t>(is.st_dev);
        id[1] ^= static_cast<std::uint64_t>(is.st_ino);
    } else {
        id[0] = ~id[0];
        id[1] ^= std::hash<std::string>{}(location);
    }
    return base::to_hex(id[0], digits / 2) + base::to_hex(id[1], digits / 2);
}

std::string stores_field(const store::database &d, std::string_view others) {
    constexpr std::string_view between = ", ";
    std::string out = identity_of(d);
    if (!others.empty()) out.append(between).append(others);
    out.resize(std::min(out.size(), most_stores * (digits + between.size()) - between.size()));
    return out;
}

bool has_store(std::string_view stores, const store::database &d) { return stores.contains(identity_of(d)); }

} // namespace uniform::http
