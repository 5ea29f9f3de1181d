// The common declarations of the parts of the check.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/registry/template_check.hpp>

namespace uniform::registry {

// The sections of an edition that are not those of a field.
struct sections {
    std::string_view formal;   // RFC 8141 5.1
    std::string_view informal; // RFC 8141 5.2
    std::string_view overview; // RFC 8141 6.1
    std::string_view process;  // RFC 8141 6.2
};
[[nodiscard]] constexpr sections sections_of(edition e) noexcept {
    return e == edition::urnbis_14 ? sections{"6.1", "6.2", "7.1", "7.2"} : sections{"5.1", "5.2", "6.1", "6.2"};
}

// Collects findings about one document.
class findings_of {
public:
    explicit findings_of(const namespace_template &t) : t_{t} {}

    // About an entry, at that byte of its text.
    finding &add(severity level, finding_code code, const entry &e, std::size_t offset, std::string message);
    // About the entry's label.
    finding &add_to_label(severity level, finding_code code, const entry &e, std::string message);
    // About a missing field.
    finding &add_absent(severity level, finding_code code, field f, std::string message);

    // About text that belongs to no field.
    void add_outside(finding f) { push(std::move(f)); }

    [[nodiscard]] const namespace_template &document() const noexcept { return t_; }
    [[nodiscard]] edition of() const noexcept { return t_.edition; }
    // The findings in the order of the text.
    [[nodiscard]] std::vector<finding> take() &&;

private:
    finding &push(finding f) { return all_.emplace_back(std::move(f)); }
    [[nodiscard]] std::string pointer_to(const entry &e) const;

    const namespace_template &t_;
    std::vector<finding> all_;
};

// Names the rule: the section of that document, and its word.
finding &by(finding &f, edition e, std::string_view section, requirement word = requirement::none);

// The whole number of a well-formed version, from 1; 0 otherwise.
[[nodiscard]] std::uint64_t version_number(const namespace_template &t) noexcept;
// The text is a date YYYY-MM-DD of the calendar.
[[nodiscard]] bool is_date(std::string_view text) noexcept;

// The text, in lower case, states that the NID has not been assigned yet.
[[nodiscard]] bool leaves_nid_open(std::string_view small_letters) noexcept;
// The text is a placeholder: "tbd", "...", "<fill in>".
[[nodiscard]] bool is_filler(std::string_view text);
// "N/A", "Not applicable."
[[nodiscard]] bool is_not_applicable(std::string_view text);
// "None." or "Nothing" alone.
[[nodiscard]] bool says_bare_none(std::string_view text);
// The text states that there is nothing: "None.", "None known.", "N/A", "Initial version".
[[nodiscard]] bool says_none(std::string_view text);
// "No changes.", "Unchanged."
[[nodiscard]] bool says_no_change(std::string_view text);
// "Not specified.", "Undecided"
[[nodiscard]] bool says_unspecified(std::string_view text);
// "urn at example.org", "urn at example dot org", but not "the registry at Example University"; in lower case.
[[nodiscard]] bool has_spelt_address(std::string_view small_letters);

// One of the words stands in the text: any of `words`, in the text's case.
using some_words = std::initializer_list<std::string_view>;
[[nodiscard]] inline bool has_any(std::string_view text, some_words words) {
    return std::ranges::any_of(words, [&](std::string_view w) { return text.contains(w); });
}
[[nodiscard]] inline bool is_one_of(std::string_view text, some_words words) {
    return std::ranges::find(words, text) != words.end();
}

// A component is named as "r-component", "r component", or in a row as in "r-, q- and f-components".
[[nodiscard]] bool mentions_component(std::string_view small_letters, char letter);

// Why the whole text is not an answer to what the field requires; "" if it may be one, which check_content examines.
[[nodiscard]] std::string no_response(field f, std::string_view text, std::uint64_t version);

// Appendix A: "the name and address of the registering organization, as well as the name and contact information
// (email, phone number, or postal address) of the designated contact person". `small` is the text in lower case.
void check_registrant(findings_of &out, const entry &e, std::string_view small);

// Checks the requirements of Appendix A and 6.4 for the content of one field that is present and not empty.
void check_content(findings_of &out, const entry &e, const check_options &options);

// The statement of the template on its r-, q- or f-components: "allowed", "not-defined" or "not-allowed"; "" if that is
// unclear.
[[nodiscard]] std::string_view permission_of(const namespace_template &t, char letter);

} // namespace uniform::registry
