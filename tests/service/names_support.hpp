// A store with namespaces and delegations to assign names in.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/names.hpp>
#include <uniform/store/store.hpp>

namespace uniform::test {

inline resolver::principal administrator() {
    return {.id = "local:admin", .role = resolver::role::administrator, .registrar = {}, .prefixes = {}};
}
inline resolver::principal registrar_of(std::string id, std::vector<std::string> prefixes) {
    return {.id = "token:" + id, .role = resolver::role::registrar, .registrar = id, .prefixes = std::move(prefixes)};
}

inline const store::origin somebody{.who = "token:test", .from = "127.0.0.1"};

/// Documents go in as they would come out of namespaces and delegations, without their operations.
inline void put_namespace(store::store &s, std::string nid,
                          resolver::namespace_status status = resolver::namespace_status::active) {
    const std::string body = to_json(resolver::namespace_settings{.nid = nid, .status = status});
    (void)s.write(somebody, [&](store::writing &w) -> std::expected<int, resolver::problem> {
        w.put("namespace", nid, body, "put");
        return 0;
    });
}
inline void put_registrar(store::store &s, const std::string &id) {
    const std::string body = R"({"id":")" + id + R"(","name":"N"})";
    (void)s.write(somebody, [&](store::writing &w) -> std::expected<int, resolver::problem> {
        w.put("registrar", id, body, "put");
        return 0;
    });
}
inline void put_delegation(store::store &s, const resolver::delegation &d) {
    (void)s.write(somebody, [&](store::writing &w) -> std::expected<int, resolver::problem> {
        w.put("delegation", d.prefix, to_json(d), "put");
        return 0;
    });
}

inline resolver::name_record at(std::string url) {
    resolver::name_record r;
    r.locators.push_back({.url = std::move(url)});
    return r;
}

/// Any operation in a write of its own.
template <class F>
auto in(store::store &s, F &&f) {
    return s.write(somebody, std::forward<F>(f));
}

} // namespace uniform::test
