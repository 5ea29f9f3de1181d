// Repair of texts that are no URIs.
#include "wire.hpp"

#include <uniform/repair/repair.hpp>

using namespace uniform;
using namespace uniform::js;

namespace uniform::js {

std::optional<completion> completed(std::string_view typed, u32 edition, u32 https) {
    complete_options o;
    o.edition = edition_at(edition);
    if (https != 0) o.default_scheme = "https";
    return is_iri_edition(o.edition) ? complete(typed, o) : complete_iri(typed, {.default_scheme = o.default_scheme});
}

} // namespace uniform::js

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
        w.member("byteOffset", why.offset).member("rule", why.production);
        source(w, why.document, why.section).member("reason", why.says).end_object();
    });
    return failed;
}
