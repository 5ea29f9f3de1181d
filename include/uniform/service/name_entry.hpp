// A name as the operations return it, and what a client may ask to change of it (names.hpp).
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/service/precondition.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

using resolver::principal;
using resolver::problem;

/// Conditions of a change: idempotency key and precondition.
struct write_options {
    std::string idempotency_key = {}; ///< Idempotency-Key: 1 to 200 visible characters; empty: none
    precondition condition = {};      ///< If-Match, If-None-Match: of the version of the name
    /// The schemes that locators may have (resolver::check_schemes); not of those that are already stored.
    std::span<const std::string> schemes = {};
};
/// Whether a text is an idempotency key: 1 to 200 visible ASCII characters. Problems: malformed. Linear.
/// `check_idempotency_key("import-7")`
[[nodiscard]] std::expected<void, problem> check_idempotency_key(std::string_view key);

/// A name and its name record, as it is or after an operation.
struct name_entry {
    std::string key = {};
    resolver::name_record record = {};
    std::uint64_t event = 0; ///< the last one
    bool created = false;    ///< this request assigned or reserved it
    bool repeated = false;   ///< the response to an earlier request with the same idempotency key
};
/// Writes the name record as resolver::write() does, with "version", which counts its versions, and "event", the
/// number of its last event.
void write(json::writer &w, const name_entry &o);
/// The same as a value.
[[nodiscard]] json::value value_of(const name_entry &o);

/// Changes of an active name; absent members stay as they are.
struct changes {
    std::optional<std::vector<resolver::locator>> locators = {};
    std::optional<resolver::metadata> metadata = {}; ///< replaces all of it; empty: none
    std::optional<json::value> metadata_patch = {};  ///< merged into it (RFC 7396 2), instead of `metadata`
    std::optional<std::vector<std::string>> other_names = {};
    std::optional<std::string> successor = {};
    std::optional<std::string> predecessor = {};
    std::optional<std::vector<resolver::typed_value>> values = {};
};

} // namespace service
} // namespace uniform
