#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>

#include "boundary.hpp"
#include "table.hpp"

namespace uniform::c {

namespace {

// In the order of the constants of host.h.
constexpr std::array idna_rules{idna::rules::uts46, idna::rules::idna2008, idna::rules::browser};

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
    return guarded(nullptr, [&] -> uniform_status {
        const auto parts = uniform::idna::domain_of(text_of(host, size));
        if (!parts) return UNIFORM_NONE;
        const auto end_of_name = [whole = std::string_view{parts->name}](std::string_view part) {
            return given_range(whole, whole.substr(whole.size() - part.size()));
        };
        uniform_domain all{};
        all.listed = parts->listed ? 1 : 0;
        all.suffix = end_of_name(parts->suffix);
        all.registrable = parts->registrable.empty() ? absent_range : end_of_name(parts->registrable);
        assign(name, parts->name);
        give(domain, all);
        return UNIFORM_OK;
    });
}
