// Texts that need not be valid: repaired, as browsers read them, and what may mislead in them.
#include <array>
#include <optional>

#include <uniform/lint/lint.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/whatwg/web_url.hpp>

#include "columns/operation.hpp"

namespace uniform::columns::detail {

namespace {

constexpr std::array repair_options_{option_info{"like", "rfc3987", "rfc3987, whatwg, typed"}, production_option};
constexpr std::array lint_options_{option_info{"severity", "note", "note, warning, error: of the mildest finding"}};
constexpr std::array<option_info, 0> no_options{};

made_operation repair_texts(const arguments &given) {
    const auto like = given.read("like", [](std::string_view name) -> std::optional<interpretation> {
        using enum interpretation;
        for (const interpretation i : {rfc3987, whatwg, typed}) {
            if (to_string(i) == name) return i;
        }
        return std::nullopt;
    });
    if (!like) return std::unexpected{like.error()};
    const auto as = given.production();
    if (!as) return std::unexpected{as.error()};
    return operation_from([how = repair_options{.like = *like, .as = *as}](std::string_view text, std::string &out) {
        const auto repaired = repair(text, how);
        if (repaired) out += repaired->uri;
        return repaired.has_value();
    });
}

// Most URLs of a list are serialized already, and are then seen where they are.
template <auto member>
made_operation whatwg_part(const arguments & /*given*/) {
    return operation_from([](std::string_view text, std::string &out) {
        if (const auto seen = whatwg::view_of(text)) {
            out += ((*seen).*member)();
            return true;
        }
        const auto u = whatwg::parse(text);
        if (u) out += (u->view().*member)();
        return u.has_value();
    });
}

made_operation lint_texts(const arguments &given) {
    const auto severity = given.read("severity", &lint_severity_from_string);
    if (!severity) return std::unexpected{severity.error()};
    return operation_from([how = lint_options{.unicode = &icu_checks(), .places = 1, .safer = false},
                           mildest = *severity](std::string_view text, std::string &out) {
        const std::size_t begin = out.size();
        for (const lint_finding &f : lint(text, how)) {
            if (f.severity < mildest) continue;
            if (out.size() > begin) out += ' ';
            out += to_string(f.check);
        }
        return true;
    });
}

constexpr std::array reading_rows{
    function_row{{"repair", result_type::text, repair_options_,
                  "The URI that the text stands for; null where it stands for none or for more than one.",
                  "RFC 3987 3.1"},
                 &repair_texts},
    function_row{{"whatwg_href", result_type::text, no_options, "The URL that a browser makes of the text.",
                  "URL Standard, URL parsing"},
                 &whatwg_part<&whatwg::url_view::href>},
    function_row{{"whatwg_host", result_type::text, no_options,
                  "The host, without a port, of the URL that a browser makes of the text.",
                  "URL Standard, URL parsing"},
                 &whatwg_part<&whatwg::url_view::hostname>},
    function_row{{"whatwg_origin", result_type::text, no_options,
                  "The origin of the URL that a browser makes of the text; \"null\" for an opaque one.",
                  "URL Standard, origin"},
                 &whatwg_part<&whatwg::url_view::origin>},
    function_row{{"lint", result_type::text, lint_options_,
                  "The checks that find something misleading or dangerous, separated by spaces; \"\" where none does.",
                  "RFC 3986 7"},
                 &lint_texts},
};

} // namespace

std::span<const function_row> reading_functions() noexcept { return reading_rows; }

} // namespace uniform::columns::detail
