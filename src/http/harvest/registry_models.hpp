// The content of the pages of the published registry (registry_views.cpp, namespace_trial.cpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <uniform/service/registry.hpp>

#include "http/pages/change_row.hpp"
#include "http/pages/model.hpp"
#include "http/pages/position.hpp"

namespace uniform::http::pages {

/// The pages show what the API writes (service::write), without a copy.
template <>
struct table_of<service::published_namespace> {
    static constexpr std::tuple members{member{"nid", &service::published_namespace::nid},
                                        member{"managed", &service::published_namespace::managed},
                                        member{"title", &service::published_namespace::title},
                                        member{"registrant", &service::published_namespace::registrant},
                                        member{"date", &service::published_namespace::date},
                                        member{"updated", &service::published_namespace::updated}};
};
template <>
struct table_of<service::published_revision> {
    static constexpr std::tuple members{member{"version", &service::published_revision::version},
                                        member{"date", &service::published_revision::date}};
};

} // namespace uniform::http::pages

namespace uniform::http::registries {

using pages::member;
using pages::members_of;

/// A value of a filter.
struct filter_choice {
    std::string_view value = {}; ///< empty: any
    std::string label = {};
    bool selected = false;

    static constexpr std::tuple members{member{"value", &filter_choice::value}, member{"label", &filter_choice::label},
                                        member{"selected", &filter_choice::selected}};
};

struct reference_row {
    std::string reference = {};
    std::string href = {}; ///< empty: it is none that has a URL

    static constexpr std::tuple members{member{"reference", &reference_row::reference},
                                        member{"href", &reference_row::href}};
};

/// A namespace in the list.
struct namespace_row {
    service::published_namespace entry = {};
    std::string href = {};
    std::string origin_label = {};
    std::string template_href = {};
    std::vector<reference_row> references = {};

    static constexpr std::tuple members{members_of{&namespace_row::entry}, member{"href", &namespace_row::href},
                                        member{"origin_label", &namespace_row::origin_label},
                                        member{"template_href", &namespace_row::template_href},
                                        member{"references", &namespace_row::references}};
};

struct registry_model {
    static constexpr std::string_view page_template = "registry";

    std::string list_date = {};
    std::string query = {};
    std::vector<filter_choice> origins = {};
    std::vector<filter_choice> kinds = {};
    bool managed_only = false;
    bool has_namespaces = false;
    std::vector<namespace_row> namespaces = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{member{"list_date", &registry_model::list_date},
                                        member{"query", &registry_model::query},
                                        member{"origins", &registry_model::origins},
                                        member{"kinds", &registry_model::kinds},
                                        member{"managed_only", &registry_model::managed_only},
                                        member{"has_namespaces", &registry_model::has_namespaces},
                                        member{"namespaces", &registry_model::namespaces},
                                        member{"next", &registry_model::next}};
};

/// A row of a list of terms.
struct term_row {
    std::string term = {};
    std::string value = {};
    bool code = false;
    bool english = false; ///< in whatever language the page is

    static constexpr std::tuple members{member{"term", &term_row::term}, member{"value", &term_row::value},
                                        member{"code", &term_row::code}, member{"english", &term_row::english}};
};

struct example_row {
    std::string example = {};
    std::string href = {}; ///< to its trial

    static constexpr std::tuple members{member{"example", &example_row::example}, member{"href", &example_row::href}};
};

struct address_row {
    std::string address = {};
    std::string href = {}; ///< empty: no link leads there

    static constexpr std::tuple members{member{"address", &address_row::address}, member{"href", &address_row::href}};
};

/// The result of the rules of a namespace for a text: a URN, or a name in the form of its own identifier system.
struct trial {
    std::string urn = {}; ///< empty: it is none
    bool is_good = false;
    std::string verdict = {};
    std::string detail = {}; ///< of the error
    std::string rule = {};
    std::optional<pages::position> position = {}; ///< of the error
    std::string other = {};                       ///< the NID of the name, if it is that of another namespace
    std::string other_href = {};
    std::vector<term_row> terms = {};
    bool has_addresses = false;
    std::vector<address_row> addresses = {}; ///< of known resolvers
    std::string here = {};                   ///< the page of the name

    static constexpr std::tuple members{member{"urn", &trial::urn},
                                        member{"is_good", &trial::is_good},
                                        member{"verdict", &trial::verdict},
                                        member{"detail", &trial::detail},
                                        member{"rule", &trial::rule},
                                        member{"position", &trial::position},
                                        member{"other", &trial::other},
                                        member{"other_href", &trial::other_href},
                                        member{"terms", &trial::terms},
                                        member{"has_addresses", &trial::has_addresses},
                                        member{"addresses", &trial::addresses},
                                        member{"here", &trial::here}};
};

/// A known resolver, as a template of addresses: "https://example.org/{nss}".
struct resolver_row {
    std::string address = {};
    std::string prefixes = {}; ///< of the NSS; empty: all

    static constexpr std::tuple members{member{"address", &resolver_row::address},
                                        member{"prefixes", &resolver_row::prefixes}};
};

struct revision_row {
    service::published_revision revision = {};
    std::string href = {}; ///< of its template
    bool has_differences = false;
    std::vector<pages::change_row> differences = {};

    static constexpr std::tuple members{members_of{&revision_row::revision}, member{"href", &revision_row::href},
                                        member{"has_differences", &revision_row::has_differences},
                                        member{"differences", &revision_row::differences}};
};

struct namespace_model {
    static constexpr std::string_view page_template = "namespace";

    service::published_namespace entry = {};
    std::string kind_label = {};
    std::string origin_label = {};
    std::string template_href = {};
    std::string self = {}; ///< the path of the page
    std::string settings_href = {};
    std::string put_href = {}; ///< of the form that changes the settings or adds the namespace, for whoever may
    std::string list_date = {};
    std::vector<term_row> terms = {};
    bool has_references = false;
    std::vector<reference_row> references = {};
    bool has_examples = false;
    std::vector<example_row> examples = {};
    bool has_rules = false;
    std::vector<term_row> rules = {};
    bool has_resolvers = false;
    std::vector<resolver_row> resolvers = {};
    std::string resolution_note = {};
    bool has_revisions = false;
    std::vector<revision_row> revisions = {};
    std::string tried = {}; ///< a text
    std::optional<registries::trial> trial = {};

    static constexpr std::tuple members{members_of{&namespace_model::entry},
                                        member{"kind_label", &namespace_model::kind_label},
                                        member{"origin_label", &namespace_model::origin_label},
                                        member{"template_href", &namespace_model::template_href},
                                        member{"self", &namespace_model::self},
                                        member{"settings_href", &namespace_model::settings_href},
                                        member{"put_href", &namespace_model::put_href},
                                        member{"list_date", &namespace_model::list_date},
                                        member{"terms", &namespace_model::terms},
                                        member{"has_references", &namespace_model::has_references},
                                        member{"references", &namespace_model::references},
                                        member{"has_examples", &namespace_model::has_examples},
                                        member{"examples", &namespace_model::examples},
                                        member{"has_rules", &namespace_model::has_rules},
                                        member{"rules", &namespace_model::rules},
                                        member{"has_resolvers", &namespace_model::has_resolvers},
                                        member{"resolvers", &namespace_model::resolvers},
                                        member{"resolution_note", &namespace_model::resolution_note},
                                        member{"has_revisions", &namespace_model::has_revisions},
                                        member{"revisions", &namespace_model::revisions},
                                        member{"tried", &namespace_model::tried},
                                        member{"trial", &namespace_model::trial}};
};

} // namespace uniform::http::registries
