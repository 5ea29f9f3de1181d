// uniform token create, list, show, revoke, sessions and end-session.

#include <cstdio>
#include <iostream>
#include <string>

#include <uniform/base/enum_names.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/permission.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

void show_token(const json::value &t) {
    print_cells({{"token " + member_of(t, "id")}});
    for (const char *const member :
         {"role", "registrar", "label", "state", "created", "created_by", "expires", "revoked"}) {
        std::string label = member;
        if (label.contains('_')) label.replace(label.find('_'), 1, " ");
        print_member(label, member_of(t, member));
    }
    print_member("prefixes", joined(t, "prefixes"));
    print_member("also revoked", joined(t, "also_revoked"));
}

using plain_options = with<service_options, json_row>;

int send_token_request(const service_options &o, const http::api_request &r) { return call_service(o, r, show_token); }

struct create_options : with<plain_options> {
    std::string role;
    std::optional<std::string> registrar;
    std::vector<std::string> prefixes;
    std::optional<std::string> label;
    std::optional<std::string> expires;

    static constexpr auto rows() {
        using enum heading;
        using self = create_options;
        return std::array{
            option<&self::role>({making, 0, "role", "ROLE", "The permissions of the holder; required.",
                                 joined_names<resolver::role_names, " ">}),
            option<&self::registrar>({making, 0, "registrar", "ID", "The id of the registrar."}),
            option<&self::prefixes>({making, 0, "prefix", "PREFIX",
                                     "A prefix of keys that the token covers, for example \"nbn:de:gbv-\". May be "
                                     "repeated."}),
            option<&self::label>({making, 0, "label", "TEXT", "A label to recognize the token."}),
            option<&self::expires>({making, 0, "expires", "DATE",
                                    "When the token expires: a date or a time (RFC 3339).", "",
                                    "as the settings of the service specify"}),
        };
    }
};

int create(const create_options &o) {
    if (o.role.empty()) return usage_error(o, "missing option: --role");
    if (o.role == to_string(resolver::role::registrar) && !o.registrar) {
        return usage_error(o, "missing option: --registrar, the id of the registrar that the token acts for");
    }
    json::value body = json::object{{"role", o.role}};
    if (o.registrar) body.set("registrar", *o.registrar);
    if (o.label) body.set("label", *o.label);
    if (o.expires) body.set("expires", *o.expires);
    if (!o.prefixes.empty()) body.set("prefixes", o.prefixes);
    return call_service(o, {.method = "POST", .path = "/api/v1/tokens", .body = json::to_text(body)},
                        [](const json::value &t) {
                            // Only the token, so that it can go to a file; its description goes to the terminal.
                            std::cout << printable(member_of(t, "token")) << '\n';
                            std::string says = "token " + member_of(t, "id") + ": " + member_of(t, "role");
                            if (const auto registrar = member_of(t, "registrar"); !registrar.empty())
                                says += " of " + registrar;
                            if (const auto prefixes = joined(t, "prefixes"); !prefixes.empty()) says += ", " + prefixes;
                            says += ", until " + member_of(t, "expires") + "; it is shown only once";
                            print_message(printable(says) + '\n');
                        });
}

using token_list_options = with<plain_options, limit_row>;

int list_tokens(const token_list_options &o) {
    return list_from_service(o, "/api/v1/tokens", [](const json::value &t) {
        print_cells({{member_of(t, "id"), 12},
                     {member_of(t, "state"), 7},
                     {member_of(t, "role"), 13},
                     {member_of(t, "expires"), 20},
                     {member_of(t, "registrar"), 16},
                     {member_of(t, "label")}});
    });
}

int show_one_token(const plain_options &o) {
    return send_token_request(
        o, {.path = "/api/v1/tokens/" + (o.arguments.empty() ? "self" : http::path_segment(o.arguments[0]))});
}

struct revoke_options : with<plain_options> {
    bool keep_created_tokens = false;

