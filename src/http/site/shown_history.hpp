// The history of a name or of a document on its page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <uniform/service/history.hpp>
#include <uniform/store/records.hpp>

#include "http/pages/change_row.hpp"
#include "http/pages/model.hpp"
#include "http/pages/page.hpp"

namespace uniform::http {

struct request_context;

namespace manage {

/// The events that a page shows; a link leads to those before them.
inline constexpr std::size_t shown_events = 10;

/// An event, for _history.html.
struct history_row {
    std::string at = {};
    std::string who = {};
    std::string action = {};
    std::string restore = {}; ///< a URL, if the name can be changed back to this
    bool has_changes = false;
    std::vector<pages::change_row> changes = {};

    static constexpr std::tuple members{
        pages::member{"at", &history_row::at},           pages::member{"who", &history_row::who},
        pages::member{"action", &history_row::action},   pages::member{"restore", &history_row::restore},
        pages::member{"changes", &history_row::changes}, pages::member{"has_changes", &history_row::has_changes}};
};

/// A part of the models of pages with a history, for _history.html.
struct history_part {
    bool has_history = false;
    std::vector<history_row> history = {};
    std::string older = {}; ///< a URL

    static constexpr std::tuple members{pages::member{"has_history", &history_part::has_history},
                                        pages::member{"history", &history_part::history},
                                        pages::member{"older", &history_part::older}};
};

/// Adds an event. `words` begins the keys of the texts of the actions: "action." of names, "operation.did_" of
/// documents.
history_row &add_event(history_part &h, const pages::html_page &p, const store::event &e, std::string_view words);
/// There are events before this one, on the page with this URL; 0: there are none.
void add_older(history_part &h, std::string_view page, std::uint64_t before);

/// The events of a document that its page shows: those before the one in its query.
[[nodiscard]] service::history_request events_asked_for(const request_context &c);
/// The events of a document, each with what it changed but its own time and author.
[[nodiscard]] history_part history_of(const pages::html_page &p, const service::history_page &found,
                                      std::string_view page);

} // namespace manage
} // namespace uniform::http
