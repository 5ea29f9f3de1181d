// The libraries that Uniform is compared with.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <boost/url.hpp>
#include <curl/curl.h>
#include <uriparser/Uri.h>

#include <uniform/uri/parse.hpp>

namespace bench {

struct peer {
    std::string_view name;
    bool (*accepts)(const std::string &);
};

// One handle for the process; repeated curl_url_set() on it is libcurl's fastest way to parse.
[[nodiscard]] inline CURLU *curl_handle() {
    static CURLU *const handle = curl_url();
    return handle;
}

inline constexpr peer peers[]{
    {"uniform", [](const std::string &s) { return uniform::parse_uri(s).has_value(); }},
    {"uriparser",
     [](const std::string &s) {
         UriUriA u;
         if (uriParseSingleUriExA(&u, s.data(), s.data() + s.size(), nullptr) != URI_SUCCESS) return false;
         uriFreeUriMembersA(&u);
         return true;
     }},
    {"boost", [](const std::string &s) { return boost::urls::parse_uri(s).has_value(); }},
    {"curl",
     [](const std::string &s) { return curl_url_set(curl_handle(), CURLUPART_URL, s.c_str(), 0) == CURLUE_OK; }},
};

// For operations that cannot fail, because the lines were checked before.
inline void must(bool ok, const char *what) {
    if (!ok) [[unlikely]] {
        std::fprintf(stderr, "bench: %s failed on a line that it accepted before\n", what);
        std::abort();
    }
}

} // namespace bench
