// http and https: one request for each plan. Redirects are not libcurl's: each target is planned again, so that the
// checks of the draft's section 6 apply to it as well.

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <uniform/base/ascii.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/version.hpp>

#include "access/transfer.hpp"

namespace uniform::access {

namespace {

constexpr std::size_t most_header_bytes = std::size_t{256} * 1024; // libcurl itself takes 300
constexpr std::size_t most_header_lines = 4000;                    // libcurl 8.14 takes 5000

struct answer {
    transfer *run = nullptr;
    CURL *handle = nullptr;
    int status = 0;
    std::string phrase{}; // "404 Not Found"
    std::string location{};
    bool has_location = false;
    std::string content_type{};
    std::string content_location{};
    std::string content_range{};
    std::string header{};    // the lines, for HEAD
    std::uint64_t begin = 0; // of the content that comes
    std::size_t header_bytes = 0;
    std::size_t header_lines = 0;

    // With the requested content. A part that was not asked for (206) is not the whole.
    [[nodiscard]] bool good() const noexcept {
        return status >= 200 && status < 300 && (status != 206 || run->options.resume_at > 0);
    }
};

// The value of a header field of that name (lower case), or nothing.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
    if (line.size() <= name.size() || line[name.size()] != ':') return std::nullopt;
    if (!ascii::starts_with_ignoring_case(line, name)) return std::nullopt;
    return ascii::trim(line.substr(name.size() + 1));
}

std::size_t read_header(char *data, std::size_t, std::size_t size, void *user) {
    auto &a = *static_cast<answer *>(user);
    const std::string_view line{data, size};
    a.header_bytes += size;
    if (a.header_bytes > most_header_bytes) {
        a.run->failure = a.run->failed(access_problem::bad_answer, "more than 256 kilobytes of header fields");
        return 0;
    }
    if (++a.header_lines > most_header_lines) {
        a.run->failure = a.run->failed(access_problem::bad_answer, "more than 4000 header fields");
        return 0;
    }
    if (line.starts_with("HTTP/")) a.header.clear();
    if (a.run->options.head) a.header += line;
    if (line.starts_with("HTTP/")) {
        const auto space = line.find(' ');
        a.phrase = space == std::string_view::npos ? "" : std::string{ascii::trim(line.substr(space))};
        long status = 0;
        curl_easy_getinfo(a.handle, CURLINFO_RESPONSE_CODE, &status);
        a.status = static_cast<int>(status);
        a.has_location = false;
        a.content_type.clear();
        a.content_location.clear();
        a.content_range.clear();
    } else if (const auto location = value_of(line, "location"); location && !a.has_location) {
        a.location = *location;
        a.has_location = true;
    } else if (const auto type = value_of(line, "content-type")) {
        a.content_type = *type;
    } else if (const auto place = value_of(line, "content-location")) {
        a.content_location = *place;
    } else if (const auto range = value_of(line, "content-range")) {
        a.content_range = *range;
    }
    return size;
}

// RFC 9110 14.4: Content-Range = "bytes" SP first-pos "-" last-pos "/" ( complete-length / "*" ), or "*" for the range.
std::optional<std::uint64_t> number_after(std::string_view text, std::string_view begin) {
    std::uint64_t number = 0;
    if (!ascii::starts_with_ignoring_case(text, begin)) return std::nullopt;
    text.remove_prefix(begin.size());
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} ? std::optional{number} : std::nullopt;
}

// Begins the content of a good response at its offset: at the requested byte (206), or at 0. A part that was not asked
// for is refused later.
bool begin_content(answer &a) {
    if (a.status != 206) return a.run->start(0);
    const auto first = number_after(a.content_range, "bytes ");
    if (!first || *first != a.run->options.resume_at || *first == 0) {
        a.run->failure = a.run->failed(access_problem::bad_answer,
                                       "another part than the one requested: \"" + a.content_range + '"', a.status);
        return false;
    }
    return a.run->start(*first);
}

std::size_t read_body(char *data, std::size_t, std::size_t size, void *user) {
    auto &a = *static_cast<answer *>(user);
    if (!a.good()) return CURL_WRITEFUNC_ERROR; // the body of an error or a redirect is not the requested resource
    if (!begin_content(a)) return CURL_WRITEFUNC_ERROR;
    if (a.run->received() == 0) {
        curl_off_t whole = -1;
        curl_easy_getinfo(a.handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &whole);
        if (whole >= 0 && !a.run->announce(static_cast<std::uint64_t>(whole))) return CURL_WRITEFUNC_ERROR;
    }
    return a.run->deliver({data, size}) ? size : CURL_WRITEFUNC_ERROR;
}

