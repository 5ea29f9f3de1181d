// A template to start from.

#include <uniform/registry/template.hpp>

#include <algorithm>
#include <limits>

#include "registry/check_parts.hpp"

namespace uniform::registry {

namespace {

struct guidance {
    field id;
    std::string_view text;
};

// The questions that each field must answer, after the section that describes it. Each paragraph is one piece of
// guidance, so that the check names those that are left.
constexpr guidance guidances[]{
    {field::namespace_identifier,
     "[Fill in: the requested NID, such as \"example\"; for an informal namespace, state that IANA assigns it]"},
    {field::date, "[Fill in: the date of the request, as YYYY-MM-DD]"},
    {field::registrant, "[Fill in: name of the organization or person]\n"
                        "[Fill in: postal address of the organization]\n"
                        "[Fill in: contact person, with e-mail address, phone number or postal address]\n"
                        "[Fill in: whether you request the fast track of standards bodies; delete this line if not]"},
    {field::purpose, "[Fill in: the kinds of resources that the names identify]\n\n"
                     "[Fill in: who will use them, where, on which networks]\n\n"
                     "[Fill in: the benefit for that community, and for the Internet as a whole]\n\n"
                     "[Fill in: which other namespaces, schemes or identifier systems are near, and what sets this one "
                     "apart]\n\n"
                     "[Fill in: how software uses the names]\n\n"
                     "[Fill in: whether there are or will be services that resolve them, and which]\n\n"
                     "[Fill in: whether this will be part of a standard]"},
    {field::syntax,
     "[Fill in: the structure of a name: ABNF, a regular expression, an algorithm, or that it is opaque]\n\n"
     "[Fill in: characters that must be written in one particular way]\n\n"
     "[Fill in: when two names are equivalent, in addition to URN-equivalence]\n\n"
     "[Fill in: how names of an existing system become URNs, including percent-encoding]\n\n"
     "[Fill in: the meaning of r-components, q-components and f-components here, or that none is used]"},
    {field::assignment, "[Fill in: who may assign names, and how to become an assigner or request a name]\n\n"
                        "[Fill in: how it is ensured that no name is ever assigned to two resources]"},
    {field::security_and_privacy,
     "[Fill in: the consequences of treating equivalent names as different, or different names as equivalent]\n\n"
     "[Fill in: what a name discloses, to whom, and whether names can be guessed or "
     "harvested]"},
    {field::interoperability, "[Fill in: what the names might be confused with because of their syntax or scope; if "
                              "nothing is known, state that]"},
    {field::resolution, "[Fill in: whether names are intended to be resolved, now, later, or never]\n\n"
                        "[Fill in: if they are, who runs or recommends the services, the conditions for listing "
                        "others, and how r-components are handled]"},
    {field::documentation, "[Fill in: a stable document about the namespace, such as an RFC or a published standard]"},
    {field::additional_information, "[Fill in: what else helps to understand the registration, such as overlapping "
                                    "namespaces; this field may be deleted]"},
    {field::revision_information, "[Fill in: the differences from the previous version, and the changes of technology "
                                  "or management that caused them]"},
};

// Lines of at most 69 columns, so that the text form keeps to 72.
std::string filled(std::string_view text) {
    constexpr std::size_t width = 69;
    std::string result;
    std::size_t column = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(" \n"), text.size());
        if (column > 0 && column + end > width) {
            result.back() = '\n'; // it was a space
            column = 0;
        }
        result += text.substr(0, end);
        column += end;
        if (end == text.size()) break;
        result += text[end];
        column = text[end] == '\n' ? 0 : column + 1;
        text.remove_prefix(end + 1);
    }
    return result;
}

std::string guidance_of(field f) {
    for (const guidance &g : guidances) {
        if (g.id == f) return filled(g.text);
    }
    return {};
}

} // namespace

namespace_template new_template(std::string_view nid, edition e, const new_template_options &options) {
    namespace_template result{.edition = e};
    for (const field_rule &rule : template_fields(e)) {
        if (rule.id == field::additional_information && !options.additional_information) continue;
        if (rule.when == presence::revisions && options.version < 2) continue;
        std::string text = guidance_of(rule.id);
        if (rule.id == field::namespace_identifier && !nid.empty()) text = nid;
        if (rule.id == field::version) text = std::to_string(options.version);
        if (rule.id == field::date && !options.date.empty()) text = options.date;
        result.entries.push_back({.id = rule.id, .name = std::string{rule.name}, .text = normal_text(text)});
    }
    return result;
}

std::optional<namespace_template> new_revision(const namespace_template &t) {
    const std::uint64_t version = version_number(t);
    if (version == 0 || version == std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
    namespace_template result = t;
    result.before = {};
    result.after = {};
    result.set(field::version, std::to_string(version + 1));
    result.set(field::date, guidance_of(field::date));
    result.set(field::revision_information, guidance_of(field::revision_information));
    return result;
}

} // namespace uniform::registry
