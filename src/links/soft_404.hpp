// Error pages with status 200 ("soft 404").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::links {

/// A summary of a page, of limited size.
struct page_sample {
    int status = 0;
    std::string url = {};                  ///< after redirects
    std::string title = {};                ///< lower case in ASCII, white space as single spaces
    std::string heading = {};              ///< the first of level 1 or 2, likewise
    std::string text = {};                 ///< all of it that is not title, likewise, where that is under ten words
    std::size_t length = 0;                ///< the number of words
    std::vector<std::uint64_t> words = {}; ///< hashes of the words outside of tags, scripts and styles: the 128 least
};
/// Linear time. For a body that is not HTML, a sample of its words.
[[nodiscard]] page_sample sample_of(int status, std::string_view url, std::string_view body);

/// Why `page`, whose status is a success, is an error page; empty if nothing indicates that. `probe` is the response of
/// the same host to a URL that cannot exist: a page at the same URL after redirects, or with nearly the same words (at
/// least ten: an empty frame that a script fills proves nothing), is an error page. Otherwise its title, the heading of
/// a short page, or the few words of a page without more must say so.
[[nodiscard]] std::string soft_404(const page_sample &page, const page_sample &probe);

} // namespace uniform::links
