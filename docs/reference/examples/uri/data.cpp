// Text and data: percent-encoding, queries, editing, safe names of files, templates, schemes, addresses.
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/data_place.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/safe_path.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/uri/special_address.hpp>
#include <uniform/uri/uri.hpp>
#include <uniform/uri/uri_template.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void encoding() {
    CHECK(encode("100% / 3", rule::query) == "100%25%20/%203");
    CHECK(encode_segment("a/b") == "a%2Fb");
    CHECK(encode_data("a:b", data_place::user).value() == "a%3Ab");
    CHECK(encode_data("::1", *data_place_from_string("host")).value() == "[::1]");
    CHECK(encode_data("..", data_place::segment).error().rule == rule::segment);
    CHECK(to_string(data_place::parameter) == data_place_names.name(data_place::parameter) &&
          production_of(data_place::user) == rule::userinfo);
    CHECK(decode("a%2Fb").value() == "a/b" && decoded_size("a%2Fb").value() == 3);
    CHECK(decode("a%2").error().code == error_code::invalid_percent_encoding);
    CHECK(decode("a+b", plus::as_space).value() == "a b");
    char buffer[8];
    CHECK(decode_to(buffer, "%41").value() == "A");
    std::string out;
    CHECK(decode_append(out, "%41") && out == "A");
    CHECK(decodes_to("a%2Fb", "a/b"));
    CHECK(encode_query_data("a&b", plus::as_space) == "a%26b");
    CHECK(allowed(rule::scheme).contains('+') && !allowed(rule::scheme).contains(':'));
}

void standards() {
    CHECK(to_string(edition::rfc3986) == "rfc3986" && edition_from_string("rfc8141") == edition::rfc8141);
    CHECK(is_urn_edition(edition::rfc2141) && !is_urn_edition(edition::rfc3986));
    CHECK(is_iri_edition(edition::rfc3987) && is_url_edition(edition::url_06));
}

void queries() {
    const query_parameters pairs{"a=1&b&a=%26"};
    CHECK(pairs.count() == 3 && pairs.find(decoded{"a"})->value == "1");
    const std::vector<decoded_parameter> list = decoded_parameters("a=1&b&a=%26").value();
    CHECK(encode_parameters(list).value() == "a=1&b&a=%26");
    const query_options form{.plus = plus::as_space};
    CHECK(form.is_form() && decoded_parameters("&a=1+2", form).value().size() == 1);
    CHECK(encode_parameter_data("x=y&z") == "x%3Dy%26z");
    CHECK(is_parameter_separator(';') && matches_pattern("utm_source", "utm_*"));
    for (const parameter &p : query_parameters{"k=v"}) CHECK(p.key == "k" && p.value == "v");
    for (const parameter &p : query_parameters{"k=v;l", query_options{.semicolon = true}}) CHECK(!p.text().empty());
}

void editing() {
    uri u = uri::parse("http://example.com/a?utm_source=x#top").value();
    CHECK(u.set_port(8080) && u.append_segment(decoded{"b/c"}));
    CHECK(u.text() == "http://example.com:8080/a/b%2Fc?utm_source=x#top");
    const components c{.scheme = "http", .host = "a", .path = "/b"};
    CHECK(build_uri(c).value().text() == "http://a/b");
    const reference r = build(components{.path = "x"}).value();
    CHECK(r.text() == "x" && components_of(parse_uri("http://a/b").value()).host == "a");
}

void files() {
    CHECK(safe_join("/srv/www", "/a/b%20c.html").value() == "/srv/www/a/b c.html");
    const unsafe_path refused = safe_join("/srv/www", "/..%2Fetc/passwd").error();
    CHECK(refused.risk == path_risk::encoded_slash && refused.offset == 3);
    CHECK(safe_join("/srv/www", "/.git/config").error().risk == path_risk::leading_character);
    CHECK(safe_join("/srv/www", "/12:30", file_names::posix).value() == "/srv/www/12:30");
}

void templates() {
    const uri_template t = uri_template::parse("https://archive.example{/nss}{?format}").value();
    CHECK(t.expand(template_variables{{"nss", "a/7"}}).value() == "https://archive.example/a%2F7");
    const template_match found = t.match("https://archive.example/a%2F7").value();
    CHECK(*found.value("nss") == "a/7");
    const template_error e = uri_template::parse("{a").error();
    CHECK(!e.message.empty());
    CHECK(uri_template::parse("{?list*}")->expand({{"list", template_list{"a", "b"}}}).value() == "?list=a&list=b");
    CHECK(uri_template::parse("{?p*}")->expand({{"p", template_pairs{{"k", "v"}}}}).value() == "?k=v");
    const template_value value = std::string{"x"};
    CHECK(uri_template::parse("{v}")->expand({{"v", value}}).value() == "x");
}

void schemes() {
    CHECK(!iana_schemes().empty());
    for (const scheme_info &s : iana_schemes()) CHECK(!s.name.empty());
    CHECK(to_string(scheme_status::permanent) == "permanent");
    const scheme_registry registry;
    CHECK(registry.find("https")->default_port == 443);
    CHECK(registry.find("gopher")->path == path_kind::opaque && to_string(path_kind::opaque) == "opaque");
}

void addresses() {
    CHECK(to_string(rare_address("2130706433").value()) == "127.0.0.1");
    const ip_address loopback = parse_ipv4address("127.0.0.1").value();
    const special_range *range = special_range_of(loopback);
    CHECK(range != nullptr);
    CHECK(address_of_host("127.0.0.1").address.has_value());
}

} // namespace

int main() {
    encoding();
    standards();
    queries();
    editing();
    files();
    templates();
    schemes();
    addresses();
    return 0;
}
