// Connections whose allocations fail, from the accepted socket to the first byte: its client is served, or sees the end
// of the connection, and no socket, place or connection is left.
#include <filesystem>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "allocations/fail_each.hpp"
#include "allocations/failing_allocations.hpp"
#include "http/engine/one_worker.hpp"
#include "http/engine/owned_socket.hpp"

namespace uniform::http {
namespace {

std::ptrdiff_t open_files() {
    const std::filesystem::directory_iterator all{"/proc/self/fd"};
    return std::distance(begin(all), end(all));
}

constexpr std::string_view request = "GET /quick HTTP/1.1\r\nHost: h\r\n\r\n";

// The client reads a response, nothing yet, or the end.
enum class seen : unsigned char { response, nothing, end };
seen read(int socket) {
    char part[4096];
    const ssize_t got = ::recv(socket, part, sizeof part, MSG_DONTWAIT);
    if (got == 0) return seen::end;
    return got > 0 && std::string_view{part, static_cast<std::size_t>(got)}.starts_with("HTTP/1.1 302 ")
               ? seen::response
               : seen::nothing;
}

class allocations_of_connections : public testing::TestWithParam<bool> {};

TEST_P(allocations_of_connections, an_accepted_socket_is_served_or_closed) {
    test::one_worker w{{.port = 0}};
    const std::ptrdiff_t files = open_files();
    uniform::test::fail_each(
        "accept", GetParam(), [] {},
        [&] {
            int pair[2];
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
                throw std::runtime_error("no sockets");
            owned_socket client{pair[0]};
            bool refused = false;
            try {
                w.accept(owned_socket{pair[1]});
            } catch (const std::bad_alloc &) { // the listener tries again with the next one
                refused = true;
            }
            uniform::test::failing_allocation::heal();
            (void)::send(client.number(), request.data(), request.size(), MSG_NOSIGNAL);
            w.settle();
            const seen got = read(client.number());
            EXPECT_NE(got, seen::nothing);
            EXPECT_TRUE(!refused || got == seen::end);
            client.close();
            w.settle();
            EXPECT_EQ(w.open(), 0U);
            EXPECT_EQ(open_files(), files);
        });
}

INSTANTIATE_TEST_SUITE_P(one_or_all_later, allocations_of_connections, testing::Bool());

} // namespace
} // namespace uniform::http
