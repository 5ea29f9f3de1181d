// Replicas of the database behind the reads of one thread.
//
//     const store::read_scope reads{store::freshness::latest};
//     s.read(...); // from the primary, as long as it answers
//     if (reads.used_replica()) ...
#pragma once

#include <chrono>
#include <cstdint>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The age that is permitted to what is read.
enum class freshness : std::uint8_t {
    bounded, ///< as old as the options of the database permit
    latest,  ///< a replica is asked only while the primary does not answer
};

/// While it lives, says what the reads of this thread may be made of, and notes what they were made of. The innermost
/// one counts.
class read_scope {
public:
    explicit read_scope(freshness f = freshness::bounded) noexcept;
    read_scope(const read_scope &) = delete;
    read_scope &operator=(const read_scope &) = delete;
    ~read_scope();

    /// The innermost one of this thread; null: there is none, which means freshness::bounded.
    [[nodiscard]] static read_scope *current() noexcept;

    [[nodiscard]] freshness wanted() const noexcept { return wanted_; }
    /// From now on; what was read before is forgotten.
    void want(freshness f) noexcept {
        wanted_ = f;
        used_replica_ = false;
        behind_ = {};
    }

    /// Whether anything was read from a replica.
    [[nodiscard]] bool used_replica() const noexcept { return used_replica_; }
    /// The time by which that replica may have lagged behind the primary at most, as far as this process knows.
    [[nodiscard]] std::chrono::milliseconds behind() const noexcept { return behind_; }
    /// For connections: a statement is run by a replica.
    void note_replica(std::chrono::milliseconds behind) noexcept {
        used_replica_ = true;
        if (behind > behind_) behind_ = behind;
    }

private:
    freshness wanted_;
    bool used_replica_ = false;
    std::chrono::milliseconds behind_{0};
    read_scope *outer_;
};

} // namespace store
} // namespace uniform
