// URNs: syntax, equivalence, conversion. What namespaces say is in urn_namespace.cpp.
#include "urn.hpp"

#include <uniform/urn/namespace_equivalence.hpp>

using namespace uniform::c;

namespace {

// In the order of the constants of urn.h.
bool by_namespace(uniform_urn_equivalence e) {
    if (e != UNIFORM_URN_LEXICAL && e != UNIFORM_URN_NAMESPACE) throw bad_argument{"an unknown equivalence"};
    return e == UNIFORM_URN_NAMESPACE;
}

} // namespace

uniform_status uniform_urn_parse(const char *urn, size_t size, uniform_edition edition,
                                 uniform_urn_components *components, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view t = text_of(urn, size);
        const auto u = uniform::parse_urn(t, {edition_of(edition)});
        if (!u) return refuse(error, u.error(), t);
        if (components == nullptr) return UNIFORM_OK;
        uniform_urn_components all{};
        all.edition = constant_of(u->edition());
        all.nid = given_range(t, u->nid());
        all.nss = given_range(t, u->nss());
        all.assigned_name = given_range(t, u->assigned_name());
        all.r_component = given_range(t, u->r_component());
        all.q_component = given_range(t, u->q_component());
        all.f_component = given_range(t, u->f_component());
        give(components, all);
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_build(const uniform_urn_parts *parts, uniform_edition edition, uniform_string *out,
                                 uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto p = options_of(&checked(parts));
        const uniform::urn_components all{
            .nid = text_of(p.nid.data, p.nid.size),
            .nss = text_of(p.nss.data, p.nss.size),
            .r_component = optional_text(p.r_component),
            .q_component = optional_text(p.q_component),
            .f_component = optional_text(p.f_component),
        };
        const auto made = uniform::urn::build(all, {edition_of(edition)});
        if (!made) {
            using uniform::rule;
            const rule r = made.error().rule;
            return refuse(error, made.error(),
                          r == rule::nid           ? all.nid
                          : r == rule::nss         ? all.nss
                          : r == rule::r_component ? all.r_component.value_or("")
                          : r == rule::q_component ? all.q_component.value_or("")
                          : r == rule::f_component ? all.f_component.value_or("")
                                                   : std::string_view{});
        }
        assign(out, made->text());
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_normalize(const char *urn, size_t size, uniform_edition edition,
                                     uniform_urn_equivalence equivalence, uniform_string *out, uniform_error *error) {
    return with_urn(urn, size, edition, error, [&](const uniform::urn_view &u) -> uniform_status {
        assign(out, by_namespace(equivalence) ? namespace_normalized(u) : normalized_assigned_name(u));
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_equivalent(const char *a, size_t a_size, const char *b, size_t b_size,
                                      uniform_edition edition, uniform_urn_equivalence equivalence, int32_t *equivalent,
                                      uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const std::string_view x = text_of(a, a_size);
        const std::string_view y = text_of(b, b_size);
        const uniform::urn_options o{edition_of(edition)};
        const auto u = uniform::parse_urn(x, o);
        if (!u) return refuse(error, u.error(), x, 0);
        const auto v = uniform::parse_urn(y, o);
        if (!v) return refuse(error, v.error(), y, 1);
        checked(equivalent) =
            (by_namespace(equivalence) ? namespace_equivalent(*u, *v) : urn_equivalent(*u, *v)) ? 1 : 0;
        return UNIFORM_OK;
    });
}

uniform_status uniform_urn_convert(const char *urn, size_t size, uniform_edition from, uniform_edition to,
                                   uniform_string *out, uniform_error *error) {
    return with_urn(urn, size, from, error, [&](const uniform::urn_view &u) -> uniform_status {
        const uniform::edition other = edition_of(to);
        const auto made = convert(u, is_urn_edition(other) ? other : uniform::edition::rfc8141);
        if (!made) return refuse(error, made.error(), u.text());
        assign(out, made->text());
        return UNIFORM_OK;
    });
}
