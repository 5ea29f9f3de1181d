// What the verbs of the store have in common.
#pragma once

#include <functional>

#include <uniform/http/server.hpp>
#include <uniform/store/database.hpp>

#include "options.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace uniform::command {

// Runs it; failures of the store become exit code 3.
inline int guarded(const std::function<int()> &f) {
    try {
        return f();
    } catch (const store::failure &e) {
        return fail(exit_io, e.what());
    }
}

// Reading verbs must not make a store where there is none.
inline store::database_options existing(const http::settings &s) {
    auto o = http::store_options_of(s).database;
    o.create = false;
    return o;
}

} // namespace uniform::command
