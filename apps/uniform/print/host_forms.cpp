#include "print/host_forms.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/iri_hosts.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform::cli {

namespace {

std::string formed(std::string_view host, host_form form) {
    if (form == host_form::as_written || host.starts_with('[')) return std::string{host};
    const auto name = idna::lookup_name(host);
    if (!name) return std::string{host};
    if (form == host_form::ascii) return *name;
    if (form == host_form::display) return idna::display(*name).text;
    if (!name->contains("xn--")) return *name; // "0x7f.1" is a name here, not the address that browsers make of it
    return idna::to_unicode(*name, idna::rules::browser).value_or(*name);
}

host_refusal refusal_at(std::size_t offset, const idna::problem &why, rule production, edition e) {
    std::string says = "the host is no name: " + why.says;
    says.append(" (").append(uniform::citation(why.document, why.section)).append(")");
    return {error{offset, error_code::invalid_name, production, e}, std::move(says)};
}

} // namespace

void append_host(std::string &out, std::string_view host, host_form form) { out += formed(host, form); }

bool has_forms(std::string_view host) {
    if (host.empty() || host.starts_with('[')) return true;
    const auto name = idna::lookup_name(host);
    if (!name) return false;
    for (std::string_view rest = *name; !rest.empty();) { // a lookup does not judge "xn--a", which is no A-label
        const std::string_view label = rest.substr(0, rest.find('.'));
        if (ascii::starts_with_ignoring_case(label, "xn--") && !idna::to_ascii(label)) return false;
        rest.remove_prefix(std::min(label.size() + 1, rest.size()));
    }
    return true;
}

void append_with_host(std::string &out, const reference_view &r, host_form form) {
    const auto host = r.host();
    if (!host || form == host_form::as_written) {
        out += r.text();
        return;
    }
    const auto begin = static_cast<std::size_t>(host->data() - r.text().data());
    out += r.text().substr(0, begin);
    append_host(out, *host, form);
    out += r.text().substr(begin + host->size());
}

bool has_internationalized_host(const reference_view &r) noexcept {
    const auto host = r.host();
    return host && (host->contains('%') || !base::is_us_ascii(*host));
}

std::optional<host_refusal> refusal_of_host(const reference_view &r) {
    if (!has_internationalized_host(r)) return std::nullopt;
    const auto name = idna::lookup_name(*r.host());
    if (name) return std::nullopt;
    return refusal_at(static_cast<std::size_t>(r.host()->data() - r.text().data()), name.error(), rule::none,
                      r.edition());
}

std::optional<std::string> with_ascii_host(const reference_view &r) {
    if (!has_internationalized_host(r)) return std::nullopt;
    std::string changed;
    append_with_host(changed, r, host_form::ascii);
    if (changed == r.text()) return std::nullopt;
    return changed;
}

std::string sent_as(std::string_view text) {
    const auto iri = parse_iri_reference(text);
    if (!iri) return std::string{text};
    auto uri = idna::uri_of_iri(*iri, idna::rules::browser);
    return uri ? *std::move(uri) : iri_to_uri(*iri);
}

std::string ascii_name(std::string_view name) {
    if (base::is_us_ascii(name)) return std::string{name};
    return idna::to_ascii(name, idna::rules::browser).value_or(std::string{name});
}

std::expected<std::string, host_refusal> uri_by_idna(const reference_view &iri) {
    auto uri = idna::uri_of_iri(iri);
    if (!uri) return std::unexpected{refusal_at(uri.error().offset, uri.error(), rule::reg_name, iri.edition())};
    return *std::move(uri);
}

std::string iri_by_idna(const reference_view &uri) { return idna::iri_of_uri(uri); }

std::string_view part_of_domain(std::string_view host, domain_part part) {
    thread_local idna::domain_parts parts; // its memory is used again
    const bool has_parts = idna::read_domain(host, idna::current_suffix_list(), idna::suffix_rules::all, parts);
    return has_parts ? (parts.*part)() : std::string_view{};
}

} // namespace uniform::cli
