// URLs as browsers read them: parsing, setters, hosts, form data, errors, and where RFC 3986 reads something else.
#include <uniform/whatwg/percent_encode_set.hpp>
#include <uniform/whatwg/readings.hpp>
#include <uniform/whatwg/search_params.hpp>
#include <uniform/whatwg/url_offsets.hpp>
#include <uniform/whatwg/validation_error.hpp>
#include <uniform/whatwg/web_host.hpp>
#include <uniform/whatwg/web_url.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void parsing() {
    whatwg::url u = whatwg::parse("HTTPS://Example.com:443/a/../b c?q=%7e#Top").value();
    CHECK(u.href() == "https://example.com/b%20c?q=%7e#Top");
    CHECK(u.set_port("8080") && u.host() == "example.com:8080");
    CHECK(whatwg::parse("../c", "http://a.example/b/")->href() == "http://a.example/c");
    CHECK(whatwg::can_parse("http://a") && !whatwg::can_parse("/a"));
    const whatwg::url_offsets at = u.offsets();
    CHECK(at.scheme_end == 5 && at.host_begin == 8);
}

void other_encodings() {
    CHECK(whatwg::parse_in_encoding("http://h/?\u00E9", "windows-1252")->href() == "http://h/?%E9");
    using enum whatwg::percent_encode_set;
    CHECK(whatwg::percent_encode_after_encoding("Shift_JIS", "\u2212", query) == "%81|");
    CHECK(!whatwg::percent_encode_after_encoding("latin1", "\u00E9", query)); // a label, no name
}

void views_without_parsing() {
    const whatwg::url_view v = whatwg::view_of("https://example.com/").value();
    CHECK(v.hostname() == "example.com" && v.is_special());
    CHECK(!whatwg::view_of("https://example.com")); // which is no serialized URL: its path is missing
    CHECK(whatwg::is_special_scheme("wss") && whatwg::default_port("wss") == 443);
}

void errors() {
    whatwg::validation_errors all{20};
    CHECK(whatwg::parse("http:\\\\a.example", nullptr, &all));
    const whatwg::validation_error &first = all.front();
    CHECK(name(first.kind) == "special-scheme-missing-following-solidus" && first.offset == 5);
    const whatwg::failure why = whatwg::parse("http://a:99999/").error();
    CHECK(why.kind == whatwg::error_kind::port_out_of_range && !message(why.kind).empty() && !why.in_base);
    CHECK(whatwg::error_kinds == 31);
}

void hosts() {
    const whatwg::host h = whatwg::parse_host("0x7F.1").value();
    CHECK(h.kind == whatwg::host_kind::ipv4 && h.text == "127.0.0.1" && name(h.kind) == "IPv4 address");
    CHECK(whatwg::serialize_ipv4(0x7F000001) == "127.0.0.1");
    CHECK(whatwg::serialize_ipv6({0x2001, 0xdb8, 0, 0, 0, 0, 0, 1}) == "2001:db8::1");
    CHECK(whatwg::domain_to_ascii("b\u00FCcher.example", false).value() == "xn--bcher-kva.example");
    CHECK(whatwg::domain_to_unicode("xn--53h.example") == "\u2615.example");
    CHECK(whatwg::is_valid_domain("a.example") && !whatwg::is_valid_domain("a b"));
}

void form_data() {
    whatwg::search_params params{"a=1+2&b"};
    params.set("b", "3");
    CHECK(params.get("a") == "1 2" && params.to_string() == "a=1+2&b=3");
    const std::vector<whatwg::name_value> pairs = whatwg::parse_form_urlencoded("a=1+2&b");
    CHECK(pairs[0].value == "1 2" && whatwg::serialize_form_urlencoded(pairs) == "a=1+2&b=");
}

void percent_encoding() {
    CHECK(whatwg::contains(whatwg::percent_encode_set::query, '"'));
    CHECK(whatwg::utf8_percent_encode("Say what\u203D", whatwg::percent_encode_set::userinfo) == "Say%20what%E2%80%BD");
    const auto minus = whatwg::percent_encode_after_encoding("Shift_JIS", "\u2212", whatwg::percent_encode_set::query);
    CHECK(minus == "%81|");
    CHECK(whatwg::parse_in_encoding("http://h/?\u00E9", "windows-1252")->href() == "http://h/?%E9");
    CHECK(whatwg::percent_decode("%25%s%1G") == "%%s%1G");
    CHECK(whatwg::utf8_decode("a\xFF") == "a\uFFFD");
}

void two_readings() {
    const auto found = whatwg::reading_differences("http://a.example\\@b.example/");
    const whatwg::reading_difference &host = found.front();
    CHECK(host.part == whatwg::reading_part::host && name(host.part) == "host");
    CHECK(host.by_rfc3986 == "b.example" && host.by_browser == "a.example" && host.offset == 16);
    CHECK(found.size() <= whatwg::reading_parts);
}

} // namespace

int main() {
    parsing();
    other_encodings();
    views_without_parsing();
    errors();
    hosts();
    form_data();
    percent_encoding();
    two_readings();
    return 0;
}
