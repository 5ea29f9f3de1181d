#include "http/api/problem_response.hpp"

#include <string>
#include <string_view>

#include <uniform/resolver/negotiate.hpp>

#include "http/api/authentication.hpp"
#include "http/pages/page.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

bool prefers_page(const request &r) { return resolver::prefers_html(resolver::accept_list{r.value("Accept")}); }

response to_response(const problem &p, const request &r, const settings *s, const json::value &more) {
    const int status = resolver::status(p.type);
    response out{.status = status};
    if (prefers_page(r)) {
        pages::html_page page{s, r};
        page.data = json::object{};
        page.data.set("status", std::to_string(status)).set("heading", page.message(title(p.type)));
        page.data.set("detail", pages::detail_beside(title(p.type), p.detail)).set("rule", p.rule).set("request", r.id);
        page.data.set("meaning", "/problems/" + std::string{to_string(p.type)});
        for (const json::member &m : more.members()) page.data.set(m.name, m.value);
        page.title = std::to_string(status) + " " + std::string{page.data.string_of("heading")};
        out = page.response("problem", status);
        out.fields.emplace_back("Vary", "Accept, " + std::string{pages::html_page::varies_by});
    } else {
        out.fields.emplace_back("Content-Type", "application/problem+json");
        out.body = resolver::to_json(p, r.id.empty() ? std::string{} : "/requests/" + std::string(r.id));
        out.fields.emplace_back("Vary", "Accept");
    }
    if (p.type == problem_type::unauthenticated) out.fields.emplace_back("WWW-Authenticate", challenge_of());
    if (p.type == problem_type::unavailable) out.fields.emplace_back("Retry-After", "2");
    return out;
}

} // namespace uniform::http
