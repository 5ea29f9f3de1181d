// What waits to be checked, and what is known of hosts meanwhile.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>

#include "http/link_checker_request.hpp"
#include "http/link_checker_rules.hpp"
#include "http/soft_404.hpp"

namespace uniform::http {

/// A locator that is being checked.
struct link_task {
    std::string url = {};
    link_place where = {};
    link_phase at = link_phase::robots;
    int put_off = 0; ///< how often the host wanted to be left alone
    link_answer answer = {};
    page_sample page = {};
};

/// A host, and what it will be asked.
struct link_host {
    std::deque<std::string> waiting = {};
    std::optional<link_task> current = {};
    bool busy = false;
    bool claimed = false; ///< no other checker asks it meanwhile
    std::chrono::steady_clock::time_point next = {};
};

/// What is known of a host at one port.
struct link_origin {
    std::optional<http::robots> rules = {};
    std::chrono::steady_clock::time_point rules_until = {};
    std::chrono::steady_clock::time_point closed_until = {}; ///< its robots.txt cannot be had: RFC 9309 2.3.1.4
    std::optional<page_sample> probe = {};
    std::chrono::steady_clock::time_point probe_until = {};
};

} // namespace uniform::http
