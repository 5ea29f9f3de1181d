#include "http/pages/page.hpp"

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/version.hpp>

#include "http/pages/messages.hpp"
#include "http/pages/rendering.hpp"
#include "http/pages/viewer.hpp"

namespace uniform::http::pages {

namespace {

// No inline script and no inline style: a text that is not escaped by mistake does nothing. The engine adds
// frame-ancestors to every response (security_fields.hpp).
constexpr std::string_view policy_of(scripts s) noexcept {
    if (s == scripts::own) {
        return "default-src 'none'; style-src 'self'; img-src 'self' data: blob:; script-src 'self' "
               "'wasm-unsafe-eval'; "
               "worker-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";
    }
    if (s == scripts::plain) {
        return "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
               "form-action 'self'; base-uri 'none'";
    }
    return "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'";
}

} // namespace

std::string safe_link(std::string_view url) {
    constexpr std::array<std::string_view, 4> schemes{"https://", "http://", "ftp://", "mailto:"};
    const bool is_own = url.starts_with('/') && !url.starts_with("//");
    const bool is_safe = is_own || std::ranges::any_of(schemes, [&](std::string_view scheme) {
                             return ascii::starts_with_ignoring_case(url, scheme);
                         });
    return is_safe ? std::string{url} : std::string{};
}

std::string contact_link(std::string_view contact) {
    if (contact.contains('@') && !contact.contains(':') && !contact.contains(' ')) {
        return "mailto:" + std::string{contact};
    }
    return safe_link(contact);
}

std::string html_page::message(std::string_view of) const {
    auto out = translated(in_, of);
    if (!out) out = translated(language::english, of);
    return out ? *std::move(out) : std::string{of};
}

frame html_page::frame_of() const {
    frame out{.title = title,
              .language = tag_of(in_),
              .version = version,
              .service = settings_ == nullptr || settings_->web_name.empty() ? "Uniform" : settings_->web_name,
              .is_front = area == area::front,
              .is_workbench = area == area::workbench,
              .is_registry = area == area::registry,
              .is_registration = area == area::registration,
              .is_manage = area == area::manage,
              .is_operation = area == area::operation,
              .is_account = area == area::account,
              .is_api = area == area::api,
              .links = links,
              .json_ld = json_ld};
    if (settings_ != nullptr) {
        out.operator_of = {.name = settings_->web_operator,
                           .contact = settings_->web_contact,
                           .link = contact_link(settings_->web_contact)};
        out.is_mirror = !settings_->store_follow.empty();
        out.has_docs = !settings_->web_docs.empty();
    }
    const viewer *const v = showing_to::current();
    out.may_sign_in = v == nullptr;
    if (v != nullptr) out.user = {.may_manage = v->may_manage, .may_operate = v->may_operate};
    for (const pages::language l : pages::languages()) {
        const std::string_view tag = tag_of(l);
        const std::string_view to = back.empty() ? request_->target : std::string_view{back};
        out.languages.push_back({.tag = tag,
                                 .name = name_of(l),
                                 .href = "/language/" + std::string{tag} + "?to=" + encode_query_data(to),
                                 .is_current = l == in_});
    }
    return out;
}

std::string html_page::html_of(std::string_view template_name, json::value all) const {
    all.set("page", json_of(frame_of()));
    if (const viewer *const v = showing_to::current()) all.set("csrf", v->csrf);
    return rendered(template_name, in_, all);
}

void html_page::add_fields(http::response &r) const {
    r.fields.emplace_back("Content-Language", tag_of(in_));
    r.fields.emplace_back("Content-Security-Policy", policy_of(scripts));
    r.fields.emplace_back("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    // With "no-referrer" browsers send "Origin: null" with forms, too (Fetch, section 3.2).
    const viewer *const v = showing_to::current();
    const bool may_send = has_form || (v != nullptr && !v->csrf.empty());
    r.fields.emplace_back("Referrer-Policy", may_send ? "same-origin" : "no-referrer");
}

http::response html_page::response_of(std::string html, int status) const {
    http::response out{.status = status, .body = std::move(html)};
    out.fields.emplace_back("Content-Type", "text/html; charset=utf-8");
    add_fields(out);
    return out;
}

std::string_view detail_beside(std::string_view heading, std::string_view detail) noexcept {
    const std::size_t after = heading.size() + 2;
    const bool repeats = detail.size() > after && ascii::starts_with_ignoring_case(detail, heading) &&
                         detail.substr(heading.size()).starts_with(": ");
    return repeats ? detail.substr(after) : detail;
}

} // namespace uniform::http::pages
