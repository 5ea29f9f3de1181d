#include "print/host_forms.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>
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
    return idna::to_unicode(*name, idna::rules::browser).value_or(*name);
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
    const auto begin = static_cast<std::size_t>(r.host()->data() - r.text().data());
    std::string says = "the host is no name: " + name.error().says;
    says.append(" (").append(uniform::citation(name.error().document, name.error().section)).append(")");
    return host_refusal{error{begin, error_code::invalid_name, rule::none, r.edition()}, std::move(says)};
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
    return iri ? uri_of_iri(*iri, idna::rules::browser) : std::string{text};
}

std::string ascii_name(std::string_view name) {
    if (base::is_us_ascii(name)) return std::string{name};
    return idna::to_ascii(name, idna::rules::browser).value_or(std::string{name});
}

std::string uri_of_iri(const reference_view &iri, idna::rules by) {
    const auto to_ascii = [by](std::string_view name) -> std::expected<std::string, error> {
        auto made = idna::to_ascii(name, by);
        if (!made) return std::unexpected{error{made.error().offset, error_code::invalid_name, rule::host}};
        return *std::move(made);
    };
    auto uri = iri_to_uri(iri, to_ascii);
    return uri ? *std::move(uri) : iri_to_uri(iri);
}

std::string iri_of_uri(const reference_view &uri) {
    return uri_to_iri(uri, [](std::string_view name) -> std::optional<std::string> {
        std::string shown = formed(name, host_form::display);
        if (shown == name) return std::nullopt;
        return shown;
    });
}

std::string registrable_of(std::string_view host) {
    const auto parts = idna::domain_of(host);
    return parts ? parts->registrable : std::string{};
}

std::string suffix_of(std::string_view host) {
    const auto parts = idna::domain_of(host);
    return parts ? parts->suffix : std::string{};
}

} // namespace uniform::cli
