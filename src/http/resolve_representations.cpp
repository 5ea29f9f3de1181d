#include "http/resolve_representations.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include <uniform/resolver/json_text.hpp>
#include <uniform/resolver/uri_list.hpp>

#include "http/landing.hpp"
#include "resolver/html.hpp"
#include "resolver/schema_classes.hpp"

namespace uniform::http {

namespace {

using resolver::accept_list;
using resolver::media_range;

constexpr std::array own{representation::list, representation::record, representation::linkset, representation::page};

bool same(std::string_view a, std::string_view lower_case) noexcept {
    return std::ranges::equal(a, lower_case, {},
                              [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
}

representation named_by(const media_range &r) noexcept {
    for (const representation f : own) {
        const std::string_view type = media_type_of(f);
        const std::size_t slash = type.find('/');
        if (same(r.type, type.substr(0, slash)) && same(r.subtype, type.substr(slash + 1))) return f;
    }
    return representation::none;
}

std::string record_json(const known_name &n) {
    std::string out = to_json(*n.record, n.asked.key);
    out.pop_back();
    out += ",\"version\":" + std::to_string(n.event);
    if (!n.asked.forgiven.empty()) {
        out += ',' + forgiven_member(n.asked.forgiven);
    }
    out += '}';
    return out;
}

void add_type(response &out, representation f) {
    std::string type{media_type_of(f)};
    if (f == representation::page) {
        type += "; charset=utf-8";
        out.fields.emplace_back("Content-Security-Policy", resolver::html::security_policy);
    }
    out.fields.emplace_back("Content-Type", std::move(type));
}

std::string max_age(const known_name &n, const resolver::choice &c, resolver::timestamp now) {
    return "max-age=" + std::to_string(age_of(n, c, now));
}

// FNV-1a, 64 bits: two answers of one event differ when time, settings or health changed.
std::string digest_of(std::string_view body) {
    std::uint64_t h = 0xCBF29CE484222325U;
    for (const char c : body) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (int shift = 60; shift >= 0; shift -= 4) out += digits[(h >> static_cast<unsigned>(shift)) & 15U];
    return out;
}

} // namespace

std::string_view media_type_of(representation f) noexcept {
    switch (f) {
    case representation::list:
        return "text/uri-list";
    case representation::record:
        return "application/json";
    case representation::linkset:
        return "application/linkset+json";
    case representation::page:
        return "text/html";
    case representation::none:
        break;
    }
    return {};
}

representation wanted(const accept_list &accept) noexcept {
    std::uint16_t top = 0;
    for (const media_range &r : accept.ranges()) top = std::max(top, r.quality);
    if (top == 0) return representation::none;
    representation found = representation::none;
    bool only_ours = true;
    for (const media_range &r : accept.ranges()) {
        const representation f = named_by(r);
        if (r.quality > 0 && f == representation::none) only_ours = false;
        if (r.quality != top) continue;
        if (f == representation::none) return representation::none;
        if (found == representation::none) found = f;
    }
    return found == representation::page && !only_ours ? representation::none : found;
}

representation best_of(const accept_list &accept, representation otherwise) noexcept {
    if (accept.empty()) return otherwise;
    representation best = otherwise;
    const auto value = [&](representation f) {
        const auto fit = accept.of(media_type_of(f));
        return std::tuple{fit.quality, fit.specificity, 255 - fit.position};
    };
    for (const representation f : own) {
        if (value(f) > value(best)) best = f;
    }
    return best;
}

bool prefers_page(const accept_list &accept) noexcept {
    if (accept.empty()) return false;
    const auto page = accept.of("text/html");
    const auto json = std::max(accept.of("application/json"), accept.of("application/problem+json"),
                               [](const auto &a, const auto &b) {
                                   return std::tie(a.quality, a.specificity) < std::tie(b.quality, b.specificity);
                               });
    return std::tie(page.quality, page.specificity) > std::tie(json.quality, json.specificity);
}

response represent(representation f, const known_name &n, const resolver::choice &c, resolver::timestamp now,
                   const own_place &here, int status) {
    const std::string urn = resolver::urn_of(n.asked.key);
    const auto at = addresses_of(here, urn);
    const resolver::name_record &r = *n.record;
    std::vector<const resolver::locator *> valid;
    for (const std::size_t i : c.order) valid.push_back(&r.locators[i]);
    auto links = links_of(urn, r, valid, at);
    // FAIR Signposting: a landing page says that it is one, beside what the resource is.
    if (f == representation::page) {
        links.insert(links.begin() + 1, {.relation = "type", .target = std::string(resolver::about_page)});
    }

    response out{.status = status};
    add_type(out, f);
    switch (f) {
    case representation::list: {
        std::vector<std::string> uris;
        for (const auto *l : valid) {
            if (auto url = url_with_q(n, *l)) uris.push_back(std::move(*url));
        }
        if (r.state == resolver::name_state::withdrawn && !r.successor.empty()) uris.push_back(r.successor);
        out.body = resolver::uri_list(n.asked.urn, uris);
        break;
    }
    case representation::linkset:
        out.body = linkset_json(urn, links);
        out.fields.emplace_back("Content-Location", at.linkset);
        break;
    case representation::page:
        out.body = landing_page(n, c, at, here);
        out.fields.emplace_back("Content-Location", at.page); // RFC 3986 5.1.2: the base of what is in it
        break;
    case representation::record:
    case representation::none:
        // RFC 9110 8.7: no Content-Location, since the record at its own address says nothing about this request.
        out.body = record_json(n);
        break;
    }
    out.fields.emplace_back("Link", link_field(links));
    out.fields.emplace_back("Vary", vary_of(n));
    out.fields.emplace_back("Cache-Control", max_age(n, c, now));
    add_forgiven(out, n.asked);
    return out;
}

response list_answer(representation f, const known_name &n, const std::vector<std::string> &uris,
                     resolver::timestamp now, const resolver::choice &c) {
    response out;
    if (f == representation::page) {
        add_type(out, f);
        out.body = list_page(n.asked.urn, uris);
    } else if (f == representation::record) {
        add_type(out, f);
        out.body = "[";
        for (const std::string &u : uris) {
            if (out.body.size() > 1) out.body += ',';
            resolver::append_json_string(out.body, u);
        }
        out.body += ']';
    } else {
        add_type(out, representation::list);
        out.body = resolver::uri_list(n.asked.urn, uris);
    }
    out.fields.emplace_back("Vary", vary_of(n));
    out.fields.emplace_back("Cache-Control", max_age(n, c, now));
    add_forgiven(out, n.asked);
    return out;
}

void add_etag(response &out, std::uint64_t event) {
    if (out.status != 200 && out.status != 410) return;
    out.fields.emplace_back("ETag", "\"" + std::to_string(event) + "." + digest_of(out.body) + "\"");
}

} // namespace uniform::http
