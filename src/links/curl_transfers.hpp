// The common part of the workers of this module: transfers by libcurl, and a connection for their writes.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>

#include <curl/curl.h>

#include <uniform/store/database.hpp>

namespace uniform::links {

/// Transfers of one thread that go on at the same time: libcurl's multi interface. wake() is for any thread.
class transfers {
public:
    /// Throws std::runtime_error when libcurl has no memory.
    transfers() {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        multi_ = curl_multi_init();
        if (multi_ == nullptr) throw std::runtime_error("libcurl cannot begin transfers");
    }
    transfers(const transfers &) = delete;
    transfers &operator=(const transfers &) = delete;
    ~transfers() { curl_multi_cleanup(multi_); }

    /// Begins a transfer; false when there is no memory. Whoever adds it removes it before it is freed.
    [[nodiscard]] bool add(CURL *easy) noexcept { return curl_multi_add_handle(multi_, easy) == CURLM_OK; }
    void remove(CURL *easy) noexcept { curl_multi_remove_handle(multi_, easy); }

    /// Does what can be done without waiting, and calls `finished(easy, code)` for each transfer that has ended.
    /// @return how many go on
    template <class F>
    int perform(F finished) {
        int running = 0;
        curl_multi_perform(multi_, &running);
        int left = 0;
        while (const CURLMsg *const m = curl_multi_info_read(multi_, &left)) {
            if (m->msg == CURLMSG_DONE) finished(m->easy_handle, m->data.result);
        }
        return running;
    }
    /// Waits until something can be done, for so long at most.
    void wait(std::chrono::milliseconds most) noexcept {
        curl_multi_poll(multi_, nullptr, 0, static_cast<int>(most.count()), nullptr);
    }
    void wake() noexcept { curl_multi_wakeup(multi_); }

private:
    CURLM *multi_ = nullptr;
};

/// A connection that is made when it is needed first, and again after a failure.
class own_connection {
public:
    explicit own_connection(store::database &where) noexcept : where_(where) {}
    [[nodiscard]] store::connection &get() {
        if (!connection_) connection_ = where_.connect(store::access::read_write);
        return *connection_;
    }
    void drop() noexcept { connection_.reset(); }

private:
    store::database &where_;
    std::unique_ptr<store::connection> connection_;
};

} // namespace uniform::links
