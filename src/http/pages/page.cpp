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

// The entries of the navigation, by what the reader may do.
void add_viewer(json::value &frame, area at) {
    const viewer *const v = showing_to::current();
    frame.set("is_registration", at == area::registration).set("is_operation", at == area::operation);
    frame.set("is_account", at == area::account).set("may_sign_in", v == nullptr);
    if (v == nullptr) return;
    json::value user = json::object{};
    user.set("name", v->name).set("role", v->role).set("has_session", !v->csrf.empty());
    user.set("may_manage", v->may_manage).set("may_operate", v->may_operate);
    frame.set("user", std::move(user));
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

json::value html_page::operator_of() const {
    json::value out = json::object{};
    out.set("name", settings_ == nullptr ? std::string{} : settings_->web_operator);
    out.set("contact", settings_ == nullptr ? std::string{} : settings_->web_contact);
    out.set("link", settings_ == nullptr ? std::string{} : contact_link(settings_->web_contact));
    return out;
}

std::string html_page::html(std::string_view template_name) const {
    json::value all = data;
    json::value frame = json::object{};
    frame.set("title", title).set("language", tag_of(in_)).set("version", version).set("operator", operator_of());
    frame.set("service", settings_ == nullptr || settings_->web_name.empty() ? "Uniform" : settings_->web_name);
    frame.set("is_front", area == area::front).set("is_workbench", area == area::workbench);
    frame.set("is_registry", area == area::registry).set("is_api", area == area::api);
    frame.set("has_docs", settings_ != nullptr && !settings_->web_docs.empty());
    frame.set("is_manage", area == area::manage);
    add_viewer(frame, area);
    if (const viewer *const v = showing_to::current()) all.set("csrf", v->csrf);
    json::array choices;
    for (const language l : languages()) {
        const std::string_view tag = tag_of(l);
        json::value one = json::object{};
        one.set("tag", tag).set("name", name_of(l)).set("is_current", l == in_);
        one.set("href", "/language/" + std::string{tag} +
                            "?to=" + encode_query_data(back.empty() ? request_->target : std::string_view{back}));
        choices.push_back(std::move(one));
    }
    frame.set("languages", std::move(choices)).set("links", links).set("json_ld", json_ld);
    all.set("page", std::move(frame));
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

json::value object_of(std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
    json::value out = json::object{};
    for (const auto &[name, value] : members) out.set(name, value);
    return out;
}

http::response html_page::response(std::string_view template_name, int status) const {
    http::response out{.status = status, .body = html(template_name)};
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
