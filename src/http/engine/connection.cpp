#include "http/engine/connection.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "http/engine/response_text.hpp"

namespace uniform::http {
namespace {

constexpr int turns = 32; // steps of one connection before the others have theirs
constexpr std::size_t answers_limit = std::size_t{64} << 10U;
constexpr std::size_t kept_capacity = 4096;
constexpr std::chrono::milliseconds linger_time{1000};
constexpr std::size_t linger_bytes = std::size_t{1} << 20U;

int status_of(std::string_view answer) noexcept {
    int status = 0;
    if (answer.size() > 12) std::from_chars(answer.data() + 9, answer.data() + 12, status);
    return status;
}

} // namespace

connection::connection(int socket, std::string_view remote, connection_context &w)
    : io_(socket, w.tls), context_(w), remote_(remote), state_(w.tls == nullptr ? state::reading : state::handshake) {
    w.timers.set(*this, w.now + (state_ == state::handshake ? w.options.head_time : w.options.idle_time));
}

connection::~connection() {
    forget();
    context_.timers.remove(*this);
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
    for (int turn = 0; turn < turns; ++turn)
        if (!step()) return;
    again = true;
}

bool connection::step() {
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
            context_.timers.set(*this, context_.now + context_.options.idle_time);
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
    if (state_ == state::reading)
        read_requests(data);
    else
        feed(data);
    return true;
}

// Sends the rest. False: the socket accepts no more now, or the connection is closed.
bool connection::flush() {
    while (out_at_ < out_.size()) {
        const transport::count sent = io_.write(std::string_view{out_}.substr(out_at_));
        if (sent.how == transport::outcome::wait) return false;
        if (sent.how != transport::outcome::done) {
            close();
            return false;
        }
        out_at_ += sent.bytes;
        out_sent_ += sent.bytes;
        wait_for_reader();
    }
    out_at_ = 0;
    unsent_memory_.give_back();
    if (out_.capacity() > kept_capacity)
        std::string{}.swap(out_);
    else
        out_.clear();
    if (state_ == state::reading) wait_for_request();
    return true;
}

void connection::send(std::string &text) {
    if (text.empty()) return;
    if (state_ != state::closed && out_.empty() && context_.gathered.add(*this, text))
        gathered = true;
    else
        send_now(text);
    text.clear();
}

void connection::send_gathered(std::string_view responses) {
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
            sent += c.bytes;
        }
        if (sent < text.size() && state_ != state::closed) {
            begin_waiting();
            out_.append(text, sent);
            hold_unsent();
        }
    }
}

// Of the budget, for what the client has not read.
void connection::hold_unsent() {
    memory_budget &budget = context_.memory.unsent;
    const auto held = pending_ != nullptr ? unsent_memory_.hold(budget, pending_->client, pending_->known, out_.size())
                                          : unsent_memory_.hold(budget, client_group(remote_), false, out_.size());
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
    context_.timers.set(*this, since + context_.options.body_time);
}

std::chrono::milliseconds connection::earned_by_reader() const noexcept {
    const bool streamed = pending_ != nullptr && pending_->streamed;
    return std::chrono::milliseconds{out_sent_ * 1000 / (streamed ? slowest_stream : slowest_whole)};
}

void connection::wait_for_request() {
    if (in_.empty()) {
        in_head_ = false;
        context_.timers.set(*this, context_.now + context_.options.idle_time);
    } else if (!in_head_) {
        in_head_ = true;
        context_.timers.set(*this, context_.now + context_.options.head_time);
    }
}

