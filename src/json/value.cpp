#include <uniform/json/value.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace uniform::json {

// Here, so that including the header does not instantiate the variant's members again and again.
value::value() noexcept = default;

// The copy of a member, then the move: when the variant's own copy throws, libstdc++ destroys the unfinished variant as
// one that has a value, since one of these types always has (undefined behaviour).
value::value(const value &other) // NOLINT(misc-no-recursion): as deep as the value
    : offset_{other.offset_}, escaped_{other.escaped_} {
    std::visit(
        [this](const auto &v) {
            auto copy = v;
            data_ = std::move(copy);
        },
        other.data_);
}
value &value::operator=(const value &other) {
    value copy(other);
    *this = std::move(copy);
    return *this;
}
value::value(value &&) noexcept = default;
value &value::operator=(value &&) noexcept = default;
value::~value() = default;
value::value(array v) noexcept : data_{std::in_place_index<6>, std::move(v)} {}
value::value(object v) noexcept : data_{std::in_place_index<7>, std::move(v)} {}

std::optional<bool> value::if_boolean() const noexcept {
    const bool *const v = std::get_if<bool>(&data_);
    return v == nullptr ? std::nullopt : std::optional{*v};
}

std::optional<std::int64_t> value::if_integer() const noexcept {
    const auto *const v = std::get_if<std::int64_t>(&data_);
    return v == nullptr ? std::nullopt : std::optional{*v};
}

std::optional<std::uint64_t> value::if_unsigned() const noexcept {
    if (const auto *const v = std::get_if<std::int64_t>(&data_); v != nullptr && *v >= 0)
        return static_cast<std::uint64_t>(*v);
    const auto *const v = std::get_if<std::uint64_t>(&data_);
    return v == nullptr ? std::nullopt : std::optional{*v};
}

std::optional<double> value::if_number() const noexcept {
    if (const auto *const v = std::get_if<double>(&data_)) return *v;
    if (const auto *const v = std::get_if<std::int64_t>(&data_)) return static_cast<double>(*v);
    if (const auto *const v = std::get_if<std::uint64_t>(&data_)) return static_cast<double>(*v);
    return std::nullopt;
}

const array &value::elements() const & noexcept {
    static const array none;
    const array *const v = if_array();
    return v == nullptr ? none : *v;
}

const object &value::members() const & noexcept {
    static const object none;
    const object *const v = if_object();
    return v == nullptr ? none : *v;
}

array value::elements() && noexcept {
    array *const v = if_array();
    return v == nullptr ? array{} : std::move(*v);
}

object value::members() && noexcept {
    object *const v = if_object();
    return v == nullptr ? object{} : std::move(*v);
}

const value *value::find(std::string_view name) const & noexcept {
    const object &all = members();
    const auto it = std::ranges::find(all, name, &member::name);
    return it == all.end() ? nullptr : &it->value;
}

std::string_view value::string_of(std::string_view name) const noexcept {
    const value *const v = find(name);
    const std::string *const text = v == nullptr ? nullptr : v->if_string();
    return text == nullptr ? std::string_view{} : std::string_view{*text};
}

void value::put(std::string_view name, value v) {
    if (!is_object()) *this = object{};
    object &all = *if_object();
    const auto it = std::ranges::find(all, name, &member::name);
    if (it == all.end()) {
        all.emplace_back(std::string(name), std::move(v));
    } else {
        it->value = std::move(v);
    }
}

void value::append(value v) {
    if (!is_array()) *this = array{};
    if_array()->push_back(std::move(v));
}

bool value::operator==(const value &other) const noexcept { return data_ == other.data_; }

} // namespace uniform::json
