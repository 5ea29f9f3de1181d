// What the laws share: how many texts are generated, how many of them a law was asked about, and those that break it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace agreement {

// The number in an environment variable, by which a campaign asks for more texts or other ones.
inline std::uint64_t number_of(const char *variable, std::uint64_t otherwise) {
    const char *text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// The texts that broke a law, the first of each kind in full.
class findings {
public:
    // A law was asked about a text and could say something.
    void asked(std::string_view law) { ++asked_[std::string{law}]; }

    void broken(std::string_view law, std::string_view text, const std::string &how) {
        auto &of_law = broken_[std::string{law}];
        if (of_law.size() < 8) of_law.push_back('\'' + std::string{text} + "': " + how);
    }

    // Fails with what was broken; and if a law was asked about fewer than `least` texts, since it then shows nothing.
    void expect_none(std::size_t least) const {
        for (const auto &[law, texts] : broken_) {
            std::string all;
            for (const std::string &text : texts) all += "\n  " + text;
            ADD_FAILURE() << law << all;
        }
        for (const auto &[law, count] : asked_) {
            std::printf("%8zu texts: %s\n", count, law.c_str());
            EXPECT_GE(count, least) << law;
        }
    }

private:
    std::map<std::string, std::size_t> asked_;
    std::map<std::string, std::vector<std::string>> broken_;
};

} // namespace agreement
