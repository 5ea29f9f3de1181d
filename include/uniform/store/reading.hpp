// Reading a store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/database.hpp>
#include <uniform/store/records.hpp>

namespace uniform UNIFORM_API {
namespace store {

namespace detail {
class write_buffer;
} // namespace detail

/// A consistent view of the store. For one thread, and for a short time.
class reading {
public:
    explicit reading(connection &c, detail::write_buffer *b = nullptr) noexcept : connection_(&c), buffer_(b) {}

    [[nodiscard]] std::optional<name_row> name(std::string_view key);
    /// The names whose keys begin with `prefix` and come after `after`, in the order of bytes; at most `limit`.
    [[nodiscard]] std::vector<name_row> names(std::string_view prefix, std::string_view after, std::size_t limit);
    /// The same of the names in one state: by an index, whatever the other names are.
    [[nodiscard]] std::vector<name_row> names(std::string_view prefix, std::string_view after, std::size_t limit,
                                              resolver::name_state state);

    [[nodiscard]] std::optional<document> find(std::string_view kind, std::string_view id);
    [[nodiscard]] std::vector<document> list(std::string_view kind, std::string_view prefix, std::string_view after,
                                             std::size_t limit);
    /// The document with the longest id among those of a kind whose id is a prefix of `text` and that `accept` accepts.
    /// A few index look-ups, however many documents there are.
    [[nodiscard]] std::optional<document> longest_prefix(std::string_view kind, std::string_view text,
                                                         const std::function<bool(const document &)> &accept = nullptr);

    /// The history of one subject, newest first; at most `limit` events, before event `before` (0: from the newest).
    [[nodiscard]] std::vector<event> history(std::string_view kind, std::string_view id, std::uint64_t before = 0,
                                             std::size_t limit = 100);
    /// The last event of the subject at `t`; nothing when it did not exist yet.
    [[nodiscard]] std::optional<event> as_of(std::string_view kind, std::string_view id, timestamp t);
    /// The events after number `after`, oldest first; at most `limit`.
    [[nodiscard]] std::vector<event> events(std::uint64_t after, std::size_t limit);
    /// The same without their contents: the memory of one of them at a time.
    [[nodiscard]] std::vector<event_subject> subjects(std::uint64_t after, std::size_t limit);
    /// The same, each handed to `f`: the memory of one of them at a time.
    void each_event(std::uint64_t after, std::size_t limit, const std::function<void(const event &)> &f);
    [[nodiscard]] std::optional<event> event_at(std::uint64_t number);
    /// The number and hash of the last event. Keep them elsewhere: then verify() proves that nothing before changed.
    [[nodiscard]] std::pair<std::uint64_t, digest> head();

    /// Whether this is read from a replica, which may lack the latest commits: known after the first statement.
    [[nodiscard]] bool on_replica() const noexcept { return connection_->on_replica(); }

    /// For tables without history (statistics, link health). In a write, everything changed so far is written to the
    /// database first, and the write gets a savepoint: a few more statements.
    [[nodiscard]] connection &sql() UNIFORM_LIFETIMEBOUND;

protected:
    connection *connection_;
    detail::write_buffer *buffer_; ///< the changes that a writing has not written yet
};

} // namespace store
} // namespace uniform
