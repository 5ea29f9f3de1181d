// What the check of a template means for a request: RFC 8141 5.1, 5.2, 6.2, 6.3 and Appendix A.

#include <algorithm>

#include <uniform/namespace.hpp>
#include <uniform/nid.hpp>
#include <uniform/registry/template_diff.hpp>

#include "registry/text.hpp"
#include "service/registration_record.hpp"

namespace uniform::service::registration {

namespace {

using registry::field;
using registry::finding;
using registry::finding_code;
using registry::joined;
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
    const bool nothing = documentation == nullptr || registry::trimmed(documentation->text).empty() ||
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

} // namespace

std::expected<registry::namespace_template, problem> read(std::string_view template_text) {
    auto t = registry::read_any_template(template_text, {.edition = edition::rfc8141});
    if (t) return std::move(*t);
    const registry::template_error &e = t.error();
    using what = registry::template_error::what;
    json members;
    members["code"] = to_string(e.code);
    if (e.at.line != 0) {
        members["line"] = e.at.line;
        members["column"] = e.at.column;
    }
    if (!e.pointer.empty()) members["pointer"] = e.pointer;
    return refuse(e.code == what::too_large ? problem_type::too_large : problem_type::malformed, e.message,
                  "RFC 8141 Appendix A", members.dump(-1, ' ', false, json::error_handler_t::replace));
}

json findings_json(const std::vector<finding> &findings) {
    json all = json::array();
    for (const finding &f : findings) {
        json one;
        one["level"] = to_string(f.level);
        one["code"] = to_string(f.code);
        if (f.about) one["field"] = to_string(*f.about);
        if (f.at.line != 0) {
            one["line"] = f.at.line;
            one["column"] = f.at.column;
        }
        if (!f.pointer.empty()) one["pointer"] = f.pointer;
        one["message"] = f.message;
        if (const std::string rule = citation(f); !rule.empty()) one["rule"] = rule;
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
        findings.push_back(found(finding_code::invalid_version, field::version,
                                 "the first version of a registration is 1; a revision says what it revises",
                                 "Appendix A"));
    }
    const std::string_view nid = registry::requested_nid(t);
    // 5.2: "the registrant does not designate the NID"
    if (!revision && informal_number(nid)) {
        findings.push_back(found(finding_code::unavailable_nid, field::namespace_identifier,
                                 "the number of an informal namespace is assigned when it is registered; write "
                                 "\"Assigned by IANA\" in its place",
                                 "5.2"));
    }
    if (revision) {
        if (registry::asks_for_informal(t) || registry::lower(nid) != q.revises) {
            findings.push_back(found(finding_code::other_nid, field::namespace_identifier,
                                     joined({"this is a revision of \"", q.revises, "\", whose NID stays"}), "6.2"));
        } else if (const auto before = registered_template(r, q.base)) {
            if (const auto older = read(*before)) {
                auto difference = compare_templates(*older, t);
                for (finding &f : difference.findings) {
                    // Appendix A: each new version has a number of its own, and what is no revision is none
                    if (f.code == finding_code::nothing_changed) {
                        f.level = severity::error;
                        f.message = "this is what is registered already: a revision changes something";
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
