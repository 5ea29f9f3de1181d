// The sign-ins that came back and did not end in a session, in the memory of this process: whoever has a copy of the
// cookie cannot try the same state again. The store has those that the provider has confirmed (used_states.hpp); what
// the provider has not confirmed takes no room there, because anyone can make up a cookie and its state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <uniform/resolver/timestamp.hpp>

#include "base/mutex.hpp"

namespace uniform::http::openid {

/// A table of fixed size, 320 KiB. Where it is full, the state that failed first is forgotten; a state is kept for as
/// long as its cookie is accepted. Of those that failed, an address adds as many a minute as it may
/// (limits.failed_tokens).
class failed_states {
public:
    failed_states();
    void note(std::string_view state, resolver::timestamp now) UNIFORM_EXCLUDES(lock_);
    [[nodiscard]] bool has(std::string_view state, resolver::timestamp now) const UNIFORM_EXCLUDES(lock_);

    static constexpr std::size_t most = 8192;

private:
    struct entry {
        std::array<char, 32> state{}; // of its 43 characters the first, of 192 bits
        std::int64_t until = 0;       // in seconds; 0: there is none
    };
    static constexpr std::size_t ways = 8;
    using line = std::array<entry, ways>;
    [[nodiscard]] std::size_t line_of(std::string_view state) const noexcept;

    std::uint64_t seed_; // so that nobody chooses whose state is forgotten
    mutable base::mutex lock_;
    std::vector<line> lines_ UNIFORM_GUARDED_BY(lock_);
};

} // namespace uniform::http::openid
