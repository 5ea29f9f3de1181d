// The content of the page of a registration request (routes_registration_request.cpp). The request, its decisions and
// comments, and the rules of the names are the structs that the operations of the API show, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <uniform/registry/derived_rules.hpp>
#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration_request.hpp>

#include "http/pages/change_row.hpp"
#include "http/pages/model.hpp"
#include "http/site/manage.hpp"
#include "http/site/registration_models.hpp"

namespace uniform::http {

namespace pages {

template <>
struct table_of<service::request_decision> {
    static constexpr std::tuple members{member{"reason", &service::request_decision::text},
                                        member{"reference", &service::request_decision::reference}};
};

template <>
struct table_of<service::public_comment> {
    static constexpr std::tuple members{member{"author", &service::public_comment::author},
                                        member{"words", &service::public_comment::text}};
};

template <>
struct table_of<service::received_submission> {
    static constexpr std::tuple members{member{"reason", &service::received_submission::text},
                                        member{"submitted", &service::received_submission::template_text}};
};

template <>
struct table_of<registry::open_rule> {
    static constexpr std::tuple members{member{"why", &registry::open_rule::why}};
};

template <>
struct table_of<registry::template_example> {
    static constexpr std::tuple members{member{"urn", &registry::template_example::urn},
                                        member{"fault", &registry::template_example::fault}};
};

template <>
struct table_of<service::rules_effect> {
    static constexpr std::tuple members{member{"invalid", &service::rules_effect::invalid},
                                        member{"examples", &service::rules_effect::examples}};
};

/// The settings are shown as terms.
template <>
struct table_of<service::rules_view> {
    static constexpr std::tuple members{
        member{"open", &service::rules_view::open}, member{"examples", &service::rules_view::examples},
        member{"effect", &service::rules_view::effect}, member{"conflict", &service::rules_view::conflict}};
};

} // namespace pages

namespace registration_pages {

/// A setting of the names.
struct rule_term {
    std::string term = {};
    std::string value = {};

    static constexpr std::tuple members{member{"term", &rule_term::term}, member{"value", &rule_term::value}};
};

struct rules_section {
    service::rules_view rules = {};
    std::vector<rule_term> terms = {};
    bool has_open = false;
    bool has_examples = false;
    bool has_invalid = false; ///< names that could not be assigned by these rules

    static constexpr std::tuple members{members_of{&rules_section::rules}, member{"terms", &rules_section::terms},
                                        member{"has_open", &rules_section::has_open},
                                        member{"has_examples", &rules_section::has_examples},
                                        member{"has_invalid", &rules_section::has_invalid}};
};

/// A submission.
struct version_row {
    std::uint32_t version = 0;
    std::string at = {};   ///< the day
    std::string href = {}; ///< of its JSON
    bool has_differences = false;
    std::vector<pages::change_row> differences = {}; ///< from the version before

    static constexpr std::tuple members{
        member{"version", &version_row::version}, member{"at", &version_row::at}, member{"href", &version_row::href},
        member{"has_differences", &version_row::has_differences}, member{"differences", &version_row::differences}};
};

/// The fields of the form of an action: what was typed, or what is wrong with it.
struct action_fields {
    std::string text = {};
    std::string reference = {};
    std::string confirmation = {};
    std::string syntax = {};
    std::string equivalence = {};
    std::string components = {};

    static constexpr std::tuple members{member{"text", &action_fields::text},
                                        member{"reference", &action_fields::reference},
                                        member{"confirmation", &action_fields::confirmation},
                                        member{"syntax", &action_fields::syntax},
                                        member{"equivalence", &action_fields::equivalence},
                                        member{"components", &action_fields::components}};
};

/// An action that the reader may perform.
struct action_row {
    std::string_view name = {};
    std::string key = {}; ///< in the ids of its fields
    std::string label = {};
    bool needs_text = false;
    bool has_reference = false;
    bool has_rules = false;
    bool is_final = false; ///< the number of the request is typed to confirm it
    action_fields sent = {};
    action_fields error = {};

    static constexpr std::tuple members{member{"name", &action_row::name},
                                        member{"key", &action_row::key},
                                        member{"label", &action_row::label},
                                        member{"needs_text", &action_row::needs_text},
                                        member{"has_reference", &action_row::has_reference},
                                        member{"has_rules", &action_row::has_rules},
                                        member{"is_final", &action_row::is_final},
                                        member{"sent", &action_row::sent},
                                        member{"error", &action_row::error}};
};

/// A section of the template in the checklist of a review.
struct checklist_row {
    std::string key = {};
    std::string_view name = {};
    std::string section = {}; ///< of RFC 8141
    std::string help = {};
    bool has_findings = false;
    std::vector<finding_row> findings = {};
    std::vector<manage::choice> choices = {}; ///< of the verdict
    std::string note = {};
    std::string error = {};

