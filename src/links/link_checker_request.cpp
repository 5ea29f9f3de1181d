#include "links/link_checker_request.hpp"

#include <algorithm>
#include <random>

#include <sys/socket.h>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>

#include "links/link_checker_rules.hpp"

namespace uniform::links {

namespace {

constexpr std::size_t longest_url = 2000;
constexpr std::size_t longest_target = 8192;
constexpr std::size_t body_most = std::size_t{64} << 10U;
constexpr std::size_t robots_most = std::size_t{500} << 10U; // RFC 9309 2.5

std::size_t take_body(char *data, std::size_t, std::size_t n, void *to) {
    auto &t = *static_cast<link_transfer *>(to);
    const std::size_t room = t.most - t.body.size();
    t.body.append(data, std::min(n, room));
    if (n <= room) return n;
    t.cut = true;
    return 0;
}

// Opens the socket of every connection, also those of redirects, after the host name was looked up.
curl_socket_t open_socket(void *to, curlsocktype, curl_sockaddr *a) {
    auto &t = *static_cast<link_transfer *>(to);
    if (!t.allow_private && private_address(&a->addr)) {
        t.refused = true;
        return CURL_SOCKET_BAD;
    }
    return ::socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

} // namespace

std::optional<link_place> link_place_of(std::string_view url) {
    return url.size() > longest_url ? std::nullopt : place_of_target(url);
}

std::optional<link_place> place_of_target(std::string_view url) {
    if (url.size() > longest_target) return std::nullopt;
    const auto u = parse_uri(url);
    if (!u || !u->host() || u->host()->empty()) return std::nullopt;
    const std::string scheme = ascii::lower_copy(u->scheme());
    if (scheme != "http" && scheme != "https") return std::nullopt;
    link_place p{.host = ascii::lower_copy(*u->host())};
    p.origin = scheme + "://" + p.host;
    if (u->port() && !u->port()->empty()) (p.origin += ':') += *u->port();
    p.path = u->path().empty() ? "/" : std::string{u->path()};
    if (u->query()) (p.path += '?') += *u->query();
    return p;
}

void prepare_transfer(link_transfer &t, link_phase at, const std::string &url, std::chrono::milliseconds most,
                      const std::string &user_agent) {
    CURL *const easy = t.easy;
    t.most = at == link_phase::robots ? robots_most : body_most;
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_PROXY, ""); // the addresses are to be seen
    // Any other redirect may lead to a host with its own lease, pause and rules, which are asked for first. RFC 9309
    // 2.3.1.2: those of a robots.txt are followed.
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, at == link_phase::robots ? 1L : 0L);
    curl_easy_setopt(easy, CURLOPT_MAXREDIRS, 10L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); // whoever ends the checker does not wait for a name server
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(most.count()));
    curl_easy_setopt(easy, CURLOPT_USERAGENT, user_agent.c_str());
    curl_easy_setopt(easy, CURLOPT_MAX_RECV_SPEED_LARGE, static_cast<curl_off_t>(1) << 20U);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, &t);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &t);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, t.error.data());
    // A socket's address was looked at for the transfer that opened it; others must not share it unseen.
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    if (at == link_phase::head) curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    if (at == link_phase::get) curl_easy_setopt(easy, CURLOPT_RANGE, "0-65535");
}

std::string random_letters(int n) {
    std::random_device source;
    std::string out;
    for (int i = 0; i < n; ++i) out += static_cast<char>('a' + source() % 26U);
    return out;
}

} // namespace uniform::links
