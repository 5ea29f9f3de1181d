#include <uniform/resolver/q_component.hpp>

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver {

namespace {

// RFC 1738 3.2.2, 3.4, 3.6, RFC 4248 2, RFC 5538 3: the syntax of these schemes has no query; a "?" would be data of
// the path, and name something else.
bool has_query(std::string_view locator) noexcept {
    constexpr std::array<std::string_view, 7> without{"ftp", "file", "gopher", "news", "nntp", "snews", "telnet"};
    const std::string_view scheme = locator.substr(0, locator.find(':'));
    return std::ranges::none_of(without, [&](std::string_view s) { return ascii::equal_ignoring_case(s, scheme); });
}

} // namespace

std::expected<std::string, problem> with_q_component(std::string_view locator, std::string_view q,
                                                     q_strategy strategy) {
    if (!has_query(locator)) return std::string{locator};
    const std::string_view before_fragment = locator.substr(0, locator.find('#'));
    const std::string_view fragment = locator.substr(before_fragment.size());
    const std::string_view address = before_fragment.substr(0, before_fragment.find('?'));
    const std::string_view query = before_fragment.substr(address.size()); // with its "?"
    std::string out;
    out.reserve(locator.size() + q.size() + 1);
    out = address;
    if (query.size() > 1) {
        if (strategy == q_strategy::refuse) {
            return std::unexpected{problem{.type = problem_type::out_of_policy,
                                           .detail = "the locator has a query of its own, and the namespace does not "
                                                     "join it with a q-component",
                                           .rule = "RFC 8141 section 2.3.2"}};
        }
        if (strategy == q_strategy::append) {
            out += query;
            out += '&';
        } else {
            out += '?';
        }
    } else {
        out += '?';
    }
    out += q;
    out += fragment;
    return out;
}

} // namespace uniform::resolver
