#include "http/site/manage.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <openssl/rand.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/decimal.hpp"
#include "base/try.hpp"
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
                            place{part::namespaces, "/manage/namespaces", "manage.nav.namespaces"},
                            place{part::prefixes, "/manage/prefixes", "manage.nav.prefixes"},
                            place{part::registrars, "/manage/registrars", "manage.nav.registrars"},
                            place{part::transfers, "/manage/transfers", "manage.nav.transfers"},
                            place{part::findings, "/manage/findings", "manage.nav.findings"}};

// Beside the class, whose refuse() is about a field.
std::unexpected<problem> no_such_button() { return refuse(problem_type::invalid, "choose what is to be done"); }

} // namespace

std::expected<form, problem> form::of(const request_context &c) {
    UNIFORM_TRY(auto &sent, read(c.request.body));
    return form{std::move(sent)};
}

form form::of_query(const request_context &c) {
    return form{read(c.request.query.value_or("")).value_or(pages::form{})};
}

std::vector<std::string> form::all(std::string_view name) const {
    const auto found = values(name);
    return {found.begin(), found.end()};
}

std::expected<std::string_view, problem> form::button(std::initializer_list<std::string_view> of_these) const {
    const std::string_view pressed = (*this)["do"];
    if (std::ranges::find(of_these, pressed) == of_these.end()) {
        return no_such_button();
    }
    return pressed;
}

std::optional<std::uint64_t> form::number_of(std::string_view text) noexcept { return base::decimal(text); }

std::expected<std::optional<json::value>, problem> json_in(const form &f, std::string_view name) {
    const std::string_view text = f[name];
    if (ascii::trim(text).empty()) return std::nullopt;
    auto found = resolver::read_json(text);
    if (found) return std::move(*found);
    problem why = std::move(found.error());
    why.type = problem_type::invalid;
    why.pointer = "/" + std::string{name};
    return std::unexpected{std::move(why)};
}

service::precondition condition_in(const form &f) {
    if (const auto version = f.number("version")) return {*version};
    service::precondition none;
    none.none_match = service::named_versions{.any = true};
    return none;
}

// A link leads to a page that its reader may see.
common_part common_of(const request_context &c, const pages::html_page &p, part at, std::string_view heading) {
    common_part out{.heading = p.text(heading), .key = random_key()};
    for (const place &one : places) {
        const route *const to = c.router.find("GET", one.href).chosen;
        if (c.who != nullptr && to != nullptr && !c.who->is(to->roles)) continue;
        out.parts.push_back({.href = one.href, .label = p.text(one.text), .is_current = one.at == at});
    }
    return out;
}

pages::html_page page_of(const request_context &c, std::string_view heading) {
    pages::html_page p{c.server.settings, c.request};
    p.title = p.text(heading);
    p.area = pages::area::manage;
    if (c.request.method == "POST") {
        // A page that answers a form has no URL of its own: that of the form, if it has the same path.
        const route *const of_form = c.router.find("GET", c.request.path).chosen;
        p.back = of_form != nullptr && of_form->tag == "pages" ? c.request.path : "/manage/names";
    }
    return p;
}

problem_section section_of(const problem &why) {
    problem_section out{.heading = std::string{title(why.type)},
                        .detail = std::string{pages::detail_beside(title(why.type), why.detail)},
                        .rule = std::string{why.rule},
                        .meaning = "/problems/" + std::string{to_string(why.type)},
                        .existing = std::string{why.existing.string_of("name")}};
    if (!out.existing.empty()) out.existing_href = page_of_name(out.existing);
    return out;
}

std::string_view field_of(const problem &why) noexcept {
    return why.pointer && why.pointer->rfind('/') == 0 ? std::string_view{*why.pointer}.substr(1) : std::string_view{};
}

response as_refused(response out, const problem &why) {
    constexpr std::string_view scope = "registrar manager administrator";
    // RFC 6750 3: as the router does for a problem that a handler returns.
    if (why.type == problem_type::unauthenticated) out.fields.emplace_back("WWW-Authenticate", challenge_of());
    if (why.type == problem_type::forbidden) {
        out.fields.emplace_back("WWW-Authenticate", challenge_of("insufficient_scope", why.detail, scope));
    }
    return out;
}

std::string page_of_name(std::string_view urn) { return "/manage/names/" + encode_segment(urn); }

std::string page_of_batch(std::string_view id) { return "/manage/batches/" + encode_segment(id); }

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

name_row row_of(const pages::html_page &p, std::string_view key, const resolver::name_record &n) {
    std::string urn = resolver::urn_of(key, n);
    const std::string_view state = to_string(n.state);
    name_row out{.href = page_of_name(urn),
                 .heading = title_of(n),
                 .state = state,
                 .state_label = p.text("state." + std::string{state}),
                 .version = std::to_string(n.version),
                 .url = n.locators.empty() ? std::string{} : n.locators.front().url};
    out.urn = std::move(urn);
    return out;
}

conflict_part conflict_of(std::vector<difference> differences, const store::event *last) {
    conflict_part out{.conflict = true, .differences = std::move(differences)};
    if (last != nullptr) {
        out.changed_by = last->who;
        out.changed_at = resolver::to_string(last->at);
    }
    return out;
}

std::string text_with(const pages::html_page &p, std::string_view key, std::string_view what) {
    std::string out = p.text(key);
    if (const auto at = out.find("{}"); at != std::string::npos) out.replace(at, 2, what);
    return out;
}

} // namespace uniform::http::manage
