// A decision as pages show it.
#pragma once

#include <string>
#include <tuple>

#include <uniform/service/decisions.hpp>
#include <uniform/store/store.hpp>

#include "http/administration/operation_page.hpp"
#include "http/pages/page.hpp"

namespace uniform::http::administration {

/// A row of _decisions.html.
struct decision_row {
    std::string at = {};
    std::string area = {};
    std::string did = {};     ///< the action
    std::string subject = {}; ///< the object of the decision
    std::string href = {};    ///< its page; empty: it has none
    std::string who = {};
    std::string who_href = {}; ///< all decisions of the same principal

    static constexpr std::tuple members{member{"at", &decision_row::at},
                                        member{"area", &decision_row::area},
                                        member{"did", &decision_row::did},
                                        member{"subject", &decision_row::subject},
                                        member{"href", &decision_row::href},
                                        member{"who", &decision_row::who},
                                        member{"who_href", &decision_row::who_href}};
};
[[nodiscard]] decision_row row_of(const pages::html_page &p, store::reading &r, const service::decision &d);

} // namespace uniform::http::administration
