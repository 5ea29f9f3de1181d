// The identity of a store: one for each file, whatever it is called, and the field with those of a chain of followers.

#include "http/operation/store_identity.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <uniform/store/database.hpp>

#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

TEST(store_identity, is_that_of_the_file_by_whatever_name) {
    const auto folder = test::temporary_folder("identity");
    const auto open = [&](const char *name) { return store::database::open((folder / name).string()); };
    const auto a = open("a.db");
    std::filesystem::create_symlink("a.db", folder / "link.db");
    const std::string id = identity_of(*a);
    EXPECT_EQ(id.size(), 32U);
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
    EXPECT_EQ(identity_of(*open("a.db")), id);
    EXPECT_EQ(identity_of(*open("link.db")), id);
    const auto b = open("b.db");
    EXPECT_NE(identity_of(*b), id);

    EXPECT_EQ(stores_field(*a, ""), id);
    const std::string both = stores_field(*b, stores_field(*a, ""));
    EXPECT_EQ(both, identity_of(*b) + ", " + id);
    EXPECT_TRUE(has_store(both, *a) && has_store(both, *b));
    EXPECT_FALSE(has_store(id, *b));
    EXPECT_FALSE(has_store("", *a));
    std::string chain;
    for (int i = 0; i < 40; ++i) chain = stores_field(*b, chain);
    EXPECT_EQ(chain.size(), 16U * 34 - 2) << "it does not grow without end";
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace uniform::http
