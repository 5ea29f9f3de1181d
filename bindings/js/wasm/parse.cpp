// Reading references and URNs: compiled for speed, unlike parts.cpp.
#include "wire.hpp"

#include <uniform/uri/uri.hpp>
#include <uniform/url/by_edition.hpp>
#include <uniform/urn/urn.hpp>

using namespace uniform;
using namespace uniform::js;

namespace {

constexpr u32 absent = 0xFFFFFFFF;

// Offsets of bytes as offsets of UTF-16 units.
template <class... Offset>
void as_units(std::string_view text, Offset &...offset) {
    units u{text};
    ((offset = offset == absent ? absent : u.before(offset)), ...);
}

} // namespace

// One text, without a size before it. 1 and the offsets in the table, or the error.
UNIFORM_JS(parse)(u32 size, u32 e, u32 production, u32 zone_ids, u32 max_length, u32 has_characters) {
    const std::string_view text{request(), size};
    const parse_options how{.edition = edition_at(e), .max_length = max_length, .zone_ids = zone_ids != 0};
    if (!has_relative_references(how.edition)) { // judged, not taken apart
        const auto why = why_invalid(text, how);
        return why ? fail(*why, text) : 1;
    }
    const auto r = parse_as(static_cast<rule>(production), text, how);
    if (!r) return fail(r.error(), text);
    detail::offsets at = detail::access::where(*r);
    const auto type = r->host_type();
    if (has_characters != 0) {
        as_units(text, at.scheme_end, at.host_begin, at.host_end, at.path_begin, at.path_end, at.query_end);
    }
    u32 *t = shared.table;
    t[0] = at.scheme_end;
    t[1] = at.host_begin;
    t[2] = at.host_end;
    t[3] = at.path_begin;
    t[4] = at.path_end;
    t[5] = at.query_end;
    t[6] = type ? static_cast<u32>(*type) : absent;
    return 1;
}

// One text; the ranges of NID, NSS, r-, q- and f-component.
UNIFORM_JS(parse_urn)(u32 size, u32 e, u32 max_length) {
    const std::string_view text{request(), size};
    const auto u = uniform::parse_urn(text, {.edition = edition_at(e), .max_length = max_length});
    if (!u) return fail(u.error(), text);
    const auto at = [&](rule r, bool end) {
        const auto where = u->where(r);
        return !where ? absent : end ? where->end : where->begin;
    };
    u32 *t = shared.table;
    t[0] = at(rule::nid, true);
    t[1] = at(rule::nss, true);
    t[2] = at(rule::r_component, false);
    t[3] = at(rule::r_component, true);
    t[4] = at(rule::q_component, false);
    t[5] = at(rule::q_component, true);
    t[6] = at(rule::f_component, false);
    return 1;
}
