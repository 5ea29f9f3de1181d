// uniform namespace draft, submit, requests, request, template, comment, comments, decide: the process by which
// namespaces are registered (RFC 8141 sections 5 and 6).

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/process.hpp>

#include "namespace/commands.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"
#include "service/client_text.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t template_limit = std::size_t{1} << 20U;

std::string path_of(std::string_view number, std::string_view more = {}) {
    return "/api/v1/requests/" + http::path_segment(number) + std::string{more};
}

void show_findings(const json::value &body) {
    for (const json::value &f : list_in(body, "findings")) {
        print_cells({{"  " + finding_text(f)}});
    }
}

// The rules of the names that the template becomes, for confirmation.
void show_rules(const json::value &rules) {
    const json::value *const syntax = rules.find("syntax");
    bool open = false;
    for (const json::value &o : list_in(rules, "open")) {
        print_member("open", member_of(o, "setting") + ": " + member_of(o, "why"));
        if (member_of(o, "setting") == "syntax") open = true;
    }
    if (syntax != nullptr)
        print_member("pattern of names", member_of(*syntax, "pattern"));
    else if (!open)
        print_member("pattern of names", "any NSS of RFC 8141");
    if (const json::value *const e = rules.find("equivalence")) {
        const std::string summary = member_of(*e, "summary");
        print_member("equivalence", summary.empty() ? json::to_text(*e) : summary);
    }
    if (const json::value *const c = rules.find("components")) {
        for (const char *const letter : {"r", "q", "f"}) {
            print_member(std::string{letter} + "-components", member_of(*c, letter));
        }
    }
    if (const json::value *const checks = rules.find("checks")) print_member("checks", json::to_text(*checks));
    for (const json::value &x : list_in(rules, "examples")) {
        const std::string fault = member_of(x, "fault");
        print_member("example", member_of(x, "name") + (fault.empty() ? "" : ": " + fault));
    }
    print_member("conflict", member_of(rules, "conflict"));
}

// Prints the effect of the rules of a revision on the names that exist.
void show_existing_names(const json::value &of) {
    const json::value *const names = of.find("existing_names");
    if (names == nullptr) return;
    print_member("existing names", member_of(*names, "names") + ", of which the new rules would not permit " +
                                       member_of(*names, "invalid"));
    for (const json::value &x : list_in(*names, "examples")) {
        if (x.is_string()) print_member("stays valid", *x.if_string());
    }
}

void show_request(const json::value &r) {
    print_cells({{"request " + member_of(r, "id")}});
    print_member("nid", member_of(r, "nid"));
    print_member("title", member_of(r, "title"));
    print_member("submitter", member_of(r, "submitter"));
    print_member("state", member_of(r, "state"));
    std::string track = member_of(r, "kind") + ", " + member_of(r, "track");
    if (const json::value *const fast = r.find("fast_track"); fast != nullptr && fast->is_object())
        track += " for " + member_of(*fast, "body") +
                 (member_of(*fast, "recognized") == "true" ? "" : ", not yet recognized");
    print_member("track", track);
    if (const json::value *const revises = r.find("revises"); revises != nullptr && revises->is_object())
        print_member("revises", member_of(*revises, "nid") + ", request " + member_of(*revises, "request"));
    print_member("round", member_of(r, "round"));
    print_member("comments", member_of(r, "comments"));
    if (const json::value *const waits = r.find("received")) {
        const std::string at = member_of(*waits, "submission");
        if (!at.empty()) print_member("to be accepted", "the submission of " + at);
        if (const auto n = member_of(*waits, "comments"); n != "0") print_member("to be accepted", "comments: " + n);
    }
    for (const json::value &other : list_in(r, "also_requested_in"))
        print_member("also requested in", "request " + member_of(other, "request") + ", " + member_of(other, "state"));
    if (const auto by = member_of(r, "superseded_by"); !by.empty()) print_member("superseded by", "request " + by);
    for (const json::value &d : list_in(r, "decisions")) {
        std::string text = member_of(d, "at") + "  " + member_of(d, "action");
        if (const auto round = member_of(d, "round"); round != "0") text += ", round " + round;
        if (const auto part = member_of(d, "part"); !part.empty()) text += ", by " + part;
        if (const auto who = member_of(d, "who"); !who.empty()) text += " (" + who + ")";
        if (const auto why = member_of(d, "text"); !why.empty()) text += ": " + why;
        if (const auto reference = member_of(d, "reference"); !reference.empty()) text += " [" + reference + "]";
        print_member("action", text);
    }
    // By the names of the commands: the history has others for editing the draft and for withdrawing.
    std::string possible;
    for (const json::value &a : list_in(r, "possible_actions")) {
        const std::string name = a.is_string() ? *a.if_string() : "";
        if (!possible.empty()) possible += ", ";
        possible += name == "edit" ? "draft" : name == "withdraw-request" ? "withdraw" : name;
    }
    print_member("possible actions", possible);
    if (const json::value *const rules = r.find("rules")) {
        show_rules(*rules);
        show_existing_names(*rules);
    }
}

