// The receiving part of a connection: heads of requests, and the exchange for each.

#include <uniform/base/assertion.hpp>

#include "http/engine/connection.hpp"

#include <algorithm>
#include <utility>

#include "http/engine/connection_context.hpp"
#include "http/engine/response_text.hpp"

namespace uniform::http {
namespace {

constexpr std::size_t answers_limit = std::size_t{64} << 10U;

} // namespace

// Reads once from the socket. False: nothing can be read now.
bool connection::receive() {
    UNIFORM_ASSERT(!fresh_); // the bytes in in_ were looked at
    if (!readable_) return false;
    const bool direct = in_.empty();
    const std::size_t before = in_.size();
    constexpr std::size_t more = 16384;
    transport::count got{};
    if (direct) {
        got = io_.read(context_.scratch.get(), connection_context::scratch_size);
    } else {
        if (in_.capacity() < before + more) in_.reserve(std::max(before + 1024, std::min(before * 2, before + more)));
        in_.resize_and_overwrite(in_.capacity(), [&](char *data, std::size_t size) {
            got = io_.read(data + before, size - before);
            return before + (got.how == transport::outcome::done ? got.bytes : 0);
        });
    }
    UNIFORM_ASSERT(got.bytes <= (direct ? connection_context::scratch_size : in_.capacity() - before));
    context_.look_at_clock();
    switch (got.how) {
    case transport::outcome::wait:
        readable_ = false;
        return false;
    case transport::outcome::not_encrypted: // shake() has said it
    case transport::outcome::broken:
        close();
        return false;
    case transport::outcome::end:
        readable_ = false;
        read_all_ = true;
        if (state_ == state::answering) {
            // A client may shut down its side and wait for the response; but an incomplete body will not be completed.
            if (body_ != nullptr) {
                pending_->fail({400, "the connection ended within the body (RFC 9112 8)"});
                body_.reset();
            }
            return false;
        }
        if (state_ == state::reading && in_.empty()) {
            close();
            return false;
        }
        refuse({400, "the connection ended within the request (RFC 9112 8)"},
               pending_ == nullptr ? nullptr : &pending_->request());
        send(context_.out);
        return true;
    case transport::outcome::done:
        break;
    }
    // A socket that returned less than the buffer holds is empty; only the end of the stream may follow.
    if (!io_.encrypted() && !ended_ &&
        got.bytes < (direct ? connection_context::scratch_size : in_.capacity() - before)) {
        readable_ = false;
    }
    if (direct) {
        const std::string_view data{context_.scratch.get(), got.bytes};
        if (state_ == state::reading) {
            read_requests(data);
        } else {
            feed(data);
        }
    } else {
        fresh_ = true;
    }
    return true;
}

// Stores what was not used, with as little memory as it needs.
void connection::keep(std::string_view rest) {
    in_.clear();
    if (rest.empty()) {
        if (in_.capacity() > 64) in_.shrink_to_fit();
        return;
    }
    in_.assign(rest);
}

void connection::read_requests(std::string_view data) {
    const engine_options &o = context_.options;
    while (state_ == state::reading && !ending_ && !data.empty()) {
        const head_scan::outcome found = scan_.look(data, o.head_limit, o.fields_limit);
        if (found == head_scan::outcome::more) break;
        if (found == head_scan::outcome::refused) {
            refuse(scan_.why(), nullptr);
            break;
        }
        UNIFORM_ASSERT(scan_.begin() < scan_.end() && scan_.end() <= data.size());
        const std::string_view text = data.substr(scan_.begin(), scan_.end() - scan_.begin());
        data.remove_prefix(scan_.end());
        scan_ = {};
        in_head_ = false;
        take(text);
        if (context_.out.size() > answers_limit || has_had_turn()) {
            fresh_ = true;
            break;
        }
    }
    if (ending_) data = {};
    if (state_ == state::reading || state_ == state::closed) {
        keep(data);
        wait_for_request();
        send(context_.out);
        return;
    }
    if (state_ == state::body && continue_ && data.empty()) context_.out += go_on;
    send(context_.out); // with the responses to the requests before
    keep(data);
    if (!data.empty()) fresh_ = true;
}

// Handles the request with this head, or begins to.
void connection::take(std::string_view text) {
    UNIFORM_ASSERT(state_ == state::reading && pending_ == nullptr);
    UNIFORM_ASSERT(text.ends_with("\r\n\r\n"));
    ++taken_;
    connection_context &w = context_;
    head h;
    std::shared_ptr<chunks> coding;
    client_.clear();
    known_ = false;
    if (const std::optional<refusal> why = parse_head(text, h, w.fields, coding)) {
        refuse(*why, nullptr, w.fields);
        return;
    }
    w.count_request();
    http::request &r = w.request;
    r.method = h.method;
    r.target = h.target;
    r.path = h.path;
    r.query = h.query;
    r.fields = w.fields;
    r.body = {};
    r.remote = remote_;
    r.id = h.id.empty() ? w.next_id() : h.id;
    r.scheme = io_.encrypted() ? "https" : "http";
    r.minor_version = h.minor_version;
    r.found = {};
    r.authenticated = nullptr;
    if (w.is_draining()) h.keep_alive = false;
    if (h.method == "CONNECT") { // RFC 9110 9.3.6: only for proxies
        refuse({501, "this server is not a proxy"}, &r);
        return;
    }
    attempt tried = attempt::unsuitable;
    if (!h.has_body()) {
        const std::size_t before = w.out.size();
        const moment since = w.now;
        tried = w.handler.try_cached(r, w.index, w.date(), !h.keep_alive, w.out);
        if (tried == attempt::sent) {
            if (h.minor_version == 0 && h.keep_alive) {
                announce_keep_alive(w.out, before);
            }
            w.look_at_clock();
            const std::string_view answer = std::string_view{w.out}.substr(before);
            w.handler.completed({&r, status_of(answer), answer.size(), w.now - since, true}, w.index);
            client_ = w.handler.client_of(r);
            ending_ = !h.keep_alive;
            return;
        }
        w.out.resize(before);
    }
    body_policy policy = w.handler.policy(r);
    client_ = policy.client;
    known_ = policy.known;
    if (policy.refusal) {
        refuse(*policy.refusal, &r, !h.keep_alive || h.has_body());
        return;
    }
    r.found = policy.found;
    const std::uint64_t limit = policy.streamed && policy.limit == 0 ? body_reader::unlimited : policy.limit;
    if (h.length > limit || (h.chunked && limit == 0)) {
        refuse(body_too_long(limit), &r);
        return;
    }
    std::shared_ptr<void> place;
    if (policy.streamed) {
        place = w.threads.by_client->enter(client(), policy.token);
        if (place == nullptr) {
            w.counts.refused.fetch_add(1, std::memory_order_relaxed);
            refuse({429, "too many concurrent streamed requests of one client"}, &r);
            return;
        }
    }
    pending_ = std::make_shared<pending>(text, r, h, w, context_.now);
    pending_->place = std::move(place);
    pending_->client = client_group(client());
    pending_->known = policy.known;
    pending_->unsent = &w.memory.unsent;
    pending_->not_in_memory = tried == attempt::not_in_memory;
    pending_->urgent = policy.urgent;
    pending_->verifies = policy.verifies;
    if (h.has_body()) {
        body_ = std::make_unique<body_reader>(h, std::move(coding), limit, w.options.head_limit);
        continue_ = h.expects_continue;
        begin_body(policy.streamed);
        if (!policy.streamed) return;
    }
    hand_over();
}

} // namespace uniform::http
