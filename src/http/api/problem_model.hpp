// The content of the page of a problem (problem_response.cpp).
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "http/pages/model.hpp"
#include "http/pages/position.hpp"

namespace uniform::http {

/// A name that begins like the one of the problem.
struct problem_name {
    std::string urn = {};
    std::string href = {};

    static constexpr std::tuple members{pages::member{"urn", &problem_name::urn},
                                        pages::member{"href", &problem_name::href}};
};
/// The namespace of the name.
struct problem_namespace {
    std::string nid = {};
    std::string href = {};

    static constexpr std::tuple members{pages::member{"nid", &problem_namespace::nid},
                                        pages::member{"href", &problem_namespace::href}};
};

/// The additions to the page when the problem is about a name: where the error is in the text, names that begin in the
/// same way, whom to ask.
struct problem_about_name {
    std::string heading = {}; ///< instead of the title of the problem type; empty: that title
    bool is_name = false;
    std::string query = {};     ///< of the search
    std::string workbench = {}; ///< the path that leads there, with the text
    std::optional<pages::position> position = {};
    std::optional<problem_namespace> of_namespace = {};
    bool has_similar = false;
    std::vector<problem_name> similar = {};
    std::string registrar = {};
    std::string registrar_contact = {};
    std::string registrar_link = {};

    static constexpr std::tuple members{pages::member{"heading", &problem_about_name::heading},
                                        pages::member{"is_name", &problem_about_name::is_name},
                                        pages::member{"query", &problem_about_name::query},
                                        pages::member{"workbench", &problem_about_name::workbench},
                                        pages::member{"position", &problem_about_name::position},
                                        pages::member{"namespace", &problem_about_name::of_namespace},
                                        pages::member{"has_similar", &problem_about_name::has_similar},
                                        pages::member{"similar", &problem_about_name::similar},
                                        pages::member{"registrar", &problem_about_name::registrar},
                                        pages::member{"registrar_contact", &problem_about_name::registrar_contact},
                                        pages::member{"registrar_link", &problem_about_name::registrar_link}};
};

struct problem_model {
    static constexpr std::string_view page_template = "problem";

    int status = 0;
    std::string detail = {};
    std::string rule = {};
    std::string request = {}; ///< its id
    std::string meaning = {}; ///< the path of the page of the problem type
    problem_about_name about = {};

    static constexpr std::tuple members{
        pages::member{"status", &problem_model::status},   pages::member{"detail", &problem_model::detail},
        pages::member{"rule", &problem_model::rule},       pages::member{"request", &problem_model::request},
        pages::member{"meaning", &problem_model::meaning}, pages::members_of{&problem_model::about}};
};

} // namespace uniform::http
