// Names: assigning, changing, showing, their history. No rules here: they are in uniform/service/names.hpp.

#include <algorithm>
#include <array>

#include <uniform/percent.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/names.hpp>
#include <uniform/store/store.hpp>

#include "http/history_request.hpp"
#include "http/preconditions.hpp"
#include "http/router.hpp"
#include "http/routes_names.hpp"
#include "resolver/json_members.hpp"

namespace uniform::http {

namespace {

using resolver::json;
using resolver::problem;
using resolver::problem_type;
using service_outcome = uniform::service::outcome;

std::unexpected<problem> refuse(problem_type type, std::string detail, std::string more = {}) {
    return std::unexpected{problem{.type = type, .detail = std::move(detail), .members = std::move(more)}};
}

template <class T>
std::unexpected<problem> failed(std::expected<T, problem> &x) {
    return std::unexpected{std::move(x.error())};
}

std::string address_of(std::string_view key) { return "/api/v1/names/" + encode_segment(resolver::urn_of(key)); }

// Idempotency-Key, If-Match and If-None-Match. The key may stand in quotation marks, as a string of RFC 9651.
std::expected<uniform::service::terms, problem> terms_of(const call &c) {
    auto condition = precondition_of(c.request);
    if (!condition) return failed(condition);
    std::string_view key = c.request.value("Idempotency-Key");
    if (key.size() >= 2 && key.front() == '"' && key.back() == '"') key = key.substr(1, key.size() - 2);
    return uniform::service::terms{.key = std::string(key), .condition = std::move(*condition)};
}

response shown(const service_outcome &o, int status) {
    response r = json_response(status, to_json(o));
    r.fields.emplace_back("ETag", etag_of(o.event));
    if (status == 201) r.fields.emplace_back("Location", address_of(o.key));
    if (o.repeated) r.fields.emplace_back("Idempotency-Replayed", "true");
    return r;
}

// The body as an object, with some members taken out of it, and the rest as a record.
struct request_body {
    json object = json::object();

