// uniform name assign, mint, reserve, activate, withdraw, locate, describe, show, list and resolve.

#include <charconv>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "name_record.hpp"
#include "service_call.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view names = "/api/v1/names";

std::string path_of(std::string_view urn, std::string_view more = {}) {
    return std::string{names} + '/' + http::path_segment(urn) + std::string{more};
}

// What only the first request with a key may do again.
std::vector<std::pair<std::string, std::string>> terms_of(const options &o) {
    const std::string *const key = o.value_of("key");
    std::vector<std::pair<std::string, std::string>> fields{
        {"Idempotency-Key", key ? *key : http::new_idempotency_key()}};
    if (const std::string *const version = o.value_of("if-version"))
        fields.emplace_back("If-Match", '"' + *version + '"');
    return fields;
}

std::string text_of(const json &object, const char *member) {
    const auto at = object.find(member);
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string{};
}

void show_name(const json &n) {
    std::cout << printable(text_of(n, "name")) << '\n';
    const auto line = [](std::string_view label, const std::string &value) {
        if (!value.empty())
            std::cout << "  " << printable(label) << std::string(label.size() < 13 ? 13 - label.size() : 1, ' ')
                      << printable(value) << '\n';
    };
    const auto number = [&](const char *member) {
        const auto at = n.find(member);
        return at != n.end() && at->is_number_unsigned() ? std::to_string(at->get<std::uint64_t>()) : std::string{};
    };
    line("state", text_of(n, "state"));
    line("reason", text_of(n, "reason"));
    line("withdrawn", text_of(n, "withdrawn"));
    line("registrar", text_of(n, "registrar"));
    line("key", text_of(n, "key"));
    line("version", number("version"));
    for (const json &l : n.value("locators", json::array())) {
        std::string text = text_of(l, "url");
        for (const char *const member : {"media_type", "language", "country", "valid_from", "valid_until"}) {
            if (const std::string value = text_of(l, member); !value.empty())
                text += "  " + std::string{member} + "=" + value;
        }
        if (const auto w = l.find("weight"); w != l.end() && w->is_number_unsigned())
            text += "  weight=" + std::to_string(w->get<std::uint64_t>());
        line("locator", text);
    }
    if (const auto metadata = n.find("metadata"); metadata != n.end() && metadata->is_object()) {
        for (const auto &[member, value] : metadata->items())
            line(member.size() > 12 ? "metadata" : std::string_view{member},
                 (member.size() > 12 ? member + ": " : "") +
                     (value.is_string() ? value.get<std::string>() : value.dump()));
    }
    for (const json &other : n.value("other_names", json::array()))
        if (other.is_string()) line("other name", other.get<std::string>());
    line("successor", text_of(n, "successor"));
    line("predecessor", text_of(n, "predecessor"));
    line("batch", text_of(n, "batch"));
}

void show_line(const json &n) { std::cout << printable(text_of(n, "name")) << '\n'; }

// The one URN that these verbs are about.
std::optional<int> one_argument(const options &o, std::string_view verb) {
    if (o.arguments.size() == 1) return std::nullopt;
    return fail(exit_usage, std::string{verb} + " takes one URN");
}

int changed(const options &o, std::string method, std::string path, const ordered_json &body,
            std::string_view subject) {
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = std::move(method), .path = std::move(path), .body = body.dump(), .fields = terms_of(o)},
                     show_name, subject);
}

} // namespace

int name_assign_verb(const options &o) {
    if (o.arguments.empty()) return fail(exit_usage, "name assign takes a URN and any number of URLs");
    auto record = record_of(o, 1);
    if (!record) return record.error();
    (*record)["name"] = o.arguments[0];
    return changed(o, "POST", std::string{names}, *record, o.arguments[0]);
}

int name_activate_verb(const options &o) {
    if (o.arguments.empty()) return fail(exit_usage, "name activate takes a URN and any number of URLs");
    const auto record = record_of(o, 1);
    if (!record) return record.error();
    return changed(o, "POST", path_of(o.arguments[0], "/activate"), *record, o.arguments[0]);
}

int name_mint_verb(const options &o) {
    if (o.arguments.empty())
        return fail(exit_usage, "name mint takes a prefix, for example urn:example:, and any number of URLs");
    auto record = record_of(o, 1);
    if (!record) return record.error();
    const auto count = count_of(o, 1);
    if (!count) return count.error();
    (*record)["count"] = *count;
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run(
        {.method = "POST",
         .path = "/api/v1/prefixes/" + http::path_segment(o.arguments[0]) + "/mint",
         .body = record->dump(),
         .fields = terms_of(o)},
        [](const json &body) {
            for (const json &n : body.value("items", json::array())) show_line(n);
        },
        o.arguments[0]);
}

