// The functions that give one value.

#include "postgresql/server.hpp"

extern "C" {
#include <utils/inet.h>
}

using namespace uniform::postgresql;

namespace {

// A component is a part of the argument, and a text in the same encoding.
Datum give_component(FunctionCallInfo fcinfo, type t, part which) {
    const answer a = component(argument(fcinfo, 0), t, which);
    if (a.kind != answer::text) PG_RETURN_NULL();
    PG_RETURN_TEXT_P(cstring_to_text_with_len(a.data.data, static_cast<int>(a.data.size)));
}

Datum give_port(FunctionCallInfo fcinfo, type t) {
    const answer a = port(argument(fcinfo, 0), t);
    if (a.kind != answer::number) PG_RETURN_NULL();
    PG_RETURN_INT32(a.value);
}

Datum give(FunctionCallInfo fcinfo, of_one f) {
    return result_of(fcinfo, f(utf8_argument(fcinfo, 0), memory_for_text));
}

Datum give(FunctionCallInfo fcinfo, of_two f) {
    const bytes last = utf8_argument(fcinfo, 1);
    return result_of(fcinfo, f(utf8_argument(fcinfo, 0), last, memory_for_text), last);
}

Datum give(FunctionCallInfo fcinfo, of_three f) {
    const bytes last = utf8_argument(fcinfo, 2);
    return result_of(fcinfo, f(utf8_argument(fcinfo, 0), utf8_argument(fcinfo, 1), last, memory_for_text), last);
}

} // namespace

#define UNIFORM_COMPONENT(type_name, part_name)                                                                        \
    UNIFORM_FUNCTION(type_name##_##part_name) { return give_component(fcinfo, type::type_name, part::part_name); }
#define UNIFORM_COMPONENTS(type_name)                                                                                  \
    UNIFORM_COMPONENT(type_name, scheme)                                                                               \
    UNIFORM_COMPONENT(type_name, authority)                                                                            \
    UNIFORM_COMPONENT(type_name, userinfo)                                                                             \
    UNIFORM_COMPONENT(type_name, host)                                                                                 \
    UNIFORM_COMPONENT(type_name, path)                                                                                 \
    UNIFORM_COMPONENT(type_name, query)                                                                                \
    UNIFORM_COMPONENT(type_name, fragment)                                                                             \
    UNIFORM_FUNCTION(type_name##_port) { return give_port(fcinfo, type::type_name); }

UNIFORM_COMPONENTS(uri)
UNIFORM_COMPONENTS(iri)
UNIFORM_COMPONENT(urn, nid)
UNIFORM_COMPONENT(urn, nss)
UNIFORM_FUNCTION(urn_r_component) { return give_component(fcinfo, type::urn, part::r); }
UNIFORM_FUNCTION(urn_q_component) { return give_component(fcinfo, type::urn, part::q); }
UNIFORM_FUNCTION(urn_f_component) { return give_component(fcinfo, type::urn, part::f); }

#define UNIFORM_GIVES(name)                                                                                            \
    UNIFORM_FUNCTION(name) { return give(fcinfo, name); }

UNIFORM_GIVES(uri_normalize)
UNIFORM_GIVES(uri_normalize_at)
UNIFORM_GIVES(uri_equivalent)
UNIFORM_GIVES(uri_resolve)
UNIFORM_GIVES(uri_relativize)
UNIFORM_GIVES(uri_valid)
UNIFORM_GIVES(uri_valid_by)
UNIFORM_GIVES(uri_error)
UNIFORM_GIVES(uri_error_by)
UNIFORM_GIVES(parameter)
UNIFORM_GIVES(registrable_domain)
UNIFORM_GIVES(public_suffix)
UNIFORM_GIVES(domain_label)
UNIFORM_GIVES(subdomain)
UNIFORM_GIVES(iri_normalize)
UNIFORM_GIVES(iri_resolve)
UNIFORM_GIVES(iri_to_uri)
UNIFORM_GIVES(uri_to_iri)
UNIFORM_GIVES(idna_to_ascii)
UNIFORM_GIVES(idna_to_unicode)
UNIFORM_GIVES(url_href)
UNIFORM_GIVES(url_href_with)
UNIFORM_GIVES(repair)
UNIFORM_GIVES(lint_rules)
UNIFORM_GIVES(urn_normalize)
UNIFORM_GIVES(urn_namespace_normalize)
UNIFORM_GIVES(urn_check)
UNIFORM_GIVES(urn_namespace_valid)

UNIFORM_FUNCTION(version) { return result_of(fcinfo, version({nullptr, 0}, memory_for_text)); }

UNIFORM_FUNCTION(uri_host_inet) {
    const answer a = address(argument(fcinfo, 0), memory_for_text);
    if (a.kind != answer::text) {
        refuse(a, {});
        PG_RETURN_NULL();
    }
    return DirectFunctionCall1(inet_in, CStringGetDatum(pnstrdup(a.data.data, a.data.size)));
}

UNIFORM_FUNCTION(escape) {
    return result_of(fcinfo, escape(utf8_argument(fcinfo, 0), PG_GETARG_BOOL(1), PG_GETARG_BOOL(2), memory_for_text));
}

// The argument may decode to bytes that are no text.
UNIFORM_FUNCTION(unescape) {
    const answer a = unescape(utf8_argument(fcinfo, 0), PG_GETARG_BOOL(1), PG_GETARG_BOOL(2), memory_for_text);
    if (a.kind != answer::text) return result_of(fcinfo, a);
    return text_of(a.data, true);
}
