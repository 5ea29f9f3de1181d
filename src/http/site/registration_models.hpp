// The content of the pages of the registration (routes_registration_pages.cpp), and what that of one request
// (request_models.hpp) shares with it. Requests are the structs that the operations of the API read and show.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <uniform/service/registration_request.hpp>

#include "http/pages/model.hpp"
#include "http/site/manage.hpp"

namespace uniform::http {

namespace pages {

template <>
struct table_of<service::registration_request> {
    using request = service::registration_request;
    static constexpr std::tuple members{member{"number", &request::number}, member{"nid", &request::nid},
                                        member{"subject", &request::title}, member{"submitter", &request::submitter},
                                        member{"body", &request::body},     member{"revises", &request::revises},
                                        member{"round", &request::rounds}};
};

/// The members of a new request beside its template, as the form has them.
template <>
struct table_of<service::new_request> {
    using request = service::new_request;
    static constexpr std::tuple members{member{"subject", &request::title}, member{"submitter", &request::submitter},
                                        member{"fast_track", &request::body}, member{"revises", &request::revises}};
};

} // namespace pages

namespace registration_pages {

using pages::member;
using pages::members_of;

/// A finding of the check of a template.
struct finding_row {
    std::string level = {}; ///< its label
    std::string message = {};
    std::string rule = {};
    bool is_error = false;

    static constexpr std::tuple members{member{"level", &finding_row::level}, member{"message", &finding_row::message},
                                        member{"rule", &finding_row::rule}, member{"is_error", &finding_row::is_error}};
};

// --- the list

struct request_row {
    service::registration_request request = {};
    std::string href = {};
    std::string state_label = {};
    std::string changed = {}; ///< the day

    static constexpr std::tuple members{members_of{&request_row::request}, member{"href", &request_row::href},
                                        member{"state_label", &request_row::state_label},
                                        member{"changed", &request_row::changed}};
};

/// An event of a request.
struct news_row {
    std::string at = {};
    std::string date = {};
    std::string label = {}; ///< of the action
    std::uint64_t number = 0;
    std::string href = {};
    std::string nid = {};
    std::string subject = {};

    static constexpr std::tuple members{member{"at", &news_row::at},          member{"date", &news_row::date},
                                        member{"label", &news_row::label},    member{"number", &news_row::number},
                                        member{"href", &news_row::href},      member{"nid", &news_row::nid},
                                        member{"subject", &news_row::subject}};
};

struct requests_model {
    static constexpr std::string_view page_template = "registration";

    manage::common_part common = {};
    bool is_signed_in = false;
    bool has_waiting = false;
    std::vector<request_row> waiting = {}; ///< for the reader
    bool has_requests = false;
    std::vector<request_row> requests = {};
    std::string next = {}; ///< a URL
    bool has_news = false;
    std::vector<news_row> news = {};

    static constexpr std::tuple members{members_of{&requests_model::common},
                                        member{"is_signed_in", &requests_model::is_signed_in},
                                        member{"has_waiting", &requests_model::has_waiting},
                                        member{"waiting", &requests_model::waiting},
                                        member{"has_requests", &requests_model::has_requests},
                                        member{"requests", &requests_model::requests},
                                        member{"next", &requests_model::next},
                                        member{"has_news", &requests_model::has_news},
                                        member{"news", &requests_model::news}};
};

// --- the form

/// A field of a template, and what the check found in it.
struct template_field {
    std::string key = {};
    std::string_view name = {};
    std::string section = {}; ///< of its document
    std::string content = {};
    std::string help = {};
    bool is_short = false;
    bool is_optional = false;
    bool has_findings = false;
    std::vector<finding_row> findings = {};
    bool is_wrong = false; ///< one of them is an error

    static constexpr std::tuple members{member{"key", &template_field::key},
                                        member{"name", &template_field::name},
                                        member{"section", &template_field::section},
                                        member{"content", &template_field::content},
                                        member{"help", &template_field::help},
                                        member{"is_short", &template_field::is_short},
                                        member{"is_optional", &template_field::is_optional},
                                        member{"has_findings", &template_field::has_findings},
                                        member{"findings", &template_field::findings},
                                        member{"is_wrong", &template_field::is_wrong}};
};

struct template_model {
    static constexpr std::string_view page_template = "registration_form";

    manage::common_part common = {};
    std::string saved = {};   ///< the draft, if it is no longer the one that the form was made from
    std::string checked = {}; ///< the outcome of the check
    bool has_others = false;
    std::vector<finding_row> others = {}; ///< findings at no field
    std::string action = {};              ///< a URL
    bool is_new = false;                  ///< there is no request yet
    std::string base = {};                ///< the text that the form was made from
    service::new_request request = {};    ///< typed in the form
    std::string error_title = {};
    std::string error_submitter = {};
    std::string error_fast_track = {};
    std::vector<template_field> fields = {};

    static constexpr std::tuple members{members_of{&template_model::common},
                                        member{"saved", &template_model::saved},
                                        member{"checked", &template_model::checked},
                                        member{"has_others", &template_model::has_others},
                                        member{"others", &template_model::others},
                                        member{"action", &template_model::action},
                                        member{"is_new", &template_model::is_new},
                                        member{"base", &template_model::base},
                                        members_of{&template_model::request},
                                        member{"error_title", &template_model::error_title},
                                        member{"error_submitter", &template_model::error_submitter},
                                        member{"error_fast_track", &template_model::error_fast_track},
                                        member{"fields", &template_model::fields}};
};

} // namespace registration_pages

} // namespace uniform::http