// Whether the environment names a proxy (curl(1), "Environment").
bool has_environment_proxy(std::initializer_list<const char *> names) {
    return std::ranges::any_of(names, [](const char *name) {
        const char *const value = std::getenv(name);
        return value != nullptr && *value != '\0';
    });
}

// libcurl takes lines of up to CURL_MAX_HTTP_HEADER bytes, and calls more than that a lack of memory until 8.6.
bool is_too_long(CURLcode code) {
#if LIBCURL_VERSION_NUM >= 0x080600
    if (code == CURLE_TOO_LARGE) return true;
#endif
    return code == CURLE_OUT_OF_MEMORY;
}

std::expected<answer, access_failure> request(const access_plan &plan, const access_plan &first, transfer &t) {
    t.step = "connect to " + address(plan);
    easy e{t};
    answer a;
    a.run = &t;
    a.handle = e.get();
    std::string target = "/";
    for (const access_step &s : plan.steps) {
        const std::string argument = s.argument.value_or("");
        const bool unsendable = argument.find_first_of(std::string_view{"\r\n\0", 3}) != std::string::npos;
        if (unsendable) {
            t.step = s.command;
            return std::unexpected{t.failed(access_problem::unsendable, "CR, LF or NUL in the request")};
        }
        if (s.command == "GET") {
            target = argument;
        } else if (s.command != "Host" || base::is_us_ascii(plan.host.value_or(""))) { // libcurl names the A-labels

            e.append(CURLOPT_HTTPHEADER, s.command + ": " + argument);
        }
    }
    // RFC 9112 3.2.1: an empty path is sent as "/".
    if (!target.starts_with('/')) target = '/' + target;
    e.url(plan, plan.scheme, target);
    e.set(CURLOPT_PATH_AS_IS, 1L);
    // libcurl 8.14 leaves out the "?" of an empty query. A proxy needs the whole URL, which libcurl writes.
    if (!(t.options.environment_proxy && plan.scheme == "http" &&
          has_environment_proxy({"http_proxy", "all_proxy", "ALL_PROXY"}))) {
        e.set(CURLOPT_REQUEST_TARGET, target);
    }
    const bool own_host = first.scheme == plan.scheme && first.host == plan.host && first.port == plan.port;
    if (own_host) {
        for (const std::string &field : t.options.headers) {
            if (field.find_first_of(std::string_view{"\r\n\0", 3}) != std::string::npos) {
                t.step = "header";
                return std::unexpected{t.failed(access_problem::unsendable, "CR, LF or NUL in a header field")};
            }
            e.append(CURLOPT_HTTPHEADER, field);
        }
        if (first.user) {
            auto who = account_of(first, t);
            if (!who) return std::unexpected{std::move(who.error())};
            e.set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC)); // RFC 7617
            e.set(CURLOPT_USERNAME, *who->user);
            e.set(CURLOPT_PASSWORD, who->password.value_or(""));
        }
    }
    if (t.options.resume_at > 0 && !t.options.head) {
        e.append(CURLOPT_HTTPHEADER, "Range: bytes=" + std::to_string(t.options.resume_at) + '-');
    }
    e.set(t.options.head ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1L);
    e.set(CURLOPT_USERAGENT, t.options.user_agent.empty() ? "uniform/" + std::string{version} : t.options.user_agent);
    if (t.options.environment_proxy) {
        e.set(CURLOPT_PROXY, static_cast<const char *>(nullptr));
        // The proxy's own address is the environment's choice.
        if (has_environment_proxy({"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})) {
            e.set(CURLOPT_OPENSOCKETFUNCTION, static_cast<curl_opensocket_callback>(nullptr));
        }
    }
    e.set(CURLOPT_HEADERFUNCTION, &read_header);
    e.set(CURLOPT_HEADERDATA, static_cast<void *>(&a));
    e.set(CURLOPT_WRITEFUNCTION, &read_body);
    e.set(CURLOPT_WRITEDATA, static_cast<void *>(&a));
    const CURLcode code = e.perform();
    long sent = 0; // bytes of the request: what fails later is the response
    curl_easy_getinfo(e.get(), CURLINFO_REQUEST_SIZE, &sent);
    if (a.status != 0 || code == CURLE_OK || (code == CURLE_OPERATION_TIMEDOUT && sent > 0)) {
        t.step = (t.options.head ? "HEAD " : "GET ") + target;
    }
    if (t.failure) {
        t.failure->step = t.step;
        return std::unexpected{*t.failure};
    }
    // A transfer that the sink stopped still has a response.
    if (code != CURLE_OK && (code != CURLE_WRITE_ERROR || a.good())) {
        if (sent > 0 && t.received() == 0 && is_too_long(code)) {
            return std::unexpected{t.failed(access_problem::bad_answer, "an unterminated header line", a.status)};
        }
        if (sent > 0 && code == CURLE_UNSUPPORTED_PROTOCOL) {
            return std::unexpected{t.failed(access_problem::bad_answer, "a response that is not HTTP")};
        }
        access_failure f = e.explain(code);
        f.status = a.status;
        return std::unexpected{std::move(f)};
    }
    return a;
}

bool is_redirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

std::string url_of(const access_plan &plan) {
    std::string target = "/";
    for (const access_step &s : plan.steps) {
        if (s.command == "GET" && s.argument) target = *s.argument;
    }
    if (!target.starts_with('/')) target = '/' + target;
    // RFC 3986 6.2.3: the default port is omitted.
    const scheme_info *known = scheme_registry::standard().find(plan.scheme);
    const bool is_default = known != nullptr && plan.port == known->default_port;
    // RFC 3986 6.2.2.1: in lower case
    std::string host = ascii::lower_copy(plan.host.value_or(""));
    if (!host.starts_with('[')) {
        std::string written;
        encode_append(written, host, allowed(rule::reg_name, edition::rfc3986));
        host = std::move(written);
    }
    if (!is_default && plan.port) host += ':' + std::to_string(*plan.port);
    return plan.scheme + "://" + host + target;
}

// A Location as messages show it.
std::string shown(std::string_view location) {
    constexpr std::size_t most = 1000;
    std::string text = '"' + mask_password(location);
    if (text.size() > most) text = text.substr(0, most) + "...";
    return text + '"';
}

std::expected<access_plan, access_failure> plan_redirect(const std::string &from, const answer &a, const transfer &t) {
    const auto not_followed = [&](std::string_view why) {
        return std::unexpected{t.failed(access_problem::redirect,
                                        a.phrase + " to " + shown(a.location) + ": " + std::string{why}, a.status)};
    };
    // RFC 9110 10.2.2: Location = URI-reference. Any other text is not corrected: clients that correct it differently
    // would request other URLs.
    const auto reference = parse_uri_reference(a.location);
    if (!reference) {
        return not_followed("not a URI reference (RFC 9110 section 10.2.2): at character " +
                            std::to_string(reference.error().offset + 1) + ", " +
                            std::string{reference.error().message()});
    }
    const auto base = parse_uri(from);
    const auto whole = base ? resolve(*base, *reference) : std::unexpected{base.error()};
    if (!whole) return not_followed("cannot be resolved against " + from);
    const std::string_view url = std::string_view{*whole}.substr(0, whole->find('#'));
    auto plan = plan_access(url);
    if (!plan) return not_followed(plan.error().message());
    if (plan->scheme != "http" && plan->scheme != "https") {
        return not_followed("redirects are followed to http and https only");
    }
    return *std::move(plan);
}

} // namespace

