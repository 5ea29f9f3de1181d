// Writes that are never committed: each is the only job of a transaction that only reads.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include <uniform/store/rehearsal.hpp>

#include "store/history/history_reader.hpp"
#include "store/writing/rehearsed_names.hpp"
#include "store/writing/store_clock.hpp"

namespace uniform::store::detail {

class group_rehearsal final : public rehearsal {
public:
    /// @param lend gives a connection in a transaction that reads; it is rolled back when it is given back
    group_rehearsal(std::function<database::lent()> lend, const store_clock &time)
        : lend_(std::move(lend)), clock_(time) {}

protected:
    void write_erased(const origin &by, const std::function<bool(writing &)> &f) override;

private:
    std::function<database::lent()> lend_;
    const store_clock &clock_;
    rehearsed_names names_;
    std::optional<history_end> end_; // as if the writes had been committed
};

} // namespace uniform::store::detail
