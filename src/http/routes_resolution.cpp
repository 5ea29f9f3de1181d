// Routes of resolving: names, the services of RFC 2483, and what explains both.

#include <array>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include <uniform/resolver/json_text.hpp>
#include <uniform/resolver/services.hpp>

#include "http/resolve.hpp"
#include "http/resolve_core.hpp"
#include "http/resolve_representations.hpp"
#include "http/resolve_services.hpp"
#include "http/router.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;

constexpr std::size_t most_names = 10000;
constexpr std::size_t batch_limit = std::size_t{24} << 20U; // as many of the longest names
constexpr std::size_t longest_uri = 8192;
constexpr std::size_t longest_batch = std::size_t{64} << 20U; // of answers, some of which may be long records

std::unexpected<problem> refuse(problem_type type, std::string detail, std::string rule = {}) {
    return std::unexpected{problem{.type = type, .detail = std::move(detail), .rule = std::move(rule)}};
}

std::unexpected<problem> unknown_service(std::string_view name) {
    return refuse(problem_type::not_found,
                  "there is no service \"" + std::string(name) +
                      "\"; there are I2L I2Ls I2R I2Rs I2C I2Cs I2N I2Ns I=I, and the names of RFC 2169",
                  "RFC 2483 section 4");
}

response with_no_store(response r) {
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

// Looks the operand up and hands it to f(known, wishes, now, here).
template <class F>
auto with_name(call &c, asked_name asked, F f) {
    const known_name n = c.site.store->read([&](store::reading &s) { return know(c.site, s, std::move(asked)); });
    return f(n, wishes_of(c.request, n), resolver::now(), place_of(c.site, c.request));
}

// RFC 2169 2: GET /uri-res/<service>?<uri>, the URI as it was sent.
answer thttp(call &c) {
    const request &r = c.request;
    const std::string_view name = c.path_value("service");
    const auto s = resolver::service_from(name);
    if (!s) return with_no_store(to_response(unknown_service(name).error(), r));
    const std::string_view query = r.query.value_or(std::string_view{});
    if (s->service == resolver::service::equal) {
        const auto two = resolver::two_uris(query);
        if (!two) return problem_answer(two.error(), r);
        const auto same =
            c.site.store->read([&](store::reading &s2) { return are_equal(c.site, s2, two->first, two->second); });
        if (!same) return problem_answer(same.error(), r);
        response out{.body = *same ? "TRUE\r\n" : "FALSE\r\n"};
        out.fields.emplace_back("Content-Type", "text/plain; charset=us-ascii");
        return with_no_store(std::move(out));
    }
    auto asked = operand(*s, query);
    if (!asked) {
        if (c.site.statistics != nullptr) c.site.statistics->of("", "").count(outcome_of(asked.error()));
        return problem_answer(asked.error(), r);
    }
    return with_name(c, std::move(*asked), [&](const known_name &n, const auto &w, auto now, const own_place &here) {
        if (s->of_locator && s->service == resolver::service::i2ns) {
            // RFC 2169 3.7: the name of the resource at this address is the one that the address holds.
            std::vector<std::string> names{resolver::urn_of(n.asked.key)};
            for (auto &other : c.site.store->read([&](store::reading &x) { return agreed_names(x, n); })) {
                names.push_back(std::move(other));
            }
            if (n.record) return list_answer(best_of(w.accept, representation::list), n, names, now, {});
        }
        return answer_service(c, s->service, n, w, now, here);
    });
}

// The service of the parameter "service"; I2L when there is none.
std::expected<resolver::named_service, problem> service_of(std::optional<std::string_view> name) {
    if (!name) return resolver::named_service{};
    const auto s = resolver::service_from(*name);
    if (!s) {
        auto p = unknown_service(*name).error();
        p.type = problem_type::invalid;
        return std::unexpected{std::move(p)};
    }
    return *s;
}

std::string equality_json(std::string_view a, std::string_view b, bool same) {
    std::string out = R"({"service":"I=I","uri":)";
    resolver::append_json_string(out, a);
    out += R"(,"other":)";
    resolver::append_json_string(out, b);
    out += R"(,"result":)";
    out += same ? "true}" : "false}";
    return out;
}

// One name of GET /api/v1/resolve/{urn} and of a batch.
std::expected<std::string, problem> one_answer(call &c, store::reading &r, resolver::named_service s,
                                               std::string_view uri, std::optional<std::string_view> other) {
    if (uri.size() > longest_uri) return refuse(problem_type::malformed, "a URI of more than 8192 bytes");
    if (s.service == resolver::service::equal) {
        if (!other) return refuse(problem_type::malformed, "I=I needs a second URI", "RFC 2483 section 4.9");
        const auto same = are_equal(c.site, r, uri, *other);
        if (!same) return std::unexpected{same.error()};
        return equality_json(uri, *other, *same);
    }
    auto asked = operand(s, uri);
    if (!asked) {
        if (c.site.statistics != nullptr) c.site.statistics->of("", "").count(outcome_of(asked.error()));
        return std::unexpected{asked.error()};
    }
    const known_name n = know(c.site, r, std::move(*asked));
    const auto w = wishes_of(c.request, n);
    auto out = service_json(r, s.service, uri, n, w, resolver::now(), place_of(c.site, c.request));
    count(c.site, n, out ? outcome::described : outcome_of(out.error()));
    if (!out) return std::unexpected{with_forgiven(std::move(out.error()), n.asked.forgiven)};
    return out;
}

answer resolve_as_json(call &c) {
    const auto s = service_of(c.query_value("service"));
    if (!s) return std::unexpected{s.error()};
    auto out = c.site.store->read(
        [&](store::reading &r) { return one_answer(c, r, *s, c.path_value("urn"), c.query_value("other")); });
    if (!out) return problem_answer(out.error(), c.request);
    response sent = json_response(200, std::move(*out));
    sent.fields.emplace_back("Cache-Control", "no-cache");
    sent.fields.emplace_back("Vary", "Accept, Accept-Language");
    add_etag(sent, 0);
    return sent;
}

std::string problem_line(std::string_view uri, const problem &p) {
    std::string out = "{\"uri\":";
    resolver::append_json_string(out, uri);
    out += ",\"problem\":";
    out += to_json(p);
    out += '}';
    return out;
}

struct batch {
    std::vector<std::string> names = {};
    resolver::named_service service = {};
    bool lines = false; // one answer a line
};

std::expected<batch, problem> read_batch(const call &c) {
    batch b;
    std::string_view type = c.request.value("Content-Type");
    type = type.substr(0, type.find(';'));
    if (type == "text/plain" || type == "text/uri-list" || type == "application/x-ndjson") {
        b.lines = true;
        std::string_view rest = c.request.body;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            std::string_view line = rest.substr(0, end);
            rest.remove_prefix(end < rest.size() ? end + 1 : end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.empty() || (line.starts_with('#') && type == "text/uri-list")) continue;
            if (b.names.size() == most_names) {
                return refuse(problem_type::too_large, "more than 10000 names in one request");
            }
            if (line.starts_with('"')) { // NDJSON: a string
                const auto text = nlohmann::json::parse(line, nullptr, false);
                b.names.push_back(text.is_string() ? text.get<std::string>() : std::string(line));
            } else {
                b.names.emplace_back(line);
            }
        }
        const auto s = service_of(c.query_value("service"));
        if (!s) return std::unexpected{s.error()};
        b.service = *s;
    } else {
        const auto body = json_body(c);
        if (!body) return std::unexpected{body.error()};
        const auto value = nlohmann::json::parse(*body, nullptr, false);
        const nlohmann::json *names = &value;
        if (value.is_object()) {
            for (const auto &[key, member] : value.items()) {
                if (key != "names" && key != "service") {
                    return refuse(problem_type::invalid, "a batch has no member \"" + key + "\"");
                }
            }
            names = value.contains("names") ? &value["names"] : nullptr;
            const auto at = value.find("service");
            if (at != value.end() && !at->is_string()) return refuse(problem_type::invalid, "\"service\" is a string");
            const auto s = at == value.end() ? service_of(c.query_value("service"))
                                             : service_of(std::string_view{at->get_ref<const std::string &>()});
            if (!s) return std::unexpected{s.error()};
            b.service = *s;
        }
        if (names == nullptr || !names->is_array()) {
            return refuse(problem_type::invalid, "\"names\" is an array of URNs");
        }
        if (names->size() > most_names) return refuse(problem_type::too_large, "more than 10000 names in one request");
        for (const auto &n : *names) {
            if (!n.is_string()) return refuse(problem_type::invalid, "\"names\" is an array of strings");
            b.names.push_back(n.get<std::string>());
        }
    }
    if (b.service.service == resolver::service::equal) {
        return refuse(problem_type::invalid, "I=I compares two URIs, and is not for a batch");
    }
    return b;
}

