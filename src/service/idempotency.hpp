// A request that is sent again because its answer was lost gets the first answer: by a key that the client chose. Keys
// belong to the principal; what was refused is not remembered.
#pragma once

#include <expected>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/service/names.hpp>

namespace uniform::service {

/// One request with its key, or without.
class once {
public:
    /// `request` is all that makes it this request: operation, arguments.
    once(store::writing &w, const principal &who, const terms &t, std::initializer_list<std::string_view> request);

    /// The answer that was remembered. Problems: malformed (the key), key_reused.
    [[nodiscard]] std::expected<std::optional<std::string>, problem> before();
    void remember(std::string_view answer);

private:
    store::writing &writing_;
    const std::string &client_;
    const std::string &key_;
    std::string digest_;
};

} // namespace uniform::service
