// The common part of making a file URL of its parts and of the name of the file.
#pragma once

#include <expected>
#include <string>

#include <uniform/url/file.hpp>

namespace uniform::detail {

// make_fileurl(); `encoded_in_first` is encoded in the first segment although it need not be.
[[nodiscard]] std::expected<std::string, error> make_fileurl(const fileurl_parts &parts, const url_options &o,
                                                             char_set encoded_in_first);

} // namespace uniform::detail
