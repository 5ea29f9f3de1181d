// Settings that change while the service runs (SIGHUP). A handler reads them without a lock, and may keep what it has
// read as long as the service runs.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/mutex.hpp"

namespace uniform::http {

struct settings; // <uniform/http/settings.hpp>

/// The settings of a running service. Former settings are kept, because handlers may refer to them: some kilobytes for
/// each change.
class live_settings {
public:
    explicit live_settings(const settings &first);
    ~live_settings();
    live_settings(const live_settings &) = delete;
    live_settings &operator=(const live_settings &) = delete;

    [[nodiscard]] const settings *get() const noexcept { return current_.load(std::memory_order_acquire); }
    /// From now on, get() returns a copy of these.
    void change(const settings &next);

private:
    base::mutex lock_;
    std::vector<std::unique_ptr<const settings>> kept_ UNIFORM_GUARDED_BY(lock_);
    std::atomic<const settings *> current_;
};

/// The settings that handlers have: live settings, settings that do not change, or none.
class settings_pointer {
public:
    settings_pointer(std::nullptr_t = nullptr) noexcept {}
    settings_pointer(const settings *fixed) noexcept : fixed_(fixed) {}
    settings_pointer(const live_settings *live) noexcept : live_(live) {}

    [[nodiscard]] const settings *get() const noexcept { return live_ != nullptr ? live_->get() : fixed_; }
    operator const settings *() const noexcept { return get(); }
    const settings *operator->() const noexcept { return get(); }
    const settings &operator*() const noexcept { return *get(); }

private:
    const settings *fixed_ = nullptr;
    const live_settings *live_ = nullptr;
};

} // namespace uniform::http
