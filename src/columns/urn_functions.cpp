// URNs (RFC 8141). A text that is no URN has no result.
#include <array>
#include <optional>

#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/urn.hpp>

#include "columns/operation.hpp"

namespace uniform::columns::detail {

namespace {

constexpr option_info urn_edition_option{"edition", "rfc8141", "rfc8141, urnbis-16, urnbis-14, rfc2141"};
constexpr std::array urn_edition_alone{urn_edition_option};
constexpr std::array urn_normalize_options{
    option_info{"rules", "namespace", "namespace: those of RFC 8141 3.1 and of the namespace; lexical: RFC 8141 3.1"},
    urn_edition_option};
constexpr std::array urn_valid_options{option_info{"level", "normal", "lenient, normal, strict"}, urn_edition_option};

std::expected<urn_options, failure> how_of(const arguments &given) {
    const auto e = given.read("edition", [](std::string_view value) -> std::optional<edition> {
        const auto named = edition_from_string(value);
        return named && is_urn_edition(*named) ? named : std::nullopt;
    });
    if (!e) return std::unexpected{e.error()};
    return urn_options{.edition = *e};
}

template <auto get>
made_operation urn_component(const arguments &given) {
    const auto how = how_of(given);
    if (!how) return std::unexpected{how.error()};
    return operation_from([how = *how](std::string_view text, std::string &out) {
        const auto u = parse_urn(text, how);
        if (!u) return false;
        const std::optional<std::string_view> found = get(*u);
        if (found) out += *found;
        return found.has_value();
    });
}

made_operation urn_normalize(const arguments &given) {
    const auto how = how_of(given);
    if (!how) return std::unexpected{how.error()};
    const auto lexical = given.read("rules", [](std::string_view value) -> std::optional<bool> {
        if (value == "lexical") return true;
        if (value == "namespace") return false;
        return std::nullopt;
    });
    if (!lexical) return std::unexpected{lexical.error()};
    return operation_from([how = *how, lexical = *lexical](std::string_view text, std::string &out) {
        const auto u = parse_urn(text, how);
        if (!u) return false;
        lexical ? normalized_assigned_name_append(out, *u) : namespace_normalized_append(out, *u);
        return true;
    });
}

made_operation urn_valid(const arguments &given) {
    const auto how = how_of(given);
    if (!how) return std::unexpected{how.error()};
    const auto level = given.read("level", [](std::string_view value) -> std::optional<validation_level> {
        using enum validation_level;
        for (const validation_level l : {lenient, normal, strict}) {
            if (to_string(l) == value) return l;
        }
        return std::nullopt;
    });
    if (!level) return std::unexpected{level.error()};
    return operation_from([how = *how, level = *level](std::string_view text) -> std::optional<bool> {
        const auto u = parse_urn(text, how);
        return u && validate(*u, level);
    });
}

constexpr std::array urn_rows{
    function_row{
        {"urn_nid", result_type::text, urn_edition_alone, "The namespace identifier as written.", "RFC 8141 2.1"},
        &urn_component<[](const urn_view &u) { return std::optional{u.nid()}; }>},
    function_row{
        {"urn_nss", result_type::text, urn_edition_alone, "The namespace-specific string as written.", "RFC 8141 2.2"},
        &urn_component<[](const urn_view &u) { return std::optional{u.nss()}; }>},
    function_row{{"urn_assigned_name", result_type::text, urn_edition_alone,
                  "The URN without r-, q- and f-component, as written.", "RFC 8141 2"},
                 &urn_component<[](const urn_view &u) { return std::optional{u.assigned_name()}; }>},
    function_row{{"urn_normalize", result_type::text, urn_normalize_options,
                  "The assigned-name in the normal form of all equivalent ones.", "RFC 8141 3"},
                 &urn_normalize},
    function_row{{"urn_valid", result_type::boolean, urn_valid_options,
                  "Whether the text is a URN of a known namespace that has such names.", "RFC 8141 5"},
                 &urn_valid},
};

} // namespace

std::span<const function_row> urn_functions() noexcept { return urn_rows; }

} // namespace uniform::columns::detail
