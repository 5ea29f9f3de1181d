// URNs at the boundary.
#pragma once

#include <uniform/urn/urn.hpp>

#include "boundary.hpp"

namespace uniform::c {

// Calls `f` with a URN, if the text is one.
template <class F>
uniform_status with_urn(const char *text, std::size_t size, uniform_edition edition, uniform_error *error, F &&f) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(text, size);
        const auto u = parse_urn(t, {edition_of(edition)});
        if (!u) return refuse(error, u.error(), t);
        return f(*u);
    });
}

} // namespace uniform::c