    static constexpr auto rows() {
        return std::array{option<&revoke_options::keep_created_tokens>(
            {heading::rules, 0, "keep-created-tokens", "",
             "Do not revoke the tokens that it created (administrators only)."})};
    }
};

int revoke(const revoke_options &o) {
    return send_token_request(o, {.method = "POST",
                                  .path = "/api/v1/tokens/" + http::path_segment(o.arguments[0]) + "/revoke",
                                  .body = o.keep_created_tokens ? R"({"keep_created_tokens":true})" : ""});
}

// The sessions of browsers that have signed in with the token.
constexpr std::string_view own_sessions = "/api/v1/tokens/self/sessions";

void show_session(const json::value &s) {
    print_cells({{"session " + member_of(s, "id")}});
    for (const char *const member : {"created", "used"}) print_member(member, member_of(s, member));
    print_member("browser", member_of(s, "user_agent"));
}

int list_sessions(const token_list_options &o) {
    return list_from_service(o, std::string{own_sessions}, [](const json::value &s) {
        print_cells({{member_of(s, "id"), 16},
                     {member_of(s, "created"), 20},
                     {member_of(s, "used"), 20},
                     {member_of(s, "user_agent")}});
    });
}

int end_session(const plain_options &o) {
    return call_service(
        o, {.method = "POST", .path = std::string{own_sessions} + '/' + http::path_segment(o.arguments[0]) + "/end"},
        show_session);
}

constexpr example create_examples[]{
    {"For a registrar, into a file that no other user can read",
     "umask 077; uniform token create --role registrar --registrar library --label catalogue > token.txt"},
    {"For a manager of a namespace", "uniform token create --role manager --prefix example: --expires 2027-01-01"},
};
constexpr example token_list_examples[]{{"All tokens", "uniform token list"}};
constexpr example token_show_examples[]{
    {"The permissions of a token", "uniform token show --server http://127.0.0.1:8141 --token-file token.txt"},
};
constexpr example revoke_examples[]{
    {"A token that others may have read", "uniform token revoke 7f3a9c01d2e4"},
    {"That of an administrator who has another one", "uniform token revoke 7f3a9c01d2e4 --keep-created-tokens"},
};
constexpr example sessions_examples[]{
    {"Where is somebody signed in with my token?",
     "uniform token sessions --server https://names.example.org --token-file token.txt"},
};
constexpr example end_session_examples[]{
    {"A browser that was left signed in",
     "uniform token end-session --server http://127.0.0.1:8141 --token-file token.txt 00112233445566ff"},
};

} // namespace

const command token_create_command = command_of<create>(
    {"token create", "create an access token", "",
     "Creates a token and prints it, only once: the store keeps only a hash of it. docs/guide/registrars.md lists the "
     "permissions of each role.",
     create_examples});

const command token_list_command = command_of<list_tokens>(
    {"token list", "list access tokens", "",
     "Lists tokens: id, state, role, expiry, registrar, label; never the token.", token_list_examples});

const command token_show_command =
    command_of<show_one_token>({"token show", "show an access token", "[ID]",
                                "Shows a token, or without an ID the one of the client.", token_show_examples});

const command token_revoke_command = command_of<revoke>(
    {"token revoke", "revoke an access token", "ID",
     "Revokes a token, immediately and permanently, and the tokens that it created, directly or indirectly; "
     "their ids are shown. With --keep-created-tokens, for administrators, these stay valid.",
     revoke_examples});

const command token_sessions_command = command_of<list_sessions>(
    {"token sessions", "list the sessions of browsers", "",
     "Lists the sessions of browsers in which somebody has signed in with the token of the client: id, when it began, "
     "when it was used last, browser. The user of a store on this computer has none.",
     sessions_examples});

const command token_end_session_command =
    command_of<end_session>({"token end-session", "end a session of a browser", "SESSION",
                             "Ends a session of the token of the client, by the id that `uniform token sessions` "
                             "shows: its browser has to sign "
                             "in again.",
                             end_session_examples});

} // namespace uniform::cli
