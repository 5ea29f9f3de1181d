#include <uniform/resolver/record.hpp>

#include <uniform/namespace_equivalence.hpp>
#include <uniform/urn.hpp>

namespace uniform::resolver {

std::expected<std::string, problem> key_of(std::string_view text) {
    const auto u = parse_urn(text);
    if (!u) return std::unexpected{malformed(u.error(), text)};
    if (u->assigned_name().size() != text.size()) {
        const std::size_t at = u->assigned_name().size();
        return std::unexpected{problem{.type = problem_type::malformed,
                                       .detail = "an r-, q- or f-component is no part of a name",
                                       .offset = at,
                                       .rule = "RFC 8141 section 2.3"}};
    }
    if (text.size() > longest_name) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "the name has " + std::to_string(text.size()) +
                                                 " bytes; names of at most " + std::to_string(longest_name) +
                                                 " are kept",
                                       .offset = longest_name}};
    }
    std::string key = namespace_normalized(*u);
    key.erase(0, detail::nid_begin);
    return key;
}

std::string urn_of(std::string_view key) {
    std::string urn;
    urn.reserve(detail::nid_begin + key.size());
    urn = "urn:";
    urn += key;
    return urn;
}

} // namespace uniform::resolver