    static constexpr std::tuple members{member{"key", &checklist_row::key},
                                        member{"name", &checklist_row::name},
                                        member{"section", &checklist_row::section},
                                        member{"help", &checklist_row::help},
                                        member{"has_findings", &checklist_row::has_findings},
                                        member{"findings", &checklist_row::findings},
                                        member{"choices", &checklist_row::choices},
                                        member{"note", &checklist_row::note},
                                        member{"error", &checklist_row::error}};
};

struct review_section {
    std::vector<checklist_row> checklist = {};
    std::vector<action_row> buttons = {}; ///< that end the review
    action_fields sent = {};
    action_fields error = {};

    static constexpr std::tuple members{member{"checklist", &review_section::checklist},
                                        member{"buttons", &review_section::buttons},
                                        member{"sent", &review_section::sent}, member{"error", &review_section::error}};
};

struct decision_row {
    service::request_decision decision = {};
    std::string label = {}; ///< of the action
    std::string at = {};
    std::string actor_label = {};
    std::string who = {}; ///< for readers with a token

    static constexpr std::tuple members{
        members_of{&decision_row::decision}, member{"label", &decision_row::label}, member{"at", &decision_row::at},
        member{"actor_label", &decision_row::actor_label}, member{"who", &decision_row::who}};
};

struct comment_row {
    service::public_comment comment = {};
    std::string actor_label = {};
    std::string at = {};

    static constexpr std::tuple members{members_of{&comment_row::comment},
                                        member{"actor_label", &comment_row::actor_label},
                                        member{"at", &comment_row::at}};
};

/// A comment that waits to be accepted.
struct received_row {
    std::string id = {};
    comment_row said = {};

    static constexpr std::tuple members{member{"id", &received_row::id}, members_of{&received_row::said}};
};

/// The submission and the comments that wait to be accepted, for those who may accept them.
struct received_section {
    service::received_submission submission = {};
    std::string at = {}; ///< of the submission; empty: none waits
    bool has_comments = false;
    std::vector<received_row> comments = {};

    static constexpr std::tuple members{members_of{&received_section::submission}, member{"at", &received_section::at},
                                        member{"has_comments", &received_section::has_comments},
                                        member{"comments", &received_section::comments}};
};

struct request_model {
    static constexpr std::string_view page_template = "registration_request";

    manage::common_part common = {};
    std::string href = {};
    service::registration_request request = {};
    std::string state_label = {};
    std::string namespace_href = {}; ///< of the registered one
    bool may_edit = false;
    bool may_revise = false;
    std::string revise_href = {};
    bool may_sign_in = false;
    std::string template_text = {};
    std::optional<rules_section> rules = {};
    bool has_versions = false;
    std::vector<version_row> versions = {};
    std::optional<received_section> received = {};
    std::optional<review_section> review = {}; ///< for its reviewer
    bool has_decisions = false;
    std::vector<decision_row> decisions = {};
    bool has_comments = false;
    std::vector<comment_row> comments = {};
    std::string more_comments = {}; ///< a URL
    bool may_comment = false;
    service::public_comment typed = {}; ///< in the form
    std::string error_author = {};
    std::string error_words = {};
    std::string feed = {}; ///< a URL
    bool has_actions = false;
    std::vector<action_row> actions = {};

    static constexpr std::tuple members{members_of{&request_model::common},
                                        member{"href", &request_model::href},
                                        members_of{&request_model::request},
                                        member{"state_label", &request_model::state_label},
                                        member{"namespace_href", &request_model::namespace_href},
                                        member{"may_edit", &request_model::may_edit},
                                        member{"may_revise", &request_model::may_revise},
                                        member{"revise_href", &request_model::revise_href},
                                        member{"may_sign_in", &request_model::may_sign_in},
                                        member{"template", &request_model::template_text},
                                        member{"rules", &request_model::rules},
                                        member{"has_versions", &request_model::has_versions},
                                        member{"versions", &request_model::versions},
                                        member{"received", &request_model::received},
                                        member{"review", &request_model::review},
                                        member{"has_decisions", &request_model::has_decisions},
                                        member{"decisions", &request_model::decisions},
                                        member{"has_comments", &request_model::has_comments},
                                        member{"comments", &request_model::comments},
                                        member{"more_comments", &request_model::more_comments},
                                        member{"may_comment", &request_model::may_comment},
                                        members_of{&request_model::typed},
                                        member{"error_author", &request_model::error_author},
                                        member{"error_words", &request_model::error_words},
                                        member{"feed", &request_model::feed},
                                        member{"has_actions", &request_model::has_actions},
                                        member{"actions", &request_model::actions}};
};

} // namespace registration_pages

} // namespace uniform::http
