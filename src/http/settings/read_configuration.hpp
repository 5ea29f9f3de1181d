// The configuration as it was read last, with the source of each value: beside the settings that a running service has,
// some of which change only with a restart.
#pragma once

#include <memory>
#include <utility>

#include <uniform/http/settings.hpp>

#include "base/mutex.hpp"

namespace uniform::http {

/// Used by all threads.
class read_configuration {
public:
    /// Null: the settings came from a program, not from a configuration.
    [[nodiscard]] std::shared_ptr<const configuration> get() const {
        const base::scoped_lock hold(lock_);
        return last_;
    }
    void change(configuration c) {
        auto next = std::make_shared<const configuration>(std::move(c));
        const base::scoped_lock hold(lock_);
        last_ = std::move(next);
    }

private:
    mutable base::mutex lock_;
    std::shared_ptr<const configuration> last_ UNIFORM_GUARDED_BY(lock_) = {};
};

} // namespace uniform::http
