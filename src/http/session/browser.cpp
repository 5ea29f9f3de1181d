#include "http/session/browser.hpp"

#include <algorithm>

#include <openssl/crypto.h>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/pages/page_with.hpp"
#include "http/session/equal_secrets.hpp"
#include "http/session/sign_in_model.hpp"

namespace uniform::http::session {

namespace {

constexpr std::string_view form_type = "application/x-www-form-urlencoded";

// "https://a.example" of "https://a.example/x".
std::string_view origin_in(std::string_view url) noexcept {
    const auto slashes = url.find("://");
    if (slashes == std::string_view::npos) return {};
    return url.substr(0, url.find('/', slashes + 3));
}

// The field "csrf" as a browser sends it in multipart/form-data (RFC 7578): the forms have it first.
std::string_view csrf_in_parts(std::string_view body) noexcept {
    const std::string_view beginning = body.substr(0, 1000);
    constexpr std::string_view name = "name=\"csrf\"\r\n\r\n";
    const auto at = beginning.find(name);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = beginning.substr(at + name.size());
    const auto ends = rest.find("\r\n");
    return ends == std::string_view::npos ? std::string_view{} : rest.substr(0, ends);
}

} // namespace

bool is_https(const settings *s) noexcept {
    if (s == nullptr) return false;
    if (!s->public_url.empty()) return ascii::starts_with_ignoring_case(s->public_url, "https:");
    return !s->certificate.empty();
}

std::string_view cookie_name(const settings *s) noexcept { return is_https(s) ? "__Host-session" : "session"; }

std::optional<std::string_view> secret_in(const request &r, const settings *s) noexcept {
    const std::string_view name = cookie_name(s);
    std::optional<std::string_view> out;
    for (const field &f : r.fields) {
        if (!ascii::equal_ignoring_case(f.name, std::string_view{"cookie"})) continue;
        for (std::string_view rest = f.value; !rest.empty();) {
            const std::string_view all = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), all.size() + 1));
            const std::string_view cookie = ascii::trim(all);
            if (!cookie.starts_with(name) || !cookie.substr(name.size()).starts_with('=')) continue;
            if (out) return std::nullopt;
            out = cookie.substr(name.size() + 1);
        }
    }
    return out;
}

std::string cookie_with(std::string_view secret, const settings *s) {
    std::string out{cookie_name(s)};
    out.append(1, '=').append(secret).append("; Path=/; HttpOnly; SameSite=Strict");
    if (is_https(s)) out += "; Secure";
    return out;
}

std::string no_cookie(const settings *s) { return cookie_with("", s) + "; Max-Age=0"; }

bool is_from_here(const request &r, const settings *s) {
    if (const std::string_view site = r.value("Sec-Fetch-Site"); !site.empty()) {
        return site == "same-origin" || site == "none";
    }
    const std::string_view origin = r.value("Origin");
    if (origin.empty()) return true;
    if (s != nullptr && !s->public_url.empty() && ascii::equal_ignoring_case(origin, origin_in(s->public_url))) {
        return true;
    }
    // The service may be asked by another name than that of its URL, which the browser then sends as Host, too.
    const std::string_view host = r.value("Host");
    const std::string_view scheme = is_https(s) ? "https://" : "http://";
    return !host.empty() && ascii::equal_ignoring_case(origin, std::string{scheme}.append(host));
}

bool has_csrf(const request &r, std::string_view csrf) {
    if (const std::string_view sent = r.value("X-CSRF-Token"); !sent.empty()) return session::equal_secrets(sent, csrf);
    const std::string_view type = r.value("Content-Type");
    if (ascii::starts_with_ignoring_case(type, form_type)) {
        const auto f = pages::form::read(r.body);
        return f && f->values("csrf").size() == 1 && session::equal_secrets(f->value("csrf"), csrf);
    }
    if (ascii::starts_with_ignoring_case(type, "multipart/form-data"))
        return session::equal_secrets(csrf_in_parts(r.body), csrf);
    return false;
}

bool is_own_path(std::string_view to) noexcept {
    return to.starts_with('/') && !to.substr(1).starts_with('/') && !to.contains('\\') &&
           std::ranges::all_of(to, [](unsigned char ch) { return ch > 0x20 && ch < 0x7F; });
}

std::string openid_name(const settings &s) {
    if (!s.openid_name.empty()) return s.openid_name;
    std::string_view host = s.openid_issuer;
    host.remove_prefix(std::min(host.size(), host.find("://") + 3));
    return std::string{host.substr(0, host.find('/'))};
}

response sign_in_page(const settings *s, const request &r, const sign_in &what, int status) {
    pages::page_with<sign_in_model> p{s, r};
    p.title = p.text("account.sign_in.title");
    p.has_form = true;
    if (r.method != "GET" && r.method != "HEAD") p.back = "/sign-in";
    p.shows.to = what.to;
    p.shows.again = what.again;
    if (s != nullptr && !s->openid_issuer.empty()) {
        // A form that has not been sent stays on this page, so the provider is visited in another tab.
        const std::string to = what.again.empty() ? what.to : "/account";
        p.shows.openid = provider_link{.name = openid_name(*s), .href = "/sign-in/openid?to=" + encode_query_data(to)};
    }
    if (!what.says.empty()) p.shows.says = p.text(what.says);
    response out = p.response(status);
    out.fields.emplace_back("Cache-Control", "no-store");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

} // namespace uniform::http::session
