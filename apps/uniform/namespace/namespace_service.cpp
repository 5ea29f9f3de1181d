// uniform namespace list, add, settings, zone, available, delegate, undelegate, delegations.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <iostream>
#include <string>
#include <utility>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/namespace_settings.hpp>

#include "namespace/commands.hpp"
#include "print/exit.hpp"
#include "print/hidden_password.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "run/typed_arguments.hpp"
#include "service/client_text.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

// The settings that are objects: given as JSON.
constexpr std::array rule_settings{"components", "syntax", "equivalence", "checks"};

void show_namespace(const json::value &n) {
    print_cells({{member_of(n, "nid")}});
    for (const char *const member :
         {"title", "status", "origin", "request", "redirect", "q_component", "r_component", "public_resolvers",
          "max_age", "reinstate_within", "locator_template", "rules_from", "version", "event"})
        print_member(member, member_of(n, member));
    for (const char *const member : rule_settings)
        if (const json::value *const found = n.find(member)) print_member(member, json::to_text(*found));
    // Whoever adds a namespace without rules confirms these: the names may have any form.
    if (n.find("syntax") != nullptr || member_of(n, "origin") == "iana") return;
    print_member("syntax", member_of(n, "rules_from") == "undecided" ? "not decided yet: no names are assigned"
                                                                     : "any NSS of RFC 8141");
    if (n.find("equivalence") == nullptr) print_member("equivalence", "RFC 8141 section 3.1");
}

std::string minting_of(const json::value &d) {
    const json::value *const m = d.find("minting");
    if (m == nullptr) return {};
    std::string text = member_of(*m, "method");
    if (text == "none") return {};
    if (text == "uuid")
        return text + ", version " + (m->find("uuid_version") != nullptr ? member_of(*m, "uuid_version") : "4");
    if (const auto pattern = member_of(*m, "pattern"); !pattern.empty()) text += ", " + pattern;
    if (const auto check = member_of(*m, "check"); !check.empty() && check != "none") text += ", check " + check;
    return text;
}

void show_delegation(const json::value &d) {
    print_cells({{member_of(d, "prefix")}});
    print_member("registrar", member_of(d, "registrar"));
    print_member("naming", member_of(d, "naming"));
    print_member("hosts", joined(d, "hosts"));
    print_member("minting", minting_of(d));
    print_member("resolver", member_of(d, "resolver"));
    print_member("passthrough", member_of(d, "passthrough"));
    print_member("locator_template", member_of(d, "locator_template"));
    print_member("state", member_of(d, "state"));
    print_member("version", member_of(d, "version"));
    print_member("event", member_of(d, "event"));
}

std::string path_of_prefix(std::string_view prefix, std::string_view more = {}) {
    return "/api/v1/delegations/" + http::path_segment(prefix) + std::string{more};
}

// A value as the API requires it: true, false and numbers as such, rules as JSON, anything else as text.
json::value value_of_text(const std::string &member, const std::string &text) {
    if (std::ranges::find(rule_settings, member) != rule_settings.end()) {
        if (auto value = json::read(text)) return std::move(*value);
    }
    if (member != "title" && (text == "true" || text == "false")) return json::value{text == "true"};
    std::uint64_t number = 0;
    const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (member != "title" && why == std::errc{} && end == text.data() + text.size()) return json::value{number};
    return json::value{text};
}

using plain_options = with<service_options, json_row>;
using list_options = with<plain_options, limit_row>;

int list_namespaces(const list_options &o) {
    return list_from_service(o, "/api/v1/namespaces", [](const json::value &n) {
        print_cells({{member_of(n, "nid"), 16},
                     {member_of(n, "status"), 6},
                     {member_of(n, "origin"), 5},
                     {member_of(n, "title")}});
    });
}

std::string path_of_namespace(std::string_view nid) { return "/api/v1/namespaces/" + http::path_segment(nid); }

// An argument that is not a setting, with the caret below it.
int not_a_setting(const service_options &o, std::string_view text, std::string says) {
    says += '\n';
    append_caret(says, {}, text, style_of_messages(when::automatic));
    says.pop_back();
    return usage_error(o, says);
}

