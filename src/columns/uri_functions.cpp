// Whole references: valid or not, normalized, resolved, relativized, converted.
#include <array>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/url/by_edition.hpp>
#include <uniform/urn/urn.hpp>

#include "columns/operation.hpp"

namespace uniform::columns::detail {

namespace {

constexpr std::array valid_options{option_info{"edition", "rfc3986", editions_listed<edition_use::valid>},
                                   production_option};
constexpr std::array options_of_normalize{
    option_info{"level", "syntax", "simple, case, percent, path, syntax, scheme"},
    option_info{"ignore_fragment", "false", "true: the normal form has no fragment; false"}, edition_option};
constexpr std::array base_alone{base_option};

// The production and the edition by which texts are judged.
struct validity_check {
    uniform::edition edition{};
    rule as{};

    static std::expected<validity_check, failure> of(const arguments &given) {
        const auto e = given.edition_for<edition_use::valid>();
        if (!e) return std::unexpected{e.error()};
        const auto as = given.production();
        if (!as) return std::unexpected{as.error()};
        return validity_check{*e, *as};
    }

    [[nodiscard]] std::optional<error> operator()(std::string_view text) const {
        if (is_urn_edition(edition)) {
            const auto u = parse_urn(text, {.edition = edition});
            return u ? std::nullopt : std::optional{u.error()};
        }
        return why_invalid(text, {.edition = edition}, as);
    }
};

made_operation valid(const arguments &given) {
    const auto why_not = validity_check::of(given);
    if (!why_not) return std::unexpected{why_not.error()};
    return operation_from([j = *why_not](std::string_view text) { return std::optional{!j(text)}; });
}

made_operation error_text(const arguments &given) {
    const auto why_not = validity_check::of(given);
    if (!why_not) return std::unexpected{why_not.error()};
    return operation_from([j = *why_not](std::string_view text, std::string &out) {
        const auto e = j(text);
        if (!e) return false;
        const std::size_t begin = out.size();
        out += sentence(*e, text);
        return is_utf8(std::string_view{out}.substr(begin));
    });
}

// URNs keep apart what RFC 8141 3.1 says are different names, as `uniform normalize` does
// (docs/decisions/0006-urns-among-uris.md).
void append_normal(std::string &out, const reference_view &r, const normalize_options &how) {
    if (!has_urn_scheme(r)) [[likely]]
        return normalize_append(out, r, how);
    const auto u = as_urn(r);
    if (!u) return normalize_append(out, r, how);
    using enum comparison_level;
    const bool as_written = how.level == simple || how.level == percent || how.level == path;
    const std::size_t begin = out.size();
    normalize_append(out, r, {.level = as_written ? simple : letter_case, .ignore_fragment = how.ignore_fragment});
    if (how.level != scheme) return;
    const range nid = *u->where(rule::nid);
    for (std::size_t i = begin + nid.begin; i < begin + nid.end; ++i) out[i] = ascii::to_lower(out[i]);
}

made_operation normalize(const arguments &given) {
    const auto e = given.edition_for<edition_use::normalize>();
    if (!e) return std::unexpected{e.error()};
    const auto level = given.read("level", [](std::string_view name) {
        const auto l = comparison_level_from_string(name);
        return l == comparison_level::protocol ? std::nullopt : l; // needs a table of redirects
    });
    if (!level) return std::unexpected{level.error()};
    const auto ignore_fragment = given.flag("ignore_fragment");
    if (!ignore_fragment) return std::unexpected{ignore_fragment.error()};
    return operation_from([how = normalize_options{.level = *level, .ignore_fragment = *ignore_fragment},
                           read = parse_options{.edition = *e}](std::string_view text, std::string &out) {
        if (!has_relative_references(read.edition)) { // URLs are never URNs
            const auto normal = normalize_text(text, read, how);
            if (normal) out += *normal;
            return normal.has_value();
        }
        const auto r = parse_uri_reference(text, read);
        if (!r) return false;
        append_normal(out, *r, how);
        return true;
    });
}

made_operation resolve_texts(const arguments &given) {
    auto base = given.base();
    if (!base) return std::unexpected{std::move(base.error())};
    return operation_from([against = *std::move(base)](std::string_view text, std::string &out) {
        const auto r = parse_uri_reference(text);
        return r && resolve_append(out, against, *r);
    });
}

made_operation relativize_texts(const arguments &given) {
    auto base = given.base();
    if (!base) return std::unexpected{std::move(base.error())};
    return operation_from([against = *std::move(base)](std::string_view text, std::string &out) {
        const auto u = parse_uri(text);
        if (!u) return false;
        const auto r = relativize(against, *u);
        if (r) out += *r;
        return r.has_value();
    });
}

constexpr std::array uri_rows{
    function_row{{"valid", result_type::boolean, valid_options,
                  "Whether the text is a URI-reference, or what the options say.", "RFC 3986 4.1"},
                 &valid},
    function_row{{"error", result_type::text, valid_options,
                  "Why the text is not valid: the sentence, the production, the document, the offset in bytes; null "
                  "where it is.",
                  "RFC 3986 4.1"},
                 &error_text},
    function_row{{"normalize", result_type::text, options_of_normalize,
                  "The normal form; names of URNs that RFC 8141 3.1 keeps apart stay apart.", "RFC 3986 6.2"},
                 &normalize},
    function_row{
        {"resolve", result_type::text, base_alone, "The target of the reference against the base.", "RFC 3986 5.2"},
        &resolve_texts},
    function_row{{"relativize", result_type::text, base_alone,
                  "The shortest reference that resolves to the URI against the base.", "RFC 3986 5.2"},
                 &relativize_texts},
};

} // namespace

std::span<const function_row> uri_functions() noexcept { return uri_rows; }

} // namespace uniform::columns::detail
