// The imports of everybody, as the API and the page show them (routes_imports.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/running_imports.hpp>

#include "http/administration/operation_page.hpp"

namespace uniform::http::administration {

/// An import of either kind. Its table has the members that the page shows as they are.
struct import_row {
    std::string id = {};
    std::string kind = {}; ///< "stream", "list"
    std::string title = {};
    std::string who = {};
    std::string state = {}; ///< "running", "ending", or that of a list
    service::bulk_format format = service::bulk_format::ndjson;
    bool dry_run = false;
    bool may_end = false;
    std::uint64_t lines = 0; ///< of the whole; 0: not known
    service::import_counts counts = {};
    std::string says = {};
    resolver::timestamp changed = {};

    static constexpr std::tuple members{member{"id", &import_row::id}, member{"dry_run", &import_row::dry_run},
                                        member{"may_end", &import_row::may_end}, member{"says", &import_row::says}};
};

struct shown_import {
    import_row found = {};
    std::size_t row = 0; ///< its number
    std::string title = {};
    std::string kind = {};
    std::string_view format = {};
    std::string who = {};
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    std::string lines = {};      ///< the numbers of lines: those that were read,
    std::string done_lines = {}; ///< the same for the progress,
    std::string of_lines = {};   ///< and all; empty: not known
    std::string all_lines = {};
    std::string assigned = {};
    std::string problems = {};
    std::string changed = {};

    static constexpr std::tuple members{members_of{&shown_import::found},
                                        member{"row", &shown_import::row},
                                        member{"title", &shown_import::title},
                                        member{"kind", &shown_import::kind},
                                        member{"format", &shown_import::format},
                                        member{"who", &shown_import::who},
                                        member{"state", &shown_import::state},
                                        member{"state_label", &shown_import::state_label},
                                        member{"lines", &shown_import::lines},
                                        member{"done_lines", &shown_import::done_lines},
                                        member{"of_lines", &shown_import::of_lines},
                                        member{"all_lines", &shown_import::all_lines},
                                        member{"assigned", &shown_import::assigned},
                                        member{"problems", &shown_import::problems},
                                        member{"changed", &shown_import::changed}};
};

struct imports_model {
    static constexpr std::string_view page_template = "operation_imports";

    manage::common_part common = {};
    bool has_running = false;
    std::vector<shown_import> running = {};
    bool has_others = false;
    std::vector<shown_import> others = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{
        members_of{&imports_model::common},         member{"has_running", &imports_model::has_running},
        member{"running", &imports_model::running}, member{"has_others", &imports_model::has_others},
        member{"others", &imports_model::others},   member{"next", &imports_model::next}};
};

} // namespace uniform::http::administration
