// Names and values in a query: application/x-www-form-urlencoded, and the list of the API's URLSearchParams.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace whatwg {

/// A decoded name and value, in UTF-8.
struct name_value {
    std::string name;
    std::string value;
    friend bool operator==(const name_value &, const name_value &) = default;
};

/// "application/x-www-form-urlencoded parser": octets that are not UTF-8 become U+FFFD. Linear.
/// `parse_form_urlencoded("a=1+2&b")` is `{{"a", "1 2"}, {"b", ""}}`.
[[nodiscard]] std::vector<name_value> parse_form_urlencoded(std::string_view text);
/// "application/x-www-form-urlencoded serializer". Linear. `{{"a", "1 2"}}` is `"a=1+2"`.
[[nodiscard]] std::string serialize_form_urlencoded(const std::vector<name_value> &tuples);

/// The list of a URLSearchParams object: ordered, a name may occur more than once. Names and values are in UTF-8;
/// octets that are not become U+FFFD, as a USVString has no others. Operations are linear in the list.
///
///     auto params = u.search_params();
///     params.set("page", "2");
///     u.set_search_params(params);
class search_params {
public:
    search_params() = default;
    /// The constructor of the API, for a string: without a "?" at its beginning.
    explicit search_params(std::string_view query);
    /// The constructor of the API, for a sequence of pairs.
    explicit search_params(std::vector<name_value> tuples);

    [[nodiscard]] std::size_t size() const noexcept { return tuples_.size(); }
    [[nodiscard]] bool empty() const noexcept { return tuples_.empty(); }
    /// The tuples, in order.
    [[nodiscard]] const std::vector<name_value> &tuples() const & noexcept UNIFORM_LIFETIMEBOUND { return tuples_; }
    [[nodiscard]] std::vector<name_value> tuples() && noexcept { return std::move(tuples_); }
    [[nodiscard]] auto begin() const noexcept UNIFORM_LIFETIMEBOUND { return tuples_.begin(); }
    [[nodiscard]] auto end() const noexcept UNIFORM_LIFETIMEBOUND { return tuples_.end(); }

    void append(std::string_view name, std::string_view value);
    /// Removes all tuples with the name; the API's `delete`, which is a keyword.
    void remove(std::string_view name);
    /// Removes all tuples with the name and the value.
    void remove(std::string_view name, std::string_view value);
    /// The value of the first tuple with the name. It is valid until the list is changed.
    [[nodiscard]] std::optional<std::string_view> get(std::string_view name) const UNIFORM_LIFETIMEBOUND;
    /// The values of all tuples with the name, in order.
    [[nodiscard]] std::vector<std::string_view> get_all(std::string_view name) const &UNIFORM_LIFETIMEBOUND;
    std::vector<std::string_view> get_all(std::string_view name) const && = delete;
    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name, std::string_view value) const;
    /// Sets the value of the first tuple with the name and removes the others; appends one if there is none.
    void set(std::string_view name, std::string_view value);
    /// Sorts by the names' UTF-16 code units; tuples with the same name keep their order.
    void sort();
    /// The list as the query of a URL, without "?".
    [[nodiscard]] std::string to_string() const { return serialize_form_urlencoded(tuples_); }

    friend bool operator==(const search_params &, const search_params &) = default;

private:
    std::vector<name_value> tuples_;
};

} // namespace whatwg
} // namespace uniform
