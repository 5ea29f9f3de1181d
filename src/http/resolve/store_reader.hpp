// A worker's read transaction in an embedded store, which reads what is in memory only and never waits for a disk. It
// stays open over many requests, which saves locking the file for each of them; it is ended when the store has changed,
// and by another thread when it is old.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <uniform/store/store.hpp>

#include "base/mutex.hpp"

namespace uniform::http {

class store_reader {
public:
    /// f(reading), in a transaction that began after the last change of this process, and with the same `version`.
    /// std::nullopt if f would have to wait for a disk, or if the store failed: the request must be given to a thread
    /// that may wait, which also reports failures.
    template <class F>
    auto read(store::store &s, std::uint64_t version, F f) -> std::optional<std::invoke_result_t<F, store::reading &>> {
        const base::scoped_lock lock(mutex_);
        if (!connection_) return std::nullopt;
        try {
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
        } catch (const store::not_resident &) {
            end(); // if SQLite has not done it
            return std::nullopt;
        } catch (const store::failure &) {
            open_ = false;
            failed_ = std::move(connection_);
            return std::nullopt;
        }
    }

    /// Ends the transaction, and opens a connection if there is none. From any thread that may wait, one at a time.
    /// @param share with how many readers, itself included, it shares a page cache's size
    void renew(store::store &s, std::size_t share) {
        std::unique_ptr<store::connection> failed; // closing it may wait, too
        {
            const base::scoped_lock lock(mutex_);
            if (open_) end();
            failed = std::move(failed_);
            if (connection_ || !possible_) return;
        }
        failed.reset();
        try {
            auto opened = s.sql_database().connect_resident(share);
            const base::scoped_lock lock(mutex_);
            possible_ = opened != nullptr;
            connection_ = std::move(opened);
        } catch (const store::failure &) { // until the next time
            return;
        }
    }

private:
    void end() noexcept UNIFORM_REQUIRES(mutex_) {
        connection_->rollback();
        open_ = false;
    }

    base::mutex mutex_;
    std::unique_ptr<store::connection> connection_ UNIFORM_GUARDED_BY(mutex_) = {};
    std::unique_ptr<store::connection> failed_ UNIFORM_GUARDED_BY(mutex_) = {};
    bool open_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool possible_ UNIFORM_GUARDED_BY(mutex_) = true;         // the store can tell what is in memory
    std::uint64_t generation_ UNIFORM_GUARDED_BY(mutex_) = 0; // of the store, when the transaction began
    std::uint64_t version_ UNIFORM_GUARDED_BY(mutex_) = 0;
};

} // namespace uniform::http
