// Reading: draft-ietf-uri-url-06 3.10, 5; RFC 1738 3.10, 5; RFC 8089 2.

#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/url/file.hpp>

#include "url/reader.hpp"
#include "url/schemes/file_path.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// RFC 3986 3.2.2, 6.2.2: in any case, and percent-encoded or not.
bool is_localhost(std::string_view host) noexcept {
    std::array<char, 3 * std::string_view{"localhost"}.size()> buffer;
    if (host.size() > buffer.size()) return false;
    const auto decoded = decode_to(buffer, host);
    return decoded && ascii::equal_ignoring_case(*decoded, "localhost");
}

// In 1994: "file://" host [ "/" fpath ], RFC 1738: "file://" [ host | "localhost" ] "/" fpath
void path_of_1994(detail::url_reader &read, fileurl_view &url) noexcept {
    if (read.accept('/')) {
        url.fpath = read.run(rule::fpath);
    } else if (url.host && url.host->empty()) {
        // The draft's BNF (5) has no empty host; its prose (3.10) allows one, in a form that has the "/".
        read.fail(read.offset(), error_code::missing_host, rule::host);
    } else if (read.edition() == edition::rfc1738) {
        read.fail(read.offset(), error_code::missing_part, rule::fpath);
    }
}

// RFC 3986 3.3: path-absolute = "/" [ segment-nz *( "/" segment ) ]
void path_absolute(detail::url_reader &read, fileurl_view &url) noexcept {
    if (!read.accept('/')) {
        read.fail(read.offset(), read.at_end() ? error_code::missing_part : error_code::invalid_character,
                  rule::path_absolute);
    }
    if (read.peek() == '/') read.fail(read.offset(), error_code::empty_component, rule::segment_nz);
    url.fpath = read.run(rule::fpath, rule::path);
}

} // namespace

std::expected<fileurl_view, error> parse_fileurl(std::string_view text, url_options o) noexcept {
    detail::url_reader read{text, detail::url_edition(o, "file"), o.max_length};
    fileurl_view url{.text = text, .edition = read.edition()};
    read.scheme("file");
    // RFC 8089 2: file-hier-part = ( "//" auth-path ) / local-path
    if (read.is_of_1994() ? read.slashes(rule::fileurl) : read.accept("//")) {
        if (const auto login = read.login(false, true)) {
            url.host = login->host;
            if (login->port) { // a host, not a hostport; RFC 8089: file-auth = "localhost" / host
                const auto colon = static_cast<std::size_t>(login->port->data() - text.data()) - 1;
                read.fail(colon, error_code::invalid_character, detail::file_host(read.edition()));
            }
        }
    }
    if (read.is_of_1994()) {
        path_of_1994(read, url);
    } else {
        path_absolute(read, url);
    }
    if (!read.end(url.fpath ? rule::fpath : detail::file_host(read.edition()))) return read.why();
    url.local = !url.host || url.host->empty() || is_localhost(*url.host);
    return url;
}

fileurl_parts parts_of(const fileurl_view &url) {
    fileurl_parts parts{.slash = url.fpath.has_value()};
    if (url.host) parts.host = detail::host_part(*url.host);
    if (!url.fpath || url.fpath->empty()) return parts;
    for (const std::string_view segment : detail::segments_of(*url.fpath)) {
        parts.segments.push_back(detail::decoded_part(segment));
    }
    return parts;
}

} // namespace uniform
