#include <uniform/resolver/record.hpp>

#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform::resolver {

namespace {

// The library's own rules leave a name a name, and what is normal normal. Those of others are held to it.
std::expected<void, problem> check_nid(const std::string &urn, const namespace_registry &registry) {
    const auto again = parse_urn(urn);
    const bool is_name = again && again->assigned_name().size() == urn.size();
    if (is_name && namespace_normalized(*again, registry) == urn) return {};
    return std::unexpected{problem{
        .type = problem_type::invalid,
        .detail = is_name ? "the rules of the namespace make \"" + urn + "\" of it, and of that another name again"
                          : "the rules of the namespace leave \"" + urn + "\" of it, which is no name",
        .rule = "RFC 8141 section 3.1"}};
}

} // namespace

std::expected<std::string, problem> key_of(std::string_view text) {
    return key_of(text, namespace_registry::standard());
}

std::expected<std::string, problem> key_of(std::string_view text, const namespace_registry &registry) {
    const auto u = parse_urn(text);
    if (!u) return std::unexpected{malformed(u.error(), text)};
    if (u->assigned_name().size() != text.size()) {
        const std::size_t at = u->assigned_name().size();
        return std::unexpected{problem{.type = problem_type::malformed,
                                       .detail = "an r-, q- or f-component is not part of a name",
                                       .offset = at,
                                       .rule = "RFC 8141 section 2.3"}};
    }
    return key_of(*u, registry);
}

std::expected<std::string, problem> key_of(const urn_view &u) { return key_of(u, namespace_registry::standard()); }

std::expected<std::string, problem> key_of(const urn_view &u, const namespace_registry &registry) {
    if (const std::size_t size = u.assigned_name().size(); size > longest_name) {
        return std::unexpected{problem{.type = problem_type::invalid,
                                       .detail = "the name has " + std::to_string(size) +
                                                 " bytes; a name has at most " + std::to_string(longest_name),
                                       .offset = longest_name}};
    }
    std::string key = namespace_normalized(u, registry);
    if (&registry != &namespace_registry::standard()) {
        if (auto fine = check_nid(key, registry); !fine) return std::unexpected{std::move(fine.error())};
    }
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

std::string urn_of(std::string_view key, const name_record &r) { return r.name.empty() ? urn_of(key) : r.name; }

} // namespace uniform::resolver