// Reads once from the socket. False: nothing can be read now.
bool connection::receive() {
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
        got.bytes < (direct ? connection_context::scratch_size : in_.capacity() - before))
        readable_ = false;
    if (direct) {
        const std::string_view data{context_.scratch.get(), got.bytes};
        if (state_ == state::reading)
            read_requests(data);
        else
            feed(data);
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
        const std::string_view text = data.substr(scan_.begin(), scan_.end() - scan_.begin());
        data.remove_prefix(scan_.end());
        scan_ = {};
        in_head_ = false;
        take(text);
        if (context_.out.size() > answers_limit) {
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
    connection_context &w = context_;
    head h;
    std::shared_ptr<chunks> coding;
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
                const std::size_t line = w.out.find("\r\n", before);
                w.out.insert(line + 2, "Connection: keep-alive\r\n");
            }
            w.look_at_clock();
            const std::string_view answer = std::string_view{w.out}.substr(before);
            w.handler.completed({&r, status_of(answer), answer.size(), w.now - since, true}, w.index);
            ending_ = !h.keep_alive;
            return;
        }
        w.out.resize(before);
    }
    body_policy policy = w.handler.policy(r);
    if (policy.refusal) {
        refuse(*policy.refusal, &r, !h.keep_alive || h.has_body());
        return;
    }
    const std::uint64_t limit = policy.streamed && policy.limit == 0 ? body_reader::unlimited : policy.limit;
    if (h.length > limit || (h.chunked && limit == 0)) {
        refuse(body_too_long(limit), &r);
        return;
    }
    std::shared_ptr<void> place;
    if (policy.streamed) {
        place = w.threads.by_client->enter(policy.client.empty() ? remote_ : policy.client, policy.token);
        if (place == nullptr) {
            w.counts.refused.fetch_add(1, std::memory_order_relaxed);
            refuse({429, "too many concurrent streamed requests of one client"}, &r);
            return;
        }
    }
    pending_ = std::make_shared<pending>(text, r, h, w, context_.now);
    pending_->place = std::move(place);
    pending_->client = client_group(policy.client.empty() ? remote_ : policy.client);
    pending_->known = policy.known;
    pending_->unsent = &w.memory.unsent;
    pending_->not_in_memory = tried == attempt::not_in_memory;
    pending_->urgent = policy.urgent;
    if (h.has_body()) {
        body_ = std::make_unique<body_reader>(h, std::move(coding), limit, w.options.head_limit);
        continue_ = h.expects_continue;
        begin_body(policy.streamed);
        if (!policy.streamed) return;
    }
    hand_over();
}

void connection::hand_over() {
    state_ = state::answering;
    pending_->owner = this;
    context_.timers.set(*this, moment::max());
    lanes &all = context_.threads;
    pending_pool &lane = pending_->urgent             ? all.urgent
                         : pending_->place != nullptr ? all.streamed
                         : pending_->not_in_memory    ? all.readers
                                                      : all.common;
    if (lane.submit(pending_)) return;
    context_.counts.refused.fetch_add(1, std::memory_order_relaxed);
    refuse({503, "too many requests are waiting"}, &pending_->request());
}

// Sends what a thread of the pool has written of the response.
bool connection::answer() {
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
        context_.timers.set(*this, moment::max());
        return false;
    }
    return more_body(now.status != 0);
}

void connection::complete(const pending::out &o) {
    context_.look_at_clock();
    context_.handler.completed({&pending_->request(), o.status, pending_->bytes, context_.now - pending_->since, false},
                               context_.index);
    forget();
    continue_ = false;
    state_ = state::reading;
    fresh_ = !in_.empty();
    ending_ = o.close || context_.is_draining();
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
    if (read_all_) {
        close();
        return;
    }
    io_.shut_down();
    state_ = state::lingering;
    std::string{}.swap(in_);
    context_.timers.set(*this, context_.now + linger_time);
}

bool connection::discard() {
    if (!readable_) return false;
    const transport::count got = io_.read(context_.scratch.get(), connection_context::scratch_size);
    if (got.how == transport::outcome::wait) {
        readable_ = false;
        return false;
    }
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
        refuse({408, "the request body was not received in time"}, &pending_->request());
        break;
    case state::answering:
        context_.timers.set(*this, moment::max());
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
    // What the client has sent until now was accepted.
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
