#include "http/resolve/problem_page.hpp"

#include <string>
#include <utility>

#include <uniform/resolver/correction.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/pages/page.hpp"
#include "http/pages/position.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

void set_contact(json::value &out, const page_facts &facts) {
    out.set("registrar_contact", facts.registrar_contact);
    out.set("registrar_link", pages::contact_link(facts.registrar_contact));
}

std::string workbench_of(std::string_view text) { return "/workbench#" + encode_query_data(text); }

} // namespace

json::value data_of_problem(const problem &p, const resolution &r, const request &q) {
    const pages::language l = pages::language_of(q);
    json::value out = json::object{};
    if (p.type == problem_type::unknown_name) out.set("heading", pages::text(l, "problem.unknown_heading"));
    if (p.type == problem_type::no_output) out.set("heading", pages::text(l, "problem.no_output_heading"));
    out.set("is_name", true).set("query", "").set("workbench", workbench_of(r.name.requested.text()));
    if (p.offset) out.set("position", pages::position_in(r.name.requested.text(), *p.offset, l));
    json::value about = json::object{};
    const std::string nid{r.name.requested.nid()};
    out.set("namespace", about.set("nid", nid).set("href", "/namespaces/" + encode_segment(nid) + "?format=html"));
    if (!r.page_facts) return out;
    json::array similar;
    for (const std::string &urn : r.page_facts->similar) {
        json::value one = json::object{};
        similar.push_back(std::move(one.set("urn", urn).set("href", "/about/" + encode_segment(urn))));
    }
    out.set("has_similar", !similar.empty()).set("similar", std::move(similar));
    set_contact(out, *r.page_facts);
    return out.set("registrar", r.responsible.empty() ? r.registrar : r.responsible);
}

json::value data_of_problem(const problem &p, std::string_view asked, const request &q) {
    json::value out = json::object{};
    if (p.type != problem_type::malformed) return out;
    const pages::language l = pages::language_of(q);
    out.set("heading", pages::text(l, "problem.malformed_heading")).set("is_name", true).set("query", asked);
    out.set("workbench", workbench_of(asked));
    // Of a text that was corrected in part, the offset is in what it was corrected to.
    if (p.offset) out.set("position", pages::position_in(resolver::correct(asked).text, *p.offset, l));
    return out;
}

} // namespace uniform::http
