// Changing a store: what one write may do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/reading.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The result of store::confirm_clock(): the times that it found.
struct clock_confirmation {
    timestamp system = {};                    ///< the time of the system
    std::optional<timestamp> last_event = {}; ///< that of the last event before
    std::uint64_t event = 0;                  ///< of the confirmation; 0: nothing had to be confirmed
};

/// One write. Its reads see its own changes.
class writing : public reading {
public:
    [[nodiscard]] const origin &by() const noexcept UNIFORM_LIFETIMEBOUND;
    /// Makes `who` the author of the events that follow in this change: known only after reading the store.
    void set_author(std::string who);
    /// The time of the store (store::now), the same throughout the write.
    [[nodiscard]] timestamp now() const noexcept;
    /// Notes, without an event, that the time of the store has passed, so that a clock that is set back is noticed also
    /// when nothing else is written.
    void note_time();
    /// For store::confirm_clock().
    [[nodiscard]] clock_confirmation confirm_clock();
    /// For store::confirm_history().
    [[nodiscard]] std::uint64_t confirm_history(const history_head &lost);

    /// Makes or replaces a document, with an event. Kind, id (not empty) and body are UTF-8, the body at most 16 MiB;
    /// the kinds "name", "counter", "clock" and "history" are reserved.
    /// @return the number of the event, and of the version
    /// Throws failure (other) for any other argument.
    revision put(std::string_view kind, std::string_view id, std::string_view body, std::string_view action);
    /// Makes a new name.
    /// @return the existing row when the key exists, and nothing was changed; else nothing, also when the name is
    /// assumed absent (store::write)
    [[nodiscard]] std::optional<name_row> add_name(std::string_view key, const resolver::name_record &r,
                                                   std::string_view action);
    /// Replaces the name record of `was`, which must be what this write reads now. The store counts its version,
    /// whatever `r` says.
    /// @return the number of the event
    std::uint64_t change_name(const name_row &was, const resolver::name_record &r, std::string_view action);
    /// Makes many new names, with keys in any order, for imports.
    /// @return for each, whether it is new; existing names are not changed
    [[nodiscard]] std::vector<bool> add_names(std::span<const std::pair<std::string, std::string>> keys_and_records,
                                              std::string_view action);

    /// Adds an event of another store, as it is; for store::repeat().
    void repeat(const event &e);

    /// The next number of a counter (1, 2, 3, ...), or the first of `count` numbers; no number is returned twice.
    /// Counters are documents of kind "counter" whose body is the last number; one event for each transaction.
    [[nodiscard]] std::uint64_t next(std::string_view counter, std::uint64_t count = 1);

    /// The answer to the first request with this client's Idempotency-Key; nothing for a new key. `request` is a digest
    /// of the request. Error: key_reused, the first request was another one.
    [[nodiscard]] std::expected<std::optional<std::string>, problem>
    answered(std::string_view client, std::string_view key, std::string_view request);
    void remember(std::string_view client, std::string_view key, std::string_view request, std::string_view answer);
    /// Deletes the idempotency keys kept before `t`.
    /// @return how many
    std::int64_t expire_answers(timestamp t);

    /// The result of one call of extend_search_index().
    struct search_step {
        std::uint64_t names = 0; ///< that were indexed
        bool complete = false;
    };
    /// Makes the index of search, or adds the next names to one that is incomplete; one of another version is dropped
    /// first. For make_search_index() in search.hpp. Without an event.
    [[nodiscard]] search_step extend_search_index(std::size_t names);
    /// Drops the index of search, if there is one. Without an event.
    void drop_search_index();

    writing(connection &c, detail::write_buffer &b) noexcept : reading(c, &b) {}
};

namespace detail {
/// The result of `f`, which `run` calls with a writing, perhaps several times; the last result counts. `run` takes a
/// function that tells whether the result is a value, so that what was written is kept.
template <class F, class Run>
auto result_of_write(F &f, Run run) -> decltype(f(std::declval<writing &>())) {
    std::optional<decltype(f(std::declval<writing &>()))> result;
    run([&](writing &w) {
        result.emplace(f(w));
        return result->has_value();
    });
    return std::move(*result);
}
} // namespace detail

} // namespace store
} // namespace uniform