// The settings in the arguments after the NID. A mistake is reported, and the error is the exit code.
std::expected<json::value, int> given_settings(const service_options &o) {
    json::value settings = json::object{};
    for (std::size_t i = 1; i < o.arguments.size(); ++i) {
        const std::string &text = o.arguments[i];
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return std::unexpected{not_a_setting(o, text, not_of_form(text, "NAME=VALUE"))};
        }
        const std::string member = text.substr(0, equals);
        if (std::ranges::find(resolver::changeable_settings, member) == resolver::changeable_settings.end()) {
            std::string says =
                "unknown setting " + in_quotes(member) + suggestion(member, resolver::changeable_settings);
            says += "\nThe settings are ";
            for (const std::string_view name : resolver::changeable_settings) {
                says += name;
                says += name == resolver::changeable_settings.back() ? "." : ", ";
            }
            return std::unexpected{not_a_setting(o, text, std::move(says))};
        }
        json::value value = value_of_text(member, text.substr(equals + 1));
        if (std::ranges::find(rule_settings, member) != rule_settings.end() && value.if_string() != nullptr) {
            std::string says = member + " is JSON, or null to remove it";
            if (member == "syntax") {
                const bool is_pattern = value.if_string()->starts_with('^');
                says += ": syntax={\"pattern\": " + (is_pattern ? json::to_text(value) : "\"^[0-9]+$\"") +
                        "}; a pattern describes the whole NSS, from \"^\" to \"$\"";
            }
            return std::unexpected{not_a_setting(o, text, std::move(says))};
        }
        settings.set(member, std::move(value));
    }
    return settings;
}

struct add_options : with<plain_options> {
    bool force = false;

    static constexpr auto rows() {
        return std::array{option<&add_options::force>(
            {heading::rules, 0, "force", "",
             "Add the namespace although its NID is similar to one that is managed here or registered with IANA."})};
    }
};

int add(const add_options &o) {
    const auto given = given_settings(o);
    if (!given) return given.error();
    auto call = service_call::open(o);
    if (!call) return call.error();
    const std::string &nid = o.arguments[0];
    const std::string path = path_of_namespace(nid);
    json::value existing;
    std::string version;
    if (const int code = call->get(path, existing, version, true); code != exit_good) return code;
    if (!existing.is_null()) {
        return fail(exit_bad_input, "the namespace " + in_quotes(nid) +
                                        " already exists: `uniform namespace settings " + shell_word(nid) +
                                        "` shows its settings");
    }
    return call->run({.method = "PUT",
                      .path = path + query_of({{"force", o.force ? "true" : ""}}),
                      .body = json::to_text(*given),
                      .fields = {{"If-None-Match", "*"}}}, // RFC 9110 13.1.2: another client may have added it
                     show_namespace);
}

using settings_of_namespace_options = with<plain_options, if_version_option, as_of_option>;

int settings(const settings_of_namespace_options &o) {
    const std::string path = path_of_namespace(o.arguments[0]);
    const auto given = given_settings(o);
    if (!given) return given.error();
    const json::object &changes = given->members();
    if (!changes.empty() && !o.as_of.empty()) return usage_error(o, exclusive("--as-of", "NAME=VALUE"));
    auto call = service_call::open(o);
    if (!call) return call.error();
    if (changes.empty()) return call->run({.path = path + query_of({{"as_of", o.as_of}})}, show_namespace);
    json::value body;
    std::string version;
    // A namespace is only added by `namespace add`, so that a misspelt NID adds none.
    if (const int code = call->get(path, body, version); code != exit_good) return code;
    remove_member(body, "version");
    remove_member(body, "event");
    for (const json::member &m : changes) body.set(m.name, m.value);
    auto terms = if_match_of(o);
    // A change by another client since then is not overwritten.
    if (terms.empty() && !version.empty()) terms.emplace_back("If-Match", version);
    return call->run({.method = "PUT", .path = path, .body = json::to_text(body), .fields = std::move(terms)},
                     show_namespace);
}

int zone(const service_options &o) {
    auto call = service_call::open(o);
    if (!call) return call.error();
    try {
        const http::api_response response = call->api().call({.path = "/api/v1/zone"});
        return response.status == 200 ? print_all(response.body) : call->report(response);
    } catch (const http::no_response &e) {
        return fail(exit_io, e.what());
    }
}

int available(const plain_options &o) {
    auto call = service_call::open(o);
    if (!call) return call.error();
    http::api_response answer;
    try {
        answer = call->api().call({.path = "/api/v1/nids/" + http::path_segment(o.arguments[0])});
    } catch (const http::no_response &e) {
        return fail(exit_io, e.what());
    }
    if (answer.status >= 300) return call->report(answer, o.arguments[0]);
    const auto verdict = json::read(answer.body);
    if (!verdict || !verdict->is_object()) return fail(exit_io, "the response is not a JSON object");
    const json::value *const is_free = verdict->find("free");
    const bool free = is_free != nullptr && is_free->if_boolean().value_or(false);
    if (o.json) {
        if (const int code = print_all(answer.body + '\n'); code != exit_good) return code;
    } else {
        print_cells({{without_passwords_in(member_of(*verdict, "nid")) + (free ? ": available" : ": not available")}});
        print_member("kind", member_of(*verdict, "kind"));
        print_member("registered", member_of(*verdict, "registered"));
        if (const json::value *const p = verdict->find("problem")) {
            std::string why = member_of(*p, "detail");
            if (const auto rule = member_of(*p, "rule"); !rule.empty()) why += " (" + rule + ")";
            print_member("because", why);
        }
        for (const json::value &a : list_in(*verdict, "attention"))
            print_member("note", a.is_object() ? member_of(a, "message") : a.is_string() ? *a.if_string() : "");
        for (const json::value &r : list_in(*verdict, "requests"))
            print_member("requested in", "request " + member_of(r, "request") + ", " + member_of(r, "state"));
        if (!std::cout.flush()) return fail(exit_io, file_error(standard_output, errno));
    }
    return free ? exit_good : exit_bad_input;
}

