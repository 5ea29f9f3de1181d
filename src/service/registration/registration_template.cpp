// The results of the check of a template for a request: RFC 8141 5.1, 5.2, 6.2, 6.3 and Appendix A.

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/template_diff.hpp>
#include <uniform/service/iana_registry.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_encoding.hpp"

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
    return is_registered_with_iana(r, nid) || find_namespace(r, nid).has_value();
}

// A URI, or the number of a DOI, with which a document is found.
bool has_locator(std::string_view small_letters) {
    constexpr std::string_view leads[]{"http://", "https://", "ftp://", "urn:", "doi:"};
    const auto stands = [&](std::string_view lead) {
        const std::size_t at = small_letters.find(lead);
        return at != std::string_view::npos && at + lead.size() < small_letters.size() &&
               ascii::is_alnum(small_letters[at + lead.size()]);
    };
    return std::ranges::any_of(leads, stands);
}

// "ISO 2108:2017", "ANSI/NISO Z39.84-2005", "ETSI TS 123 003", "XEP-0004": the designation of a published document is
// a word with two capital letters in it, and a digit in this word or one of the next three.
bool has_designation(std::string_view text) {
    std::size_t within = 0; // the number of words that may follow
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n,;()", at);
        if (begin == std::string_view::npos) return false;
        at = std::min(text.find_first_of(" \t\r\n,;()", begin), text.size());
        const std::string_view word = text.substr(begin, at - begin);
        if (std::ranges::count_if(word, [](char c) { return c >= 'A' && c <= 'Z'; }) >= 2) within = 4;
        if (within != 0 && std::ranges::any_of(word, ascii::is_digit)) return true;
        if (within != 0) --within;
    }
    return false;
}

// Whether the text refers to a document that exists, as far as the text tells.
bool refers_to_a_document(std::string_view text) {
    const std::string small = ascii::lower_copy(text);
    if (has_locator(small)) return true;
    constexpr std::string_view later[]{"to be ", "tbd", "forthcoming", "in preparation", "not yet", "planned", "will "};
    return has_designation(text) &&
           std::ranges::none_of(later, [&](std::string_view words) { return small.contains(words); });
}

// In lower case, with one space for each run of white space.
std::string folded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (space && (out.empty() || out.back() == ' ')) continue;
        out += space ? ' ' : ascii::to_lower(c);
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

// 6.3: "originates from, or is authorized by, a recognized standards development organization, scientific society, or
// their designees": the registrant is that body, or names it.
void ask_for_body(std::vector<finding> &findings, const registry::namespace_template &t, std::string_view body) {
    const auto *registrant = t.find(field::registrant);
    if (registrant != nullptr && folded(registrant->text).contains(folded(body))) return;
    findings.push_back(found(finding_code::body_not_named, field::registrant,
                             concat({"the fast track is requested on behalf of \"", body,
                                     "\": the registrant must be that body, or name it as the body that authorizes "
                                     "the request"}),
                             "6.3"));
}

// 6.3 (2): a specification is required that reflects or points to the external standards.
void ask_for_specification(std::vector<finding> &findings, const registry::namespace_template &t) {
    const auto *documentation = t.find(field::documentation);
    const bool nothing = documentation == nullptr || ascii::trim(documentation->text).empty() ||
                         std::ranges::any_of(findings, [](const finding &f) {
                             return f.code == finding_code::no_documentation ||
                                    (f.about == field::documentation && f.code == finding_code::not_filled_in);
                         });
    if (!nothing && refers_to_a_document(documentation->text)) return;
    findings.push_back(found(finding_code::no_documentation, field::documentation,
                             nothing ? "the fast track requires a specification that reflects or points to the "
                                       "external standards"
                                     : "the fast track requires a specification that exists: the documentation must "
                                       "have its URI, or the designation of a published document (\"ISO 2108:2017\")",
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
    const registry::read_options options{.edition = edition::rfc8141, .misleading_characters = false};
    if (const auto *const text = std::get_if<std::string>(&sent)) {
        auto t = registry::read_any_template(*text, options);
        if (t) return parsed_template{.document = std::move(*t), .text = *text};
        problem p = problem_of(t.error());
        if (!pointer.empty()) p.pointer = pointer;
        return std::unexpected{std::move(p)};
    }
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
    if (!q.body.empty()) ask_for_body(findings, t, q.body);
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
