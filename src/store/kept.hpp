// What the writing thread knows of the database without asking.
//
// Every change of a document is an event. So while the history ends where this writer left it, what it has read or
// written is still true, and a namespace or a delegation is asked for once, not for each name assigned in it. What is
// known to be absent is kept, too, and so are gaps: "between these two ids there is no other".
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/store/store.hpp>

namespace uniform::store::detail {

class kept {
public:
    void clear();

    /// Of a document: nothing when it is not known, an empty optional when it is known to be absent.
    [[nodiscard]] const std::optional<document> *find(std::string_view kind, std::string_view id) const;
    /// The document with the greatest id not after `text`; nothing when that is not known.
    [[nodiscard]] const std::optional<document> *before(std::string_view kind, std::string_view text) const;

    /// What was read.
    void put(std::string_view kind, std::string_view id, std::optional<document> d);
    /// What was read: after `low` (a document's; nothing: from the beginning) the next id is `high` (nothing: none).
    void put_gap(std::string_view kind, const std::optional<document> &low, std::optional<std::string> high);
    /// What is written.
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
    std::map<key, gap, order> gaps_; ///< by kind and the id at which they begin
    std::size_t bytes_ = 0;
};

} // namespace uniform::store::detail