    [[nodiscard]] std::expected<std::string, problem> text(const char *name) {
        const auto at = object.find(name);
        if (at == object.end()) return std::string{};
        if (!at->is_string()) {
            return refuse(problem_type::invalid, "\"" + std::string(name) + "\" is a string",
                          "{\"pointer\":\"/" + std::string(name) + "\"}");
        }
        std::string value = at->get<std::string>();
        object.erase(at);
        return value;
    }
    [[nodiscard]] std::expected<std::size_t, problem> number(const char *name, std::size_t otherwise) {
        const auto at = object.find(name);
        if (at == object.end()) return otherwise;
        if (!at->is_number_unsigned()) {
            return refuse(problem_type::invalid, "\"" + std::string(name) + "\" is a number",
                          "{\"pointer\":\"/" + std::string(name) + "\"}");
        }
        const auto value = at->get<std::size_t>();
        object.erase(at);
        return value;
    }
    [[nodiscard]] std::expected<resolver::name_record, problem> record() const {
        return resolver::record_from_json(object.dump());
    }
    [[nodiscard]] std::expected<void, problem> nothing_else() const {
        if (object.empty()) return {};
        return refuse(problem_type::invalid, "there is no member \"" + object.begin().key() + "\" here",
                      json{{"pointer", "/" + object.begin().key()}}.dump());
    }
};

std::expected<request_body, problem> body_of(const call &c) {
    const auto text = optional_json_body(c);
    if (!text) return std::unexpected{text.error()};
    request_body body;
    if (text->empty()) return body;
    body.object = json::parse(*text); // optional_json_body() has read it
    if (!body.object.is_object()) return refuse(problem_type::malformed, "the body is a JSON object");
    return body;
}

// What a request to change something brings along.
struct wanted_change {
    request_body body;
    uniform::service::terms terms;
};

std::expected<wanted_change, problem> wanted_of(const call &c) {
    auto body = body_of(c);
    if (!body) return failed(body);
    auto terms = terms_of(c);
    if (!terms) return failed(terms);
    return wanted_change{std::move(*body), std::move(*terms)};
}

// The same for what makes names that nobody has named yet: they have no version that a condition could be of.
std::expected<wanted_change, problem> wanted_of_new(const call &c) {
    auto wanted = wanted_of(c);
    if (!wanted) return wanted;
    if (auto ok = wanted->terms.condition.check(std::nullopt, "the names"); !ok) return failed(ok);
    return wanted;
}

// What is left of the body is the record of `urn`.
std::expected<uniform::service::assignment, problem> assignment_of(wanted_change &wanted, std::string urn) {
    auto record = wanted.body.record();
    if (!record) return failed(record);
    return uniform::service::assignment{
        .urn = std::move(urn), .record = std::move(*record), .terms = std::move(wanted.terms)};
}

// One write of one name.
template <class F>
std::expected<service_outcome, problem> written(const call &c, std::string_view urn, const uniform::service::terms &t,
                                                const F &f) {
    return c.site.store->write(origin_of(c), f, uniform::service::foresee(*c.who, urn, t));
}

// --- assigning

answer assign(call &c) {
    auto wanted = wanted_of(c);
    if (!wanted) return failed(wanted);
    auto urn = wanted->body.text("name");
    if (!urn) return failed(urn);
    if (urn->empty()) return refuse(problem_type::invalid, "\"name\" is missing", R"({"pointer":"/name"})");
    const auto a = assignment_of(*wanted, std::move(*urn));
    if (!a) return std::unexpected{a.error()};
    auto made =
        written(c, a->urn, a->terms, [&](store::writing &w) { return uniform::service::assign(w, *c.who, *a); });
    if (!made) return failed(made);
    return shown(*made, 201);
}

answer put(call &c) {
    auto wanted = wanted_of(c);
    if (!wanted) return failed(wanted);
    auto urn = wanted->body.text("name");
    if (!urn) return failed(urn);
    const auto same_key = [&] {
        return c.site.store->look_up([&](store::reading &r) {
            const auto key = uniform::service::key_of(r, c.path_value("urn"));
            const auto other = uniform::service::key_of(r, *urn);
            return key && other && *key == *other;
        });
    };
    if (!urn->empty() && *urn != c.path_value("urn") && !same_key()) {
        return refuse(problem_type::invalid, "the body is of another name than the path", R"({"pointer":"/name"})");
    }
    auto a = assignment_of(*wanted, std::string(c.path_value("urn")));
    if (!a) return failed(a);
    a->same_is_fine = true;
    auto made =
        written(c, a->urn, a->terms, [&](store::writing &w) { return uniform::service::assign(w, *c.who, *a); });
    if (!made) return failed(made);
    return shown(*made, made->created ? 201 : 200);
}

answer mint(call &c) {
    auto wanted = wanted_of_new(c);
    if (!wanted) return failed(wanted);
    const auto count = wanted->body.number("count", 1);
    if (!count) return std::unexpected{count.error()};
    auto record = wanted->body.record();
    if (!record) return failed(record);
    const uniform::service::minting_request m{.prefix = std::string(c.path_value("prefix")),
                                              .count = *count,
                                              .record = std::move(*record),
                                              .terms = std::move(wanted->terms)};
    auto made = uniform::service::mint(*c.site.store, origin_of(c), *c.who, m);
    if (!made) return failed(made);
    std::string out = "{\"items\":[";
    for (const service_outcome &o : made->names) {
        if (&o != made->names.data()) out += ',';
        out += to_json(o);
    }
    out += "]}";
    response r = json_response(201, std::move(out));
    if (made->names.size() == 1) r.fields.emplace_back("Location", address_of(made->names.front().key));
    if (made->repeated) r.fields.emplace_back("Idempotency-Replayed", "true");
    return r;
}

answer reserve(call &c) {
    auto sent = wanted_of_new(c);
    if (!sent) return failed(sent);
    request_body &body = sent->body;
    auto prefix = body.text("prefix");
    if (!prefix) return failed(prefix);
    const auto count = body.number("count", 0);
    if (!count) return std::unexpected{count.error()};
    uniform::service::reservation wanted{
        .prefix = std::move(*prefix), .count = *count, .terms = std::move(sent->terms)};
    if (const auto at = body.object.find("names"); at != body.object.end()) {
        const auto is_text = [](const json &v) { return v.is_string(); };
        if (!at->is_array() || !std::ranges::all_of(*at, is_text)) {
            return refuse(problem_type::invalid, "\"names\" is an array of URNs", R"({"pointer":"/names"})");
        }
        wanted.urns = at->get<std::vector<std::string>>();
        body.object.erase(at);
    }
    if (auto fine = body.nothing_else(); !fine) return failed(fine);
    auto made = uniform::service::reserve(*c.site.store, origin_of(c), *c.who, wanted);
    if (!made) return failed(made);
    response r = json_response(201, to_json(*made));
    r.fields.emplace_back("Location", "/api/v1/batches/" + made->id);
    if (made->repeated) r.fields.emplace_back("Idempotency-Replayed", "true");
    return r;
}

answer show_batch(call &c) {
    auto found =
        c.site.store->look_up([&](store::reading &r) { return uniform::service::find_batch(r, c.path_value("id")); });
    if (!found) return failed(found);
    return json_response(200, to_json(*found));
}

// --- afterwards

answer activate(call &c) {
    auto wanted = wanted_of(c);
    if (!wanted) return failed(wanted);
    const auto a = assignment_of(*wanted, std::string(c.path_value("urn")));
    if (!a) return std::unexpected{a.error()};
    auto made =
        written(c, a->urn, a->terms, [&](store::writing &w) { return uniform::service::activate(w, *c.who, *a); });
    if (!made) return failed(made);
    return shown(*made, 200);
}

answer change(call &c) {
    const auto body = json_body(c);
    if (!body) return std::unexpected{body.error()};
    auto terms = terms_of(c);
    if (!terms) return failed(terms);
    // RFC 5789 2.2. RFC 7396 merges inside of the metadata, too.
    const std::string type = body_type_of(c.request.value("Content-Type"));
    const bool merges = type == "application/merge-patch+json";
    if (!merges && type != "application/json") {
        return refuse(problem_type::unsupported_media_type,
                      "changes come as application/merge-patch+json or application/json");
    }
    const auto wanted = uniform::service::changes_from_json(*body, merges);
    if (!wanted) return std::unexpected{wanted.error()};
    const std::string_view urn = c.path_value("urn");
    auto made = written(c, urn, *terms,
                        [&](store::writing &w) { return uniform::service::change(w, *c.who, urn, *wanted, *terms); });
    if (!made) return failed(made);
    return shown(*made, 200);
}

answer withdraw(call &c) {
    auto wanted = wanted_of(c);
    if (!wanted) return failed(wanted);
    auto reason = wanted->body.text("reason");
    if (!reason) return failed(reason);
    auto successor = wanted->body.text("successor");
    if (!successor) return failed(successor);
    if (auto fine = wanted->body.nothing_else(); !fine) return failed(fine);
    const uniform::service::withdrawal x{.urn = std::string(c.path_value("urn")),
                                         .reason = std::move(*reason),
                                         .successor = std::move(*successor),
                                         .terms = std::move(wanted->terms)};
    auto made = written(c, x.urn, x.terms, [&](store::writing &w) { return uniform::service::withdraw(w, *c.who, x); });
    if (!made) return failed(made);
    return shown(*made, 200);
}

// --- showing

answer show(call &c) {
    const auto when = as_of(c);
    if (!when) return std::unexpected{when.error()};
    const std::string_view urn = c.path_value("urn");
    auto found = c.site.store->look_up([&](store::reading &r) {
        return *when ? uniform::service::as_of(r, urn, **when) : uniform::service::show(r, urn);
    });
    if (!found) return failed(found);
    response r = shown(*found, 200);
    r.fields.emplace_back("Cache-Control", "no-cache");
    return r;
}

answer list(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    std::string within;
    if (const auto text = c.query_value("prefix"); text && !text->empty()) {
        auto prefix =
            c.site.store->look_up([&](store::reading &r) { return uniform::service::prefix_of_keys(r, *text); });
        if (!prefix) return failed(prefix);
        within = std::move(*prefix);
    }
    std::optional<resolver::name_state> state;
    if (const auto text = c.query_value("state"); text && !text->empty()) {
        state = resolver::name_state_from(*text);
        if (!state) return refuse(problem_type::invalid, "\"state\" is reserved, active or withdrawn");
    }
    const auto found = c.site.store->look_up(
        [&](store::reading &r) { return uniform::service::list(r, within, p->after, p->limit, state); });
    std::vector<std::string> items;
    for (const service_outcome &o : found.names) items.push_back(to_json(o));
    return list_response(c, items, found.next);
}

answer history(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    const auto before = event_before(*p);
    if (!before) return std::unexpected{before.error()};
    const auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::history(r, c.path_value("urn"), *before, p->limit); });
    if (!found) return std::unexpected{found.error()};
    std::vector<std::string> items;
    for (const auto &item : *found)
        items.push_back(uniform::service::to_json(item.event, item.before, c.who != nullptr));
    const bool more = found->size() == p->limit && found->back().before;
    return events_response(c, items, more ? found->back().event.number : 0);
}

