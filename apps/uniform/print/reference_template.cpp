#include "print/reference_template.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/nid.hpp>

#include "print/inner_components.hpp"
#include "print/shapes.hpp"
#include "print/template_text.hpp"
#include "print/words.hpp"

namespace uniform::cli {

std::expected<output_template, output_template::fault> output_template::read(std::string_view text) {
    output_template result;
    auto pieces = split_template(text);
    if (!pieces) return std::unexpected{fault{pieces.error().offset, std::move(pieces.error().says)}};
    for (template_piece &piece : *pieces) {
        if (piece.is_name) {
            auto named = read_name(piece.text, piece.offset);
            if (!named) return std::unexpected{std::move(named.error())};
            result.parts_.push_back(*std::move(named));
        } else {
            part p;
            p.text = std::move(piece.text);
            result.parts_.push_back(std::move(p));
        }
    }
    result.asks_for_urn_ = std::ranges::any_of(result.parts_, [](const part &p) { return p.what >= name::urn; });
    result.has_demands_ = std::ranges::any_of(result.parts_, [](const part &p) { return p.required || p.strict; });
    return result;
}

void output_template::append_text(std::string &out, const part &p, std::string_view text, plus spaces) {
    if (!p.decoded || !decode_append(out, text, p.spaces == plus::as_space ? p.spaces : spaces)) out += text;
}

void output_template::append_parameters(std::string &out, const part &p, const reference_view &r, query_options q) {
    bool first = true;
    for (const uniform::parameter &it : query_parameters{r.query().value_or(""), q}) {
        if (!decodes_to(it.key, p.text, q.plus)) continue;
        if (!first) out += ' ';
        first = false;
        append_text(out, p, it.value.value_or(""), q.plus);
        if (!p.all) return;
    }
}

domain_part output_template::part_of_domain_named(name what) noexcept {
    switch (what) {
    case name::registrable:
        return &idna::domain_parts::registrable;
    case name::suffix:
        return &idna::domain_parts::suffix;
    case name::domain_label:
        return &idna::domain_parts::label;
    case name::subdomain:
        return &idna::domain_parts::subdomain;
    default:
        return nullptr;
    }
}

void output_template::append_urn(std::string &out, const part &p, const urn_view &u) {
    switch (p.what) {
    case name::urn:
        append_text(out, p, u.text());
        break;
    case name::assigned_name:
        append_text(out, p, u.assigned_name());
        break;
    case name::nid:
        out += u.nid();
        break;
    case name::nss:
        append_text(out, p, u.nss());
        break;
    case name::r_component:
        append_text(out, p, u.r_component().value_or(""));
        break;
    case name::q_component:
        append_text(out, p, u.q_component().value_or(""));
        break;
    case name::f_component:
        append_text(out, p, u.f_component().value_or(""));
        break;
    case name::normalized:
        normalized_assigned_name_append(out, u);
        break;
    case name::normalized_by_namespace:
        namespace_normalized_append(out, u);
        break;
    case name::display:
        out += display_urn(u).shown;
        break;
    case name::native:
        out += name_from_urn(u).value_or("");
        break;
    case name::kind:
        out += to_string(classify_nid(u.nid(), u.edition()).kind);
        break;
    default:
        break;
    }
}

namespace {

// The default port of the scheme, if the reference has an authority without a port.
std::optional<std::uint16_t> default_port_of(const reference_view &r, const output_template::context &c) {
    if (!r.has_authority() || !r.has_scheme() || !r.port().value_or("").empty()) return std::nullopt;
    const scheme_info *info = (c.schemes != nullptr ? *c.schemes : scheme_registry::standard()).find(*r.scheme());
    return info == nullptr ? std::nullopt : info->default_port;
}

// `part`, the URI or its authority, with its host in that form, and with the default port where it has none.
void append_with_port(std::string &out, std::string_view part, const reference_view &r, host_form form,
                      const output_template::context &c) {
    const auto port = default_port_of(r, c);
    const auto host = r.host();
    if (!port || !host) {
        form == host_form::as_written ? void(out += part) : append_with_host(out, r, form);
        return;
    }
    const auto begin = static_cast<std::size_t>(host->data() - part.data());
    const auto end = begin + host->size();
    out += part.substr(0, begin);
    form == host_form::as_written ? void(out += *host) : append_host(out, *host, form);
    out += ':';
    out += std::to_string(*port);
    out += part.substr(end + (r.port() ? 1 : 0)); // after ":"
}

} // namespace

std::optional<std::string_view> output_template::component(const part &p, const reference_view &r, const context &c) {
    switch (p.what) {
    case name::uri:
        return r.text();
    case name::scheme:
        return r.scheme();
    case name::authority:
        return r.authority();
    case name::userinfo:
        return r.userinfo();
    case name::user:
        return r.user();
    case name::password:
        return r.password();
    case name::host:
    case name::registrable:
    case name::suffix:
    case name::domain_label:
    case name::subdomain:
        return r.host();
    case name::login_options:
        return login_options_of(r);
    case name::zone_id:
        return zone_id_of(r);
    case name::port:
        return r.port();
    case name::path:
        return r.path();
    case name::query:
        return r.query();
    case name::fragment:
        return r.fragment();
    case name::segment: {
        const path_segments segments{r.path()};
        const long index = p.index < 0 ? p.index + static_cast<long>(segments.count()) : p.index;
        return index < 0 ? std::nullopt : segments.at(static_cast<std::size_t>(index));
    }
    case name::parameter: {
        const auto found = query_parameters{r.query().value_or(""), c.query}.find(decoded{p.text});
        return found ? std::optional{found->value.value_or("")} : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

std::optional<output_template::unmet> output_template::unmet_demand(const reference_view &r, const context &c) const {
    const auto refuse = [&](const part &p, std::string_view says, std::string_view where) {
        const auto offset = where.data() == nullptr ? 0 : static_cast<std::uint64_t>(where.data() - r.text().data());
        return unmet{"{" + p.word + "}: " + std::string{says},
                     {offset, error_code::not_found, rule::none, r.edition()}};
    };
    for (const part &p : parts_) {
        if (!p.required && !p.strict) continue;
        const auto text = component(p, r, c);
        const domain_part of_domain = part_of_domain_named(p.what);
        const bool is_there = of_domain != nullptr ? !part_of_domain(text.value_or(""), of_domain).empty()
                              : p.default_port && p.what == name::port
                                  ? !text.value_or("").empty() || default_port_of(r, c).has_value()
                                  : text.has_value();
        if (p.required && !is_there) return refuse(p, "the component is absent", {});
        if (p.required && p.form != host_form::as_written && !has_forms(r.host().value_or("")))
            return refuse(p, "the host is no name that has this form", *r.host());
        if (!p.strict || !text) continue;
        const auto risk_in = [&](std::string_view written) -> std::string_view {
            const auto data = decode(written, p.spaces);
            if (!data) return "it cannot be decoded";
            if (!is_utf8(*data)) return "it is not UTF-8 when decoded";
            const bool has_control =
                std::ranges::any_of(*data, [](char b) { return static_cast<unsigned char>(b) < 0x20 || b == 0x7F; });
            return has_control ? "it has control characters when decoded" : "";
        };
        if (const auto risk = risk_in(*text); !risk.empty()) return refuse(p, risk, *text);
        if (!p.all) continue;
        for (const uniform::parameter &it : query_parameters{*r.query(), c.query}) {
            if (!it.value || !decodes_to(it.key, p.text, c.query.plus)) continue;
            if (const auto risk = risk_in(*it.value); !risk.empty()) return refuse(p, risk, *it.value);
        }
    }
    return std::nullopt;
}

void output_template::append_uri(std::string &out, const part &p, const reference_view &r, const context &c) {
    if (p.default_port) return append_with_port(out, r.text(), r, p.form, c);
    if (p.form != host_form::as_written) return append_with_host(out, r, p.form);
    append_text(out, p, p.redacted ? uniform::redacted(r) : std::string{r.text()});
}

void output_template::append_login(std::string &out, const part &p, const reference_view &r, const context &c) {
    const auto whole = p.what == name::authority ? r.authority() : r.userinfo();
    const auto password = r.password();
    if (!whole) return;
    if (p.default_port) return append_with_port(out, *whole, r, host_form::as_written, c);
    if (!p.redacted || !password) return append_text(out, p, *whole);
    const auto before = static_cast<std::size_t>(password->data() - whole->data());
    out += whole->substr(0, before);
    out += "***";
    out += whole->substr(before + password->size());
}

void output_template::append(std::string &out, const reference_view &r, const context &c) const {
    std::optional<urn_view> urn = c.urn;
    if (asks_for_urn_ && !urn && has_urn_scheme(r)) {
        if (const auto found = as_urn(r)) urn = *found;
    }
    for (const part &p : parts_) {
        switch (p.what) {
        case name::literal:
            out += p.text;
            break;
        case name::uri:
            append_uri(out, p, r, c);
            break;
        case name::authority:
        case name::userinfo:
            append_login(out, p, r, c);
            break;
        case name::host:
            if (p.form != host_form::as_written) {
                append_host(out, r.host().value_or(""), p.form);
                break;
            }
            if (p.decoded && r.host()) { // a host without data stays as it is written
                out += decode_host(*r.host(), r.edition()).value_or(std::string{*r.host()});
                break;
            }
            append_text(out, p, r.host().value_or(""));
            break;
        case name::registrable:
        case name::suffix:
        case name::domain_label:
        case name::subdomain:
            append_host(out, part_of_domain(r.host().value_or(""), part_of_domain_named(p.what)), p.form);
            break;
        case name::host_type:
            if (const auto type = r.host_type()) out += to_string(*type);
            break;
        case name::port: {
            const std::string_view written = r.port().value_or("");
            out += written;
            const auto by_scheme = p.default_port ? default_port_of(r, c) : std::nullopt;
            if (by_scheme) out += std::to_string(*by_scheme);
            break;
        }
        case name::input:
            out += c.input;
            break;
        case name::scheme:
        case name::user:
        case name::password:
        case name::login_options:
        case name::zone_id:
        case name::path:
        case name::query:
        case name::fragment:
        case name::segment:
            append_text(out, p, component(p, r, c).value_or(""),
                        p.what == name::query ? c.query.plus : plus::as_written);
            break;
        case name::parameter:
            append_parameters(out, p, r, c.query);
            break;
        case name::query_keys:
            append_keys(out, r.query().value_or(""), c.query);
            break;
        case name::path_shape:
            append_path_shape(out, r.path());
            break;
        default:
            if (urn) append_urn(out, p, *urn);
        }
    }
}

} // namespace uniform::cli
