// Names that the service chooses, and reservations. The rules are in uniform/service/names.hpp.

#include <cstdint>
#include <string>
#include <utility>

#include <uniform/json/members.hpp>
#include <uniform/json/pointer.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/record_template.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/names.hpp>

#include "base/try.hpp"
#include "http/api/name_requests.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/routes_names.hpp"

namespace uniform::http {

using resolver::problem;

namespace {

constexpr std::size_t most_reserved = 100'000;

// The template in the body; empty if there is none.
std::expected<resolver::record_template, problem> template_in(const json::value &body) {
    const json::value *const found = body.find("template");
    if (found == nullptr) return resolver::record_template{};
    auto read = resolver::record_template::from_json(*found);
    if (!read) return std::unexpected{in_body(std::move(read.error()), body)};
    return read;
}

// Adds a hint to the problem of a URL with the braces of a URI template: variables are expanded in "template" alone.
problem with_template_hint(problem p, const json::value &body) {
    if (!p.pointer || !p.pointer->starts_with("/locators")) return p;
    const json::value *const at = json::at(body, *p.pointer);
    const std::string *const url = at == nullptr ? nullptr : at->if_string();
    if (url == nullptr || url->find_first_of("{}") == std::string::npos) return p;
    p.detail += "; variables such as {nss} are expanded in the member \"template\"";
    return p;
}

} // namespace

handler_result mint_names(request_context &c) {
    UNIFORM_TRY(auto &wanted, name_requests::wanted_of_new(c));
    std::int64_t count = 1;
    json::members members{wanted.body, "a minting request"};
    if (!members.integer("count", count, 1, service::most_minted).ok()) {
        return std::unexpected{resolver::to_problem(members.done().error())};
    }
    auto record = resolver::record_from_json(wanted.body, {"count", "template"});
    if (!record) return std::unexpected{with_template_hint(std::move(record.error()), wanted.body)};
    UNIFORM_TRY(auto &each, template_in(wanted.body));
    const service::minting_request m{.prefix = std::string(c.path_value("prefix")),
                                     .count = static_cast<std::uint64_t>(count),
                                     .record = std::move(*record),
                                     .record_of_each = std::move(each),
                                     .options = std::move(wanted.options)};
    auto made = service::mint(*c.server.store, origin_of(c), *c.who, m);
    if (!made) return std::unexpected{in_body(std::move(made.error()), wanted.body)};
    std::string out;
    json::writer w{out};
    w.begin_object().key("items").begin_array();
    for (const service::name_entry &o : made->names) write(w, o);
    w.end_array().end_object();
    response r = json_response(201, std::move(out));
    if (made->names.size() == 1) r.fields.emplace_back("Location", name_requests::address_of(made->names.front().key));
    if (made->repeated) r.fields.emplace_back("Idempotency-Replayed", "true");
    return r;
}

handler_result reserve_names(request_context &c) {
    UNIFORM_TRY(auto &sent, name_requests::wanted_of_new(c));
    service::reservation wanted{.options = std::move(sent.options)};
    std::int64_t count = 0;
    json::members m{sent.body, "a reservation"};
    m.string("prefix", wanted.prefix).integer("count", count, 0, most_reserved);
    m.strings("names", wanted.urns, most_reserved, name_requests::big_body).ignore("template");
    if (auto fine = m.done(); !fine) return std::unexpected{resolver::to_problem(fine.error())};
    UNIFORM_TRY(auto &each, template_in(sent.body));
    wanted.record_of_each = std::move(each);
    wanted.count = static_cast<std::size_t>(count);
    auto made = service::reserve(*c.server.store, origin_of(c), *c.who, wanted);
    if (!made) return std::unexpected{in_body(std::move(made.error()), sent.body)};
    response r = json_response(201, json::written(*made));
    r.fields.emplace_back("Location", "/api/v1/batches/" + made->id);
    if (made->repeated) r.fields.emplace_back("Idempotency-Replayed", "true");
    return r;
}

} // namespace uniform::http
