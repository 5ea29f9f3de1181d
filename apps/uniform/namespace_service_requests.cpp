// uniform namespace draft, submit, requests, request, template, comment, comments, decide: the process by which
// namespaces are registered (RFC 8141 sections 5 and 6).

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "client_text.hpp"
#include "service_call.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t template_limit = std::size_t{1} << 20U;

std::string dumped(const ordered_json &body) { return body.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string path_of(std::string_view number, std::string_view more = {}) {
    return "/api/v1/requests/" + http::path_segment(number) + std::string{more};
}

void show_findings(const json &body) {
    for (const json &f : body.value("findings", json::array())) {
        std::string text = member_of(f, "level") + ": " + member_of(f, "message");
        if (const std::string rule = member_of(f, "rule"); !rule.empty()) text += " (" + rule + ")";
        if (const std::string line = member_of(f, "line"); !line.empty()) text = "line " + line + ": " + text;
        print_cells({{"  " + text}});
    }
}

void show_request(const json &r) {
    print_cells({{"request " + member_of(r, "id")}});
    print_member("nid", member_of(r, "nid"));
    print_member("title", member_of(r, "title"));
    print_member("submitter", member_of(r, "submitter"));
    print_member("state", member_of(r, "state"));
    std::string track = member_of(r, "kind") + ", " + member_of(r, "track");
    if (const auto fast = r.find("fast_track"); fast != r.end() && fast->is_object())
        track += " for " + member_of(*fast, "body") + (fast->value("recognized", false) ? "" : ", not yet recognized");
    print_member("track", track);
    if (const auto revises = r.find("revises"); revises != r.end() && revises->is_object())
        print_member("revises", member_of(*revises, "nid") + ", request " + member_of(*revises, "request"));
    print_member("round", member_of(r, "round"));
    print_member("comments", member_of(r, "comments"));
    for (const json &other : r.value("also_requested_in", json::array()))
        print_member("also asked in", "request " + member_of(other, "request") + ", " + member_of(other, "state"));
    if (const auto by = member_of(r, "overtaken_by"); !by.empty()) print_member("overtaken by", "request " + by);
    for (const json &d : r.value("decisions", json::array())) {
        std::string text = member_of(d, "at") + "  " + member_of(d, "step");
        if (const auto round = member_of(d, "round"); round != "0") text += ", round " + round;
        if (const auto part = member_of(d, "part"); !part.empty()) text += ", by " + part;
        if (const auto who = member_of(d, "who"); !who.empty()) text += " (" + who + ")";
        if (const auto why = member_of(d, "text"); !why.empty()) text += ": " + why;
        if (const auto reference = member_of(d, "reference"); !reference.empty()) text += " [" + reference + "]";
        print_member("step", text);
    }
    print_member("open steps", joined(r, "open_steps"));
}

// What a step answers, or the opening of a request.
void show_step(const json &body) {
    show_request(body.value("request", json::object()));
    if (const std::string secret = member_of(body, "secret"); !secret.empty())
        print_member("secret", secret + " (shown this once: it makes its holder the submitter)");
    if (const auto n = body.find("namespace"); n != body.end() && n->is_object())
        print_member("namespace", member_of(*n, "nid"));
    if (const auto t = body.find("manager_token"); t != body.end() && t->is_object()) {
        std::string line = "uniform token create --role " + member_of(*t, "role");
        for (const json &prefix : t->value("prefixes", json::array()))
            if (prefix.is_string()) line += " --prefix " + prefix.get<std::string>();
        print_member("its manager", line);
    }
    show_findings(body);
}

http::api_request new_request(const options &o, const std::string &text) {
    ordered_json body{{"template", text}};
    for (const auto &[option, member] :
         {std::pair{"title", "title"}, {"author", "submitter"}, {"fast-track", "fast_track"}, {"revises", "revises"}})
        if (const std::string *const value = o.value_of(option)) body[member] = *value;
    return {.method = "POST", .path = "/api/v1/requests", .body = dumped(body), .fields = secret_of(o)};
}

std::expected<std::string, int> template_of(const options &o, std::string_view verb) {
    if (o.arguments.empty() || o.arguments.size() > 2)
        return std::unexpected(
            fail(exit_usage, std::string{verb} + " takes a FILE, and the number of a request that is there"));
    return read_document(o.arguments[0], template_limit);
}

} // namespace

int namespace_draft_verb(const options &o) {
    const auto text = template_of(o, "namespace draft");
    if (!text) return text.error();
    auto call = service_call::open(o);
    if (!call) return call.error();
    if (o.arguments.size() == 1) return call->run(new_request(o, *text), show_step);
    return call->run({.method = "PUT",
                      .path = path_of(o.arguments[1], "/template"),
                      .body = *text,
                      .content_type = "text/plain",
                      .fields = secret_of(o)},
                     show_step);
}

