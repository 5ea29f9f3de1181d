// The plan of a URL of any scheme: what plan_documents.cpp, plan_messages.cpp and plan_services.cpp have for it.

#include <uniform/url/access_plan.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/scheme.hpp>

#include "url/planner.hpp"

namespace uniform {

namespace {

template <class View>
concept plannable = requires(detail::planner &p, const View &url) { detail::plan_for(p, url); };

// The documents implemented here do not define how to access them.
template <class View>
void plan_one(detail::planner &p, const View &url) {
    if constexpr (plannable<View>) {
        detail::plan_for(p, url);
    } else {
        const std::string &scheme = p.plan().scheme;
        const scheme_registry *schemes = p.options().url.schemes;
        if (schemes == nullptr) schemes = &scheme_registry::standard();
        const bool known = find_url_scheme(scheme) != nullptr || schemes->find(scheme) != nullptr ||
                           scheme_standing_of(scheme) != scheme_standing::other;
        p.fail(0, known ? error_code::no_access : error_code::unknown_scheme, rule::scheme);
    }
}

} // namespace

std::expected<access_plan, error> plan_access(const url_view &url, const plan_options &options) {
    const std::string_view text = text_of(url);
    std::string scheme{text.substr(0, text.find(':'))};
    ascii::make_lower(scheme);
    detail::planner p{text, edition_of(url), scheme, options};
    std::visit([&p](const auto &view) { plan_one(p, view); }, url);
    return std::move(p).result();
}

std::expected<access_plan, error> plan_access(std::string_view text, const plan_options &options) {
    const auto url = parse_url(text, options.url);
    if (!url) return std::unexpected{url.error()};
    return plan_access(*url, options);
}

} // namespace uniform
