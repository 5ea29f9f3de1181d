#include "http/resolve.hpp"

#include <array>

#include "http/landing.hpp"
#include "http/names_cache.hpp"
#include "http/resolve_core.hpp"
#include "http/resolve_representations.hpp"
#include "http/resolve_services.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

bool begins_with(std::string_view text, std::string_view lower_case) noexcept {
    if (text.size() < lower_case.size()) return false;
    for (std::size_t i = 0; i < lower_case.size(); ++i) {
        const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] | 0x20) : text[i];
        if (c != lower_case[i]) return false;
    }
    return true;
}

} // namespace

bool is_name_target(std::string_view target) noexcept {
    if (!target.starts_with('/')) return false;
    target.remove_prefix(1);
    constexpr std::array<std::string_view, 7> beginnings{"urn:",    "urn%",    "%",       "http:/",
                                                         "https:/", "http%3a", "https%3a"};
    for (const std::string_view b : beginnings) {
        if (begins_with(target, b)) return true;
    }
    return false;
}

outcome outcome_of(const problem &p) noexcept {
    switch (p.type) {
    case problem_type::gone:
        return outcome::withdrawn;
    case problem_type::unknown_name:
        return outcome::unknown;
    case problem_type::no_output:
        return outcome::no_output;
    case problem_type::malformed:
        return outcome::malformed;
    default:
        return outcome::refused;
    }
}

response problem_answer(const problem &p, const request &r) {
    response out = to_response(p, r);
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

response problem_answer(const problem &p, const known_name &n, const request &r, const own_place &here,
                        resolver::timestamp now) {
    const bool about_a_name = n.record && (p.type == problem_type::gone || p.type == problem_type::no_output);
    const resolver::accept_list accept{r.value("Accept")};
    const representation asked = wanted(accept);
    if (about_a_name) {
        const bool page = asked == representation::page || (asked == representation::none && prefers_page(accept));
        const bool other = asked == representation::list || asked == representation::linkset;
        if (page || other) {
            resolver::choice none;
            response out = represent(page ? representation::page : asked, n, none, now, here, status(p.type));
            std::erase_if(out.fields, [](const auto &f) {
                return f.first == "Cache-Control" || f.first == "Link" || f.first == "Uniform-Forgiven" ||
                       f.first == "Content-Location"; // it is what that address gives, but not with this status
            });
            add_fields(out, n);
            if (p.type == problem_type::gone) add_etag(out, n.event);
            return out;
        }
    }
    response out = to_response(with_forgiven(p, n.asked.forgiven), r);
    add_fields(out, n);
    return out;
}

answer resolve(call &c) {
    const request &r = c.request;
    const std::string_view target = origin_form(r);
    if (!is_name_target(target)) {
        return std::unexpected{problem{.type = problem_type::not_found, .detail = "there is nothing at this address"}};
    }
    const own_place here = place_of(c.site, r);
    auto asked = read_name(target.substr(1));
    if (!asked) {
        if (c.site.statistics != nullptr) {
            // A name that is too long is well-formed, and yet nothing is known of its namespace here.
            c.site.statistics->of("", "").count(outcome_of(asked.error()));
        }
        return problem_answer(asked.error(), r);
    }
    names_cache::ticket ticket;
    if (c.site.cache != nullptr) ticket = c.site.cache->begin(*asked);
    const std::string key = asked->key;
    const known_name n = c.site.store->read([&](store::reading &s) { return know(c.site, s, std::move(*asked)); });
    const resolver::timestamp now = resolver::now();
    const auto w = wishes_of(r, n);
    // The namespace reads r-components, and this one asks for a service.
    if (w.r.service && n.record) return answer_service(c, *w.r.service, n, w, now, here);

    const representation f = wanted(w.accept);
    auto a = aim_at(n, w, now, here);
    const bool known = n.record && n.record->state == resolver::name_state::active;
    if (f != representation::none && known && (a || a.error().type == problem_type::no_output) &&
        !(a && a->delegated)) {
        response out = represent(f, n, a ? a->choice : resolver::choice{}, now, here);
        add_etag(out, n.event);
        count(c.site, n, outcome::described);
        return out;
    }
    if (!a) {
        count(c.site, n, outcome_of(a.error()));
        return problem_answer(a.error(), n, r, here, now);
    }
    count(c.site, n, a->delegated ? outcome::delegated : outcome::redirected);
    const int chosen = n.settings_or_default().redirect;
    // Another resolver may change its mind: that is never said to be for ever.
    response out = redirect(n, *a, a->delegated ? (chosen == 307 ? 307 : 302) : chosen, now);
    // The ticket is of one key; a name that was read a second time has another.
    if (c.site.cache != nullptr && !a->delegated && n.asked.key == key) c.site.cache->keep(ticket, r, n, *a, out, now);
    return out;
}

} // namespace uniform::http
