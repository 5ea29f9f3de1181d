// The basic idea: a `pending` is the meeting point of two threads that go at different speeds. The handler's thread may
// block: in read() until a part of the body is there, in write() until the client has taken enough. The connection's
// thread never blocks: give() and take() do what can be done, and wake() calls it when there is more. What is streamed
// waits in a buffer of about 256 KiB for each direction; a whole response is held of the budget instead.
//
// A response is: none (status_ is 0) -> begun (the head is in outgoing_) -> finished_. It is broken, gone_ without
// finished_, when the client has left, or when the handler ended in the middle: only closing the connection can show
// that.
//
// INVARIANT: status_ is set once: a second response is an error of the handler. After serve() either finished_ or gone_
// is set.
// INVARIANT: wake() wakes at most once until take() has looked (woken_), and releases the mutex meanwhile.
// INVARIANT: `owner` is touched by the connection's thread alone, and null when the connection has gone.
// INVARIANT: if the body is not read to its end when the response begins, that response is the connection's last.
//
// INVARIANT: waits_since_ is set while the handler's thread is in changed_.wait(), and at no other time that another
// thread sees. After give_way() it leaves that soon, and serve() ends as for a client that has left.
//
// It is shared by the connection and the pool's queue, and dies with the last of them. An exception of a handler
// becomes 500 as long as no response has begun; a body that cannot be read becomes the status that fail() gave.
#include "http/engine/exchange.hpp"

#include <chrono>
#include <ctime>
#include <utility>

#include <uniform/base/assertion.hpp>

#include "http/engine/date.hpp"
#include "http/engine/response_text.hpp"

