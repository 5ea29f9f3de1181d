// nntp and news: a minimal client of RFC 3977. libcurl looks the host up, connects (with TLS for snews), and keeps the
// time; the commands are the plan's. Bounded memory: an article is passed on as it arrives.

#include <cctype>

#include <poll.h>

#include "access/transfer.hpp"

namespace uniform::access {

namespace {

constexpr std::size_t longest_reply = 4096; // RFC 3977 3.1 has 512; some servers send more

struct reply {
    int status = 0;
    std::string line{}; // without the line end
};

// RFC 3977 3.1.1: undoes dot-stuffing, and detects the line with a single dot that ends the block. It buffers a few
// bytes at most.
//
class unstuffer {
public:
    // Appends what belongs to the block to `out`, and returns how many bytes it took; done() when the end was there.
    std::size_t take(std::string_view in, std::string &out) {
        std::size_t at = 0;
        while (at < in.size() && !done()) {
            if (state_ == state::inside) {
                const auto end = in.find('\n', at);
                const auto stop = end == std::string_view::npos ? in.size() : end + 1;
                out += in.substr(at, stop - at);
                at = stop;
                if (end != std::string_view::npos) state_ = state::line_begin;
                continue;
            }
            const char c = in[at++];
            if (state_ == state::line_begin) {
                if (c == '.') {
                    state_ = state::dot;
                } else {
                    out += c;
                    state_ = c == '\n' ? state::line_begin : state::inside;
                }
            } else if (state_ == state::dot) {
                if (c == '\r') {
                    state_ = state::dot_cr;
                } else if (c == '\n') {
                    state_ = state::done; // a bare LF: not standard, but no other line end will follow
                } else {
                    out += c; // ".." is ".", and of ".x" the dot is dropped just so
                    state_ = state::inside;
                }
            } else if (c == '\n') {
                state_ = state::done;
            } else { // ".\rx"
                out += '\r';
                out += c;
                state_ = state::inside;
            }
        }
        return at;
    }
    [[nodiscard]] bool done() const noexcept { return state_ == state::done; }

private:
    enum class state : std::uint8_t { line_begin, inside, dot, dot_cr, done };
    state state_ = state::line_begin;
};

class connection {
public:
    connection(const access_plan &plan, transfer &t) : run_{t}, easy_{t} {
        const bool tls = plan.scheme == "snews";
        easy_.url(plan, tls ? "https" : "http", "/"); // no request is sent: the scheme only says whether TLS is
        easy_.set(CURLOPT_CONNECT_ONLY, 1L);
        easy_.set(CURLOPT_SSL_ENABLE_ALPN, 0L);
    }

    std::expected<void, access_failure> open() {
        const CURLcode code = easy_.perform();
        if (code != CURLE_OK) return std::unexpected{easy_.explain(code)};
        curl_easy_getinfo(easy_.get(), CURLINFO_ACTIVESOCKET, &socket_);
        if (socket_ == CURL_SOCKET_BAD) return std::unexpected{run_.failed(access_problem::connection, "no socket")};
        return {};
    }

    std::expected<void, access_failure> send(std::string_view text) {
        while (!text.empty()) {
            std::size_t n = 0;
            const CURLcode code = curl_easy_send(easy_.get(), text.data(), text.size(), &n);
            if (code == CURLE_AGAIN) {
                if (auto ready = wait(POLLOUT); !ready) return ready;
            } else if (code != CURLE_OK) {
                return std::unexpected{easy_.explain(code)};
            } else {
                text.remove_prefix(n);
            }
        }
        return {};
    }

    // The data received but not consumed; waits if there is none.
    std::expected<std::string_view, access_failure> peek() {
        if (taken_ < have_.size()) return std::string_view{have_}.substr(taken_);
        if (auto more = receive(); !more) return std::unexpected{std::move(more.error())};
        return std::string_view{have_};
    }
    void take(std::size_t n) noexcept { taken_ += n; }

    std::expected<reply, access_failure> read_reply() {
        reply r;
        for (;;) {
            const auto part = peek();
            if (!part) return std::unexpected{part.error()};
            const auto end = part->find('\n');
            r.line += part->substr(0, end);
            if (r.line.size() > longest_reply) {
                return std::unexpected{run_.failed(access_problem::bad_answer, "a reply of more than 4096 bytes")};
            }
            take(end == std::string_view::npos ? part->size() : end + 1);
            if (end != std::string_view::npos) break;
        }
        if (r.line.ends_with('\r')) r.line.pop_back();
        // RFC 3977 3.2: three digits, then a space or nothing
        const auto digit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(r.line[i])) != 0; };
        if (r.line.size() < 3 || !digit(0) || !digit(1) || !digit(2) || (r.line.size() > 3 && r.line[3] != ' ')) {
            return std::unexpected{
                run_.failed(access_problem::bad_answer, "not NNTP: \"" + r.line.substr(0, 80) + '"')};
        }
        r.status = std::stoi(r.line.substr(0, 3));
        return r;
    }

private:
    std::expected<void, access_failure> wait(short what) {
        const auto until = clock::now() + run_.options.idle_timeout;
        for (;;) {
            if (!run_.observe()) return std::unexpected{*run_.failure};
            const auto idle = std::chrono::duration_cast<std::chrono::milliseconds>(until - clock::now());
            const auto most = std::min({run_.left(), idle, std::chrono::milliseconds{250}});
            if (run_.left().count() <= 0 || idle.count() <= 0) return std::unexpected{run_.timed_out()};
            pollfd ready{socket_, what, 0};
            if (::poll(&ready, 1, static_cast<int>(most.count())) > 0) return {};
        }
    }

