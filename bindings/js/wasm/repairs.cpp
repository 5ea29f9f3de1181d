// Repair of texts that are no URIs, by RFC 3987 and as people type them. src/repair is compiled as it is; what it takes
// from ICU is not here, so host names beyond US-ASCII and the reading of the URL Standard are refused below.
#include "wire.hpp"

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/whatwg/web_url.hpp>

using namespace uniform;
using namespace uniform::js;

namespace uniform::idna {

std::expected<std::string, problem> to_ascii(std::string_view name, rules /*by*/) {
    return std::unexpected{problem{0, name.size(), "host names beyond US-ASCII are not converted here", "UTS 46", "4"}};
}

} // namespace uniform::idna

namespace uniform::whatwg {

std::expected<url, failure> parse(std::string_view /*text*/, const url * /*base*/, validation_errors * /*errors*/) {
    return std::unexpected{failure{}};
}
std::string_view message(error_kind /*kind*/) noexcept { return {}; }
std::string_view name(error_kind /*kind*/) noexcept { return {}; }

} // namespace uniform::whatwg

UNIFORM_JS(repair)(u32 size, u32 like, u32 production) {
    const auto text = arguments{size}.next();
    const auto r = repair(text, {.like = static_cast<interpretation>(like), .as = static_cast<rule>(production)});
    if (r) {
        return give_json([&](json::writer &w) {
            w.begin_object().member("uri", r->uri).member("changed", r->changed);
            w.member("hostBefore", r->host_before).end_object();
        });
    }
    const no_repair &why = r.error();
    give_json([&](json::writer &w) {
        w.begin_object().member("code", "no_repair").member("offset", units{text}.before(why.offset));
        w.member("byteOffset", why.offset).member("rule", why.production).member("document", why.document);
        w.member("section", why.section).member("reason", why.says).end_object();
    });
    return failed;
}
