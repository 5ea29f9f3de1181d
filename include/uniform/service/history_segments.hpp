// The history in files that never change, for object storage and CDNs (docs/reference/history-format.md, "Segments").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/merkle_tree.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The events of each segment but the last one: a complete subtree of the tree over the history.
inline constexpr std::uint64_t events_of_segment = 4096;
/// The name of the file that lists the segments, the only one that changes.
inline constexpr std::string_view segments_index_name = "index.ndjson";

/// The name of the file of a segment, by the number of its first event and the hash of its last one:
/// "000000004097-HASH.ndjson". So the names are in the order of the events.
[[nodiscard]] std::string segment_file(std::uint64_t first, const store::digest &last);

/// A segment: a file with lines of the history, and the root of the tree of its events.
struct history_segment {
    std::string file = {};
    store::digest root = {};

    friend bool operator==(const history_segment &, const history_segment &) = default;
};

/// All segments, in the order of their events. Each has 4096 events, but the last one may have fewer.
struct segments_index {
    store::history_head head = {}; ///< the last event of the last segment
    std::vector<history_segment> segments = {};

    /// The segments that have 4096 events, and stay as they are.
    [[nodiscard]] std::uint64_t complete() const noexcept { return head.first / events_of_segment; }
    friend bool operator==(const segments_index &, const segments_index &) = default;
};

/// The head of the tree of all events in segments. Linear in the segments.
[[nodiscard]] store::tree_head tree_of(const segments_index &index);

/// The text of the index. Linear.
[[nodiscard]] std::string segments_index_text(const segments_index &index);
/// The same backwards. Throws store::other_history with the cause for a text that is no index: each name of a file is
/// that of its place, the last one that of the head, and the tree is that of the roots. So a name has no "/". Linear.
[[nodiscard]] segments_index read_segments_index(std::string_view text);

/// Whether a file or URL is an index of segments, by its name.
[[nodiscard]] bool is_segments_index(std::string_view location) noexcept;

} // namespace service
} // namespace uniform