int name_reserve_verb(const options &o) {
    const std::string *const prefix = o.value_of("prefix");
    ordered_json body = ordered_json::object();
    if (prefix) {
        if (!o.arguments.empty())
            return fail(exit_usage, "name reserve takes --prefix and --count, or the URNs themselves");
        const auto count = count_of(o, 1);
        if (!count) return count.error();
        body["prefix"] = *prefix;
        body["count"] = *count;
    } else {
        if (o.arguments.empty()) return fail(exit_usage, "name reserve takes URNs, or --prefix and --count");
        body["names"] = o.arguments;
    }
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = "POST", .path = "/api/v1/reservations", .body = body.dump(), .fields = terms_of(o)},
                     [](const json &batch) {
                         for (const json &n : batch.value("names", json::array()))
                             if (n.is_string()) std::cout << printable(n.get<std::string>()) << '\n';
                     });
}

int name_withdraw_verb(const options &o) {
    if (const auto wrong = one_argument(o, "name withdraw")) return *wrong;
    const std::string *const reason = o.value_of("reason");
    if (!reason) return fail(exit_usage, "name withdraw needs --reason: everybody who asks for the name will read it");
    ordered_json body{{"reason", *reason}};
    if (const std::string *const successor = o.value_of("successor")) body["successor"] = *successor;
    return changed(o, "POST", path_of(o.arguments[0], "/withdraw"), body, o.arguments[0]);
}

int name_locate_verb(const options &o) {
    if (o.arguments.empty())
        return fail(exit_usage, "name locate takes a URN and the URLs that take the place of those it has");
    const auto record = record_of(o, 1);
    if (!record) return record.error();
    if (!record->contains("locators"))
        return fail(exit_usage, "name locate needs URLs; to take all away, --record with {\"locators\": []}");
    return changed(o, "PATCH", path_of(o.arguments[0]), {{"locators", (*record)["locators"]}}, o.arguments[0]);
}

int name_describe_verb(const options &o) {
    if (const auto wrong = one_argument(o, "name describe")) return *wrong;
    auto record = record_of(o, 1);
    if (!record) return record.error();
    if (record->empty())
        return fail(exit_usage, "name describe needs --metadata, --other-name, --successor, --predecessor or --record");
    return changed(o, "PATCH", path_of(o.arguments[0]), *record, o.arguments[0]);
}

int name_show_verb(const options &o) {
    if (const auto wrong = one_argument(o, "name show")) return *wrong;
    auto call = service_call::open(o);
    if (!call) return call.error();
    const std::string *const when = o.value_of("as-of");
    return call->run({.path = path_of(o.arguments[0], query_of({{"as_of", when ? *when : ""}}))}, show_name,
                     o.arguments[0]);
}

int name_list_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "name list takes no arguments; --prefix says which names");
    auto call = service_call::open(o);
    if (!call) return call.error();
    const std::string *const prefix = o.value_of("prefix");
    const std::string *const state = o.value_of("state");
    return call->list(std::string{names} +
                          query_of({{"prefix", prefix ? *prefix : ""}, {"state", state ? *state : ""}}),
                      [](const json &n) {
                          std::cout << printable(text_of(n, "name")) << '\t' << text_of(n, "state");
                          const auto locators = n.find("locators");
                          if (locators != n.end() && locators->is_array() && !locators->empty())
                              std::cout << '\t' << printable(text_of((*locators)[0], "url"));
                          std::cout << '\n';
                      });
}

int name_resolve_verb(const options &o) {
    if (const auto wrong = one_argument(o, "name resolve")) return *wrong;
    auto call = service_call::open(o);
    if (!call) return call.error();
    const std::string *const service = o.value_of("service");
    const std::string *const accept = o.value_of("accept");
    const std::string *const language = o.value_of("language");
    const auto value = [](const std::string *s) -> std::string_view {
        return s ? std::string_view{*s} : std::string_view{};
    };
    if (o.value_of("explain")) {
        return call->run(
            {.path = "/api/v1/explain/" + http::path_segment(o.arguments[0]) +
                     query_of({{"accept", value(accept)}, {"accept_language", value(language)}})},
            [](const json &body) { std::cout << printable_json(body) << '\n'; }, o.arguments[0]);
    }
    http::api_request r{.path = "/api/v1/resolve/" + http::path_segment(o.arguments[0]) +
                                query_of({{"service", value(service)}})};
    if (accept) r.fields.emplace_back("Accept", *accept);
    if (language) r.fields.emplace_back("Accept-Language", *language);
    return call->run(
        r,
        [](const json &body) {
            // What the service gave: a URL, names, true or false, or descriptions.
            const auto print = [](const json &v) {
                if (v.is_string())
                    std::cout << printable(v.get<std::string>()) << '\n';
                else if (v.is_object() && v.contains("url"))
                    std::cout << printable(text_of(v, "url")) << '\n';
                else
                    std::cout << printable_json(v) << '\n';
            };
            const auto result = body.find("result");
            if (result == body.end())
                print(body);
            else if (result->is_array())
                for (const json &v : *result) print(v);
            else
                print(*result);
        },
        o.arguments[0]);
}

} // namespace uniform::command
