// The features that identifiers of the same kind of page have in common.
#pragma once

#include <string>
#include <string_view>

#include <uniform/uri/query.hpp>

namespace uniform::cli {

// The keys of a query, each once, in the order of their octets, joined by "&": those of "b=1&a&b=2" are "a&b".
void append_keys(std::string &out, std::string_view query, query_options how);

// The path with a placeholder for each segment that is a number, a UUID (RFC 9562 section 4) or a hash in hexadecimal
// digits (32 of them, or more than that; or 16 and more, letters among them and digits), also before a file name
// extension: that of "/a/17/item-3/0b.html" is "/a/{number}/item-3/0b.html".
void append_path_shape(std::string &out, std::string_view path);

} // namespace uniform::cli
