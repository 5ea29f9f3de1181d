#include "access/transfer.hpp"

#include <array>
#include <cstring>
#include <limits>

#include <netinet/in.h>
#include <sys/socket.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/uri/special_address.hpp>

namespace uniform::access {

namespace {

// Once for the process. libcurl has made this safe for threads since 7.84.
bool ready() {
    static const bool done = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return done;
}

std::size_t write_body(char *data, std::size_t, std::size_t size, void *user) {
    return static_cast<transfer *>(user)->deliver({data, size}) ? size : CURL_WRITEFUNC_ERROR;
}

int report_progress(void *user, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) {
    auto &t = *static_cast<transfer *>(user);
    if (total > 0) t.total = static_cast<std::uint64_t>(total);
    return t.observe() ? 0 : 1;
}

std::string seconds(std::chrono::milliseconds time) {
    const auto total = time.count() / 1000;
    if (time.count() % 1000 != 0) return std::to_string(time.count()) + " milliseconds";
    return std::to_string(total) + (total == 1 ? " second" : " seconds");
}

// libcurl's longest durations: a long of milliseconds may have 32 bits, and the time of silence is a short.
constexpr std::chrono::milliseconds longest{std::numeric_limits<std::int32_t>::max()};
constexpr std::chrono::milliseconds longest_idle = std::chrono::seconds{std::numeric_limits<std::uint16_t>::max()};

// "127.0.0.1 is a loopback address: ..., and is not contacted"
std::string excluded(const address_in_host &found) {
    if (!found.address) return "an address of an unknown kind, which is not contacted";
    std::string says = to_string(*found.address);
    if (found.rare) says += ", written in a rare form";
    if (found.special != nullptr) says += (found.rare ? ", is " : " is ") + std::string{found.special->says};
    return says + (found.rare && found.special == nullptr ? ", is not contacted in that form (RFC 3986 section 7.4)"
                                                          : "; it is not contacted unasked (RFC 3986 section 7.3)");
}

std::optional<ip_address> address_of_socket(const sockaddr &a) {
    std::array<std::uint8_t, 16> bytes{};
    if (a.sa_family == AF_INET) {
        std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in &>(a).sin_addr, 4);
        return ip_address{bytes, false};
    }
    if (a.sa_family == AF_INET6) {
        std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in6 &>(a).sin6_addr, 16);
        return ip_address{bytes, true};
    }
    return std::nullopt;
}

bool ends_a_command(std::string_view text) {
    return text.find_first_of(std::string_view{"\r\n\0", 3}) != std::string_view::npos;
}

access_problem problem_of(CURLcode code) {
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
        return access_problem::timed_out;
    case CURLE_FILESIZE_EXCEEDED:
        return access_problem::too_large;
    case CURLE_PARTIAL_FILE:
        return access_problem::incomplete;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK:
        return access_problem::stopped;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
        return access_problem::unsendable;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_FTP_WEIRD_PASS_REPLY:
    case CURLE_FTP_WEIRD_PASV_REPLY:
    case CURLE_FTP_WEIRD_227_FORMAT:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_BAD_CONTENT_ENCODING:
        return access_problem::bad_answer;
    case CURLE_REMOTE_ACCESS_DENIED:
    case CURLE_LOGIN_DENIED:
    case CURLE_QUOTE_ERROR:
    case CURLE_FTP_COULDNT_RETR_FILE:
    case CURLE_FTP_COULDNT_SET_TYPE:
    case CURLE_REMOTE_FILE_NOT_FOUND:
    case CURLE_FTP_COULDNT_USE_REST:
    case CURLE_BAD_DOWNLOAD_RESUME:
    case CURLE_HTTP_RETURNED_ERROR:
        return access_problem::refused;
    default:
        return access_problem::connection;
    }
}

} // namespace

access_options transfer::possible(access_options limits) {
    const auto least = std::chrono::milliseconds{1}; // 0 would mean "for ever" to libcurl
    limits.timeout = std::clamp(limits.timeout, std::chrono::milliseconds{0}, longest);
    limits.connect_timeout = std::clamp(limits.connect_timeout, least, longest);
    limits.idle_timeout = std::clamp(limits.idle_timeout, least, longest_idle);
    return limits;
}

std::optional<std::string> transfer::ask_password(std::string_view user, std::string_view host) {
    if (!options.ask_password) return std::nullopt;
    const auto begin = clock::now();
    auto given = options.ask_password(user, host);
    deadline_ += clock::now() - begin;
    return given;
}

bool transfer::start(std::uint64_t at) {
    if (started_) return true;
    started_ = true;
    begin_ = std::min(at, options.max_size);
    if (!options.begin || options.begin(at)) return true;
    failure = failed(access_problem::stopped, "stopped by the receiver");
    return false;
}

