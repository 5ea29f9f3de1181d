// uniform registrar add, change, list, show and end.

#include <string>

#include <uniform/json/writer.hpp>

#include "print/exit.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

std::string path_of(std::string_view id, std::string_view more = {}) {
    return "/api/v1/registrars/" + http::path_segment(id) + std::string{more};
}

void show_registrar(const json::value &r) {
    print_cells({{member_of(r, "id")}});
    print_member("name", member_of(r, "name"));
    print_member("contact", member_of(r, "contact"));
    print_member("public_contact", member_of(r, "public_contact"));
    print_member("state", member_of(r, "state"));
    print_member("version", member_of(r, "version"));
    print_member("event", member_of(r, "event"));
    print_member("prefixes", joined(r, "prefixes"));
}

int send_registrar(const service_options &o, const http::api_request &r) { return call_service(o, r, show_registrar); }

struct contact_option {
    std::optional<std::string> contact;
    std::optional<std::string> public_contact;

    static constexpr auto rows() {
        return std::array{
            option<&contact_option::contact>(
                {heading::making, 0, "contact", "TEXT", "How to contact the registrar, for holders of a token."}),
            option<&contact_option::public_contact>(
                {heading::making, 0, "public-contact", "TEXT",
                 "Whom readers ask about its names: an e-mail address, a URL, or text, which everybody sees."})};
    }
};

using plain_options = with<service_options, json_row>;
using registrar_add_options = with<plain_options, contact_option>;

int add_registrar(const registrar_add_options &o) {
    json::value body = json::object{{"id", o.arguments[0]}, {"name", o.arguments[1]}};
    if (o.contact) body.set("contact", *o.contact);
    if (o.public_contact) body.set("public_contact", *o.public_contact);
    return send_registrar(o, {.method = "POST", .path = "/api/v1/registrars", .body = json::to_text(body)});
}

struct registrar_change_options : with<plain_options, contact_option, if_version_option> {
    std::optional<std::string> title;

    static constexpr auto rows() {
        return std::array{option<&registrar_change_options::title>(
            {heading::making, 0, "title", "TEXT", "The name of the registrar."})};
    }
};

int change_registrar(const registrar_change_options &o) {
    if (!o.title && !o.contact && !o.public_contact) {
        return usage_error(o, "missing option: --title, --contact or --public-contact");
    }
    auto call = service_call::open(o);
    if (!call) return call.error();
    json::value body;
    std::string version;
    if (const int code = call->get(path_of(o.arguments[0]), body, version); code != exit_good) return code;
    remove_member(body, "prefixes");
    if (o.title) body.set("name", *o.title);
    if (o.contact) body.set("contact", *o.contact);
    if (o.public_contact) body.set("public_contact", *o.public_contact);
    auto fields = if_match_of(o);
    // A change by another client since then is not overwritten.
    if (fields.empty() && !version.empty()) fields.emplace_back("If-Match", version);
    return call->run(
        {.method = "PUT", .path = path_of(o.arguments[0]), .body = json::to_text(body), .fields = std::move(fields)},
        show_registrar);
}

using registrar_list_options = with<plain_options, limit_row>;

int list_registrars(const registrar_list_options &o) {
    return list_from_service(o, "/api/v1/registrars", [](const json::value &r) {
        print_cells({{member_of(r, "id"), 20}, {member_of(r, "state"), 6}, {member_of(r, "name")}});
    });
}

int show_one_registrar(const plain_options &o) { return send_registrar(o, {.path = path_of(o.arguments[0])}); }

using registrar_end_options = with<plain_options, if_version_option>;

int end_registrar(const registrar_end_options &o) {
    return send_registrar(o, {.method = "POST", .path = path_of(o.arguments[0], "/end"), .fields = if_match_of(o)});
}

constexpr example registrar_add_examples[]{
    {"A registrar, and a prefix for it", "uniform registrar add library 'A library' --contact names@example.org\n"
                                         "uniform namespace delegate example:library: --registrar library"},
};
constexpr example registrar_change_examples[]{
    {"Another address", "uniform registrar change library --contact urn@example.org"},
};
constexpr example registrar_list_examples[]{{"Their ids", "uniform registrar list | cut -d' ' -f1"}};
constexpr example registrar_show_examples[]{{"A registrar and its prefixes", "uniform registrar show library"}};
constexpr example registrar_end_examples[]{{"It assigns no more names", "uniform registrar end library"}};

} // namespace

const command registrar_add_command = command_of<add_registrar>(
    {"registrar add", "add a registrar", "ID NAME",
     "Adds a registrar: an id (a-z 0-9 - . _), which is never used for another one, and a name.",
     registrar_add_examples});

const command registrar_change_command = command_of<change_registrar>(
    {"registrar change", "change the name or contact of a registrar", "ID",
     "Changes the name (--title) or the contact of a registrar, unless another client changes it at the same time.",
     registrar_change_examples});

const command registrar_list_command = command_of<list_registrars>(
    {"registrar list", "list registrars", "", "Lists registrars: id, state, name.", registrar_list_examples});

const command registrar_show_command = command_of<show_one_registrar>(
    {"registrar show", "show a registrar", "ID",
     "Shows a registrar and the prefixes that are delegated to it. The contact is shown only with an access token.",
     registrar_show_examples});

const command registrar_end_command =
    command_of<end_registrar>({"registrar end", "end a registrar", "ID",
                               "Ends a registrar: no prefix can be delegated to it any more. "
                               "Its names stay; its access tokens are no longer valid.",
                               registrar_end_examples});

} // namespace uniform::cli
