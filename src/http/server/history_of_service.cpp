// The history of another service, page by page (GET /api/v1/history).

#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>

#include <uniform/http/api_client.hpp>
#include <uniform/json/read.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/operation/store_identity.hpp"
#include "http/server/follower.hpp"
#include "http/server/history_intake.hpp"

namespace uniform::http {

namespace {

// The service may give less, and its connection may be lost without a sign of it.
constexpr int wait_seconds = 20;
constexpr std::chrono::milliseconds longest_silence{60000};
// A page has about a mebibyte, or one event, whose body has 16 MiB at most, each byte of which may be six in JSON.
constexpr std::size_t longest_page = std::size_t{128} << 20U;

std::string token_in(const std::string &file) {
    if (file.empty()) return {};
    std::ifstream in(file);
    std::string token;
    if (!std::getline(in, token)) throw std::runtime_error("no access token can be read from " + file);
    while (token.ends_with('\r') || token.ends_with(' ')) token.pop_back();
    return token;
}

std::string refusal_in(const api_response &r) {
    std::string says = "the primary's response is " + std::to_string(r.status);
    const auto problem = json::read(r.body);
    if (problem && problem->is_object() && !problem->string_of("detail").empty()) {
        says += ": " + std::string(problem->string_of("detail"));
    }
    return says;
}

class of_service final : public history_source {
public:
    of_service(store::store &s, std::string url, std::string token_file, std::span<const std::string> prefixes)
        : store_(s), url_(std::move(url)), token_file_(std::move(token_file)), intake_(s, secrets_in_history::refused) {
        for (const std::string &one : prefixes) {
            part_ += part_.empty() ? "&prefix=" : "%20";
            part_ += encode_query_data(one);
        }
    }

    bool pull(bool waits, const std::stop_token &end, const std::function<void()> & /*progress*/) override {
        try {
            return ask(waits, end);
        } catch (...) {
            client_.reset(); // another connection, and the token as it is then
            intake_.check_store();
            throw;
        }
    }
    void check_store() override { intake_.check_store(); }
    [[nodiscard]] std::string_view stores() const noexcept override { return stores_; }
    [[nodiscard]] std::uint64_t events() const noexcept override { return events_; }
    [[nodiscard]] std::uint64_t here() const noexcept override { return intake_.here().first; }

private:
    bool ask(bool waits, const std::stop_token &end) {
        ends_ = end;
        if (client_ == nullptr) {
            const char *const trusted = std::getenv("SSL_CERT_FILE");
            client_ =
                api_client::remote(url_, {.token = token_in(token_file_),
                                          .ca_file = trusted != nullptr ? trusted : std::string{},
                                          .stall_time = longest_silence,
                                          .tries = 1,
                                          .answer_limit = longest_page,
                                          .compressed = true,
                                          .ends = [this] { return ends_.stop_requested() || !intake_.follows(); }});
        }
        intake_.begin();
        const std::uint64_t before = intake_.here().first;
        const auto began = std::chrono::steady_clock::now();
        const api_response r = client_->call({.path = "/api/v1/history?after=" + std::to_string(before) +
                                                      (waits ? "&wait=" + std::to_string(wait_seconds) : "") + part_});
        if (r.status == 409) throw store::other_history(refusal_in(r));
        if (r.status != 200) throw std::runtime_error(refusal_in(r));
        stores_ = r.value(stores_field_name);
        if (has_store(stores_, store_.sql_database())) {
            throw not_followed("this service follows itself: store.follow leads back to its own store");
        }
        for (std::string_view rest = r.body; !rest.empty();) {
            const std::size_t line = rest.find('\n');
            if (line == std::string_view::npos) throw store::other_history("the page of the primary is cut off");
            intake_.take(rest.substr(0, line));
            rest.remove_prefix(line + 1);
        }
        intake_.finish();
        if (!intake_.end()) throw store::other_history("the page of the primary does not say where the history ends");
        events_ = intake_.end()->first;
        check_store();
        // Who waited, or was given what to apply, asks at once; a response that came at once without an event does not
        // become another one at once.
        const bool waited = waits && std::chrono::steady_clock::now() - began > std::chrono::seconds{1};
        return intake_.here().first != before || waited || !waits;
    }

    store::store &store_;
    const std::string url_;
    const std::string token_file_;
    std::string part_ = {}; // of the query
    history_intake intake_;
    std::unique_ptr<api_client> client_;
    std::stop_token ends_;
    std::uint64_t events_ = 0;
    std::string stores_ = {};
};

} // namespace

std::unique_ptr<history_source> history_of_service(store::store &s, std::string url, std::string token_file,
                                                   std::span<const std::string> prefixes) {
    return std::make_unique<of_service>(s, std::move(url), std::move(token_file), prefixes);
}

} // namespace uniform::http
