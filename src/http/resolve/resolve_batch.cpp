#include "http/resolve/resolve_batch.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <uniform/json/members.hpp>
#include <uniform/json/read.hpp>
#include <uniform/resolver/refusal.hpp>

#include "base/try.hpp"
#include "http/resolve/json_result.hpp"
#include "http/resolve/problems.hpp"
#include "http/resolve/resolution.hpp"
#include "http/resolve/resolution_services.hpp"
#include "http/resolve/response.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;
using resolver::refuse;

namespace {

constexpr std::size_t most_names = 10000;
constexpr std::size_t longest_uri = 8192;
constexpr std::size_t longest_response = std::size_t{4} << 20U; // some name records are long

std::unexpected<problem> too_many_names() {
    return refuse(problem_type::too_large, "more than 10000 names in one request");
}

struct batch {
    std::vector<std::string> names = {};
    resolver::named_service service = {};
    bool lines = false; // one result a line
};

std::expected<batch, problem> read_lines(const request_context &c, std::string_view type) {
    batch b{.lines = true};
    for (std::string_view rest = c.request.body; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end < rest.size() ? end + 1 : end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || (line.starts_with('#') && type == "text/uri-list")) continue;
        if (b.names.size() == most_names) return too_many_names();
        const auto text = line.starts_with('"') ? json::read(line) : std::unexpected{json::error{}}; // NDJSON
        b.names.push_back(text && text->is_string() ? *text->if_string() : std::string{line});
    }
    UNIFORM_TRY(auto &s, service_named(c.query_value("service")));
    b.service = s;
    return b;
}

std::expected<batch, problem> read_json_batch(const request_context &c) {
    UNIFORM_TRY(const auto &value, json_body(c));
    batch b;
    const bool is_list = value.is_array();
    std::optional<std::string> service;
    if (const auto given = c.query_value("service")) service = *given;
    const json::value *names = &value;
    if (!is_list) {
        json::members m{value, "a batch"};
        if (m.has("service")) m.string("service", service.emplace());
        names = m.ignore("service").require("names").find("names");
        if (names != nullptr && !names->is_array()) m.refuse("names", "must be an array of strings");
        if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    }
    auto s = service_named(service);
    if (!s) {
        if (!is_list && value.find("service") != nullptr) s.error().pointer = "/service";
        return std::unexpected{in_body(std::move(s.error()), value)};
    }
    b.service = *s;
    const std::string_view pointer = is_list ? "" : "/names";
    if (names->elements().size() > most_names) {
        auto refused = too_many_names();
        refused.error().pointer = pointer;
        return std::unexpected{in_body(std::move(refused.error()), value)};
    }
    for (const json::value &n : names->elements()) {
        if (!n.is_string()) {
            const std::string_view what = is_list ? "the array" : "\"names\" of a batch";
            return std::unexpected{
                resolver::to_problem(json::not_a_string(names->elements(), b.names.size(), what, pointer))};
        }
        b.names.push_back(*n.if_string());
    }
    return b;
}

std::expected<batch, problem> read_batch(const request_context &c) {
    const std::string type = body_type_of(c.request.value("Content-Type"));
    const bool lines = type == "text/plain" || type == "text/uri-list" || type == "application/x-ndjson";
    auto b = lines ? read_lines(c, type) : read_json_batch(c);
    if (b && b->service.service == resolver::service::equal) {
        return refuse(problem_type::invalid, "I=I compares two URIs: it has no batches");
    }
    return b;
}

} // namespace

problem unknown_service(std::string_view name) {
    std::string all;
    for (const auto &[s, mnemonic] : resolver::service_names) (all += ' ') += mnemonic;
    return {.type = problem_type::not_found,
            .detail =
                "unknown service \"" + std::string(name) + "\": the services are" + all + ", and those of RFC 2169",
            .rule = "RFC 2483 section 4"};
}

std::expected<resolver::named_service, problem> service_named(std::optional<std::string_view> name) {
    if (!name) return resolver::named_service{};
    if (const auto s = resolver::service_from(*name)) return *s;
    problem p = unknown_service(*name);
    p.type = problem_type::invalid;
    return std::unexpected{std::move(p)};
}

void count(const server_context &s, const problem &p) {
    if (statistics *const counted = s.statistics()) counted->of("", "").count(outcome_of(p));
}

void count(const request_context &c, const name_lookup &n, outcome o, country_code stated) {
    statistics *const counted = c.server.statistics();
    if (counted == nullptr) return;
    // Namespaces that are not managed here are counted together: clients must not fill the table with names of their
    // own.
    const std::string_view nid = n.requested.key.empty() ? std::string_view{} : n.settings ? n.requested.nid() : "*";
    counted->of(nid, n.delegation ? std::string_view{n.delegation->prefix} : std::string_view{}).count(o, stated);
    if (o == outcome::unknown) counted->unknown(n.requested.key, client_of(c), c.server.engine->limits);
}

std::expected<std::vector<resolver::correction>, problem> write_resolved(json::writer &w, request_context &c,
                                                                         store::reading &r, resolver::named_service s,
                                                                         std::string_view uri,
                                                                         std::optional<std::string_view> other) {
    const sources from{.links = c.server.links()};
    if (uri.size() > longest_uri) return refuse(problem_type::malformed, "a URI of more than 8192 bytes");
    if (s.service == resolver::service::equal) {
        if (!other) return refuse(problem_type::malformed, "I=I requires a second URI", "RFC 2483 section 4.9");
        UNIFORM_TRY(const auto &equal, are_equal(from, r, uri, *other));
        write_equality(w, uri, *other, equal);
        return std::vector<resolver::correction>{};
    }
    if (const auto found = names_of_locator(r, s, uri)) {
        UNIFORM_CHECK(*found);
        write_names_of_locator(w, s, uri, **found);
        return std::vector<resolver::correction>{};
    }
    auto name = operand(s, uri);
    if (!name) {
        count(c.server, name.error());
        return std::unexpected{std::move(name.error())};
    }
    const resolution resolved =
        resolve(from, r,
                {.name = std::move(*name),
                 .preferences = resolver::preferences_of(c.request.value("Accept"), c.request.value("Accept-Language")),
                 .service = s},
                own_url{c.server.settings, c.request}, c.server.clock());
    auto p = problem_of(resolved);
    count(c, resolved.name, p ? outcome_of(*p) : outcome::described,
          country_stated(resolved.preferences.r.country, c.request.value("Accept-Language")));
    if (p) return std::unexpected{std::move(*p)};
    write_result(w, resolved, uri);
    return resolved.name.requested.corrections;
}

handler_result resolve_batch(request_context &c) {
    const auto b = read_batch(c);
    if (!b) return response_of(b.error(), c.request);
    std::string body;
    json::writer all{body};
    if (!b->lines) all.begin_object().key("results").begin_array();
    // One transaction for all, so that the results are of the same time.
    c.server.store->read([&](store::reading &r) {
        for (const std::string &uri : b->names) {
            if (c.exchange.aborted()) throw exchange_aborted{};
            json::writer line{body};
            json::writer &w = b->lines ? line : all;
            const auto done = body.size() > longest_response
                                  ? refuse(problem_type::too_large, "the response is too long: request fewer names")
                                  : write_resolved(w, c, r, b->service, uri, std::nullopt);
            if (!done) write_problem(w, uri, done.error());
            if (b->lines) body += '\n';
        }
        return 0;
    });
    if (!b->lines) all.end_array().end_object();
    return response_of(std::move(body), b->lines ? "application/x-ndjson" : "application/json");
}

} // namespace uniform::http
