// Makes URLs of their parts.
#pragma once

#include <utility>

#include "whatwg/url_record.hpp"

namespace uniform::whatwg {

class url_maker {
public:
    static url make(serialized_url parts) noexcept { return {std::move(parts.href), parts.at}; }
    // Replaces the URL by the one of the record; false, and no change, when it would be too long.
    static bool replace(url &u, const url_record &by) {
        auto made = serialize(by);
        if (!made) return false;
        u.href_ = std::move(made->href);
        u.at_ = made->at;
        return true;
    }
};

} // namespace uniform::whatwg
