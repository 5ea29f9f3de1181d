// Resolving, relativizing, and putting components together.
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/uri/uri.hpp>
#include <uniform/url/by_edition.hpp>

#include "components.hpp"

namespace uniform::c {

namespace {

// In the order of the constants of reference.h.
constexpr std::array excess{excess_dots::by_edition, excess_dots::keep, excess_dots::drop, excess_dots::refuse};

struct resolution {
    parse_options parse;
    resolve_options resolve;

    resolution(const uniform_resolve_options *given, edition_use use) {
        const auto o = options_of(given);
        parse = parse_options_of(o.edition, o.zone_ids, use);
        resolve.strict = !truth(o.not_strict);
        resolve.excess = enumerator(excess, o.excess_dots);
        if (truth(o.base_dots_removed_first)) resolve.base_dots = base_dots::removed_first;
        if (truth(o.refuse_double_slash)) resolve.double_slash = double_slash::refuse;
    }
};

// The part that an error of build() is about.
std::string_view part_of(rule r, const components &parts) {
    switch (r) {
    case rule::scheme:
        return parts.scheme.value_or("");
    case rule::userinfo:
        return parts.userinfo.value_or("");
    case rule::port:
        return parts.port.value_or("");
    case rule::query:
        return parts.query.value_or("");
    case rule::fragment:
        return parts.fragment.value_or("");
    default:
        return ""; // several rules are of the host or of the path: the message then does not name the character
    }
}

} // namespace

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_resolve(const char *base, size_t base_size, const char *reference, size_t reference_size,
                               const uniform_resolve_options *options, uniform_string *out, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const resolution o{options, uniform::edition_use::resolve};
        const std::string_view b = text_of(base, base_size);
        const std::string_view r = text_of(reference, reference_size);
        if (!has_relative_references(o.parse.edition)) {
            const auto target = resolve_texts(b, r, o.parse);
            if (!target) return refuse(error, target.error(), {b, r});
            assign(out, *target);
            return UNIFORM_OK;
        }
        const auto from = uniform::parse_uri(b, o.parse);
        if (!from) return refuse(error, from.error(), b, 0);
        const auto to = uniform::parse_uri_reference(r, o.parse);
        if (!to) return refuse(error, to.error(), r, 1);
        const std::size_t most = b.size() + r.size() + uniform::resolve_slack;
        const auto target = uniform::resolve_to({room(out, most), most}, *from, *to, o.resolve);
        if (!target) return refuse(error, target.error(), r, 1);
        if (target->current_document) {
            assign(out, to_string(*target));
        } else {
            written(out, target->text().size());
        }
        return UNIFORM_OK;
    });
}

uniform_status uniform_relativize(const char *base, size_t base_size, const char *target, size_t target_size,
                                  const uniform_resolve_options *options, uniform_string *out, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const resolution o{options, uniform::edition_use::parse};
        const std::string_view b = text_of(base, base_size);
        const std::string_view t = text_of(target, target_size);
        const auto from = uniform::parse_uri(b, o.parse);
        if (!from) return refuse(error, from.error(), b, 0);
        const auto to = uniform::parse_uri(t, o.parse);
        if (!to) return refuse(error, to.error(), t, 1);
        const auto made = uniform::relativize(*from, *to, o.resolve);
        if (!made) return refuse(error, made.error(), t, 1);
        assign(out, *made);
        return UNIFORM_OK;
    });
}

uniform_status uniform_build(const uniform_parts *parts, const uniform_parse_options *options, uniform_string *out,
                             uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto p = options_of(&checked(parts));
        const auto o = options_of(options);
        uniform::components all;
        all.scheme = optional_text(p.scheme);
        all.authority = optional_text(p.authority);
        all.userinfo = optional_text(p.userinfo);
        all.host = optional_text(p.host);
        all.port = optional_text(p.port);
        all.path = text_of(p.path.data, p.path.size);
        all.query = optional_text(p.query);
        all.fragment = optional_text(p.fragment);
        const auto made = uniform::build(all, parse_options_of(o));
        if (!made) return refuse(error, made.error(), part_of(made.error().rule, all));
        // The text that was built is a reference; the production may ask for more.
        const auto matched = parse_as(production_of(o.production), made->text(), parse_options_of(o));
        if (!matched) return refuse(error, matched.error(), made->text());
        assign(out, made->text());
        return UNIFORM_OK;
    });
}
