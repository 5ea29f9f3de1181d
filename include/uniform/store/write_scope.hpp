// The event that the writes of one thread depend on, and where the history ended after them.
//
//     const store::write_scope after{store::history_head_from("12:3f...")};
//     s.write(...); // throws event_missing if the store lacks this event
//     after.head(); // the end of the history, which has what was written
#pragma once

#include <optional>
#include <stdexcept>

#include <uniform/base/api.hpp>
#include <uniform/store/history_head.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The store lacks an event that the caller of a write knows: nothing was written.
class event_missing : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// While it lives, the writes of this thread are carried out only in a store that has an event. The innermost one
/// counts.
class write_scope {
public:
    /// @param requires_event the event; nothing: any store will do
    explicit write_scope(std::optional<history_head> requires_event = {}) noexcept;
    write_scope(const write_scope &) = delete;
    write_scope &operator=(const write_scope &) = delete;
    ~write_scope();

    /// The innermost one of this thread; null: there is none.
    [[nodiscard]] static write_scope *current() noexcept;

    [[nodiscard]] const std::optional<history_head> &required() const noexcept UNIFORM_LIFETIMEBOUND {
        return required_;
    }
    /// The end of the history after the last write; nothing if there was none.
    [[nodiscard]] const std::optional<history_head> &head() const noexcept UNIFORM_LIFETIMEBOUND { return head_; }
    /// For the store: a write has ended.
    void note(const history_head &head) noexcept { head_ = head; }

private:
    std::optional<history_head> required_;
    std::optional<history_head> head_ = {};
    write_scope *outer_;
};

} // namespace store
} // namespace uniform
