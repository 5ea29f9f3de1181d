// Pages that say "200" and mean "404".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::http {

/// What is remembered of a page, however long it was.
struct page_sample {
    int status = 0;
    std::string url = {};                  ///< where it was in the end, after redirects
    std::string title = {};                ///< lower case in ASCII, white space as single spaces
    std::string heading = {};              ///< the first of level 1 or 2, likewise
    std::string text = {};                 ///< all of it that is not title, likewise, where that is under ten words
    std::size_t length = 0;                ///< how many words there are
    std::vector<std::uint64_t> words = {}; ///< hashes of the words outside of tags, scripts and styles: the 128 least
};
/// Linear. What is not HTML gives a sample of its words.
[[nodiscard]] page_sample sample_of(int status, std::string_view url, std::string_view body);

/// Why `page`, which was answered with success, is an error page; empty when nothing says so. `probe` is what the same
/// host gave for an address that cannot be there: the same address after redirects, or nearly the same words (ten at
/// least: the empty frame that a program of the page fills says nothing). Else the title has to say it, or the heading
/// of a short page, or the few words that are all of it.
[[nodiscard]] std::string soft_404(const page_sample &page, const page_sample &probe);

} // namespace uniform::http
