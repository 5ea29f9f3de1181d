// Reading the history: segments, and the events in them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <uniform/store/database.hpp>
#include <uniform/store/records.hpp>

#include "store/history/event_encoding.hpp"

namespace uniform::store::detail {

/// A segment with the hashes of its events, which are computed from the hash before it.
struct hashed_segment {
    std::uint64_t first = 0;
    digest before = {}; ///< the hash of the event before the first
    segment events = {};
    std::vector<digest> hashes = {};

    [[nodiscard]] bool holds(std::uint64_t number) const noexcept {
        return number >= first && number - first < events.events.size();
    }
    [[nodiscard]] event at(std::uint64_t number) const;
};

/// The segment with the event of this number; nothing when there is no such event. Throws failure (damaged) when it
/// cannot be read.
[[nodiscard]] std::optional<hashed_segment> segment_of(connection &c, std::uint64_t number);

/// Calls `each` with the events of these numbers, which ascend, up to the first number that no event has. Each segment
/// is read once, and no hash is computed, so that this is for finding, not for showing, events. Throws failure
/// (damaged).
void for_each_event(connection &c, std::span<const std::uint64_t> numbers,
                    const std::function<void(const event_view &)> &each);

/// The end of the history: number, hash and time of the last event; zeros when there is none.
struct history_end {
    std::uint64_t number = 0;
    digest hash = {};
    std::int64_t at = 0;
    bool operator==(const history_end &) const = default;
};
/// The query of head_of(), to be run together with others; head_from() checks its answer.
[[nodiscard]] query head_query(std::optional<std::pair<std::uint64_t, std::string>> &answer);
[[nodiscard]] std::pair<std::uint64_t, digest>
head_from(const std::optional<std::pair<std::uint64_t, std::string>> &answer);
/// Number and hash only: the small columns of one row.
[[nodiscard]] std::pair<std::uint64_t, digest> head_of(connection &c);
[[nodiscard]] history_end end_of(connection &c);

/// Nothing unless there are 32 bytes.
[[nodiscard]] std::optional<digest> digest_from(std::string_view bytes) noexcept;
[[nodiscard]] std::string_view bytes_of(const digest &d) noexcept;

} // namespace uniform::store::detail
