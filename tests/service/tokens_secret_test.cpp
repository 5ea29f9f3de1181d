// The secrets of tokens: the written hash is the one of the reference implementation of RFC 9106, and hashing leaves no
// memory behind.

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <argon2.h>

#include <uniform/service/tokens.hpp>

#include "base/address_sanitizer.hpp"

namespace uniform::service {
namespace {

TEST(token_secrets, hashes_are_those_of_the_reference_implementation) {
    const token_secret s = make_token_secret();
    EXPECT_EQ(s.hash.size() + 1, argon2_encodedlen(2, UNIFORM_SECRET_KIBIBYTES, 1, 16, 32, Argon2_id)) << s.hash;
    EXPECT_EQ(argon2id_verify(s.hash.c_str(), s.text.data(), s.text.size()), ARGON2_OK) << s.hash;
    // ... also with other parameters and sizes.
    char written[200];
    const std::string text = "a text";
    ASSERT_EQ(argon2id_hash_encoded(3, 64, 2, text.data(), text.size(), "saltsalt", 8, 20, written, sizeof written),
              ARGON2_OK);
    token t;
    t.hash = written;
    EXPECT_TRUE(verify_token(text, &t));
    EXPECT_FALSE(verify_token("another", &t));
}

TEST(token_secrets, text_that_is_not_a_hash_matches_no_secret) {
    for (const char *hash : {"", "$", "$argon2id$v=19$m=64,t=3,p=2", "$argon2id$v=19$m=64,t=3,p=2$c2FsdHNhbHQ",
                             "$argon2id$v=19$m=64,t=3,p=x$c2FsdHNhbHQ$AAAA", "$argon2id$v=19$m=64,t=3,p=2$-_$AAAA",
                             "$argon2i$v=19$m=64,t=3,p=2$c2FsdHNhbHQ$AAAAAAAA"}) {
        token t;
        t.hash = hash;
        EXPECT_FALSE(verify_token("text", &t)) << hash;
    }
}

long resident_kibibytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
    }
    return -1;
}

TEST(token_secrets, threads_keep_no_memory_of_hashing) {
    if (uniform::test::address_sanitizer)
        GTEST_SKIP() << "the address sanitizer keeps what was freed; its own check finds leaks";
    // A hash of what is released, whatever this build makes.
    char written[200];
    ASSERT_EQ(argon2id_hash_encoded(2, 19 * 1024, 1, "text", 4, "saltsaltsaltsalt", 16, 32, written, sizeof written),
              ARGON2_OK);
    token t;
    t.hash = written;
    ASSERT_TRUE(verify_token("text", &t));
    const long before = resident_kibibytes();
    std::vector<std::thread> threads;
    for (int n = 0; n < 8; ++n) {
        threads.emplace_back([&] {
            for (int again = 0; again < 2; ++again) (void)verify_token("wrong", &t);
        });
    }
    for (std::thread &one : threads) one.join();
    EXPECT_LT(resident_kibibytes() - before, 8 * 1024);
}

} // namespace
} // namespace uniform::service
