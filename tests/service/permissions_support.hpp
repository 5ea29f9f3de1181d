// A store with registrars, and who asks: for the tests of delegations, transfers and tokens.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/service/delegations.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/transfers.hpp>

#include "service/names_support.hpp"
#include "service/store_fixture.hpp"

namespace uniform::test {

/// "done", or the problem's name.
template <class T>
std::string outcome_of(const std::expected<T, resolver::problem> &x) {
    return x ? "done" : std::string(to_string(x.error().type));
}

/// Three namespaces, two registrars, and one of each who may ask.
class permissions : public on_open_stores {
protected:
    template <class F>
    auto in(F &&f) {
        return uniform::test::in(*s, std::forward<F>(f));
    }
    auto delegate(const resolver::principal &who, resolver::delegation d, std::optional<std::uint64_t> version = {}) {
        return in([&](store::writing &w) { return service::put_delegation(w, who, d, version); });
    }
    std::string may(const resolver::principal &who, std::string_view key) {
        return s->read([&](store::reading &r) { return outcome_of(service::may_assign(r, who, key)); });
    }
    auto ask(const resolver::principal &who, std::string_view prefix, std::string_view to) {
        return in([&](store::writing &w) { return service::request_transfer(w, who, prefix, to, "please"); });
    }
    auto decide(const resolver::principal &who, const std::string &id, service::transfer_decision d) {
        return in([&](store::writing &w) { return service::decide_transfer(w, who, id, d, "so be it"); });
    }
    auto make(const resolver::principal &who, const service::token_request &t) {
        const service::token_secret secret = service::make_token_secret();
        return in([&](store::writing &w) { return service::create_token(w, who, t, secret); });
    }

    void SetUp() override {
        on_open_stores::SetUp();
        if (IsSkipped()) return;
        for (const char *nid : {"example", "isbn", "nbn"}) test::put_namespace(*s, nid);
        for (const char *id : {"library", "archive"}) {
            ASSERT_TRUE(
                in([&](store::writing &w) { return service::add_registrar(w, admin, {.id = id, .name = "A house"}); }));
        }
    }

    const resolver::principal admin{.id = "token:admin", .role = resolver::role::administrator};
    const resolver::principal manager{.id = "token:manager", .role = resolver::role::manager, .prefixes = {"example:"}};
    const resolver::principal other{.id = "token:other", .role = resolver::role::manager, .prefixes = {"isbn:"}};
    const resolver::principal expert{.id = "token:expert", .role = resolver::role::expert};
    const resolver::principal reader{.id = "token:reader", .role = resolver::role::reader, .prefixes = {"example:"}};
    const resolver::principal library{.id = "token:library",
                                      .role = resolver::role::registrar,
                                      .registrar = "library",
                                      .prefixes = {"example:", "isbn:"}};
    const resolver::principal archive{
        .id = "token:archive", .role = resolver::role::registrar, .registrar = "archive", .prefixes = {"example:"}};
};

} // namespace uniform::test
