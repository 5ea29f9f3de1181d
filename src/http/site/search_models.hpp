// The content of the search of names (routes_manage.cpp), and of the pages that make names (routes_manage_making.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/site/manage.hpp"

namespace uniform::http::manage {

/// The field in which a prefix is chosen.
struct prefix_choice {
    static constexpr std::size_t most_read = 200; ///< delegations that are read for it

    std::vector<choice> prefixes = {};
    bool prefixes_go_on = false; ///< beyond these: they are suggestions for a text

    void add(const std::string &prefix, std::string_view chosen) {
        prefixes.push_back({.value = prefix, .label = "urn:" + prefix, .selected = prefix == chosen});
    }

    static constexpr std::tuple members{member{"prefixes", &prefix_choice::prefixes},
                                        member{"prefixes_go_on", &prefix_choice::prefixes_go_on}};
};

struct found_name {
    name_row name = {};
    std::size_t row = 0; ///< its number

    static constexpr std::tuple members{members_of{&found_name::name}, member{"row", &found_name::row}};
};

struct names_model {
    static constexpr std::string_view page_template = "manage_names";

    common_part common = {};
    std::string q = {}; ///< the words of the search; the next ones are its other fields
    std::string prefix = {};
    prefix_choice prefixes = {};
    std::vector<choice> states = {};
    bool asked = false; ///< for something
    std::string notice = {};
    bool has_results = false;
    std::vector<found_name> results = {};
    std::string next = {}; ///< a URL
    std::string csv_href = {};
    std::string ndjson_href = {};

    static constexpr std::tuple members{
        members_of{&names_model::common},           member{"q", &names_model::q},
        member{"prefix", &names_model::prefix},     members_of{&names_model::prefixes},
        member{"states", &names_model::states},     member{"asked", &names_model::asked},
        member{"notice", &names_model::notice},     member{"has_results", &names_model::has_results},
        member{"results", &names_model::results},   member{"next", &names_model::next},
        member{"csv_href", &names_model::csv_href}, member{"ndjson_href", &names_model::ndjson_href}};
};

struct making_model {
    static constexpr std::string_view page_template = "manage_make";

    common_part common = {};
    bool is_minting = false; ///< else it reserves
    bool has_prefixes = false;
    prefix_choice prefixes = {};
    std::string prefix = {}; ///< typed in the form, as the next ones
    std::string count = {};
    std::string names = {};
    std::string url = {};
    std::string title = {};
    std::string error_prefix = {};
    std::string error_count = {};
    std::string error_names = {};
    std::string error_url = {};
    std::string error_title = {};

    static constexpr std::tuple members{members_of{&making_model::common},
                                        member{"is_minting", &making_model::is_minting},
                                        member{"has_prefixes", &making_model::has_prefixes},
                                        members_of{&making_model::prefixes},
                                        member{"prefix", &making_model::prefix},
                                        member{"count", &making_model::count},
                                        member{"names", &making_model::names},
                                        member{"url", &making_model::url},
                                        member{"title", &making_model::title},
                                        member{"error_prefix", &making_model::error_prefix},
                                        member{"error_count", &making_model::error_count},
                                        member{"error_names", &making_model::error_names},
                                        member{"error_url", &making_model::error_url},
                                        member{"error_title", &making_model::error_title}};
};

struct made_name {
    std::string urn = {};
    std::string href = {};

    static constexpr std::tuple members{member{"urn", &made_name::urn}, member{"href", &made_name::href}};
};

/// Names that were reserved together.
struct reservation_part {
    std::string id = {};
    std::string href = {};
    std::string prefix = {}; ///< under which the service made them
    std::string registrar = {};
    std::string at = {};

    static constexpr std::tuple members{member{"id", &reservation_part::id}, member{"href", &reservation_part::href},
                                        member{"prefix", &reservation_part::prefix},
                                        member{"registrar", &reservation_part::registrar},
                                        member{"at", &reservation_part::at}};
};

struct made_model {
    static constexpr std::string_view page_template = "manage_made";

    common_part common = {};
    std::string count = {};
    std::vector<made_name> made = {};
    std::optional<reservation_part> reservation = {};

    static constexpr std::tuple members{members_of{&made_model::common}, member{"count", &made_model::count},
                                        member{"made", &made_model::made},
                                        member{"reservation", &made_model::reservation}};
};

} // namespace uniform::http::manage
