// The member "locator_template" of settings and delegations.
#pragma once

#include <string>

#include <uniform/json/members.hpp>
#include <uniform/resolver/locator_template.hpp>

namespace uniform::resolver::detail {

/// Refuses it where it is no template of locators. Empty: there is none.
inline void check_locator_template(json::members &m, const std::string &text) {
    if (text.empty()) return;
    const auto fine = resolver::check_locator_template(text);
    if (fine) return;
    const auto &[says, offset] = fine.error();
    offset ? m.refuse_within("locator_template", *offset, says) : m.refuse("locator_template", says);
}

} // namespace uniform::resolver::detail
