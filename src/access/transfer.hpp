// The common part of the clients of all protocols: the limits of one transfer, and libcurl's handle.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <curl/curl.h>

#include <uniform/access/access.hpp>

namespace uniform::access {

using clock = std::chrono::steady_clock;
using outcome = std::expected<access_result, access_failure>;

// One call of carry_out(): its limits, and its state.
class transfer {
public:
    transfer(const access_options &limits, const access_sink &sink)
        : options{possible(limits)}, sink_{sink}, deadline_{clock::now() + options.timeout} {}

    const access_options options;            // with durations that clocks and libcurl can count
    std::string step{};                      // the current step
    std::optional<access_failure> failure{}; // set by callbacks, which make libcurl stop
    std::optional<std::uint64_t> total{};    // the expected size

    // Whether only addresses of the Internet are contacted now.
    [[nodiscard]] bool only_internet() const noexcept {
        return options.addresses == address_policy::internet ||
               (options.addresses == address_policy::first_any && later);
    }
    bool later = false; // this is not the first request

    // The data that follow begin at this offset of the content. Before the first byte is delivered; once.
    bool start(std::uint64_t at);
    // Passes it on; false if it exceeds the limit, or the sink stops.
    bool deliver(std::string_view part);
    // Before anything is received, where the size is known.
    bool announce(std::uint64_t size);
    // Calls the observer; false if it stops the transfer.
    bool observe();

    // The time of asking a person does not count.
    [[nodiscard]] std::optional<std::string> ask_password(std::string_view user, std::string_view host);

    [[nodiscard]] std::uint64_t received() const noexcept { return received_; }
    [[nodiscard]] std::uint64_t begun_at() const noexcept { return begin_; }
    // The remaining time; never negative.
    [[nodiscard]] std::chrono::milliseconds left() const {
        return std::max(std::chrono::milliseconds{0},
                        std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - clock::now()));
    }

    // A failure of the step.
    [[nodiscard]] access_failure failed(access_problem problem, std::string says, int status = 0) const {
        return {problem, step, std::move(says), status};
    }
    // With what was waited for; where that is not given, the step tells.
    [[nodiscard]] access_failure timed_out(std::string awaited = {}, bool connected = true) const;

private:
    static access_options possible(access_options limits);
    [[nodiscard]] std::string awaited() const;

    const access_sink &sink_;
    clock::time_point deadline_;
    clock::time_point next_{};
    std::uint64_t received_ = 0;
    std::uint64_t begin_ = 0; // where the first byte is in the content
    bool started_ = false;
};

// A handle of libcurl with the limits of the transfer, which must outlive it.
class easy {
public:
    explicit easy(transfer &t);
    ~easy();
    easy(const easy &) = delete;
    easy &operator=(const easy &) = delete;

    template <class T>
    void set(CURLoption option, T value) {
        if (state_ == CURLE_OK) state_ = curl_easy_setopt(handle_, option, value);
    }
    void set(CURLoption option, const std::string &value) { set(option, value.c_str()); }
    void append(CURLoption option, const std::string &value); // to a list
    // "scheme://host:port" + rest; the host as the plan has it. Fails for an address that the policy excludes.
    void url(const access_plan &plan, std::string_view scheme, std::string_view rest);
    // Names that lead to such an address fail, too. Not for connections to a proxy.
    void check_sockets();
    // No connection is made.
    void refuse_host(std::string_view why);
    // Received data goes to the transfer.
    void deliver_body();

    // The step that the client waits for: the connection, the handshake of TLS, or a response.
    [[nodiscard]] bool connected() const;
    [[nodiscard]] std::string awaited() const;
    // Runs it; CURLE_OK, or why not.
    CURLcode perform();
    // The failure behind that code: the transfer's own, or the one that libcurl tells.
    [[nodiscard]] access_failure explain(CURLcode code) const;

    [[nodiscard]] CURL *get() const noexcept { return handle_; }

private:
    transfer &transfer_;
    CURL *handle_;
    curl_slist *list_ = nullptr;
    CURLcode state_ = CURLE_OK;
    std::string excluded_; // the last address that was not connected to
    static curl_socket_t open_socket(void *user, curlsocktype purpose, curl_sockaddr *address);
    std::string says_ = std::string(CURL_ERROR_SIZE, '\0');
};

// "host:port" for messages.
[[nodiscard]] std::string address(const access_plan &plan);
// Everything but unreserved characters percent-encoded.
[[nodiscard]] std::string encoded(std::string_view text);
// "CWD pub"; for a command without argument the command alone.
[[nodiscard]] std::string command_of(const access_step &s);

// Name and password of the plan. Both commands end with their line: a text with CR, LF or NUL is an error, whatever
// its source. `user` is absent where the scheme has no login; the password is, if a person must be asked for it.
struct account {
    std::optional<std::string> user;
    std::optional<std::string> password;
};
[[nodiscard]] std::expected<account, access_failure> account_of(const access_plan &plan, const transfer &t);
// Asks for it, once the server requires one.
[[nodiscard]] std::expected<std::string, access_failure> asked_password(const access_plan &plan, transfer &t);

[[nodiscard]] outcome carry_out_http(const access_plan &plan, transfer &t);
[[nodiscard]] outcome carry_out_ftp(const access_plan &plan, transfer &t);
[[nodiscard]] outcome carry_out_gopher(const access_plan &plan, transfer &t);
[[nodiscard]] outcome carry_out_nntp(const access_plan &plan, transfer &t);
[[nodiscard]] outcome carry_out_file(const access_plan &plan, transfer &t);

} // namespace uniform::access
