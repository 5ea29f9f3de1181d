// The content of the pages of webhooks (routes_webhook_pages.cpp). They show `service::webhook` and
// `service::delivery`, as the operations of the API do; what depends on the reader's language is beside them.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <uniform/service/webhooks.hpp>

#include "http/administration/operation_page.hpp"

namespace uniform::http {

namespace pages {

/// The members of a webhook and of a delivery that the pages show as they are.
template <>
struct table_of<service::webhook> {
    static constexpr std::tuple members{member{"id", &service::webhook::id}, member{"url", &service::webhook::url},
                                        member{"label", &service::webhook::label}};
};
template <>
struct table_of<service::delivery> {
    static constexpr std::tuple members{member{"number", &service::delivery::number},
                                        member{"attempts", &service::delivery::attempts},
                                        member{"says", &service::delivery::says}};
};

} // namespace pages

namespace administration {

struct shown_webhook {
    service::webhook hook = {};
    std::string href = {};
    std::string actions = {};    ///< of which it tells
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};

    static constexpr std::tuple members{members_of{&shown_webhook::hook}, member{"href", &shown_webhook::href},
                                        member{"actions", &shown_webhook::actions},
                                        member{"state", &shown_webhook::state},
                                        member{"state_label", &shown_webhook::state_label}};
};

/// The texts typed in the form of a new webhook.
struct webhook_fields {
    std::string url = {};
    std::string label = {};

    static constexpr std::tuple members{member{"url", &webhook_fields::url}, member{"label", &webhook_fields::label}};
};

struct webhooks_model {
    static constexpr std::string_view page_template = "operation_webhooks";

    manage::common_part common = {};
    bool has_webhooks = false;
    std::vector<shown_webhook> webhooks = {};
    std::string next = {};        ///< a URL
    std::string new_secret = {};  ///< shown once
    std::string made = {};        ///< the page of the webhook that the form made
    std::string made_before = {}; ///< the page of one whose secret can no longer be shown
    webhook_fields value = {};
    std::vector<manage::choice> actions = {};
    std::string error_url = {};
    std::string error_label = {};

    static constexpr std::tuple members{members_of{&webhooks_model::common},
                                        member{"has_webhooks", &webhooks_model::has_webhooks},
                                        member{"webhooks", &webhooks_model::webhooks},
                                        member{"next", &webhooks_model::next},
                                        member{"new_secret", &webhooks_model::new_secret},
                                        member{"made", &webhooks_model::made},
                                        member{"made_before", &webhooks_model::made_before},
                                        member{"value", &webhooks_model::value},
                                        member{"actions", &webhooks_model::actions},
                                        member{"error_url", &webhooks_model::error_url},
                                        member{"error_label", &webhooks_model::error_label}};
};

struct shown_delivery {
    service::delivery delivery = {};
    std::string action_label = {};
    std::string_view state = {}; ///< of its badge
    std::string state_label = {};
    std::string at = {};
    std::string status = {}; ///< of HTTP; empty: no response

    static constexpr std::tuple members{
        members_of{&shown_delivery::delivery},   member{"action_label", &shown_delivery::action_label},
        member{"state", &shown_delivery::state}, member{"state_label", &shown_delivery::state_label},
        member{"at", &shown_delivery::at},       member{"status", &shown_delivery::status}};
};

struct webhook_model {
    static constexpr std::string_view page_template = "operation_webhook";

    manage::common_part common = {};
    shown_webhook webhook = {};
    std::string created = {};
    std::string created_by = {};
    bool is_active = false;
    std::string confirmation_label = {};
    std::string error_confirmation = {};
    bool has_deliveries = false;
    std::vector<shown_delivery> deliveries = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{members_of{&webhook_model::common},
                                        member{"webhook", &webhook_model::webhook},
                                        member{"created", &webhook_model::created},
                                        member{"created_by", &webhook_model::created_by},
                                        member{"is_active", &webhook_model::is_active},
                                        member{"confirmation_label", &webhook_model::confirmation_label},
                                        member{"error_confirmation", &webhook_model::error_confirmation},
                                        member{"has_deliveries", &webhook_model::has_deliveries},
                                        member{"deliveries", &webhook_model::deliveries},
                                        member{"next", &webhook_model::next}};
};

} // namespace administration

} // namespace uniform::http
