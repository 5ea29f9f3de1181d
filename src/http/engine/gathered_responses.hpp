// Responses of connections that are ready at the same time: they are sent when all of these have theirs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/assertion.hpp>

#include "http/engine/timer.hpp"

namespace uniform::http {

/// A client of several connections that waits for responses sleeps, and each response would wake it: that takes as much
/// processor time as to find a name.
class gathered_responses {
public:
    /// Whether more connections are ready, so that responses are gathered.
    void expect(bool more) noexcept { open_ = more || !parts_.empty(); }
    /// Keeps the responses of this connection. False: they are to be sent now.
    [[nodiscard]] bool add(timed &of, std::string_view responses) {
        if (!open_ || responses.size() > most_bytes) return false;
        UNIFORM_ASSERT(!is_full());
        UNIFORM_ASSERT(std::ranges::none_of(parts_, [&of](const part &p) { return p.of == &of; }));
        const std::size_t begin = text_.size();
        text_ += responses;
        parts_.push_back({&of, begin, text_.size()});
        return true;
    }
    [[nodiscard]] bool is_full() const noexcept { return parts_.size() >= most || text_.size() >= most_bytes; }
    void forget(timed &of) noexcept {
        std::erase_if(parts_, [&of](const part &p) { return p.of == &of; });
    }
    /// Calls send(connection, responses) for all of them, and gathers nothing meanwhile.
    template <class Send>
    void send(Send send_to) noexcept {
        open_ = false;
        for (std::size_t n = 0; n < parts_.size(); ++n) {
            const part p = parts_[n];
            UNIFORM_ASSERT(p.begin < p.end && p.end <= text_.size());
            send_to(*p.of, std::string_view{text_}.substr(p.begin, p.end - p.begin));
        }
        parts_.clear();
        text_.clear();
    }

private:
    // More would make the first of them wait longer than it takes to wake its client.
    static constexpr std::size_t most = 32;
    static constexpr std::size_t most_bytes = std::size_t{64} << 10U;

    struct part {
        timed *of;
        std::size_t begin, end;
    };
    bool open_ = false;
    std::string text_;
    std::vector<part> parts_;
};

} // namespace uniform::http
