// Identifiers that were typed where words are expected, too.

#include <optional>
#include <string>
#include <string_view>

#include <uniform/repair/repair.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform {

std::optional<std::string> identifier_typed(std::string_view typed) {
    const auto completed = complete_iri(typed);
    if (!completed) return std::nullopt;
    using enum completion_rule;
    switch (completed->rule) {
    case network_path:
    case known_port:
    case www_host:
    case missing_slashes:
        return completed->uri;
    case is_uri: { // "note:this" is rather words
        const auto u = parse_uri(completed->uri);
        const bool is_meant = u && (u->authority() || scheme_registry::standard().find(u->scheme()) != nullptr);
        return is_meant ? std::optional{completed->uri} : std::nullopt;
    }
    default: // a host name, an address or a mail address is a word to look for
        return std::nullopt;
    }
}

} // namespace uniform
