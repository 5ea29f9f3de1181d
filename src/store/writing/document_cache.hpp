// The documents that the writing thread has read or written.
//
// Every change of a document is an event. So the cache is valid while the history ends where this writer left it, and a
// namespace or a delegation is read once, not for each name assigned in it. The cache also has documents that do not
// exist, and gaps: "no id lies between these two".
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/store/records.hpp>

namespace uniform::store::detail {

class document_cache {
public:
    void clear();
    [[nodiscard]] bool empty() const noexcept { return documents_.empty() && gaps_.empty(); }

    /// A document; null when it is not cached, an empty optional when it does not exist.
    [[nodiscard]] const std::optional<document> *find(std::string_view kind, std::string_view id) const;
    /// The document with the greatest id not after `text`; null when that is not cached.
    [[nodiscard]] const std::optional<document> *before(std::string_view kind, std::string_view text) const;

    /// A document that was read.
    void put(std::string_view kind, std::string_view id, std::optional<document> d);
    /// A gap that was read: the next id after `low` (none: from the beginning) is `high` (none: no other id).
    void put_gap(std::string_view kind, const std::optional<document> &low, std::optional<std::string> high);
    /// A document that was written.
    void change(std::string_view kind, std::string_view id, document d, bool fresh);

private:
    using key = std::pair<std::string, std::string>;
    struct order {
        using is_transparent = void;
        using view = std::pair<std::string_view, std::string_view>;
        bool operator()(const auto &a, const auto &b) const noexcept {
            return view(a.first, a.second) < view(b.first, b.second);
        }
    };
    struct gap {
        std::optional<document> low;
        std::optional<std::string> high;
    };
    void make_room(std::size_t bytes);
    void forget_gaps(std::string_view kind);

    std::map<key, std::optional<document>, order> documents_;
    std::map<key, gap, order> gaps_; // by kind and the id at which they begin
    std::size_t bytes_ = 0;
};

} // namespace uniform::store::detail
