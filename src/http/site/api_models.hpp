// The content of the reference of the API (api_reference.cpp).
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/pages/model.hpp"

namespace uniform::http::api_pages {

using pages::member;

struct operation_link {
    std::string verb = {};
    std::string target = {}; ///< the template of its path
    std::string summary = {};
    std::string href = {};

    static constexpr std::tuple members{
        member{"verb", &operation_link::verb}, member{"target", &operation_link::target},
        member{"summary", &operation_link::summary}, member{"href", &operation_link::href}};
};

/// The operations with one tag.
struct operation_group {
    std::string name = {};
    std::string explanation = {};
    std::vector<operation_link> operations = {};

    static constexpr std::tuple members{member{"name", &operation_group::name},
                                        member{"explanation", &operation_group::explanation},
                                        member{"operations", &operation_group::operations}};
};

struct overview_model {
    static constexpr std::string_view page_template = "api";

    std::string explanation = {};
    std::string count = {}; ///< of the operations
    std::vector<operation_group> groups = {};

    static constexpr std::tuple members{member{"explanation", &overview_model::explanation},
                                        member{"count", &overview_model::count},
                                        member{"groups", &overview_model::groups}};
};

/// The type of a value: words, and the schema that has the rest.
struct type_words {
    std::string words = {};
    std::string schema = {}; ///< empty: the words are all
    std::string href = {};   ///< of the schema

    static constexpr std::tuple members{member{"words", &type_words::words}, member{"schema", &type_words::schema},
                                        member{"href", &type_words::href}};
};

struct parameter_row {
    std::string name = {};
    std::string place = {}; ///< "path", "query" or "header"
    std::string explanation = {};
    bool is_required = false;
    type_words is_of = {};
    std::string fallback = {};
    std::string sample = {};
    std::string filled = {}; ///< in the form: a parameter that a request needs has its sample

    static constexpr std::tuple members{member{"name", &parameter_row::name},
                                        member{"place", &parameter_row::place},
                                        member{"explanation", &parameter_row::explanation},
                                        member{"is_required", &parameter_row::is_required},
                                        member{"is_of", &parameter_row::is_of},
                                        member{"fallback", &parameter_row::fallback},
                                        member{"sample", &parameter_row::sample},
                                        member{"filled", &parameter_row::filled}};
};

/// A media type of a body or of a response.
struct content_row {
    std::string media_type = {};
    type_words is_of = {};
    std::string sample = {}; ///< of JSON

    static constexpr std::tuple members{member{"media_type", &content_row::media_type},
                                        member{"is_of", &content_row::is_of}, member{"sample", &content_row::sample}};
};

struct field_row {
    std::string name = {};
    std::string explanation = {};

    static constexpr std::tuple members{member{"name", &field_row::name},
                                        member{"explanation", &field_row::explanation}};
};

struct described_response {
    std::string status = {};
    std::string explanation = {};
    std::vector<field_row> fields = {};
    std::vector<content_row> contents = {}; ///< none of a problem

    static constexpr std::tuple members{
        member{"status", &described_response::status}, member{"explanation", &described_response::explanation},
        member{"fields", &described_response::fields}, member{"contents", &described_response::contents}};
};

struct operation {
    std::string summary = {};
    std::string explanation = {};
    std::string verb = {};
    std::string target = {};
    std::string roles = {};
    bool needs_token = false;
    std::string opened_by = {}; ///< the setting with which it needs none; empty: there is none
    bool within_prefix = false; ///< the scope decides, too
    bool each = false;
    bool own = false;
    bool instance = false;
    bool has_parameters = false;
    std::vector<parameter_row> parameters = {};
    bool has_body = false;
    std::vector<content_row> bodies = {};
    std::string first_sample = {}; ///< of the bodies
    std::string curl = {};         ///< the command
    std::vector<described_response> responses = {};

    static constexpr std::tuple members{member{"summary", &operation::summary},
                                        member{"explanation", &operation::explanation},
                                        member{"verb", &operation::verb},
                                        member{"target", &operation::target},
                                        member{"roles", &operation::roles},
                                        member{"needs_token", &operation::needs_token},
                                        member{"opened_by", &operation::opened_by},
                                        member{"within_prefix", &operation::within_prefix},
                                        member{"each", &operation::each},
                                        member{"own", &operation::own},
                                        member{"instance", &operation::instance},
                                        member{"has_parameters", &operation::has_parameters},
                                        member{"parameters", &operation::parameters},
                                        member{"has_body", &operation::has_body},
                                        member{"bodies", &operation::bodies},
                                        member{"first_sample", &operation::first_sample},
                                        member{"curl", &operation::curl},
                                        member{"responses", &operation::responses}};
};

struct operation_model {
    static constexpr std::string_view page_template = "api_operation";

    api_pages::operation operation = {};

    static constexpr std::tuple members{member{"operation", &operation_model::operation}};
};

struct member_row {
    std::string name = {};
    type_words is_of = {};
    std::string explanation = {};
    bool is_required = false;

    static constexpr std::tuple members{member{"name", &member_row::name}, member{"is_of", &member_row::is_of},
                                        member{"explanation", &member_row::explanation},
                                        member{"is_required", &member_row::is_required}};
};

struct schema {
    std::string name = {};
    std::string explanation = {};
    type_words is_of = {};
    bool has_members = false;
    std::vector<member_row> members_of_it = {};
    std::string sample = {};
    std::string definition = {};

    static constexpr std::tuple members{member{"name", &schema::name},
                                        member{"explanation", &schema::explanation},
                                        member{"is_of", &schema::is_of},
                                        member{"has_members", &schema::has_members},
                                        member{"members", &schema::members_of_it},
                                        member{"sample", &schema::sample},
                                        member{"definition", &schema::definition}};
};

struct schema_model {
    static constexpr std::string_view page_template = "api_schema";

    api_pages::schema schema = {};

    static constexpr std::tuple members{member{"schema", &schema_model::schema}};
};

} // namespace uniform::http::api_pages
