#include "url/url_edition.hpp"

namespace uniform::detail {

edition url_edition(const url_options &o, std::string_view scheme) noexcept {
    const url_scheme *known = find_url_scheme(scheme);
    if (known == nullptr) return o.edition == edition::rfc1738 ? edition::rfc1738 : edition::url_06;
    if (o.edition && std::ranges::find(known->editions, *o.edition) != known->editions.end()) return *o.edition;
    return known->editions.front();
}

} // namespace uniform::detail
