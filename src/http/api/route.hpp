// The rows of the tables of routes. The router finds, permits and checks requests by them, and the OpenAPI document is
// generated from them (openapi.hpp): what a row states is what the service does.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform::http {

struct request_context;
struct response;
struct settings;
namespace pages {
struct page_model;
} // namespace pages

/// The response, or a problem, which becomes one. A handler of a streamed route may respond through exchange::begin()
/// and return nothing.
using handler_result = std::expected<std::optional<response>, resolver::problem>;

/// A list of at most N values, for tables that are constants.
template <class T, std::size_t N>
class bounded_list {
public:
    constexpr bounded_list() noexcept = default;
    constexpr bounded_list(std::initializer_list<T> values) : size_{values.size()} {
        std::ranges::copy(values, items_.begin());
    }
    constexpr void push_back(T v) { items_[size_++] = v; } ///< requires size() < N
    [[nodiscard]] constexpr const T *begin() const noexcept { return items_.data(); }
    [[nodiscard]] constexpr const T *end() const noexcept { return items_.data() + size_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }

private:
    std::array<T, N> items_ = {};
    std::size_t size_ = 0;
};

enum class parameter_type : std::uint8_t {
    text,
    number,  ///< an integer from `least` to `most`
    boolean, ///< "true", or nothing after the name; "false"
    choice,  ///< one of the words in `choices`
};

/// A parameter of paths, queries or headers. Each is one row, in parameters.hpp or beside the only routes that have it.
struct parameter {
    std::string_view name;
    parameter_type type = parameter_type::text;
    std::string_view description = {};
    std::string_view fallback = {}; ///< the default
    std::string_view choices = {};  ///< separated by spaces
    std::uint64_t least = 0;        ///< of a number; of a text, its shortest length
    std::uint64_t most = 0;         ///< of a number; of a text, its greatest length; 0: no limit
    std::string_view pattern = {};  ///< for readers of the document; the handler checks it
    std::string_view format = {};   ///< as pattern: a format of JSON Schema
    std::string_view example = {};
    bool required = false; ///< in a query; in a path it always is
};

/// A header field of responses.
struct response_field {
    std::string_view name;
    std::string_view description;
    std::string_view schema = R"({"type":"string"})"; ///< JSON Schema
    bool required = false;                            ///< in every response that has it in its row
};

/// The pages that a response may be, as `&pages::page_model_of<MODEL>`.
using page_models = bounded_list<const pages::page_model *, 3>;

/// One response of an operation. Those with problem details that follow from the rest of the row are not in the table.
struct response_row {
    int status;
    std::string_view description;
    /// The media types of its content, separated by spaces: "text/html", or "MEDIA/TYPE=SCHEMA". SCHEMA alone is
    /// JSON; it names a component, or "page(SCHEMA)", or "events(SCHEMA)", a page of a history.
    std::string_view content = {};
    bounded_list<const response_field *, 8> fields = {};
    page_models pages = {}; ///< a test checks the template of each with its model
};

/// The body of requests.
struct body_row {
    std::string_view content = {}; ///< as response_row::content; empty: the operation has no use for a body
    bool required = true;
    std::size_t limit = std::size_t{1} << 20U; ///< bytes; more is 413
    bool streamed = false;                     ///< read while it arrives, of any length
};

/// The paths of the API begin with this; all others are of pages, names and probes.
inline constexpr std::string_view root_of_api = "/api/";

/// The authority that an operation needs in addition to the role (`x-scope`).
enum class permission_scope : std::uint8_t {
    none,     ///< the role alone: it reads what is the same for all with the role, or opens what has no owner yet
    prefix,   ///< the token covers what the operation is about
    each,     ///< as prefix, for each item of the request: the response names those that are refused
    own,      ///< the operation shows or changes only what concerns the token
    instance, ///< the operation is about the instance as a whole: the token has no prefixes (resolver/authority.hpp)
};

/// The scope of a row. It has no default: a row that does not name its scope does not compile.
class required_scope {
public:
    constexpr required_scope(permission_scope s) noexcept : scope_{s} {}
    constexpr operator permission_scope() const noexcept { return scope_; }

private:
    permission_scope scope_;
};

/// One operation.
struct route {
    std::string_view method; ///< "GET" (serves HEAD also), "POST", ...
    /// "/api/v1/names/{urn}": a name in braces is one segment, percent-encoded. At the end, "{name*}" is the whole rest
    /// of the path, with its slashes, as sent; under "/api/" only if the template is, too.
    std::string_view path;
    std::string_view operation; ///< operationId
    /// The operations of the API that a page stands for, separated by spaces: both permit the same to the same
    /// principal (tests/http/server/authority_test.cpp).
    std::string_view stands_for = {};
    std::string_view summary;
    std::string_view description = {};
    std::string_view tag;
    resolver::roles roles = resolver::anyone; ///< the roles whose tokens are permitted; `anyone`: no token is needed
    bool settings::*opened_by = nullptr;      ///< while this setting is true, no token is needed (`x-opened-by`)
    required_scope scope;
    handler_result (*handler)(request_context &);
    bounded_list<const parameter *, 2> in_path = {};
    bounded_list<const parameter *, 7> query = {};
    bounded_list<const parameter *, 2> headers = {}; ///< in addition to those of `idempotent` and `conditional`
    body_row body = {};
    bounded_list<response_row, 8> responses;
    bounded_list<int, 6> problems = {}; ///< statuses of problems that do not follow from the rest
    bool idempotent = false;            ///< accepts an Idempotency-Key
    bool conditional = false;           ///< checks If-Match and If-None-Match before it writes
    /// For an operation that anyone may call: it adds what it gets to the store, or lets others do so.
    bool stores = true;
    bool hashes = false;     ///< verifies or makes a secret by Argon2id: runs on the threads for that
    bool components = false; ///< its query may be the r- or q-component of the URN in its path (urn_of_target())

    [[nodiscard]] constexpr bool is_api() const noexcept { return path.starts_with(root_of_api); }
    [[nodiscard]] constexpr bool reads() const noexcept { return method == "GET"; }
    /// Clients without a token may call it, perhaps only while a setting opens it.
    [[nodiscard]] constexpr bool may_be_open() const noexcept {
        return roles == resolver::anyone || opened_by != nullptr;
    }
    /// A client without a token may add to the store by it: limits::stores().
    [[nodiscard]] constexpr bool stores_for_anyone() const noexcept { return stores && !reads() && may_be_open(); }
};

} // namespace uniform::http
