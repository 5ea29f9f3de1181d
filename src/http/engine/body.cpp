// The body of a request: read as a whole before its handler runs, or passed to it in parts.

#include <uniform/base/assertion.hpp>

#include "http/engine/connection.hpp"

#include <algorithm>

#include "http/engine/connection_context.hpp"

namespace uniform::http {
namespace {

// Why there is no memory for the rest of the body.
refusal no_memory_for_body(memory_budget::verdict v, const memory_budget &budget, bool known) noexcept {
    if (v == memory_budget::verdict::all_is_used) return {503, "too many bodies are being read"};
    return {.status = 429,
            .why = known ? "bodies of one client that are being read may take no more than "
                         : "bodies of one client whose access token is not verified yet may take no more than ",
            .bytes = budget.part(known)};
}

// Space for `more` bytes after `text`, and for a quarter of its length; `end` is the greatest length that it will have.
// A string that grows by itself doubles its capacity, and all of that is held of the budget.
void make_room(std::string &text, std::size_t more, std::uint64_t end) {
    const auto at_most_end = [end](std::size_t length) {
        return static_cast<std::size_t>(std::min<std::uint64_t>(length, end));
    };
    if (text.capacity() >= at_most_end(text.size() + more)) return;
    std::string larger;
    larger.reserve(at_most_end(text.size() + std::max(text.size() / 4, more)));
    larger += text;
    UNIFORM_ASSERT(larger.capacity() >= at_most_end(text.size() + more));
    text.swap(larger);
}

} // namespace

void connection::begin_body(bool streamed) {
    UNIFORM_ASSERT(pending_ != nullptr && body_ != nullptr && state_ == state::reading);
    body_since_ = context_.now;
    if (!streamed) {
        state_ = state::body;
        until(context_.now + context_.options.body_time);
        return;
    }
    pending_->streamed = true;
    patience_ = context_.options.body_time;
    waiting_ = false;
}

// The handler waits for the next part. False: nothing can be read now.
bool connection::more_body(bool answer_has_begun) {
    UNIFORM_ASSERT(body_ != nullptr && pending_->streamed);
    // RFC 9110 15.2: an interim response precedes the final one
    if (answer_has_begun) continue_ = false;
    if (continue_ && !fresh_) {
        continue_ = false;
        UNIFORM_ASSERT(context_.out.empty());
        context_.out = go_on;
        send(context_.out);
    }
    wait_for_body();
    if (!fresh_) return receive();
    fresh_ = false;
    std::string data;
    data.swap(in_);
    feed(data);
    return true;
}

// A streamed body may use `body_time` in total, and the time that its bytes have added.
void connection::wait_for_body() {
    if (!waiting_) body_since_ = context_.now;
    waiting_ = true;
    until(body_since_ + patience_);
}

void connection::waited_for(std::size_t bytes) {
    if (waiting_) patience_ -= std::chrono::duration_cast<std::chrono::milliseconds>(context_.now - body_since_);
    waiting_ = false;
    const std::chrono::milliseconds bought{bytes * 1000 / slowest_stream};
    patience_ = std::clamp(patience_ + bought, std::chrono::milliseconds{0}, context_.options.body_time);
}

std::chrono::milliseconds connection::earned_by_body() const noexcept {
    return std::chrono::milliseconds{body_ == nullptr ? 0 : body_->size() * 1000 / slowest_whole};
}

// A part of a body, streamed or not.
void connection::feed(std::string_view data) {
    UNIFORM_ASSERT(pending_ != nullptr && body_ != nullptr);
    UNIFORM_ASSERT(state_ == (pending_->streamed ? state::answering : state::body));
    const engine_options &o = context_.options;
    std::string part;
    continue_ = false; // RFC 9110 10.1.1: need not be sent if the body comes without it
    if (!pending_->streamed) make_room(pending_->body, data.size(), body_->size() + body_->at_most_left());
    const body_reader::outcome how = body_->read(data, pending_->streamed ? part : pending_->body);
    if (how == body_reader::outcome::refused) {
        const refusal why = body_->why();
        body_.reset();
        keep({});
        if (pending_->streamed) {
            pending_->fail(why);
            return;
        }
        refuse(why, &pending_->request());
        send(context_.out);
        return;
    }
    const bool last = how == body_reader::outcome::complete;
    keep(data);
    if (pending_->streamed) {
        waited_for(part.size());
        pending_->give(part, last);
        until(moment::max());
    } else {
        until(std::min(context_.now, body_since_ + earned_by_body()) + o.body_time);
        const memory_budget::verdict v =
            body_memory_.hold(context_.memory.bodies, pending_->client, pending_->known, pending_->body.capacity());
        if (v != memory_budget::verdict::taken) {
            context_.counts.refused.fetch_add(1, std::memory_order_relaxed);
            refuse(no_memory_for_body(v, context_.memory.bodies, pending_->known), &pending_->request());
            send(context_.out);
            return;
        }
    }
    if (!last) return;
    body_.reset();
    fresh_ = !in_.empty();
    if (!pending_->streamed) {
        hand_over();
        send(context_.out);
    }
}

} // namespace uniform::http
