// Typed reading of an object's members: each with its type and range, and none that nobody asked for.
//
//     json::members m{body, "a delegation"};
//     m.require("prefix").string("prefix", d.prefix, 512).strings("hosts", d.hosts).integer("max_age", age, 0, 86400);
//     if (auto done = m.done(); !done) return std::unexpected{done.error()};
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/json/read_error.hpp>
#include <uniform/json/value.hpp>

namespace uniform UNIFORM_API {
namespace json {

/// `what` must be an object, and `of` is not.
[[nodiscard]] error not_an_object(const value &of, std::string_view what, std::string_view pointer = {});

/// An element of the array `what` is not a string: `"names" of a batch`, `the body`. `pointer` is that of the array.
[[nodiscard]] error not_a_string(const array &in, std::size_t element, std::string_view what,
                                 std::string_view pointer = {});

/// Reads members one by one, and finally finds those that were not asked for. The first error stays; what is asked for
/// after it is not looked at. Cost of one member: constant for an object of a few, else logarithmic.
class members {
public:
    /// `what` names the object in messages: "a delegation". `pointer` is where it stands in its text. The object must
    /// outlive the reader.
    members(const value &of UNIFORM_LIFETIMEBOUND, std::string_view what, std::string_view pointer = {});
    members(const value &&, std::string_view, std::string_view = {}) = delete;

    /// Each leaves `out` alone when the member is absent or null.
    members &string(std::string_view name, std::string &out, std::size_t max_size = 1000) UNIFORM_LIFETIMEBOUND;
    members &strings(std::string_view name, std::vector<std::string> &out, std::size_t max_count = 1000,
                     std::size_t max_size = 1000) UNIFORM_LIFETIMEBOUND;
    members &boolean(std::string_view name, bool &out) UNIFORM_LIFETIMEBOUND;
    members &integer(std::string_view name, std::int64_t &out, std::int64_t min, std::int64_t max)
        UNIFORM_LIFETIMEBOUND;
    /// One of the words that `from` reads.
    template <class T, class F>
        requires std::invocable<F, std::string_view>
    members &word(std::string_view name, T &out, F from, std::string_view choices) UNIFORM_LIFETIMEBOUND {
        const std::string *const text = word_of(name);
        if (text == nullptr) return *this;
        if (const auto v = from(std::string_view{*text})) {
            out = *v;
        } else {
            refuse(name, "must be one of " + std::string(choices));
        }
        return *this;
    }
    /// One of the names of an enumeration.
    template <class E, std::size_t N>
    members &word(std::string_view name, E &out, const enum_names<E, N> &names) UNIFORM_LIFETIMEBOUND {
        const std::string *const text = word_of(name);
        if (text == nullptr) return *this;
        if (const auto v = names.find(*text)) {
            out = *v;
        } else {
            std::string choices;
            for (const auto &row : names) choices.append(choices.empty() ? "" : ", ").append(row.name);
            refuse(name, "must be one of " + choices);
        }
        return *this;
    }
    /// The value of another member; nullptr when it is absent or null, or after an error.
    [[nodiscard]] const value *find(std::string_view name);
    /// Whether it is present and not null.
    [[nodiscard]] bool has(std::string_view name) const;
    /// Permits the member, whatever it is.
    members &ignore(std::string_view name) UNIFORM_LIFETIMEBOUND;
    members &require(std::string_view name) UNIFORM_LIFETIMEBOUND;

    /// Makes `"name" of WHAT REASON` the error, unless there is one already.
    void refuse(std::string_view name, std::string_view reason, error_code code = error_code::wrong_value);
    void refuse(error e) {
        if (!error_) error_ = std::move(e);
    }
    /// The same for an element of an array: `an element of "name" of WHAT REASON`.
    void refuse_element(std::string_view name, std::size_t element, std::string_view reason);
    /// The same for a string in which byte `inner` is wrong.
    void refuse_within(std::string_view name, std::size_t inner, std::string_view reason);

    /// After all were asked for: the first error, or the member that nobody asked for.
    [[nodiscard]] std::expected<void, error> done();
    [[nodiscard]] bool ok() const noexcept { return !error_; }
    [[nodiscard]] const std::string &pointer() const & noexcept UNIFORM_LIFETIMEBOUND { return pointer_; }
    [[nodiscard]] std::string pointer() && noexcept { return std::move(pointer_); }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    [[nodiscard]] std::size_t index_of(std::string_view name) const;
    [[nodiscard]] const std::string *word_of(std::string_view name);

    const value *object_;
    std::string what_;
    std::string pointer_;
    std::vector<std::uint32_t> by_name_ = {}; // of a large object: its members, sorted by name
    std::vector<bool> asked_ = {};
    std::optional<error> error_ = {};
};

} // namespace json
} // namespace uniform
