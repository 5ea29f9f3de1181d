// uniform namespace list, settings, available, delegate, undelegate, delegations.

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "client_text.hpp"
#include "service_call.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string dumped(const json &body) { return body.dump(-1, ' ', false, json::error_handler_t::replace); }

// The settings that are objects: given as JSON.
constexpr std::array rules{"syntax", "equivalence", "checks"};

void show_namespace(const json &n) {
    print_cells({{member_of(n, "nid")}});
    for (const char *const member : {"title", "status", "origin", "request", "redirect", "q_component", "r_component",
                                     "public_resolvers", "max_age", "version"})
        print_member(member, member_of(n, member));
    for (const char *const member : rules)
        if (const auto found = n.find(member); found != n.end()) print_member(member, dumped(*found));
}

std::string minting_of(const json &d) {
    const auto m = d.find("minting");
    if (m == d.end() || !m->is_object()) return {};
    std::string text = member_of(*m, "method");
    if (text == "none") return {};
    if (text == "uuid")
        return text + ", version " + (m->contains("uuid_version") ? member_of(*m, "uuid_version") : "4");
    if (const auto pattern = member_of(*m, "pattern"); !pattern.empty()) text += ", " + pattern;
    if (const auto check = member_of(*m, "check"); !check.empty() && check != "none") text += ", check " + check;
    return text;
}

void show_delegation(const json &d) {
    print_cells({{member_of(d, "prefix")}});
    print_member("registrar", member_of(d, "registrar"));
    print_member("naming", member_of(d, "naming"));
    print_member("hosts", joined(d, "hosts"));
    print_member("minting", minting_of(d));
    print_member("resolver", member_of(d, "resolver"));
    print_member("state", member_of(d, "state"));
    print_member("version", member_of(d, "version"));
}

std::string path_of_prefix(std::string_view prefix, std::string_view more = {}) {
    return "/api/v1/delegations/" + http::path_segment(prefix) + std::string{more};
}

// A value as the API wants it: true, false and numbers as such, rules as the JSON that they are, anything else as text.
json value_of_text(const std::string &member, const std::string &text) {
    if (std::ranges::find(rules, member) != rules.end()) {
        json value = json::parse(text, nullptr, false);
        if (!value.is_discarded()) return value;
    }
    if (member != "title" && (text == "true" || text == "false")) return text == "true";
    std::uint64_t number = 0;
    const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (member != "title" && why == std::errc{} && end == text.data() + text.size()) return number;
    return text;
}

} // namespace

int namespace_list_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "namespace list takes no arguments");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list("/api/v1/namespaces", [](const json &n) {
        print_cells({{member_of(n, "nid"), 16},
                     {member_of(n, "status"), 6},
                     {member_of(n, "origin"), 5},
                     {member_of(n, "title")}});
    });
}

int namespace_settings_verb(const options &o) {
    if (o.arguments.empty()) return fail(exit_usage, "namespace settings takes a NID, and any number of NAME=VALUE");
    const std::string path = "/api/v1/namespaces/" + http::path_segment(o.arguments[0]);
    json changes = json::object();
    for (std::size_t i = 1; i < o.arguments.size(); ++i) {
        const std::string &text = o.arguments[i];
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos)
            return fail(exit_usage, "namespace settings needs NAME=VALUE, not " + in_quotes(text));
        const std::string member = text.substr(0, equals);
        changes[member] = value_of_text(member, text.substr(equals + 1));
    }
    if (!changes.empty() && o.value_of("as-of"))
        return fail(exit_usage, "--as-of shows what was: nothing of it is changed");
    auto call = service_call::open(o);
    if (!call) return call.error();
    if (changes.empty())
        return call->run({.path = path + query_of({{"as_of", value_or_empty(o, "as-of")}})}, show_namespace);
    json body;
    std::string version;
    if (const int code = call->get(path, body, version, true); code != exit_good) return code;
    if (body.is_null()) body = json::object();
    body.erase("version");
    body.update(changes);
    auto terms = if_match_of(o);
    // What somebody else changed since we looked is not overwritten.
    if (terms.empty() && !version.empty()) terms.emplace_back("If-Match", version);
    return call->run({.method = "PUT", .path = path, .body = dumped(body), .fields = std::move(terms)}, show_namespace);
}

