#include "http/settings/settings_quotes.hpp"

#include <uniform/json/writer.hpp>

namespace uniform::http {

std::string in_quotes(std::string_view text) {
    std::string out;
    json::append_string(out, text);
    return out;
}

} // namespace uniform::http
