// Lines of the history of a primary on their way into a store that follows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <uniform/service/history_lines.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

/// A refusal for a reason that everybody may read, at /readyz: it quotes nothing of a history.
class not_followed : public store::other_history {
public:
    using store::other_history::other_history;
};

/// Whether a history may have secrets, which are those of tokens, requests and webhooks. A page of a service has none:
/// one that has would let its sender sign in here. An export that an administrator has put here may.
enum class secrets_in_history : std::uint8_t { refused, accepted };

/// Takes pages, exports, or several of either one after another. Events that the store has are left out, but the last
/// of them must have the hash that it has in the store. What does not continue the history of the store throws
/// store::other_history; what was applied before stays.
class history_intake {
public:
    /// The store outlives it.
    explicit history_intake(store::store &s, secrets_in_history secrets) : store_(s), secrets_(secrets) { begin(); }

    /// Forgets what was taken and not applied: the next line is the first one of a page or an export.
    void begin();
    /// Whether the store follows still, or cannot be read now: asked while a response is on its way, by whose end the
    /// store may be a primary itself.
    [[nodiscard]] bool follows() const noexcept;
    /// The store has to follow: another process may have promoted it. Throws not_followed. begin() asks, too.
    void check_store();
    /// @param line without its end
    void take(std::string_view line);
    /// Applies what was taken. The history that was read must not end before the last event here.
    void finish();

    /// The last event here, also of those taken.
    [[nodiscard]] const service::history_head &here() const noexcept { return here_; }
    /// The end of the history that was read, by the last line that says it since begin().
    [[nodiscard]] const std::optional<service::history_head> &end() const noexcept { return end_; }

private:
    void go_on_after(const service::history_head &event);
    void take(store::event e);
    void apply();

    store::store &store_;
    const secrets_in_history secrets_;
    service::history_head here_ = {};
    std::optional<service::history_head> read_ = {}; // the last event that was read; nothing: no first line was
    std::optional<service::history_head> end_ = {};
    std::vector<store::event> taken_ = {};
    std::size_t bytes_ = 0;
};

} // namespace uniform::http
