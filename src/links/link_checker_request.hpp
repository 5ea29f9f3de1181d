// One request of the link checker: its target, and the options for libcurl.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <curl/curl.h>

#include "links/curl_transfers.hpp"

namespace uniform::links {

/// A locator as the checker needs it.
struct link_place {
    std::string host = {};   ///< lower case
    std::string origin = {}; ///< "https://host:port"
    std::string path = {};   ///< and query
};
/// Nothing for what is not http or https, and for URLs longer than 2000 bytes: a key of PostgreSQL's index must not be
/// longer than 2704.
[[nodiscard]] std::optional<link_place> link_place_of(std::string_view url);
/// The same for the target of a redirect, which is no key: at most 8192 bytes.
[[nodiscard]] std::optional<link_place> place_of_target(std::string_view url);

/// The requests for a locator, in this order.
enum class link_phase : std::uint8_t { robots, head, get, probe };

/// A request in progress, which ends with it. libcurl keeps its address: it must not move.
struct link_transfer {
    explicit link_transfer(transfers &in) noexcept : multi(in) {}
    link_transfer(const link_transfer &) = delete;
    link_transfer &operator=(const link_transfer &) = delete;
    ~link_transfer() {
        if (easy == nullptr) return;
        multi.remove(easy);
        curl_easy_cleanup(easy);
    }

    transfers &multi;
    CURL *easy = nullptr;
    std::string host = {};
    std::string body = {};
    std::size_t most = 0;
    bool cut = false;     ///< the body was longer than `most`
    bool refused = false; ///< an address of a private network
    bool allow_private = false;
    std::array<char, CURL_ERROR_SIZE> error = {};
};

/// Sets `t.easy` up: no proxy, no redirects but ten of a robots.txt, 64 KiB of a body (of a robots.txt 500), no private
/// address unless allowed.
void prepare_transfer(link_transfer &t, link_phase at, const std::string &url, std::chrono::milliseconds most,
                      const std::string &user_agent);

/// `n` random letters.
[[nodiscard]] std::string random_letters(int n);

} // namespace uniform::links
