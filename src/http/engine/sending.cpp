// The sending part of a connection: to the socket, or with the responses of other connections, and stored while the
// client does not read.

#include <uniform/base/assertion.hpp>

#include "http/engine/connection.hpp"

#include <algorithm>

#include "http/engine/connection_context.hpp"

namespace uniform::http {
namespace {

constexpr std::size_t kept_capacity = 4096;

} // namespace

// Sends the rest. False: the socket accepts no more now, or the connection is closed.
bool connection::flush() {
    UNIFORM_ASSERT(state_ != state::closed && !out_.empty());
    while (out_at_ < out_.size()) {
        const transport::count sent = io_.write(std::string_view{out_}.substr(out_at_));
        if (sent.how == transport::outcome::wait) return false;
        if (sent.how != transport::outcome::done) {
            close();
            return false;
        }
        UNIFORM_ASSERT(sent.bytes <= out_.size() - out_at_);
        out_at_ += sent.bytes;
        out_sent_ += sent.bytes;
        wait_for_reader();
    }
    out_at_ = 0;
    unsent_memory_.give_back();
    if (out_.capacity() > kept_capacity) {
        std::string{}.swap(out_);
    } else {
        out_.clear();
    }
    if (state_ == state::reading) wait_for_request();
    return true;
}

void connection::send(std::string &text) {
    if (text.empty()) return;
    if (state_ != state::closed && out_.empty() && context_.gathered.add(*this, text)) {
        gathered = true;
    } else {
        send_now(text);
    }
    text.clear();
}

void connection::send_gathered(std::string_view responses) {
    UNIFORM_ASSERT(gathered && out_.empty());
    gathered = false;
    send_now(responses);
    drive();
}

// Sends what the socket accepts, and stores the rest.
void connection::send_now(std::string_view text) {
    if (state_ != state::closed) {
        std::size_t sent = 0;
        while (out_.empty() && sent < text.size()) {
            const transport::count c = io_.write(text.substr(sent));
            if (c.how == transport::outcome::wait) break;
            if (c.how != transport::outcome::done) {
                close();
                break;
            }
            UNIFORM_ASSERT(c.bytes <= text.size() - sent);
            sent += c.bytes;
        }
        if (sent < text.size() && state_ != state::closed) {
            begin_waiting();
            out_.append(text, sent);
            hold_unsent();
        }
    }
}

// Takes memory of the budget for the bytes that the client has not read.
void connection::hold_unsent() {
    memory_budget &budget = context_.memory.unsent;
    const auto held = pending_ != nullptr ? unsent_memory_.hold(budget, pending_->client, pending_->known, out_.size())
                                          : unsent_memory_.hold(budget, client_group(client()), known_, out_.size());
    if (held == memory_budget::verdict::taken) return;
    // A part of the response may be sent already: closing the connection is all that can be done.
    context_.counts.refused.fetch_add(1, std::memory_order_relaxed);
    io_.reset();
    close();
}

// The client does not read as fast as it could.
void connection::begin_waiting() {
    if (!out_.empty()) return;
    out_since_ = context_.now;
    out_sent_ = 0;
    wait_for_reader();
}

void connection::wait_for_reader() {
    const moment since = std::min(context_.now, out_since_ + earned_by_reader());
    until(since + context_.options.body_time);
}

std::chrono::milliseconds connection::earned_by_reader() const noexcept {
    const bool streamed = pending_ != nullptr && pending_->streamed;
    return std::chrono::milliseconds{out_sent_ * 1000 / (streamed ? slowest_stream : slowest_whole)};
}

} // namespace uniform::http
