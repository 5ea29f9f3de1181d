// The report of `get --report` on a retrieved resource: its URI and its type (RFC 3986 5.1.2, 5.1.3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/access/access.hpp>

#include "print/hidden_password.hpp"

namespace uniform::cli {

enum class report_form : std::uint8_t { none, text, json };

struct get_report {
    std::string_view url;  // asked for
    std::string_view file; // written; "" for standard output
    const access_result &result;
};

// Appends lines for people, in which passwords are hidden, or one JSON object a line.
void append_report(std::string &out, const get_report &r, report_form form, passwords p);

} // namespace uniform::cli
