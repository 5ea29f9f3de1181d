// The common options of the commands of the store.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <uniform/http/server.hpp>
#include <uniform/store/database.hpp>
#include <uniform/store/store.hpp>

#include "print/exit.hpp"
#include "service/options.hpp"

namespace uniform::cli {

using store_command_options = with<common_options, settings_options, json_result_option>;

struct replace_option {
    bool replace = false;

    static constexpr auto rows() {
        return std::array{
            option<&replace_option::replace>({heading::running, 0, "replace", "", "Replace a file that exists."})};
    }
};

// Runs it; a failure of the store is reported, and the exit code is 3.
inline int guarded(const std::function<int()> &f) {
    try {
        return f();
    } catch (const store::failure &e) {
        return fail(exit_io, e.what());
    }
}

// For commands that read: they must not create a store.
inline store::database_options existing(const http::settings &s) {
    auto o = http::store_options_of(s).database;
    o.create = false;
    return o;
}

// Opens a store as it is: it is neither created nor migrated.
inline std::unique_ptr<store::store> open_as_it_is(const http::settings &s) {
    auto with = http::store_options_of(s);
    with.database.create = false;
    with.migrate = false;
    return store::store::open(http::store_location(s), with);
}

} // namespace uniform::cli