struct delegate_options : with<plain_options, if_version_option> {
    std::optional<std::string> registrar;
    std::optional<std::string> naming;
    std::vector<std::string> hosts;
    std::string mint;
    std::optional<std::string> pattern;
    std::string check;
    std::optional<std::string> resolver;
    std::optional<std::string> passthrough;
    std::optional<std::string> locator_template;

    static constexpr auto rows() {
        using enum heading;
        using self = delegate_options;
        return std::array{
            option<&self::registrar>({making, 0, "registrar", "ID", "The id of the registrar."}),
            option<&self::naming>({making, 0, "naming", "PATTERN",
                                   "The naming policy: a pattern that the rest of the key must match.", "", "any"}),
            option<&self::hosts>(
                {making, 0, "host", "HOST",
                 "The locator policy: a host that locators may have, for example *.example.org. May be "
                 "repeated."}),
            option<&self::mint>(
                {making, 0, "mint", "METHOD", "How names are minted.", "none sequential random uuid uuid7", "none"}),
            option<&self::pattern>(
                {making, 0, "pattern", "PATTERN",
                 "The pattern of minted names: d a digit, e an extended digit, k the check character, "
                 "{TEXT} itself."}),
            option<&self::check>(
                {making, 0, "check", "RULE", "The check character of minted names.", "none namespace noid", "none"}),
            option<&self::resolver>({making, 0, "resolver", "URL",
                                     "Another resolver, which is responsible for the names under the prefix."}),
            option<&self::passthrough>({making, 0, "passthrough", "CHARACTERS",
                                        "Resolve an unknown name to the locator of the longest name before one of "
                                        "these characters, such as /, "
                                        "with the rest appended.",
                                        "", "none"}),
            option<&self::locator_template>({making, 0, "locator-template", "TEMPLATE",
                                             "The locator of every name that has none of its own: a URI template (RFC "
                                             "6570) with {urn}, {nid}, {nss}, {suffix}.",
                                             "", "that of the namespace"}),
        };
    }
};

int delegate(const delegate_options &o) {
    json::value body = json::object{};
    if (o.registrar) body.set("registrar", *o.registrar);
    if (o.naming) body.set("naming", *o.naming);
    if (o.resolver) body.set("resolver", *o.resolver);
    if (o.passthrough) body.set("passthrough", *o.passthrough);
    if (o.locator_template) body.set("locator_template", *o.locator_template);
    if (!o.hosts.empty()) body.set("hosts", o.hosts);
    if (o.mint.empty() && (o.pattern || !o.check.empty()))
        return usage_error(o, "--pattern and --check require --mint");
    if (!o.mint.empty()) {
        json::value minting = json::object{{"method", o.mint == "uuid7" ? "uuid" : o.mint}};
        if (o.mint == "uuid7") minting.set("uuid_version", 7);
        if (o.pattern) minting.set("pattern", *o.pattern);
        if (!o.check.empty()) minting.set("check", o.check);
        body.set("minting", std::move(minting));
    }
    return call_service(o,
                        {.method = "PUT",
                         .path = path_of_prefix(o.arguments[0]),
                         .body = json::to_text(body),
                         .fields = if_match_of(o)},
                        show_delegation, o.arguments[0]);
}

using undelegate_options = with<plain_options, if_version_option>;

int undelegate(const undelegate_options &o) {
    return call_service(o, {.method = "POST", .path = path_of_prefix(o.arguments[0], "/end"), .fields = if_match_of(o)},
                        show_delegation, o.arguments[0]);
}

int delegations(const list_options &o) {
    const std::string_view within = o.arguments.empty() ? std::string_view{} : o.arguments[0];
    return list_from_service(
        o, "/api/v1/delegations" + query_of({{"within", within}}),
        [](const json::value &d) {
            std::string more = member_of(d, "registrar");
            if (more.empty()) more = member_of(d, "resolver");
            print_cells({{member_of(d, "prefix"), 24}, {member_of(d, "state"), 6}, {more, 16}, {minting_of(d)}});
        },
        {}, within);
}

