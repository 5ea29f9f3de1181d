#include "http/operation/country.hpp"

#include <uniform/base/ascii.hpp>

namespace uniform::http {

namespace {

// The weight in thousandths (RFC 9110 12.4.2); 1000 if there is none or it is malformed.
unsigned weight_of(std::string_view parameters) noexcept {
    const std::size_t at = parameters.find("q=");
    if (at == std::string_view::npos || at + 2 >= parameters.size()) return 1000;
    parameters.remove_prefix(at + 2);
    if (parameters[0] != '0') return 1000;
    unsigned out = 0;
    unsigned unit = 100;
    for (std::size_t i = 2; i < parameters.size() && i < 5 && ascii::is_digit(parameters[i]); ++i, unit /= 10) {
        out += static_cast<unsigned>(parameters[i] - '0') * unit;
    }
    return out;
}

// RFC 5646 2.1: language, at most three extended languages of three letters, script of four letters, region.
country_code region_in(std::string_view tag) noexcept {
    std::size_t at = tag.find('-');
    for (int subtags = 0; at != std::string_view::npos && subtags < 5; ++subtags) {
        tag.remove_prefix(at + 1);
        at = tag.find('-');
        const std::string_view subtag = tag.substr(0, at);
        if (subtag.size() == 2) return country_code::of(subtag);
        if (subtag.size() < 3 || subtag.size() > 4 || !ascii::is_alpha(subtag[0])) break;
    }
    return {};
}

} // namespace

country_code region_of(std::string_view accept_language) noexcept {
    std::string_view best;
    unsigned most = 0;
    while (!accept_language.empty() && most < 1000) {
        const std::string_view item = accept_language.substr(0, accept_language.find(','));
        accept_language.remove_prefix(item.size() < accept_language.size() ? item.size() + 1 : item.size());
        const std::size_t semicolon = item.find(';');
        const unsigned weight = semicolon == std::string_view::npos ? 1000 : weight_of(item.substr(semicolon));
        if (weight <= most) continue;
        most = weight;
        best = ascii::trim(item.substr(0, semicolon));
    }
    return region_in(best);
}

} // namespace uniform::http
