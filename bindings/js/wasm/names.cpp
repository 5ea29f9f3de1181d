// Host names beyond US-ASCII, and URLs as browsers read them.
#include "wire.hpp"

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/whatwg/web_url.hpp>

#include "whatwg/encode.hpp"

using namespace uniform;
using namespace uniform::js;

namespace uniform::whatwg {

// The encodings of old documents need ICU's converters; here a query is in UTF-8.
bool is_other_encoding(std::string_view /*encoding*/) noexcept { return false; }
bool append_after_encoding(std::string & /*out*/, std::string_view /*encoding*/, std::string_view /*text*/,
                           percent_encode_set /*set*/) {
    return false;
}

} // namespace uniform::whatwg

UNIFORM_JS(display_host)(u32 size) {
    const auto shown = idna::display(arguments{size}.next());
    return give_json(
        [&](json::writer &w) { w.begin_object().member("text", shown.text).member("why", shown.why).end_object(); });
}

// A text, and a base if there is one.
UNIFORM_JS(web_url)(u32 size) {
    arguments a{size};
    const auto text = a.next();
    const auto base = a.maybe();
    whatwg::validation_errors errors{100};
    const auto parsed = base ? whatwg::parse(text, *base, &errors) : whatwg::parse(text, nullptr, &errors);
    if (!parsed) {
        const whatwg::failure &why = parsed.error();
        const std::string_view at_fault = why.in_base ? *base : text;
        give_json([&](json::writer &w) {
            w.begin_object().member("code", whatwg::name(why.kind));
            w.member("offset", units{at_fault}.before(why.offset)).member("byteOffset", why.offset);
            source(w.member("rule", ""), "URL Standard", "").member("reason", whatwg::message(why.kind));
            w.member_if("argument", why.in_base ? "base" : "").end_object();
        });
        return failed;
    }
    const whatwg::url_view url = parsed->view();
    return give_json([&](json::writer &w) {
        w.begin_object().member("href", url.href()).member("origin", url.origin()).member("protocol", url.protocol());
        w.member("username", url.username()).member("password", url.password()).member("host", url.host());
        w.member("hostname", url.hostname()).member("port", url.port()).member("pathname", url.pathname());
        w.member("search", url.search()).member("hash", url.hash()).key("errors").begin_array();
        units u{text};
        for (const whatwg::validation_error &e : errors) {
            w.begin_object().member("code", whatwg::name(e.kind)).member("offset", u.before(e.offset));
            w.member("byteOffset", e.offset).member("reason", whatwg::message(e.kind)).end_object();
        }
        w.end_array().end_object();
    });
}
