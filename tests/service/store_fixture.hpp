// An open store, on each of both databases.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace uniform::test {

class on_open_stores : public on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location(),
                               {.clock = [this] { return resolver::now() + std::chrono::seconds{passed}; }});
    }
    void TearDown() override {
        s.reset();
        on_both_stores::TearDown();
    }
    std::unique_ptr<store::store> s;
    std::atomic<std::int64_t> passed = 0; ///< seconds that the clock of the store is ahead of the system's
};

} // namespace uniform::test
