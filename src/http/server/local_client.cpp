// The API on a store in this process: requests go to the handlers directly.

#include <uniform/http/api_client.hpp>

#include <exception>
#include <string>

#include <uniform/http/server.hpp>

#include "http/api/router.hpp"
#include "http/api/server_context.hpp"
#include "http/engine/engine.hpp"
#include "http/server/all_routes.hpp"

namespace uniform::http {

namespace {

class local_exchange final : public exchange {
    // To the handlers, the client has closed the connection, for whatever reason.
    template <class F>
    auto guarded(F f) {
        try {
            return f();
        } catch (...) {
            thrown_ = std::current_exception();
            throw exchange_aborted{};
        }
    }

public:
    local_exchange(const http::request &r, const api_client::source *up, const api_client::sink *down)
        : request_(r), up_(up), down_(down) {}

    const http::request &request() const noexcept override { return request_; }
    std::string_view read() override {
        return up_ ? guarded([&] { return (*up_)(); }) : std::string_view{};
    }
    void send(response r) override {
        begin(response{.status = r.status, .fields = std::move(r.fields)});
        write(r.body);
    }
    void begin(response head) override {
        answer_.status = head.status;
        answer_.fields = std::move(head.fields);
        write(head.body);
    }
    void write(std::string_view part) override {
        if (part.empty()) return;
        if (down_ && answer_.status >= 200 && answer_.status < 300) {
            if (!guarded([&] { return (*down_)(part); })) throw exchange_aborted{};
        } else if (request_.method != "HEAD") {
            answer_.body += part;
        }
    }
    void finish() override {}

    [[nodiscard]] api_response take() { return std::move(answer_); }
    // The exception of a source or sink, for the caller.
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    const http::request &request_;
    const api_client::source *up_;
    const api_client::sink *down_;
    api_response answer_ = {};
    std::exception_ptr thrown_ = {};
};

// The user of the command may know where the file is that keeps what the store lacks; clients of a service may not.
std::string text_for_user(const store::failure &f, const settings &s) {
    std::string text = f.what();
    const std::string file =
        f.kind() == store::failure_kind::history ? command_store_options_of(s).database.head_file : std::string{};
    if (!file.empty()) text += ". The last event that the service has seen is in the file " + file;
    return text;
}

class local_client final : public api_client {
public:
    local_client(store::store &s, const settings &settings, const resolver::principal &who)
        : who_(who), server_(s, &settings, who_), router_(server_, all_routes()) {}

    api_response call(const api_request &r) override { return carry_out(r, nullptr, nullptr); }
    api_response stream(const api_request &r, const source &up, const sink &down) override {
        return carry_out(r, up ? &up : nullptr, down ? &down : nullptr);
    }

private:
    api_response carry_out(const api_request &r, const source *up, const sink *down) {
        std::vector<field> fields;
        if (up || !r.body.empty()) fields.push_back({"Content-Type", r.content_type});
        for (const auto &[name, value] : r.fields) fields.push_back({name, value});
        http::request request{.method = r.method,
                              .target = r.path,
                              .path = std::string_view{r.path}.substr(0, r.path.find('?')),
                              .query = {},
                              .fields = fields,
                              .body = r.body,
                              .remote = "command line",
                              .id = ""};
        if (request.path.size() < r.path.size())
            request.query = std::string_view{r.path}.substr(request.path.size() + 1);
        local_exchange e(request, up, down);
        try {
            if (!router_.handle(e)) e.send(to_response({.type = resolver::problem_type::not_found}, request));
        } catch (const exchange_aborted &) {
            e.rethrow();
            throw no_response("ended here");
        } catch (const store::failure &f) { // after the response began
            throw no_response(text_for_user(f, *server_.settings));
        }
        return e.take();
    }

    resolver::principal who_;
    server_context server_;
    router router_;
};

} // namespace

std::unique_ptr<api_client> api_client::local(store::store &s, const settings &settings,
                                              const resolver::principal &who) {
    return std::make_unique<local_client>(s, settings, who);
}

} // namespace uniform::http
