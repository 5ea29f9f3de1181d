#include "http/resolve_services.hpp"

#include <algorithm>
#include <array>

#include <uniform/compare.hpp>
#include <uniform/namespace_equivalence.hpp>
#include <uniform/parse.hpp>
#include <uniform/resolver/json_text.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/urn.hpp>

#include "http/resolve_representations.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;
using service_of_rfc2483 = resolver::service;

namespace {

std::unexpected<problem> no_output(std::string detail, std::string rule) {
    return std::unexpected{
        problem{.type = problem_type::no_output, .detail = std::move(detail), .rule = std::move(rule)}};
}

// The record exists and is no longer or not yet resolved: what every service says then.
std::expected<void, problem> must_be_active(const known_name &n, const resolver::wishes &w, resolver::timestamp now,
                                            const own_place &here) {
    const auto a = aim_at(n, w, now, here);
    if (!a && a.error().type != problem_type::no_output) return std::unexpected{a.error()};
    if (n.record && n.record->state == resolver::name_state::active) return {};
    if (!a) return std::unexpected{a.error()};
    return std::unexpected{kept_elsewhere(*a)};
}

std::vector<std::string> valid_urls(const known_name &n, const resolver::choice &c) {
    std::vector<std::string> out;
    for (const std::size_t i : c.order) {
        if (auto url = url_with_q(n, n.record->locators[i])) out.push_back(std::move(*url));
    }
    return out;
}

std::vector<std::string> descriptions(const known_name &n, const own_place &here) {
    const auto at = addresses_of(here, resolver::urn_of(n.asked.key));
    return {at.record, at.page, at.linkset};
}

// A value of a parameter (RFC 2045 5.1) and RFC 2017 3's encoding of what is no graphic character: URLs have none.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// RFC 2483 4.4: multipart/alternative, the parts in order of increasing preference (RFC 2046 5.1.4).
struct version {
    const resolver::locator *at;
    std::string url; // with the q-component
};
response external_bodies(const known_name &n, const resolver::choice &c, resolver::timestamp now,
                         const std::vector<version> &versions, std::string_view host) {
    std::string boundary = "=_uniform_" + std::to_string(n.event);
    const auto is_used = [&] {
        return std::ranges::any_of(versions, [&](const version &v) { return v.url.contains(boundary); });
    };
    while (is_used()) boundary += '_';
    response out;
    for (auto at = versions.rbegin(); at != versions.rend(); ++at) {
        const resolver::locator &l = *at->at;
        out.body += "--" + boundary +
                    "\r\nContent-Type: message/external-body; access-type=URL;\r\n URL=" + quoted(at->url) + "\r\n\r\n";
        if (!l.media_type.empty()) out.body += "Content-Type: " + l.media_type + "\r\n";
        // A media type that nobody noted is not made up. RFC 2046 5.2.3: Content-ID must be there.
        out.body += "Content-ID: <" + std::to_string(n.event) + "." + std::to_string(&l - n.record->locators.data()) +
                    "@" + std::string(host) + ">\r\n";
        if (!l.language.empty()) out.body += "Content-Language: " + l.language + "\r\n";
        out.body += "\r\n\r\n";
    }
    out.body += "--" + boundary + "--\r\n";
    out.fields.emplace_back("Content-Type", "multipart/alternative; boundary=\"" + boundary + "\"");
    out.fields.emplace_back("Vary", vary_of(n));
    out.fields.emplace_back("Cache-Control", "max-age=" + std::to_string(age_of(n, c, now)));
    add_forgiven(out, n.asked);
    return out;
}

// The right side of a Content-ID (RFC 5322 3.6.4: dot-atom-text).
std::string name_of_host(const own_place &here) {
    const auto u = parse_uri(here.base);
    const auto host = u ? u->host() : std::nullopt;
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    };
    if (!host || host->empty() || !std::ranges::all_of(*host, plain)) return "resolver.invalid";
    return std::string(*host);
}

// RFC 2169 3.4: "only return versions of the resource that are acceptable".
std::vector<version> acceptable(const known_name &n, const resolver::wishes &w, const resolver::choice &c) {
    std::vector<version> out;
    for (const std::size_t i : c.order) {
        const resolver::locator &l = n.record->locators[i];
        const std::string &type = l.media_type;
        const bool ours = w.accept.of("multipart/alternative").specificity >= 3;
        const bool fits = type.empty() || w.accept.of(type).quality > 0 || (ours && w.accept.ranges().size() == 1);
        if (!fits) continue;
        if (auto url = url_with_q(n, l)) out.push_back({&l, std::move(*url)});
    }
    return out;
}

