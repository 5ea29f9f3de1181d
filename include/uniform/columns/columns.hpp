// Functions over columns of texts, by name, in Arrow's memory format: a loop in one call.
//
//     const auto host = uniform::columns::function::make("host").value();
//     ArrowSchema type{};
//     ArrowArray hosts{};
//     host.run(urls_type, urls, type, hosts).value();   // one row for each row of `urls`
//     ...
//     hosts.release(&hosts);
//     type.release(&type);
//
// The texts are read where they are: in arrays of utf8, large_utf8, utf8_view, or a dictionary of one of these, of
// which each value is computed once. A column that consists of several arrays is the caller's loop.
// docs/guide/columns.md has every function with an example.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/columns/arrow.hpp>

namespace uniform UNIFORM_API {
namespace columns {

/// The type of what a function returns for a row.
enum class result_type : std::uint8_t {
    text,    ///< utf8; large_utf8 if the input is that, or if the texts of the result have 2 GiB or more
    boolean, ///< bool
    int32,   ///< int32
};

/// "text", "boolean", "int32".
[[nodiscard]] std::string_view to_string(result_type t) noexcept;

/// The value of an option of a function, both as text: {"level", "scheme"}.
struct option {
    std::string_view name;
    std::string_view value;
};

/// One option that a function has.
struct option_info {
    std::string_view name;
    std::string_view fallback; ///< the value that it has without the option; "" if the option is required
    std::string_view values;   ///< the permitted values, for people: "simple, case, percent, path, syntax, scheme,
                               ///< protocol"
};

/// One function. What lives here lasts for ever.
struct function_info {
    std::string_view name;
    result_type result{};
    std::span<const option_info> options{};
    std::string_view says;     ///< the meaning of a row of the result, in one sentence
    std::string_view document; ///< which defines it, and its section: "RFC 3986 6.2"
};

/// All functions, by name.
[[nodiscard]] std::span<const function_info> functions() noexcept;

/// Why there is no result.
enum class failure_kind : std::uint8_t {
    unknown_function, ///< no function has that name
    unknown_option,   ///< the function has no such option
    missing_option,   ///< the function needs it
    invalid_option,   ///< the option has no such value
    unsupported_type, ///< the array is not one of texts
    malformed_array,  ///< the array breaks a rule of the C data interface or of Arrow's columnar format
};

/// Why there is no result, in a sentence that names the function, the option, or the row.
struct failure {
    failure_kind kind{};
    std::string says;
    friend bool operator==(const failure &, const failure &) = default;
};

namespace detail {
class operation;
} // namespace detail

/// A function with the values of its options. Immutable: any number of threads may run it at once. Copying is cheap.
class function {
public:
    /// The function of that name. Options that are not given have their fallback; a URI among them is parsed here.
    /// Errors: the first four of failure_kind. `function::make("normalize", {{{"level", "scheme"}}})`.
    [[nodiscard]] static std::expected<function, failure> make(std::string_view name,
                                                               std::span<const option> options = {});

    /// The row of functions().
    [[nodiscard]] const function_info &info() const noexcept;

    /// One row of `result` for each row of `texts`: null where the row is null, and where the function has nothing to
    /// say, as of a text that is not valid. Nothing of the input is copied or changed, and it stays the caller's; the
    /// result is the caller's, too, who releases both structs. On an error they are not touched.
    ///
    /// The texts may hold any bytes; a text of the result is always UTF-8. Rows of `texts` are checked as far as the
    /// interface says where its buffers end: a producer that lies about the size of a buffer is not noticed.
    /// Errors: unsupported_type, malformed_array. Linear. Throws std::bad_alloc alone. Thread-safe.
    [[nodiscard]] std::expected<void, failure> run(const ArrowSchema &type, const ArrowArray &texts,
                                                   ArrowSchema &result_type, ArrowArray &result) const;

private:
    function(const function_info &info, std::shared_ptr<const detail::operation> does) noexcept;

    const function_info *info_;
    std::shared_ptr<const detail::operation> does_;
};

} // namespace columns
} // namespace uniform
