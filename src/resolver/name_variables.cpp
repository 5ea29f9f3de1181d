#include "resolver/name_variables.hpp"

#include <algorithm>

#include <uniform/uri/uri_template.hpp>

namespace uniform::resolver::detail {

namespace {

// The position at which an expression of a URI template names a variable.
std::optional<std::size_t> variable_position(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::string_view rest = text.substr(at + name.size());
        if (at > 0 && std::string_view{"{,+#./;?&"}.contains(text[at - 1]) && !rest.empty() &&
            std::string_view{"},*:"}.contains(rest.front())) {
            return at;
        }
    }
    return std::nullopt;
}

} // namespace

variable_values values_of(std::string_view urn, std::string_view prefix) {
    constexpr std::size_t scheme = 4; // "urn:"
    const std::string_view name = urn.substr(std::min(scheme, urn.size()));
    const std::size_t colon = std::min(name.find(':'), name.size());
    const std::string_view nss = name.substr(std::min(colon + 1, name.size()));
    // The prefix is that of the key, whose letters may have another case.
    const std::string_view suffix =
        prefix.size() > colon + 1 && prefix.size() <= name.size() ? name.substr(prefix.size()) : nss;
    return {urn, name.substr(0, colon), nss, suffix};
}

template_fault unknown_variable(std::string_view name, std::optional<std::size_t> offset) {
    return {.says = "has the unknown variable \"" + std::string(name) + "\"; there are urn, nid, nss and suffix",
            .offset = offset};
}

std::expected<std::string, template_fault> expanded_url(std::string_view text, const variable_values &of) {
    const auto parsed = uri_template::parse(text);
    const auto no_template = [](const template_error &e) {
        return std::unexpected{
            template_fault{.says = "is no URI template: " + std::string(e.message),
                           .offset = e.offset,
                           .rule = e.section.empty() ? std::string{} : "RFC 6570 section " + std::string(e.section)}};
    };
    if (!parsed) return no_template(parsed.error());
    template_variables variables;
    for (const std::string_view name : parsed->variables()) {
        const auto *const at = std::ranges::find(variable_names, name);
        if (at == variable_names.end()) return std::unexpected{unknown_variable(name, variable_position(text, name))};
        variables.emplace(name, std::string(of[static_cast<std::size_t>(at - variable_names.begin())]));
    }
    auto url = parsed->expand(variables);
    if (!url) return no_template(url.error());
    return std::move(*url);
}

} // namespace uniform::resolver::detail
