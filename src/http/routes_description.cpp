// What the service says about itself: the description of its API, and what its problems mean.

#include <array>

#include <uniform/resolver/json_text.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/problem_types.hpp>

#include "http/openapi.hpp"
#include "http/resolve_representations.hpp"
#include "http/router.hpp"
#include "resolver/html.hpp"

namespace uniform::http {

namespace {

constexpr char document[] = {
#include "openapi_document.inc"
};

answer describe(call & /*c*/) {
    response r = json_response(200, std::string(openapi_document()));
    r.fields.emplace_back("Cache-Control", "max-age=300");
    return r;
}

// --- problems. RFC 9457 3.1.1: the type should lead to what explains it to people.

namespace html = resolver::html;
using resolver::problem_type;

std::string address_of(problem_type t) { return "/problems/" + std::string(to_string(t)); }

std::string as_json(problem_type t) {
    std::string out = "{\"type\":";
    resolver::append_json_string(out, address_of(t));
    out += ",\"title\":";
    resolver::append_json_string(out, title(t));
    out += ",\"status\":" + std::to_string(status(t)) + ",\"meaning\":";
    resolver::append_json_string(out, meaning(t));
    return out += '}';
}

response page_or_json(bool is_page, std::string body) {
    response out;
    if (is_page) {
        out.fields = {{"Content-Type", "text/html; charset=utf-8"},
                      {"Content-Security-Policy", std::string(html::security_policy)}};
        out.body = std::move(body);
    } else {
        out = json_response(200, std::move(body));
    }
    out.fields.emplace_back("Cache-Control", "max-age=86400");
    out.fields.emplace_back("Vary", "Accept");
    return out;
}

bool wants_page(const request &r) { return prefers_page(resolver::accept_list{r.value("Accept")}); }

answer describe_problem(call &c) {
    const auto type = resolver::problem_type_from(c.path_value("type"));
    if (!type) {
        return std::unexpected{resolver::problem{.type = problem_type::not_found,
                                                 .detail = "there is no problem of this type; /problems has all"}};
    }
    if (!wants_page(c.request)) return page_or_json(false, as_json(*type));
    std::string page = html::head(title(*type));
    page += "</head>\n<body>\n<main>\n<h1>" + html::escaped(title(*type)) + "</h1>\n<p>" +
            html::escaped(meaning(*type)) + "</p>\n<dl>\n" +
            html::term("Type", "<code>" + address_of(*type) + "</code>") +
            html::term("Status", std::to_string(status(*type))) + "</dl>\n<p>" +
            html::link("/problems", "All problems") + "</p>\n</main>\n</body>\n</html>\n";
    return page_or_json(true, std::move(page));
}

answer list_problems(call &c) {
    const bool is_page = wants_page(c.request);
    std::string out = is_page ? html::head("Problems") : "{\"items\":[";
    if (is_page) {
        out += "</head>\n<body>\n<main>\n<h1>Problems</h1>\n<p>Why this service refuses: each answer of a problem (RFC "
               "9457) has one of these types.</p>\n<dl>\n";
    }
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i) {
        const auto type = static_cast<problem_type>(i);
        if (is_page) {
            out += "<dt>" + html::link(address_of(type), title(type)) + " (" + std::to_string(status(type)) +
                   ")</dt><dd>" + html::escaped(meaning(type)) + "</dd>\n";
        } else {
            out += (i == 0 ? "" : ",") + as_json(type);
        }
    }
    out += is_page ? "</dl>\n</main>\n</body>\n</html>\n" : "]}";
    return page_or_json(is_page, std::move(out));
}

constexpr std::array routes{
    route{"GET", "/api/v1/openapi.json", "describeApi", resolver::anyone, describe},
    route{"GET", "/problems", "listProblems", resolver::anyone, list_problems, 0},
    route{"GET", "/problems/{type}", "describeProblem", resolver::anyone, describe_problem, 0},
};

} // namespace

std::string_view openapi_document() noexcept { return {document, sizeof document}; }

std::span<const route> description_routes() noexcept { return routes; }

} // namespace uniform::http
