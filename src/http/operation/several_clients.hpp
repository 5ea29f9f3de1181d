// The texts that at least two clients have asked for, in memory of a fixed size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace uniform::http {

/// Texts and clients are hashes. A client that asks for many texts replaces its own: it takes an eighth of the entries
/// at most, and none of the texts that several have asked for.
class several_clients {
public:
    explicit several_clients(std::size_t entries) : lines_(entries / ways + 1) {}

    enum class seen : std::uint8_t {
        first,   ///< no other client has asked for it
        another, ///< a second one asks now: mark() it
        marked,
    };
    /// A client asks for a text.
    [[nodiscard]] seen ask(std::uint64_t text, std::uint64_t client) noexcept;
    /// From now on, ask() says `marked` for the text. REQUIRES: ask() said `another` for it just now.
    void mark(std::uint64_t text) noexcept;
    /// Forgets all.
    void clear() noexcept;

private:
    struct entry {
        std::uint64_t text = 0;
        std::uint64_t client = 0; // the first one
        std::uint64_t at = 0;     // when it was asked for last, by asked_; 0: there is none
        bool marked = false;
    };
    static constexpr std::size_t ways = 8;
    using line = std::array<entry, ways>;
    [[nodiscard]] line &line_of(std::uint64_t text) noexcept { return lines_[text % lines_.size()]; }
    std::vector<line> lines_;
    std::uint64_t asked_ = 0;
};

} // namespace uniform::http
