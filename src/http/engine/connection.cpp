// The basic idea: a state machine that is driven by whatever may have changed: the socket, a thread of the pool, the
// clock. drive() takes steps until one of them can do nothing without waiting; after 32 steps the other connections
// have their turn. Nothing here blocks or has a lock of its own: all of it runs on the worker's thread.
//
// - handshake -> reading: TLS is agreed on.
// - reading -> reading: a head was read, and try_cached() has answered it at once.
// - reading -> body: a body that is read whole is still to come (body.cpp). A streamed body is passed on in
//   `answering`.
// - reading, body -> answering: the request is with a thread of the pool, as `pending`.
// - answering -> reading: the response is complete, and the next request may be in in_ already.
// - reading -> lingering -> closed: what is to be sent was sent; what the client still sends is thrown away, for 1 s or
//   1 MiB at most.
// - any -> closed: the socket failed, or the deadline passed.
//
// INVARIANT: pending_ is set in `body` and `answering`, and in no other state. There is one request at a time; the
// others of a pipeline wait in in_.
// INVARIANT: while out_ has something, nothing is done but to send it: a client that does not read is not served on.
// INVARIANT: whether the connection waits for its client is in its seat, too: until() sets both. The deadline is
// moment::max() as long as the service works for it.
// INVARIANT: a connection that gives way begins no other request, and its deadlines are closed_by_ at the latest.
// INVARIANT: there is one deadline, whose meaning is that of out_ as long as it has something, else that of the state:
// late().
// INVARIANT: in_ is bounded by the limits of a head and by one read (64 KiB); a body and what the client has not read
// are held of the worker's budgets (body_memory_, unsent_memory_).
//
// The worker owns the connection and deletes it when it is closed. `pending` is shared with the handler's thread, and
// either may outlive the other: close() cuts it, and the handler's next call throws. An error before the response is a
// response, and mostly the last one of the connection, because nobody knows where the next request begins (refuse());
// an error within the response can only close it.
#include "http/engine/connection.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/assertion.hpp>

#include "http/engine/response_text.hpp"

