#include "http/api/problem_response.hpp"

#include <string>
#include <string_view>

#include <uniform/resolver/negotiate.hpp>

#include "http/api/authentication.hpp"
#include "http/api/html.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

using html::escaped;

std::string page_of_problem(const problem &p, std::string_view id) {
    const std::string number = std::to_string(status(p.type));
    std::string out = html::head(number + " " + std::string(title(p.type)));
    out += "</head>\n<body>\n<main>\n<h1>" + escaped(title(p.type)) + "</h1>\n";
    if (!p.detail.empty()) out += "<p>" + escaped(p.detail) + "</p>\n";
    if (!p.rule.empty()) out += "<p>Rule: " + escaped(p.rule) + "</p>\n";
    out += "<p>Status " + number;
    if (!id.empty()) out += ", request " + escaped(id);
    const std::string name{to_string(p.type)};
    out += "</p>\n<p>" + html::link("/problems/" + name, "What this means") + "</p>\n";
    return out + "</main>\n</body>\n</html>\n";
}

} // namespace

response to_response(const problem &p, const request &r) {
    response out{.status = status(p.type)};
    if (resolver::prefers_html(resolver::accept_list{r.value("Accept")})) {
        out.fields.emplace_back("Content-Type", "text/html; charset=utf-8");
        out.fields.emplace_back("Content-Security-Policy", html::security_policy);
        out.body = page_of_problem(p, r.id);
    } else {
        out.fields.emplace_back("Content-Type", "application/problem+json");
        out.body = resolver::to_json(p, r.id.empty() ? std::string{} : "/requests/" + std::string(r.id));
    }
    out.fields.emplace_back("Vary", "Accept");
    if (p.type == problem_type::unauthenticated) out.fields.emplace_back("WWW-Authenticate", challenge_of());
    if (p.type == problem_type::unavailable) out.fields.emplace_back("Retry-After", "2");
    return out;
}

} // namespace uniform::http
