// The findings of the check of a template: their names, places and order.
#include "registry/check_parts.hpp"

#include <algorithm>
#include <numeric>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform::registry {

std::string_view to_string(requirement r) noexcept {
    static constexpr auto names =
        enum_table<requirement>({{requirement::must, "MUST"}, {requirement::should, "SHOULD"}});
    return names.name(r);
}

std::string_view to_string(finding_code c) noexcept {
    static constexpr auto names = enum_table<finding_code>(
        {{finding_code::missing_field, "missing_field"},
         {finding_code::empty_field, "empty_field"},
         {finding_code::not_filled_in, "not_filled_in"},
         {finding_code::unknown_field, "unknown_field"},
         {finding_code::repeated_field, "repeated_field"},
         {finding_code::wrong_order, "wrong_order"},
         {finding_code::other_name, "other_name"},
         {finding_code::text_outside, "text_outside"},
         {finding_code::invalid_nid, "invalid_nid"},
         {finding_code::unavailable_nid, "unavailable_nid"},
         {finding_code::ambiguous_nid, "ambiguous_nid"},
         {finding_code::unknown_registration, "unknown_registration"},
         {finding_code::invalid_version, "invalid_version"},
         {finding_code::invalid_date, "invalid_date"},
         {finding_code::no_contact, "no_contact"},
         {finding_code::components_not_described, "components_not_described"},
         {finding_code::equivalence_not_described, "equivalence_not_described"},
         {finding_code::uniqueness_not_described, "uniqueness_not_described"},
         {finding_code::privacy_not_described, "privacy_not_described"},
         {finding_code::resolution_not_specified, "resolution_not_specified"},
         {finding_code::resolution_services_not_described, "resolution_services_not_described"},
         {finding_code::no_documentation, "no_documentation"},
         {finding_code::no_revision_information, "no_revision_information"},
         {finding_code::unexpected_revision_information, "unexpected_revision_information"},
         {finding_code::not_checked, "not_checked"},
         {finding_code::version_not_next, "version_not_next"},
         {finding_code::date_goes_back, "date_goes_back"},
         {finding_code::other_nid, "other_nid"},
         {finding_code::nothing_changed, "nothing_changed"},
         {finding_code::edition_recognized, "edition_recognized"},
         {finding_code::label_not_seen, "label_not_seen"},
         {finding_code::body_not_named, "body_not_named"},
         {finding_code::grammar_not_usable, "grammar_not_usable"},
         {finding_code::example_not_valid, "example_not_valid"},
         {finding_code::date_in_future, "date_in_future"},
         {finding_code::no_contact_person, "no_contact_person"}});
    return names.name(c);
}

std::string citation(const finding &f) {
    if (f.document.empty()) return {};
    std::string result = uniform::citation(f.document, f.section);
    if (f.word != requirement::none) (result += ", ") += to_string(f.word);
    return result;
}

finding &by(finding &f, edition e, std::string_view section, requirement word) {
    f.document = document(e);
    f.section = section;
    f.word = word;
    return f;
}

std::string findings_of::pointer_to(const entry &e) const {
    if (t_.read_from != form::json) return {};
    if (e.id && t_.find(*e.id) == &e) {
        const field_rule *rule = find_rule(t_.edition, *e.id);
        std::string key = rule != nullptr ? ascii::lower_copy(rule->name) : std::string{to_string(*e.id)};
        std::ranges::replace(key, ' ', '_');
        return '/' + key;
    }
    std::size_t index = 0; // repeated and unknown ones are in "other"
    for (const entry &other : t_.entries) {
        if (&other == &e) break;
        if (!other.id || t_.find(*other.id) != &other) ++index;
    }
    return "/other/" + std::to_string(index);
}

finding &findings_of::add(severity level, finding_code code, const entry &e, std::size_t offset, std::string message) {
    return push({.level = level,
                 .code = code,
                 .about = e.id,
                 .at = e.place(offset),
                 .pointer = pointer_to(e),
                 .message = std::move(message)});
}

finding &findings_of::add_to_label(severity level, finding_code code, const entry &e, std::string message) {
    return push({.level = level,
                 .code = code,
                 .about = e.id,
                 .at = e.at,
                 .pointer = pointer_to(e),
                 .message = std::move(message)});
}

finding &findings_of::add_absent(severity level, finding_code code, field f, std::string message) {
    // where the template begins: something that is missing has no position in the text
    const position at = t_.entries.empty() ? position{} : t_.entries.front().at;
    return push({.level = level, .code = code, .about = f, .at = at, .pointer = {}, .message = std::move(message)});
}

std::vector<finding> findings_of::take() && {
    // std::stable_sort of libstdc++ 12 uses what Clang calls deprecated; those at one place stay in their order by
    // number
    std::vector<std::size_t> order(all_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair{all_[i].at, i}; });
    std::vector<finding> sorted;
    sorted.reserve(all_.size());
    for (const std::size_t i : order) sorted.push_back(std::move(all_[i]));
    return sorted;
}

} // namespace uniform::registry
