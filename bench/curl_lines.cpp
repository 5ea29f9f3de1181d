// A line tool that uses libcurl:
//
//     curl_lines               parses each line and writes the URL as libcurl prints it
//     curl_lines --normalize   also reads every component decoded and sets it again encoded, which is libcurl's only
//     way
//                              to normalize percent-encoding
//     curl_lines --unique      the same, and writes each result once
//
// It uses one handle and one output buffer for all lines, which is the fastest way with libcurl. Refused lines are
// counted on standard error.

#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <unordered_set>

#include <curl/curl.h>

namespace {

bool rewrite(CURLU *handle, CURLUPart part) {
    char *text = nullptr;
    const CURLUcode got = curl_url_get(handle, part, &text, CURLU_URLDECODE);
    if (got != CURLUE_OK) return got != CURLUE_OUT_OF_MEMORY; // absent, or it decodes to a control character
    const bool set = curl_url_set(handle, part, text, CURLU_URLENCODE) == CURLUE_OK;
    curl_free(text);
    return set;
}

bool normalize(CURLU *handle) {
    return rewrite(handle, CURLUPART_USER) && rewrite(handle, CURLUPART_PASSWORD) && rewrite(handle, CURLUPART_PATH) &&
           rewrite(handle, CURLUPART_QUERY) && rewrite(handle, CURLUPART_FRAGMENT);
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view mode = argc > 1 ? argv[1] : "";
    const bool once = mode == "--unique";
    const bool normalizes = once || mode == "--normalize";
    std::unordered_set<std::string> seen;
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    CURLU *const handle = curl_url();
    std::string line;
    std::string out;
    unsigned long refused = 0;
    while (std::getline(std::cin, line)) {
        char *text = nullptr;
        if (curl_url_set(handle, CURLUPART_URL, line.c_str(), 0) != CURLUE_OK || (normalizes && !normalize(handle)) ||
            curl_url_get(handle, CURLUPART_URL, &text, 0) != CURLUE_OK) {
            ++refused;
            continue;
        }
        if (!once || seen.emplace(text).second) {
            out += text;
            out += '\n';
        }
        curl_free(text);
        if (out.size() > 65536) {
            std::fwrite(out.data(), 1, out.size(), stdout);
            out.clear();
        }
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
    curl_url_cleanup(handle);
    if (refused != 0) std::fprintf(stderr, "curl_lines: refused %lu\n", refused);
    return 0;
}
