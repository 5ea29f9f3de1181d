// Connections of the service and what clients do with them: requests in pieces cut anywhere, pipelines, half-closes,
// resets, pauses, readers that read little, TLS records that are damaged. The worker is that of the service; it runs
// on the thread of the fuzzer, and its clock is the fuzzer's.
//
// The first octet says how the clients connect; the others are what they send, until an octet 255: the next one is a
// command, its low four bits say which and its high four bits how much.
//
// Each request gets one response, in order; responses are well-formed; after an error the connection ends; every
// connection ends in the time that the limits permit, and then all memory has been given back.

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <openssl/ssl.h>
#include <sched.h>

#include "http/engine/certificate.hpp"
#include "http/engine/connection.hpp"
#include "http/engine/paired_client.hpp"
#include "http/engine/response_text.hpp"
#include "http/engine/transport.hpp"
#include "http/engine/worker.hpp"
#include "http_connection_model.hpp"

namespace {

using namespace uniform::http;
using namespace std::chrono_literals;

std::atomic<std::chrono::steady_clock::duration> passed{};
moment fuzz_clock() { return moment{} + 1h + passed.load(); }

// The first letter of the path selects the action of the handler.
class service final : public request_handler {
public:
    attempt try_cached(const request &r, unsigned, std::string_view date, bool close,
                       std::string &out) noexcept override {
        const char kind = fuzz::kind_of(r.path);
        if (kind == 'c') return attempt::not_in_memory;
        if (kind != 'q') return attempt::unsuitable;
        append_response(out, {.status = 302, .fields = {{"X-Is", name(r)}}}, {.close = close}, date);
        return attempt::sent;
    }
    body_policy policy(const request &r) noexcept override {
        const char kind = fuzz::kind_of(r.path);
        if (kind == 'r') return {.refusal = response{.status = 429, .fields = {{"X-Is", name(r)}}, .body = "refused"}};
        const bool streamed = fuzz::is_streamed(kind);
        return {.limit = streamed ? fuzz::stream_limit : fuzz::whole_limit,
                .streamed = streamed,
                .known = !r.value("X-Known").empty()};
    }
    void handle(exchange &e) override {
        const request &r = e.request();
        const char kind = fuzz::kind_of(r.path);
        response one{.status = 200, .fields = {{"X-Is", name(r)}}};
        std::string_view part;
        std::size_t size = 0;
        switch (kind) {
        case 'e':
            one.body = r.body;
            break;
        case 's':
            while (!(part = e.read()).empty()) size += part.size();
            one.body = std::to_string(size);
            break;
        case 'S':
            e.begin(one);
            while (!(part = e.read()).empty()) e.write(part);
            e.finish();
            return;
        case 'l':
            e.begin(one);
            for (int n = 0; n < 20; ++n) e.write(std::string(static_cast<std::size_t>(n) * 400, 'x'));
            e.finish();
            return;
        case 'b':
            one.body = std::string(fuzz::large_size, 'x');
            break;
        case 'h':
            e.begin(one);
            e.write("the first half");
            throw std::runtime_error("as it is asked to");
        case 't':
            throw std::runtime_error("as it is asked to");
        case 'n':
            return;
        case '2':
            one.status = 204;
            break;
        case '3':
            one.status = 304;
            break;
        case 'i':
            one.fields.emplace_back("X-Target", r.target);
            one.fields.emplace_back("X-Field\r\nX-Is", "a\r\nContent-Length: 7");
            break;
        default:
            break;
        }
        e.send(std::move(one));
    }
    response error_response(int status, std::string_view why, std::string_view,
                            std::span<const field>) noexcept override {
        return {.status = status, .body = std::string{why}};
    }
    void completed(const completed_exchange &e, unsigned) noexcept override {
        if (e.bytes == 0 && e.status != 0) fuzz::fail("a response has no bytes");
    }

private:
    static std::string name(const request &r) { return fuzz::name_of(r.method, r.target, r.fields.size()); }
};

// The state that all inputs share: threads are started once.
struct shared {
    shared() {
        std::signal(SIGPIPE, SIG_IGN);
        options.head_limit = fuzz::head_limit;
        options.fields_limit = fuzz::fields_limit;
        options.unsent = std::size_t{4} << 20U; // more than three clients that read can use
        options.bodies = std::size_t{1} << 16U;
        options.head_time = 2s;
        options.idle_time = 4s;
        options.body_time = 3s;
        options.clock = fuzz_clock;
    }
    service handler;
    engine_options options;
    test::certificate files;
    tls_context tls{files.file, files.file};
    std::unique_ptr<SSL_CTX, void (*)(SSL_CTX *)> of_client{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
    static void serve(std::shared_ptr<pending> &p);
    pending_pool common{1, 64, serve};
    pending_pool streamed{3, 64, serve};
    pending_pool readers{1, 64, serve};
    pending_pool urgent{1, 64, serve};
    pending_pool hashing{1, 64, serve};
};

shared &all() {
    static shared made;
    return made;
}

void shared::serve(std::shared_ptr<pending> &p) { p->serve(all().handler); }

constexpr std::array<std::string_view, 16> canned = {
    "GET /q HTTP/1.1\r\nHost: h\r\n\r\n",
    "POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcde",
    "POST /S HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n",
    "5\r\nabcde\r\n",
    "0\r\n\r\n",
    "0\r\nA: b\r\n\r\n",
    "POST /s HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 300\r\n\r\n",
    "HEAD /b HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET /l HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "GET /c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    "GET /b HTTP/1.1\r\nHost: h\r\n\r\n",
    "POST /e HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n",
    "GET /h HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "POST /u HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n",
    "GET /q HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    "xxxx",
};

class scene {
public:
    explicit scene(unsigned how)
        : layer_(static_cast<test::layer>(how % 4)),
          small_((how & 8U) != 0),
          lanes_{all().common, all().streamed, all().readers,
                 all().urgent, all().hashing,  std::make_shared<streams>(0)},
          worker_(0, all().options, all().handler, layer_ == test::layer::plain ? nullptr : &all().tls, lanes_, ledger_,
                  budgets_) {}

