#include <uniform/json/members.hpp>

#include <algorithm>
#include <numeric>

#include <uniform/json/pointer.hpp>

namespace uniform::json {

namespace {

constexpr std::size_t small_object = 16; // members of an object are searched one by one up to here

std::optional<std::size_t> offset_of(const value &v) {
    return v.offset() == value::no_offset ? std::nullopt : std::optional<std::size_t>{v.offset()};
}

error error_at(const value &at, std::string message, std::string pointer) {
    return {error_code::wrong_value, std::move(message), offset_of(at), std::move(pointer)};
}

} // namespace

error not_an_object(const value &of, std::string_view what, std::string_view pointer) {
    return {error_code::not_an_object, std::string(what) + " must be a JSON object", offset_of(of),
            std::string(pointer)};
}

error not_a_string(const array &in, std::size_t element, std::string_view what, std::string_view pointer) {
    return error_at(in[element], "an element of " + std::string(what) + " must be a string",
                    pointer_to(pointer, element));
}

members::members(const value &of, std::string_view what, std::string_view pointer)
    : object_{&of}, what_{what}, pointer_{pointer} {
    if (!of.is_object()) {
        error_ = not_an_object(of, what_, pointer_);
        return;
    }
    const auto &all = of.members();
    asked_.resize(all.size());
    if (all.size() <= small_object) return;
    by_name_.resize(all.size());
    std::iota(by_name_.begin(), by_name_.end(), 0U);
    std::ranges::sort(by_name_, {}, [&](std::uint32_t i) -> const std::string & { return all[i].name; });
}

std::size_t members::index_of(std::string_view name) const {
    const auto &all = object_->members();
    if (by_name_.empty()) {
        const auto it = std::ranges::find(all, name, &member::name);
        return it == all.end() ? none : static_cast<std::size_t>(it - all.begin());
    }
    const auto name_of = [&](std::uint32_t i) -> std::string_view { return all[i].name; };
    const auto it = std::ranges::lower_bound(by_name_, name, {}, name_of);
    return it == by_name_.end() || name_of(*it) != name ? none : *it;
}

const value *members::find(std::string_view name) {
    if (error_) return nullptr;
    const std::size_t i = index_of(name);
    if (i == none) return nullptr;
    asked_[i] = true;
    const value &v = object_->members()[i].value;
    return v.is_null() ? nullptr : &v;
}

bool members::has(std::string_view name) const {
    const std::size_t i = index_of(name);
    return i != none && !object_->members()[i].value.is_null();
}

members &members::ignore(std::string_view name) {
    (void)find(name);
    return *this;
}

void members::refuse(std::string_view name, std::string_view reason, error_code code) {
    if (error_) return;
    const std::size_t i = index_of(name);
    const value &v = i == none ? *object_ : object_->members()[i].value;
    error_ = error{code, "\"" + std::string(name) + "\" of " + what_ + " " + std::string(reason), offset_of(v),
                   pointer_to(pointer_, name)};
}

void members::refuse_element(std::string_view name, std::size_t element, std::string_view reason) {
    if (error_) return;
    const value &v = object_->members()[index_of(name)].value;
    error_ = error_at(v.elements()[element],
                      "an element of \"" + std::string(name) + "\" of " + what_ + " " + std::string(reason),
                      pointer_to(pointer_to(pointer_, name), element));
}

void members::refuse_within(std::string_view name, std::size_t inner, std::string_view reason) {
    if (error_) return;
    refuse(name, reason);
    error_->offset = object_->members()[index_of(name)].value.offset_of(inner);
}

members &members::require(std::string_view name) {
    if (!error_ && !has(name)) refuse(name, "is missing", error_code::missing);
    return *this;
}

members &members::string(std::string_view name, std::string &out, std::size_t max_size) {
    const value *const v = find(name);
    if (v == nullptr) return *this;
    const std::string *const text = v->if_string();
    if (text == nullptr) {
        refuse(name, "must be a string");
    } else if (text->size() > max_size) {
        refuse(name, "must not be longer than " + std::to_string(max_size) + " bytes");
    } else if (text->contains('\0')) {
        refuse(name, "must not contain U+0000");
    } else {
        out = *text;
    }
    return *this;
}

const std::string *members::word_of(std::string_view name) {
    const value *const v = find(name);
    if (v == nullptr) return nullptr;
    const std::string *const text = v->if_string();
    if (text == nullptr) refuse(name, "must be a string");
    return text;
}

members &members::strings(std::string_view name, std::vector<std::string> &out, std::size_t max_count,
                          std::size_t max_size) {
    const value *const v = find(name);
    if (v == nullptr) return *this;
    if (!v->is_array()) {
        refuse(name, "must be an array of strings");
        return *this;
    }
    if (v->elements().size() > max_count) {
        refuse(name, "must not have more than " + std::to_string(max_count) + " elements");
        return *this;
    }
    std::vector<std::string> result;
    result.reserve(v->elements().size());
    for (const value &each : v->elements()) {
        const std::string *const text = each.if_string();
        if (text == nullptr) {
            refuse_element(name, result.size(), "must be a string");
        } else if (text->size() > max_size) {
            refuse_element(name, result.size(), "must not be longer than " + std::to_string(max_size) + " bytes");
        } else if (text->contains('\0')) {
            refuse_element(name, result.size(), "must not contain U+0000");
        } else {
            result.push_back(*text);
        }
        if (error_) return *this;
    }
    out = std::move(result);
    return *this;
}

members &members::boolean(std::string_view name, bool &out) {
    const value *const v = find(name);
    if (v == nullptr) return *this;
    if (const auto given = v->if_boolean()) {
        out = *given;
    } else {
        refuse(name, "must be true or false");
    }
    return *this;
}

members &members::integer(std::string_view name, std::int64_t &out, std::int64_t min, std::int64_t max) {
    const value *const v = find(name);
    if (v == nullptr) return *this;
    if (const auto given = v->if_integer(); given && *given >= min && *given <= max) {
        out = *given;
    } else {
        refuse(name, "must be a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    }
    return *this;
}

std::expected<void, error> members::done() {
    if (!error_) {
        const auto unasked = std::ranges::find(asked_, false);
        if (unasked != asked_.end()) {
            const std::string &name = object_->members()[static_cast<std::size_t>(unasked - asked_.begin())].name;
            refuse(name, {}, error_code::unknown_member);
            error_->message = "\"" + name + "\" is not a member of " + what_;
        }
    }
    if (error_) return std::unexpected{*error_};
    return {};
}

} // namespace uniform::json
