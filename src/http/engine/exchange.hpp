// One request that a thread of the pool handles. Two threads use it: the handler's, which calls the functions of
// `exchange` and may block in them, and the connection's, which never blocks. Either may outlive the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

#include "base/condition_variable.hpp"
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
    /// The same for several, of this connection's thread all of them.
    virtual void wake_all(std::vector<std::shared_ptr<class pending>> all) = 0;
    /// Each response is the last of its connection, and says so.
    [[nodiscard]] virtual bool is_draining() const noexcept = 0;
    /// The header fields of every response (engine_options::fields).
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
    [[nodiscard]] std::string_view read() UNIFORM_EXCLUDES(mutex_) override;
    void send(response r) UNIFORM_EXCLUDES(mutex_) override;
    void begin(response head) UNIFORM_EXCLUDES(mutex_) override;
    void write(std::string_view part) UNIFORM_EXCLUDES(mutex_) override;
    void finish() UNIFORM_EXCLUDES(mutex_) override;
    [[nodiscard]] bool aborted() const noexcept UNIFORM_EXCLUDES(mutex_) override;
    [[nodiscard]] bool rest_until(moment end) UNIFORM_EXCLUDES(mutex_) override;
    void rouse() noexcept UNIFORM_EXCLUDES(mutex_) override;

    /// Verifies the token; the rest is for other threads then. False: nobody waits for the response.
    [[nodiscard]] bool authenticate(request_handler &h) noexcept UNIFORM_EXCLUDES(mutex_);
    /// Runs the handler; sends an error response if it throws or sends none.
    void serve(request_handler &h) noexcept UNIFORM_EXCLUDES(mutex_);
    /// Its part for try_together(); the request lives as long as this.
    [[nodiscard]] offered_request offer() const UNIFORM_EXCLUDES(mutex_);
    /// The response that try_together() has made. True: its connection must be woken. From any thread.
    [[nodiscard]] bool give_whole(offered_request made) noexcept UNIFORM_EXCLUDES(mutex_);
    /// The thread of its connection.
    [[nodiscard]] waker &its_waker() const noexcept { return *waker_; }
    /// Since when the handler has waited for the client, if it does. From any thread.
    [[nodiscard]] std::optional<moment> waits_since() const UNIFORM_EXCLUDES(mutex_);
    /// Whether the handler is in rest_until(): nobody loses anything when it ends. From any thread.
    [[nodiscard]] bool rests() const UNIFORM_EXCLUDES(mutex_);
    /// Others need the thread: the handler's next call of read() or write() throws, and rest_until() returns. The
    /// response is 503 if none has begun. From any thread.
    void give_way() UNIFORM_EXCLUDES(mutex_);
    /// Sends this error response instead of running the handler. From any thread.
    void refuse(request_handler &h, const refusal &why) noexcept UNIFORM_EXCLUDES(mutex_);

    // For the connection.
    struct out {
        bool finished = false;
        bool wants_body = false;
        int status = 0; ///< 0: none was sent
        bool close = false;
    };
    /// Appends what is ready to be sent, and reports the progress of the response. `held` is then what the response
    /// uses of the budget.
    out take(std::string &to, memory_budget::share &held) UNIFORM_EXCLUDES(mutex_);
    /// Passes a part of the body on; true while the buffer can hold more.
    bool give(std::string &part, bool last) UNIFORM_EXCLUDES(mutex_);
    /// The body cannot be read: read() throws, and this is the response if none has begun.
    void fail(const refusal &why) UNIFORM_EXCLUDES(mutex_);
    /// The connection ends after this response, which says so unless it has begun.
    void be_last() UNIFORM_EXCLUDES(mutex_);
    /// The client has closed the connection: every function throws.
    void cut() UNIFORM_EXCLUDES(mutex_);

    timed *owner = nullptr; ///< its connection; touched by the connection's thread alone
    const head of;          ///< its views are not to be used: see request()
    const moment since;
    std::string body;   ///< if it is read as a whole; before serve()
    std::string client; ///< the client whose memory it uses; before serve(), as the next two
    bool known = false; ///< that client has proved who it is
    memory_budget *unsent = nullptr;
    bool streamed = false;                   ///< set before serve()
    bool not_in_memory = false;              ///< the result was attempt::not_in_memory
    bool urgent = false;                     ///< the value of body_policy::urgent
    verifying verifies = verifying::nothing; ///< the value of body_policy::verifies; nothing after authenticate()
    std::shared_ptr<void> place;             ///< among the streams of its client; released with the response
    std::uint64_t bytes = 0;

private:
    static constexpr std::size_t window = std::size_t{256} << 10U;
    static constexpr std::size_t small_response = std::size_t{16} << 10U;

    void put(base::unique_lock &lock, std::string_view text) UNIFORM_REQUIRES(mutex_);
    void wake(base::unique_lock &lock) UNIFORM_REQUIRES(mutex_);
    void answer(base::unique_lock &lock, const response &r) UNIFORM_REQUIRES(mutex_);
    [[nodiscard]] std::optional<refusal> too_much(const response &r, memory_budget::share &held) const
        UNIFORM_EXCLUDES(mutex_);

    std::string text_;
    std::string id_;
    std::string remote_;
    std::vector<field> fields_;
    std::shared_ptr<const authentication> authenticated_;
    http::request request_;
    waker *waker_;
    request_handler *handler_ = nullptr;

    mutable base::mutex mutex_;
    base::condition_variable changed_;
    std::string incoming_ UNIFORM_GUARDED_BY(mutex_); // the body that the handler has not requested yet
    std::string outgoing_ UNIFORM_GUARDED_BY(mutex_);
    memory_budget::share held_ UNIFORM_GUARDED_BY(mutex_);
    std::optional<refusal> failure_ UNIFORM_GUARDED_BY(mutex_) = {};
    int status_ UNIFORM_GUARDED_BY(mutex_) = 0;
    framing framing_ UNIFORM_GUARDED_BY(mutex_) = framing::whole;
    bool silent_ UNIFORM_GUARDED_BY(mutex_) = false; // a streamed response without a body
    bool body_done_ UNIFORM_GUARDED_BY(mutex_) = true;
    bool reading_ UNIFORM_GUARDED_BY(mutex_) = false; // the handler waits in read(), or did once
    bool finished_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool gone_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool gives_way_ UNIFORM_GUARDED_BY(mutex_) = false;
    std::optional<moment> waits_since_ UNIFORM_GUARDED_BY(mutex_) = {}; // for its client, or in rest_until()
    bool rests_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool roused_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool woken_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool close_ UNIFORM_GUARDED_BY(mutex_) = false;
    std::string current_;   // the body that the handler looks at; used by its thread alone, as the next one
    bool may_rest_ = false; // it has a thread for streams
};

} // namespace uniform::http
