// JSON texts of what has a function that writes it.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <uniform/json/writer.hpp>

namespace uniform::resolver::detail {

// The text that `write` writes of a value with that name: its key, or the request that it is about.
template <class T>
[[nodiscard]] std::string
written_text(const T &value, std::string_view name,
             std::type_identity_t<void (*)(json::writer &, const T &, std::string_view)> write) {
    std::string out;
    json::writer w{out};
    write(w, value, name);
    return out;
}

} // namespace uniform::resolver::detail
