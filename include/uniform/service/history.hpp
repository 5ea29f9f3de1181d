// The history of a document: a namespace, a registration request, a registrar, a delegation, a transfer or a token.
// (That of a name: names.hpp.) A client that may see a document may see its history.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/credentials.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// A page of events, newest first.
struct history_request {
    std::uint64_t before = 0; ///< those before this event; 0: from the newest
    std::size_t limit = 100;
    bool private_too = false; ///< with the members of documents that are for holders of a token
};
/// Writes a document as it was after an event: as it is shown, without version.
using document_writer = std::function<void(json::writer &)>;
/// An event of a document. The body of `event` is left out: `shown` writes what it said.
struct history_event {
    store::event event = {};
    document_writer shown = {};
    document_writer shown_before = {}; ///< the document before the event; empty: the event created it
};
/// Writes an object: "number", "at", "who", "from", "action", "old" (left out of the first) and "new" (the document
/// before and after it), "previous" and "hash" (hexadecimal). `private_too`: with who and from.
void write(json::writer &w, const history_event &e, bool private_too);
/// The events, newest first.
struct history_page {
    std::vector<history_event> events = {};
    std::uint64_t next = 0; ///< go on before this event; 0: that was all
};

/// Each gives fewer events than `limit` when they are large (some MiB), one at least. Problems: those of looking at it
/// (malformed, invalid, not_found); of a transfer also forbidden, for whom it does not concern.
[[nodiscard]] std::expected<history_page, resolver::problem> namespace_history(store::reading &r, std::string_view nid,
                                                                               const history_request &h);
/// A request's drafts, versions and comments have endpoints of their own; here is where it stood.
[[nodiscard]] std::expected<history_page, resolver::problem>
request_history(store::reading &r, const credentials &a, std::uint64_t number, const history_request &h);
/// The contact is shown with `private_too`.
[[nodiscard]] std::expected<history_page, resolver::problem> registrar_history(store::reading &r, std::string_view id,
                                                                               const history_request &h);
/// The history of a delegation.
[[nodiscard]] std::expected<history_page, resolver::problem>
delegation_history(store::reading &r, std::string_view prefix, const history_request &h);
/// The history of a transfer.
[[nodiscard]] std::expected<history_page, resolver::problem>
transfer_history(store::reading &r, const resolver::principal &who, std::string_view id, const history_request &h);
/// Without the hash of the secret.
[[nodiscard]] std::expected<history_page, resolver::problem>
token_history(store::reading &r, const resolver::principal &who, std::string_view id, const history_request &h);

} // namespace service
} // namespace uniform
