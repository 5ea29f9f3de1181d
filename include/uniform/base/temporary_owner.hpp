// Results that would refer to what is gone.
//
//     std::string_view trim(std::string_view text);
//     void trim(temporary_owner auto &&text) = delete;
//
// A temporary std::string is convertible to std::string_view, and ends with the line in which the view was made of it.
// So each function whose result is a view of an argument has such an overload, and the mistake does not compile, with
// any compiler. Name the text before you call the function.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// `T &&` binds to a temporary that owns the text of which a `View` is made: a std::string or uniform::uri that nothing
/// else refers to. Not lvalues, literals and views, which need no destructor.
template <class T, class View = std::string_view>
concept temporary_owner = std::is_class_v<T> && !std::is_trivially_destructible_v<T> && std::convertible_to<T, View>;

} // namespace uniform