    void run(std::string_view script) {
        std::string text;
        choose(0);
        for (std::size_t at = 0; at < script.size(); ++at) {
            if (script[at] != '\xff' || at + 1 == script.size()) {
                text += script[at];
                continue;
            }
            const auto code = static_cast<unsigned char>(script[++at]);
            command(code & 15U, code >> 4U, text);
        }
        flush(text);
        finish();
    }

private:
    void command(unsigned which, unsigned much, std::string &text) {
        if (which == 0) {
            text += '\xff';
            return;
        }
        if (which == 14) {
            text += canned[much];
            return;
        }
        if (which == 15) {
            const std::string one = text;
            for (unsigned n = 0; n < much && text.size() < 2048; ++n) text += one;
            return;
        }
        if (which == 7) { // one octet at a time
            for (const char c : text) {
                now_->say({&c, 1});
                turn();
            }
            text.clear();
            return;
        }
        if (which == 12) {
            now_->say_raw(text);
            text.clear();
            turn();
            return;
        }
        now_->say(text);
        text.clear();
        switch (which) {
        case 1:
            if (much == 0)
                settle();
            else
                turn(much);
            break;
        case 2:
            settle();
            for (unsigned n = 0; n <= much * much; ++n) pass(300ms);
            break;
        case 3:
            flush(text);
            if (now_->waiting()) calm_ = false;
            now_->half_close();
            break;
        case 4:
            turn();
            now_->reset();
            break;
        case 5:
            now_->appetite = much == 15 ? ~std::size_t{0} : much * std::size_t{100};
            if (much != 15) calm_ = false;
            break;
        case 6:
            turn();
            choose(much % clients_.size());
            break;
        case 8:
            now_->next = {.how = static_cast<int>(much % 4) + 1, .where = at_damage_ += 7 + much};
            break;
        case 9:
            now_->next = {.how = 1, .where = at_damage_ += 1 + much};
            break;
        case 10:
            now_->update_key(much % 2 == 0);
            break;
        case 11:
            now_->notify();
            calm_ = false;
            break;
        case 13:
            worker_.drain();
            calm_ = false;
            turn();
            break;
        default:
            break;
        }
    }

