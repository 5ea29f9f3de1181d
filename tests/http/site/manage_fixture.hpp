// A service with a namespace, two registrars and a delegation, and what the forms of name management send to it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/api_support.hpp"

namespace uniform::http {

using resolver::principal;
using resolver::role;

class managing : public api_over_a_store {
protected:
    void SetUp() override {
        api_over_a_store::SetUp();
        write([](store::writing &w) {
            w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
            EXPECT_TRUE(service::add_registrar(w, admin, {.id = "library", .name = "The Library"}));
            EXPECT_TRUE(service::add_registrar(w, admin, {.id = "archive", .name = "The Archive"}));
            w.put("delegation", "example:lib-",
                  to_json(
                      resolver::delegation{.prefix = "example:lib-",
                                           .registrar = "library",
                                           .mint = {.method = resolver::minting_method::sequential, .pattern = "zd"}}),
                  "put");
        });
    }
    template <class F>
    void write(F f) {
        ASSERT_TRUE(
            s->write({.who = "test", .from = "test"}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
                f(w);
                return 0;
            }));
    }
    using form = std::vector<std::pair<std::string, std::string>>;
    static std::string encoded(const form &f) {
        std::string out;
        for (const auto &[name, value] : f) {
            (out += out.empty() ? "" : "&") += encode_query_data(name) + "=" + encode_query_data(value);
        }
        return out;
    }
    api_response get(const std::string &path, const principal &who = registrar, fields f = {}) {
        return call(who, "GET", "/" + path, {}, std::move(f));
    }
    api_response post(const std::string &path, const form &f, const principal &who = registrar) {
        return call(who, "POST", "/" + path, encoded(f), {}, "application/x-www-form-urlencoded");
    }
    service::name_entry name(const std::string &urn) {
        return s->look_up([&](store::reading &r) { return service::show(r, urn); }).value();
    }
    service::delegation_entry delegation(const std::string &prefix) {
        return s->look_up([&](store::reading &r) { return service::delegation_of(r, prefix); }).value();
    }
    void assign(const std::string &urn, const std::string &url) {
        EXPECT_EQ(post("/manage/assign", {{"name", urn}, {"locator.0.url", url}}).status, 303) << urn;
    }
    static std::string at(const std::string &urn) { return "/manage/names/" + encode_segment(urn); }

    static inline const principal admin{.id = "local:admin", .role = role::administrator};
    static inline const principal manager{.id = "local:manager", .role = role::manager, .prefixes = {"example:"}};
    static inline const principal registrar{
        .id = "local:library", .role = role::registrar, .registrar = "library", .prefixes = {"example:lib-"}};
    static inline const principal other{
        .id = "local:archive", .role = role::registrar, .registrar = "archive", .prefixes = {}};
    static inline const principal reader{.id = "local:reader", .role = role::reader};
};

} // namespace uniform::http