// The response to an action, or to the opening of a request.
void show_action(const json::value &body) {
    if (const json::value *const r = body.find("request")) show_request(*r);
    if (const std::string secret = member_of(body, "secret"); !secret.empty())
        print_member("secret", secret + " (shown only once: it makes its holder the submitter)");
    if (const json::value *const n = body.find("namespace"); n != nullptr && n->is_object())
        print_member("namespace", member_of(*n, "nid"));
    if (const json::value *const t = body.find("manager_token"); t != nullptr && t->is_object()) {
        std::string line = "uniform token create --role " + member_of(*t, "role");
        for (const json::value &prefix : list_in(*t, "prefixes"))
            if (prefix.is_string()) line += " --prefix " + *prefix.if_string();
        print_member("its manager", line);
    }
    show_existing_names(body);
    show_findings(body);
}

using request_options = with<service_options, json_row, secret_option>;

// The options of commands that may open a request.
struct opening_options : with<request_options> {
    std::optional<std::string> title;
    std::optional<std::string> author;
    std::optional<std::string> fast_track;
    std::optional<std::string> revises;

    static constexpr auto rows() {
        using enum heading;
        using self = opening_options;
        return std::array{
            option<&self::title>({making, 0, "title", "TEXT", "The title of the request."}),
            option<&self::author>({making, 0, "author", "TEXT", "The submitter, which is public."}),
            option<&self::fast_track>({making, 0, "fast-track", "BODY",
                                       "Request the fast track of RFC 8141 section 6.3 in the name of this body."}),
            option<&self::revises>(
                {making, 0, "revises", "NID", "The registered namespace whose registration it revises."}),
        };
    }
};

http::api_request new_request(const opening_options &o, const std::string &text, bool submit = false,
                              const std::optional<std::string> &reason = {}) {
    json::value body = json::object{{"template", text}};
    if (o.title) body.set("title", *o.title);
    if (o.author) body.set("submitter", *o.author);
    if (o.fast_track) body.set("fast_track", *o.fast_track);
    if (o.revises) body.set("revises", *o.revises);
    if (submit) body.set("submit", true);
    if (reason) body.set("text", *reason);
    return {.method = "POST", .path = "/api/v1/requests", .body = json::to_text(body), .fields = secret_of(o)};
}

int draft(const opening_options &o) {
    const auto text = read_document(o.arguments[0], template_limit);
    if (!text) return text.error();
    auto call = service_call::open(o);
    if (!call) return call.error();
    if (o.arguments.size() == 1) return call->run(new_request(o, *text), show_action);
    return call->run({.method = "PUT",
                      .path = path_of(o.arguments[1], "/template"),
                      .body = *text,
                      .content_type = "text/plain",
                      .fields = secret_of(o)},
                     show_action);
}

using submit_options = with<opening_options, reason_option>;

int submit(const submit_options &o) {
    const auto text = read_document(o.arguments[0], template_limit);
    if (!text) return text.error();
    auto call = service_call::open(o);
    if (!call) return call.error();
    // In one request: if the submission is refused, no draft is left.
    if (o.arguments.size() == 1) return call->run(new_request(o, *text, true, o.reason), show_action);
    json::value body = json::object{{"template", *text}};
    if (o.reason) body.set("text", *o.reason);
    return call->run({.method = "POST",
                      .path = path_of(o.arguments[1], "/submit"),
                      .body = json::to_text(body),
                      .fields = secret_of(o)},
                     show_action);
}

struct requests_options : with<service_options, json_row, limit_row> {
    std::string state;
    bool received = false;

    static constexpr auto rows() {
        return std::array{
            option<&requests_options::state>({heading::rules, 0, "state", "STATE", "Only requests in this state.",
                                              joined_names<registry::request_state_names, " ">, "all"}),
            option<&requests_options::received>(
                {heading::rules, 0, "received", "", "Only requests with something that waits to be accepted."})};
    }
};