bool transfer::deliver(std::string_view part) {
    if (!start(0)) return false;
    if (part.size() > options.max_size - begin_ - received_) {
        failure = failed(access_problem::too_large,
                         "more than " + std::to_string(options.max_size) + " bytes, which is the limit");
        return false;
    }
    received_ += part.size();
    if (!part.empty() && !sink_(part)) {
        failure = failed(access_problem::stopped, "stopped by the receiver");
        return false;
    }
    return observe();
}

bool transfer::announce(std::uint64_t size) {
    total = size;
    if (size <= options.max_size - begin_) return true;
    failure = failed(access_problem::too_large,
                     std::to_string(size) + " bytes; the limit is " + std::to_string(options.max_size) + " bytes");
    return false;
}

bool transfer::observe() {
    if (!options.observe) return true;
    const auto now = clock::now();
    if (now < next_) return true;
    next_ = now + std::chrono::milliseconds{200};
    if (options.observe(received_, total)) return true;
    failure = failed(access_problem::stopped, "stopped");
    return false;
}

std::string transfer::awaited() const {
    if (received_ > 0) {
        const std::string rest = "the rest of the content after " + std::to_string(received_) + " bytes";
        return total ? rest + " of " + std::to_string(*total) : rest;
    }
    return step.starts_with("connect to ") ? "the server's greeting" : "the response";
}

access_failure transfer::timed_out(std::string what, bool connected) const {
    if (what.empty() || received_ > 0) what = awaited();
    std::string says = "not finished after " + seconds(options.timeout);
    if (left().count() != 0) {
        says = connected ? "no data received for " + seconds(options.idle_timeout)
                         : "not connected after " + seconds(options.connect_timeout);
    }
    return failed(access_problem::timed_out, says + ", waiting for " + what);
}

easy::easy(transfer &t) : transfer_{t}, handle_{ready() ? curl_easy_init() : nullptr} {
    if (handle_ == nullptr) {
        state_ = CURLE_FAILED_INIT;
        return;
    }
    set(CURLOPT_ERRORBUFFER, says_.data());
    set(CURLOPT_NOSIGNAL, 1L);
    const long idle = static_cast<long>(std::chrono::ceil<std::chrono::seconds>(t.options.idle_timeout).count());
    // 0 would mean "for ever" to libcurl.
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(1, t.left().count())));
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(t.options.connect_timeout.count()));
    set(CURLOPT_SERVER_RESPONSE_TIMEOUT, idle);
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, idle);
    set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_PROXY, "");
    set(CURLOPT_FRESH_CONNECT, 1L);
    if (!t.options.ca_file.empty()) set(CURLOPT_CAINFO, t.options.ca_file);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &report_progress);
    set(CURLOPT_XFERINFODATA, static_cast<void *>(&transfer_));
}

easy::~easy() {
    if (handle_ != nullptr) curl_easy_cleanup(handle_);
    curl_slist_free_all(list_);
}

void easy::append(CURLoption option, const std::string &value) {
    if (state_ != CURLE_OK) return;
    curl_slist *longer = curl_slist_append(list_, value.c_str());
    if (longer == nullptr) {
        state_ = CURLE_OUT_OF_MEMORY;
        return;
    }
    list_ = longer;
    set(option, list_);
}

void easy::url(const access_plan &plan, std::string_view scheme, std::string_view rest) {
    std::string host = plan.host.value_or("");
    // libcurl checks the text in brackets, and names; but a "/" or "@" in one would make another URL.
    const std::string_view no_name = "/\\?#@%";
    if (host.empty() || host.find_first_of(no_name) != std::string::npos || host.find('\0') != std::string::npos) {
        refuse_host("this cannot be a host name");
        return;
    }
    // RFC 3986 3.2.2: "an appropriate error for "address mechanism not supported""
    if (host.starts_with("[v") || host.starts_with("[V")) {
        refuse_host("address mechanism not supported (RFC 3986 section 3.2.2)");
        return;
    }
    // RFC 3986 3.2.2: "transformed to the IDNA encoding ... prior to name lookup"; whether libcurl does depends on the
    // locale. Before the address is judged: a name in full-width digits is an address.
    if (!base::is_us_ascii(host)) {
        auto name = idna::to_ascii(host, idna::rules::browser);
        if (!name) {
            refuse_host("this cannot be a host name: " + name.error().says);
            return;
        }
        host = *std::move(name);
    }
    if (transfer_.only_internet()) {
        const address_in_host found = address_of_host(host);
        if (found.rare || found.special != nullptr) {
            transfer_.failure = transfer_.failed(access_problem::not_allowed, excluded(found));
            state_ = CURLE_COULDNT_CONNECT;
            return;
        }
        check_sockets();
    }
    set(CURLOPT_PROTOCOLS_STR, std::string{scheme});
    std::string text{scheme};
    text += "://";
    text += host;
    if (plan.port) text += ':' + std::to_string(*plan.port);
    text += rest;
    set(CURLOPT_URL, text);
}