namespace uniform::http {

pending::pending(std::string_view text, const http::request &r, const head &h, waker &w, moment began)
    : of(h), since(began), text_(text), id_(r.id), remote_(r.remote), request_(r), waker_(&w) {
    // A view into the old text becomes one into the copy; others are of literals.
    const auto moved = [&](std::string_view v) -> std::string_view {
        const bool inside = v.data() >= text.data() && v.data() + v.size() <= text.data() + text.size();
        return inside ? std::string_view{text_}.substr(static_cast<std::size_t>(v.data() - text.data()), v.size()) : v;
    };
    fields_.reserve(r.fields.size());
    for (const field &f : r.fields) fields_.push_back({moved(f.name), moved(f.value)});
    request_.method = moved(r.method);
    request_.target = moved(r.target);
    request_.path = moved(r.path);
    if (r.query) request_.query = moved(*r.query);
    request_.fields = fields_;
    request_.authenticated = nullptr;
    request_.id = id_;
    request_.remote = remote_;
    request_.body = {};
    body_done_ = !h.has_body();
    close_ = !h.keep_alive;
}

// Clang does not know which mutex a lock of the caller holds: it cannot follow the release of this one.
void pending::wake(base::unique_lock &lock) UNIFORM_NO_THREAD_SAFETY_ANALYSIS {
    if (woken_ || gone_) return;
    woken_ = true;
    lock.unlock();
    waker_->wake(shared_from_this());
    lock.lock();
}

std::string_view pending::read() {
    base::unique_lock lock(mutex_);
    reading_ = true;
    if (!streamed) return {};
    if (incoming_.empty() && !body_done_) wake(lock);
    waits_since_ = std::chrono::steady_clock::now();
    changed_.wait(lock,
                  [this]() UNIFORM_REQUIRES(mutex_) { return !incoming_.empty() || body_done_ || failure_ || gone_; });
    waits_since_.reset();
    if (gone_ || failure_) throw exchange_aborted{};
    current_.clear();
    current_.swap(incoming_);
    if (!body_done_) wake(lock); // the buffer has space again
    return current_;
}

void pending::put(base::unique_lock &lock, std::string_view text) {
    waits_since_ = std::chrono::steady_clock::now();
    changed_.wait(lock, [this]() UNIFORM_REQUIRES(mutex_) { return gone_ || gives_way_ || outgoing_.size() < window; });
    waits_since_.reset();
    if (gone_ || gives_way_) throw exchange_aborted{};
    UNIFORM_ASSERT(outgoing_.size() < window);
    outgoing_ += text;
}

void pending::answer(base::unique_lock &lock, const response &r) {
    if (gone_) throw exchange_aborted{};
    if (status_ != 0) throw std::logic_error("a second response to one request");
    UNIFORM_ASSERT(!finished_ && outgoing_.empty());
    status_ = r.status;
    // The rest of the body would be mistaken for the next request.
    if (!body_done_) close_ = true;
    if (waker_->is_draining()) close_ = true;
    if (framing_ == framing::to_close) close_ = true;
    const date_text date{std::time(nullptr)};
    append_response(outgoing_, r,
                    {.body = framing_,
                     .head_only = request_.method == "HEAD",
                     .close = close_,
                     .keep_alive = request_.minor_version == 0,
                     .common_fields = waker_->common_fields()},
                    date.view());
    if (framing_ == framing::whole) finished_ = true;
    wake(lock);
}

// Why the client must read what it has before it gets more; small responses are always sent.
std::optional<refusal> pending::too_much(const response &r, memory_budget::share &held) const {
    if (unsent == nullptr || r.body.size() <= small_response || request_.method == "HEAD") return std::nullopt;
    switch (held.hold(*unsent, client, known, r.body.size())) {
    case memory_budget::verdict::taken:
        return std::nullopt;
    case memory_budget::verdict::client_has_its_part:
        return refusal{429, "this client has not read earlier responses: read them first"};
    case memory_budget::verdict::all_is_used:
        break;
    }
    return refusal{503, "too many responses wait for their clients to read them"};
}

void pending::send(response r) {
    memory_budget::share held;
    if (const auto why = too_much(r, held)) {
        r = handler_->error_response(why->status, sentence_of(*why), request_.id, request_.fields);
    }
    base::unique_lock lock(mutex_);
    held_ = std::move(held);
    framing_ = framing::whole;
    answer(lock, r);
}

void pending::begin(response head) {
    base::unique_lock lock(mutex_);
    framing_ = request_.minor_version == 0 ? framing::to_close : framing::chunked;
    silent_ = request_.method == "HEAD" || head.status == 204 || head.status == 304; // RFC 9112 6.3
    answer(lock, head);
}

void pending::write(std::string_view part) {
    base::unique_lock lock(mutex_);
    if (gone_) throw exchange_aborted{};
    if (framing_ == framing::whole || finished_) throw std::logic_error("no response was begun");
    if (silent_ || part.empty()) return;
    if (framing_ == framing::chunked) {
        std::string chunk;
        append_chunk(chunk, part);
        put(lock, chunk);
    } else {
        put(lock, part);
    }
    wake(lock);
}

void pending::finish() {
    base::unique_lock lock(mutex_);
    if (gone_) throw exchange_aborted{};
    if (framing_ == framing::whole || finished_) throw std::logic_error("no response was begun");
    if (framing_ == framing::chunked && !silent_) put(lock, last_chunk);
    finished_ = true;
    wake(lock);
}

bool pending::aborted() const noexcept {
    const base::scoped_lock lock(mutex_);
    return gone_;
}

bool pending::rest_until(moment end) {
    base::unique_lock lock(mutex_);
    if (!may_rest_ || status_ != 0) return false;
    waits_since_ = std::chrono::steady_clock::now();
    rests_ = true;
    changed_.wait_until(lock, end, [this]() UNIFORM_REQUIRES(mutex_) { return roused_ || gone_ || gives_way_; });
    rests_ = false;
    waits_since_.reset();
    return std::exchange(roused_, false) && !gone_ && !gives_way_;
}

void pending::rouse() noexcept {
    const base::scoped_lock lock(mutex_);
    roused_ = true;
    changed_.notify_all();
}

bool pending::rests() const {
    const base::scoped_lock lock(mutex_);
    return rests_;
}

std::optional<moment> pending::waits_since() const {
    const base::scoped_lock lock(mutex_);
    return waits_since_;
}

void pending::give_way() {
    const base::scoped_lock lock(mutex_);
    gives_way_ = true;
    if (!failure_) failure_ = refusal{503, "other clients need the threads for imports and exports"};
    changed_.notify_all();
}

bool pending::authenticate(request_handler &h) noexcept {
    verifies = verifying::nothing;
    if (aborted()) return false; // while it waited for its turn
    try {
        authenticated_ = h.authenticate(request_);
        request_.authenticated = authenticated_.get();
    } catch (...) { // the handler finds it again, and says it
    }
    return true;
}

void pending::serve(request_handler &h) noexcept {
    const std::shared_ptr<void> held = std::exchange(place, nullptr);
    may_rest_ = held != nullptr;
    if (aborted()) return; // while it waited for its turn
    handler_ = &h;
    try {
        request_.body = body;
        if (!streamed) {
            const base::scoped_lock lock(mutex_);
            body_done_ = true;
        }
        try {
            h.handle(*this);
        } catch (const exchange_aborted &) {
        } catch (...) {
            base::unique_lock lock(mutex_);
            if (!failure_) failure_ = refusal{500, "the request handler failed"};
        }
        base::unique_lock lock(mutex_);
        UNIFORM_ASSERT(!finished_ || status_ != 0);
        if (finished_ || gone_) return;
        if (status_ != 0) {
            // The response is incomplete: only closing the connection can show that.
            gone_ = true;
            woken_ = true;
            lock.unlock();
            waker_->wake(shared_from_this());
            return;
        }
        const refusal why = failure_.value_or(refusal{500, "the request handler sent no response"});
        lock.unlock();
        refuse(h, why);
    } catch (...) { // no memory for a response
        cut();
        waker_->wake(shared_from_this());
    }
}

offered_request pending::offer() const {
    const base::scoped_lock lock(mutex_);
    return {.request = &request_, .close = close_ || waker_->is_draining()};
}

bool pending::give_whole(offered_request made) noexcept {
    const base::scoped_lock lock(mutex_);
    UNIFORM_ASSERT(status_ == 0 && !finished_ && outgoing_.empty());
    if (gone_) return false;
    status_ = status_of(made.out);
    close_ = close_ || made.close;
    outgoing_ = std::move(made.out);
    finished_ = true;
    return !std::exchange(woken_, true);
}

void pending::refuse(request_handler &h, const refusal &why) noexcept {
    try {
        const response r = h.error_response(why.status, sentence_of(why), request_.id, request_.fields);
        base::unique_lock lock(mutex_);
        if (!streamed) body_done_ = true; // it was read as a whole
        framing_ = framing::whole;
        answer(lock, r);
    } catch (...) { // the client has closed the connection, or there is no memory for a response
        cut();
        waker_->wake(shared_from_this());
    }
}

pending::out pending::take(std::string &to, memory_budget::share &held) {
    const base::scoped_lock lock(mutex_);
    if (held_.bytes() != 0) held = std::move(held_);
    UNIFORM_ASSERT(!finished_ || status_ != 0);
    UNIFORM_ASSERT(outgoing_.empty() || status_ != 0);
    woken_ = false;
    bytes += outgoing_.size();
    if (to.empty()) {
        to.swap(outgoing_);
    } else {
        to += outgoing_;
    }
    outgoing_.clear();
    changed_.notify_all();
    const bool broken = gone_ && !finished_;
    return {.finished = finished_ || broken,
            .wants_body = reading_ && !body_done_ && incoming_.size() < window,
            .status = status_,
            .close = close_ || broken};
}

bool pending::give(std::string &part, bool last) {
    const base::scoped_lock lock(mutex_);
    UNIFORM_ASSERT(streamed && !body_done_); // nothing follows its last part
    if (incoming_.empty()) {
        incoming_.swap(part);
    } else {
        incoming_ += part;
    }
    part.clear();
    if (last) body_done_ = true;
    changed_.notify_all();
    return !last && incoming_.size() < window;
}

void pending::fail(const refusal &why) {
    const base::scoped_lock lock(mutex_);
    if (!failure_) failure_ = why;
    changed_.notify_all();
}

void pending::be_last() {
    const base::scoped_lock lock(mutex_);
    close_ = true;
}

void pending::cut() {
    const base::scoped_lock lock(mutex_);
    gone_ = true;
    changed_.notify_all();
}

} // namespace uniform::http
