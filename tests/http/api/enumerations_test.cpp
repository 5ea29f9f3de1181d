// The enumerations of the OpenAPI document are the tables of names in the code.

#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/registry/process.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/registry/template_diff.hpp>
#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/services.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>
#include <uniform/service/webhooks.hpp>

#include "http/api/openapi.hpp"
#include "http/api/route_table.hpp"
#include "http/operation/figures.hpp"
#include "http/operation/statistics.hpp"
#include "http/operation/verification.hpp"
#include "http/server/all_routes.hpp"
#include "links/link_checker_rules.hpp"
#include "links/link_hosts.hpp"

namespace uniform::http {

namespace {

using nlohmann::json;

// Calls f(schema, table) for each.
template <class F>
void each_table(F f) {
    f("role", resolver::role_names);
    f("token_state", service::token_state_names);
    f("name_state", resolver::name_state_names);
    f("namespace_status", resolver::namespace_status_names);
    f("q_strategy", resolver::q_strategy_names);
    f("correction", resolver::correction_names);
    f("resolution_service", resolver::service_names);
    f("choice_criterion", resolver::criterion_names);
    f("outcome", outcome_names);
    f("link_state", links::link_state_names);
    f("link_host_rule_name", links::host_rule_names);
    f("verification_state", verification_state_names);
    f("decision_area", service::decision_area_names);
    f("latency_span", latency_span_names);
    f("registrar_state", service::registrar_state_names);
    f("webhook_state", service::webhook_state_names);
    f("delivery_state", service::delivery_state_names);
    f("delegation_state", resolver::delegation_state_names);
    f("transfer_state", service::transfer_state_names);
    f("minting_method", resolver::minting_method_names);
    f("minting_check", resolver::check_rule_names);
    f("request_state", registry::request_state_names);
    f("request_action", registry::request_action_names);
    f("request_track", registry::track_names);
    f("finding_level", registry::severity_names);
    f("field_change_kind", registry::change_names);
}

template <class Names>
std::vector<std::string> listed(const Names &names) {
    std::vector<std::string> out;
    for (const auto &row : names) out.emplace_back(row.name);
    return out;
}

// The values of all members "enum".
void collect(const json &value, std::vector<json> &out) {
    for (const auto &[name, member] : value.items()) {
        if (name == "enum") out.push_back(member);
        if (member.is_structured()) collect(member, out);
    }
}

TEST(enumerations, have_a_name_for_each_enumerator) {
    each_table([](std::string_view schema, const auto &names) {
        for (const auto &[value, name] : names) {
            EXPECT_EQ(to_string(value), name) << schema;
            EXPECT_EQ(names.find(name), value) << schema;
        }
        for (const char *other : {"", "Active", "no such name"}) EXPECT_FALSE(names.find(other)) << schema;
    });
}

TEST(enumerations, are_written_in_the_openapi_document_once) {
    const json document = json::parse(openapi_document(route_table{all_routes()}.all()));
    json schemas = document["components"]["schemas"];
    std::set<json> tables;
    each_table([&](const std::string &schema, const auto &names) {
        EXPECT_EQ(schemas[schema]["type"], "string") << schema;
        EXPECT_EQ(schemas[schema]["enum"], json(listed(names))) << schema;
        tables.insert(listed(names));
        schemas.erase(schema);
    });
    std::vector<json> others;
    collect(schemas, others);
    for (const json &other : others) EXPECT_FALSE(tables.contains(other)) << other;
}

} // namespace

} // namespace uniform::http
