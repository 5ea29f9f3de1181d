// Read by lifetimes_test.py: each compiler refuses the lines that end with BAD, and no other.
#include <string>
#include <string_view>

#include <uniform/uri/parse.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/uri.hpp>
#include <uniform/urn/urn.hpp>
#include <uniform/whatwg/web_url.hpp>

using namespace uniform;

void texts(const std::string &host) {
    const std::string text = "http://" + host;
    const auto good = parse_uri(text);
    const auto of_literal = parse_uri("http://a/");
    const auto in_braces = parse_uri({text.data(), text.size()}, {.zone_ids = true});
    const auto bad = parse_uri(std::string("http://a/"));                 // BAD
    const auto made = parse_uri("http://" + host, {});                    // BAD
    const auto options = parse_uri("http://" + host, {.zone_ids = true}); // BAD
    const auto path = path_segments{text};
    const auto no_path = path_segments{host + "/b"}; // BAD
}

void owners(const std::string &text) {
    const uri whole = uri::parse(text).value();
    const auto name = as_urn(whole);
    const auto gone = as_urn(uri::parse(text).value()); // BAD
    const uri_view view = whole.view();
    const uri_view lost = uri::parse(text).value().view(); // BAD
    const auto parsed = parse_uri(whole.text());
    const auto dangling = parse_uri(uri::parse(text).value().text()); // BAD
}

void members(const std::string &text) {
    const whatwg::url_offsets &kept = whatwg::parse(text)->view().offsets();
    const whatwg::url_offsets &own = whatwg::parse(text)->offsets();
    const std::string &href = whatwg::parse(text).value().href();
    const whatwg::url_view view = whatwg::parse(text).value().view(); // BAD
}