    std::expected<void, access_failure> receive() {
        have_.resize(std::size_t{1} << 16);
        taken_ = 0;
        for (;;) {
            std::size_t n = 0;
            const CURLcode code = curl_easy_recv(easy_.get(), have_.data(), have_.size(), &n);
            if (code == CURLE_AGAIN) {
                if (auto ready = wait(POLLIN); !ready) {
                    have_.clear();
                    return ready;
                }
                continue;
            }
            have_.resize(code == CURLE_OK ? n : 0);
            if (code != CURLE_OK) return std::unexpected{easy_.explain(code)};
            if (n == 0) {
                return std::unexpected{run_.failed(access_problem::incomplete, "the server closed the connection")};
            }
            // A server that sends single bytes is not idle, but the total time is limited as well.
            if (run_.left().count() == 0) return std::unexpected{run_.timed_out()};
            return {};
        }
    }

    transfer &run_;
    easy easy_;
    curl_socket_t socket_ = CURL_SOCKET_BAD;
    std::string have_{};
    std::size_t taken_ = 0;
};

class session {
public:
    session(const access_plan &plan, transfer &t) : plan_{plan}, run_{t}, connection_{plan, t} {}

    outcome run() {
        run_.step = "connect to " + address(plan_);
        if (auto open = connection_.open(); !open) return std::unexpected{std::move(open.error())};
        auto last = connection_.read_reply();
        if (!last) return std::unexpected{std::move(last.error())};
        if (last->status != 200 && last->status != 201) return refused(*last); // RFC 3977 5.1
        for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
            const access_step &s = plan_.steps[i];
            last = command(s);
            if (!last) return std::unexpected{std::move(last.error())};
            if (last->status < 200 || last->status >= 300) return refused(*last);
            const bool block = s.command != "GROUP";
            if (i + 1 < plan_.steps.size()) {
                if (block) return std::unexpected{run_.failed(access_problem::unsendable, "not the last step")};
            } else if (!block) {
                if (!run_.deliver(last->line + "\r\n")) return std::unexpected{*run_.failure};
            } else if (auto all = read_block(); !all) {
                return std::unexpected{std::move(all.error())};
            }
        }
        access_result result;
        result.size = run_.received();
        result.status = last->status;
        // The requested data is complete; it does not matter whether QUIT arrives.
        (void)connection_.send("QUIT\r\n");
        return result;
    }

private:
    std::unexpected<access_failure> refused(const reply &r) const {
        return std::unexpected{run_.failed(access_problem::refused, r.line, r.status)};
    }

    std::expected<reply, access_failure> exchange(std::string_view line, std::string_view shown) {
        run_.step = shown;
        if (line.find('\0') != std::string_view::npos) {
            return std::unexpected{run_.failed(access_problem::unsendable, "NUL in a command")};
        }
        if (auto sent = connection_.send(std::string{line} + "\r\n"); !sent) {
            return std::unexpected{std::move(sent.error())};
        }
        return connection_.read_reply();
    }

    // A step, and what a server may require before it: MODE READER (RFC 3977 3.4.2) and a login (RFC 4643).
    std::expected<reply, access_failure> command(const access_step &s) {
        const std::string line = command_of(s);
        auto r = exchange(line, line);
        if (r && r->status == 401 && !asked_mode_) {
            asked_mode_ = true;
            if (auto mode = exchange("MODE READER", "MODE READER"); !mode) return mode;
            r = exchange(line, line);
        }
        if (r && r->status == 480 && plan_.user && !logged_in_) {
            logged_in_ = true;
            if (auto done = log_in(); !done || done->status != 281) return done;
            r = exchange(line, line);
        }
        return r;
    }

    std::expected<reply, access_failure> log_in() {
        run_.step = "AUTHINFO USER";
        auto account = account_of(plan_, run_);
        if (!account) return std::unexpected{std::move(account.error())};
        auto r = exchange("AUTHINFO USER " + *plan_.user, "AUTHINFO USER");
        if (!r || r->status != 381) return r; // RFC 4643 2.3: 381 asks for the password
        run_.step = "AUTHINFO PASS";
        if (!account->password) {
            auto asked = asked_password(plan_, run_);
            if (!asked) return std::unexpected{std::move(asked.error())};
            account->password = *std::move(asked);
        }
        return exchange("AUTHINFO PASS " + *account->password, "AUTHINFO PASS");
    }

    std::expected<void, access_failure> read_block() {
        unstuffer stuffed;
        std::string out;
        while (!stuffed.done()) {
            const auto part = connection_.peek();
            if (!part) return std::unexpected{part.error()};
            out.clear();
            connection_.take(stuffed.take(*part, out));
            if (!run_.deliver(out)) return std::unexpected{*run_.failure};
        }
        return {};
    }

    const access_plan &plan_;
    transfer &run_;
    connection connection_;
    bool asked_mode_ = false;
    bool logged_in_ = false;
};

} // namespace

outcome carry_out_nntp(const access_plan &plan, transfer &t) { return session{plan, t}.run(); }

} // namespace uniform::access
