// A template to start from.

#include <uniform/registry/template.hpp>

#include <algorithm>
#include <limits>

#include "registry/check.hpp"

namespace uniform::registry {

namespace {

struct guidance {
    field id;
    std::string_view text;
};

// What each field is to answer, after the section that describes it. Each paragraph is one piece of guidance, so that
// the check names those that are left.
constexpr guidance all[]{
    {field::namespace_identifier,
     "[Fill in: the NID you ask for, such as \"example\"; for an informal namespace leave it "
     "to IANA and say so]"},
    {field::date, "[Fill in: the day on which you send the request, as YYYY-MM-DD]"},
    {field::registrant, "[Fill in: name of the organization or person]\n"
                        "[Fill in: postal address of the organization]\n"
                        "[Fill in: contact person, with e-mail address, phone number or postal address]\n"
                        "[Fill in: whether you ask for the fast track of standards bodies; delete this line if not]"},
    {field::purpose, "[Fill in: which kinds of things the names stand for]\n\n"
                     "[Fill in: who is going to use them, where, on which networks]\n\n"
                     "[Fill in: what that community, and the Internet as a whole, gains]\n\n"
                     "[Fill in: which other namespaces, schemes or identifier systems are near, and what sets this one "
                     "apart]\n\n"
                     "[Fill in: what software does with the names]\n\n"
                     "[Fill in: whether there are or will be services that resolve them, and which]\n\n"
                     "[Fill in: whether this is going to be part of a standard]"},
    {field::syntax, "[Fill in: how a name is built: ABNF, a regular expression, an algorithm, or that it is opaque]\n\n"
                    "[Fill in: characters that have to be written in one particular way]\n\n"
                    "[Fill in: when two names are equivalent, beyond what holds for all URNs]\n\n"
                    "[Fill in: how names of an existing system are turned into URNs, percent-encoding included]\n\n"
                    "[Fill in: what r-components, q-components and f-components mean here, or that none is used]"},
    {field::assignment, "[Fill in: who may assign names, and how one comes to be allowed to or asks for a name]\n\n"
                        "[Fill in: how it is made sure that no name is ever given to two things]"},
    {field::security_and_privacy, "[Fill in: what goes wrong when equivalent names are taken for different ones, or "
                                  "different ones for the same]\n\n"
                                  "[Fill in: what a name gives away, to whom, and whether names can be guessed or "
                                  "harvested]"},
    {field::interoperability, "[Fill in: what the names might be mixed up with because of their syntax or scope; if "
                              "nothing is known, say so]"},
    {field::resolution, "[Fill in: whether names are meant to be resolved, now or later, or never]\n\n"
                        "[Fill in: if they are, who runs or recommends the services, what others must meet to be "
                        "listed, and how r-components are handled]"},
    {field::documentation, "[Fill in: a stable document about the namespace, such as an RFC or a published standard]"},
    {field::additional_information, "[Fill in: what else helps to understand the registration, such as namespaces that "
                                    "seem to overlap; this field may be deleted]"},
    {field::revision_information, "[Fill in: what differs from the version before, and which changes of technology or "
                                  "management stand behind it]"},
};

// Lines of at most 69 columns, so that the text form keeps to 72.
std::string filled(std::string_view text) {
    constexpr std::size_t width = 69;
    std::string result;
    std::size_t column = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(" \n"), text.size());
        if (column > 0 && column + end > width) {
            result.back() = '\n'; // it was a blank
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
    for (const guidance &g : all) {
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