int requests(const requests_options &o) {
    return list_from_service(o,
                             "/api/v1/requests" +
                                 query_of({{"state", o.state},
                                           {"nid", o.arguments.empty() ? std::string_view{} : o.arguments[0]},
                                           {"received", o.received ? "true" : ""}}),
                             [](const json::value &r) {
                                 const std::string nid = member_of(r, "nid");
                                 print_cells({{member_of(r, "id"), 4},
                                              {member_of(r, "state"), 12},
                                              {nid.empty() ? "-" : nid, 16},
                                              {member_of(r, "kind"), 8},
                                              {member_of(r, "title")}});
                             });
}

int request(const request_options &o) {
    return call_service(o, {.path = path_of(o.arguments[0]), .fields = secret_of(o)}, show_request);
}

int show_template(const request_options &o) {
    auto call = service_call::open(o);
    if (!call) return call.error();
    auto fields = secret_of(o);
    fields.emplace_back("Accept", o.json ? "application/json" : "text/plain");
    const std::string more = o.arguments.size() == 1 ? "/template" : "/versions/" + http::path_segment(o.arguments[1]);
    http::api_response answer;
    try {
        answer = call->api().call({.path = path_of(o.arguments[0], more), .fields = std::move(fields)});
    } catch (const http::no_response &e) {
        return fail(exit_io, e.what());
    }
    if (answer.status >= 300) return call->report(answer);
    if (!answer.body.ends_with('\n')) answer.body += '\n';
    return print_all(answer.body);
}

struct comment_options : with<request_options> {
    std::optional<std::string> author;

    static constexpr auto rows() {
        return std::array{option<&comment_options::author>(
            {heading::making, 0, "author", "TEXT", "Your name, which is public; required."})};
    }
};

int comment(const comment_options &o) {
    if (!o.author) return usage_error(o, "missing option: --author, which is shown with the comment");
    std::string text = o.arguments[1];
    if (text == "-") {
        auto read = read_document("-", std::size_t{1} << 16U);
        if (!read) return read.error();
        text = std::move(*read);
    }
    return call_service(o,
                        {.method = "POST",
                         .path = path_of(o.arguments[0], "/comments"),
                         .body = json::to_text(json::object{{"author", *o.author}, {"text", text}}),
                         .fields = secret_of(o)},
                        [](const json::value &c) {
                            const std::string id = member_of(c, "id");
                            if (id.empty()) return print_cells({{"comment " + member_of(c, "number")}});
                            print_cells({{"comment " + id + " is received: it is public when it is accepted"}});
                            print_member("secret", member_of(c, "secret"));
                        });
}

struct comments_options : with<request_options, limit_row> {
    bool received = false;

    static constexpr auto rows() {
        return std::array{option<&comments_options::received>(
            {heading::rules, 0, "received", "", "Instead those that wait to be accepted, with their ids."})};
    }
};

int comments(const comments_options &o) {
    return list_from_service(
        o, path_of(o.arguments[0], o.received ? "/received/comments" : "/comments"),
        [](const json::value &c) {
            std::string head = (c.find("id") != nullptr ? member_of(c, "id") : member_of(c, "number")) + "  " +
                               member_of(c, "at") + "  " + member_of(c, "author");
            const std::string part = member_of(c, "part");
            const json::value *const verified = c.find("verified");
            // Absent: from a service that does not say it.
            if (verified != nullptr && !verified->if_boolean().value_or(false)) {
                head += part.empty() ? " (unverified)" : " (" + part + ", name unverified)";
            } else if (!part.empty()) {
                head += " (" + part + ")";
            }
            print_cells({{head + ", round " + member_of(c, "round")}});
            print_member("", member_of(c, "text"));
        },
        secret_of(o));
}

constexpr std::string_view actions =
    "submit review return approve report decline reopen recognize conclude register settle withdraw accept dismiss";

struct decide_options : with<request_options, reason_option> {
    std::optional<std::string> reference;
    std::optional<std::string> body;
    std::optional<unsigned> round;
    std::optional<std::string> syntax;
    std::optional<std::string> equivalence;
    std::optional<std::string> components;
    std::optional<std::string> comment;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&decide_options::comment>(
                {rules, 0, "comment", "ID", "accept, dismiss: the comment that waits to be accepted."}),
            option<&decide_options::reference>(
                {making, 0, "reference", "TEXT", "The document or body to which the action refers."}),
            option<&decide_options::body>(
                {making, 0, "body", "TEXT", "recognize: the name of the body, if the request names none."}),
            option<&decide_options::syntax>(
                {making, 0, "syntax", "RULE",
                 "register, settle: how names look, if the template has it in prose: a pattern from \"^\" to \"$\", "
                 "the setting `syntax` in JSON, or \"any\" for any NSS of RFC 8141."}),
            option<&decide_options::equivalence>(
                {making, 0, "equivalence", "RULE",
                 "register, settle: which names are equivalent: the setting `equivalence` in JSON, or \"none\"."}),
            option<&decide_options::components>(
                {making, 0, "components", "RULE",
                 "register, settle: which r-, q- and f-components may be used: the setting `components` in JSON, or "
                 "\"any\"."}),
            number<&decide_options::round, 0, 1000000>(
                {rules, 0, "round", "N", "Act only if the review is still in this round."}),
        };
    }
};

