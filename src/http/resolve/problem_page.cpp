#include "http/resolve/problem_page.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <uniform/resolver/correction.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/pages/page.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

bool continues(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

// The text with its byte at `offset`, and the bytes that belong to the same character or the same "%2C", apart.
json::value position_in(std::string_view text, std::size_t offset, pages::language l) {
    offset = std::min(offset, text.size());
    while (offset > 0 && offset < text.size() && continues(text[offset])) --offset;
    std::size_t end = std::min(offset + 1, text.size());
    while (end < text.size() && continues(text[end])) ++end;
    const bool at_end = offset == text.size();
    std::string label{pages::text(l, at_end ? "problem.position_end" : "problem.position")};
    if (const auto here = label.find("{}"); here != std::string::npos) {
        const auto before = text.substr(0, offset);
        label.replace(here, 2, std::to_string(std::ranges::count_if(before, [](char c) { return !continues(c); }) + 1));
    }
    json::value out = json::object{};
    out.set("before", text.substr(0, offset)).set("label", label).set("after", text.substr(end));
    return out.set("at", at_end ? std::string_view{" "} : text.substr(offset, end - offset));
}

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
    if (p.offset) out.set("position", position_in(r.name.requested.text(), *p.offset, l));
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
    return out.set("registrar", r.registrar.empty() ? r.page_facts->prefix_registrar : r.registrar);
}

json::value data_of_problem(const problem &p, std::string_view asked, const request &q) {
    json::value out = json::object{};
    if (p.type != problem_type::malformed) return out;
    const pages::language l = pages::language_of(q);
    out.set("heading", pages::text(l, "problem.malformed_heading")).set("is_name", true).set("query", asked);
    out.set("workbench", workbench_of(asked));
    // Of a text that was corrected in part, the offset is in what it was corrected to.
    if (p.offset) out.set("position", position_in(resolver::correct(asked).text, *p.offset, l));
    return out;
}

} // namespace uniform::http
