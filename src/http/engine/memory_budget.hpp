// The memory that clients can make the service hold, for bodies that are being read and for responses that are not sent
// yet: a limit of all together, a part of it for each client, and a reserve for clients that have proved who they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/mutex.hpp"

namespace uniform::http {

/// Used by all threads.
class memory_budget {
public:
    enum class verdict : unsigned char { taken, client_has_its_part, all_is_used };

    /// @param all bytes; half of them are reserved for known clients, a quarter for the others
    /// @param part bytes of one client that is not known; of what its kind may use, each client also leaves as much as
    /// it has
    memory_budget(std::size_t all, std::size_t part) noexcept : all_(all), part_(part) {}
    memory_budget(const memory_budget &) = delete;
    memory_budget &operator=(const memory_budget &) = delete;

    /// The memory that one connection or response holds; released at its end.
    class share {
    public:
        share() noexcept = default;
        share(share &&other) noexcept;
        share &operator=(share &&other) noexcept;
        ~share() { give_back(); }

        /// Holds `bytes` of `b` for this client, fewer or more than before. If it gets no more, it keeps what it has.
        /// The client is that of the first call.
        [[nodiscard]] verdict hold(memory_budget &b, std::string_view client, bool known, std::size_t bytes);
        void give_back() noexcept;
        [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

    private:
        memory_budget *of_ = nullptr;
        std::string client_ = {};
        bool known_ = false;
        std::size_t bytes_ = 0;
    };

    /// More than a quarter is used: who is slow must not stay so.
    [[nodiscard]] bool is_scarce() const UNIFORM_EXCLUDES(mutex_);
    /// Bytes that one client can hold.
    [[nodiscard]] std::size_t part(bool known) const noexcept { return known ? of_known() / 2 : part_; }
    [[nodiscard]] std::size_t used() const UNIFORM_EXCLUDES(mutex_);

private:
    [[nodiscard]] verdict take(const std::string &client, bool known, std::size_t bytes) UNIFORM_EXCLUDES(mutex_);
    void give_back(const std::string &client, bool known, std::size_t bytes) noexcept UNIFORM_EXCLUDES(mutex_);

    // Bytes that all known clients can hold together.
    [[nodiscard]] std::size_t of_known() const noexcept { return all_ - all_ / 4; }

    const std::size_t all_;
    const std::size_t part_;
    mutable base::mutex mutex_;
    std::size_t by_known_ UNIFORM_GUARDED_BY(mutex_) = 0;
    std::size_t by_others_ UNIFORM_GUARDED_BY(mutex_) = 0;
    std::unordered_map<std::string, std::size_t> by_client_ UNIFORM_GUARDED_BY(mutex_);
};

} // namespace uniform::http
