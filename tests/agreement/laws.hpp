// The common part of the laws: the number of texts that are generated, the number of those that a law was asked about,
// and those that break it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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

    [[nodiscard]] const std::map<std::string, std::vector<std::string>> &broken_laws() const noexcept {
        return broken_;
    }
    [[nodiscard]] const std::map<std::string, std::size_t> &asked_laws() const noexcept { return asked_; }

private:
    std::map<std::string, std::size_t> asked_;
    std::map<std::string, std::vector<std::string>> broken_;
};

} // namespace agreement
