#include "print/json.hpp"

#include <array>

#include <uniform/urn/equivalence.hpp>

namespace uniform::cli {

void append_components(json_object &object, const reference_view &r) {
    object.maybe("scheme", r.scheme()).maybe("userinfo", r.userinfo()).maybe("host", r.host());
    if (const auto type = r.host_type()) {
        object.text("host_type", to_string(*type));
    } else {
        object.null("host_type");
    }
    object.maybe("port", r.port()).text("path", r.path()).maybe("query", r.query()).maybe("fragment", r.fragment());

    constexpr std::array rules{rule::scheme, rule::authority, rule::userinfo, rule::host,
                               rule::port,   rule::path,      rule::query,    rule::fragment};
    json_object offsets = object.object("offsets");
    for (rule component : rules) {
        const auto where = r.where(component);
        if (!where) {
            offsets.null(to_string(component));
            continue;
        }
        std::string &out = offsets.raw(to_string(component));
        out += '[';
        out += std::to_string(where->begin);
        out += ", ";
        out += std::to_string(where->end);
        out += ']';
    }
    offsets.end();
}

void append_urn_components(json_object &object, const urn_view &u) {
    object.text("nid", u.nid()).text("nss", u.nss());
    object.maybe("r", u.r_component()).maybe("q", u.q_component()).maybe("f", u.f_component());
}

void append_urn(json_object &object, const urn_view &u) {
    append_urn_components(object, u);
    object.text("normalized", normalized_assigned_name(u));
}

void append_error(json_object &object, const error &e, std::string_view in, std::string_view message) {
    json_object inner = object.object("error");
    if (!in.empty()) inner.text("in", in);
    inner.text("code", to_string(e.code)).number("offset", e.offset);
    if (e.rule == rule::none && e.code != error_code::urn_base) {
        inner.null("rule").null("document").null("section");
    } else {
        if (e.rule == rule::none) {
            inner.null("rule");
        } else {
            inner.text("rule", to_string(e.rule, e.edition));
        }
        inner.text("document", e.document()).text("section", e.section());
    }
    inner.text("message", message.empty() ? e.message() : message);
    inner.end();
}

} // namespace uniform::cli
