// The encoding of an HTML document: a byte order mark, what the message around it says, or what the document declares.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/html/encoding_label.hpp>

namespace uniform UNIFORM_API {
namespace html {

/// The encoding of a document, by its name in the Encoding Standard: that of its byte order mark, else that of
/// `charset` (the parameter of a Content-Type), else what a meta element or an XML declaration in the first 1024 octets
/// says (HTML 13.2.3.2), else "UTF-8". Constant time.
[[nodiscard]] std::string_view encoding_of(std::string_view document, std::string_view charset = {});

/// HTML 2.4.2, "encoding-parse a URL": `url`, in UTF-8, with the characters of its query that are not US-ASCII encoded
/// in `encoding`, and percent-encoded; those that it does not have as "%26%23NUMBER%3B". The URL Standard does so for
/// the special schemes other than ws and wss: `with_encoded_query("/\u00E4?q=\u00E4", "windows-1252")` is
/// "/\u00E4?q=%E4". `url` itself where the encoding is UTF-8, UTF-16 or unknown.
[[nodiscard]] std::string with_encoded_query(std::string_view url, std::string_view encoding);

} // namespace html
} // namespace uniform
