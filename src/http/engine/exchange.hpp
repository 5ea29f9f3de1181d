// One request that a thread of the pool handles. Two threads use it: the handler's, which calls the functions of
// `exchange` and may block in them, and the connection's, which never blocks. Either may outlive the other.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

#include "http/engine/memory_budget.hpp"
#include "http/engine/parser.hpp"
#include "http/engine/request_handler.hpp"
#include "http/engine/response_text.hpp"
#include "http/engine/timer.hpp"

namespace uniform::http {

/// Wakes the connection's thread from a thread of the pool. Called without a lock; at most once until it has looked.
class waker {
public:
    virtual void wake(std::shared_ptr<class pending> p) = 0;
    /// Each response is the last of its connection, and says so.
    [[nodiscard]] virtual bool is_draining() const noexcept = 0;
    /// Of every response (engine_options::fields).
    [[nodiscard]] virtual std::string_view common_fields() const noexcept UNIFORM_LIFETIMEBOUND = 0;

protected:
    ~waker() = default;
};

class pending final : public exchange, public std::enable_shared_from_this<pending> {
public:
    /// Copies the head's text, so that the connection may read on.
    pending(std::string_view text, const http::request &r, const head &h, waker &w, moment began);

    // For the handler.
    [[nodiscard]] const http::request &request() const noexcept UNIFORM_LIFETIMEBOUND override { return request_; }
    [[nodiscard]] std::string_view read() override;
    void send(response r) override;
    void begin(response head) override;
    void write(std::string_view part) override;
    void finish() override;
    [[nodiscard]] bool aborted() const noexcept override;

    /// Runs the handler; sends an error response if it throws or sends none.
    void serve(request_handler &h) noexcept;

    // For the connection. `mutex` is held by none of the callers.
    struct out {
        bool finished = false;
        bool wants_body = false;
        int status = 0; ///< 0: none was sent
        bool close = false;
    };
    /// Appends what is ready to be sent, and reports the progress of the response. `held` is then what the response
    /// uses of the budget.
    out take(std::string &to, memory_budget::share &held);
    /// Passes a part of the body on; true while the buffer can hold more.
    bool give(std::string &part, bool last);
    /// The body cannot be read: read() throws, and this is the response if none has begun.
    void fail(const refusal &why);
    /// The client has closed the connection: every function throws.
    void cut();

    timed *owner = nullptr; ///< its connection; touched by the connection's thread alone
    const head of;          ///< its views are not to be used: see request()
    const moment since;
    std::string body;   ///< if it is read as a whole; before serve()
    std::string client; ///< whose memory it uses; before serve(), as the next two
    bool known = false; ///< that client has proved who it is
    memory_budget *unsent = nullptr;
    bool streamed = false;       ///< set before serve()
    bool not_in_memory = false;  ///< what attempt::not_in_memory says
    bool urgent = false;         ///< what body_policy::urgent says
    std::shared_ptr<void> place; ///< among the streams of its client; released with the response
    std::uint64_t bytes = 0;

private:
    static constexpr std::size_t window = std::size_t{256} << 10U;
    static constexpr std::size_t small_response = std::size_t{16} << 10U;

    void put(std::unique_lock<std::mutex> &lock, std::string_view text);
    void wake(std::unique_lock<std::mutex> &lock);
    void answer(std::unique_lock<std::mutex> &lock, const response &r);
    [[nodiscard]] std::optional<refusal> too_much(const response &r, memory_budget::share &held) const;

    std::string text_;
    std::string id_;
    std::string remote_;
    std::vector<field> fields_;
    http::request request_;
    waker *waker_;
    request_handler *handler_ = nullptr;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::string incoming_; // the body that the handler has not requested yet
    std::string current_;  // body that the handler looks at
    std::string outgoing_;
    memory_budget::share held_;
    std::optional<refusal> failure_ = {};
    int status_ = 0;
    framing framing_ = framing::whole;
    bool silent_ = false; // a streamed response without a body
    bool body_done_ = true;
    bool reading_ = false; // the handler waits in read(), or did once
    bool finished_ = false;
    bool gone_ = false;
    bool woken_ = false;
    bool close_ = false;
};

} // namespace uniform::http
