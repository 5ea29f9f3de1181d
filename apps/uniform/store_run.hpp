// What the verbs of the store have in common.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include <unistd.h>

#include <uniform/http/server.hpp>
#include <uniform/store/database.hpp>

#include "options.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace uniform::command {

// How far it is, on one line of a terminal, a few times a second.
class steps {
public:
    explicit steps(bool wanted, std::string_view what) : wanted_(wanted && is_terminal(STDERR_FILENO)), what_(what) {}
    ~steps() { clear(); }
    steps(const steps &) = delete;
    steps &operator=(const steps &) = delete;

    void operator()(std::uint64_t done, std::uint64_t of) {
        if (!wanted_) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds{200};
        const double percent = of == 0 ? 0.0 : 100.0 * static_cast<double>(done) / static_cast<double>(of);
        std::fprintf(stderr, "\r%s: %llu of %llu (%.0f %%)\x1b[K", what_.c_str(), static_cast<unsigned long long>(done),
                     static_cast<unsigned long long>(of), percent);
        visible_ = true;
    }
    void clear() {
        if (visible_) std::fputs("\r\x1b[K", stderr);
        visible_ = false;
    }

private:
    bool wanted_;
    bool visible_ = false;
    std::string what_;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds{500};
};

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
