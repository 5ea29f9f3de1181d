// Observed redirects (RFC 3986 6.2.4).

#include <uniform/uri/redirects.hpp>

#include <uniform/uri/normalize.hpp>

namespace uniform {

namespace {

// The key of the table: the scheme-based normal form, without fragment.
std::string key(const uri_view &u) {
    std::string normal = normalize(u, {.level = comparison_level::scheme});
    if (const std::size_t hash = normal.find('#'); hash != std::string::npos) normal.resize(hash);
    return normal;
}

} // namespace

std::expected<void, error> redirect_table::add(const uri_view &from, const uri_view &to) {
    std::string source = key(from);
    std::string destination = key(to);
    std::string_view end = destination;
    for (auto it = next_.find(end); it != next_.end() && end != source; it = next_.find(end)) end = it->second;
    if (end == source) return std::unexpected{error{0, error_code::invalid_mapping, rule::none, from.edition()}};
    next_.insert_or_assign(std::move(source), std::move(destination));
    return {};
}

std::string_view redirect_table::target(std::string_view normal) const {
    std::string_view end;
    for (auto it = next_.find(normal); it != next_.end(); it = next_.find(end)) end = it->second;
    return end;
}

} // namespace uniform
