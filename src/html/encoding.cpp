#include <uniform/html/encoding.hpp>

#include <algorithm>

#include "html/prescan.hpp"
#include "html/recode.hpp"

namespace uniform::html {

std::string_view encoding_of(std::string_view document, std::string_view charset) {
    if (document.starts_with("\xEF\xBB\xBF")) return "UTF-8";
    if (document.starts_with("\xFE\xFF")) return "UTF-16BE";
    if (document.starts_with("\xFF\xFE")) return "UTF-16LE";
    if (const auto e = encoding_of_label(charset)) return *e;
    return declared_encoding(document.substr(0, 1024)).value_or("UTF-8");
}

std::string with_encoded_query(std::string_view url, std::string_view encoding) {
    std::string out{url};
    const auto begin = url.find_first_of("?#");
    if (encoding.starts_with("UTF-") || begin == std::string_view::npos || url[begin] != '?') return out;
    const auto end = std::min(url.find('#', begin), url.size());
    const auto encoded = encode_query(url.substr(begin, end - begin), encoding);
    if (encoded) out.replace(begin, end - begin, *encoded);
    return out;
}

} // namespace uniform::html
