// The feed of registration requests and decisions: Atom (RFC 4287), in pages (RFC 5005 section 3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/notices.hpp>

namespace uniform::http {

/// The path of the feed.
inline constexpr std::string_view feed_path = "/api/v1/requests.atom";

/// One page of the feed.
struct feed_page {
    std::vector<service::notice> notices = {}; ///< newest first
    bool with_authors = false;                 ///< for holders of a token
    resolver::timestamp since = {};            ///< when the feed began: of a feed without entries
    std::string base = {};                     ///< the URL of the service
    std::string self = {};                     ///< that of the page
    std::string next = {};                     ///< that of the next page; empty: there is none
    std::uint64_t request = 0;                 ///< only of this one; 0: of all

    /// The URL of the first page.
    [[nodiscard]] std::string first() const {
        std::string out = base + std::string{feed_path};
        return request == 0 ? out : out + "?request=" + std::to_string(request);
    }
};

/// The page as an Atom document. Texts of clients are plain text in it. Linear.
[[nodiscard]] std::string atom_feed(const feed_page &page);

} // namespace uniform::http
