// The form of a name record: what it shows of a record, and the JSON of the API that it stands for, so that both are
// read and refused by the same rules.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

#include "http/pages/position.hpp"
#include "http/site/manage.hpp"

namespace uniform::http::manage {

/// The object that a body of the API would be: "locators", "metadata", "other_names", "successor", "predecessor". The
/// typed values of a record are not in the form, so they stay as they are. Problems: invalid, with the pointer
/// "/metadata", if the further metadata are no JSON object, or have a member that a field has, too.
[[nodiscard]] std::expected<json::value, resolver::problem> record_in(const form &f);

/// The fields of a locator, and what is wrong with them.
struct locator_fields {
    std::string row = {};    ///< from 0
    std::string number = {}; ///< from 1
    std::string url = {};
    std::string media_type = {};
    std::string language = {};
    std::string country = {};
    std::string weight = {};
    std::string valid_from = {};
    std::string valid_until = {};
    std::string error_url = {};
    std::string error_media_type = {};
    std::string error_language = {};
    std::string error_country = {};
    std::string error_weight = {};
    std::string error_valid_from = {};
    std::string error_valid_until = {};
    std::optional<pages::position> position = {}; ///< of the error in the URL
    std::string repaired = {};                    ///< the URI that the URL may stand for

    static constexpr std::tuple members{member{"row", &locator_fields::row},
                                        member{"number", &locator_fields::number},
                                        member{"url", &locator_fields::url},
                                        member{"media_type", &locator_fields::media_type},
                                        member{"language", &locator_fields::language},
                                        member{"country", &locator_fields::country},
                                        member{"weight", &locator_fields::weight},
                                        member{"valid_from", &locator_fields::valid_from},
                                        member{"valid_until", &locator_fields::valid_until},
                                        member{"error_url", &locator_fields::error_url},
                                        member{"error_media_type", &locator_fields::error_media_type},
                                        member{"error_language", &locator_fields::error_language},
                                        member{"error_country", &locator_fields::error_country},
                                        member{"error_weight", &locator_fields::error_weight},
                                        member{"error_valid_from", &locator_fields::error_valid_from},
                                        member{"error_valid_until", &locator_fields::error_valid_until},
                                        member{"position", &locator_fields::position},
                                        member{"repaired", &locator_fields::repaired}};
};

/// The fields of the form, for _manage_record.html, and what is wrong with them.
struct record_fields {
    std::string name = {}; ///< of a new name
    std::vector<locator_fields> locators = {};
    std::string metadata_title = {};
    std::string metadata_creator = {};
    std::string metadata_date = {};
    std::string metadata_type = {};
    std::string metadata_publisher = {};
    std::string metadata = {};    ///< further ones, as JSON
    std::string other_names = {}; ///< one on each line
    std::string successor = {};
    std::string predecessor = {};
    std::string error_name = {};
    std::string error_locators = {};
    std::string error_metadata_title = {};
    std::string error_metadata_creator = {};
    std::string error_metadata_date = {};
    std::string error_metadata_type = {};
    std::string error_metadata_publisher = {};
    std::string error_metadata = {};
    std::string error_other_names = {};
    std::string error_successor = {};
    std::string error_predecessor = {};

    static constexpr std::tuple members{member{"name", &record_fields::name},
                                        member{"locators", &record_fields::locators},
                                        member{"metadata_title", &record_fields::metadata_title},
                                        member{"metadata_creator", &record_fields::metadata_creator},
                                        member{"metadata_date", &record_fields::metadata_date},
                                        member{"metadata_type", &record_fields::metadata_type},
                                        member{"metadata_publisher", &record_fields::metadata_publisher},
                                        member{"metadata", &record_fields::metadata},
                                        member{"other_names", &record_fields::other_names},
                                        member{"successor", &record_fields::successor},
                                        member{"predecessor", &record_fields::predecessor},
                                        member{"error_name", &record_fields::error_name},
                                        member{"error_locators", &record_fields::error_locators},
                                        member{"error_metadata_title", &record_fields::error_metadata_title},
                                        member{"error_metadata_creator", &record_fields::error_metadata_creator},
                                        member{"error_metadata_date", &record_fields::error_metadata_date},
                                        member{"error_metadata_type", &record_fields::error_metadata_type},
                                        member{"error_metadata_publisher", &record_fields::error_metadata_publisher},
                                        member{"error_metadata", &record_fields::error_metadata},
                                        member{"error_other_names", &record_fields::error_other_names},
                                        member{"error_successor", &record_fields::error_successor},
                                        member{"error_predecessor", &record_fields::error_predecessor}};
};

/// The fields of the form for a record, with empty ones for further locators.
[[nodiscard]] record_fields fields_of(const resolver::name_record &n);
/// The same with what was sent, so that nothing that was typed is lost.
[[nodiscard]] record_fields fields_of(const form &f);
/// Puts the problem at the field that it is about, by its pointer. For a locator that is no URI, also where the error
/// is, and the URI that it may stand for (repair.hpp).
void set_problem_at_field(const pages::html_page &p, record_fields &fields, const resolver::problem &why);

/// The fields whose values differ. Linear.
[[nodiscard]] std::vector<difference> differences(const pages::html_page &p, const record_fields &before,
                                                  const record_fields &after);

} // namespace uniform::http::manage
