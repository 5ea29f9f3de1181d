#include <uniform/text/find.hpp>

#include <array>

namespace uniform {

std::string_view to_string(delimited d) noexcept {
    constexpr std::array<std::string_view, 5> names{"angle", "url-prefix", "quotes", "bare", "abbreviated"};
    return names[static_cast<std::size_t>(d)];
}

std::string found::without_hyphens() const {
    std::string other;
    std::size_t done = 0;
    for (const std::uint32_t hyphen : doubtful_hyphens) {
        other.append(text, done, hyphen - done);
        done = hyphen + std::size_t{1};
    }
    other.append(text, done);
    return other;
}

std::vector<found> find_uris(std::string_view text, const find_options &o) {
    std::vector<found> all;
    uri_finder{o}.find(text, [&](const found &f) { all.push_back(f); });
    return all;
}

} // namespace uniform