constexpr std::size_t big_body = std::size_t{24} << 20U; // ten thousand long names

constexpr std::array table{
    route{"GET", "/api/v1/names", "listNames", resolver::anyone, list}.with_query("prefix state limit after"),
    route{"POST", "/api/v1/names", "assignName", resolver::registrars, assign}.with_key(),
    route{"GET", "/api/v1/names/{urn}", "getName", resolver::anyone, show}.with_query("as_of"),
    route{"PUT", "/api/v1/names/{urn}", "putName", resolver::registrars, put}.with_key(),
    route{"PATCH", "/api/v1/names/{urn}", "changeName", resolver::registrars, change}.with_key(),
    route{"POST", "/api/v1/names/{urn}/activate", "activateName", resolver::registrars, activate}.with_key(),
    route{"POST", "/api/v1/names/{urn}/withdraw", "withdrawName", resolver::registrars, withdraw}.with_key(),
    route{"GET", "/api/v1/names/{urn}/history", "getNameHistory", resolver::anyone, history}.with_query("limit after"),
    route{"POST", "/api/v1/prefixes/{prefix}/mint", "mintNames", resolver::registrars, mint}.with_key(),
    route{"POST", "/api/v1/reservations", "reserveNames", resolver::registrars, reserve, big_body}.with_key(),
    route{"GET", "/api/v1/batches/{id}", "getBatch", resolver::readers, show_batch},
    route{"POST", "/api/v1/imports", "importNames", resolver::registrars, import_names, 0, true}.with_query(
        "format id dry_run on_error results results_after"),
    route{"GET", "/api/v1/export", "exportNames", resolver::readers, export_names, 0, true}.with_query(
        "format prefix after state"),
};

} // namespace

std::expected<bool, problem> flag_of(const call &c, std::string_view name) {
    const auto text = c.query_value(name);
    if (!text || *text == "false") return false;
    if (*text == "true" || text->empty()) return true;
    return refuse(problem_type::invalid, "\"" + std::string(name) + "\" is true or false");
}

std::span<const route> names_routes() noexcept { return table; }

} // namespace uniform::http
