// Appendix A of RFC 8141: the field "Registrant".

#include <algorithm>
#include <string_view>

#include <uniform/base/ascii.hpp>

#include "registry/check_parts.hpp"

namespace uniform::registry {

namespace {

// A label, or the word "contact", with something behind it: "Contact: Ann Lee", but not "Contact: none" or "no
// contact".
bool has_labelled_contact(std::string_view small) {
    for (const std::string_view label : {"contact", "email", "e-mail", "phone", "tel:", "tel.", "mailto"}) {
        for (auto at = small.find(label); at != std::string_view::npos; at = small.find(label, at + 1)) {
            const std::string_view before = ascii::trim(small.substr(0, at));
            if (before.ends_with("no") || before.ends_with("not") || before.ends_with("without")) continue;
            std::string_view rest = small.substr(at + label.size());
            const std::size_t colon = rest.substr(0, rest.find('\n')).find(':'); // "contact person: Ann Lee"
            if (colon != std::string_view::npos) rest.remove_prefix(colon);
            while (!rest.empty() && !ascii::is_alnum(rest.front()) && rest.front() != '<') rest.remove_prefix(1);
            const std::string_view line = ascii::trim(rest.substr(0, rest.find('\n')));
            if (!line.empty() && !says_bare_none(line) && !is_not_applicable(line)) return true;
        }
    }
    return false;
}

} // namespace

void check_registrant(findings_of &out, const entry &e, std::string_view small) {
    using enum severity;
    using enum finding_code;
    // An address is an "@", a label, or a number of several digits as in a postal code or a phone number.
    std::size_t digits = 0;
    std::size_t most = 0;
    for (const char c : small) {
        digits = ascii::is_digit(c) ? digits + 1 : (c == ' ' || c == '-') && digits > 0 ? digits : 0;
        most = std::max(most, digits);
    }
    // A postal code has fewer digits than a phone number with its area.
    constexpr std::size_t digits_of_phone = 10;
    if (most >= digits_of_phone || has_spelt_address(small) || small.contains('@') || has_labelled_contact(small)) {
        return;
    }
    if (most >= 4 || has_any(small, {"postal", "address", "p.o.", "street"})) {
        by(out.add(note, no_contact_person, e, 0, "an address was found, but no contact person"), out.of(),
           "Appendix A");
        return;
    }
    by(out.add(warning, no_contact, e, 0,
               "no e-mail address, phone number or postal address of a contact person found"),
       out.of(), "Appendix A");
}

} // namespace uniform::registry
