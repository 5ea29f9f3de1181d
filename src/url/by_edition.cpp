// The choice of the document that reads a text: the generic syntax, or URLs scheme by scheme.

#include <uniform/url/by_edition.hpp>

#include <utility>

#include <uniform/url/compare_urls.hpp>
#include <uniform/url/url.hpp>

namespace uniform {

namespace {

std::expected<url_view, error> url_of(std::string_view text, const parse_options &o) noexcept {
    return parse_url(text, {.edition = o.edition, .max_length = o.max_length});
}

// Both texts as references, or as URLs.
template <class View>
using two = std::expected<std::pair<View, View>, refused_text>;

template <class View, class Parse>
two<View> both(std::string_view a, std::string_view b, const parse_options &o, Parse parse) {
    const auto first = parse(a, o);
    if (!first) return std::unexpected{refused_text{first.error(), 0}};
    const auto second = parse(b, o);
    if (!second) return std::unexpected{refused_text{second.error(), 1}};
    return std::pair{*first, *second};
}
two<reference_view> both_references(std::string_view a, std::string_view b, const parse_options &o) {
    return both<reference_view>(
        a, b, o, [](std::string_view text, const parse_options &how) { return parse_uri_reference(text, how); });
}
two<url_view> both_urls(std::string_view a, std::string_view b, const parse_options &o) {
    return both<url_view>(a, b, o, url_of);
}

} // namespace

std::optional<error> why_invalid(std::string_view text, const parse_options &o, rule production) noexcept {
    if (has_relative_references(o.edition)) [[likely]] {
        const auto r = parse_as(production, text, o);
        return r ? std::nullopt : std::optional{r.error()};
    }
    const auto url = url_of(text, o);
    return url ? std::nullopt : std::optional{url.error()};
}

std::expected<std::string, error> normalize_text(std::string_view text, const parse_options &o,
                                                 const normalize_options &how) {
    if (has_relative_references(o.edition)) [[likely]] {
        const auto r = parse_uri_reference(text, o);
        if (!r) return std::unexpected{r.error()};
        return normalize(*r, how);
    }
    const auto url = url_of(text, o);
    if (!url) return std::unexpected{url.error()};
    return normalize_url(*url, how);
}

std::expected<bool, refused_text> equivalent_texts(std::string_view a, std::string_view b, const parse_options &o,
                                                   const normalize_options &how) {
    if (has_relative_references(o.edition)) [[likely]] {
        const auto references = both_references(a, b, o);
        if (!references) return std::unexpected{references.error()};
        return equivalent(references->first, references->second, how);
    }
    const auto urls = both_urls(a, b, o);
    if (!urls) return std::unexpected{urls.error()};
    return equivalent_urls(urls->first, urls->second, how);
}

std::expected<std::optional<comparison_level>, refused_text>
lowest_level_of_texts(std::string_view a, std::string_view b, const parse_options &o, const normalize_options &how) {
    if (has_relative_references(o.edition)) [[likely]] {
        const auto references = both_references(a, b, o);
        if (!references) return std::unexpected{references.error()};
        return lowest_equivalent_level(references->first, references->second, how);
    }
    const auto urls = both_urls(a, b, o);
    if (!urls) return std::unexpected{urls.error()};
    return lowest_level_of_urls(urls->first, urls->second, how);
}

std::expected<std::string, refused_text> resolve_texts(std::string_view base, std::string_view reference,
                                                       const parse_options &o, const resolve_options &how) {
    if (has_relative_references(o.edition)) [[likely]] {
        const auto from = parse_uri(base, o);
        if (!from) return std::unexpected{refused_text{from.error(), 0}};
        const auto to = parse_uri_reference(reference, o);
        if (!to) return std::unexpected{refused_text{to.error(), 1}};
        auto target = resolve(*from, *to, how);
        if (!target) return std::unexpected{refused_text{target.error(), 1}};
        return *std::move(target);
    }
    // Section 5 of the documents of 1994: what is a URL is complete, and nothing is done to it.
    if (const auto why = why_invalid(base, o)) return std::unexpected{refused_text{*why, 0}};
    if (const auto why = why_invalid(reference, o)) return std::unexpected{refused_text{*why, 1}};
    return std::string{reference};
}

} // namespace uniform
