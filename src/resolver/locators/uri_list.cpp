#include <uniform/resolver/uri_list.hpp>

namespace uniform::resolver {

std::string uri_list(std::string_view asked, std::span<const std::string> uris) {
    std::string out = "# ";
    for (const char c : asked) out += c < ' ' || c > '~' ? '?' : c;
    out += "\r\n";
    for (const std::string &u : uris) {
        out += u;
        out += "\r\n";
    }
    return out;
}

} // namespace uniform::resolver
