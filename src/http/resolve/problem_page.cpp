#include "http/resolve/problem_page.hpp"

#include <string>

#include <uniform/resolver/correction.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/pages/page.hpp"
#include "http/pages/position.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

std::string workbench_of(std::string_view text) { return "/workbench#" + encode_query_data(text); }

} // namespace

problem_about_name about_name(const problem &p, const resolution &r, const request &q) {
    const pages::language l = pages::language_of(q);
    const std::string_view asked = r.name.requested.text();
    problem_about_name out{.is_name = true, .workbench = workbench_of(asked)};
    if (p.type == problem_type::unknown_name) out.heading = pages::text(l, "problem.unknown_heading");
    if (p.type == problem_type::no_output) out.heading = pages::text(l, "problem.no_output_heading");
    if (p.offset) out.position = pages::position_in(asked, *p.offset, l);
    const std::string nid{r.name.requested.nid()};
    out.of_namespace = problem_namespace{.nid = nid, .href = "/namespaces/" + encode_segment(nid) + "?format=html"};
    if (!r.page_facts) return out;
    for (const std::string &urn : r.page_facts->similar) {
        out.similar.push_back({.urn = urn, .href = "/about/" + encode_segment(urn)});
    }
    out.has_similar = !out.similar.empty();
    out.registrar = r.responsible.empty() ? r.registrar : r.responsible;
    out.registrar_contact = r.page_facts->registrar_contact;
    out.registrar_link = pages::contact_link(out.registrar_contact);
    return out;
}

problem_about_name about_name(const problem &p, std::string_view asked, const request &q) {
    if (p.type != problem_type::malformed) return {};
    const pages::language l = pages::language_of(q);
    problem_about_name out{.heading = std::string{pages::text(l, "problem.malformed_heading")},
                           .is_name = true,
                           .query = std::string{asked},
                           .workbench = workbench_of(asked)};
    // If a text was corrected in part, the offset is in the corrected text.
    if (p.offset) out.position = pages::position_in(resolver::correct(asked).text, *p.offset, l);
    return out;
}

} // namespace uniform::http
