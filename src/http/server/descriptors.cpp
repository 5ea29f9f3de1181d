#include "http/server/descriptors.hpp"

#include <algorithm>
#include <limits>

#include <sys/resource.h>

#include <uniform/http/settings.hpp>

namespace uniform::http {
namespace {

constexpr std::size_t least = 16;
// Standard streams, log, listener, event loops, files that are read for a moment, and connections that are being
// closed.
constexpr std::size_t of_process = 64;
constexpr std::size_t of_sqlite = 2; // for each connection to the store: the database and its write-ahead log
constexpr std::size_t of_check = 2;  // for each host that is checked: a connection, and one to a name server

} // namespace

std::size_t raised_descriptor_limit() noexcept {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return std::numeric_limits<std::size_t>::max();
    if (files.rlim_cur < files.rlim_max) {
        const rlimit all{.rlim_cur = files.rlim_max, .rlim_max = files.rlim_max};
        if (::setrlimit(RLIMIT_NOFILE, &all) == 0) files = all;
    }
    return files.rlim_cur;
}

std::size_t connections_within(const settings &s, std::size_t descriptors) noexcept {
    // A cache in front has a connection, and its thread two to the store.
    const std::size_t stores = s.store_pool + s.readers + s.workers + 1 + 2 * s.purge_urls.size();
    const std::size_t checks =
        (s.links_check ? s.links_parallel : 0) + (s.webhooks_send ? least : 0) + s.purge_urls.size();
    const std::size_t reserved = of_process + of_sqlite * stores + of_check * checks;
    const std::size_t left = descriptors > reserved ? descriptors - reserved : 0;
    return std::min<std::size_t>(s.connections, std::max(left, least));
}

} // namespace uniform::http
