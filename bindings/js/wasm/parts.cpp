// Reading in parts: single productions, authorities, hosts, URLs of schemes.
#include "wire.hpp"

#include <uniform/uri/host.hpp>
#include <uniform/uri/special_address.hpp>
#include <uniform/url/url.hpp>

using namespace uniform;
using namespace uniform::js;

namespace {

constexpr u32 absent = 0xFFFFFFFF;

parse_options by(u32 e, u32 zone_ids) noexcept { return {.edition = edition_at(e), .zone_ids = zone_ids != 0}; }

} // namespace

// text, name of the production
UNIFORM_JS(matches)(u32 size, u32 e, u32 zone_ids) {
    arguments in{size};
    const auto text = in.next();
    const rule r = rule_from_string(in.next());
    if (r == rule::none) return -1;
    return matches(r, text, by(e, zone_ids)) ? 1 : 0;
}

UNIFORM_JS(parse_authority)(u32 size, u32 e, u32 zone_ids) {
    const auto text = arguments{size}.next();
    const auto a = uniform::parse_authority(text, by(e, zone_ids));
    if (!a) return fail(a.error(), text);
    return give_json([&](json::writer &w) {
        w.begin_object().member("userinfo", a->userinfo).member("host", a->host).member("port", a->port).end_object();
    });
}

// The facts about a host that need no look-up.
UNIFORM_JS(parse_host)(u32 size, u32 e, u32 zone_ids) {
    const auto text = arguments{size}.next();
    const auto type = uniform::parse_host(text, by(e, zone_ids));
    if (!type) return fail(type.error(), text);
    return give_json([&](json::writer &w) {
        const auto decoded_host = decode(text);
        const address_in_host a = address_of_host(decoded_host ? *decoded_host : std::string{text});
        w.begin_object().member("text", text).member("type", to_string(*type));
        w.member("address", a.address ? std::optional{to_string(*a.address)} : std::nullopt).member("rare", a.rare);
        w.key("bytes");
        if (const auto own = host_address(text)) {
            w.begin_array();
            for (const std::uint8_t b : own->bytes()) w.number(std::uint64_t{b});
            w.end_array();
        } else {
            w.null();
        }
        w.key("special");
        if (a.special == nullptr) {
            w.null();
        } else {
            w.begin_object().member("use", to_string(a.special->use)).member("says", a.special->says);
            source(w, a.special->document, a.special->section).end_object();
        }
        w.end_object();
    });
}

// By the scheme's own document, or the one of that edition; `e` of all ones is the current one.
UNIFORM_JS(parse_url)(u32 size, u32 e) {
    const auto text = arguments{size}.next();
    url_options o;
    if (e != absent) o.edition = edition_at(e);
    const auto url = uniform::parse_url(text, o);
    if (!url) return fail(url.error(), text);
    return give_json([&](json::writer &w) {
        const std::string_view scheme = text.substr(0, text.find(':'));
        w.begin_object().member("scheme", ascii::lower_copy(scheme));
        w.member("edition", to_string(edition_of(*url))).member("document", document(edition_of(*url)));
        w.key("parts").begin_object();
        for (const url_field &f : fields_of(*url, o)) {
            w.key(f.name);
            switch (f.what) {
            case url_field::kind::absent:
                w.null();
                break;
            case url_field::kind::text:
                w.string(f.text);
                break;
            case url_field::kind::number:
                w.number(f.number);
                break;
            case url_field::kind::boolean:
                w.boolean(f.number != 0);
                break;
            case url_field::kind::list:
                w.add(f.list);
                break;
            case url_field::kind::pair_list:
                w.begin_array();
                for (const auto &[name, value] : f.pair_list) w.begin_array().string(name).string(value).end_array();
                w.end_array();
                break;
            }
        }
        w.end_object().end_object();
    });
}
