#include <uniform/uri/detail/production_words.hpp>
#include <uniform/url/by_edition.hpp>

#include "components.hpp"

namespace uniform::c {

namespace {

constexpr std::array host_types{host_type::reg_name, host_type::ipv4, host_type::ipv6, host_type::ipvfuture,
                                host_type::hostname};

std::int32_t number_of(const reference_view &r) noexcept {
    const auto number = r.port_number();
    if (!number) return -2;
    return *number ? std::int32_t{**number} : -1;
}

} // namespace

rule production_of(uniform_production constant) {
    return enumerator(uniform::detail::production_words, constant).production;
}

parse_options parse_options_of(const uniform_parse_options &o, edition_use use) {
    parse_options options = parse_options_of(o.edition, o.zone_ids, use);
    if (o.max_length != 0) options.max_length = o.max_length;
    return options;
}

uniform_components components_of(const reference_view &r) {
    const std::string_view text = r.text();
    uniform_components c{};
    c.edition = constant_of(r.edition());
    c.scheme = given_range(text, r.scheme());
    c.authority = given_range(text, r.authority());
    c.userinfo = given_range(text, r.userinfo());
    c.user = given_range(text, r.user());
    c.password = given_range(text, r.password());
    c.host = given_range(text, r.host());
    c.port = given_range(text, r.port());
    c.path = given_range(text, r.path());
    c.query = given_range(text, r.query());
    c.fragment = given_range(text, r.fragment());
    if (const auto type = r.host_type()) c.host_type = 1 + constant_of(host_types, *type);
    c.port_number = number_of(r);
    if (const auto address = r.address()) {
        const auto bytes = address->bytes();
        c.address_size = static_cast<std::uint32_t>(bytes.size());
        std::copy(bytes.begin(), bytes.end(), c.address);
    }
    return c;
}

} // namespace uniform::c

using namespace uniform::c;

uniform_status uniform_parse(const char *text, size_t size, const uniform_parse_options *options,
                             uniform_components *components, uniform_error *error) {
    return guarded(error, [&] -> uniform_status {
        const auto o = options_of(options);
        const std::string_view t = text_of(text, size);
        const uniform::rule production = production_of(o.production);
        if (components == nullptr) {
            const auto why = why_invalid(t, parse_options_of(o, uniform::edition_use::check), production);
            return why ? refuse(error, *why, t) : UNIFORM_OK;
        }
        const auto r = parse_as(production, t, parse_options_of(o));
        if (!r) return refuse(error, r.error(), t);
        give(components, components_of(*r));
        return UNIFORM_OK;
    });
}

uniform_status uniform_matches(const char *rule, const char *text, size_t size, const uniform_parse_options *options,
                               int32_t *matches) {
    return guarded(nullptr, [&] -> uniform_status {
        const auto production = uniform::rule_from_string(checked(rule) == '\0' ? "" : rule);
        if (production == uniform::rule::none) throw bad_argument{"an unknown production"};
        const auto o = parse_options_of(options_of(options), uniform::edition_use::valid);
        checked(matches) = uniform::matches(production, text_of(text, size), o) ? 1 : 0;
        return UNIFORM_OK;
    });
}
