#include <uniform/text/find.hpp>

#include <uniform/base/enum_names.hpp>

namespace uniform {

std::string_view to_string(delimited d) noexcept {
    static constexpr auto names = enum_table<delimited>({{delimited::angle, "angle"},
                                                         {delimited::url_prefix, "url-prefix"},
                                                         {delimited::quotes, "quotes"},
                                                         {delimited::bare, "bare"},
                                                         {delimited::abbreviated, "abbreviated"}});
    return names.name(d);
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
