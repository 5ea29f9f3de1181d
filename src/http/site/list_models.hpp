// The content of the pages about uploaded lists (routes_manage_lists.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/site/manage.hpp"

namespace uniform::http::manage {

struct list_summary {
    std::string title = {};
    std::string href = {};
    std::string_view format = {};
    std::string lines = {};      ///< their number
    std::string bytes = {};      ///< their number
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    std::string changed = {};

    static constexpr std::tuple members{member{"title", &list_summary::title},
                                        member{"href", &list_summary::href},
                                        member{"format", &list_summary::format},
                                        member{"lines", &list_summary::lines},
                                        member{"bytes", &list_summary::bytes},
                                        member{"state", &list_summary::state},
                                        member{"state_label", &list_summary::state_label},
                                        member{"changed", &list_summary::changed}};
};

struct lists_model {
    static constexpr std::string_view page_template = "manage_lists";

    common_part common = {};
    bool has_lists = false;
    std::vector<list_summary> lists = {};
    std::string error_file = {};

    static constexpr std::tuple members{members_of{&lists_model::common}, member{"has_lists", &lists_model::has_lists},
                                        member{"lists", &lists_model::lists},
                                        member{"error_file", &lists_model::error_file}};
};

struct list_column {
    std::size_t number = 0;
    std::size_t number_shown = 0; ///< from 1
    std::string header = {};
    std::string example = {};         ///< the first values
    std::vector<choice> choices = {}; ///< its possible values

    static constexpr std::tuple members{
        member{"number", &list_column::number}, member{"number_shown", &list_column::number_shown},
        member{"header", &list_column::header}, member{"example", &list_column::example},
        member{"choices", &list_column::choices}};
};

struct list_result {
    std::string line = {}; ///< its number
    std::string name = {};
    std::string says = {};
    std::string result_label = {};
    std::string_view result = {}; ///< of its badge

    static constexpr std::tuple members{
        member{"line", &list_result::line}, member{"name", &list_result::name}, member{"says", &list_result::says},
        member{"result_label", &list_result::result_label}, member{"result", &list_result::result}};
};

struct list_count {
    std::string label = {};
    std::string value = {};

    static constexpr std::tuple members{member{"label", &list_count::label}, member{"value", &list_count::value}};
};

struct list_model {
    static constexpr std::string_view page_template = "manage_list";

    common_part common = {};
    list_summary list = {};
    bool works = false;    ///< now
    std::string says = {}; ///< why it failed
    bool may_start = false;
    bool may_remove = false;
    bool is_csv = false;
    std::vector<list_column> columns = {};
    std::vector<choice> existing = {}; ///< the ways with names that exist
    bool has_counts = false;
    std::vector<list_count> counts = {};
    std::uint64_t done_lines = 0; ///< of the progress
    std::uint64_t all_lines = 0;
    std::string results_heading = {};
    bool has_results = false;
    std::vector<list_result> results = {};
    bool only_problems = false;
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{members_of{&list_model::common},
                                        member{"list", &list_model::list},
                                        member{"works", &list_model::works},
                                        member{"says", &list_model::says},
                                        member{"may_start", &list_model::may_start},
                                        member{"may_remove", &list_model::may_remove},
                                        member{"is_csv", &list_model::is_csv},
                                        member{"columns", &list_model::columns},
                                        member{"existing", &list_model::existing},
                                        member{"has_counts", &list_model::has_counts},
                                        member{"counts", &list_model::counts},
                                        member{"done_lines", &list_model::done_lines},
                                        member{"all_lines", &list_model::all_lines},
                                        member{"results_heading", &list_model::results_heading},
                                        member{"has_results", &list_model::has_results},
                                        member{"results", &list_model::results},
                                        member{"only_problems", &list_model::only_problems},
                                        member{"next", &list_model::next}};
};

} // namespace uniform::http::manage
