// The API of a service elsewhere, by libcurl.

#include <uniform/base/ascii.hpp>
#include <uniform/http/api_client.hpp>

#include <algorithm>
#include <exception>
#include <random>
#include <thread>

#include <curl/curl.h>

#include <uniform/uri/parse.hpp>

namespace uniform::http {

namespace {

struct free_list {
    void operator()(curl_slist *l) const noexcept { curl_slist_free_all(l); }
};

// One request on its way.
struct transfer {
    std::string_view body;                  // the rest of the body
    const api_client::source *up = nullptr; // or where it comes from
    const api_client::sink *down = nullptr; // where a good answer goes
    std::size_t limit = 0;
    api_response answer = {};
    CURL *handle = nullptr;
    std::string why = {};           // our own reason to end it
    std::exception_ptr thrown = {}; // the exception of a source or sink
    bool sent = false;              // some of a streamed body went out
    bool for_good = false;          // asking again would not help: the certificate is wrong

    std::size_t read(char *to, std::size_t room) {
        try {
            if (body.empty() && up) {
                body = (*up)();
                sent = true;
            }
        } catch (...) {
            thrown = std::current_exception();
            return CURL_READFUNC_ABORT;
        }
        const std::size_t n = body.copy(to, room);
        body.remove_prefix(n);
        return n;
    }

    std::size_t write(std::string_view part) {
        long status = 0;
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        if (down && status >= 200 && status < 300) {
            try {
                if ((*down)(part)) return part.size();
                why = "ended here";
            } catch (...) {
                thrown = std::current_exception();
            }
            return 0;
        }
        if (answer.body.size() + part.size() > limit) {
            why = "the response is longer than " + std::to_string(limit) + " bytes";
            return 0;
        }
        answer.body += part;
        return part.size();
    }

    void field(std::string_view line) {
        while (!line.empty() && (line.back() == '\r' || line.back() == '\n' || line.back() == ' '))
            line.remove_suffix(1);
        if (line.starts_with("HTTP/")) { // the head of a final answer replaces that of "100 Continue"
            answer.fields.clear();
            return;
        }
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) return;
        std::string_view value = line.substr(colon + 1);
        while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
        answer.fields.emplace_back(line.substr(0, colon), value);
    }
};

std::size_t on_read(char *to, std::size_t size, std::size_t n, void *self) {
    return static_cast<transfer *>(self)->read(to, size * n);
}
std::size_t on_write(const char *from, std::size_t size, std::size_t n, void *self) {
    return static_cast<transfer *>(self)->write({from, size * n});
}
std::size_t on_field(const char *from, std::size_t size, std::size_t n, void *self) {
    static_cast<transfer *>(self)->field({from, size * n});
    return size * n;
}

// Not zero ends the transfer.
int on_progress(void *ends, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return (*static_cast<const std::function<bool()> *>(ends))() ? 1 : 0;
}

class remote_client final : public api_client {
public:
    remote_client(std::string_view url, const remote_options &o) : base_(url), options_(o) {
        static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
        if (!ready) throw no_response("libcurl cannot start");
        const auto parsed = parse_uri(base_);
        if (!parsed)
            throw no_response("\"" + base_ + "\" is not the URL of a service: " + message(parsed.error(), base_));
        const std::string_view scheme = parsed->scheme();
        const auto is = [&](std::string_view name) { return ascii::equal_ignoring_case(scheme, name); };
        if (!is("http") && !is("https")) throw no_response("\"" + base_ + "\" is no http or https URL");
        if (parsed->query() || parsed->fragment()) throw no_response("\"" + base_ + "\" has a query or a fragment");
        while (base_.ends_with('/')) base_.pop_back();
        handle_ = curl_easy_init();
        if (!handle_) throw no_response("libcurl cannot start");
    }
    ~remote_client() override { curl_easy_cleanup(handle_); }
    remote_client(const remote_client &) = delete;
    remote_client &operator=(const remote_client &) = delete;

    api_response call(const api_request &r) override {
        const bool repeatable = may_repeat(r);
        auto wait = std::chrono::milliseconds(250);
        for (unsigned tried = 1;; ++tried) {
            const bool last = tried >= options_.tries || !repeatable;
            transfer t{.body = r.body, .limit = options_.answer_limit};
            try {
                perform(r, t);
                if (last || (t.answer.status != 503 && t.answer.status != 429)) return std::move(t.answer);
            } catch (const no_response &) {
                if (last || t.for_good) throw;
            }
            std::this_thread::sleep_for(std::max(wait, asked_to_wait(t.answer)) + jitter(wait));
            wait *= 2;
        }
    }