response service_response(call &c, service_of_rfc2483 s, const known_name &n, const resolver::wishes &w,
                          resolver::timestamp now, const own_place &here, const aim &a) {
    const request &r = c.request;
    // RFC 2169 3.1: 303 for HTTP/1.1, 302 for HTTP/1.0
    const int see_other = r.minor_version == 0 ? 302 : 303;
    const representation form = best_of(w.accept, representation::list);
    switch (s) {
    case service_of_rfc2483::i2l:
    case service_of_rfc2483::i2r:
        return redirect(n, a, see_other, now);
    case service_of_rfc2483::i2ls:
        return list_answer(form, n, valid_urls(n, a.choice), now, a.choice);
    case service_of_rfc2483::i2rs: {
        if (wanted(w.accept) == representation::list) {
            return list_answer(representation::list, n, valid_urls(n, a.choice), now, a.choice);
        }
        const auto versions = acceptable(n, w, a.choice);
        if (versions.empty()) { // RFC 2046 5.1.1: a multipart without parts is none
            return problem_answer(no_output("no version of it is acceptable", "RFC 2169 section 3.4").error(), n, r,
                                  here, now);
        }
        if (versions.size() == 1) { // 4.4: one version may be returned without the wrapper
            aim one = a;
            one.location = versions.front().url;
            return redirect(n, one, see_other, now);
        }
        return external_bodies(n, a.choice, now, versions, name_of_host(here));
    }
    case service_of_rfc2483::i2c: {
        const representation f = best_of(w.accept, representation::record);
        return represent(f == representation::list ? representation::record : f, n, a.choice, now, here);
    }
    case service_of_rfc2483::i2cs:
        return list_answer(form, n, descriptions(n, here), now, a.choice);
    case service_of_rfc2483::i2n:
    case service_of_rfc2483::i2ns:
    case service_of_rfc2483::equal:
        break;
    }
    auto names = c.site.store->read([&](store::reading &reading) { return agreed_names(reading, n); });
    if (s == service_of_rfc2483::i2n && names.size() > 1) names.resize(1);
    return list_answer(form, n, names, now, a.choice);
}

} // namespace

std::vector<std::string> agreed_names(store::reading &r, const known_name &n) {
    std::vector<std::string> out;
    if (!n.record) return out;
    for (const std::string &urn : n.record->other_names) {
        const auto key = uniform::service::key_of(r, urn);
        const auto row = key ? r.name(*key) : std::nullopt;
        const auto other = row ? resolver::decode(row->record) : std::nullopt;
        if (other && resolver::agreed(n.asked.key, *n.record, *key, *other)) out.push_back(urn);
    }
    return out;
}

response answer_service(call &c, service_of_rfc2483 s, const known_name &n, const resolver::wishes &w,
                        resolver::timestamp now, const own_place &here) {
    const request &r = c.request;
    const auto refuse = [&](const problem &p) {
        count(c.site, n, outcome_of(p));
        return problem_answer(p, n, r, here, now);
    };
    auto a = aim_at(n, w, now, here);
    const bool needs_url = s == service_of_rfc2483::i2l || s == service_of_rfc2483::i2r;
    if (!needs_url) {
        if (const auto ok = must_be_active(n, w, now, here); !ok) return refuse(ok.error());
    }
    const bool needs_some = needs_url || s == service_of_rfc2483::i2rs;
    if (!a && (needs_some || a.error().type != problem_type::no_output)) return refuse(a.error());
    if (s == service_of_rfc2483::i2n) {
        const auto names = c.site.store->read([&](store::reading &reading) { return agreed_names(reading, n); });
        if (names.empty()) {
            return refuse(no_output("no other name is agreed on by both sides", "RFC 2483 section 4.7").error());
        }
    }
    response out = service_response(c, s, n, w, now, here, a ? *a : aim{});
    add_etag(out, n.event);
    count(c.site, n,
          out.status == 404 ? outcome::no_output
          : !needs_url      ? outcome::described
          : a->delegated    ? outcome::delegated
                            : outcome::redirected);
    return out;
}

