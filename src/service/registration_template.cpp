// What the check of a template means for a request: RFC 8141 5.1, 5.2, 6.2, 6.3 and Appendix A.

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/template_diff.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "service/registration_documents.hpp"

namespace uniform::service::registration {

namespace {

using base::concat;
using registry::field;
using registry::finding;
using registry::finding_code;
using registry::severity;

finding found(finding_code code, field about, std::string message, std::string section,
              registry::requirement word = registry::requirement::none) {
    return {.level = severity::error,
            .code = code,
            .about = about,
            .message = std::move(message),
            .document = "RFC 8141",
            .section = std::move(section),
            .word = word};
}

bool is_known(store::reading &r, std::string_view nid) {
    const namespace_info *known = namespace_registry::standard().find(nid);
    return (known != nullptr && known->status == namespace_status::registered) || find_namespace(r, nid).has_value();
}

// 6.3 (2): a specification is required that reflects or points to the external standards.
void ask_for_specification(std::vector<finding> &findings, const registry::namespace_template &t) {
    const auto *documentation = t.find(field::documentation);
    const bool nothing = documentation == nullptr || ascii::trim(documentation->text).empty() ||
                         std::ranges::any_of(findings, [](const finding &f) {
                             return f.code == finding_code::no_documentation ||
                                    (f.about == field::documentation && f.code == finding_code::not_filled_in);
                         });
    if (!nothing) return;
    findings.push_back(found(finding_code::no_documentation, field::documentation,
                             "the fast track requires a specification that reflects or points to the external "
                             "standards",
                             "6.3 (2)"));
}

problem problem_of(const registry::template_error &e) {
    using what = registry::template_error::what;
    problem p{.type = e.code == what::too_large ? problem_type::too_large : problem_type::malformed,
              .detail = e.message,
              .offset = e.offset,
              .rule = "RFC 8141 Appendix A"};
    p.members.emplace_back("code", to_string(e.code));
    if (e.at.line != 0) {
        p.members.emplace_back("line", e.at.line);
        p.members.emplace_back("column", e.at.column);
    }
    if (!e.pointer.empty()) p.pointer = e.pointer;
    return p;
}

} // namespace

std::expected<registry::namespace_template, problem> read(std::string_view template_text) {
    auto t = registry::read_any_template(template_text, {.edition = edition::rfc8141});
    if (t) return std::move(*t);
    return std::unexpected{problem_of(t.error())};
}

std::expected<parsed_template, problem> read(const sent_template &sent, std::string_view pointer) {
    if (const auto *const text = std::get_if<std::string>(&sent)) {
        auto t = read(*text);
        if (t) return parsed_template{.document = std::move(*t), .text = *text};
        if (!pointer.empty()) t.error().pointer = pointer;
        return std::unexpected{std::move(t).error()};
    }
    const registry::read_options options{.edition = edition::rfc8141};
    const auto &value = std::get<json::value>(sent);
    std::string text = json::to_text(value);
    auto t = text.size() > options.max_size
                 ? std::unexpected{registry::template_error{
                       .code = registry::template_error::what::too_large,
                       .message = concat({"longer than ", std::to_string(options.max_size), " bytes"})}}
                 : registry::read_template_json(value, options);
    if (t) return parsed_template{.document = std::move(*t), .text = std::move(text)};
    problem p = problem_of(t.error());
    p.pointer = concat({pointer, t.error().pointer});
    if (p.type == problem_type::malformed && !t.error().pointer.empty()) p.type = problem_type::invalid;
    p.offset.reset(); // that of the value at the pointer
    return std::unexpected{std::move(p)};
}

json::array shown(const std::vector<finding> &findings) {
    json::array all;
    for (const finding &f : findings) {
        json::value one;
        one.set("level", to_string(f.level)).set("code", to_string(f.code));
        if (f.about) one.set("field", to_string(*f.about));
        if (f.at.line != 0) one.set("line", f.at.line).set("column", f.at.column);
        one.set_if("pointer", f.pointer).set("message", f.message).set_if("rule", citation(f));
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<finding> check(store::reading &r, const registration_request &q, const registry::namespace_template &t) {
    const bool revision = !q.revises.empty();
    std::vector<finding> findings =
        registry::check_template(t, {.registered = [&](std::string_view nid) { return is_known(r, nid); }});

    const std::uint64_t version = registry::version_of(t);
    if (!revision && version > 1) {
        findings.push_back(found(
            finding_code::invalid_version, field::version,
            "the first version of a registration is 1; a revision states which registration it revises", "Appendix A"));
    }
    const std::string_view nid = registry::requested_nid(t);
    if (revision) {
        if (registry::asks_for_informal(t) || ascii::lower_copy(nid) != q.revises) {
            findings.push_back(found(finding_code::other_nid, field::namespace_identifier,
                                     concat({"this is a revision of \"", q.revises, "\": its NID cannot change"}),
                                     "6.2"));
        } else if (const auto before = registered_template(r, q.base)) {
            if (const auto older = read(*before)) {
                auto difference = compare_templates(*older, t);
                for (finding &f : difference.findings) {
                    // Appendix A: each version has a number of its own, and without a change there is no new version
                    if (f.code == finding_code::nothing_changed) {
                        f.level = severity::error;
                        f.message = "this is the registered version: a revision must change something";
                    }
                    findings.push_back(std::move(f));
                }
            }
        }
    }
    if (!q.body.empty() || q.recognized) ask_for_specification(findings, t);
    return findings;
}

std::optional<std::string> registered_template(store::reading &r, std::uint64_t number) {
    const auto q = load(r, number);
    if (!q) return {};
    const auto d = r.find("version", version_id(number, q->versions));
    if (!d) return {};
    return version_from(*d).template_text;
}

} // namespace uniform::service::registration
