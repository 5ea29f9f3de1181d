// The common part of the fuzz targets: a judge that ends the process at the first difference nobody has explained.
#pragma once

#include "differential/judge.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

inline differential::judge &judge() {
    static differential::judge the_judge;
    return the_judge;
}

inline void must_not_differ() {
    if (!judge().differs()) return;
    for (const differential::difference &d : judge().result().differences)
        std::fprintf(stderr, "%s\n  %s\n  %s\n", d.what.c_str(), d.text.c_str(), d.detail.c_str());
    std::abort();
}

// Two texts, divided by the first line feed, which no reference contains.
inline std::pair<std::string_view, std::string_view> two_texts(std::string_view input) {
    const std::size_t end = input.find('\n');
    if (end == std::string_view::npos) return {input, {}};
    return {input.substr(0, end), input.substr(end + 1)};
}

inline std::string_view input_text(const unsigned char *data, std::size_t size) {
    return {reinterpret_cast<const char *>(data), size < 8192 ? size : 8192};
}
