// uniform webhook create, list, show, deliveries, test and end.

#include <iostream>
#include <string>

#include <uniform/json/writer.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"
#include "run/typed_arguments.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

std::string path_of_webhook(std::string_view id, std::string_view more = {}) {
    return "/api/v1/webhooks/" + http::path_segment(id) + std::string{more};
}

void show_webhook(const json::value &h) {
    print_cells({{"webhook " + member_of(h, "id")}});
    for (const char *const member : {"url", "label", "state", "created"}) print_member(member, member_of(h, member));
    print_member("created by", member_of(h, "created_by"));
    print_member("actions", joined(h, "actions"));
}

using webhook_options = with<service_options, json_row>;
using webhook_list_options = with<webhook_options, limit_row>;

struct create_webhook_options : with<webhook_options> {
    std::vector<std::string> actions;
    std::optional<std::string> label;

    static constexpr auto rows() {
        using enum heading;
        using self = create_webhook_options;
        return std::array{
            option<&self::actions>({making, 0, "action", "ACTION",
                                    "Deliver only this action of requests, for example submit or register. May be "
                                    "repeated."}),
            option<&self::label>({making, 0, "label", "TEXT", "A label to recognize the webhook."}),
        };
    }
};

int create_webhook(const create_webhook_options &o) {
    json::value body = json::object{{"url", o.arguments[0]}};
    if (!o.actions.empty()) body.set("actions", o.actions);
    if (o.label) body.set("label", *o.label);
    return call_service(o, {.method = "POST", .path = "/api/v1/webhooks", .body = json::to_text(body)},
                        [](const json::value &h) {
                            // Only the secret, so that it can go to a file; its description goes to the terminal.
                            std::cout << printable(member_of(h, "secret")) << '\n';
                            print_message(printable("webhook " + member_of(h, "id") + ": " + member_of(h, "url") +
                                                    "; its secret is shown only once") +
                                          '\n');
                        });
}

int list_webhooks(const webhook_list_options &o) {
    return list_from_service(o, "/api/v1/webhooks", [](const json::value &h) {
        const std::string actions = joined(h, "actions");
        print_cells({{member_of(h, "id"), 12},
                     {member_of(h, "state"), 6},
                     {member_of(h, "url"), 32},
                     {actions.empty() ? "all actions" : actions},
                     {member_of(h, "label")}});
    });
}

int show_one_webhook(const webhook_options &o) {
    return call_service(o, {.path = path_of_webhook(o.arguments[0])}, show_webhook);
}

int list_deliveries(const webhook_list_options &o) {
    return list_from_service(o, path_of_webhook(o.arguments[0], "/deliveries"), [](const json::value &d) {
        const std::string attempts = member_of(d, "attempts");
        print_cells({{member_of(d, "number"), 8},
                     {member_of(d, "action"), 16},
                     {member_of(d, "state"), 9},
                     {member_of(d, "at"), 20},
                     {attempts + (attempts == "1" ? " attempt" : " attempts"), 12},
                     {member_of(d, "detail")}});
    });
}

int test_webhook(const webhook_options &o) {
    return call_service(o, {.method = "POST", .path = path_of_webhook(o.arguments[0], "/test")}, show_webhook);
}

int end_webhook(const webhook_options &o) {
    return call_service(o, {.method = "POST", .path = path_of_webhook(o.arguments[0], "/end")}, show_webhook);
}

constexpr example webhook_create_examples[]{
    {"Tell of new requests, with the secret in a file that no other user can read",
     "umask 077; uniform webhook create https://hooks.example.org/new --action submit > secret.txt"},
};
constexpr example webhook_list_examples[]{{"All webhooks", "uniform webhook list"}};
constexpr example webhook_show_examples[]{{"One of them", "uniform webhook show 7f3a9c01d2e4"}};
constexpr example webhook_deliveries_examples[]{
    {"Did they arrive?", "uniform webhook deliveries 7f3a9c01d2e4 --limit 10"}};
constexpr example webhook_test_examples[]{{"Send a test", "uniform webhook test 7f3a9c01d2e4"}};
constexpr example webhook_end_examples[]{{"Send nothing to it any more", "uniform webhook end 7f3a9c01d2e4"}};

} // namespace

const command webhook_create_command = command_of<run_typed<create_webhook>>(
    {"webhook create", "create a webhook", "URL",
     "Creates a webhook: the service sends what happens to registration requests to the URL, with a signature by the "
     "secret that this command prints, only once. docs/guide/registration.md describes deliveries and signatures.",
     webhook_create_examples});

const command webhook_list_command = command_of<list_webhooks>(
    {"webhook list", "list webhooks", "", "Lists webhooks: id, state, URL, actions, label; never the secret.",
     webhook_list_examples});

const command webhook_show_command = command_of<show_one_webhook>(
    {"webhook show", "show a webhook", "ID", "Shows a webhook, without its secret.", webhook_show_examples});

const command webhook_deliveries_command = command_of<list_deliveries>(
    {"webhook deliveries", "list the deliveries to a webhook", "ID",
     "Lists deliveries, newest first: number, action, state (waiting, delivered, failed), the time of the next attempt "
     "or of the end, attempts, and why the last one failed.",
     webhook_deliveries_examples});

const command webhook_test_command = command_of<test_webhook>(
    {"webhook test", "send a test to a webhook", "ID",
     "Queues a delivery with the action \"test\", which a running service makes.", webhook_test_examples});

const command webhook_end_command = command_of<end_webhook>(
    {"webhook end", "end a webhook", "ID",
     "Ends a webhook: its secret and what waits for it are deleted, and nothing is sent to it any more.",
     webhook_end_examples});

} // namespace uniform::cli
