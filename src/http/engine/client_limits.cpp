#include "http/engine/client_limits.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <arpa/inet.h>

#include <uniform/base/assertion.hpp>
#include <uniform/base/hex.hpp>

namespace uniform::http {

std::string client_group(const std::string &address) {
    in6_addr six{};
    if (address.find(':') == std::string::npos || ::inet_pton(AF_INET6, address.c_str(), &six) != 1) return address;
    if (IN6_IS_ADDR_V4MAPPED(&six)) {
        std::array<char, INET_ADDRSTRLEN> text{};
        ::inet_ntop(AF_INET, &six.s6_addr[12], text.data(), text.size());
        return text.data();
    }
    return "net:" + base::to_hex(std::as_bytes(std::span{six.s6_addr}.first<8>()));
}

std::shared_ptr<void> streams::enter(const std::string &client, const std::string &token) {
    std::vector<std::string> keys{client_group(client)};
    if (!token.empty()) keys.push_back(token);
    {
        const base::scoped_lock lock(mutex_);
        const auto is_full = [&](const std::string &key)
                                 UNIFORM_REQUIRES(mutex_) { return limit_ != 0 && by_client_[key] >= limit_; };
        if (std::ranges::any_of(keys, is_full)) return nullptr;
        for (const std::string &key : keys) ++by_client_[key];
    }
    const auto leave = [self = shared_from_this(), keys = std::move(keys)](void *) noexcept {
        const base::scoped_lock lock(self->mutex_);
        for (const std::string &key : keys) {
            const auto found = self->by_client_.find(key);
            UNIFORM_ASSERT(found != self->by_client_.end() && found->second != 0);
            if (found != self->by_client_.end() && --found->second == 0) self->by_client_.erase(found);
        }
    };
    return {this, leave};
}

} // namespace uniform::http
