// An open store, on each of both databases.
#pragma once

#include <memory>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace uniform::test {

class on_open_stores : public on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (!IsSkipped()) s = store::store::open(location());
    }
    void TearDown() override {
        s.reset();
        on_both_stores::TearDown();
    }
    std::unique_ptr<store::store> s;
};

} // namespace uniform::test
