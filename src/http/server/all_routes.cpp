#include "http/server/all_routes.hpp"

#include <array>

#include "http/administration/routes_administration.hpp"
#include "http/api/routes.hpp"
#include "http/harvest/routes_harvest.hpp"
#include "http/resolve/response.hpp"
#include "http/resolve/routes_resolution.hpp"
#include "http/site/routes_site.hpp"

namespace uniform::http {

std::span<const router::table> all_routes() {
    static const std::array all{router::table{names_routes()},
                                router::table{resolution_routes(), [](response &r) { add_common_fields(r); }},
                                router::table{registration_routes()},
                                router::table{namespaces_routes()},
                                router::table{registrars_routes()},
                                router::table{tokens_routes()},
                                router::table{webhooks_routes()},
                                router::table{history_routes()},
                                router::table{follower_routes()},
                                router::table{operation_routes()},
                                router::table{harvest_routes()},
                                router::table{feed_routes()},
                                router::table{registry_routes()},
                                router::table{description_routes()},
                                router::table{pages_routes()},
                                router::table{docs_routes()},
                                router::table{search_routes()},
                                router::table{manage_routes()},
                                router::table{manage_making_routes()},
                                router::table{manage_names_routes()},
                                router::table{manage_several_routes()},
                                router::table{manage_namespaces_routes()},
                                router::table{manage_prefixes_routes()},
                                router::table{manage_delegation_routes()},
                                router::table{manage_registrars_routes()},
                                router::table{manage_transfers_routes()},
                                router::table{manage_lists_routes()},
                                router::table{session_routes()},
                                router::table{account_tokens_routes()},
                                router::table{openid_routes()},
                                router::table{registration_pages_routes()},
                                router::table{registration_request_routes()},
                                router::table{overview_routes()},
                                router::table{figures_routes()},
                                router::table{link_hosts_routes()},
                                router::table{findings_routes()},
                                router::table{imports_routes()},
                                router::table{verification_routes()},
                                router::table{store_routes()},
                                router::table{decisions_routes()},
                                router::table{webhook_pages_routes()},
                                router::table{iana_list_routes()}};
    return all;
}

} // namespace uniform::http
