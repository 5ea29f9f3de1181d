#include "service/history_list.hpp"

#include <string>

#include <uniform/json/value.hpp>

#include "service/client_text.hpp"

namespace uniform::cli {

namespace {

void show_event(const json::value &e) {
    std::string line = member_of(e, "number") + "  " + member_of(e, "at") + "  " + member_of(e, "action");
    if (const std::string who = member_of(e, "who"); !who.empty()) {
        line += "  by " + who;
        if (const std::string from = member_of(e, "from"); !from.empty()) line += " from " + from;
    }
    print_cells({{line}});
    print_cells({{"  hash " + member_of(e, "hash")}});
}

} // namespace

int show_history(const service_options &o, std::string_view kind, const header_fields &fields) {
    return list_from_service(o, "/api/v1/" + std::string{kind} + '/' + http::path_segment(o.arguments[0]) + "/history",
                             show_event, fields);
}

} // namespace uniform::cli
