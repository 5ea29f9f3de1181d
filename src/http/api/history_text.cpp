#include "http/api/history_text.hpp"

#include <memory>
#include <string_view>
#include <utility>

#include <zstd.h>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>

#include "http/pages/asset.hpp"

namespace uniform::http {

namespace {

using resolver::problem;

struct free_context {
    void operator()(ZSTD_CCtx *c) const noexcept { ZSTD_freeCCtx(c); }
};

// Empty: it cannot be compressed.
std::string compressed(std::string_view text) {
    constexpr int level = 3;
    thread_local const std::unique_ptr<ZSTD_CCtx, free_context> context(ZSTD_createCCtx());
    if (context == nullptr) return {};
    std::string out(ZSTD_compressBound(text.size()), '\0');
    const std::size_t size = ZSTD_compressCCtx(context.get(), out.data(), out.size(), text.data(), text.size(), level);
    if (ZSTD_isError(size) != 0U) return {};
    out.resize(size);
    return out;
}

} // namespace

std::expected<void, problem> may_read_history(const request_context &c) {
    if (c.server.settings->history_public) return {};
    if (c.who == nullptr) return std::unexpected{resolver::token_required()};
    constexpr auto permitted =
        static_cast<resolver::roles>(resolver::administrators | static_cast<resolver::roles>(resolver::role::reader));
    if (!c.who->is(permitted)) return std::unexpected{resolver::insufficient_role(permitted, c.who->role)};
    if (!c.who->prefixes.empty()) {
        return std::unexpected{
            resolver::insufficient_permissions("the history is of all names, and the token is restricted to prefixes")};
    }
    return {};
}

response history_text(const request_context &c, std::string lines) {
    response out{.status = 200, .body = std::move(lines)};
    out.fields = {{"Content-Type", "application/x-ndjson"}, {"Cache-Control", "no-store"}, {"Vary", "Accept-Encoding"}};
    if (!pages::accepts_zstd(c.request)) return out;
    if (std::string packed = compressed(out.body); !packed.empty()) {
        out.body = std::move(packed);
        out.fields.emplace_back("Content-Encoding", "zstd");
    }
    return out;
}

} // namespace uniform::http
