// The edits of `uniform edit`, in the order of the command line.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "uri/options.hpp"
#include "uri/query_reading.hpp"
#include "uri/whatwg_options.hpp"

namespace uniform::cli {

// The components that `--set NAME=TEXT` accepts, in addition to query.KEY and path.N.
inline constexpr std::array<std::string_view, 13> edit_components{
    "uri",  "scheme", "authority", "userinfo", "user",  "password", "options",
    "host", "zoneid", "port",      "path",     "query", "fragment"};

enum class edit_action : std::uint8_t {
    set,
    set_decoded,
    set_absent, // a component that is there stays
    set_absent_decoded,
    append,
    append_decoded,
    remove,
    replace,
    replace_decoded,
    replace_append,
    drop_param,
    keep_param,
    merge_query,
    set_params,
    set_all_params,
    sort_query,
};

struct edit_step {
    edit_action action = edit_action::set;
    std::string name;                       // component, component.KEY, or pattern
    std::string value;                      // text as written, or data to be encoded
    bool no_value = false;                  // of replace, replace_decoded and replace_append: a key without "="
    std::vector<decoded_parameter> pairs{}; // of set_params
};

// The list of --set-params; the error is the end of a sentence.
[[nodiscard]] std::expected<std::vector<decoded_parameter>, std::string> parameters_of_json(std::string_view text);

// --iterate: one result for each value.
struct edit_iteration {
    std::string name;
    std::vector<std::string> values;
};

struct edit_options;

// Reads one edit: COMPONENT=TEXT, KEY=TEXT, COMPONENT or PATTERN, as the action requires.
template <edit_action Action>
option_status add_step(edit_options &o, const option_text &text, std::string_view value);
option_status add_step(edit_options &o, edit_action action, const option_text &text, std::string_view value);
option_status add_iteration(edit_options &o, const option_text &text, std::string_view value);

struct edit_options
    : with<whatwg_edition_row, uri_options, production_row, query_reading, template_option, on_error_row> {
    std::vector<edit_step> edits;
    std::vector<edit_iteration> iterations;
    bool ignore_case = false;  // --drop-param and --keep-param
    bool from_nothing = false; // --new
    std::string web_member;    // why the first --set of no component is wrong without --edition whatwg

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&add_step<edit_action::set>>(
                {edits, 's', "set", "COMPONENT=TEXT",
                 "Set a component to the text as it is; it must be valid there. With ?= instead of =, only if the "
                 "component is absent."}),
            option<&add_step<edit_action::set_decoded>>({edits, 'S', "set-decoded", "COMPONENT=DATA",
                                                         "Set a component to data, percent-encoding the characters "
                                                         "that must be encoded. An IPv6 address gets its "
                                                         "brackets. ?= as with --set."}),
            option<&add_step<edit_action::append>>(
                {edits, 0, "append", "path=TEXT|query=KEY=TEXT",
                 "Append a segment to the path, or a parameter to the query, as it is."}),
            option<&add_step<edit_action::append_decoded>>(
                {edits, 0, "append-decoded", "path=DATA|query=KEY=DATA",
                 "Append a segment or a parameter, percent-encoding the characters that must be encoded."}),
            option<&add_step<edit_action::remove>>({edits, 0, "remove", "COMPONENT", "Remove a component."}),
            option<&add_step<edit_action::replace>>(
                {edits, 0, "replace", "KEY[=TEXT]",
                 "Set a query parameter if there is one; further parameters with the same key are dropped."}),
            option<&add_step<edit_action::replace_decoded>>(
                {edits, 0, "replace-decoded", "KEY[=DATA]",
                 "As --replace, percent-encoding the characters that must be encoded."}),
            option<&add_step<edit_action::replace_append>>(
                {edits, 0, "replace-append", "KEY[=TEXT]", "Set a query parameter; append it if there is none."}),
            option<&add_step<edit_action::drop_param>>(
                {edits, 0, "drop-param", "PATTERN",
                 "Drop the query parameters whose key matches; * matches any text and ? any character, as in "
                 "'utm_*'; \\*, \\? and \\\\ match *, ? and \\."}),
            option<&add_step<edit_action::keep_param>>(
                {edits, 0, "keep-param", "PATTERN",
                 "Drop the query parameters whose key does not match this pattern or another --keep-param."}),
            option<&edit_options::ignore_case>({edits, 0, "ignore-case", "",
                                                "Match the keys of --drop-param and --keep-param without regard to "
                                                "the case of the letters of US-ASCII."}),
            option<&add_step<edit_action::merge_query>>({edits, 0, "merge-query", "QUERY",
                                                         "Give each query parameter whose key is in QUERY, a query as "
                                                         "text, the values that it has there; append "
                                                         "those that are new."}),
            option<&add_step<edit_action::set_params>>(
                {edits, 0, "set-params", "JSON",
                 "Set the query to the parameters of a list as `uniform parse --json --params` prints it, "
                 "percent-encoded: "
                 "objects with key and value. An empty list removes the query."}),
            option<&add_step<edit_action::set_all_params>>(
                {edits, 0, "set-all-params", "TEXT",
                 "Set the value of each query parameter to the text as it is; it must be valid there."}),
            option<&add_step<edit_action::sort_query>>(
                {edits, 0, "sort-query", "", "Sort the query parameters by key; equal keys keep their order."}),
            option<&add_iteration>({edits, 0, "iterate", "COMPONENT='TEXT TEXT...'",
                                    "One result for each of the texts, which are separated by spaces. May be repeated: "
                                    "all combinations, of different components."}),
            option<&edit_options::from_nothing>({making, 0, "new", "",
                                                 "Read no input: begin with the empty reference, and make a new one by "
                                                 "the edits. What sets the scheme, the authority and the host is made "
                                                 "first."}),
        };
    }
};

template <edit_action Action>
option_status add_step(edit_options &o, const option_text &text, std::string_view value) {
    return add_step(o, Action, text, value);
}

} // namespace uniform::cli