constexpr example list_examples[]{{"The managed namespaces", "uniform namespace list"}};
constexpr example add_examples[]{
    {"A namespace that IANA has registered", "uniform namespace add example 'title=Examples of RFC 6963'"},
};
constexpr example settings_examples[]{
    {"The settings that apply", "uniform namespace settings example"},
    {"Those that applied", "uniform namespace settings example --as-of 2026-01-01"},
    {"Let clients choose by the r-component", "uniform namespace settings example r_component=true redirect=303"},
    {"Ignore the case of letters in its names",
     "uniform namespace settings harbour 'equivalence={\"operations\":[{\"action\":\"lower-case\"}]}'"},
};
constexpr example zone_examples[]{{"A file for the name server", "uniform namespace zone > urn.arpa.zone"}};
constexpr example available_examples[]{{"Is it available?", "uniform namespace available harbour"}};
constexpr example delegate_examples[]{
    {"To a registrar, with names that the service mints",
     "uniform namespace delegate example:library: --registrar library --mint random --pattern eeeek"},
    {"To another resolver", "uniform namespace delegate nbn:de: --resolver https://nbn-resolving.example.org/"},
};
constexpr example undelegate_examples[]{
    {"End it; the names stay", "uniform namespace undelegate example:library:"},
};
constexpr example delegations_examples[]{
    {"The delegations within a namespace", "uniform namespace delegations example:"},
};

} // namespace

const command namespace_list_command = command_of<list_namespaces>(
    {"namespace list", "list the managed namespaces", "",
     "Lists the namespaces in which names can be assigned here: NID, status, origin, title.", list_examples});

const command namespace_add_command = command_of<add>(
    {"namespace add", "add a namespace to the managed ones", "NID [NAME=VALUE...]",
     "Adds a namespace that is registered with IANA, or one for local use, to the managed namespaces: names can be "
     "assigned in it from then on. A namespace is never removed: a NID that is similar to one that is managed here or "
     "registered with IANA is refused, unless --force is given. NAME=VALUE are its settings, as for `uniform "
     "namespace settings`. New namespaces for public use are registered: `uniform namespace submit`. The response "
     "shows the rules of the "
     "names, which this command confirms: without `syntax`, a name may have any NSS.",
     add_examples});

const command namespace_settings_command = command_of<settings>(
    {"namespace settings", "show or change the settings of a managed namespace", "NID [NAME=VALUE...]",
     "Shows the settings of a namespace. NAME=VALUE changes them: title, status (active, closed), redirect (301, 302, "
     "303, 307), q_component (append, replace, refuse), r_component, public_resolvers (true, false), max_age "
     "(seconds), reinstate_within (seconds in which a manager can revert a withdrawal; 0: it is final), "
     "locator_template (the locator of every name that has none of its own: a URI template such as "
     "https://archive.example/{nss}); and, as JSON, "
     "the rules of a namespace that is not registered with IANA: syntax (the form of its "
     "names; its \"pattern\" describes the whole NSS, from \"^\" to \"$\"), equivalence (which of them are equivalent; "
     "fixed by the first name), checks (their check characters); "
     "null removes them. A namespace that is not managed here is not added: `uniform namespace add` does that.",
     settings_examples});

const command namespace_zone_command = command_of<zone>(
    {"namespace zone", "print a DNS zone that points resolvers to the managed namespaces", "",
     "Prints NAPTR records (RFC 3403, RFC 3404) for the managed namespaces and the delegated prefixes, for the zone of "
     "urn.arpa or your own: a client that uses the DNS finds this service, or the resolver of a prefix.",
     zone_examples});

const command namespace_available_command =
    command_of<available>({"namespace available", "check whether a NID is available", "NID",
                           "Shows whether a namespace could be registered with the NID, or the rule that forbids it, "
                           "and the requests for it. The exit code is 1 if it is not available.",
                           available_examples});

const command namespace_delegate_command = command_of<run_typed<delegate>>(
    {"namespace delegate", "delegate a prefix to a registrar or to another resolver", "PREFIX",
     "Delegates a prefix of keys (names in their normal form, without \"urn:\") to a registrar, "
     "with its naming policy, the hosts of its locators and how its names are minted, or to "
     "another resolver. The longest prefix of a name decides. An earlier delegation of the prefix "
     "is replaced as a whole.",
     delegate_examples});

const command namespace_undelegate_command = command_of<run_typed<undelegate>>(
    {"namespace undelegate", "end a delegation", "PREFIX",
     "Ends the delegation of a prefix. Its names stay; a shorter prefix decides about them from then on.",
     undelegate_examples});

const command namespace_delegations_command = command_of<run_typed<delegations>>(
    {"namespace delegations", "list delegations", "[PREFIX]",
     "Lists the delegations within a prefix, or all: prefix, state, registrar or resolver, and how names are minted.",
     delegations_examples});

} // namespace uniform::cli
