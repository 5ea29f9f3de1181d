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

/// A locator that is being checked.
struct link_task {
    std::string url = {};
    link_place where = {};
    link_phase at = link_phase::robots;
    int put_off = 0; ///< how often the host answered 429 or 503
    link_answer answer = {};
    page_sample page = {};
};

/// What is known of a locator that waits or is being checked.
struct link_wish {
    std::string recorded_type = {};
    std::string name = {};  ///< a name that has it
    std::int64_t asked = 0; ///< an administrator wants it to be checked, unless it was after this time
};

/// A host and the locators that wait for it.
struct link_host {
    std::deque<std::string> waiting = {};
    std::optional<link_task> current = {};
    bool busy = false;
    bool claimed = false; ///< this checker has the lease of the host
    std::chrono::steady_clock::time_point next = {};
};

/// What is cached about an origin: a scheme, host and port.
struct link_origin {
    std::optional<robots> rules = {};
    std::chrono::steady_clock::time_point rules_until = {};
    std::chrono::steady_clock::time_point closed_until =
        {}; ///< until then its robots.txt is unreachable: RFC 9309 2.3.1.4
    std::optional<page_sample> probe = {};
    std::chrono::steady_clock::time_point probe_until = {};
};

} // namespace uniform::links