// A rule as it is given to an option; an error is the exit code.
std::expected<json::value, int> rule_in(const decide_options &o, std::string_view option, const std::string &text) {
    if (text == "any" || text == "none") return json::value{};
    if (text.starts_with('^')) return json::value{json::object{{"pattern", text}}};
    if (auto read = json::read(text)) return std::move(*read);
    return std::unexpected{usage_error(o, "--" + std::string{option} + " is a setting in JSON, or \"" +
                                              (option == "syntax"       ? "any\", or a pattern that begins with \"^\""
                                               : option == "components" ? "any\""
                                                                        : "none\""))};
}

// A comment that was accepted has a number, one that was dismissed has none.
void show_handled_comment(const json::value &c) {
    const std::string number = member_of(c, "number");
    print_cells({{number.empty() ? "comment " + member_of(c, "id") + " is deleted" : "comment " + number}});
}

int decide(const decide_options &o) {
    json::value body = json::object{};
    json::value rules = json::object{};
    for (const auto &[name, given] :
         {std::pair{"syntax", &o.syntax}, {"equivalence", &o.equivalence}, {"components", &o.components}}) {
        if (!*given) continue;
        auto rule = rule_in(o, name, **given);
        if (!rule) return rule.error();
        rules.set(name, std::move(*rule));
    }
    const bool decides = !rules.members().empty();
    if (decides) body.set("rules", std::move(rules));
    if (o.reason) body.set("text", *o.reason);
    if (o.reference) body.set("reference", *o.reference);
    if (o.round) body.set("round", *o.round);
    if (o.body) body.set("body", *o.body);
    // The names of the history, as the service lists them in JSON, are accepted, too.
    const std::string action = o.arguments[1] == "withdraw-request" ? "withdraw" : o.arguments[1];
    if (action == "draft" || action == "edit" || action == "comment") {
        return usage_error(o, "not a decision: `uniform namespace " +
                                  std::string{action == "comment" ? "comment" : "draft"} + "` does that");
    }
    if ((action == "dismiss" && !o.comment) || (o.comment && action != "dismiss" && action != "accept"))
        return usage_error(o, "--comment belongs to accept and dismiss, and dismiss is about a comment");
    if (decides && action != "register" && action != "settle")
        return usage_error(o, "--syntax, --equivalence and --components belong to register and settle");
    if (o.body && action != "recognize") return usage_error(o, "--body belongs to recognize");
    if (const auto known = base::read_choice(action, actions); !known) {
        return usage_error(o, in_quotes(action) + ' ' + known.error());
    }
    if ((action == "return" || action == "decline" || action == "reopen") && !o.reason) {
        return usage_error(o, "missing option: --reason; the submitter must know it");
    }
    if ((action == "settle" || decides) && !o.reason) {
        return usage_error(o, "missing option: --reason; it stays with the rules");
    }
    if (o.comment) {
        return call_service(
            o,
            {.method = "POST",
             .path = path_of(o.arguments[0], "/received/comments/" + http::path_segment(*o.comment) + '/' + action)},
            show_handled_comment);
    }
    return call_service(o,
                        {.method = "POST",
                         .path = path_of(o.arguments[0], '/' + action),
                         .body = body.members().empty() ? "" : json::to_text(body),
                         .fields = secret_of(o)},
                        show_action, {}, [](std::string_view pointer) -> std::string {
                            // The option of the member that the service names.
                            if (pointer == "/text") return "--reason";
                            if (pointer.starts_with("/rules/syntax")) return "--syntax";
                            if (pointer.starts_with("/rules/equivalence")) return "--equivalence";
                            if (pointer.starts_with("/rules/components")) return "--components";
                            if (pointer == "/reference" || pointer == "/body")
                                return "--" + std::string{pointer.substr(1)};
                            return {};
                        });
}