void easy::refuse_host(std::string_view why) {
    transfer_.failure = transfer_.failed(access_problem::unsendable, std::string{why});
    state_ = CURLE_URL_MALFORMAT;
}

void easy::check_sockets() {
    set(CURLOPT_OPENSOCKETFUNCTION, &easy::open_socket);
    set(CURLOPT_OPENSOCKETDATA, static_cast<void *>(this));
}

// A name is checked when it was looked up: by what is connected to.
curl_socket_t easy::open_socket(void *user, curlsocktype, curl_sockaddr *address) {
    auto &self = *static_cast<easy *>(user);
    const auto found = address_of_socket(address->addr);
    const auto inner = found ? embedded_address(*found) : std::nullopt;
    const special_range *special = found ? special_range_of(inner ? *inner : *found) : nullptr;
    if (!found || special != nullptr) {
        self.excluded_ = excluded({found, false, special});
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void easy::deliver_body() {
    set(CURLOPT_WRITEFUNCTION, &write_body);
    set(CURLOPT_WRITEDATA, static_cast<void *>(&transfer_));
}

bool easy::connected() const {
    double seconds = 0; // until then
    curl_easy_getinfo(handle_, CURLINFO_CONNECT_TIME, &seconds);
    return seconds > 0;
}

std::string easy::awaited() const {
    if (transfer_.received() > 0) return {};
    double looked_up = 0;
    double handshake = 0;
    const char *url = nullptr;
    curl_easy_getinfo(handle_, CURLINFO_NAMELOOKUP_TIME, &looked_up);
    curl_easy_getinfo(handle_, CURLINFO_APPCONNECT_TIME, &handshake);
    curl_easy_getinfo(handle_, CURLINFO_EFFECTIVE_URL, &url);
    // When the two are told apart depends on the version of libcurl.
    if (handshake <= 0 && url != nullptr && ascii::starts_with_ignoring_case(url, "https:")) {
        return "the connection or the TLS handshake";
    }
    if (!connected()) return looked_up > 0 ? "the connection" : "the connection or the address of the host";
    return {};
}

CURLcode easy::perform() {
    if (state_ != CURLE_OK) return state_;
    if (transfer_.left().count() == 0) return CURLE_OPERATION_TIMEDOUT;
    return curl_easy_perform(handle_);
}

access_failure easy::explain(CURLcode code) const {
    if (transfer_.failure) return *transfer_.failure;
    const access_problem problem = problem_of(code);
    std::string says = says_.substr(0, says_.find('\0'));
    if (problem == access_problem::connection && !excluded_.empty()) {
        return transfer_.failed(access_problem::not_allowed, excluded_);
    }
    if (problem == access_problem::timed_out) return transfer_.timed_out(awaited(), connected());
    if (says.empty()) says = curl_easy_strerror(code);
    return transfer_.failed(problem, std::move(says));
}

std::string address(const access_plan &plan) {
    return plan.host.value_or("") + (plan.port ? ':' + std::to_string(*plan.port) : std::string{});
}

std::string encoded(std::string_view text) {
    constexpr char_set plain = characters::alpha | characters::digit | char_set{"-._~"};
    std::string out;
    for (const char c : text) {
        if (plain.contains(c)) {
            out += c;
        } else {
            base::append_percent_encoded(out, c);
        }
    }
    return out;
}

std::string command_of(const access_step &s) { return s.argument ? s.command + ' ' + *s.argument : s.command; }

std::expected<account, access_failure> account_of(const access_plan &plan, const transfer &t) {
    if (ends_a_command(plan.user.value_or(""))) {
        return std::unexpected{t.failed(access_problem::unsendable, "CR, LF or NUL in the user")};
    }
    std::string password = plan.password.value_or("");
    if (ends_a_command(password)) {
        return std::unexpected{t.failed(access_problem::unsendable, "CR, LF or NUL in the password")};
    }
    account a;
    a.user = plan.user;
    if (plan.login != credentials::ask_password) a.password = std::move(password);
    return a;
}

std::expected<std::string, access_failure> asked_password(const access_plan &plan, transfer &t) {
    auto asked = t.ask_password(plan.user.value_or(""), plan.host.value_or(""));
    if (!asked) {
        return std::unexpected{t.failed(access_problem::no_password,
                                        "the URL has a user without a password, and there is no terminal to ask for it "
                                        "(draft-ietf-uri-url-06 section "
                                        "3.2.1)")};
    }
    if (ends_a_command(*asked)) {
        return std::unexpected{t.failed(access_problem::unsendable, "CR, LF or NUL in the password")};
    }
    return *std::move(asked);
}

} // namespace uniform::access
