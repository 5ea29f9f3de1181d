// The form of the settings of a namespace: what it shows of them, and the JSON of the API that it stands for, so that
// both are read and refused by the same rules.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <uniform/json/value.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/problem.hpp>

#include "http/pages/page.hpp"
#include "http/pages/position.hpp"
#include "http/site/manage.hpp"

namespace uniform::http::manage {

/// The texts of the fields. A check box has "true" or no text; rules are JSON.
struct settings_fields {
    std::string nid = {};
    std::string title = {};
    std::string status = {};
    std::string redirect = {};
    std::string q_component = {};
    std::string r_component = {};
    std::string public_resolvers = {};
    std::string max_age = {};
    std::string reinstate_within = {};
    std::string locator_template = {};
    std::string components = {};
    std::string syntax = {};
    std::string equivalence = {};
    std::string checks = {};

    static constexpr std::tuple members{member{"nid", &settings_fields::nid},
                                        member{"title", &settings_fields::title},
                                        member{"r_component", &settings_fields::r_component},
                                        member{"public_resolvers", &settings_fields::public_resolvers},
                                        member{"max_age", &settings_fields::max_age},
                                        member{"reinstate_within", &settings_fields::reinstate_within},
                                        member{"locator_template", &settings_fields::locator_template},
                                        member{"components", &settings_fields::components},
                                        member{"syntax", &settings_fields::syntax},
                                        member{"equivalence", &settings_fields::equivalence},
                                        member{"checks", &settings_fields::checks}};
};

/// The error of each field, if it has one.
struct settings_errors {
    std::string error_nid = {};
    std::string error_title = {};
    std::string error_status = {};
    std::string error_redirect = {};
    std::string error_q_component = {};
    std::string error_r_component = {};
    std::string error_public_resolvers = {};
    std::string error_max_age = {};
    std::string error_reinstate_within = {};
    std::string error_locator_template = {};
    std::string error_components = {};
    std::string error_syntax = {};
    std::string error_equivalence = {};
    std::string error_checks = {};
    std::string error_force = {};
    std::optional<pages::position> position = {}; ///< of the error in the JSON of a rule: in its line

    static constexpr std::tuple members{member{"error_nid", &settings_errors::error_nid},
                                        member{"error_title", &settings_errors::error_title},
                                        member{"error_status", &settings_errors::error_status},
                                        member{"error_redirect", &settings_errors::error_redirect},
                                        member{"error_q_component", &settings_errors::error_q_component},
                                        member{"error_r_component", &settings_errors::error_r_component},
                                        member{"error_public_resolvers", &settings_errors::error_public_resolvers},
                                        member{"error_max_age", &settings_errors::error_max_age},
                                        member{"error_reinstate_within", &settings_errors::error_reinstate_within},
                                        member{"error_locator_template", &settings_errors::error_locator_template},
                                        member{"error_components", &settings_errors::error_components},
                                        member{"error_syntax", &settings_errors::error_syntax},
                                        member{"error_equivalence", &settings_errors::error_equivalence},
                                        member{"error_checks", &settings_errors::error_checks},
                                        member{"error_force", &settings_errors::error_force},
                                        member{"position", &settings_errors::position}};
};

/// The values of the fields that are chosen from a list.
struct settings_choices {
    std::vector<choice> statuses = {};
    std::vector<choice> redirects = {};
    std::vector<choice> q_components = {};

    static constexpr std::tuple members{member{"statuses", &settings_choices::statuses},
                                        member{"redirects", &settings_choices::redirects},
                                        member{"q_components", &settings_choices::q_components}};
};

/// A setting, as people read it.
struct shown_setting {
    std::string label = {};
    std::string value = {};

    static constexpr std::tuple members{member{"label", &shown_setting::label}, member{"value", &shown_setting::value}};
};

[[nodiscard]] settings_fields fields_of(const resolver::namespace_settings &s);
/// The fields as they were sent.
[[nodiscard]] settings_fields settings_fields_of(const form &f);
/// The body that putNamespace would have: "nid" and resolver::changeable_settings, without those of empty fields.
/// Problems: invalid, with the pointer of a rule that is no JSON, and the offset in its field.
[[nodiscard]] std::expected<json::value, resolver::problem> settings_in(const form &f);

/// The choices, of which those of `fields` are selected.
[[nodiscard]] settings_choices choices_for(const pages::html_page &p, const settings_fields &fields);
/// The settings that have a value.
[[nodiscard]] std::vector<shown_setting> shown_settings(const pages::html_page &p, const settings_fields &fields);
/// The settings that the two differ in.
[[nodiscard]] std::vector<difference> differences(const pages::html_page &p, const settings_fields &before,
                                                  const settings_fields &after);
/// Where the problem is: the name of the field, which a NID that resembles another one has in the check box "force";
/// "" if it is about no field.
[[nodiscard]] std::string_view field_of_setting(const resolver::problem &why) noexcept;
/// Sets the text of the problem, in which offsets are those in the JSON of its field, at its field.
void set_problem_at_field(const pages::html_page &p, settings_errors &errors, const settings_fields &fields,
                          const resolver::problem &why);

} // namespace uniform::http::manage
