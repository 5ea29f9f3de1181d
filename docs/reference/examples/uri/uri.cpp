// URIs: parsing, errors, components, normalizing, comparing, resolving.
#include <uniform/uri/base.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/normalize_options.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/redirects.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>

#include <unordered_set>

#include "../check.hpp"

using namespace uniform;

namespace {

void parsing() {
    const uri_view u = parse_uri("http://ann:pw@example.com:8080/a/b?q=1#top").value();
    CHECK(u.scheme() == "http" && u.userinfo() == "ann:pw" && u.host() == "example.com" && u.port() == "8080");
    CHECK(u.path() == "/a/b" && u.query() == "q=1" && u.fragment() == "top");
    CHECK(redacted(u).find("pw@") == std::string::npos);

    const reference_view relative = parse_uri_reference("../c?x").value();
    CHECK(!relative.scheme() && relative.path() == "../c");
    CHECK(parse_relative_ref("//h/p")->host() == "h");
    CHECK(parse_absolute_uri("http://a/").has_value() && !parse_absolute_uri("http://a/#f"));
    CHECK(parse_as(rule::uri, "urn:x").has_value());
    CHECK(parse_iri("http://example.com/\u00E9")->path() == "/\u00E9");
    CHECK(parse_iri_reference("\u00E9") && parse_absolute_iri("a:\u00E9") && parse_irelative_ref("/\u00E9"));

    const authority_view a = parse_authority("ann@[::1]:80").value();
    CHECK(a.host == "[::1]" && a.port == "80");
    CHECK(parse_host("127.0.0.1").value() == host_type::ipv4);
    CHECK(matches(rule::segment, "a%20b") && !matches(rule::segment, "a/b"));
    CHECK(!parse_uri("http://a/\u00E9", parse_options{.edition = edition::rfc3986}));
}

void errors() {
    const auto bad = parse_uri("http://a/b c");
    CHECK(!bad && bad.error().offset == 10);
    CHECK(!message(bad.error(), "http://a/b c").empty());
    CHECK(to_string(rule::port) == "port" && rule_from_string("port") == rule::port);
    CHECK(section(rule::port) == "3.2.3");
}

void hosts() {
    CHECK(host_type_of("example.com") == host_type::reg_name);
    CHECK(to_string(host_type::reg_name) == "reg-name" && host_type_names.find("ipv6") == host_type::ipv6);
    CHECK(to_string(host_address("127.0.0.1").value()) == "127.0.0.1");
    const ip_address v6 = parse_ipv6address("::1").value();
    CHECK(to_string(v6) == "::1" && parse_ipv4address("1.2.3.4").has_value());
    CHECK(encode_host("a b").value() == "a%20b" && decode_host("a%20b").value() == "a b");
}

void paths() {
    CHECK(has_dot_segments("/a/../b") && !has_dot_segments("/a/b"));
    std::size_t count = 0;
    for (const std::string_view segment : path_segments{"/a/b%2Fc"}) count += segment.empty() ? 0 : 1;
    CHECK(count == 2);
    CHECK(decoded_segments("/a/b%2Fc").value().back() == "b/c");
}

void normalizing() {
    const uri_view u = parse_uri("HTTP://Example.COM:80/%7Estaff/./x").value();
    CHECK(normalize(u) == "http://example.com:80/~staff/x");
    CHECK(!is_normal(u));
    normalize_options by_letters;
    by_letters.level = comparison_level::letter_case;
    CHECK(normalize(u, by_letters) == "http://example.com:80/%7Estaff/./x");
    std::string out = "<";
    normalize_append(out, u);
    CHECK(out == "<http://example.com:80/~staff/x");
    CHECK(to_string(comparison_level::syntax) == "syntax");
    CHECK(comparison_level_from_string("syntax") == comparison_level::syntax);
}

void comparing() {
    const auto a = parse_uri("http://a/%7E").value();
    const auto b = parse_uri("HTTP://a/~").value();
    CHECK(equivalent(a, b) && hash(a) == hash(b));
    CHECK(lowest_equivalent_level(a, b) == comparison_level::syntax);
    std::unordered_set<uri_view, hash_at, equal_at> seen;
    CHECK(seen.insert(a).second && !seen.insert(b).second);
}

void resolving() {
    const uri_view base = parse_uri("http://a/b/c/d;p?q").value();
    CHECK(resolve(base, parse_uri_reference("../g").value()).value() == "http://a/b/g");
    std::string out;
    CHECK(resolve_append(out, base, parse_uri_reference("?y").value()) && out == "http://a/b/c/d;p?y");
    char buffer[64];
    const target t = resolve_to(buffer, base, parse_uri_reference("g").value()).value();
    CHECK(t.text() == "http://a/b/c/g" && !t.current_document);
    const resolve_options refusing{.excess = excess_dots::refuse, .double_slash = double_slash::refuse};
    CHECK(!resolve(base, parse_uri_reference("../../../g").value(), refusing));
    CHECK(relativize(base, parse_uri("http://a/b/e").value()).value() == "/b/e");

    base_sources sources;
    sources.application = "http://fallback/";
    const established_base found = establish_base(sources).value();
    CHECK(found.uri == "http://fallback/" && found.source == base_source::application);
    CHECK(section(base_source::content) == "5.1.1");

    redirect_table moved;
    CHECK(moved.add(parse_uri("http://a/old").value(), parse_uri("http://a/new").value()));
    CHECK(moved.target("http://a/old") == "http://a/new");
}

void iris() {
    CHECK(iri_to_uri(parse_iri("http://a/\u00E9").value()) == "http://a/%C3%A9");
    CHECK(uri_to_iri(parse_uri("http://a/%C3%A9").value()) == "http://a/\u00E9");
    CHECK(stays_encoded(U'\u202E'));
}

} // namespace

int main() {
    parsing();
    errors();
    hosts();
    paths();
    normalizing();
    comparing();
    resolving();
    iris();
    return 0;
}
