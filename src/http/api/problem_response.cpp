#include "http/api/problem_response.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <uniform/resolver/negotiate.hpp>

#include "http/api/authentication.hpp"
#include "http/api/problem_model.hpp"
#include "http/pages/page_with.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

std::string methods_in(std::span<const std::string> methods) {
    std::string out;
    for (const std::string &method : methods) out += (out.empty() ? "" : ", ") + method;
    return out;
}

bool prefers_page(const request &r) { return resolver::prefers_html(resolver::accept_list{r.value("Accept")}); }

response to_response(const problem &p, const request &r, const settings *s) { return to_response(p, r, s, {}); }

response to_response(const problem &p, const request &r, const settings *s, problem_about_name about) {
    const int status = resolver::status(p.type);
    response out{.status = status};
    if (prefers_page(r)) {
        pages::page_with<problem_model> page{s, r};
        page.shows = {.status = status,
                      .detail = std::string{pages::detail_beside(title(p.type), p.detail)},
                      .rule = p.rule,
                      .request = std::string{r.id},
                      .meaning = "/problems/" + std::string{to_string(p.type)},
                      .about = std::move(about)};
        std::string &heading = page.shows.about.heading;
        if (heading.empty()) heading = page.message(title(p.type));
        page.title = std::to_string(status) + " " + heading;
        out = page.response(status);
        out.fields.emplace_back("Vary", "Accept, " + std::string{pages::html_page::varies_by});
    } else {
        out.fields.emplace_back("Content-Type", "application/problem+json");
        out.body = resolver::to_json(p, r.id.empty() ? std::string{} : "/requests/" + std::string(r.id));
        out.fields.emplace_back("Vary", "Accept");
    }
    if (!p.allowed.empty()) out.fields.emplace_back("Allow", methods_in(p.allowed));
    if (p.type == problem_type::unauthenticated) out.fields.emplace_back("WWW-Authenticate", challenge_of());
    if (p.type == problem_type::unavailable) out.fields.emplace_back("Retry-After", "2");
    return out;
}

} // namespace uniform::http