int namespace_submit_verb(const options &o) {
    const auto text = template_of(o, "namespace submit");
    if (!text) return text.error();
    auto call = service_call::open(o);
    if (!call) return call.error();
    std::string number = o.arguments.size() == 2 ? o.arguments[1] : "";
    auto fields = secret_of(o);
    http::api_response opened;
    if (number.empty()) {
        // The draft is only a step on the way: what is shown is the submission, and the secret.
        try {
            opened = call->api().call(new_request(o, *text));
        } catch (const http::no_answer &e) {
            return fail(exit_io, e.what());
        }
        if (opened.status >= 300) return call->report(opened);
        const json draft = json::parse(opened.body, nullptr, false);
        number = draft.is_object() ? member_of(draft.value("request", json::object()), "id") : "";
        if (number.empty()) return fail(exit_io, "the answer is no request");
        const std::string secret = member_of(draft, "secret");
        fields = {{"Request-Secret", secret}};
        // On standard error, as is all that is said and not asked for: it is needed also when the submission is
        // refused.
        std::fputs(("uniform: request " + printable(number) +
                    " is a draft now; its secret, shown this once: " + printable(secret) + '\n')
                       .c_str(),
                   stderr);
    }
    ordered_json body{{"template", *text}};
    if (const std::string *const reason = o.value_of("reason")) body["text"] = *reason;
    return call->run(
        {.method = "POST", .path = path_of(number, "/submit"), .body = dumped(body), .fields = std::move(fields)},
        show_step);
}

int namespace_requests_verb(const options &o) {
    if (o.arguments.size() > 1) return fail(exit_usage, "namespace requests takes a NID, or nothing");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list("/api/v1/requests" +
                          query_of({{"state", value_or_empty(o, "state")},
                                    {"nid", o.arguments.empty() ? std::string_view{} : o.arguments[0]}}),
                      [](const json &r) {
                          const std::string nid = member_of(r, "nid");
                          print_cells({{member_of(r, "id"), 4},
                                       {member_of(r, "state"), 12},
                                       {nid.empty() ? "-" : nid, 16},
                                       {member_of(r, "kind"), 8},
                                       {member_of(r, "title")}});
                      });
}

int namespace_request_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "namespace request takes the number of a request");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.path = path_of(o.arguments[0]), .fields = secret_of(o)}, show_request);
}

int namespace_template_verb(const options &o) {
    if (o.arguments.empty() || o.arguments.size() > 2)
        return fail(exit_usage, "namespace template takes the number of a request, and of one of its versions");
    auto call = service_call::open(o);
    if (!call) return call.error();
    auto fields = secret_of(o);
    fields.emplace_back("Accept", o.json ? "application/json" : "text/plain");
    const std::string more = o.arguments.size() == 1 ? "/template" : "/versions/" + http::path_segment(o.arguments[1]);
    http::api_response answer;
    try {
        answer = call->api().call({.path = path_of(o.arguments[0], more), .fields = std::move(fields)});
    } catch (const http::no_answer &e) {
        return fail(exit_io, e.what());
    }
    if (answer.status >= 300) return call->report(answer);
    if (!answer.body.ends_with('\n')) answer.body += '\n';
    return print_all(answer.body);
}

int namespace_comment_verb(const options &o) {
    if (o.arguments.size() != 2)
        return fail(exit_usage, "namespace comment takes the number of a request and the text; \"-\" reads the text");
    const std::string *const author = o.value_of("author");
    if (!author) return fail(exit_usage, "namespace comment needs --author: comments are public, and have one");
    std::string text = o.arguments[1];
    if (text == "-") {
        auto read = read_document("-", std::size_t{1} << 16U);
        if (!read) return read.error();
        text = std::move(*read);
    }
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = "POST",
                      .path = path_of(o.arguments[0], "/comments"),
                      .body = dumped({{"author", *author}, {"text", text}}),
                      .fields = secret_of(o)},
                     [](const json &c) { print_cells({{"comment " + member_of(c, "number")}}); });
}

int namespace_comments_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "namespace comments takes the number of a request");
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->list(
        path_of(o.arguments[0], "/comments"),
        [](const json &c) {
            std::string head = member_of(c, "number") + "  " + member_of(c, "at") + "  " + member_of(c, "author");
            if (const std::string part = member_of(c, "part"); !part.empty()) head += " (" + part + ")";
            print_cells({{head + ", round " + member_of(c, "round")}});
            print_member("", member_of(c, "text"));
        },
        secret_of(o));
}

int namespace_decide_verb(const options &o) {
    if (o.arguments.size() != 2)
        return fail(exit_usage, "namespace decide takes the number of a request, and a step such as approve");
    ordered_json body = ordered_json::object();
    if (const std::string *const reason = o.value_of("reason")) body["text"] = *reason;
    if (const std::string *const reference = o.value_of("reference")) body["reference"] = *reference;
    if (const std::string *const text = o.value_of("round")) {
        unsigned round = 0;
        const auto [end, why] = std::from_chars(text->data(), text->data() + text->size(), round);
        if (why != std::errc{} || end != text->data() + text->size())
            return fail(exit_usage, "--round needs a number, not " + in_quotes(*text));
        body["round"] = round;
    }
    constexpr std::string_view steps[]{"submit",  "review",    "return",   "approve",  "report",
                                       "decline", "recognize", "conclude", "register", "withdraw"};
    const std::string &step = o.arguments[1];
    if (std::ranges::find(steps, step) == std::end(steps)) {
        const auto near = did_you_mean(step, steps);
        return fail(exit_usage, "there is no step " + in_quotes(step) +
                                    (near.empty() ? std::string{} : "; did you mean " + std::string{near} + "?"));
    }
    auto call = service_call::open(o);
    if (!call) return call.error();
    return call->run({.method = "POST",
                      .path = path_of(o.arguments[0], '/' + step),
                      .body = body.empty() ? "" : dumped(body),
                      .fields = secret_of(o)},
                     show_step);
}

} // namespace uniform::command
