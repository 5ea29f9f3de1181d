// A transaction for the duration of a block.
#pragma once

#include <uniform/store/database.hpp>

namespace uniform::store {

/// Rolls back at the end of the block unless it was committed.
class transaction {
public:
    transaction(connection &c, access a) : c_(c) { c_.begin(a); }
    transaction(const transaction &) = delete;
    transaction &operator=(const transaction &) = delete;
    ~transaction() {
        if (!done_) c_.rollback();
    }
    void commit() {
        c_.commit();
        done_ = true;
    }

private:
    connection &c_;
    bool done_ = false;
};

} // namespace uniform::store
