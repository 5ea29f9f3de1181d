// The content of the page of a name, and of the page with a list of URIs (landing.cpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <uniform/resolver/record.hpp>

#include "http/pages/change_row.hpp"
#include "http/pages/model.hpp"

namespace uniform::http::pages {

/// The page shows what the API reads and writes, without a copy of the struct.
template <>
struct table_of<resolver::typed_value> {
    static constexpr std::tuple members{member{"type", &resolver::typed_value::type},
                                        member{"value", &resolver::typed_value::value}};
};

} // namespace uniform::http::pages

namespace uniform::http::name_pages {

using pages::member;

/// A URN as a link.
struct name_link {
    std::string urn = {};
    std::string href = {};

    static constexpr std::tuple members{member{"urn", &name_link::urn}, member{"href", &name_link::href}};
};

/// When, why and by whom a name was withdrawn.
struct withdrawal {
    std::string date = {};
    std::string reason = {};
    std::string by = {};
    std::optional<name_link> successor = {};

    static constexpr std::tuple members{member{"date", &withdrawal::date}, member{"reason", &withdrawal::reason},
                                        member{"by", &withdrawal::by}, member{"successor", &withdrawal::successor}};
};

struct locator_row {
    std::string url = {};
    std::string href = {};    ///< empty: the service does not redirect there
    std::string details = {}; ///< for whom it is
    std::string health = {};  ///< of the last check; empty: there was none
    std::string health_label = {};
    std::string checked = {}; ///< the day

    static constexpr std::tuple members{member{"url", &locator_row::url},
                                        member{"href", &locator_row::href},
                                        member{"details", &locator_row::details},
                                        member{"health", &locator_row::health},
                                        member{"health_label", &locator_row::health_label},
                                        member{"checked", &locator_row::checked}};
};

/// A member of the metadata.
struct description_row {
    std::string term = {};
    std::string value = {};

    static constexpr std::tuple members{member{"term", &description_row::term},
                                        member{"value", &description_row::value}};
};

struct registrar_row {
    std::string label = {}; ///< when the registrar is, or was, responsible
    std::string name = {};
    std::string contact = {};
    std::string link = {};

    static constexpr std::tuple members{member{"label", &registrar_row::label}, member{"name", &registrar_row::name},
                                        member{"contact", &registrar_row::contact},
                                        member{"link", &registrar_row::link}};
};

struct relation_row {
    std::string label = {};
    name_link to = {};

    static constexpr std::tuple members{member{"label", &relation_row::label}, pages::members_of{&relation_row::to}};
};

struct citation_row {
    std::string_view style = {};
    std::string citation = {};
    bool open = false;

    static constexpr std::tuple members{member{"style", &citation_row::style},
                                        member{"citation", &citation_row::citation},
                                        member{"open", &citation_row::open}};
};

/// An event of the name, or a transfer of its prefix.
struct history_row {
    std::string at = {};
    std::string date = {};
    std::string action = {};
    bool has_changes = false;
    std::vector<pages::change_row> changes = {};

    static constexpr std::tuple members{
        member{"at", &history_row::at}, member{"date", &history_row::date}, member{"action", &history_row::action},
        member{"has_changes", &history_row::has_changes}, member{"changes", &history_row::changes}};
};

/// A representation of the name.
struct download_row {
    std::string label = {};
    std::string href = {};
    std::string_view type = {}; ///< the media type

    static constexpr std::tuple members{member{"label", &download_row::label}, member{"href", &download_row::href},
                                        member{"type", &download_row::type}};
};

struct name_model {
    static constexpr std::string_view page_template = "name";

    std::string urn = {};
    std::string heading = {};
    std::string_view state = {};
    std::string state_label = {};
    std::optional<withdrawal> tombstone = {};
    bool is_reserved = false;
    bool is_active = false;
    bool has_locators = false;
    std::vector<locator_row> locators = {};
    bool has_description = false;
    std::vector<description_row> description = {};
    bool has_more_description = false;
    std::string record = {}; ///< the path of the record
    bool has_values = false;
    std::vector<resolver::typed_value> values = {};
    std::string written = {};
    std::string normal = {}; ///< empty: the same
    std::string link = {};   ///< at which it resolves
    std::vector<registrar_row> registrars = {};
    std::string nid = {};
    std::string namespace_href = {};
    std::vector<relation_row> relations = {};
    std::string qr = {}; ///< the path of the image
    bool has_citations = false;
    std::vector<citation_row> citations = {};
    bool has_history = false;
    std::vector<history_row> history = {};
    std::string history_href = {};
    std::vector<download_row> downloads = {};

    static constexpr std::tuple members{member{"urn", &name_model::urn},
                                        member{"heading", &name_model::heading},
                                        member{"state", &name_model::state},
                                        member{"state_label", &name_model::state_label},
                                        member{"tombstone", &name_model::tombstone},
                                        member{"is_reserved", &name_model::is_reserved},
                                        member{"is_active", &name_model::is_active},
                                        member{"has_locators", &name_model::has_locators},
                                        member{"locators", &name_model::locators},
                                        member{"has_description", &name_model::has_description},
                                        member{"description", &name_model::description},
                                        member{"has_more_description", &name_model::has_more_description},
                                        member{"record", &name_model::record},
                                        member{"has_values", &name_model::has_values},
                                        member{"values", &name_model::values},
                                        member{"written", &name_model::written},
                                        member{"normal", &name_model::normal},
                                        member{"link", &name_model::link},
                                        member{"registrars", &name_model::registrars},
                                        member{"nid", &name_model::nid},
                                        member{"namespace_href", &name_model::namespace_href},
                                        member{"relations", &name_model::relations},
                                        member{"qr", &name_model::qr},
                                        member{"has_citations", &name_model::has_citations},
                                        member{"citations", &name_model::citations},
                                        member{"has_history", &name_model::has_history},
                                        member{"history", &name_model::history},
                                        member{"history_href", &name_model::history_href},
                                        member{"downloads", &name_model::downloads}};
};

/// A URI as a link.
struct uri_row {
    std::string uri = {};
    std::string href = {}; ///< empty: the service does not redirect there

    static constexpr std::tuple members{member{"uri", &uri_row::uri}, member{"href", &uri_row::href}};
};

struct list_model {
    static constexpr std::string_view page_template = "list";

    std::string urn = {};
    std::vector<uri_row> uris = {};

    static constexpr std::tuple members{member{"urn", &list_model::urn}, member{"uris", &list_model::uris}};
};

} // namespace uniform::http::name_pages
