#include <uniform/resolver/problem.hpp>

#include <utility>

#include <uniform/json/pointer.hpp>
#include <uniform/json/writer.hpp>

#include "resolver/written_text.hpp"

namespace uniform::resolver {

problem malformed(const error &e, std::string_view text) {
    problem p{.type = problem_type::malformed, .detail = message(e, text), .offset = e.offset};
    p.rule = citation(e.document(), e.section());
    return p;
}

problem to_problem(const json::error &e) {
    problem p{.type = e.is_malformed() ? problem_type::malformed : problem_type::invalid,
              .detail = e.code < json::error_code::inexact ? "invalid JSON: " + e.message : e.message,
              .offset = e.offset,
              .rule = std::string(e.rule()),
              .pointer = e.pointer};
    return p;
}

problem in_body(problem p, const json::value &document) {
    if (!p.pointer) return p;
    const json::value *at = json::at(document, *p.pointer);
    if (at == nullptr) p.offset.reset();
    for (std::string_view around = *p.pointer; at == nullptr && !around.empty(); at = json::at(document, around)) {
        around = around.substr(0, around.rfind('/'));
    }
    if (at == nullptr || at->offset() == json::value::no_offset) {
        p.offset.reset();
    } else {
        p.offset = p.offset ? at->offset_of(*p.offset) : at->offset();
    }
    return p;
}

std::expected<json::value, problem> read_json(std::string_view text, const json::limits &limits) {
    auto v = json::read(text, limits);
    if (!v) return std::unexpected{to_problem(v.error())};
    return std::move(*v);
}

void write(json::writer &w, const problem &p, std::string_view instance) {
    w.begin_object();
    w.member("type", "/problems/" + std::string(to_string(p.type))).member("title", title(p.type));
    w.member("status", status(p.type)).member_if("detail", p.detail).member_if("instance", instance);
    w.member_if("offset", p.offset).member_if("rule", p.rule).member_if("pointer", p.pointer);
    if (!p.existing.is_null()) w.member("existing", p.existing);
    w.member_if("findings", p.findings).member_if("allowed", p.allowed);
    for (const auto &m : p.members) w.member(m.name, m.value);
    w.end_object();
}

std::string to_json(const problem &p, std::string_view instance) { return detail::written_text(p, instance, write); }

} // namespace uniform::resolver
