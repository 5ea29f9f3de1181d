// Views of URIs, ports, devices, normalizing into a buffer, and addresses of special use.
#include <uniform/uri/base.hpp>
#include <uniform/uri/device_name.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/normalize_options.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/reference.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/uri/safe_path.hpp>
#include <uniform/uri/special_address.hpp>
#include <uniform/uri/uri.hpp>

#include <array>

#include "../check.hpp"

using namespace uniform;

namespace {

void views() {
    const uri_view u = parse_uri("http://ann:pw@example.com:8080/a", parse_options{.max_length = 2000}).value();
    const reference_view r = u; // every URI is a reference
    CHECK(r.where(rule::host) == (range{14, 25}));
    CHECK(u.port_number().value() == 8080 && parse_port_number("8080").value() == 8080);
    CHECK(parse_port_number("65536").error().code == error_code::port_overflow);
    CHECK(redacted(u) == "http://ann:***@example.com:8080/a");
}

void literals_of_uris() {
    using namespace uniform::literals;
    static_assert("https://example.com/"_uri.host() == "example.com"); // checked by the compiler
    static_assert("../g"_uri_reference.path() == "../g");
    CHECK("https://example.com/"_uri.scheme() == "https");
}

void productions_of_older_editions() {
    CHECK(parse_absolute_uri_reference("http://a/b#c")->fragment() == "c");
    CHECK(parse_relative_uri("b?q")->query() == "q" && !parse_relative_uri("b#f"));
}

void editing_both() {
    const auto without_tracking = [](editable &e) { return e.remove_parameters_matching("utm_*").has_value(); };
    uri u = uri::parse("http://a/?utm_source=x&q=1").value();
    reference r = reference::parse("?utm_medium=y").value();
    CHECK(without_tracking(u) && without_tracking(r));
    CHECK(u.text() == "http://a/?q=1" && r.text().empty());
}

void normalizing_into_a_buffer() {
    const uri_view u = parse_uri("HTTP://a/%7Eb").value();
    std::array<char, 16 + normalize_slack> buffer{};
    CHECK(normalize_to(buffer, u).value() == "http://a/~b");
    const changes c = would_change(u);
    CHECK(c.any() && c.scheme && c.path && !c.host);
    for (const comparison_level level : comparison_levels) CHECK(!to_string(level).empty());
    CHECK(comparison_level_names.find("case") == comparison_level::letter_case);
}

void resolving_into_a_buffer() {
    const uri_view base = parse_uri("http://a/b/..").value();
    const reference_view g = parse_uri_reference("g").value();
    std::array<char, 14 + resolve_slack> buffer{};
    const target as_written = resolve_to(buffer, base, g).value();
    CHECK(to_string(as_written) == "http://a/b/g");
    CHECK(resolve(base, g, {.base_dots = base_dots::removed_first}).value() == "http://a/g"); // erratum 4789
}

void failing_bases() {
    base_sources sources;
    sources.content = "http://a b/";
    const base_failure why = establish_base(sources).error();
    CHECK(why.source == base_source::content && why.text == "http://a b/" && why.error.offset == 8);
}

void names_of_other_scripts() {
    const name_to_ascii to_ascii = [](std::string_view) { return std::string{"xn--bcher-kva.example"}; };
    CHECK(iri_to_uri(parse_iri("http://b\u00FCcher.example/").value(), to_ascii) == "http://xn--bcher-kva.example/");
    const name_to_unicode to_unicode = [](std::string_view) { return std::string{"b\u00FCcher.example"}; };
    CHECK(uri_to_iri(parse_uri("http://xn--bcher-kva.example/").value(), to_unicode) == "http://b\u00FCcher.example/");
}

void names_of_devices() {
    CHECK(is_device_name("AUX") && is_device_name("com1.txt") && !is_device_name("null"));
    const unsafe_path why = safe_join("/srv", "/../etc").error();
    CHECK(to_string(why.risk) == "dot_segment");
    CHECK(message(why.risk) == "the path has a \".\" or \"..\" segment");
}

void addresses_of_special_use() {
    const ip_address mapped = parse_ipv6address("::ffff:10.0.0.1").value();
    CHECK(to_string(embedded_address(mapped).value()) == "10.0.0.1");
    const address_in_host found = address_of_host("10.0.0.1");
    CHECK(!found.rare && found.special->use == address_use::private_network);
    CHECK(to_string(address_use::private_network) == "private");
}

} // namespace

int main() {
    views();
    literals_of_uris();
    productions_of_older_editions();
    editing_both();
    normalizing_into_a_buffer();
    resolving_into_a_buffer();
    failing_bases();
    names_of_other_scripts();
    names_of_devices();
    addresses_of_special_use();
    return 0;
}