    api_response stream(const api_request &r, const source &up, const sink &down) override {
        transfer t{.body = up ? std::string_view{} : std::string_view{r.body}, .limit = options_.answer_limit};
        if (up) t.up = &up;
        if (down) t.down = &down;
        perform(r, t);
        return std::move(t.answer);
    }

private:
    static bool may_repeat(const api_request &r) {
        if (r.method == "GET" || r.method == "HEAD" || r.method == "PUT" || r.method == "DELETE") return true;
        return std::ranges::any_of(r.fields, [](const auto &f) { return f.first == "Idempotency-Key"; });
    }

    // Retry-After in seconds (RFC 9110 10.2.3), of which at most half a minute is waited.
    static std::chrono::milliseconds asked_to_wait(const api_response &a) {
        const std::string_view text = a.value("Retry-After");
        if (text.empty() || text.size() > 4 || !std::ranges::all_of(text, ascii::is_digit)) return {};
        int seconds = 0;
        for (const char c : text) seconds = seconds * 10 + (c - '0');
        return std::chrono::seconds(std::min(seconds, 30));
    }
    static std::chrono::milliseconds jitter(std::chrono::milliseconds of) {
        std::random_device random;
        return std::chrono::milliseconds(random() % (static_cast<unsigned>(of.count()) / 2 + 1));
    }

    void perform(const api_request &r, transfer &t) {
        curl_easy_reset(handle_); // keeps the connection
        t.handle = handle_;
        const std::string url = base_ + r.path;
        const bool has_body = t.up != nullptr || !t.body.empty();
        std::string says(CURL_ERROR_SIZE, '\0');

        std::unique_ptr<curl_slist, free_list> list;
        const auto add = [&](const std::string &line) {
            curl_slist *const longer = curl_slist_append(list.get(), line.c_str());
            if (!longer) throw std::bad_alloc();
            (void)list.release();
            list.reset(longer);
        };
        if (has_body) add("Content-Type: " + r.content_type);
        if (!options_.token.empty()) add("Authorization: Bearer " + options_.token);
        for (const auto &[name, value] : r.fields) add(name + ": " + value);
        if (t.up) add("Transfer-Encoding: chunked");

        set(CURLOPT_ERRORBUFFER, says.data());
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_PATH_AS_IS, 1L);
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_FOLLOWLOCATION, 0L); // a redirect is an answer here
        set(CURLOPT_NOSIGNAL, 1L);
        if (!options_.ca_file.empty()) set(CURLOPT_CAINFO, options_.ca_file.c_str());
        set(CURLOPT_USERAGENT, "uniform");
        set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.connect_time.count()));
        set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        // libcurl does not count the time in which it waits for our own reading of a body as slow, only what the wire
        // does.
        set(CURLOPT_LOW_SPEED_TIME, std::max(1L, static_cast<long>(options_.stall_time.count() / 1000)));
        if (options_.compressed) set(CURLOPT_ACCEPT_ENCODING, ""); // all that libcurl knows
        if (options_.ends) {
            set(CURLOPT_NOPROGRESS, 0L);
            set(CURLOPT_XFERINFOFUNCTION, on_progress);
            set(CURLOPT_XFERINFODATA, &options_.ends);
        }
        set(CURLOPT_WRITEFUNCTION, on_write);
        set(CURLOPT_WRITEDATA, &t);
        set(CURLOPT_HEADERFUNCTION, on_field);
        set(CURLOPT_HEADERDATA, &t);
        if (r.method == "HEAD") {
            set(CURLOPT_NOBODY, 1L);
        } else if (has_body) {
            set(CURLOPT_UPLOAD, 1L);
            set(CURLOPT_READFUNCTION, on_read);
            set(CURLOPT_READDATA, &t);
            if (!t.up) set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(t.body.size()));
            set(CURLOPT_CUSTOMREQUEST, r.method.c_str());
        } else {
            if (r.method == "POST") {
                set(CURLOPT_POST, 1L);
                set(CURLOPT_POSTFIELDSIZE, 0L);
            }
            set(CURLOPT_CUSTOMREQUEST, r.method.c_str());
        }
        set(CURLOPT_HTTPHEADER, list.get());

        const CURLcode code = curl_easy_perform(handle_);
        if (t.thrown) std::rethrow_exception(t.thrown);
        if (code != CURLE_OK) {
            t.for_good = code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
            const std::string reason = !t.why.empty() ? t.why : says[0] ? says.c_str() : curl_easy_strerror(code);
            throw no_response("no response from " + base_ + ": " + reason);
        }
        long status = 0;
        curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
        t.answer.status = static_cast<int>(status);
    }

    template <class T>
    void set(CURLoption option, T value) {
        if (curl_easy_setopt(handle_, option, value) != CURLE_OK) throw no_response("libcurl lacks what is needed");
    }

    std::string base_;
    remote_options options_;
    CURL *handle_ = nullptr;
};

} // namespace

std::unique_ptr<api_client> api_client::remote(std::string_view url, const remote_options &o) {
    return std::make_unique<remote_client>(url, o);
}

} // namespace uniform::http
