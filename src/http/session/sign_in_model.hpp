// The content of the page that asks for an access token (browser.cpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "http/pages/model.hpp"

namespace uniform::http::session {

/// The OpenID provider with which somebody may sign in instead.
struct provider_link {
    std::string name = {};
    std::string href = {};

    static constexpr std::tuple members{pages::member{"name", &provider_link::name},
                                        pages::member{"href", &provider_link::href}};
};

struct sign_in_model {
    static constexpr std::string_view page_template = "sign_in";

    std::string to = {};
    std::string again = {}; ///< the fields of the form that is sent again afterwards
    std::optional<provider_link> openid = {};
    std::string says = {}; ///< why the page is there

    static constexpr std::tuple members{
        pages::member{"to", &sign_in_model::to}, pages::member{"again", &sign_in_model::again},
        pages::member{"openid", &sign_in_model::openid}, pages::member{"says", &sign_in_model::says}};
};

} // namespace uniform::http::session
