#include "http/pages/asset.hpp"

#include <algorithm>
#include <string>

#include <uniform/base/ascii.hpp>

namespace uniform::http::pages {

namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings" // GCC and Clang take them
constexpr asset assets[]{
#include "web_assets.inc"
};
#pragma GCC diagnostic pop

bool names(std::string_view field, std::string_view wanted, bool by_any) noexcept {
    while (!field.empty()) {
        const std::string_view element = field.substr(0, field.find(','));
        field.remove_prefix(std::min(field.size(), element.size() + 1));
        const std::string_view coding = ascii::trim(element.substr(0, element.find(';')));
        if (!ascii::equal_ignoring_case(coding, wanted) && (coding != "*" || !by_any)) continue;
        // RFC 9110 12.4.2: "q=0", also "q=0.000", is not acceptable
        const auto q = element.find("q=");
        return q == std::string_view::npos || element.find_first_of("123456789", q) != std::string_view::npos;
    }
    return false;
}

} // namespace

bool accepts_gzip(const request &r) noexcept { return names(r.value("Accept-Encoding"), "gzip", true); }

// Whoever accepts anything may know gzip alone.
bool accepts_zstd(const request &r) noexcept { return names(r.value("Accept-Encoding"), "zstd", false); }

const asset *find_asset(std::string_view name) noexcept {
    const auto at = std::ranges::lower_bound(assets, name, {}, &asset::name);
    return at != std::ranges::end(assets) && at->name == name ? at : nullptr;
}

response asset_response(const asset &a, const request &r) {
    response out{.status = 200};
    const bool is_compressed = !a.compressed.empty() && accepts_gzip(r);
    out.fields = {
        {"Content-Type", std::string{a.media_type}},
        {"Cache-Control", "public, max-age=31536000, immutable"},
        // As the API's: a number, here of the coding, and a digest.
        {"ETag", (is_compressed ? "\"1." : "\"0.") + std::string{a.digest} + "\""},
        {"Vary", "Accept-Encoding"},
        // An SVG image that is opened on its own is a document, and a worker has the policy of its script: that
        // of the workbench's loads parts of the program and runs WebAssembly.
        {"Content-Security-Policy", a.media_type.starts_with("text/javascript")
                                        ? "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
                                        : "default-src 'none'; style-src 'unsafe-inline'; sandbox"}};
    if (is_compressed) out.fields.emplace_back("Content-Encoding", "gzip");
    out.body = is_compressed ? a.compressed : a.content;
    return out;
}

} // namespace uniform::http::pages
