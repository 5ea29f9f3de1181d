// The calls of a command to the service: by the API, on the store on this computer or of a service at --server. Each
// command is written once, as requests of the API.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/http/api_client.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/json/read.hpp>
#include <uniform/store/store.hpp>

#include "service/options.hpp"

namespace uniform::cli {

// A page of a list, or a batch, may be large.
inline constexpr json::limits response_limits{.depth = 64, .values = 10'000'000};

// "FILE:LINE:COLUMN" of the value at a pointer into the body of a request (RFC 6901); "" if it is from no file.
using place_function = std::function<std::string(std::string_view pointer)>;

// The user of this computer who runs the command: "alice".
[[nodiscard]] std::string user_name();

class service_call {
public:
    // Opens the store, which must exist, or prepares requests to the service. A failure is reported, and the error is
    // the exit code.
    [[nodiscard]] static std::expected<service_call, int> open(const service_options &o);

    service_call(service_call &&) noexcept;
    ~service_call();

    [[nodiscard]] http::api_client &api() noexcept { return *api_; }

    // Sends a request. A successful response goes to `show` as JSON, or with --json is printed unchanged. Any other one
    // goes to report(). Returns the exit code.
    // @param subject the text to which the offset of a problem refers, for the caret
    // @param place where the values of the request are from
    int run(const http::api_request &r, const std::function<void(const json::value &)> &show,
            std::string_view subject = {}, const place_function &place = {});

    // Has the bodies of successful responses of run() changed before they are shown or printed.
    void change_bodies(std::function<void(json::value &)> change) { change_ = std::move(change); }

    // GET before a change: the body, and its entity-tag. A failure is reported; returns the exit code. With `absent`,
    // 404 is not a failure, and the body is null.
    int get(std::string path, json::value &body, std::string &etag, bool absent = false);

    // The pages of a list, one after the other: GET `path`, then with "after" as long as the body has a "next" and
    // --limit is not reached. Each item goes to `show`; with --json one item a line is printed. Returns the exit code.
    // @param prefix that the items have: if there are none, its namespace must be managed
    int list(const std::string &path, const std::function<void(const json::value &)> &show,
             const std::vector<std::pair<std::string, std::string>> &fields = {}, std::string_view prefix = {});

    // Reports a prefix whose namespace is not managed: the NID may be misspelt. Returns the exit code.
    int check_namespace_of(std::string_view prefix);

    // Reports a response that is not successful on standard error: title, detail, rule; the place; what exists already.
    // Returns the exit code: 1 if a rule rejects the request, 3 if the service fails.
    // @param begins the offset of a problem that is at the first byte of the subject
    // @param place FILE:LINE:COLUMN, for the beginning of the message
    int report(const http::api_response &a, std::string_view subject = {}, std::size_t begins = 0,
               std::string_view place = {}) const;

private:
    service_call() = default;
    // ". To manage it here: `uniform namespace add NID`", if the problem is a namespace that is not managed.
    [[nodiscard]] std::string namespace_hint(const json::value &problem) const;
    std::function<void(json::value &)> change_;
    bool json_ = false;
    std::uint64_t limit_ = 0; // 0: all
    bool colour_ = false;
    std::string where_;              // --store or --server as given, for commands in messages
    bool may_add_namespaces_ = true; // not of a service that is asked without a token
    std::unique_ptr<store::store> store_;
    std::unique_ptr<http::settings> settings_;
    std::unique_ptr<http::api_client> api_;
};

// The same for one request: opens the store or prepares the request, and runs it. Returns the exit code.
int call_service(const service_options &o, const http::api_request &r,
                 const std::function<void(const json::value &)> &show, std::string_view subject = {},
                 const place_function &place = {});
int list_from_service(const service_options &o, const std::string &path,
                      const std::function<void(const json::value &)> &show,
                      const std::vector<std::pair<std::string, std::string>> &fields = {},
                      std::string_view prefix = {});

// "?a=b&c=d" of the pairs that have a value, percent-encoded; "" if none has.
[[nodiscard]] std::string query_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);

// The content of a file, or of standard input for "-", at most `limit` bytes. A failure is reported, and the error is
// the exit code.
[[nodiscard]] std::expected<std::string, int> read_document(const std::string &path, std::size_t limit);

} // namespace uniform::cli
