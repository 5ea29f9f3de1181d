#include "whatwg/domain_kind.hpp"

#include <cstddef>

#include <uniform/base/ascii.hpp>

namespace uniform::whatwg {

namespace {

// Whether the text is an address as the IPv4 serializer writes it.
bool is_dotted_decimal(std::string_view text) noexcept {
    unsigned parts = 0;
    for (std::size_t i = 0; i < text.size() && parts < 4; ++parts) {
        unsigned value = 0;
        const auto begin = i;
        for (; i < text.size() && ascii::is_digit(text[i]) && i - begin < 3; ++i)
            value = value * 10 + ascii::hex_value(text[i]);
        if (i == begin || value > 255 || (i - begin > 1 && text[begin] == '0')) return false;
        if (parts == 3) return i == text.size();
        if (i == text.size() || text[i] != '.') return false;
        ++i;
    }
    return false;
}

} // namespace

// The last label of a number begins with a digit and ends with a hexadecimal digit or "x".
host_kind kind_of_domain(std::string_view domain) noexcept {
    const char last = domain.back();
    if (!ascii::is_hexdig(last) && last != 'x' && last != '.') return host_kind::domain;
    auto label = domain;
    if (last == '.') label.remove_suffix(1);
    label.remove_prefix(label.rfind('.') + 1); // npos + 1 is 0
    if (label.empty() || !ascii::is_digit(label.front())) return host_kind::domain;
    if (is_dotted_decimal(domain)) return host_kind::ipv4;
    return host_kind::none;
}

} // namespace uniform::whatwg