    void choose(std::size_t number) {
        std::unique_ptr<test::paired_client> &c = clients_[number];
        if (c == nullptr) {
            int pair[2];
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
                fuzz::fail("no sockets");
            if (small_) {
                const int size = 4096;
                for (const int one : pair) ::setsockopt(one, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
            }
            c = std::make_unique<test::paired_client>(pair[0], layer_, all().of_client.get());
            auto [place, closes, is_crowded] = ledger_.enter("127.0.0.1", fuzz_clock());
            if (place == nullptr || !closes.expired()) fuzz::fail("the ledger is full");
            worker_.adopt(owned_socket{pair[1]}, "127.0.0.1", std::move(place));
        }
        now_ = c.get();
    }

    bool turn(std::size_t most = 1U << 20U) {
        bool moved = worker_.turn() != 0;
        for (const auto &c : clients_)
            if (c != nullptr && c->turn(most)) moved = true;
        return worker_.turn() != 0 || moved;
    }
    [[nodiscard]] bool idle() const {
        return lanes_.common.idle() && lanes_.streamed.idle() && lanes_.readers.idle() && lanes_.urgent.idle() &&
               lanes_.hashing.idle();
    }

    // Until nothing moves any more. True: no handler runs, either.
    bool settle() {
        for (int blocked = 0; blocked < 40;) {
            const bool was_idle = idle();
            if (turn()) {
                blocked = 0;
                continue;
            }
            if (was_idle) return true;
            ++blocked;
            ::sched_yield();
        }
        return false;
    }
    void flush(std::string &text) {
        now_->say(text);
        text.clear();
        settle();
    }
    void pass(std::chrono::milliseconds time) {
        passed = passed.load() + time;
        turn();
        calm_ = false;
    }

    void finish() {
        const bool settled = settle();
        const bool calm = calm_;
        for (const auto &c : clients_)
            if (c != nullptr && layer_ != test::layer::raw)
                fuzz::check(c->sent, c->got, {.calm = calm && c->clean && !c->waiting(), .settled = settled});
        for (const auto &c : clients_)
            if (c != nullptr && !c->closed_half && !c->waiting() && (c->sent.size() & 1U) != 0) c->half_close();
        // The longest limit is idle_time; but each byte of a stream extends its time, and responses that were not read
        // do when the socket accepts more of them.
        for (int n = 0; ledger_.open != 0; ++n) {
            if (n > 4000) fuzz::fail("a connection does not end");
            (void)settle();
            pass(300ms);
        }
        // The handlers notice that their clients are gone.
        for (std::uint64_t n = 0; !idle(); ++n) {
            turn();
            ::sched_yield();
            if (n > 1U << 24U) fuzz::fail("a handler does not end");
        }
        turn();
        if (budgets_.bodies.used() != 0) fuzz::fail("memory of bodies was not given back");
        if (budgets_.unsent.used() != 0) fuzz::fail("memory of responses was not given back");
        if (worker_.open() != 0) fuzz::fail("the worker counts connections that are closed");
        for (const auto &c : clients_) {
            if (c == nullptr) continue;
            c->appetite = ~std::size_t{0};
            (void)c->turn(0);
            if (c->socket() >= 0 && !c->ended) fuzz::fail("a socket was not closed");
            if (layer_ != test::layer::raw) fuzz::check(c->sent, c->got, {.calm = false, .settled = false});
        }
    }

    test::layer layer_;
    bool small_;
    bool calm_ = true;
    std::size_t at_damage_ = 0;
    ledger ledger_{10, 0};
    budgets budgets_{.bodies{all().options.bodies, all().options.bodies / 8},
                     .unsent{all().options.unsent, all().options.unsent / 4}};
    lanes lanes_;
    worker worker_;
    std::array<std::unique_ptr<test::paired_client>, 3> clients_;
    test::paired_client *now_ = nullptr;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0) return 0;
    scene{data[0]}.run({reinterpret_cast<const char *>(data) + 1, size - 1});
    return 0;
}
