// What a command line asks for, after all conversions: plain data that every verb reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/dot_segments.hpp>
#include <uniform/namespace.hpp>
#include <uniform/normalize.hpp>
#include <uniform/parse.hpp>
#include <uniform/urn.hpp>
#include <uniform/urn_name.hpp>

namespace uniform::command {

// The command's exit codes.
inline constexpr int exit_good = 0;
inline constexpr int exit_bad_input = 1; // some input is invalid, or not equal
inline constexpr int exit_usage = 2;
inline constexpr int exit_io = 3;

// What happens to a record that is not valid.
enum class on_error : std::uint8_t { report, keep, drop, stop };

enum class when : std::uint8_t { automatic, always, never };

// How URNs among URIs are read.
enum class urn_reading : std::uint8_t {
    uri,  // as any other URI
    both, // only what RFC 8141 3.1 and RFC 3986 6.2 both do
    lexical,
    by_namespace,
};

// What must hold for `urn check`.
enum class urn_demand : std::uint8_t { syntax, registered, fits, check, advisory };

// Which schemes make a URI of a text without delimiters.
enum class which_schemes : std::uint8_t { likely, registered, any };

enum class list : std::uint8_t { nothing, valid, invalid };

// One operation of `edit`; they are done in the order of the command line.
enum class edit_action : std::uint8_t {
    set,
    set_decoded,
    append,
    append_decoded,
    remove,
    replace,
    replace_append,
    drop_param,
    keep_param,
    sort_query,
};

struct edit_step {
    edit_action action = edit_action::set;
    std::string name;  // component, component.KEY, or pattern
    std::string value; // text as written, or data to be encoded
};

// --iterate: one output for each value.
struct edit_iteration {
    std::string name;
    std::vector<std::string> values;
};

struct options {
    std::vector<std::string> arguments;
    bool help = false;
    bool version = false;

    // input
    std::vector<std::string> files;
    bool null = false;
    bool pairs = false;
    std::optional<std::string> base;
    rule as = rule::uri_reference;
    parse_options parse{.max_length = 16U << 20};
    uniform::edition urn_edition = uniform::edition::rfc8141;
    bool urn_edition_given = false;
    [[nodiscard]] urn_options urns() const noexcept { return {urn_edition, parse.max_length}; }

    // rules
    normalize_options normal;            // schemes and redirects are set by rules.cpp
    urn_reading urn = urn_reading::both; // the verbs for URNs: lexical or by_namespace
    bool keep_components = false;
    fit_level fit = fit_level::normal;
    std::uint8_t demands = 0; // a bit for each urn_demand; 0: all but advisory
    [[nodiscard]] bool demands_of(urn_demand d) const noexcept {
        constexpr unsigned usual = 0b01111;
        return (((demands == 0 ? usual : demands) >> static_cast<unsigned>(d)) & 1) != 0;
    }
    uniform::edition to = uniform::edition::rfc8141;
    std::vector<std::string> schemes;
    std::string redirects;
    bool strict = true;
    excess_dots excess = excess_dots::by_edition;

    // URLs and access
    std::optional<uniform::edition> url_edition; // nothing: the current standard of each scheme
    bool insist = false;
    std::string mail_address;
    std::optional<std::string> news_server;
    std::vector<std::pair<std::string, std::string>> gateways; // scheme in lower case, and URL
    std::optional<std::string> output;
    std::uint64_t max_size = std::uint64_t{1} << 30;
    unsigned timeout = 60; // seconds
    unsigned max_redirects = 10;

    // finding
    bool html = false;
    bool plain_text = false;
    std::vector<std::string> content_locations;
    std::vector<std::string> retrieved;
    bool abbreviated = false;
    which_schemes schemes_found = which_schemes::likely;
    bool join_lines = false;
    std::string default_scheme = "http";
    bool resolve_found = false;
    bool unique_found = false;

    // lint
    bool in_text = false;
    std::vector<std::string> deny;
    std::vector<std::string> allow;
    bool sarif = false;
    bool list_checks = false;

    // output
    bool json = false;
    bool to_terminal = false; // standard output is one
    std::optional<std::string> get;
    when colour = when::automatic;
    list listing = list::nothing;
    bool quiet = false;
    bool warnings_as_errors = false;
    bool changes = false;
    bool count = false;
    bool man = false;
    std::string status;
    bool new_name = false; // a NID, or a scheme
    std::string kind;
    std::string resolution;

    // making
    bool encoded = false;
    bool check_digit = false;
    std::optional<std::string> r_component;
    std::optional<std::string> q_component;
    std::optional<std::string> f_component;
    std::optional<uuid_version> uuid;

    // edit
    std::vector<edit_step> edits;
    std::vector<edit_iteration> iterations;
    char query_separator = '&';

    // the service and its store
    std::optional<std::string> config;
    std::vector<std::pair<std::string, std::string>> settings; // flags, as settings: name and value
    std::optional<std::string> known;
    std::vector<std::pair<std::string_view, std::string>>
        given; // what is passed on: the option's long name, and its value

    // The last value given to an option, if any; all of them.
    [[nodiscard]] const std::string *value_of(std::string_view name) const noexcept {
        const std::string *last = nullptr;
        for (const auto &[n, v] : given)
            if (n == name) last = &v;
        return last;
    }
    [[nodiscard]] std::vector<std::string> values_of(std::string_view name) const {
        std::vector<std::string> all;
        for (const auto &[n, v] : given)
            if (n == name) all.push_back(v);
        return all;
    }
    bool replace_store = false;

    // running
    on_error policy = on_error::report;
    unsigned threads = 0; // 0: one for each core
    bool progress = true;

    // What ends a record of output: NUL where records of input end with NUL.
    [[nodiscard]] char terminator() const noexcept { return null ? '\0' : '\n'; }
};

} // namespace uniform::command
