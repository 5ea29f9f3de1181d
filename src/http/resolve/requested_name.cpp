#include "http/resolve/requested_name.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/record.hpp>

#include "http/resolve/problems.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

std::expected<requested_name, problem> of_urn(uniform::urn u, std::vector<resolver::correction> corrections) {
    if (u.assigned_name().size() > resolver::longest_name) {
        problem p = resolver::key_of(u.view()).error();
        p.type = problem_type::unknown_name; // no name of this length can have been assigned
        return std::unexpected{with_corrections(std::move(p), corrections)};
    }
    std::optional<std::string> f_component;
    if (const auto f = u.f_component()) {
        f_component = *f;
        static_cast<void>(u.set_f_component(std::nullopt)); // removing a component cannot fail
    }
    return requested_name{
        .urn = std::move(u), .corrections = std::move(corrections), .f_component = std::move(f_component)};
}

} // namespace

std::string_view requested_name::nid() const noexcept {
    return key.empty() ? urn.nid() : std::string_view{key}.substr(0, key.find(':'));
}

std::expected<requested_name, problem> read_name(std::string_view text, const resolver::correction_rules &rules) {
    auto meant = resolver::correct(text, rules);
    if (!meant.urn) {
        return std::unexpected{with_corrections(resolver::malformed(meant.urn.error(), meant.text), meant.corrections)};
    }
    return of_urn(std::move(*meant.urn), std::move(meant.corrections));
}

std::expected<requested_name, problem> read_urn(std::string_view text, std::vector<resolver::correction> corrections) {
    const auto u = parse_urn(text);
    if (!u) return std::unexpected{resolver::malformed(u.error(), text)};
    return of_urn(uniform::urn{*u}, std::move(corrections));
}

void set_key(requested_name &n, const resolver::namespace_rules &rules) {
    // A text that the rules do not make a name of was never assigned: then the default key is not found either.
    std::expected<std::string, problem> key = std::unexpected{problem{}};
    if (!rules.empty()) key = resolver::key_of(n.urn.view(), rules.keys());
    if (!key) key = resolver::key_of(n.urn.view());
    if (key) n.key = std::move(*key); // read_name() has checked the length
}

std::string_view origin_form(const request &r) noexcept {
    if (r.target.starts_with('/')) return r.target;
    const std::size_t size = r.path.size() + (r.query ? r.query->size() + 1 : 0);
    return size <= r.target.size() ? r.target.substr(r.target.size() - size) : r.path;
}

bool is_name_target(std::string_view target) noexcept {
    constexpr std::array<std::string_view, 7> beginnings{"urn:",    "urn%",    "%",       "http:/",
                                                         "https:/", "http%3a", "https%3a"};
    if (!target.starts_with('/')) return false;
    target.remove_prefix(1);
    return std::ranges::any_of(beginnings,
                               [&](std::string_view b) { return ascii::starts_with_ignoring_case(target, b); });
}

} // namespace uniform::http