answer resolve_many(call &c) {
    const auto b = read_batch(c);
    if (!b) return std::unexpected{b.error()};
    std::string body = b->lines ? "" : "{\"answers\":[";
    // One view for all of them, so that they fit together.
    c.site.store->read([&](store::reading &r) {
        for (const std::string &uri : b->names) {
            if (c.exchange.gone()) throw cut_off{};
            if (!b->lines && &uri != b->names.data()) body += ',';
            auto one = body.size() > longest_batch
                           ? refuse(problem_type::too_large, "the answer is too long: ask for fewer names at once")
                           : one_answer(c, r, b->service, uri, std::nullopt);
            body += one ? *one : problem_line(uri, one.error());
            if (b->lines) body += '\n';
        }
        return 0;
    });
    if (!b->lines) body += "]}";
    response out{.body = std::move(body)};
    out.fields.emplace_back("Content-Type", b->lines ? "application/x-ndjson" : "application/json");
    return with_no_store(std::move(out));
}

answer explain_choice(call &c) {
    auto asked = read_name(c.path_value("urn"));
    if (!asked) return problem_answer(asked.error(), c.request);
    return with_name(c, std::move(*asked), [&](const known_name &n, auto w, auto now, const own_place &here) -> answer {
        // What the client would ask may also be said in the query, since Accept asks for the form of this answer.
        const auto accept = c.query_value("accept");
        const auto language = c.query_value("accept_language");
        const auto r = w.r;
        w = resolver::wishes_of(accept.value_or(std::string_view{}),
                                language.value_or(c.request.value("Accept-Language")));
        w.r = r;
        const auto a = aim_at(n, w, now, here);
        std::string out = "{\"urn\":";
        resolver::append_json_string(out, n.asked.urn);
        out += ",\"key\":";
        resolver::append_json_string(out, n.asked.key);
        out += ',' + forgiven_member(n.asked.forgiven);
        if (n.delegation) {
            out += ",\"prefix\":";
            resolver::append_json_string(out, n.delegation->prefix);
        }
        if (n.asked.r) {
            out += ",\"r_component\":";
            resolver::append_json_string(out, *n.asked.r);
            out += n.settings && n.settings->r_component ? ",\"r_component_is_read\":true"
                                                         : ",\"r_component_is_read\":false";
        }
        if (n.asked.q) {
            out += ",\"q_component\":";
            resolver::append_json_string(out, *n.asked.q);
            out += ",\"q_strategy\":";
            resolver::append_json_string(out, to_string(n.settings_or_default().q));
        }
        if (n.record) {
            out += ",\"state\":";
            resolver::append_json_string(out, to_string(n.record->state));
            if (n.record->state == resolver::name_state::active) {
                const auto choice = resolver::choose(n.record->locators, w, now, n.health);
                out += ",\"choice\":";
                out += resolver::explain(n.record->locators, w, now, n.health, choice);
            }
        }
        const representation f = wanted(w.accept);
        if (f != representation::none) {
            out += ",\"representation\":";
            resolver::append_json_string(out, media_type_of(f));
        }
        if (a) {
            out += ",\"location\":";
            resolver::append_json_string(out, a->location);
            out += a->delegated ? ",\"delegated\":true" : "";
        } else {
            out += ",\"problem\":";
            out += to_json(a.error());
        }
        out += '}';
        return with_no_store(json_response(200, std::move(out)));
    });
}

