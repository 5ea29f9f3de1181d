// The components of references, as written (RFC 3986 3).
#include <array>
#include <optional>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>

#include "columns/operation.hpp"

namespace uniform::columns::detail {

namespace {

constexpr std::array edition_alone{iri_edition_option};
constexpr std::array parameter_options{option_info{"key", "", "the name of a parameter, decoded"},
                                       option_info{"plus", "false", "true: \"+\" stands for a space; false"},
                                       iri_edition_option};
constexpr std::array decode_options{option_info{"plus", "false", "true: \"+\" stands for a space; false"}};

// A component that `get` finds in the text's view; none where the text is not valid.
template <auto get>
made_operation component(const arguments &given) {
    const auto e = given.generic_edition();
    if (!e) return std::unexpected{e.error()};
    return operation_from([how = parse_options{.edition = *e}](std::string_view text, std::string &out) {
        const auto r = parse_uri_reference(text, how);
        if (!r) return false;
        const std::optional<std::string_view> found = get(*r);
        if (found) out += *found;
        return found.has_value();
    });
}

made_operation port(const arguments &given) {
    const auto e = given.generic_edition();
    if (!e) return std::unexpected{e.error()};
    return operation_from([how = parse_options{.edition = *e}](std::string_view text) -> std::optional<std::int32_t> {
        const auto r = parse_uri_reference(text, how);
        if (!r) return std::nullopt;
        const auto number = r->port_number();
        if (!number || !*number) return std::nullopt;
        return **number;
    });
}

made_operation query_parameter(const arguments &given) {
    const auto e = given.generic_edition();
    if (!e) return std::unexpected{e.error()};
    const auto spaces = given.flag("plus");
    if (!spaces) return std::unexpected{spaces.error()};
    return operation_from(
        [how = parse_options{.edition = *e}, key = std::string{given.text("key")},
         plus = *spaces ? plus::as_space : plus::as_written](std::string_view text, std::string &out) {
            const auto r = parse_uri_reference(text, how);
            if (!r || !r->query()) return false;
            const auto found = query_parameters{*r->query(), {.plus = plus}}.find(decoded{key});
            if (!found) return false;
            const std::size_t begin = out.size();
            return !found->value ||
                   (decode_append(out, *found->value, plus) && is_utf8(std::string_view{out}.substr(begin)));
        });
}

made_operation decode_text(const arguments &given) {
    const auto spaces = given.flag("plus");
    if (!spaces) return std::unexpected{spaces.error()};
    return operation_from(
        [plus = *spaces ? plus::as_space : plus::as_written](std::string_view text, std::string &out) {
            const std::size_t begin = out.size();
            return decode_append(out, text, plus) && is_utf8(std::string_view{out}.substr(begin));
        });
}

template <auto get>
constexpr function_row component_row(std::string_view name, std::string_view says, std::string_view document) {
    return {{name, result_type::text, edition_alone, says, document}, &component<get>};
}

constexpr std::array component_rows{
    component_row<[](const reference_view &r) { return r.scheme(); }>("scheme", "The scheme as written.",
                                                                      "RFC 3986 3.1"),
    component_row<[](const reference_view &r) { return r.authority(); }>(
        "authority", "The text between \"//\" and the path.", "RFC 3986 3.2"),
    component_row<[](const reference_view &r) { return r.userinfo(); }>("userinfo", "The userinfo, without \"@\".",
                                                                        "RFC 3986 3.2.1"),
    component_row<[](const reference_view &r) { return r.host(); }>(
        "host", "The host as written, an IP literal with its brackets.", "RFC 3986 3.2.2"),
    component_row<[](const reference_view &r) -> std::optional<std::string_view> {
        const auto type = r.host_type();
        if (!type) return std::nullopt;
        return to_string(*type);
    }>("host_type", "reg-name, ipv4, ipv6 or ipvfuture.", "RFC 3986 3.2.2"),
    component_row<[](const reference_view &r) { return std::optional{r.path()}; }>(
        "path", "The path, which may be \"\".", "RFC 3986 3.3"),
    component_row<[](const reference_view &r) { return r.query(); }>("query", "The query, without \"?\".",
                                                                     "RFC 3986 3.4"),
    component_row<[](const reference_view &r) { return r.fragment(); }>("fragment", "The fragment, without \"#\".",
                                                                        "RFC 3986 3.5"),
    function_row{{"port", result_type::int32, edition_alone,
                  "The port as a number; null without one, and where it is greater than 65535.", "RFC 3986 3.2.3"},
                 &port},
    function_row{{"query_parameter", result_type::text, parameter_options,
                  "The value, decoded, of the first parameter of that name; \"\" if it has no value; null without one, "
                  "and where the value is not UTF-8.",
                  "RFC 3986 3.4"},
                 &query_parameter},
    function_row{{"decode", result_type::text, decode_options,
                  "The data that the text stands for: percent-encoding decoded; null where that is not UTF-8.",
                  "RFC 3986 2.1"},
                 &decode_text},
};

} // namespace

std::span<const function_row> component_functions() noexcept { return component_rows; }

} // namespace uniform::columns::detail
