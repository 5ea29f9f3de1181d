#include "http/resolve/response.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "http/api/router.hpp"
#include "http/resolve/describe.hpp"
#include "http/resolve/problem_page.hpp"
#include "http/resolve/problems.hpp"
#include "http/resolve/response_fields.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

template <class... F>
struct overloaded : F... {
    using F::operator()...;
};

// A problem about a name that exists: a page, a list or a link set, where Accept asks for one of these.
std::optional<response> described_problem(const problem &p, const resolution &r, const own_url &own) {
    const bool is_described = p.type == problem_type::gone || p.type == problem_type::no_output;
    if (!r.name.record || !is_described) return std::nullopt;
    const resolver::accept_list &accept = r.preferences.accept;
    representation form = wanted(accept);
    if (form == representation::none && resolver::prefers_html(accept)) form = representation::page;
    if (form == representation::none || form == representation::record || is_exported(form)) return std::nullopt;
    response out = describe(form, r, own, status(p.type));
    std::erase_if(out.fields, [](const auto &f) {
        // Content-Location: that URL gives the same with another status.
        return f.first == "Cache-Control" || f.first == "Link" || f.first == "Content-Location";
    });
    return out;
}

response response_of_problem(const problem &p, const resolution &r, const request &q, const own_url &own) {
    auto described = described_problem(p, r, own);
    response out = described ? std::move(*described)
                             : to_response(with_corrections(p, r.name.requested.corrections), q, own.settings(),
                                           prefers_page(q) ? about_name(p, r, q) : problem_about_name{});
    const bool withdrawn = r.name.is(resolver::name_state::withdrawn);
    // A name that does not exist may be assigned in a moment; a withdrawn one stays withdrawn.
    const lifetime kept = withdrawn                              ? lifetime_of(r, own.settings())
                          : p.type == problem_type::unknown_name ? lifetime_of_unknown(own.settings())
                                                                 : lifetime{};
    if (withdrawn || kept.max_age > 0) {
        add_lifetime(out, kept);
        const bool is_page = std::ranges::any_of(
            out.fields, [](const auto &f) { return f.first == "Content-Type" && f.second.starts_with("text/html"); });
        if (is_page) keep_from_shared_caches(out);
    } else {
        out.fields.emplace_back("Cache-Control", "no-store");
    }
    if (withdrawn) {
        std::string links = "<" + r.name.urn() + ">; rel=\"cite-as\"";
        const std::string &successor = r.name.record->successor;
        if (!successor.empty()) links += ", <" + successor + ">; rel=\"successor-version\"";
        out.fields.emplace_back("Link", std::move(links));
    }
    if (described && p.type == problem_type::gone) add_etag(out, r.name.event);
    return out;
}

std::vector<std::string> urls_of(const std::vector<valid_locator> &locators) {
    std::vector<std::string> out;
    out.reserve(locators.size());
    for (const valid_locator &v : locators) out.push_back(v.locator.url);
    return out;
}

std::vector<std::string> urls_of(const description_list &l) {
    std::vector<std::string> out;
    out.reserve(l.links.size());
    for (const auto &link : l.links) out.push_back(link.url);
    return out;
}

} // namespace

void add_common_fields(response &out, std::span<const resolver::correction> corrections) {
    for (const common_field &f : common_fields) {
        const auto has_its_name = [&](const auto &field) { return field.first == f.row.name; };
        if (std::ranges::any_of(out.fields, has_its_name)) continue;
        if (std::string value = f.value(corrections); !value.empty())
            out.fields.emplace_back(f.row.name, std::move(value));
    }
}

redirect_template redirect_template_of(const resolution &r, const request &q, const settings *s) {
    redirect_template f{.by_language = depends_on_language(r),
                        .corrections = r.name.requested.corrections,
                        .in_caches = lifetime_of(r, s),
                        .keys = key_prefix_of(r, s)};
    const int configured = r.name.settings_or_default().redirect;
    if (r.service) {
        f.status = q.minor_version == 0 ? 302 : 303; // RFC 2169 3.1
    } else if (std::holds_alternative<delegated>(r.result)) {
        f.status = configured == 307 ? 307 : 302; // never permanent: the other resolver decides
    } else {
        f.status = configured;
    }
    return f;
}