outcome carry_out_http(const access_plan &first, transfer &t) {
    access_plan plan = first;
    access_result result;
    for (;;) {
        auto a = request(plan, first, t);
        if (!a) return std::unexpected{std::move(a.error())};
        result.url = url_of(plan);
        result.visited.push_back(result.url);
        t.later = true;
        if (is_redirect(a->status) && a->has_location) {
            if (result.redirects == t.options.max_redirects) {
                return std::unexpected{t.failed(
                    access_problem::redirect,
                    a->phrase + " to " + shown(a->location) + ": " +
                        (result.redirects == 0
                             ? std::string{"redirects are not followed"}
                             : std::to_string(result.redirects) + " redirects were followed, which is the limit"),
                    a->status)};
            }
            auto next = plan_redirect(result.url, *a, t);
            if (!next) return std::unexpected{std::move(next.error())};
            plan = *std::move(next);
            ++result.redirects;
            continue;
        }
        // RFC 9110 15.5.17: the caller has everything, if the whole is as long as that.
        const bool has_all = a->status == 416 && t.options.resume_at > 0 &&
                             number_after(a->content_range, "bytes */") == t.options.resume_at;
        if (!has_all && !a->good()) {
            return std::unexpected{t.failed(access_problem::refused, a->phrase, a->status)};
        }
        if (!(has_all ? t.start(t.options.resume_at) : begin_content(*a))) return std::unexpected{*t.failure};
        if (t.options.head && !t.deliver(a->header)) return std::unexpected{*t.failure};
        result.resumed_at = t.begun_at();
        result.size = t.received();
        result.status = a->status;
        result.content_type = std::move(a->content_type);
        result.content_location = std::move(a->content_location);
        return result;
    }
}

} // namespace uniform::access
