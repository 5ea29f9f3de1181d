// The parts of a URL by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// The name of a part of a URL and its decoded value, for programs that do not know the scheme.
struct url_field {
    using pairs = std::vector<std::pair<std::string, std::string>>;
    enum class kind : std::uint8_t { absent, text, number, boolean, list, pair_list };

    std::string name; ///< the documents' word: "user", "gophertype", "hsoname"
    kind what = kind::absent;
    std::string text{};
    std::uint64_t number = 0; ///< a boolean: 0 or 1
    std::vector<std::string> list{};
    pairs pair_list{};

    static url_field of(std::string name, std::optional<std::string> value) {
        url_field f{std::move(name)};
        if (value) {
            f.what = kind::text;
            f.text = std::move(*value);
        }
        return f;
    }
    static url_field of_number(std::string name, std::optional<std::uint64_t> value) {
        url_field f{std::move(name)};
        if (value) {
            f.what = kind::number;
            f.number = *value;
        }
        return f;
    }
    static url_field of_boolean(std::string name, bool value) {
        url_field f{std::move(name), kind::boolean};
        f.number = value ? 1 : 0;
        return f;
    }
    static url_field of_list(std::string name, std::vector<std::string> value) {
        url_field f{std::move(name), kind::list};
        f.list = std::move(value);
        return f;
    }
    static url_field of_pairs(std::string name, pairs value) {
        url_field f{std::move(name), kind::pair_list};
        f.pair_list = std::move(value);
        return f;
    }
};

} // namespace uniform
