// A small service for the operations and the pages of administrators, on both databases, without sockets.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

#include "http/api/described.hpp"
#include "http/api/parts_of_engine.hpp"
#include "http/resolve/resolve_support.hpp"
#include "links/link_checker_store.hpp"
#include "links/link_hosts.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {

class operating : public test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location());
        auto read = configure({.file_name = "uniform.toml",
                               .file = "[server]\nport = 9000\n[web]\nname = \"Names\"\n",
                               .environment = {{"UNIFORM_LOG_SAMPLE", "3"}},
                               .flags = {{"store.location", "postgresql://somebody:secret@db.example/names"}}});
        ASSERT_TRUE(read);
        values = read->values;
        engine.emplace(*s, values);
        engine->configuration.change(std::move(*read));
        engine->all.checks_links = true;
    }
    void TearDown() override {
        engine.reset();
        if (s) s->close();
        s.reset();
        on_both_stores::TearDown();
    }
    response ask(const resolver::principal &who, std::string method, const std::string &target, std::string body = {},
                 std::string type = "application/json", sent_fields fields = {}) {
        server_context context{*s, &values, engine->all};
        context.asking = &who;
        const router routes{context, all_routes()};
        if (!body.empty()) fields.emplace_back("Content-Type", std::move(type));
        one_exchange e{std::move(method), target, std::move(fields), std::move(body), 1};
        if (!routes.handle(e)) return {.status = 0};
        expect_described(e.request().method, e.request().path, e.answer->status);
        return std::move(*e.answer);
    }
    response get(const std::string &target, const resolver::principal &who = admin) { return ask(who, "GET", target); }
    nlohmann::json read(const std::string &target) {
        const response r = get(target);
        EXPECT_EQ(r.status, 200) << target << r.body;
        return nlohmann::json::parse(r.body, nullptr, false);
    }
    response send(const std::string &target, std::string form = "x=y", const resolver::principal &who = admin) {
        return ask(who, "POST", target, std::move(form), "application/x-www-form-urlencoded");
    }
    // In a language of the pages.
    response send_in(const std::string &language, const std::string &target, std::string form) {
        return ask(admin, "POST", target, std::move(form), "application/x-www-form-urlencoded",
                   {{"Accept-Language", language}});
    }
    template <class F>
    void write(F f) {
        ASSERT_TRUE(s->write({.who = "token:7f3a9c01d2e4", .from = "test"},
                             [&](store::writing &w) -> std::expected<int, resolver::problem> {
                                 f(w);
                                 return 0;
                             }));
    }
    void put_links(const std::vector<links::link_row> &rows) {
        links::put_links(*s->sql_database().connect(store::access::read_write), rows, true);
    }

    static inline const resolver::principal admin{.id = "local:admin", .role = resolver::role::administrator};
    std::unique_ptr<store::store> s;
    settings values = {};
    std::optional<test::parts_of_engine> engine;
};

} // namespace uniform::http
