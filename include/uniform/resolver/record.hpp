// The name record: the state, the locators and the metadata of one name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/metadata.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>

namespace uniform UNIFORM_API {
class namespace_registry;
class urn_view;
} // namespace uniform

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace resolver {

/// States go forward only: reserved -> active -> withdrawn, reserved -> withdrawn. RFC 8141 section 5 (1): a name once
/// assigned is never assigned again, whatever its state.
enum class name_state : std::uint8_t { reserved = 1, active = 2, withdrawn = 3 };
/// Their names.
inline constexpr auto name_state_names = enum_table<name_state>(
    {{name_state::reserved, "reserved"}, {name_state::active, "active"}, {name_state::withdrawn, "withdrawn"}});
/// The name of a name state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(name_state s) noexcept { return name_state_names.name(s); }

/// One place where the resource is.
struct locator {
    std::string url = {};        ///< an absolute URI with a scheme that leads somewhere
    std::string media_type = {}; ///< "text/html"; empty: not known
    std::string language = {};   ///< a language tag (RFC 5646); empty: not known
    std::string country = {};    ///< ISO 3166-1 alpha-2, upper case; empty: any
    std::uint32_t weight = 1;    ///< more is better; 0: only when nothing else is left
    std::optional<timestamp> valid_from = {};
    std::optional<timestamp> valid_until = {}; ///< the first moment at which it is no longer valid
    bool operator==(const locator &) const = default;
};

/// Something about the resource that is no locator, as Handle records have it: a public key, a checksum, an e-mail
/// address.
struct typed_value {
    std::string type =
        {}; ///< a word or a URI, by whose definition the value is read: "HS_PUBKEY", "21.T11148/c692273deb"
    std::string value = {}; ///< any text
    bool operator==(const typed_value &) const = default;
};

/// The record that the service stores about a name.
struct name_record {
    name_state state = name_state::active;
    std::string name = {};      ///< the assigned-name as it was first written, when that is not its key
    std::string registrar = {}; ///< the id of the registrar that assigned it
    std::vector<locator> locators = {};
    resolver::metadata metadata = {};
    std::vector<std::string> other_names = {}; ///< other URNs of the same resource (I2Ns)
    std::string successor = {};
    std::string predecessor = {};
    std::string batch = {};  ///< the batch in which it was reserved
    std::string reason = {}; ///< why it was withdrawn
    std::optional<timestamp> withdrawn = {};
    std::vector<typed_value> values = {}; ///< in the order in which they were given; a type may occur several times
    /// The number of versions that the record has had, this one included. The store counts them; the number is no part
    /// of what the record says, so == does not compare it.
    std::uint64_t version = 1;
    bool operator==(const name_record &other) const noexcept;
};

/// As bytes for the store: a tag and a length for each field that is there, about four bytes more than its locator for
/// a name with just one. decode(encode(r)) == r.
[[nodiscard]] std::string encode(const name_record &r);
/// Nothing when the bytes are not what encode() writes.
[[nodiscard]] std::optional<name_record> decode(std::string_view bytes);

/// The version of an encoded record, without decoding the rest; 1 when the bytes are not what encode() writes.
[[nodiscard]] std::uint64_t version_of(std::string_view bytes) noexcept;

/// As a JSON object: "name" (as it is written, `key` when the name record has none), "key", "state", "locators", ...
/// Members without value are left out.
[[nodiscard]] std::string to_json(const name_record &r, std::string_view key);
/// The same as a value.
[[nodiscard]] json::value value_of(const name_record &r, std::string_view key);
/// The same, without a tree: for lists and exports.
void write(json::writer &w, const name_record &r, std::string_view key);
/// Its members alone, into an object that the caller has begun.
void write_members(json::writer &w, const name_record &r, std::string_view key);
/// One locator.
void write(json::writer &w, const locator &l);
/// Reads the members that a client may set: locators (objects, or URLs alone), metadata, other_names, successor,
/// predecessor, values. URNs are kept in their normal form. Every locator is checked (RFC 3986, schemes, language tags,
/// media types), and metadata's core members (title, creator, date, type, publisher). Unknown members are a problem, so
/// that nothing is lost by a misspelt one. Errors: invalid, with pointer and offset. Linear.
[[nodiscard]] std::expected<name_record, problem> record_from_json(const json::value &value);
/// Without the members of those names, which the caller reads.
[[nodiscard]] std::expected<name_record, problem> record_from_json(const json::value &value,
                                                                   std::initializer_list<std::string_view> others);

/// The longest name that is kept, in bytes: what an index of PostgreSQL takes, with room to spare.
inline constexpr std::size_t longest_name = 2048;

/// The key of a name: its normalized assigned-name by the equivalence of its namespace, without "urn:"
/// ("isbn:9789510184356" for both ISBN-10 and ISBN-13). Unique for ever.
/// @param urn a URN of RFC 8141; r-, q- and f-components do not belong to the name and are a problem (RFC 8141 2.3).
/// Errors: malformed with the offset; invalid for a name longer than `longest_name`. Linear.
[[nodiscard]] std::expected<std::string, problem> key_of(std::string_view urn);
/// By the rules of its namespace in `registry` (RFC 8141 3.1). Invalid as well: what they leave of the name is no name,
/// or is changed by them once more.
[[nodiscard]] std::expected<std::string, problem> key_of(std::string_view urn, const namespace_registry &registry);
/// The same for the assigned-name of a URN that was parsed already, whatever its other components. Errors: invalid.
[[nodiscard]] std::expected<std::string, problem> key_of(const urn_view &u);
/// The same by the rules of its namespace in `registry`.
[[nodiscard]] std::expected<std::string, problem> key_of(const urn_view &u, const namespace_registry &registry);

/// "urn:" and the key.
[[nodiscard]] std::string urn_of(std::string_view key);
/// The URN of a name as it was assigned, which is how it is published: the key may have a form that the syntax of the
/// namespace does not. Example: "urn:isbn:951-0-18435-7", whose key is "isbn:9789510184356".
[[nodiscard]] std::string urn_of(std::string_view key, const name_record &r);

} // namespace resolver
} // namespace uniform
