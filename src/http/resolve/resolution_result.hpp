// The results of resolving a name: those of the services of RFC 2483 as types, and the data that were read for them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/services.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/responsibility.hpp>

#include "http/resolve/look_up.hpp"
#include "http/resolve/representation.hpp"

namespace uniform::http {

/// To the locator that was chosen.
struct redirect {
    std::string location = {};
};
/// To another resolver, which is responsible for the name.
struct delegated {
    std::string location = {};
};
/// The name was withdrawn: 410.
struct tombstone {};
/// One of our own representations of the name record, of a withdrawn name too (410).
struct described {
    representation form = representation::record;
};
/// A locator that is valid now, its URL with the q-component.
struct valid_locator {
    resolver::locator locator = {};
    std::size_t index = 0; ///< in the name record
};
/// RFC 2483 4.2: the valid locators, the best first. Those whose query the namespace does not join with a q-component
/// are left out.
struct locator_list {
    std::vector<valid_locator> all = {};
};
/// RFC 2483 4.4: the same as versions of the resource. HTTP sends those that Accept admits.
struct version_list {
    std::vector<valid_locator> all = {};
};
/// RFC 2483 4.6: URLs of the name's descriptions.
struct description_list {
    struct link {
        std::string url;
        std::string_view media_type;
    };
    std::vector<link> links = {};
};
/// RFC 2483 4.7, 4.8: other names of the same resource.
struct name_list {
    std::vector<std::string> urns = {};
    bool one = false; ///< I2N: one name is asked for
};

using resolution_result = std::variant<redirect, delegated, tombstone, described, locator_list, version_list,
                                       description_list, name_list, resolver::problem>;

/// The finding of the link checker about a locator.
struct checked_locator {
    std::size_t index = 0;        ///< in the name record
    std::string_view health = {}; ///< "alive" or "dead"
    std::string date = {};        ///< of the check
};

/// The facts that only pages show. They are read in the same transaction, for requests that prefer a page.
struct page_facts {
    std::vector<service::history_item> history = {}; ///< newest first, the last 20
    std::vector<checked_locator> checked = {};
    std::vector<std::string> similar = {}; ///< URNs of names that begin like one that does not exist
    /// The public contact of the registrar that is responsible now, else of the one that assigned the name.
    std::string registrar_contact = {};
    std::string withdrawn_by = {}; ///< of a withdrawn name: the registrar that was responsible then; empty: managers
    /// The transfers of its prefix from registrar to registrar, newest first; their names instead of their ids.
    std::vector<service::responsibility_change> transfers = {};
};

struct resolution {
    name_lookup name;
    resolver::preferences preferences = {};
    resolver::timestamp now = {};
    resolver::choice choice = {};                  ///< of the locators, if the name is active
    std::optional<resolver::service> service = {}; ///< the one that was carried out
    /// For pages, and empty for a redirect: the name of the registrar that assigned the name, and of the one that is
    /// responsible now for it, or for its prefix if it does not exist. Empty: there is none.
    std::string registrar = {};
    std::string responsible = {};
    resolution_result result = tombstone{};
    std::optional<http::page_facts> page_facts = {};
};

} // namespace uniform::http