std::expected<std::string, problem> service_json(store::reading &r, service_of_rfc2483 s, std::string_view uri,
                                                 const known_name &n, const resolver::wishes &w,
                                                 resolver::timestamp now, const own_place &here) {
    const bool needs_url = s == service_of_rfc2483::i2l || s == service_of_rfc2483::i2r;
    const auto a = aim_at(n, w, now, here);
    if (needs_url) {
        if (!a) return std::unexpected{a.error()};
    } else if (const auto ok = must_be_active(n, w, now, here); !ok) {
        return std::unexpected{ok.error()};
    }
    const resolver::choice none;
    const resolver::choice &choice = a ? a->choice : none;
    std::string out = "{\"service\":";
    resolver::append_json_string(out, to_string(s));
    out += ",\"uri\":";
    resolver::append_json_string(out, uri);
    out += ",\"urn\":";
    resolver::append_json_string(out, resolver::urn_of(n.asked.key));
    if (!n.asked.forgiven.empty()) {
        out += ',' + forgiven_member(n.asked.forgiven);
    }
    if (needs_url && a->delegated) out += ",\"delegated\":true";
    out += ",\"result\":";
    const auto strings = [&](const std::vector<std::string> &all) {
        out += '[';
        for (const std::string &t : all) {
            if (&t != all.data()) out += ',';
            resolver::append_json_string(out, t);
        }
        out += ']';
    };
    switch (s) {
    case service_of_rfc2483::i2l:
    case service_of_rfc2483::i2r:
        resolver::append_json_string(out, a->location);
        break;
    case service_of_rfc2483::i2ls:
    case service_of_rfc2483::i2rs: {
        out += '[';
        bool first = true;
        for (const std::size_t i : choice.order) {
            auto url = url_with_q(n, n.record->locators[i]);
            if (!url) continue;
            if (!first) out += ',';
            first = false;
            resolver::locator one = n.record->locators[i];
            one.url = std::move(*url);
            append_json(out, one);
        }
        out += ']';
        break;
    }
    case service_of_rfc2483::i2c:
        append_json(out, *n.record, n.asked.key);
        break;
    case service_of_rfc2483::i2cs: {
        static constexpr std::array<std::string_view, 3> types{"application/json", "text/html",
                                                               "application/linkset+json"};
        const auto all = descriptions(n, here);
        out += '[';
        for (std::size_t i = 0; i < all.size(); ++i) {
            out += i == 0 ? "{\"href\":" : ",{\"href\":";
            resolver::append_json_string(out, all[i]);
            out += ",\"type\":";
            resolver::append_json_string(out, types[i]);
            out += '}';
        }
        out += ']';
        break;
    }
    case service_of_rfc2483::i2n: {
        const auto names = agreed_names(r, n);
        if (names.empty()) return no_output("no other name is agreed on by both sides", "RFC 2483 section 4.7");
        resolver::append_json_string(out, names.front());
        break;
    }
    case service_of_rfc2483::i2ns:
    case service_of_rfc2483::equal:
        strings(agreed_names(r, n));
        break;
    }
    out += '}';
    return out;
}

std::expected<bool, problem> are_equal(const site &s, store::reading &r, std::string_view a, std::string_view b) {
    for (const std::string_view uri : {a, b}) {
        if (const auto u = parse_uri(uri); !u) return std::unexpected{resolver::malformed(u.error(), uri)};
    }
    const auto x = parse_urn(a);
    const auto y = parse_urn(b);
    if (!x || !y) {
        // A name is not its locator; of locators nothing is known but what their text says.
        if (x.has_value() != y.has_value()) return false;
        return equivalent(*parse_uri(a), *parse_uri(b), {.rung = rung::scheme});
    }
    if (namespace_equivalent(*x, *y)) return true;
    const auto one = read_name(x->assigned_name());
    const auto other = read_name(y->assigned_name());
    if (!one) return std::unexpected{one.error()};
    if (!other) return std::unexpected{other.error()};
    const known_name n = know(s, r, *one);
    const known_name m = know(s, r, *other);
    if (n.asked.key == m.asked.key) return true; // by the rules of a namespace that is kept here
    if (!n.record && !m.record) {
        return std::unexpected{problem{.type = problem_type::unknown_name,
                                       .detail = "neither of the two names has been assigned here",
                                       .rule = "RFC 2483 section 4.9: syntactically valid but do not exist"}};
    }
    return n.record && m.record && resolver::agreed(n.asked.key, *n.record, m.asked.key, *m.record);
}

std::expected<asked_name, problem> operand(resolver::named_service s, std::string_view uri) {
    auto n = read_name(uri);
    if (!s.of_locator && n) return n;
    const auto u = parse_uri(uri);
    if (!u || (!n && has_urn_scheme(*u))) return n ? std::unexpected{resolver::malformed(u.error(), uri)} : n;
    if (s.of_locator) {
        // RFC 2169 3.7 to 3.9 ask what is known of a locator. The address of a resolver says it itself; there is no
        // index of the others.
        if (n && !has_urn_scheme(*u)) return n;
        return no_output("the service has no index of locators: only the address of a resolver, which holds the name, "
                         "is understood here",
                         "RFC 2169 section 3.7");
    }
    return std::unexpected{problem{.type = problem_type::unknown_name,
                                   .detail = "the URI is no URN, and nothing is known about it here",
                                   .rule = "RFC 2483 section 4.1: syntactically valid but does not exist"}};
}

} // namespace uniform::http
