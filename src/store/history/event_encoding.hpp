// The encoding of events: what is hashed, and how the events of one commit are stored together ("segment").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/store/records.hpp>

namespace uniform::store::detail {

/// An event without hashes; its texts belong to the caller.
struct event_view {
    std::uint64_t number = 0;
    std::int64_t at = 0; ///< microseconds since 1970
    std::string_view who = {};
    std::string_view from = {};
    std::string_view action = {};
    std::string_view kind = {};
    std::string_view id = {};
    std::uint64_t before = 0;
    std::string_view body = {};
    /// The 32 bytes of the hash, if the body lacks its secrets (event::withheld); empty for all other events.
    std::string_view withheld = {};
    bool operator==(const event_view &) const = default;
};
[[nodiscard]] event_view view_of(const event &e) noexcept;
[[nodiscard]] event event_of(const event_view &v, const digest &previous, const digest &hash);

/// The hash of an event: SHA-256 over the hash of the event before, number, time and `before` as 64-bit big-endian
/// integers, and who, from, action, kind, id and body, each as its length (32-bit, big-endian) and its bytes. The event
/// before the first has the hash 0. The hash of an event whose body lacks its secrets is what it says.
[[nodiscard]] digest hash_of(const digest &previous, const event_view &e);
[[nodiscard]] digest sha256(std::string_view bytes);

/// Whether bodies of this kind have secrets, which a primary withholds from its followers. No other event may be
/// without the body that its hash is of: a name could be anything.
[[nodiscard]] constexpr bool may_be_withheld(std::string_view kind) noexcept {
    return kind == "token" || kind == "request" || kind == "draft" || kind == "webhook" || kind == event::hidden_kind;
}

/// A segment is full with so many events or bytes. A segment of one event may be larger.
inline constexpr std::size_t segment_events = 512;
inline constexpr std::size_t segment_bytes = std::size_t{256} << 10U;
/// Longer segments are refused when reading.
inline constexpr std::size_t longest_segment = std::size_t{64} << 20U;

/// Collects events with consecutive numbers.
class segment_writer {
public:
    void add(const event_view &e);
    [[nodiscard]] bool full() const noexcept { return count_ >= segment_events || plain_.size() >= segment_bytes; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    /// The bytes of the segment, compressed when that is shorter. The writer is empty again.
    [[nodiscard]] std::string take();

private:
    std::string plain_;
    std::string who_, from_, action_, kind_;
    std::uint64_t first_ = 0;
    std::size_t count_ = 0;
    std::int64_t at_ = 0;
};

/// The events of a segment; they refer to its bytes.
struct segment {
    std::vector<char> plain = {}; ///< not a string, whose bytes may move with it
    std::vector<event_view> events = {};
};
/// Reads what segment_writer wrote: `count` events, the first with the number `first`; nothing for any other bytes.
/// Linear; memory for at most `longest_segment` bytes.
[[nodiscard]] std::optional<segment> read_segment(std::string_view bytes, std::uint64_t first, std::uint64_t count);

} // namespace uniform::store::detail
