// Pages that say "200" and mean "404".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace uniform::http {

/// What is remembered of a page, however long it was.
struct page_sample {
    int status = 0;
    std::string url = {};    ///< where it was in the end, after redirects
    std::string title = {};  ///< lower case in ASCII, white space as single spaces
    std::uint64_t words = 0; ///< of the text outside of tags, scripts and styles: near texts differ in few bits
    std::size_t count = 0;   ///< of words
};
/// Linear. What is not HTML gives a sample of its words.
[[nodiscard]] page_sample sample_of(int status, std::string_view url, std::string_view body);

/// Why `page`, which was answered with success, is an error page; empty when nothing says so. `probe` is what the same
/// host gave for an address that cannot be there: the same address after redirects, or nearly the same text (of ten
/// words at least: the empty frame that a program of the page fills says nothing). Else the title has to say it.
[[nodiscard]] std::string soft_404(const page_sample &page, const page_sample &probe);

} // namespace uniform::http
