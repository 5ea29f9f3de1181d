// The contents of a store: events, documents and names, as they are read and written. Declarations without a
// connection.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>

namespace uniform UNIFORM_API {
namespace store {

using resolver::problem;
using resolver::timestamp;

/// Who makes a change, and from where: "token:7f3a", "127.0.0.1"; "local:alice", "command line".
struct origin {
    std::string who = {};
    std::string from = {};
};

/// A SHA-256 hash.
using digest = std::array<std::byte, 32>;

/// One change.
struct event {
    std::uint64_t number = 0; ///< 1, 2, 3, ...
    timestamp at = {};
    std::string who = {};
    std::string from = {};
    std::string action = {};  ///< "assign", "withdraw", "submit", ...
    std::string kind = {};    ///< "name", or a document's kind
    std::string id = {};      ///< a name's key, or a document's id
    std::uint64_t before = 0; ///< the subject's event before this one; 0: this one made the subject
    std::string body = {};    ///< the state after it: an encoded name record, or a document's body
    digest previous = {};     ///< the hash of the event before this one in the history
    digest hash = {};
    /// The body lacks its secrets, as a primary gives it to its followers: the hash is not that of this body.
    bool withheld = false;

    /// The kind of an event of which only number and hash are known, because it does not belong to the part of the
    /// history that is followed. It has no subject, and makes no row.
    static constexpr std::string_view hidden_kind = "hidden";
    [[nodiscard]] bool is_hidden() const noexcept { return kind == hidden_kind; }
};

/// An event without its contents.
struct event_subject {
    std::uint64_t number = 0;
    std::string kind = {};
    std::string id = {};
    digest previous = {};
    digest hash = {};
};

/// A commit of this process. Its events have consecutive numbers.
struct commit {
    std::uint64_t before = 0; ///< the number of the last event before it; 0: there is none
    digest hash_before = {};  ///< the hash of that event
    std::uint64_t last = 0;   ///< the number of its last event; `before`, if it has none
    digest hash = {};
    /// The kind and id of the subject of each event, in their order.
    std::span<const std::pair<std::string, std::string>> subjects = {};
};

/// A stored document: JSON under an id.
struct document {
    std::string id = {};
    std::string body = {};
    std::uint64_t event = 0;   ///< the number of its last event
    std::uint64_t version = 1; ///< the number of its versions, this one included: for ETag and If-Match
};

/// The document as it was after an event.
[[nodiscard]] document document_after(const event &e);

/// The result of writing a document.
struct revision {
    std::uint64_t event = 0;   ///< the number of the event
    std::uint64_t version = 1; ///< the number of versions of the document
};

/// A stored name.
struct name_row {
    std::string key = {};
    std::string record = {}; ///< encoded (resolver::decode)
    std::uint64_t event = 0;
};

} // namespace store
} // namespace uniform