// One of our own representations, whatever Accept says.
answer represented(call &c, representation f) {
    auto asked = read_name(c.path_value("urn"));
    if (!asked) return problem_answer(asked.error(), c.request);
    return with_name(
        c, std::move(*asked), [&](const known_name &n, const auto &w, auto now, const own_place &here) -> answer {
            if (!n.record) {
                const auto a = aim_at(n, w, now, here);
                return problem_answer(a ? kept_elsewhere(*a) : a.error(), n, c.request, here, now);
            }
            const auto choice = resolver::choose(n.record->locators, w, now, n.health);
            const bool withdrawn = n.record->state == resolver::name_state::withdrawn;
            response out = represent(f, n, withdrawn ? resolver::choice{} : choice, now, here, withdrawn ? 410 : 200);
            add_etag(out, n.event);
            return out;
        });
}
answer landing(call &c) { return represented(c, representation::page); }
answer links(call &c) { return represented(c, representation::linkset); }

constexpr std::array routes{
    route{"GET", "/{urn*}", "resolve", resolver::anyone, resolve, 0},
    route{"GET", "/uri-res/{service}", "thttp", resolver::anyone, thttp, 0},
    route{"GET", "/about/{urn}", "aboutName", resolver::anyone, landing, 0},
    route{"GET", "/api/v1/linkset/{urn}", "linksOfName", resolver::anyone, links, 0},
    route{"GET", "/api/v1/resolve/{urn}", "resolveAsJson", resolver::anyone, resolve_as_json, 0}.with_query(
        "service other"),
    route{"POST", "/api/v1/resolve", "resolveMany", resolver::anyone, resolve_many, batch_limit}.with_query("service"),
    route{"GET", "/api/v1/explain/{urn}", "explainChoice", resolver::anyone, explain_choice, 0}.with_query(
        "accept accept_language"),
};

} // namespace

std::span<const route> resolution_routes() noexcept { return routes; }

} // namespace uniform::http
