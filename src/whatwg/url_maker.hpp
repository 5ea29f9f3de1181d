// Makes URLs of their parts.
#pragma once

#include <expected>
#include <string>
#include <utility>

#include "whatwg/url_record.hpp"

namespace uniform::whatwg {

class url_maker {
public:
    // In place: a URL is not moved from where it was made.
    static std::expected<url, failure> make(std::string href, const url_offsets &at) noexcept {
        return std::expected<url, failure>{std::in_place, url::key{}, std::move(href), at};
    }
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
