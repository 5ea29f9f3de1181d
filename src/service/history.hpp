// The one way from events to what is shown of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <uniform/service/history.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::detail {

/// An event as an object of JSON; `before` and `after` are what its subject was and became, themselves JSON, the first
/// empty when the event made it.
[[nodiscard]] std::string event_json(const store::event &e, std::string_view before, std::string_view after,
                                     bool private_too);

/// What is shown of a document as an event left it: JSON.
using document_shown = std::function<std::string(const store::event &e)>;

/// A page of the history of a document that is there.
[[nodiscard]] history_page history_of(store::reading &r, std::string_view kind, std::string_view id,
                                      const history_request &h, const document_shown &shown);

/// The document that an event left.
[[nodiscard]] inline store::document document_of(const store::event &e) {
    return {.id = e.id, .body = e.body, .event = e.number};
}

} // namespace uniform::service::detail
