#include "http/site/manage.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include <openssl/rand.h>

#include <uniform/base/hex.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/authentication.hpp"

namespace uniform::http::manage {

using resolver::problem;
using resolver::problem_type;

namespace {

struct place {
    part at;
    std::string_view href;
    std::string_view text;
};
constexpr std::array places{place{part::names, "/manage/names", "manage.nav.names"},
                            place{part::assign, "/manage/assign", "manage.nav.assign"},
                            place{part::mint, "/manage/mint", "manage.nav.mint"},
                            place{part::reserve, "/manage/reserve", "manage.nav.reserve"},
                            place{part::lists, "/manage/lists", "manage.nav.lists"},
                            place{part::prefixes, "/manage/prefixes", "manage.nav.prefixes"},
                            place{part::registrars, "/manage/registrars", "manage.nav.registrars"},
                            place{part::transfers, "/manage/transfers", "manage.nav.transfers"}};

} // namespace

std::expected<form, problem> form::of(const request_context &c) {
    auto sent = read(c.request.body);
    if (!sent) return std::unexpected{std::move(sent).error()};
    return form{std::move(*sent)};
}

form form::of_query(const request_context &c) {
    return form{read(c.request.query.value_or("")).value_or(pages::form{})};
}

std::vector<std::string> form::all(std::string_view name) const {
    const auto found = values(name);
    return {found.begin(), found.end()};
}

std::optional<std::uint64_t> form::number_of(std::string_view text) noexcept {
    std::uint64_t n = 0;
    const auto [stop, why] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (text.empty() || why != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return n;
}

pages::html_page page_of(const request_context &c, part at, std::string_view heading) {
    pages::html_page p{c.server.settings, c.request};
    p.title = p.text(heading);
    p.area = pages::area::manage;
    json::array parts;
    for (const place &one : places) {
        json::value item = json::object{};
        parts.push_back(
            std::move(item.set("href", one.href).set("label", p.text(one.text)).set("is_current", one.at == at)));
    }
    p.data.set("parts", std::move(parts)).set("heading", p.text(heading)).set("key", random_key());
    if (c.request.method == "POST") {
        // A page that answers a form has no URL of its own: that of the form, if it has the same path.
        const route *const of_form = c.router.find("GET", c.request.path);
        p.back = of_form != nullptr && of_form->tag == "pages" ? c.request.path : "/manage/names";
    }
    return p;
}

response shown(const pages::html_page &p, std::string_view template_name, int status) {
    response out = p.response(template_name, status);
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

void set_problem(pages::html_page &p, const problem &why) {
    json::value shown = json::object{};
    shown.set("heading", title(why.type)).set("rule", why.rule);
    shown.set("detail", pages::detail_beside(title(why.type), why.detail));
    shown.set("meaning", "/problems/" + std::string{to_string(why.type)});
    const std::string_view existing = why.existing.string_of("name");
    if (!existing.empty()) {
        shown.set("existing", existing).set("existing_href", page_of_name(existing));
    }
    p.data.set("problem", std::move(shown));
    // RFC 6901: "/NAME" is a member of the top; what is deeper, the page of the form maps to its fields.
    if (why.pointer && why.pointer->rfind('/') == 0) p.data.set("error_" + why.pointer->substr(1), why.detail);
}

response refused(pages::html_page &p, const problem &why, std::string_view template_name) {
    constexpr std::string_view scope = "registrar manager administrator";
    set_problem(p, why);
    response out = shown(p, template_name, resolver::status(why.type));
    // RFC 6750 3: as the router does for a problem that a handler returns.
    if (why.type == problem_type::unauthenticated) out.fields.emplace_back("WWW-Authenticate", challenge_of());
    if (why.type == problem_type::forbidden) {
        out.fields.emplace_back("WWW-Authenticate", challenge_of("insufficient_scope", why.detail, scope));
    }
    return out;
}

std::string page_of_name(std::string_view urn) { return "/manage/names/" + encode_segment(urn); }

std::string title_of(const resolver::name_record &n) {
    const json::value *const title = n.metadata.value().find("title");
    if (title == nullptr) return {};
    if (title->is_string()) return *title->if_string();
    return title->elements().empty() || !title->elements().front().is_string() ? std::string{}
                                                                               : *title->elements().front().if_string();
}

std::string on_lines(const std::vector<std::string> &texts) {
    std::string out;
    for (const std::string &one : texts) (out += one) += '\n';
    return out;
}

std::string random_key() {
    std::array<std::byte, 16> bytes{};
    if (RAND_bytes(reinterpret_cast<unsigned char *>(bytes.data()), static_cast<int>(bytes.size())) != 1) {
        throw std::runtime_error{"no random bytes"};
    }
    return base::to_hex(bytes);
}

json::value row_of(const pages::html_page &p, std::string_view key, const resolver::name_record &n) {
    const std::string urn = resolver::urn_of(key, n);
    const std::string_view state = to_string(n.state);
    json::value out = json::object{};
    out.set("urn", urn).set("href", page_of_name(urn)).set("heading", title_of(n)).set("state", state);
    out.set("state_label", p.text("state." + std::string{state})).set("version", std::to_string(n.version));
    return out.set("url", n.locators.empty() ? std::string{} : n.locators.front().url);
}

json::value option(std::string_view value, std::string_view label, bool selected) {
    json::value out = json::object{};
    return out.set("value", value).set("label", label).set("selected", selected);
}

std::string text_with(const pages::html_page &p, std::string_view key, std::string_view what) {
    std::string out = p.text(key);
    if (const auto at = out.find("{}"); at != std::string::npos) out.replace(at, 2, what);
    return out;
}

} // namespace uniform::http::manage
