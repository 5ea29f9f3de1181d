#include "http/site/docs_folder.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include <uniform/uri/safe_path.hpp>

#include "http/api/preconditions.hpp"
#include "http/pages/asset.hpp"

namespace uniform::http {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> media_types{{
    {".css", "text/css; charset=utf-8"},
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
}};

// The search is a script, which loads its index. An SVG image that is opened on its own is a document with styles.
constexpr std::string_view policy_of_pages =
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'";
constexpr std::string_view policy_of_images = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

std::string_view media_type_of(std::string_view name) noexcept {
    const auto at = std::ranges::find_if(media_types, [&](const auto &row) { return name.ends_with(row.first); });
    return at == media_types.end() ? std::string_view{} : at->second;
}

// Symbolic links are resolved, and what they lead to must be below `root`, which has none.
bool is_inside(const fs::path &root, const fs::path &file) {
    const auto [in_root, in_file] = std::ranges::mismatch(root, file);
    return in_root == root.end() && in_file != file.end();
}

std::optional<std::string> content_of(const fs::path &root, const std::string &name) {
    std::error_code error;
    const fs::path file = fs::canonical(name, error);
    if (error || !is_inside(root, file) || !fs::is_regular_file(file, error) || error) return std::nullopt;
    const auto size = fs::file_size(file, error);
    if (error || size > largest_docs_file) return std::nullopt;
    std::ifstream in{file, std::ios::binary};
    std::string out(static_cast<std::size_t>(size), '\0');
    if (!in.read(out.data(), static_cast<std::streamsize>(out.size()))) return std::nullopt;
    return out;
}

} // namespace

std::optional<response> docs_response(const std::string &folder, std::string_view path, const request &r) {
    const std::string_view type = media_type_of(path);
    if (type.empty()) return std::nullopt;
    std::error_code error;
    const fs::path root = fs::canonical(folder, error);
    if (error) return std::nullopt;
    const auto name = safe_join(root.native(), "/" + std::string{path});
    // An encoded "." at the end of the name would make it another type.
    if (!name || media_type_of(*name) != type) return std::nullopt;

    auto packed = pages::accepts_gzip(r) ? content_of(root, *name + ".gz") : std::nullopt;
    const bool is_packed = packed.has_value();
    auto content = is_packed ? std::move(packed) : content_of(root, *name);
    if (!content) return std::nullopt;

    response out{.status = 200};
    const bool is_hashed = path.starts_with("assets/");
    out.fields = {
        {"Content-Type", std::string{type}},
        {"Cache-Control", is_hashed ? "public, max-age=31536000, immutable" : "no-cache"},
        {"ETag", (is_packed ? "\"1." : "\"0.") + body_digest(*content) + "\""},
        {"Vary", "Accept-Encoding"},
        {"Content-Security-Policy", std::string{type.starts_with("image/") ? policy_of_images : policy_of_pages}},
        {"Referrer-Policy", "no-referrer"}};
    if (type.starts_with("text/html")) {
        out.fields.emplace_back("Content-Language", "en");
        out.fields.emplace_back("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    }
    if (is_packed) out.fields.emplace_back("Content-Encoding", "gzip");
    out.body = std::move(*content);
    return out;
}

} // namespace uniform::http
