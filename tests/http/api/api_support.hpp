// The API over a store of its own, without sockets: as the command asks it on the local store.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/api_client.hpp>
#include <uniform/store/store.hpp>

#include "http/api/described.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {

class api_over_a_store : public testing::Test {
protected:
    using fields = std::vector<std::pair<std::string, std::string>>;

    void SetUp() override { s = store::store::open(location()); }
    void TearDown() override {
        s.reset();
        std::filesystem::remove_all(folder);
    }

    // `path` is below /api/v1, unless it begins with "//": then it is "/...".
    api_response call(const resolver::principal &who, std::string method, std::string path, std::string body = {},
                      fields f = {}, std::string type = "application/json") {
        const auto client = api_client::local(*s, configuration, who);
        path = path.starts_with("//") ? path.substr(1) : "/api/v1" + path;
        const std::string asked = path.substr(0, path.find('?'));
        auto r = client->call({.method = method,
                               .path = std::move(path),
                               .body = std::move(body),
                               .content_type = std::move(type),
                               .fields = std::move(f)});
        expect_described(method, asked, r.status);
        return r;
    }

    /// The location of the store.
    virtual std::string location() { return (folder / "store.db").string(); }

    std::filesystem::path folder = uniform::test::temporary_folder("api");
    settings configuration = {};
    std::unique_ptr<store::store> s;
};

} // namespace uniform::http
