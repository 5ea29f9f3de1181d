// The content of the pages of resolutions, latency and unknown names (routes_figures.cpp).
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/administration/charts.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/plot.hpp"

namespace uniform::http::administration {

/// A link of _choices.html.
struct period_choice {
    std::string href = {};
    std::string label = {};
    bool is_current = false;

    static constexpr std::tuple members{member{"href", &period_choice::href}, member{"label", &period_choice::label},
                                        member{"is_current", &period_choice::is_current}};
};

struct resolutions_model {
    static constexpr std::string_view page_template = "operation_resolutions";

    manage::common_part common = {};
    std::string nid = {}; ///< of the only namespace; empty: all
    bool is_counted = false;
    std::string_view setting = {}; ///< that which turns counting on
    std::vector<period_choice> choices = {};
    bars_plot chart = {};
    bool has_namespaces = false;
    std::vector<share_row> namespaces = {};
    bool has_countries = false;
    std::vector<share_row> countries = {};
    std::string data_href = {}; ///< the same by the API

    static constexpr std::tuple members{members_of{&resolutions_model::common},
                                        member{"namespace", &resolutions_model::nid},
                                        member{"is_counted", &resolutions_model::is_counted},
                                        member{"setting", &resolutions_model::setting},
                                        member{"choices", &resolutions_model::choices},
                                        member{"chart", &resolutions_model::chart},
                                        member{"has_namespaces", &resolutions_model::has_namespaces},
                                        member{"namespaces", &resolutions_model::namespaces},
                                        member{"has_countries", &resolutions_model::has_countries},
                                        member{"countries", &resolutions_model::countries},
                                        member{"data_href", &resolutions_model::data_href}};
};

struct latency_model {
    static constexpr std::string_view page_template = "operation_latency";

    manage::common_part common = {};
    std::string period = {};
    std::vector<manage::choice> routes = {};
    std::vector<period_choice> choices = {};
    std::vector<figure> figures = {};
    lines_plot chart = {};

    static constexpr std::tuple members{
        members_of{&latency_model::common},         member{"period", &latency_model::period},
        member{"routes", &latency_model::routes},   member{"choices", &latency_model::choices},
        member{"figures", &latency_model::figures}, member{"chart", &latency_model::chart}};
};

/// An unknown name that may be assigned, or not.
struct assignable_name {
    unknown_name name = {};
    std::string assign_href = {}; ///< empty: it cannot be assigned here

    static constexpr std::tuple members{members_of{&assignable_name::name},
                                        member{"assign_href", &assignable_name::assign_href}};
};

struct unknown_model {
    static constexpr std::string_view page_template = "operation_unknown";

    manage::common_part common = {};
    std::string day = {};
    std::string earlier = {}; ///< URLs of other days
    std::string later = {};
    bool has_names = false;
    std::vector<assignable_name> names = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{members_of{&unknown_model::common},
                                        member{"day", &unknown_model::day},
                                        member{"earlier", &unknown_model::earlier},
                                        member{"later", &unknown_model::later},
                                        member{"has_names", &unknown_model::has_names},
                                        member{"names", &unknown_model::names},
                                        member{"next", &unknown_model::next}};
};

} // namespace uniform::http::administration
