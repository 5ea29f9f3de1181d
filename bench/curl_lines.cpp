// What a line tool made of libcurl does: reads a URL a line, parses it, writes it as libcurl prints it. One handle and
// one output buffer for all lines. Lines that libcurl refuses are counted on standard error.

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include <curl/curl.h>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    CURLU *const handle = curl_url();
    std::string line;
    std::string out;
    unsigned long refused = 0;
    while (std::getline(std::cin, line)) {
        char *text = nullptr;
        if (curl_url_set(handle, CURLUPART_URL, line.c_str(), 0) != CURLUE_OK ||
            curl_url_get(handle, CURLUPART_URL, &text, 0) != CURLUE_OK) {
            ++refused;
            continue;
        }
        out += text;
        out += '\n';
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
