// A worker's read transaction in an embedded store. It stays open over many requests, which saves locking the file for
// each of them; it is ended when the store has changed, and by another thread when it is old.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include <uniform/store/store.hpp>

namespace uniform::http {

class store_reader {
public:
    /// f(reading), in a transaction that began after the last change of this process, and with the same `version`.
    /// std::nullopt if the store failed: the request must be given to the pool, which reports failures.
    template <class F>
    auto read(store::store &s, std::uint64_t version, F f) -> std::optional<std::invoke_result_t<F, store::reading &>> {
        const std::scoped_lock lock(mutex_);
        if (failed_) return std::nullopt;
        try {
            if (!connection_) connection_ = s.where().connect(store::access::read_only);
            const std::uint64_t generation = s.generation();
            if (open_ && (generation_ != generation || version_ != version)) end();
            if (!open_) {
                generation_ = generation;
                version_ = version;
                connection_->begin(store::access::read_only);
                open_ = true;
            }
            store::reading reading{*connection_};
            return f(reading);
        } catch (const store::failure &) {
            open_ = false;
            connection_.reset();
            failed_ = true;
            return std::nullopt;
        }
    }

    /// Ends the transaction; a reader that has failed may try again. From any thread.
    void renew() {
        const std::scoped_lock lock(mutex_);
        if (open_) end();
        failed_ = false;
    }

private:
    void end() noexcept {
        connection_->rollback();
        open_ = false;
    }

    std::mutex mutex_;
    std::unique_ptr<store::connection> connection_;
    bool open_ = false;
    bool failed_ = false;
    std::uint64_t generation_ = 0; // of the store, when the transaction began
    std::uint64_t version_ = 0;
};

} // namespace uniform::http
