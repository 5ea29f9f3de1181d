// The content of the pages of hosts of locators (routes_links.cpp). They show `links::host_row` and `links::link_row`,
// as the operations of the API do; what depends on the reader's language is beside them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/administration/operation_page.hpp"
#include "links/link_hosts.hpp"

namespace uniform::http {

namespace pages {

/// The members of a host and of a locator that the pages show as they are.
template <>
struct table_of<links::host_row> {
    static constexpr std::tuple members{member{"host", &links::host_row::host}};
};
template <>
struct table_of<links::link_found> {
    static constexpr std::tuple members{member{"says", &links::link_found::says},
                                        member{"target", &links::link_found::target}};
};
template <>
struct table_of<links::link_row> {
    static constexpr std::tuple members{member{"url", &links::link_row::url}, members_of{&links::link_row::found}};
};

} // namespace pages

namespace administration {

struct shown_host {
    links::host_row row = {};
    std::string href = {};
    std::string checked = {}; ///< the numbers of its locators
    std::string failing = {};
    std::string dead = {};
    bool has_dead = false;
    std::string rule = {};  ///< empty: none
    std::string until = {}; ///< when a pause ends
    bool is_being_checked = false;

    static constexpr std::tuple members{members_of{&shown_host::row},
                                        member{"href", &shown_host::href},
                                        member{"links", &shown_host::checked},
                                        member{"failing", &shown_host::failing},
                                        member{"dead", &shown_host::dead},
                                        member{"has_dead", &shown_host::has_dead},
                                        member{"rule", &shown_host::rule},
                                        member{"until", &shown_host::until},
                                        member{"is_being_checked", &shown_host::is_being_checked}};
};

/// The setting that turns the link checker on, if it is off.
struct checker_note {
    bool is_off = false;
    std::string_view setting = "links.check";

    static constexpr std::tuple members{member{"is_off", &checker_note::is_off},
                                        member{"setting", &checker_note::setting}};
};

struct hosts_model {
    static constexpr std::string_view page_template = "operation_links";

    manage::common_part common = {};
    checker_note checker = {};
    bool has_hosts = false;
    std::vector<shown_host> hosts = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{members_of{&hosts_model::common}, members_of{&hosts_model::checker},
                                        member{"has_hosts", &hosts_model::has_hosts},
                                        member{"hosts", &hosts_model::hosts}, member{"next", &hosts_model::next}};
};

struct shown_link {
    links::link_row row = {};
    std::size_t number = 0;
    std::string link = {}; ///< its URL, if a link to it is safe
    std::string state = {};
    std::string state_label = {};
    std::string since = {};
    std::string checked = {};
    std::string urn = {}; ///< a name that has the locator; empty: not known
    std::string name_href = {};

    static constexpr std::tuple members{members_of{&shown_link::row},
                                        member{"row", &shown_link::number},
                                        member{"link", &shown_link::link},
                                        member{"state", &shown_link::state},
                                        member{"state_label", &shown_link::state_label},
                                        member{"since", &shown_link::since},
                                        member{"checked", &shown_link::checked},
                                        member{"urn", &shown_link::urn},
                                        member{"name_href", &shown_link::name_href}};
};

struct host_model {
    static constexpr std::string_view page_template = "operation_link_host";

    manage::common_part common = {};
    checker_note checker = {};
    shown_host host = {};
    std::string decided_by = {}; ///< empty: nobody has decided
    std::string decided = {};
    bool may_check = false;
    bool may_resume = false;
    bool may_pause = false;
    bool may_ignore = false;
    std::string days = {}; ///< typed in the form
    std::string error_days = {};
    std::string confirmation_label = {};
    std::string error_confirmation = {};
    bool shows_all = false; ///< also those that can be reached
    bool has_links = false;
    std::vector<shown_link> rows = {};
    bool has_names = false;
    std::string from = {}; ///< the place of the locators, for the form that moves them
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{members_of{&host_model::common},
                                        members_of{&host_model::checker},
                                        member{"host", &host_model::host},
                                        member{"decided_by", &host_model::decided_by},
                                        member{"decided", &host_model::decided},
                                        member{"may_check", &host_model::may_check},
                                        member{"may_resume", &host_model::may_resume},
                                        member{"may_pause", &host_model::may_pause},
                                        member{"may_ignore", &host_model::may_ignore},
                                        member{"days", &host_model::days},
                                        member{"error_days", &host_model::error_days},
                                        member{"confirmation_label", &host_model::confirmation_label},
                                        member{"error_confirmation", &host_model::error_confirmation},
                                        member{"shows_all", &host_model::shows_all},
                                        member{"has_links", &host_model::has_links},
                                        member{"rows", &host_model::rows},
                                        member{"has_names", &host_model::has_names},
                                        member{"from", &host_model::from},
                                        member{"next", &host_model::next}};
};

} // namespace administration

} // namespace uniform::http