int namespace_zone_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "namespace zone takes no arguments");
    auto call = service_call::open(o);
    if (!call) return call.error();
    try {
        const http::api_response zone = call->api().call({.path = "/api/v1/zone"});
        return zone.status == 200 ? print_all(zone.body) : call->report(zone);
    } catch (const http::no_answer &e) {
        return fail(exit_io, e.what());
    }
}

int namespace_available_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "namespace available takes a NID");
    auto call = service_call::open(o);
    if (!call) return call.error();
    http::api_response answer;
    try {
        answer = call->api().call({.path = "/api/v1/nids/" + http::path_segment(o.arguments[0])});
    } catch (const http::no_answer &e) {
        return fail(exit_io, e.what());
    }
    if (answer.status >= 300) return call->report(answer, o.arguments[0]);
    const json verdict = json::parse(answer.body, nullptr, false);
    if (!verdict.is_object()) return fail(exit_io, "the answer is no JSON object");
    const bool free = verdict.value("free", false);
    if (o.json) {
        if (const int code = print_all(answer.body + '\n'); code != exit_good) return code;
    } else {
        print_cells({{member_of(verdict, "nid") + (free ? ": available" : ": not available")}});
        print_member("kind", member_of(verdict, "kind"));
        print_member("registered", member_of(verdict, "registered"));
        if (const auto p = verdict.find("problem"); p != verdict.end() && p->is_object()) {
            std::string why = member_of(*p, "detail");
            if (const auto rule = member_of(*p, "rule"); !rule.empty()) why += " (" + rule + ")";
            print_member("because", why);
        }
        for (const json &a : verdict.value("attention", json::array()))
            print_member("note", a.is_object() ? member_of(a, "message") : a.is_string() ? a.get<std::string>() : "");
        for (const json &r : verdict.value("requests", json::array()))
            print_member("asked for in", "request " + member_of(r, "request") + ", " + member_of(r, "state"));
        if (!std::cout.flush()) return fail(exit_io, "cannot write to standard output");
    }
    return free ? exit_good : exit_bad_input;
}

int namespace_delegate_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "namespace delegate takes a prefix, for example isbn:");
    ordered_json body = ordered_json::object();
    for (const char *const member : {"registrar", "naming", "resolver"})
        if (const std::string *const value = o.value_of(member)) body[member] = *value;
    if (const auto hosts = o.values_of("host"); !hosts.empty()) body["hosts"] = hosts;
    const std::string *const method = o.value_of("mint");
    const std::string *const pattern = o.value_of("pattern");
    const std::string *const check = o.value_of("check");
    if (!method && (pattern || check)) return fail(exit_usage, "--pattern and --check need --mint");
    if (method) {
        ordered_json minting{{"method", *method == "uuid7" ? "uuid" : *method}};
        if (*method == "uuid7") minting["uuid_version"] = 7;
        if (pattern) minting["pattern"] = *pattern;
        if (check) minting["check"] = *check;
        body["minting"] = std::move(minting);
    }
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run(
        {.method = "PUT", .path = path_of_prefix(o.arguments[0]), .body = dumped(body), .fields = if_match_of(o)},
        show_delegation, o.arguments[0]);
}

int namespace_undelegate_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "namespace undelegate takes a prefix that is delegated");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = "POST", .path = path_of_prefix(o.arguments[0], "/end"), .fields = if_match_of(o)},
                     show_delegation, o.arguments[0]);
}

int namespace_delegations_verb(const options &o) {
    if (o.arguments.size() > 1) return fail(exit_usage, "namespace delegations takes a prefix, or nothing");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list(
        "/api/v1/delegations" + query_of({{"within", o.arguments.empty() ? std::string_view{} : o.arguments[0]}}),
        [](const json &d) {
            std::string more = member_of(d, "registrar");
            if (more.empty()) more = member_of(d, "resolver");
            print_cells({{member_of(d, "prefix"), 24}, {member_of(d, "state"), 6}, {more, 16}, {minting_of(d)}});
        });
}

} // namespace uniform::command
