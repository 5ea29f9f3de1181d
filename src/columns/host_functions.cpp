// Hosts: public suffixes, registrable domains, A-labels and U-labels.
#include <array>
#include <optional>

#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/uri/parse.hpp>

#include "columns/operation.hpp"

namespace uniform::columns::detail {

namespace {

constexpr std::array iri_edition{iri_edition_option};
constexpr std::array domain_options{iri_edition_option, option_info{"icann", "false", "true, false"}};
constexpr std::array ascii_options{option_info{"rules", "uts46", "uts46, idna2008, browser"}, iri_edition_option};

std::optional<std::string_view> host_of(std::string_view text, const parse_options &how) {
    const auto r = parse_uri_reference(text, how);
    if (!r) return std::nullopt;
    return r->host();
}

template <std::string_view (idna::domain_parts::*part)() const noexcept>
made_operation domain(const arguments &given) {
    const auto e = given.generic_edition();
    if (!e) return std::unexpected{e.error()};
    const auto icann = given.flag("icann");
    if (!icann) return std::unexpected{icann.error()};
    const auto which = *icann ? idna::suffix_rules::icann : idna::suffix_rules::all;
    return operation_from([how = parse_options{.edition = *e}, which,
                           &by = idna::current_suffix_list()](std::string_view text, std::string &out) {
        thread_local idna::domain_parts parts; // its memory is used again
        const auto host = host_of(text, how);
        if (!host || !idna::read_domain(*host, by, which, parts)) return false;
        const std::string_view found = (parts.*part)();
        out += found;
        return !found.empty();
    });
}

made_operation to_ascii_host(const arguments &given) {
    const auto e = given.generic_edition();
    if (!e) return std::unexpected{e.error()};
    const auto rules = given.read("rules", &idna::rules_from_string);
    if (!rules) return std::unexpected{rules.error()};
    return operation_from([how = parse_options{.edition = *e}, by = *rules](std::string_view text, std::string &out) {
        const auto host = host_of(text, how);
        if (!host) return false;
        const auto name = idna::lookup_name(*host, by);
        if (name) out += *name;
        return name.has_value();
    });
}

made_operation display_host(const arguments &given) {
    const auto e = given.generic_edition();
    if (!e) return std::unexpected{e.error()};
    return operation_from([how = parse_options{.edition = *e}](std::string_view text, std::string &out) {
        const auto host = host_of(text, how);
        if (!host) return false;
        out += idna::display(*host).text;
        return true;
    });
}

constexpr std::array host_rows{
    function_row{
        {"public_suffix", result_type::text, domain_options,
         "The public suffix of the host, by the Public Suffix List, in lower case and with A-labels; null for an "
         "address. With icann, by the rules of registries alone.",
         "publicsuffix.org/list"},
        &domain<&idna::domain_parts::suffix>},
    function_row{
        {"registrable_domain", result_type::text, domain_options,
         "The public suffix of the host and one label more, in lower case and with A-labels; null for an address and "
         "for a public suffix.",
         "publicsuffix.org/list"},
        &domain<&idna::domain_parts::registrable>},
    function_row{{"domain_label", result_type::text, domain_options,
                  "The label of the host before its public suffix; null for an address and for a public suffix.",
                  "publicsuffix.org/list"},
                 &domain<&idna::domain_parts::label>},
    function_row{{"subdomain", result_type::text, domain_options,
                  "The labels of the host before its registrable domain; null where there is none.",
                  "publicsuffix.org/list"},
                 &domain<&idna::domain_parts::subdomain>},
    function_row{
        {"to_ascii_host", result_type::text, ascii_options,
         "The name of the host, percent-encoding decoded, in lower case and with A-labels; null for what the rules "
         "refuse. An address stays as it is.",
         "UTS 46 4"},
        &to_ascii_host},
    function_row{{"display_host", result_type::text, iri_edition,
                  "The host with U-labels, as far as they cannot be mistaken for something else.", "UTS 39 5.2"},
                 &display_host},
};

} // namespace

std::span<const function_row> host_functions() noexcept { return host_rows; }

} // namespace uniform::columns::detail
