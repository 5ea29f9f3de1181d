#include "http/openid/fetch.hpp"

#include <array>
#include <memory>
#include <new>

#include <curl/curl.h>

namespace uniform::http::openid {

namespace {

struct end {
    void operator()(CURL *h) const noexcept { curl_easy_cleanup(h); }
    void operator()(curl_slist *l) const noexcept { curl_slist_free_all(l); }
};
using fields = std::unique_ptr<curl_slist, end>;

struct received {
    std::string body = {};
    bool too_long = false;
};

std::size_t take(char *data, std::size_t, std::size_t n, void *to) {
    auto &r = *static_cast<received *>(to);
    if (r.body.size() + n > longest_answer) {
        r.too_long = true;
        return 0;
    }
    r.body.append(data, n);
    return n;
}

void add(fields &to, const std::string &field) {
    curl_slist *const longer = curl_slist_append(to.get(), field.c_str());
    if (longer == nullptr) throw std::bad_alloc{};
    static_cast<void>(to.release());
    to.reset(longer);
}

} // namespace

result<answer> fetch(const call &c) {
    static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    const std::unique_ptr<CURL, end> easy{ready ? curl_easy_init() : nullptr};
    if (easy == nullptr) return fail(failure_kind::unreachable, "libcurl cannot start");
    CURL *const h = easy.get();
    received in;
    std::array<char, CURL_ERROR_SIZE> why{};
    fields head;
    add(head, "Accept: application/json");
    if (!c.bearer.empty()) add(head, "Authorization: Bearer " + c.bearer);
    curl_easy_setopt(h, CURLOPT_URL, c.url.c_str());
    curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, c.url.starts_with("https:") ? "https" : "http");
    curl_easy_setopt(h, CURLOPT_FOLLOWLOCATION, 0L); // codes, secrets and keys come from where the settings say
    curl_easy_setopt(h, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(h, CURLOPT_TIMEOUT_MS, static_cast<long>(c.timeout.count()));
    curl_easy_setopt(h, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(c.timeout.count()));
    curl_easy_setopt(h, CURLOPT_USERAGENT, "uniform");
    curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(h, CURLOPT_WRITEDATA, &in);
    curl_easy_setopt(h, CURLOPT_ERRORBUFFER, why.data());
    if (!c.form.empty()) {
        add(head, "Expect:"); // no 100-continue
        curl_easy_setopt(h, CURLOPT_POST, 1L);
        curl_easy_setopt(h, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(c.form.size()));
        curl_easy_setopt(h, CURLOPT_POSTFIELDS, c.form.c_str());
    }
    if (!c.user.empty()) {
        curl_easy_setopt(h, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
        curl_easy_setopt(h, CURLOPT_USERNAME, c.user.c_str());
        curl_easy_setopt(h, CURLOPT_PASSWORD, c.password.c_str());
    }
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, head.get());
    const CURLcode code = curl_easy_perform(h);
    if (in.too_long) {
        return fail(failure_kind::provider,
                    "the answer of " + c.url + " is longer than " + std::to_string(longest_answer) + " bytes");
    }
    if (code != CURLE_OK) {
        return fail(failure_kind::unreachable,
                    c.url + " cannot be reached: " + (why[0] != '\0' ? why.data() : curl_easy_strerror(code)));
    }
    long status = 0;
    curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
    return answer{.status = static_cast<int>(status), .body = std::move(in.body)};
}

} // namespace uniform::http::openid
