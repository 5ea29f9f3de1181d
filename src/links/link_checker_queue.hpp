// The queue of the link checker: locators that wait, by host, and what is cached about hosts.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "links/link_checker_request.hpp"
#include "links/link_checker_rules.hpp"
#include "links/soft_404.hpp"

namespace uniform::links {

/// A locator that is being checked. A request for it goes to `step`, which is the locator, the target of a redirect, or
/// the page that cannot exist.
struct link_task {
    std::string url = {};
    link_place where = {}; ///< of `url`
    std::string step = {};
    link_place place = {}; ///< of `step`
    link_phase at = link_phase::robots;
    link_phase next = link_phase::head; ///< after the robots.txt of the place
    int redirects = 0;                  ///< from the locator, or from the page that cannot exist
    int put_off = 0;                    ///< the number of responses 429 or 503 of the host
    link_answer answer = {};
    page_sample page = {};
};

/// The data of a locator that waits or is being checked.
struct queued_link {
    std::string recorded_type = {};
    std::string name = {};  ///< a name that has it
    std::int64_t asked = 0; ///< an administrator wants it to be checked, unless it was after this time
};

/// A host and the locators that wait for it.
struct link_host {
    std::deque<std::string> waiting = {};
    std::deque<link_task> arrived = {}; ///< by redirects from other hosts, and back
    std::optional<link_task> current = {};
    std::size_t away = 0; ///< tasks whose locators are of this host, and that are at another one
    bool busy = false;
    std::int64_t leased_until = 0; ///< this checker has the lease of the host until then, in seconds
    std::chrono::steady_clock::time_point next = {};
};

/// The cached data of an origin: a scheme, host and port.
struct link_origin {
    std::optional<robots> rules = {};
    std::chrono::steady_clock::time_point rules_until = {};
    std::chrono::steady_clock::time_point closed_until =
        {}; ///< until then its robots.txt is unreachable: RFC 9309 2.3.1.4
    std::optional<page_sample> probe = {};
    std::chrono::steady_clock::time_point probe_until = {};
};

} // namespace uniform::links
