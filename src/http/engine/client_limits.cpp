#include "http/engine/client_limits.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <arpa/inet.h>

namespace uniform::http {

std::string client_group(const std::string &address) {
    std::array<char, 16> octets{};
    if (address.find(':') == std::string::npos || ::inet_pton(AF_INET6, address.c_str(), octets.data()) != 1)
        return address;
    return {octets.data(), 8};
}

bool ledger::enter(const std::string &address) {
    if (open.load() >= limit_) {
        refused.fetch_add(1);
        return false;
    }
    if (per_address_ != 0) {
        const std::lock_guard lock(mutex_);
        std::size_t &count = by_address_[client_group(address)];
        if (count >= per_address_) {
            refused.fetch_add(1);
            return false;
        }
        ++count;
    }
    total.fetch_add(1);
    open.fetch_add(1);
    return true;
}

void ledger::leave(const std::string &address) noexcept try {
    open.fetch_sub(1);
    if (per_address_ == 0) return;
    const std::lock_guard lock(mutex_);
    const auto found = by_address_.find(client_group(address));
    if (found != by_address_.end() && --found->second == 0) by_address_.erase(found);
} catch (...) { // no memory for the key: the address counts one too many
}

std::shared_ptr<void> streams::enter(const std::string &client, const std::string &token) {
    std::vector<std::string> keys{client_group(client)};
    if (!token.empty()) keys.push_back(token);
    {
        const std::lock_guard lock(mutex_);
        const auto is_full = [&](const std::string &key) { return limit_ != 0 && by_client_[key] >= limit_; };
        if (std::ranges::any_of(keys, is_full)) return nullptr;
        for (const std::string &key : keys) ++by_client_[key];
    }
    const auto leave = [self = shared_from_this(), keys = std::move(keys)](void *) noexcept {
        const std::lock_guard lock(self->mutex_);
        for (const std::string &key : keys) {
            const auto found = self->by_client_.find(key);
            if (found != self->by_client_.end() && --found->second == 0) self->by_client_.erase(found);
        }
    };
    return {this, leave};
}

} // namespace uniform::http
