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
// It is shared by the connection and the pool's queue, and dies with the last of them. What a handler throws becomes
// 500 as long as no response has begun; a body that cannot be read becomes the status that fail() gave.
#include "http/engine/exchange.hpp"

#include <ctime>
#include <utility>

#include "http/engine/date.hpp"

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
    request_.id = id_;
    request_.remote = remote_;
    request_.body = {};
    body_done_ = !h.has_body();
    close_ = !h.keep_alive;
}

void pending::wake(std::unique_lock<std::mutex> &lock) {
    if (woken_ || gone_) return;
    woken_ = true;
    lock.unlock();
    waker_->wake(shared_from_this());
    lock.lock();
}

std::string_view pending::read() {
    std::unique_lock lock(mutex_);
    reading_ = true;
    if (!streamed) return {};
    if (incoming_.empty() && !body_done_) wake(lock);
    changed_.wait(lock, [this] { return !incoming_.empty() || body_done_ || failure_ || gone_; });
    if (gone_ || failure_) throw exchange_aborted{};
    current_.clear();
    current_.swap(incoming_);
    if (!body_done_) wake(lock); // the buffer has space again
    return current_;
}

void pending::put(std::unique_lock<std::mutex> &lock, std::string_view text) {
    changed_.wait(lock, [this] { return gone_ || outgoing_.size() < window; });
    if (gone_) throw exchange_aborted{};
    outgoing_ += text;
}

void pending::answer(std::unique_lock<std::mutex> &lock, const response &r) {
    if (gone_) throw exchange_aborted{};
    if (status_ != 0) throw std::logic_error("a second response to one request");
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
    std::unique_lock lock(mutex_);
    held_ = std::move(held);
    framing_ = framing::whole;
    answer(lock, r);
}

void pending::begin(response head) {
    std::unique_lock lock(mutex_);
    framing_ = request_.minor_version == 0 ? framing::to_close : framing::chunked;
    silent_ = request_.method == "HEAD" || head.status == 204 || head.status == 304; // RFC 9112 6.3
    answer(lock, head);
}

void pending::write(std::string_view part) {
    std::unique_lock lock(mutex_);
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
    std::unique_lock lock(mutex_);
    if (gone_) throw exchange_aborted{};
    if (framing_ == framing::whole || finished_) throw std::logic_error("no response was begun");
    if (framing_ == framing::chunked && !silent_) put(lock, last_chunk);
    finished_ = true;
    wake(lock);
}

bool pending::aborted() const noexcept {
    const std::lock_guard lock(mutex_);
    return gone_;
}

void pending::serve(request_handler &h) noexcept {
    const std::shared_ptr<void> held = std::exchange(place, nullptr);
    if (aborted()) return; // while it waited for its turn
    handler_ = &h;
    try {
        request_.body = body;
        if (!streamed) body_done_ = true; // no other thread uses it yet
        try {
            h.handle(*this);
        } catch (const exchange_aborted &) {
        } catch (...) {
            std::unique_lock lock(mutex_);
            if (!failure_) failure_ = refusal{500, "the request handler failed"};
        }
        std::unique_lock lock(mutex_);
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
        const response r = h.error_response(why.status, sentence_of(why), request_.id, request_.fields);
        lock.lock();
        framing_ = framing::whole;
        answer(lock, r);
    } catch (...) { // the client has closed the connection, or there is no memory for a response
        cut();
        waker_->wake(shared_from_this());
    }
}

pending::out pending::take(std::string &to, memory_budget::share &held) {
    const std::lock_guard lock(mutex_);
    if (held_.bytes() != 0) held = std::move(held_);
    woken_ = false;
    bytes += outgoing_.size();
    if (to.empty())
        to.swap(outgoing_);
    else
        to += outgoing_;
    outgoing_.clear();
    changed_.notify_all();
    const bool broken = gone_ && !finished_;
    return {.finished = finished_ || broken,
            .wants_body = reading_ && !body_done_ && incoming_.size() < window,
            .status = status_,
            .close = close_ || broken};
}

bool pending::give(std::string &part, bool last) {
    const std::lock_guard lock(mutex_);
    if (incoming_.empty())
        incoming_.swap(part);
    else
        incoming_ += part;
    part.clear();
    if (last) body_done_ = true;
    changed_.notify_all();
    return !last && incoming_.size() < window;
}

void pending::fail(const refusal &why) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = why;
    changed_.notify_all();
}

void pending::cut() {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    changed_.notify_all();
}

} // namespace uniform::http
