// What reading a file URL and naming the file share.
#pragma once

#include <uniform/url/file.hpp>

namespace uniform::detail {

// What a file URL has for a host: in 1994 the host of any login, later a rule of its own.
constexpr rule file_host(edition e) noexcept { return is_edition_of_1994(e) ? rule::host : rule::file_auth; }

// The segments between the "/" of a path, as written; at least one.
[[nodiscard]] std::vector<std::string_view> segments_of(std::string_view path);

// make_fileurl(); `encoded_in_first` is encoded in the first segment although it need not be.
[[nodiscard]] std::expected<std::string, error> make_fileurl(const fileurl_parts &parts, const url_options &o,
                                                             char_set encoded_in_first);

} // namespace uniform::detail
