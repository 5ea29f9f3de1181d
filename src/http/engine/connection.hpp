// One connection: what was read from it, what must be sent, and the request in progress. All of it runs on the
// thread of its worker and never waits. RFC 9112 9.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

#include "http/engine/connection_context.hpp"
#include "http/engine/exchange.hpp"
#include "http/engine/http_message.hpp"
#include "http/engine/ledger.hpp"
#include "http/engine/memory_budget.hpp"
#include "http/engine/parser.hpp"
#include "http/engine/timer.hpp"
#include "http/engine/transport.hpp"

namespace uniform::http {

class connection final : public timed {
public:
    /// Takes the socket. `remote` is the client's address.
    connection(owned_socket socket, std::string_view remote, std::shared_ptr<seat> place, connection_context &w);
    ~connection();

    /// Notes what the socket is ready for.
    void ready(bool readable, bool ended, bool broken) noexcept;
    /// Does all that can be done without waiting.
    void drive();
    /// The deadline has come.
    void late();
    /// Memory is scarce: ends what makes it wait below the minimum rate, after 2 s.
    void hurry();
    /// Others need its place. If it waits for its client, it is closed, and keeps nothing of what it still had to send;
    /// else it ends after its response, and waits for its client for 200 ms at most.
    void give_way() noexcept;
    /// The engine stops: closes an idle connection now, any other after its request.
    void drain();
    void close() noexcept;

    [[nodiscard]] bool closed() const noexcept { return state_ == state::closed; }
    [[nodiscard]] int socket() const noexcept { return io_.socket(); }
    [[nodiscard]] const std::string &remote() const noexcept UNIFORM_LIFETIMEBOUND { return remote_; }
    /// Whoever takes turns: the client of the last request, IPv6 by /64.
    [[nodiscard]] std::string turn_of() const;
    /// Sends the responses that the worker has gathered, and goes on.
    void send_gathered(std::string_view responses);
    bool gathered = false; ///< the worker has responses that come before all else
    bool again = false;    ///< the worker has it in its list of those that had more to do

private:
    enum class state : std::uint8_t { handshake, reading, body, answering, lingering, closed };

    // After `body_time`, a body or a response that is in memory as a whole must have been sent at this rate, or it
    // would use that memory for hours.
    static constexpr std::uint64_t slowest_whole = 8192; // bytes a second
    // A streamed body or response occupies a thread instead; each byte extends its time, so that a pause is permitted.
    static constexpr std::uint64_t slowest_stream = 1024; // bytes a second

    static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

    // A request costs little or much: in one turn as many as this, or one that a thread of the pool handles.
    static constexpr unsigned requests_of_turn = 32;
    [[nodiscard]] bool has_had_turn() const noexcept { return taken_ >= requests_of_turn; }

    // For assertions: the first two invariants of connection.cpp.
    [[nodiscard]] bool has_request() const noexcept;
    [[nodiscard]] bool is_bounded() const noexcept;
    void until(moment last) noexcept;
    bool step();
    bool flush();
    void hold_unsent();
    void begin_waiting();
    void wait_for_reader();
    [[nodiscard]] std::chrono::milliseconds earned_by_body() const noexcept;
    [[nodiscard]] std::chrono::milliseconds earned_by_reader() const noexcept;
    bool receive();
    bool discard();
    bool answer();
    void read_requests(std::string_view data);
    void take(std::string_view text);
    void hand_over();
    void begin_body(bool streamed);
    bool more_body(bool answer_has_begun);
    void wait_for_body();
    void waited_for(std::size_t bytes);
    void feed(std::string_view data);
    void keep(std::string_view rest);
    void send(std::string &text);
    void send_now(std::string_view text);
    /// The client of the last request: a proxy's connection has the requests of many.
    [[nodiscard]] const std::string &client() const noexcept UNIFORM_LIFETIMEBOUND {
        return client_.empty() ? remote_ : client_;
    }
    // `fields`: of a head that is wrong, as far as it was read
    void refuse(const refusal &why, const http::request *r, std::span<const field> fields = {});
    void refuse(const response &answer, const http::request *r, bool close, std::string_view id = {});
    void complete(const pending::out &o);
    void wait_for_request();
    void forget() noexcept;
    void end();

    std::shared_ptr<seat> seat_; // until the socket is closed
    transport io_;
    connection_context &context_;
    std::string in_;  // bytes that were read and not used
    std::string out_; // bytes that the socket did not take
    std::size_t out_at_ = 0;
    unsigned taken_ = 0; // requests in this turn
    head_scan scan_;
    std::shared_ptr<pending> pending_;
    std::unique_ptr<body_reader> body_;
    moment body_since_ = {};
    std::chrono::milliseconds patience_{}; // for a streamed body
    bool waiting_ = false;                 // ... whose next bytes are waited for since body_since_
    memory_budget::share body_memory_;
    memory_budget::share unsent_memory_; // for out_
    moment out_since_ = {};              // since then the client has not read all
    std::uint64_t out_sent_ = 0;         // since then
    std::size_t lingered_ = 0;
    std::string remote_;
    std::string client_ = {}; // of the last request, if its handler knows another one than remote_
    bool known_ = false;      // it has proved who it is
    state state_;
    bool readable_ = true;
    bool ended_ = false;               // the client has shut down its side, perhaps after more bytes
    bool read_all_ = false;            // the end was read
    bool fresh_ = false;               // in_ holds bytes that were not looked at
    bool in_head_ = false;             // a head has begun, and its deadline is set
    bool ending_ = false;              // after what is in out_
    bool continue_ = false;            // the client waits for 100
    bool gives_way_ = false;           // after its response
    moment closed_by_ = moment::max(); // ... when it has begun to wait for its client
};

} // namespace uniform::http
