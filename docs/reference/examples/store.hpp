// A store for an example of the service: the namespace "example", and who acts on it.
#pragma once

#include <uniform/service/namespaces.hpp>
#include <uniform/store/store.hpp>

#include <cstdio>
#include <memory>
#include <utility>

#include "check.hpp"
#include "folder.hpp"

/// A new store in a folder of its own, in which names of urn:example can be assigned.
class example_store {
public:
    /// The result of `f`, a write to the store; ends the program if it is a problem.
    template <class F>
    auto write(F &&f) {
        auto done = store_->write(here, std::forward<F>(f));
        if (!done) std::fprintf(stderr, "%s\n", done.error().detail.c_str());
        CHECK(done);
        return std::move(*done);
    }
    template <class F>
    auto read(F &&f) {
        return store_->read(std::forward<F>(f));
    }

    example_store() {
        write([this](uniform::store::writing &w) {
            return uniform::service::add_namespace(w, administrator, {.nid = "example"});
        });
    }

    uniform::store::store &operator*() const { return *store_; }
    uniform::store::store *operator->() const { return store_.get(); }

    const uniform::resolver::principal administrator{.id = "local:alice",
                                                     .role = uniform::resolver::role::administrator};
    const uniform::store::origin here{.who = "local:alice", .from = "example"};

private:
    folder folder_;
    std::unique_ptr<uniform::store::store> store_ = uniform::store::store::open(folder_.file("names.db"));
};
