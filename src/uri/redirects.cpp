// Observed redirects (RFC 3986 6.2.4): looked up. observed_redirects.cpp adds them.

#include <uniform/uri/redirects.hpp>

namespace uniform {

std::string_view redirect_table::target(std::string_view normal) const {
    std::string_view end;
    for (auto it = next_.find(normal); it != next_.end(); it = next_.find(end)) end = it->second;
    return end;
}

} // namespace uniform
