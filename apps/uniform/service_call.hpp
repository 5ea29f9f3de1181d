// A verb's way to the service: its API on the store here, or on a service elsewhere (--server). Each verb is written
// once, as calls of the API.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>
#include <uniform/http/api_client.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/store/store.hpp>

#include "options.hpp"

namespace uniform::command {

class service_call {
public:
    // Opens the store (one that is there; `create`: or a new one), or gets ready to ask the service. What is wrong has
    // been said; the value is the exit code.
    [[nodiscard]] static std::expected<service_call, int> open(const options &o, bool create = false);

    service_call(service_call &&) noexcept;
    ~service_call();

    [[nodiscard]] http::api_client &api() noexcept { return *api_; }

    // Sends a request. A good answer goes to `show` as JSON, or, with --json, is printed as it is. Anything else is
    // said by report(). Returns the exit code.
    // @param subject the text in which a problem's offset is, for the caret
    int run(const http::api_request &r, const std::function<void(const nlohmann::json &)> &show,
            std::string_view subject = {});

    // GET, for what is to be changed: the body, and its ETag. What is wrong has been said; the value is the exit code.
    // With `absent`, 404 is no fault: the body is null then.
    int get(std::string path, nlohmann::json &body, std::string &etag, bool absent = false);

    // The pages of a list, one after the other: GET `path`, then with "after" as long as the body has a "next" and
    // `o.limit` is not reached. Each item goes to `show`; with --json one item a line is printed. Returns the exit
    // code.
    int list(const std::string &path, const std::function<void(const nlohmann::json &)> &show,
             const std::vector<std::pair<std::string, std::string>> &fields = {});

    // What an answer that is not good says, on standard error: title, detail, rule; the place; what is there already.
    // Returns the exit code: 1 for what a rule refuses, 3 when the service is not able to.
    int report(const http::api_response &a, std::string_view subject = {}) const;

private:
    service_call() = default;
    bool json_ = false;
    std::uint64_t limit_ = 0; // 0: all
    bool colour_ = false;
    std::unique_ptr<store::store> store_;
    std::unique_ptr<http::settings> settings_;
    std::unique_ptr<http::api_client> api_;
};

// "?a=b&c=d" with what has a value, percent-encoded; "" when nothing has.
[[nodiscard]] std::string query_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);

// The contents of a file, or of standard input for "-", at most `limit` bytes; what is wrong has been said, the value
// is the exit code.
[[nodiscard]] std::expected<std::string, int> read_document(const std::string &path, std::size_t limit);

} // namespace uniform::command
