// Pages of the history of a document.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/service/history.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::detail {

/// An event as an object; the two functions write the document before and after it, the first is empty if the event
/// created it.
void write_event(json::writer &w, const store::event &e, const document_writer &before, const document_writer &after,
                 bool private_too);

/// Reads the document after an event, and returns what writes it.
using document_reader = std::function<document_writer(const store::event &e)>;

/// A function that writes a document. Copies share the document: it is the newer of one event and the older of another.
[[nodiscard]] inline document_writer writer_of(json::value document) {
    return [d = std::make_shared<const json::value>(std::move(document))](json::writer &w) { w.write(*d); };
}

/// A page of the history of an existing document.
[[nodiscard]] history_page history_of(store::reading &r, std::string_view kind, std::string_view id,
                                      const history_request &h, const document_reader &read);

} // namespace uniform::service::detail
