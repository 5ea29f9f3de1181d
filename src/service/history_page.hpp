// Pages of the history of a document, as JSON.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <uniform/service/history.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::detail {

/// An event as a JSON object; `before` and `after` are the JSON of the document before and after it, the first empty if
/// the event created it.
[[nodiscard]] std::string event_json(const store::event &e, std::string_view before, std::string_view after,
                                     bool private_too);

/// Makes the JSON of the document after an event.
using document_shown = std::function<std::string(const store::event &e)>;

/// A page of the history of an existing document.
[[nodiscard]] history_page history_of(store::reading &r, std::string_view kind, std::string_view id,
                                      const history_request &h, const document_shown &shown);

/// The document after an event.
[[nodiscard]] inline store::document document_of(const store::event &e) {
    return {.id = e.id, .body = e.body, .event = e.number};
}

} // namespace uniform::service::detail
