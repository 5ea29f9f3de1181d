#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>

#include "boundary.hpp"
#include "table.hpp"

namespace uniform::c {

namespace {

// In the order of the constants of host.h.
constexpr std::array idna_rules{idna::rules::uts46, idna::rules::idna2008, idna::rules::browser};

uniform_status give_domain(std::string_view host, idna::suffix_rules which, uniform_string *name,
                           uniform_domain *domain) {
    const auto parts = idna::domain_of(host, which);
    if (!parts) return UNIFORM_NONE;
    const auto range_of = [&](std::string_view part) {
        return part.empty() ? absent_range : given_range(parts->name, part);
    };
    uniform_domain all{};
    all.listed = parts->listed ? 1 : 0;
    all.suffix = range_of(parts->suffix());
    all.registrable = range_of(parts->registrable());
    all.label = range_of(parts->label());
    all.subdomain = range_of(parts->subdomain());
    all.is_private = parts->is_private ? 1 : 0;
    assign(name, parts->name);
    give(domain, all);
    return UNIFORM_OK;
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_host_lookup_name(const char *host, size_t size, uniform_idna_rules rules, uniform_string *out,
                                        uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view text = text_of(host, size);
        const auto made =
            uniform::columns::scalar::outcome_of_name(uniform::idna::lookup_name(text, enumerator(idna_rules, rules)));
        return give_outcome(made, text, out, error);
    });
}

uniform_status uniform_host_display(const char *name, size_t size, uniform_string *out, uniform_string *why) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto shown = uniform::idna::display(text_of(name, size));
        assign(out, shown.text);
        if (why != nullptr) assign(why, shown.why);
        return UNIFORM_OK;
    });
}

uniform_status uniform_host_domain(const char *host, size_t size, uniform_string *name, uniform_domain *domain) {
    return guarded(nullptr,
                   [&] { return give_domain(text_of(host, size), uniform::idna::suffix_rules::all, name, domain); });
}

uniform_status uniform_host_icann_domain(const char *host, size_t size, uniform_string *name, uniform_domain *domain) {
    return guarded(nullptr,
                   [&] { return give_domain(text_of(host, size), uniform::idna::suffix_rules::icann, name, domain); });
}
