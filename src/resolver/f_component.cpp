#include <uniform/resolver/f_component.hpp>

#include <uniform/urn/urn.hpp>

namespace uniform::resolver {

std::string with_f_component(std::string locator, std::optional<std::string_view> f, edition e) {
    if (!f) return locator;
    const std::size_t own = locator.find('#');
    if (own != std::string::npos) {
        if (e == edition::rfc8141) return locator;
        locator.resize(own);
    }
    locator.append("#").append(*f);
    return locator;
}

split_urn split_f_component(std::string_view text) noexcept {
    const auto u = parse_urn(text);
    const auto f = u ? u->f_component() : std::nullopt;
    if (!f) return {text, {}};
    return {text.substr(0, text.size() - f->size() - 1), f};
}

} // namespace uniform::resolver
