// Owning references: construction. edit.cpp puts components together.
#include <uniform/uri/uri.hpp>

#include <utility>

namespace uniform {

components components_of(const reference_view &r) noexcept {
    components c{r.scheme(), r.userinfo(), r.host(), r.port(), r.path(), r.query(), r.fragment(), {}};
    if (!c.host) c.authority = r.authority();
    return c;
}

editable::editable(const reference_view &r)
    : text_{r.text()}, at_{detail::access::where(r)}, options_{.edition = r.edition()} {
    // A view does not record whether zone identifiers were enabled; a host with one shows it.
    const auto host = r.host();
    options_.zone_ids = host && host->starts_with("[") && has_encoded(*host);
}

std::expected<reference, error> reference::parse(std::string text, parse_options o) {
    const auto parsed = parse_uri_reference(text, o);
    if (!parsed) return std::unexpected{parsed.error()};
    const detail::offsets at = detail::access::where(*parsed);
    return reference{std::move(text), at, o};
}

std::expected<uri, error> uri::parse(std::string text, parse_options o) {
    const auto parsed = parse_uri(text, o);
    if (!parsed) return std::unexpected{parsed.error()};
    const detail::offsets at = detail::access::where(*parsed);
    return uri{std::move(text), at, o};
}

std::optional<uri> uri::from(reference r) noexcept {
    if (!r.scheme()) return std::nullopt;
    const detail::offsets at = r.at_;
    const parse_options o = r.options_;
    return uri{std::move(r).release(), at, o};
}

} // namespace uniform