namespace uniform::http {
namespace {

constexpr int steps_of_turn = 32; // of one connection, before the others have theirs
constexpr std::chrono::milliseconds linger_time{1000};
constexpr std::chrono::milliseconds way_time{200}; // for the client of a connection whose place others need
constexpr std::size_t linger_bytes = std::size_t{1} << 20U;

} // namespace

connection::connection(owned_socket socket, std::string_view remote, std::shared_ptr<seat> place, connection_context &w)
    : seat_(std::move(place)),
      io_(std::move(socket), w.tls),
      context_(w),
      remote_(remote),
      state_(w.tls == nullptr ? state::reading : state::handshake) {
    seat_->owner = this;
    until(w.now + (state_ == state::handshake ? w.options.head_time : w.options.idle_time));
}

connection::~connection() {
    seat_->owner = nullptr;
    forget();
    context_.timers.remove(*this);
}

// Sets the deadline of what the client has to do, or none.
void connection::until(moment last) noexcept {
    if (gives_way_ && last != moment::max()) {
        closed_by_ = std::min(closed_by_, context_.now + way_time);
        last = std::min(last, closed_by_);
    }
    context_.timers.set(*this, last);
    if (last == moment::max()) {
        seat_->works();
    } else {
        seat_->waits(context_.now);
    }
}

void connection::ready(bool readable, bool ended, bool broken) noexcept {
    if (readable) readable_ = true;
    if (ended) ended_ = true;
    if (broken) {
        // The client has closed the connection, and would not read a response.
        readable_ = ended_ = true;
        if (state_ == state::answering || state_ == state::lingering) close();
    }
}

void connection::drive() {
    taken_ = 0;
    for (int n = 0; n < steps_of_turn && !has_had_turn(); ++n) {
        if (!step()) return;
    }
    again = true;
}

std::string connection::turn_of() const { return client_group(client()); }

bool connection::has_request() const noexcept {
    return (pending_ != nullptr) == (state_ == state::body || state_ == state::answering);
}

bool connection::is_bounded() const noexcept {
    const std::size_t most_read = context_.options.head_limit + connection_context::scratch_size;
    return in_.size() <= 2 * most_read && out_at_ <= out_.size();
}

bool connection::step() {
    UNIFORM_ASSERT(has_request());
    UNIFORM_ASSERT(is_bounded());
    UNIFORM_ASSERT(state_ != state::body || body_ != nullptr);
    if (state_ == state::closed || gathered) return false;
    if (!out_.empty() && !flush()) return false;
    if (state_ == state::answering) return answer();
    if (state_ == state::lingering) return discard();
    if (ending_) {
        end();
        return true;
    }
    if (state_ == state::handshake) {
        switch (io_.shake()) {
        case transport::outcome::done:
            state_ = state::reading;
            until(context_.now + context_.options.idle_time);
            return true;
        case transport::outcome::wait:
            return false;
        case transport::outcome::not_encrypted:
            state_ = state::reading;
            refuse({400, "this port is for HTTPS: the URL begins with https://, not with http://"}, nullptr);
            send(context_.out);
            return true;
        default:
            close();
            return false;
        }
    }
    if (!fresh_) return receive();
    fresh_ = false;
    const engine_options &o = context_.options;
    if (state_ == state::reading && scan_.look(in_, o.head_limit, o.fields_limit) == head_scan::outcome::more) {
        wait_for_request();
        return true;
    }
    std::string data;
    data.swap(in_);
    if (state_ == state::reading) {
        read_requests(data);
    } else {
        feed(data);
    }
    return true;
}

void connection::wait_for_request() {
    if (in_.empty()) {
        in_head_ = false;
        until(context_.now + context_.options.idle_time);
    } else if (!in_head_) {
        in_head_ = true;
        until(context_.now + context_.options.head_time);
    }
}

void connection::hand_over() {
    UNIFORM_ASSERT(pending_ != nullptr && pending_->owner == nullptr);
    state_ = state::answering;
    pending_->owner = this;
    until(moment::max());
    const std::optional<std::shared_ptr<pending>> left = context_.threads.submit(pending_);
    if (!left) return;
    context_.counts.refused.fetch_add(1, std::memory_order_relaxed);
    if (*left == pending_) {
        refuse(too_many_wait, &pending_->request());
    } else {
        (*left)->refuse(context_.handler, too_many_wait); // its connection wakes
    }
}

// Sends what a thread of the pool has written of the response.
bool connection::answer() {
    UNIFORM_ASSERT(pending_->owner == this);
    UNIFORM_ASSERT(out_.empty() && out_at_ == 0); // step() has sent it
    begin_waiting();
    const pending::out now = pending_->take(out_, unsent_memory_);
    if (!out_.empty() && !flush()) {
        if (state_ != state::closed && unsent_memory_.bytes() == 0 && pending_->place == nullptr) hold_unsent();
        return false;
    }
    if (now.finished) {
        complete(now);
        return true;
    }
    if (body_ == nullptr || !now.wants_body) {
        until(moment::max());
        return false;
    }
    UNIFORM_ASSERT(pending_->streamed);
    return more_body(now.status != 0);
}

void connection::complete(const pending::out &o) {
    UNIFORM_ASSERT(state_ == state::answering && o.finished);
    context_.look_at_clock();
    context_.handler.completed({&pending_->request(), o.status, pending_->bytes, context_.now - pending_->since, false},
                               context_.index);
    forget();
    continue_ = false;
    state_ = state::reading;
    fresh_ = !in_.empty();
    // A response that was made before the end was announced did not say that it is the last; the next one does.
    ending_ = o.close || gives_way_ || context_.closes_idle();
    wait_for_request();
}

void connection::forget() noexcept {
    if (pending_ != nullptr) pending_->owner = nullptr;
    pending_.reset();
    body_.reset();
    body_memory_.give_back();
}

// Responds with an error and closes the connection: where the next request begins is unknown, or the client must not
// send more now.
void connection::refuse(const refusal &why, const http::request *r, std::span<const field> fields) {
    const std::string_view id = r == nullptr ? context_.next_id() : r->id;
    if (r != nullptr) fields = r->fields;
    refuse(context_.handler.error_response(why.status, sentence_of(why), id, fields), r, true, id);
}

void connection::refuse(const response &answer, const http::request *r, bool close, std::string_view id) {
    connection_context &w = context_;
    const std::size_t before = w.out.size();
    append_response(w.out, answer,
                    {.head_only = r != nullptr && r->method == "HEAD",
                     .close = close,
                     .keep_alive = !close && r != nullptr && r->minor_version == 0,
                     .common_fields = w.options.fields},
                    w.date());
    const moment since = pending_ == nullptr ? w.now : pending_->since;
    w.handler.completed({r, answer.status, w.out.size() - before, w.now - since, false, remote_, id}, w.index);
    forget();
    if (close) in_.clear();
    fresh_ = continue_ = false;
    if (state_ != state::closed) state_ = state::reading;
    ending_ = close;
}

// RFC 9112 9.6: closes in two steps, because closing while the client still sends would reset the connection, and the
// client might lose the response.
void connection::end() {
    UNIFORM_ASSERT(out_.empty() && pending_ == nullptr);
    if (read_all_) {
        close();
        return;
    }
    io_.shut_down();
    state_ = state::lingering;
    std::string{}.swap(in_);
    until(context_.now + linger_time);
}

bool connection::discard() {
    if (!readable_) return false;
    const transport::count got = io_.read(context_.scratch.get(), connection_context::scratch_size);
    if (got.how == transport::outcome::wait) {
        readable_ = false;
        return false;
    }
    UNIFORM_ASSERT(got.bytes <= connection_context::scratch_size);
    lingered_ += got.bytes;
    if (got.how == transport::outcome::done && lingered_ < linger_bytes) return true;
    close();
    return false;
}

void connection::late() {
    if (!out_.empty()) { // the client does not read
        io_.reset();
        close();
        return;
    }
    switch (state_) {
    case state::reading:
        if (in_.empty() || ending_) {
            close();
            return;
        }
        refuse({408, "the request head was not received in time"}, nullptr);
        break;
    case state::body:
        UNIFORM_ASSERT(pending_ != nullptr);
        refuse({408, "the request body was not received in time"}, &pending_->request());
        break;
    case state::answering:
        until(moment::max());
        if (body_ != nullptr) {
            body_.reset();
            pending_->fail({408, "the request body was not received in time"});
        }
        return;
    default:
        close();
        return;
    }
    send(context_.out);
    drive();
}

void connection::give_way() noexcept {
    if (!seat_->is_waiting()) {
        UNIFORM_ASSERT(state_ == state::answering);
        gives_way_ = true;
        pending_->be_last();
        return;
    }
    if (!out_.empty()) io_.reset();
    close();
}

void connection::hurry() {
    constexpr std::chrono::milliseconds patience{2000};
    const moment now = context_.now;
    const bool slow_reader = !out_.empty() && now >= out_since_ + earned_by_reader() + patience;
    const bool slow_writer = state_ == state::body && now >= body_since_ + earned_by_body() + patience;
    if (slow_reader || slow_writer) late();
}

void connection::drain() {
    if (state_ == state::handshake) close();
    if (state_ != state::reading || !out_.empty()) return;
    // The bytes that the client has sent until now were accepted.
    readable_ = true;
    drive();
    if (state_ == state::reading && in_.empty() && out_.empty()) close();
}

void connection::close() noexcept {
    if (state_ == state::closed) return;
    state_ = state::closed;
    if (pending_ == nullptr) return;
    pending_->cut();
    context_.handler.completed({&pending_->request(), 0, pending_->bytes, context_.now - pending_->since, false},
                               context_.index);
    forget();
}

} // namespace uniform::http