constexpr example draft_examples[]{
    {"Would it be accepted for review?", "uniform namespace draft --server http://127.0.0.1:8141 harbour.txt"},
};
constexpr example submit_examples[]{
    {"Request a namespace", "uniform namespace submit --server http://127.0.0.1:8141 harbour.txt"},
    {"Again, after it was returned",
     "export UNIFORM_SECRET=$(cat secret.txt)\nuniform namespace submit harbour.txt 12 --reason 'Security added'"},
};
constexpr example requests_examples[]{
    {"Those that wait for an expert", "uniform namespace requests --state submitted"},
    {"The requests for a NID", "uniform namespace requests harbour"},
    {"Those with something that waits to be accepted", "uniform namespace requests --received"},
};
constexpr example request_show_examples[]{{"The state of a request", "uniform namespace request 12"}};
constexpr example template_examples[]{
    {"The differences between two versions",
     "uniform namespace diff <(uniform namespace template 12 1) <(uniform namespace template 12 2)"},
};
constexpr example comment_examples[]{
    {"A public comment", "uniform namespace comment 12 --author 'A reader' 'How are names kept unique?'"},
};
constexpr example comments_examples[]{{"All comments", "uniform namespace comments 12"}};
constexpr example decide_examples[]{
    {"Begin the review, and approve the version that was read",
     "uniform namespace decide 12 review; uniform namespace decide 12 approve --round 2"},
    {"Take up what somebody without a token submitted", "uniform namespace decide 12 accept"},
    {"Request changes", "uniform namespace decide 12 return --reason 'Who assigns names?'"},
    {"Register it, as it was read in round 2", "uniform namespace decide 12 register --round 2"},
    {"Decide what the template has in prose",
     "uniform namespace decide 12 settle --reason 'As the board decided' --syntax '^[a-z]+:[0-9]+$'"},
};

} // namespace

const command namespace_draft_command = command_of<draft>(
    {"namespace draft", "open a registration request as a draft", "FILE [REQUEST]",
     "Opens a registration request with the template in FILE, and shows its findings; with the number of a request, it "
     "replaces the draft of that request. A new request has a secret, which is shown only once: with --secret or in "
     "UNIFORM_SECRET it makes its holder the submitter. No access token is required.",
     draft_examples});

const command namespace_submit_command = command_of<submit>(
    {"namespace submit", "submit a registration request", "FILE [REQUEST]",
     "Submits the template in FILE for review (RFC 8141 section 6.2), as a new request, whose secret is shown only "
     "once, or with a number as the next version of that request. Errors in the template prevent it; all of them are "
     "listed. Without an access token it is received: it waits until an expert or an administrator accepts it.",
     submit_examples});

const command namespace_requests_command =
    command_of<requests>({"namespace requests", "list registration requests", "[NID]",
                          "Lists registration requests: number, state, NID, kind and title.", requests_examples});

const command namespace_request_command = command_of<request>(
    {"namespace request", "show a registration request", "REQUEST",
     "Shows a request, the decisions about it, other requests for the same NID, and the actions that are possible.",
     request_show_examples});

const command namespace_template_command = command_of<show_template>(
    {"namespace template", "print the template of a registration request", "REQUEST [VERSION]",
     "Prints the template of a request as text, or with --json as JSON: the current one, or one of its versions.",
     template_examples});

const command namespace_comment_command = command_of<comment>(
    {"namespace comment", "comment on a registration request", "REQUEST TEXT",
     "Adds a public comment to a request under review. \"-\" reads the text from standard input. Without an access "
     "token it is received: it is public when an expert or an administrator accepts it.",
     comment_examples});

const command namespace_comments_command =
    command_of<comments>({"namespace comments", "show the comments on a registration request", "REQUEST",
                          "Shows all comments on a request, in order.", comments_examples});

const command namespace_decide_command = command_of<decide>(
    {"namespace decide", "act on a registration request", "REQUEST ACTION",
     "Carries out an action of the process of RFC 8141 section 6. Experts: review, return, approve, report (to a "
     "standards body, --reference), decline, reopen what was approved; accept a submission that was made without a "
     "token, "
     "accept or dismiss such a comment (--comment). Administrators: recognize the requesting body "
     "(6.3; --reference: who recognized it), register, and settle: decide the rules of the names that the registered "
     "template has only in "
     "prose, before the first name. The rules that `uniform namespace request` shows are confirmed by register. The "
     "submitter: submit the draft as it is, conclude or reopen on "
     "the fast track, withdraw. An expert does not decide about their own request. docs/guide/registration.md has the "
     "table of all.",
     decide_examples, actions});

} // namespace uniform::cli