response redirect_response(const redirect_template &f, std::string location, std::string_view digest) {
    response out{.status = f.status};
    out.fields.emplace_back("Location", std::move(location));
    if (!f.keys.field.empty()) out.fields.emplace_back(f.keys.field, f.keys.keys + std::string(digest));
    add_lifetime(out, f.in_caches);
    out.fields.emplace_back("Vary", f.by_language ? "Accept, Accept-Language" : "Accept");
    add_common_fields(out, f.corrections);
    return out;
}

response response_of(const resolution &r, const request &q, const own_url &own) {
    const auto redirected = [&](const std::string &location) {
        const redirect_template f = redirect_template_of(r, q, own.settings());
        return redirect_response(f, location, f.keys.field.empty() ? "" : digest_of_name(r.name.requested.key));
    };
    const auto finished = [&](response out) {
        add_keys(out, r, own.settings());
        add_common_fields(out, r.name.requested.corrections);
        return out;
    };
    const auto tagged = [&](response out) {
        add_etag(out, r.name.event);
        return finished(std::move(out));
    };
    const auto listed = [&](const std::vector<std::string> &uris) {
        return tagged(list_response(best_of(r.preferences.accept, representation::list), r, uris, own));
    };
    return std::visit(overloaded{
                          [&](const redirect &to) { return redirected(to.location); },
                          [&](const delegated &to) { return redirected(to.location); },
                          [&](const tombstone &) {
                              const auto p = withdrawn_problem(r.name.requested.key, *r.name.record);
                              return finished(response_of_problem(p, r, q, own));
                          },
                          [&](const described &d) {
                              const bool withdrawn = r.name.is(resolver::name_state::withdrawn);
                              return tagged(describe(d.form, r, own, withdrawn ? 410 : 200));
                          },
                          [&](const locator_list &l) { return listed(urls_of(l.all)); },
                          [&](const description_list &l) { return listed(urls_of(l)); },
                          [&](const name_list &l) { return listed(l.urns); },
                          [&](const version_list &l) {
                              if (wanted(r.preferences.accept) == representation::list) {
                                  return tagged(list_response(representation::list, r, urls_of(l.all), own));
                              }
                              const auto acceptable = acceptable_versions(l.all, r.preferences.accept);
                              if (acceptable.empty()) { // RFC 2046 5.1.1: a multipart has at least one part
                                  return finished(
                                      response_of_problem({.type = problem_type::no_output,
                                                           .detail = "no version of the resource is acceptable",
                                                           .rule = "RFC 2169 section 3.4"},
                                                          r, q, own));
                              }
                              // RFC 2169 3.4: one version may be sent without the multipart.
                              const std::string &first = acceptable.front().locator.url;
                              if (acceptable.size() == 1 && own.may_lead_to(first)) return redirected(first);
                              return tagged(versions_response(r, acceptable, own));
                          },
                          [&](const problem &p) { return finished(response_of_problem(p, r, q, own)); },
                      },
                      r.result);
}

response response_of(const problem &p, const request &q, const settings *s, std::string_view asked) {
    response out =
        to_response(p, q, s, prefers_page(q) && !asked.empty() ? about_name(p, asked, q) : problem_about_name{});
    out.fields.emplace_back("Cache-Control", "no-store");
    add_common_fields(out);
    return out;
}

response response_of(std::string body, std::string_view content_type,
                     std::span<const resolver::correction> corrections) {
    response out{.body = std::move(body)};
    out.fields.emplace_back("Content-Type", content_type);
    out.fields.emplace_back("Cache-Control", "no-store");
    add_common_fields(out, corrections);
    return out;
}

outcome outcome_of(const resolution &r) noexcept {
    return std::visit(overloaded{
                          [](const redirect &) { return outcome::redirected; },
                          [](const delegated &) { return outcome::delegated; },
                          [](const tombstone &) { return outcome::withdrawn; },
                          [](const problem &p) { return outcome_of(p); },
                          [](const auto &) { return outcome::described; },
                      },
                      r.result);
}

} // namespace uniform::http
