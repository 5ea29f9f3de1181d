// Whether an NSS is one of its namespace.

#include <uniform/urn/namespace.hpp>

#include <algorithm>

#include <uniform/base/enum_names.hpp>

#include "urn/compiled_namespace.hpp"

namespace uniform {

namespace {

// The offset of the character with which the part becomes too long; npos when it does not.
std::size_t past_limit(const urn_view &u, const nss_limit &limit) {
    const bool whole = limit.source == "urn";
    const auto part = detail::field(whole ? u.assigned_name() : u.nss(), std::string_view{limit.source}.substr(3));
    if (!part) return std::string_view::npos;
    std::size_t count = 0;
    for (std::size_t i = 0; i < part->size(); i += (*part)[i] == '%' ? 3U : 1U) {
        if (count++ == limit.max) return static_cast<std::size_t>(part->data() - u.text().data()) + i;
    }
    return std::string_view::npos;
}

} // namespace

std::string_view to_string(validation_level l) noexcept {
    static constexpr auto names = enum_table<validation_level>({{validation_level::lenient, "lenient"},
                                                                {validation_level::normal, "normal"},
                                                                {validation_level::strict, "strict"}});
    return names.name(l);
}

std::expected<void, error> validate(const urn_view &u, const namespace_registry &registry, validation_level level) {
    const auto fail = [](std::size_t offset, error_code code, rule r) {
        return std::unexpected{error{offset, code, r, edition::rfc8141}};
    };
    const namespace_info *info = registry.find(u.nid());
    const bool nothing_known =
        info != nullptr && info->syntax.pattern.empty() && info->status == namespace_status::unregistered;
    const detail::compiled_namespace *rules = info == nullptr || nothing_known ? nullptr : detail::compiled_of(*info);
    if (rules == nullptr) return fail(detail::nid_begin, error_code::unknown_namespace, rule::nid);

    const std::string_view nss = u.nss();
    const auto begin = static_cast<std::size_t>(nss.data() - u.text().data());
    std::size_t at = detail::misfit(*info, *rules, nss);
    if (level == validation_level::lenient && at != detail::pattern::matched && rules->lenient) {
        at = std::max(at, rules->lenient->mismatch(nss));
    }
    if (level == validation_level::strict && rules->strict) at = std::min(at, rules->strict->mismatch(nss));
    if (at != detail::pattern::matched) return fail(begin + at, error_code::nss_mismatch, rule::nss);
    for (const nss_limit &limit : info->syntax.limits) {
        const std::size_t past = past_limit(u, limit);
        if (past != std::string_view::npos) return fail(past, error_code::too_long, rule::nss);
    }
    return {};
}

std::expected<void, error> validate(const urn_view &u, validation_level level) {
    return validate(u, namespace_registry::standard(), level);
}

} // namespace uniform
