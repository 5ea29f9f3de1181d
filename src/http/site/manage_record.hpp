// The form of a name record: what it shows of a record, and the JSON of the API that it stands for, so that both are
// read and refused by the same rules.
#pragma once

#include <expected>
#include <string>

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

#include "http/site/manage.hpp"

namespace uniform::http::manage {

/// The object that a body of the API would be: "locators", "metadata", "other_names", "successor", "predecessor". The
/// typed values of a record are not in the form, so they stay as they are. Problems: invalid, with the pointer
/// "/metadata", if the further metadata are no JSON object, or have a member that a field has, too.
[[nodiscard]] std::expected<json::value, resolver::problem> record_in(const form &f);

/// The fields of the form for a record, for _manage_record.html, with empty ones for further locators.
[[nodiscard]] json::value fields_of(const resolver::name_record &n);
/// The same with what was sent, so that nothing that was typed is lost.
[[nodiscard]] json::value fields_of(const form &f);
/// Puts the problem at the field that it is about, by its pointer. Of a locator that is no URI, also where the error
/// is, and the URI that it may stand for (repair.hpp).
void set_problem_at_field(const pages::html_page &p, json::value &fields, const resolver::problem &why);

/// One field whose values differ: "label", "old", "new".
[[nodiscard]] json::array differences(const pages::html_page &p, const json::value &old_fields,
                                      const json::value &new_fields);

} // namespace uniform::http::manage
