// Making: draft-ietf-uri-url-06 3.10, 5; RFC 1738 3.10, 5; RFC 8089 2.

#include "url/make_file.hpp"

#include <utility>

#include <uniform/syntax/percent.hpp>

#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

std::expected<std::string, error> detail::make_fileurl(const fileurl_parts &parts, const url_options &o,
                                                       char_set encoded_in_first) {
    const edition e = url_edition(o, "file");
    const bool of_1994 = is_edition_of_1994(e);
    std::string url = "file:";
    const auto wrong = [&](error_code code, rule r) { return std::unexpected{error{url.size(), code, r, e}}; };
    if (parts.host) {
        auto host = append_login(url, {.host = *parts.host}, o, "file", true);
        if (!host) return std::unexpected{host.error()};
    } else if (of_1994) {
        return wrong(error_code::missing_host, rule::host);
    }
    if (parts.segments.empty() && !parts.slash) {
        if (e != edition::url_06) return wrong(error_code::missing_part, rule::fpath);
        if (parts.host->empty()) return wrong(error_code::missing_host, rule::host);
        return bounded(std::move(url), o, e);
    }
    url += '/';
    if (parts.segments.empty()) return bounded(std::move(url), o, e);
    // One empty segment would be read as none: the root.
    if (parts.segments.front().empty() && (!of_1994 || parts.segments.size() == 1)) {
        return wrong(error_code::empty_component, of_1994 ? rule::fsegment : rule::segment_nz);
    }
    char_set keep = made_characters(rule::fsegment, e) - encoded_in_first;
    for (bool first = true; const std::string &segment : parts.segments) {
        if (!first) {
            url += '/';
            keep = made_characters(rule::fsegment, e);
        }
        encode_append(url, segment, keep);
        first = false;
    }
    return bounded(std::move(url), o, e);
}

std::expected<std::string, error> make_fileurl(const fileurl_parts &parts, url_options o) {
    return detail::make_fileurl(parts, o, {});
}

} // namespace uniform
