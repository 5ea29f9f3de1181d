// Deadlines of connections: a wheel of lists, each connection in one of them. Extending a deadline, which every
// request does, is one assignment; only a deadline that comes nearer moves the connection in the wheel.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

#include <uniform/base/assertion.hpp>

namespace uniform::http {

using moment = std::chrono::steady_clock::time_point;

class wheel;

/// An object that has a deadline.
class timed {
public:
    timed() = default;
    timed(const timed &) = delete;
    timed &operator=(const timed &) = delete;

    moment deadline = moment::max();

private:
    friend class wheel;
    timed *next_ = this;
    timed *previous_ = this;
    moment listed_ = moment::max(); // when the wheel will look at it
};

class wheel {
public:
    static constexpr std::chrono::milliseconds tick{100};

    explicit wheel(moment now) noexcept : now_(now) {}

    void set(timed &t, moment deadline) noexcept {
        t.deadline = deadline;
        if (deadline < t.listed_ || t.next_ == &t) list(t);
    }

    void remove(timed &t) noexcept {
        UNIFORM_ASSERT(t.previous_->next_ == &t && t.next_->previous_ == &t);
        t.previous_->next_ = t.next_;
        t.next_->previous_ = t.previous_;
        t.next_ = t.previous_ = &t;
        t.listed_ = moment::max();
    }

    /// Calls late(t) for each whose deadline has come; it may remove t, or set another deadline.
    template <class Late>
    void advance(moment now, Late late) {
        while (now_ + tick <= now) {
            now_ += tick;
            at_ = (at_ + 1) % slots;
            UNIFORM_ASSERT(at_ < slots);
            timed &head = slots_[at_];
            timed round;
            take(head, round);
            while (round.next_ != &round) {
                timed &t = *round.next_;
                remove(t);
                list(t); // where its deadline belongs now
                if (t.deadline <= now) late(t);
            }
        }
    }

    /// The wheel is empty: it can skip the time since the last call.
    void start(moment now) noexcept { now_ = now; }

    template <class Visit>
    void each(Visit visit) {
        for (timed &head : slots_) {
            timed all;
            take(head, all);
            while (all.next_ != &all) {
                timed &t = *all.next_;
                remove(t);
                list(t);
                visit(t);
            }
        }
    }

private:
    static constexpr std::size_t slots = 1024; // 102 s; what is later is looked at then, and listed again

    static void take(timed &from, timed &to) noexcept {
        UNIFORM_ASSERT(to.next_ == &to && to.previous_ == &to);
        if (from.next_ == &from) return;
        to.next_ = from.next_;
        to.previous_ = from.previous_;
        to.next_->previous_ = to.previous_->next_ = &to;
        from.next_ = from.previous_ = &from;
    }

    void list(timed &t) noexcept {
        if (t.next_ != &t) remove(t);
        std::size_t away = slots - 1;
        if (t.deadline < now_ + tick * static_cast<long>(slots - 2)) {
            away = t.deadline <= now_ ? 1 : static_cast<std::size_t>((t.deadline - now_) / tick) + 1;
        }
        UNIFORM_ASSERT(away != 0 && away < slots); // never the slot that is looked at now
        t.listed_ = now_ + tick * static_cast<long>(away);
        UNIFORM_ASSERT(t.next_ == &t && t.previous_ == &t);
        timed &head = slots_[(at_ + away) % slots];
        t.previous_ = head.previous_;
        t.next_ = &head;
        head.previous_->next_ = &t;
        head.previous_ = &t;
    }

    std::array<timed, slots> slots_{};
    std::size_t at_ = 0;
    moment now_;
};

} // namespace uniform::http
